import assert from "node:assert/strict";
import { type Layer, LAYERS } from "../../tools/architecture.ts";
import {
  entryPoints,
  offences,
  projectFiles,
  readModules,
  unusedAllowances,
} from "../../tools/layers.ts";
import { PROJECT } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

/** A made-up architecture. */
const SMALL: readonly Layer[] = [
  { path: "low", job: "", may: [] },
  { path: "high", job: "", may: ["low"] },
];

/** What is wrong with these files: for each, what it imports by name, and what it exports. */
function wrongWith(
  files: Record<string, { uses?: Record<string, string[]>; gives?: string[] }>,
  { layers = SMALL, entries = ["high/main.ts"] }: { layers?: typeof SMALL; entries?: string[] } =
    {},
): string[] {
  const modules = Object.entries(files).map(([path, { uses = {}, gives = [] }]) => {
    const imports = new Map(Object.entries(uses).map(([from, names]) => [from, new Set(names)]));
    return [path, { path, imports, exports: gives }] as const;
  });
  return offences(new Map(modules), layers, new Set(entries));
}

const LOW = { gives: ["low"] };

Deno.test("a tree that is as its table says has no offences", () => {
  const files = { "high/main.ts": { uses: { "low/a.ts": ["low"] } }, "low/a.ts": LOW };
  assert.deepEqual(wrongWith(files), []);
});

Deno.test("an import that the table does not allow is named with both layers", () => {
  const files = { "low/a.ts": { uses: { "high/main.ts": [] } }, "high/main.ts": {} };
  assert.deepEqual(wrongWith(files, { entries: ["low/a.ts"] }), [
    '"low/a.ts" imports "high/main.ts": low may not import high',
  ]);
});

Deno.test("a file that is in no layer is named, and tests and tools may import everything", () => {
  const files = {
    "other/a.ts": { uses: { "low/a.ts": ["low"] } },
    "tools/a.ts": { uses: { "low/a.ts": ["low"], "high/main.ts": [] } },
    "tests/a_test.ts": { uses: { "low/a.ts": ["low"], "tools/a.ts": [] } },
    "high/main.ts": {},
    "low/a.ts": LOW,
  };
  const entries = ["high/main.ts", "other/a.ts", "tools/a.ts"];
  assert.deepEqual(wrongWith(files, { entries }), ['"other/a.ts" is in no layer']);
});

Deno.test("layers that import each other are named, even where the table allows it", () => {
  const layers = [{ path: "low", job: "", may: ["high"] }, SMALL[1]!];
  const files = {
    "high/main.ts": { uses: { "low/a.ts": ["low"] } },
    "low/a.ts": { ...LOW, uses: { "high/b.ts": ["b"] } },
    "high/b.ts": { gives: ["b"] },
  };
  assert.deepEqual(wrongWith(files, { layers }), ["Layers import each other: high, low"]);
});

Deno.test("files that import each other are named, as one circle", () => {
  const files = {
    "high/main.ts": { uses: { "high/b.ts": ["b"] } },
    "high/b.ts": { uses: { "high/c.ts": ["c"] }, gives: ["b"] },
    "high/c.ts": { uses: { "high/b.ts": ["b"] }, gives: ["c"] },
  };
  assert.deepEqual(wrongWith(files), ["Files import each other: high/b.ts, high/c.ts"]);
});

Deno.test("an export that only its own file uses is named; those of an entry are for others", () => {
  const files = {
    "high/main.ts": { uses: { "low/a.ts": ["low"], "low/b.ts": ["*"] }, gives: ["main"] },
    "low/a.ts": { gives: ["low", "alone"] },
    "low/b.ts": { gives: ["whole"] },
  };
  assert.deepEqual(wrongWith(files), ['"low/a.ts" exports alone, which no other file uses']);
});

Deno.test("a file that only tests reach is named, and a helper that no test reaches", () => {
  const files = {
    "high/main.ts": {},
    "low/a.ts": LOW,
    "tests/a_test.ts": { uses: { "low/a.ts": ["low"], "tests/used.ts": [] } },
    "tests/used.ts": {},
    "tests/unused.ts": {},
  };
  assert.deepEqual(wrongWith(files), [
    'No entry point reaches "low/a.ts"',
    'No entry point reaches "tests/unused.ts"',
  ]);
});

/** What files of a scratch folder import, by name. */
async function importsOf(path: string, files: Record<string, string>) {
  await using scratch = await Scratch.make();
  await scratch.write(files);
  const { imports = new Map() } = readModules(scratch.folder, Object.keys(files)).get(path) ?? {};
  return Object.fromEntries([...imports].map(([from, names]) => [from, [...names]]));
}

Deno.test("types, aliases, whole modules and what is passed on count as imports", async () => {
  const files = {
    "a/main.ts": `import type { One } from "./b.ts";
      import { two as other } from "./b.ts";
      import * as some from "../c.ts";
      import * as all from "../e.ts";
      const used = [some.four, {} as some.Five, Object.keys(all)];
      export { three } from "./b.ts";
      import "../d.ts";
      import { z } from "zod";`,
    "a/b.ts": "",
    "c.ts": "",
    "d.ts": "",
    "e.ts": "",
  };
  assert.deepEqual(await importsOf("a/main.ts", files), {
    "a/b.ts": ["One", "two", "three"],
    "c.ts": ["four", "Five"],
    "e.ts": ["*"],
    "d.ts": [],
  });
});

Deno.test("a module that is loaded later counts, with the names that are taken of it", async () => {
  const files = {
    "main.ts": `const { one, two: other } = await import("./b.ts");
      type Three = typeof import("./b.ts").three;
      const c = await import(["./c.ts"][0]);
      const script = { script: "d" };`,
    "b.ts": "",
    "c.ts": "",
    "d.ts": "",
  };
  assert.deepEqual(await importsOf("main.ts", files), {
    "b.ts": ["one", "two", "three"],
    "c.ts": ["*"],
    "d.ts": ["*"],
  });
});

Deno.test("what the table allows and no file needs is named", () => {
  const modules = new Map([["high/main.ts", {
    path: "high/main.ts",
    imports: new Map<string, Set<string>>(),
    exports: [],
  }]]);
  assert.deepEqual(unusedAllowances(modules, SMALL), ["high may import low, and does not"]);
});

Deno.test("this repository is as its table says", () => {
  const paths = projectFiles(PROJECT);
  const modules = readModules(PROJECT, paths);
  assert.deepEqual(offences(modules, LAYERS, entryPoints(PROJECT, paths)), []);
  assert.deepEqual(unusedAllowances(modules, LAYERS), []);
});
