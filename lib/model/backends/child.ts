/**
 * Running a program to its end, with a bounded output and no shell. When nobody waits any more, or
 * it prints too much, it is killed and waited for, and its pipes are closed whoever else holds them.
 */

import { MAX_REPLY_BYTES } from "../backend.ts";
import { ModelError } from "../errors.ts";

/** How a program ended and what it printed. */
export interface Ran {
  code: number;
  stdout: string;
  /** For messages: only its beginning. */
  stderr: string;
}

/** What a program is started with. */
interface Start {
  cwd: string;
  /** The whole environment. */
  env: Record<string, string>;
  stdin: string;
  signal: AbortSignal | undefined;
}

const MAX_STDERR_BYTES = 16 * 1024;

/** Runs a program; throws a `ModelError` if it cannot be started or must be killed. */
export async function runToEnd(program: string, args: string[], start: Start): Promise<Ran> {
  const child = spawn(program, args, start);
  const out = new Collector(child.stdout, MAX_REPLY_BYTES, "refuse");
  const err = new Collector(child.stderr, MAX_STDERR_BYTES, "forget");
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new ModelError("aborted", `Nobody waits for "${program}" any more`));
  start.signal?.addEventListener("abort", giveUp, { once: true });
  if (start.signal?.aborted) giveUp();
  try {
    const work = Promise.all([child.status, out.text, err.text, feed(child.stdin, start.stdin)]);
    const [{ code }, stdout, stderr] = await Promise.race([work, givenUp]);
    return { code, stdout, stderr };
  } finally {
    start.signal?.removeEventListener("abort", giveUp);
    kill(child);
    await Promise.all([child.status, out.stop(), err.stop()]);
  }
}

function spawn(program: string, args: string[], { cwd, env }: Start): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args,
      cwd,
      env,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound
      ? "it is not on PATH"
      : error instanceof Error
      ? error.name
      : "unknown";
    throw new ModelError("not_configured", `Cannot start "${program}": ${why}`);
  }
}

/** A program may end without reading: then its output says why. */
async function feed(stdin: WritableStream<Uint8Array<ArrayBuffer>>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    // It does not listen any more.
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
}

/** The text of a stream, up to a size. */
class Collector {
  readonly text: Promise<string>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(stream: ReadableStream<Uint8Array>, max: number, beyond: "refuse" | "forget") {
    this.#reader = stream.getReader();
    this.text = this.#collect(max, beyond);
    // Whoever gave up does not look at it.
    this.text.catch(() => {});
  }

  async #collect(max: number, beyond: "refuse" | "forget"): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    let size = 0;
    while (true) {
      const { done, value } = await this.#reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size <= max) text += decoder.decode(value, { stream: true });
      else if (beyond === "refuse") {
        throw new ModelError("permanent", `The reply is larger than ${max} bytes`);
      }
    }
  }

  async stop(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}
