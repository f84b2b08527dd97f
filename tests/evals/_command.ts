/** Running `deno task evals` on files that a test writes, with the permissions that the task has. */

import assert from "node:assert/strict";
import { deno, type Ran, taskCommand } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

/** What `--file` prints. */
interface FileResult {
  total: number;
  passed: number;
  unknown: number;
  wrong: number;
  failed: { description: string; why: string }[];
}

/** Runs the script as the task does. */
export async function evals(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  return await deno([...await taskCommand("evals"), ...args], { env });
}

/** Runs a file of cases; its siblings may be given too. */
export async function runFile(
  yaml: string,
  { kind = "stuck", flags = [], files = {}, env = {} }: {
    kind?: string;
    flags?: string[];
    files?: Record<string, string>;
    env?: Record<string, string>;
  } = {},
): Promise<Ran & { file: string }> {
  await using scratch = await Scratch.make();
  await scratch.write({ ...files, "cases.yaml": yaml });
  const file = scratch.path("cases.yaml");
  return { ...await evals(["--file", file, "--kind", kind, ...flags], env), file };
}

/** The one object on stdout. */
export function resultOf({ code, stdout, stderr }: Ran): FileResult {
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** The variables of a case that the floor decides: nothing is stuck after five seconds. */
export const DECIDED = {
  ...{ time_since_activity: "5", message_completed: "true", output_tokens: "9" },
  ...{ last_user_message: "Fix README.md", last_assistant_response: "On it", tool_calls: [] },
};

/** A case about nothing in particular, with these assertions. */
export function caseWith(description: string, assertions: readonly object[]): object {
  return { description, vars: DECIDED, assert: assertions };
}

/** A file of cases; YAML takes JSON as it is. */
export function fileOf(tests: readonly object[], more: object = {}): string {
  return JSON.stringify({ ...more, tests });
}

/** An assertion that the answer has these fields. */
export function having(fields: Record<string, unknown>): { type: string; value: object } {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { const: value }]),
  );
  return { type: "is-json", value: { required: Object.keys(fields), properties } };
}
