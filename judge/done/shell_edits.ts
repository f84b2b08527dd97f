/**
 * Files that shell commands change.
 *
 * Formatters and automatic fixes are no edits here: they keep what the code does, and a formatter
 * after the tests does not make the tests stale. Neither are builds, caches and logs.
 */

import type { SimpleCommand } from "./shell_line.ts";
import { type Invocation, invocationOf, isOption } from "./shell_words.ts";
import { pathsOfPatch } from "./tools.ts";

/** Places where nothing of the work is kept. */
const SCRATCH =
  /^(?:\/tmp\/|\/dev\/|\/var\/tmp\/|\/proc\/|\$\{?TMP|&)|(?:^|\/)(?:node_modules|dist|build|out|target|coverage|\.cache|\.next|__pycache__|\.pytest_cache|tmp)(?:\/|$)|\.(?:log|out|tmp|pid|bak)$/;

/** Manifests that an added or removed dependency changes, by the program that adds it. */
const MANIFESTS: Readonly<Record<string, readonly [manifest: string, verbs: string]>> = {
  npm: ["package.json", "install i add uninstall remove rm update"],
  pnpm: ["package.json", "add remove rm update up"],
  yarn: ["package.json", "add remove upgrade up"],
  bun: ["package.json", "add remove"],
  cargo: ["Cargo.toml", "add remove rm"],
  go: ["go.mod", "get"],
  poetry: ["pyproject.toml", "add remove"],
  uv: ["pyproject.toml", "add remove"],
  deno: ["deno.json", "add remove"],
};

/** Git commands that change the files of the work tree. */
const GIT_WRITES = new Set(
  "apply am restore revert merge rebase cherry-pick pull stash mv rm clean".split(" "),
);

/** Programs given as text that write files: one-off scripts are a common way to edit. */
const WRITES_IN_CODE =
  /write_text\(|writeFileSync\(|writeTextFile|writeFile\(|File\.write\(|open\([^)\n]{1,200},\s{0,4}(?:mode=)?["'][wax]/;
const INTERPRETERS = /^(?:python[\d.]{0,6}|node|deno|ruby|perl|bun|php)$/;

/** Whether a path holds part of the work. */
export function isWork(path: string): boolean {
  return path !== "" && !SCRATCH.test(path);
}

/** The files that one command changes; a name in place of a path where none is told. */
export function shellEdits(command: SimpleCommand): string[] {
  const invocation = invocationOf(command.words);
  const paths = [...command.writes];
  if (invocation !== null) paths.push(...editedBy(invocation, command));
  return [...new Set(paths)].filter(isWork);
}

function editedBy(invocation: Invocation, { documents }: SimpleCommand): string[] {
  const { program, args } = invocation;
  const plain = args.filter((arg) => !isOption(arg));
  switch (program) {
    case "sed":
    case "gsed":
      return args.some((arg) => /^(?:-[a-zA-Z]*i|--in-place)/.test(arg)) ? sedFiles(args) : [];
    case "perl":
      return args.some((arg) => /^-\w*i/.test(arg)) ? plain.slice(-1) : inCode(args, documents);
    case "tee":
      return plain;
    case "rm":
      return plain;
    case "mv":
      return plain;
    case "cp":
      return plain.slice(-1);
    case "patch":
      return ["patch"];
    case "apply_patch":
      return pathsOfPatch(documents[0] ?? plain[0] ?? "");
    case "git":
      return gitFiles(plain, args);
  }
  if (Object.hasOwn(MANIFESTS, program)) return manifest(program, plain);
  return INTERPRETERS.test(program) ? inCode(args, documents) : [];
}

/** Without `-e` the first plain word is the script. */
function sedFiles(args: readonly string[]): string[] {
  const scripted = args.some((arg) => arg === "-e" || arg === "-f");
  const plain = args.filter((arg, at) =>
    !isOption(arg) && arg !== "" && args[at - 1] !== "-e" && args[at - 1] !== "-f"
  );
  return scripted ? plain : plain.slice(1);
}

function manifest(program: string, [verb = "", ...packages]: readonly string[]): string[] {
  if (program === "npm" && verb === "pkg" && packages[0] === "set") return ["package.json"];
  const [file, verbs] = MANIFESTS[program]!;
  return packages.length > 0 && verbs.split(" ").includes(verb) ? [file] : [];
}

function gitFiles(plain: readonly string[], args: readonly string[]): string[] {
  const verb = plain.find((word) => /^[a-z][a-z-]*$/.test(word)) ?? "";
  const rest = plain.slice(plain.indexOf(verb) + 1);
  if (verb === "checkout") {
    const dashes = args.indexOf("--");
    if (dashes >= 0) return args.slice(dashes + 1);
    return rest.filter((word) => word === "." || /\.\w{1,5}$/.test(word));
  }
  if (verb === "reset") return args.includes("--hard") ? ["git reset"] : [];
  if (!GIT_WRITES.has(verb)) return [];
  if (verb === "stash" && !["", "push", "pop", "apply"].includes(rest[0] ?? "")) return [];
  const named = verb === "mv" || verb === "rm" || verb === "restore" ? rest : [];
  return named.length > 0 ? named : [`git ${verb}`];
}

function inCode(args: readonly string[], documents: readonly string[]): string[] {
  const inline = args.findIndex((arg) => /^-(?:c|e|pe|ne)$|^eval$/.test(arg));
  const code = [...documents, inline < 0 ? "" : args[inline + 1] ?? ""].join("\n");
  if (!WRITES_IN_CODE.test(code)) return [];
  return [/["']([\w@./-]{1,200}\.\w{1,8})["']/.exec(code)?.[1] ?? "script"];
}
