/**
 * Fails where the tree is not the architecture (`architecture.ts`): an import that the table of layers
 * does not allow, one that it allows and no file needs, a cycle between layers or files, an export
 * that only its own file uses, a file that no entry point reaches. Type imports count like all others.
 * A folder is of the layer that the table names, with all that stands below it.
 *
 *     deno task layers [--write]
 */

import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { command } from "../lib/cli/command.ts";
import { flag } from "../lib/cli/flags.ts";
import { drawInto, type Layer, LAYERS, OUTSIDE } from "./architecture.ts";

/** What one file imports and exports. */
interface Module {
  readonly path: string;
  /** By the file that they come from: the names, `*` for all of them. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  readonly exports: readonly string[];
}

/** The project's modules by path, read with TypeScript's own parser. */
export function readModules(root: string, paths: readonly string[]): Map<string, Module> {
  const known = new Set(paths);
  return new Map(
    paths.filter((path) => /\.(?:ts|js|mjs)$/.test(path) && isThere(`${root}/${path}`)).map((
      path,
    ) => [
      path,
      readModule(path, Deno.readTextFileSync(`${root}/${path}`), known),
    ]),
  );
}

/** A file that was deleted and not committed yet is still listed by git. */
function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function readModule(path: string, text: string, known: ReadonlySet<string>): Module {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports = new Map<string, Set<string>>();
  const exports: string[] = [];
  const use = (specifier: string, ...names: string[]): void => {
    // The table of hooks names scripts from the top folder, without their ending.
    const target = /^\.{1,2}\//.test(specifier)
      ? posix.join(posix.dirname(path), specifier)
      : `${specifier}.ts`;
    if (!known.has(target) || target === path) return;
    const used = imports.get(target) ?? new Set();
    for (const name of names) used.add(name);
    imports.set(target, used);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      use(node.moduleSpecifier.text, ...namesOf(node.importClause, source));
      return;
    }
    if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      const { exportClause } = node;
      const elements = exportClause !== undefined && ts.isNamedExports(exportClause)
        ? exportClause.elements
        : null;
      const names = elements?.map(({ propertyName, name }) => (propertyName ?? name).text);
      use((node.moduleSpecifier as ts.StringLiteral).text, ...names ?? ["*"]);
      exports.push(...elements?.map(({ name }) => name.text) ?? []);
      return;
    }
    // A module loaded by a name that deno cannot read beforehand still stands there as a text, and
    // `const { name } = await import("…")` says which of its names are used.
    if (ts.isStringLiteralLike(node)) use(node.text, ...namesTaken(node));
    if (isExported(node)) exports.push(...declaredNames(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, imports, exports };
}

function namesOf(clause: ts.ImportClause | undefined, source: ts.SourceFile): string[] {
  const bindings = clause?.namedBindings;
  return [
    ...clause?.name ? ["default"] : [],
    ...bindings === undefined
      ? []
      : ts.isNamespaceImport(bindings)
      ? membersOf(bindings.name.text, source)
      : bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text),
  ];
}

/** What is used of `import * as module`: the names behind its dot, or all where it is handed on. */
function membersOf(module: string, source: ts.SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === module && !ts.isNamespaceImport(node.parent)) {
      const { parent } = node;
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
        names.push(parent.name.text);
      } else if (ts.isQualifiedName(parent) && parent.left === node) names.push(parent.right.text);
      else names.push("*");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** The names that are taken of a module where its path stands as a text. */
function namesTaken(text: ts.Node): string[] {
  for (let node = text.parent; node !== undefined; node = node.parent) {
    if (ts.isImportTypeNode(node) && node.qualifier !== undefined) {
      return [node.qualifier.getText().split(".")[0]!];
    }
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
      return node.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
    }
    if (ts.isStatement(node)) break;
  }
  return ["*"];
}

/** Whether a declaration is exported by its name; a default is for the program that loads the file. */
function isExported(node: ts.Node): boolean {
  const kinds = ts.canHaveModifiers(node) ? ts.getModifiers(node)?.map(({ kind }) => kind) : [];
  return kinds?.includes(ts.SyntaxKind.ExportKeyword) === true &&
    !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}

function declaredNames(node: ts.Node): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = node as ts.DeclarationStatement;
  return name === undefined ? [] : [name.getText()];
}

/** Everything that is wrong with a tree, a sentence each. */
export function offences(
  modules: ReadonlyMap<string, Module>,
  layers: readonly Layer[],
  entries: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  const allowed = new Map(layers.map(({ path, may }) => [path, new Set([path, ...may])]));
  const layerOf = layerNames(layers);
  const between = new Map<string, Set<string>>(
    [...allowed.keys()].map((path) => [path, new Set()]),
  );
  for (const { path, imports } of modules.values()) {
    const layer = layerOf(path);
    if (OUTSIDE.includes(layer)) continue;
    if (!allowed.has(layer)) found.push(`"${path}" is in no layer`);
    for (const target of imports.keys()) {
      const other = layerOf(target);
      if (other !== layer) between.get(layer)?.add(other);
      if (allowed.has(layer) && !allowed.get(layer)!.has(other)) {
        found.push(`"${path}" imports "${target}": ${layer} may not import ${other}`);
      }
    }
  }
  for (const cycle of cycles(between)) {
    found.push(`Layers import each other: ${cycle.join(", ")}`);
  }
  const files = new Map([...modules].map(([path, { imports }]) => [path, imports.keys()]));
  for (const cycle of cycles(files)) found.push(`Files import each other: ${cycle.join(", ")}`);
  found.push(...unusedExports(modules, entries), ...unreached(modules, entries));
  return found;
}

/** The imports that the table allows and no file needs. */
export function unusedAllowances(
  modules: ReadonlyMap<string, Module>,
  layers: readonly Layer[],
): string[] {
  const layerOf = layerNames(layers);
  const used = new Set(
    [...modules.values()].flatMap(({ path, imports }) =>
      [...imports.keys()].map((target) => `${layerOf(path)} ${layerOf(target)}`)
    ),
  );
  return layers.flatMap(({ path, may }) =>
    may.filter((other) => !used.has(`${path} ${other}`))
      .map((other) => `${path} may import ${other}, and does not`)
  );
}

/** The layer of a path: the longest that holds it. */
function layerNames(layers: readonly Layer[]): (path: string) => string {
  const names = [...layers.map(({ path }) => path), ...OUTSIDE].sort((a, b) => b.length - a.length);
  return (path) => names.find((name) => path === name || path.startsWith(`${name}/`)) ?? path;
}

function unusedExports(
  modules: ReadonlyMap<string, Module>,
  entries: ReadonlySet<string>,
): string[] {
  const used = new Map<string, Set<string>>();
  for (const { imports } of modules.values()) {
    for (const [target, names] of imports) {
      used.set(target, new Set([...used.get(target) ?? [], ...names]));
    }
  }
  return [...modules.values()].filter(({ path }) => !entries.has(path))
    .flatMap(({ path, exports }) => {
      const names = used.get(path) ?? new Set();
      if (names.has("*")) return [];
      return [...new Set(exports)].filter((name) => !names.has(name))
        .map((name) => `"${path}" exports ${name}, which no other file uses`);
    });
}

/** Product files that no entry point needs. Tests reach only what they need themselves. */
function unreached(
  modules: ReadonlyMap<string, Module>,
  entries: ReadonlySet<string>,
): string[] {
  const isTest = (path: string): boolean => path.startsWith("tests/");
  const reach = (from: readonly string[]): Set<string> => {
    const seen = new Set(from);
    for (const path of seen) {
      for (const next of modules.get(path)?.imports.keys() ?? []) seen.add(next);
    }
    return seen;
  };
  const tests = [...modules.keys()].filter((path) => path.endsWith("_test.ts"));
  const product = reach([...entries]);
  const all = reach([...entries, ...tests]);
  return [...modules.keys()].filter((path) => !(isTest(path) ? all : product).has(path))
    .map((path) => `No entry point reaches "${path}"`);
}

/** The groups that can be reached from each of their members. */
export function cycles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const groups: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) groups.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return groups;
}

/** The files of the project that are there, in git or not yet. */
export function projectFiles(root: string): string[] {
  const list = (...which: string[]): string[] => {
    const { stdout } = new Deno.Command("git", { args: ["-C", root, "ls-files", ...which] })
      .outputSync();
    return new TextDecoder().decode(stdout).split("\n").filter(Boolean);
  };
  const gone = new Set(list("--deleted"));
  return list("--cached", "--others", "--exclude-standard").filter((path) => !gone.has(path));
}

/** The files at which deno or a client starts: exports, tasks, and what starts another process. */
export function entryPoints(root: string, paths: readonly string[]): Set<string> {
  const { exports, tasks } = JSON.parse(Deno.readTextFileSync(`${root}/deno.json`)) as {
    exports: Record<string, string>;
    tasks: Record<string, { command: string }>;
  };
  const named = [
    ...Object.values(exports).map((path) => path.replace("./", "")),
    ...Object.values(tasks).flatMap(({ command }) => command.match(/[\w/.]+\.ts/g) ?? []),
  ];
  return new Set(paths.filter((path) => named.includes(path)));
}

function main(write: boolean): number {
  const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
  const page = `${root}/docs/architecture.md`;
  const before = Deno.readTextFileSync(page);
  const after = drawInto(before, LAYERS);
  if (write) {
    if (after !== before) Deno.writeTextFileSync(page, after);
    return 0;
  }
  const paths = projectFiles(root);
  const modules = readModules(root, paths);
  const found = [
    ...offences(modules, LAYERS, entryPoints(root, paths)),
    ...unusedAllowances(modules, LAYERS),
  ];
  if (after !== before) {
    found.push("docs/architecture.md is not current: run deno task layers --write");
  }
  for (const offence of found) console.log(offence);
  return found.length > 0 ? 1 : 0;
}

if (import.meta.main) {
  await command({
    name: "layers",
    summary: "Says where the code does not follow the architecture.",
    flags: { write: flag("Check nothing; draw the architecture in docs/architecture.md") },
    exits: { 0: "it does", 1: "it does not" },
    run: ({ write }) => main(write),
  });
}
