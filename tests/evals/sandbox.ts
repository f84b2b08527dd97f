/**
 * A process without any permission that runs foreign assertions, one after the other and each in a
 * world of its own. One that does not end, or ends the process, fails alone: the next gets a new
 * process.
 */

import { fileURLToPath } from "node:url";
import type { Job, JobResult } from "./sandbox_process.ts";

/** No assertion has more to do than to look at a small object. */
const DEADLINE_MS = 3000;

/** Starting a process takes longer than that on a busy machine. */
const START_MS = 30_000;

/** So much may be written beside a result. */
const MAX_WRITTEN = 100_000;

/** Refused are also the hosts that every script may import from, and what was downloaded before. */
const FLAGS = [
  ...["run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm"],
  ...["--deny-import", "--v8-flags=--max-old-space-size=256"],
];

const PROGRAM = fileURLToPath(new URL("./sandbox_process.ts", import.meta.url));

/** Runs assertions; dispose of it to end its process. */
export class Sandbox implements AsyncDisposable {
  #process: Process | null = null;

  /** Runs one assertion to its end. */
  async run(job: Job): Promise<JobResult> {
    // What an earlier one left behind must not fail this one: it gets a process of its own.
    const usedBefore = this.#process !== null;
    try {
      this.#process ??= await Process.start();
      return await this.#process.ask(job, DEADLINE_MS);
    } catch (error) {
      await this.#end();
      return usedBefore ? await this.run(job) : broken(error as Error);
    }
  }

  async #end(): Promise<void> {
    await this.#process?.end();
    this.#process = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

class Process {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  /** What begins an answer: it was told before there was any assertion, so that none knows it. */
  readonly #mark = crypto.randomUUID();
  #rest = "";
  #asked = 0;

  private constructor() {
    this.#child = new Deno.Command("deno", {
      args: [...FLAGS, PROGRAM],
      // Nothing to read even for whoever could: the child gets no more than deno needs.
      clearEnv: true,
      env: surroundings(),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async start(): Promise<Process> {
    const process = new Process();
    await process.#send(process.#mark).catch(() => {});
    const ready = await process.ask({ source: "true", output: "", context: { vars: {} } }, START_MS)
      .catch(() => null);
    if (ready?.pass) return process;
    await process.end();
    throw new Error("Cannot start the process that runs assertions");
  }

  async ask(job: Job, deadline: number): Promise<JobResult> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const why = new Error(`It did not end within ${deadline / 1000} s`);
      timer = setTimeout(() => reject(why), deadline);
    });
    try {
      return await Promise.race([this.#exchange(job), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(line: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${line}\n`)).catch(() => {
      throw new Error("It ended the process");
    });
  }

  async #exchange(job: Job): Promise<JobResult> {
    const begin = `${this.#mark} ${++this.#asked} `;
    await this.#send(JSON.stringify(job));
    for (let written = 0;;) {
      for (let end = this.#rest.indexOf("\n"); end !== -1; end = this.#rest.indexOf("\n")) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        // Every other line was written by an assertion.
        if (line.startsWith(begin)) return JSON.parse(line.slice(begin.length));
      }
      const { value, done } = await this.#reader.read();
      if (done) throw new Error("It ended the process");
      this.#rest += value;
      written += value.length;
      if (written > MAX_WRITTEN) throw new Error("It wrote more than a result");
    }
  }

  async end(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.#writer.abort().catch(() => {});
    await this.#reader.cancel().catch(() => {});
    await this.#child.status;
  }
}

function broken({ message }: Error): JobResult {
  return { pass: false, why: message, broken: true };
}

function surroundings(): Record<string, string> {
  const found: Record<string, string> = { NO_COLOR: "1" };
  for (const name of ["PATH", "HOME", "DENO_DIR", "XDG_CACHE_HOME"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
