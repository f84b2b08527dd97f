/** What OpenCode loads with the plugin: files of this project and built-ins of Node, nothing else. */

import assert from "node:assert/strict";
import { type Dependency, reachable } from "../../support/module_graph.ts";
import { PROJECT } from "../../support/process.ts";

const ROOTS = ["hook/opencode/plugin.ts", "hook/opencode/switched_on.ts"];

/** What is reached only through `deno run`, and must not be loaded into the client. */
const OUTSIDE = [
  "lib/model/",
  "lib/git/",
  "lib/scrub/",
  "review/",
  "lib/cli/",
  "hook/judging/",
  "hook/opencode/answer.ts",
  "hook/opencode/plugin_lines.ts",
];

/** A program without its comments, which may speak of anything. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

let walked: ReturnType<typeof walk> | undefined;

function walk(): Promise<Map<string, readonly Dependency[]>[]> {
  return Promise.all(ROOTS.map(reachable));
}

/** What each of the two reaches; walked once. */
function graphs(): ReturnType<typeof walk> {
  return walked ??= walk();
}

/** The paths of all files that are reached. */
async function paths(): Promise<string[]> {
  return [...new Set((await graphs()).flatMap((graph) => [...graph.keys()]))];
}

/** The programs among them. */
async function programs(): Promise<[path: string, source: string][]> {
  const scripts = (await paths()).filter((path) => path.endsWith(".ts"));
  return await Promise.all(
    scripts.map(async (path): Promise<[string, string]> => [
      path,
      withoutComments(await Deno.readTextFile(`${PROJECT}/${path}`)),
    ]),
  );
}

Deno.test("Everything that belongs to the plugin is found", async () => {
  const found = await paths();
  for (const name of [...ROOTS, "hook/opencode/watch.ts", "hook/opencode/commands.json"]) {
    assert.ok(found.includes(name), `"${name}" is not among ${found.join(", ")}`);
  }
});

Deno.test("The plugin imports files by relative paths and built-ins of Node, and nothing else", async () => {
  for (const graph of await graphs()) {
    for (const [path, dependencies] of graph) {
      for (const { specifier } of dependencies) {
        assert.match(specifier, /^(?:\.\.?\/|node:)/, `"${specifier}" in ${path}`);
      }
    }
  }
});

Deno.test("The plugin loads nothing that is to run outside of the client", async () => {
  for (const path of await paths()) {
    assert.ok(!path.includes("://") && !path.startsWith("/"), `"${path}" is not of this project`);
    assert.ok(!OUTSIDE.some((folder) => path.startsWith(folder)), `"${path}" is loaded`);
  }
});

Deno.test("No import of the plugin's is hidden from whoever reads its files", async () => {
  for (const [path, source] of await programs()) {
    assert.doesNotMatch(source, /\bimport\s*\(\s*[^"'\s]/, `a computed import in ${path}`);
    assert.doesNotMatch(source, /\b(?:require|createRequire|eval|Function|Worker)\s*\(/, path);
  }
});

Deno.test("The plugin needs nothing of Deno's or Bun's own", async () => {
  for (const [path, source] of await programs()) {
    assert.doesNotMatch(source, /\b(?:Deno|Bun)\b\s*(?:\?\.|[.[])/, path);
    assert.doesNotMatch(source, /\bglobalThis\s*(?:\?\.|[.[])\s*["']?(?:Deno|Bun)\b/, path);
  }
});

Deno.test("The plugin exports itself and nothing else, which the client would take for one more", async () => {
  const module = await import("../../../hook/opencode/plugin.ts");
  assert.deepEqual(Object.keys(module), ["default"]);
  assert.deepEqual(Object.keys(module.default).sort(), ["id", "server"]);
  assert.equal(module.default.id, "reflection-kernel");
  assert.equal(typeof module.default.server, "function");
});

Deno.test("The plugin that is switched on by its own file is the same one", async () => {
  const [plugin, { switchedOn }] = await Promise.all([
    import("../../../hook/opencode/plugin.ts"),
    import("../../../hook/opencode/switched_on.ts"),
  ]);
  const other = switchedOn({ REFLECTION_MODE: "solo" });
  assert.equal(other.id, plugin.default.id);
  assert.deepEqual(Object.keys(other).sort(), ["id", "server"]);
});
