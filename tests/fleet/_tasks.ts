// The scripts as people start them, beside one server or three.

import assert from "node:assert/strict";
import { deno, PROJECT, type Ran, taskCommand } from "../support/process.ts";
import { RunningScript } from "../support/running.ts";
import { seenAtTerminal } from "../support/terminal.ts";
import { Cluster } from "./_cluster.ts";

const NAMES = [
  "ship",
  "fleet:stream",
  "fleet:status",
  "report",
  "experiments:calibration",
] as const;
type Task = typeof NAMES[number];

const commands = Object.fromEntries(
  await Promise.all(NAMES.map(async (name) => [name, await taskCommand(name)])),
) as Record<Task, string[]>;

/** What the scripts find, on any machine. */
const SETTINGS = { REFLECTION_DIR: "", INIT_CWD: PROJECT };

/** Runs a task to its end. */
export function task(name: Task, ...args: string[]): Promise<Ran> {
  return deno([...commands[name], ...args], { env: SETTINGS });
}

/** What a person at a terminal sees of a task. */
export function taskSeen(name: Task, ...args: string[]): Promise<{ code: number; text: string }> {
  return seenAtTerminal([...commands[name], ...args], { width: 100, env: SETTINGS });
}

/** What a task gives a program, where nothing is wrong. */
export async function taskJson<T>(name: Task, ...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await task(name, ...args, "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Starts a task that goes on until it is told to stop. */
export function running(name: Task, ...args: string[]): RunningScript {
  return new RunningScript([...commands[name], ...args], SETTINGS);
}

/** One server with a stream on it, which is all that many tests need. */
export async function oneServer(): Promise<Cluster> {
  const cluster = await Cluster.start({ nodes: 1 });
  const { code, stderr } = await task("fleet:stream", "--to", cluster.urls, "--replicas", "1");
  assert.equal(code, 0, stderr);
  return cluster;
}
