// Which modules a script loads, or may.

import assert from "node:assert/strict";
import { deno, PROJECT } from "./process.ts";

/** Where this project is, as modules are named. */
const HERE = new URL("../../", import.meta.url).href;

/** One import. */
export interface Dependency {
  readonly specifier: string;
  /** Where it leads while the program runs; without it only types are imported. */
  readonly code?: { readonly specifier?: string; readonly error?: string };
}

interface Module {
  readonly specifier: string;
  readonly error?: string;
  readonly dependencies?: readonly Dependency[];
}

/** All modules that are loaded, or may be, from a file on, by their paths in this project. */
export async function reachable(root: string): Promise<Map<string, readonly Dependency[]>> {
  const { stdout, stderr, code } = await deno(["info", "--json", `${PROJECT}/${root}`]);
  assert.equal(code, 0, stderr);
  const { modules } = JSON.parse(stdout) as { modules: Module[] };
  const byUrl = new Map(modules.map((module) => [module.specifier, module]));
  const reached = new Map<string, readonly Dependency[]>();
  const open = [HERE + root];
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    const path = url.replace(HERE, "");
    if (url.startsWith("node:") || reached.has(path)) continue;
    if (url.startsWith("npm:")) {
      reached.set(url, []);
      continue;
    }
    const module = byUrl.get(url);
    assert.ok(module !== undefined && module.error === undefined, `Cannot load "${url}"`);
    const loaded = (module.dependencies ?? []).filter(({ code }) => code !== undefined);
    reached.set(path, loaded);
    for (const { specifier, code } of loaded) {
      assert.ok(code?.specifier, `Cannot resolve "${specifier}" in ${path}: ${code?.error}`);
      open.push(code.specifier);
    }
  }
  return reached;
}
