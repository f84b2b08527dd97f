// The report's scripts as people start them: with the permissions of their tasks, and nothing of the
// settings of the person who runs the tests.

import assert from "node:assert/strict";
import type { AnyRecord } from "../../lib/records/record.ts";
import type { runJson } from "../../report/list.ts";
import { deno, PROJECT, type Ran, type Start, taskCommand } from "../support/process.ts";
import { RunningScript } from "../support/running.ts";
import { asFiles } from "../lib/records/_samples.ts";

/** A run as `--json` gives it. */
export type RunJson = ReturnType<typeof runJson>;

const commands = { report: await taskCommand("report"), serve: await taskCommand("report:serve") };

/** The settings that a script finds. */
const SETTINGS: Readonly<Record<string, string>> = { REFLECTION_DIR: "", INIT_CWD: PROJECT };

/** Runs the report to its end. `flags` go to deno itself, to take something from the script. */
export function report(args: string[], start: Start = {}, flags: string[] = []): Promise<Ran> {
  return deno(reportCommand(args, flags), { ...start, env: { ...SETTINGS, ...start.env } });
}

/** The arguments of deno that start the report. */
export function reportCommand(args: string[], flags: string[] = []): string[] {
  const [first, ...rest] = commands.report;
  return [first!, ...flags, ...rest, ...args];
}

/** What the report gives a program, where nothing is wrong. */
export async function reportJson(
  args: string[],
  start: Start = {},
): Promise<{
  runs: RunJson[];
  problems: { count: number; first: { origin: string; problem: string }[] };
}> {
  const { code, stdout, stderr } = await report([...args, "--json"], start);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** The tasks of the runs that the report lists, in its order. */
export async function listed(args: string[], start: Start = {}): Promise<string[]> {
  return (await reportJson(args, start)).runs.map(({ task_ref }) => task_ref);
}

/** Where a repository keeps its records. */
export const RECORDS = ".mosaic/reflections/";

/** Records as files of a repository. */
export function inRepository(name: string, records: readonly AnyRecord[]): Record<string, string> {
  return asFiles(records, `${name}/${RECORDS}`);
}

/** One of the report's scripts that goes on until it is told to stop. */
export class Running extends RunningScript {
  constructor(script: keyof typeof commands, args: string[], env: Record<string, string> = {}) {
    super([...commands[script], ...args], { ...SETTINGS, ...env });
  }
}
