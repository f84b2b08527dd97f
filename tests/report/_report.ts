// The report's scripts as people start them: with the permissions of their tasks, and nothing of the
// settings of whoever runs the tests.

import assert from "node:assert/strict";
import type { AnyRecord } from "../../records/record.ts";
import type { runJson } from "../../report/json.ts";
import { deno, PROJECT, type Ran, type Start, taskCommand } from "../support/process.ts";
import { asFiles } from "../records/_samples.ts";

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

/** What a program says on one of its streams, as it comes. */
class Voice {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = "";

  constructor(stream: ReadableStream<Uint8Array>) {
    const text = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
    this.#reader = text.getReader();
  }

  /** Waits for a text, and takes everything up to its end. */
  async until(pattern: RegExp): Promise<string> {
    while (true) {
      const found = pattern.exec(this.#text);
      if (found !== null) {
        const end = found.index + found[0].length;
        const said = this.#text.slice(0, end);
        this.#text = this.#text.slice(end);
        return said;
      }
      const { done, value } = await this.#reader.read();
      if (done) assert.fail(`It ended before it said ${pattern}, with ${this.#text}`);
      this.#text += value;
    }
  }

  /** Everything that is still to come. */
  async rest(): Promise<string> {
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) {
      this.#text += next.value;
    }
    return this.#text;
  }
}

/** Longer than anything here takes: a script that never ends fails its test, and not the whole suite. */
const PATIENCE = 60_000;

/** A script that goes on until it is told to stop. */
export class Running implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #impatience: ReturnType<typeof setTimeout>;
  readonly stdout: Voice;
  readonly stderr: Voice;

  constructor(script: "report" | "serve", args: string[], env: Record<string, string> = {}) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [...commands[script], ...args],
      cwd: PROJECT,
      env: { NO_COLOR: "1", ...SETTINGS, ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.stdout = new Voice(this.#child.stdout);
    this.stderr = new Voice(this.#child.stderr);
    this.#impatience = setTimeout(() => this.#child.kill("SIGKILL"), PATIENCE);
  }

  /** Asks it to end, and tells how it did. */
  async end(signal: Deno.Signal): Promise<Deno.CommandStatus> {
    this.#child.kill(signal);
    return await this.ended();
  }

  /** How it ended. */
  async ended(): Promise<Deno.CommandStatus> {
    const status = await this.#child.status;
    clearTimeout(this.#impatience);
    return status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#impatience);
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already
    }
    await Promise.all([this.stdout.rest(), this.stderr.rest(), this.#child.status]);
  }
}
