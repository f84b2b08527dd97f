/** What a hook did with its permissions, as deno itself logs it. */

import assert from "node:assert/strict";
import { PROJECT } from "../support/process.ts";
import type { Scratch } from "../support/repository.ts";

interface Access {
  readonly permission: string;
  readonly value: string;
}

/** Every access of one start of a hook; what is run deno does not log. */
export async function audited(
  repo: Scratch,
  start: (env: Record<string, string>) => Promise<unknown>,
): Promise<Access[]> {
  const file = repo.path(".git/audit.jsonl");
  // Every deno begins the file anew.
  await start({ DENO_AUDIT_PERMISSIONS: file, REFLECTION_DEBUG: "1" });
  const lines = (await Deno.readTextFile(file)).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/**
 * Asserts that variables and files were used, and only these: of the environment those that are
 * registered, and outside of the repository the hooks' own code and what is named.
 */
export function assertWithin(
  { folder }: Scratch,
  used: readonly Access[],
  { env, outside = [] }: { readonly env: readonly string[]; readonly outside?: readonly string[] },
): void {
  const valuesOf = (kind: string): string[] => [
    ...new Set(used.filter(({ permission }) => permission === kind).map(({ value }) => value)),
  ];
  const kinds = new Set(used.map(({ permission }) => permission));
  assert.deepEqual([...kinds].sort(), ["env", "read", "write"]);
  for (const name of valuesOf("env")) {
    assert.ok(env.includes(name) || /^REFLECTION_[A-Z_]+$/.test(name), name);
  }
  const others = valuesOf("read").filter((path) =>
    path.startsWith("/") && path !== folder && !path.startsWith(`${folder}/`) &&
    !(path.startsWith(`${PROJECT}/`) && path.endsWith(".ts"))
  );
  assert.deepEqual(others.sort(), outside.toSorted());
  for (const path of valuesOf("write")) {
    assert.match(path.replace(`${folder}/`, ""), /^\.(mosaic|reflection)(\/|$)/);
  }
}
