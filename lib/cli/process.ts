/**
 * Running a program to its end, with a bounded output and no shell. When the caller gives up, or the
 * program prints too much, it is killed and waited for, and its pipes are closed, even where another
 * process still holds them.
 */

import { UserError } from "../text/errors.ts";

/** How a program ended and what it printed. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  /** For messages: only its beginning. */
  readonly stderr: string;
}

/** What a program is started with. */
interface Start {
  readonly cwd?: string;
  /** The whole environment; without it, that of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly signal?: AbortSignal | undefined;
  /** How much it may print, in bytes. */
  readonly most?: number;
  /** Whether its errors go to where those of this process go, and not into the result. */
  readonly showErrors?: boolean;
}

const MAX_STDOUT_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_BYTES = 16 * 1024;

/**
 * Runs a program.
 *
 * @throws {UserError} If it cannot be started.
 * @throws {RangeError} If it prints too much.
 * @throws What the signal gives as its reason.
 */
export async function runChild(program: string, args: string[], start: Start): Promise<Ran> {
  const child = spawn(program, args, start);
  const out = new Collector(child.stdout, start.most ?? MAX_STDOUT_BYTES, "refuse");
  const err = start.showErrors ? null : new Collector(child.stderr, MAX_STDERR_BYTES, "forget");
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(start.signal?.reason);
  start.signal?.addEventListener("abort", giveUp, { once: true });
  if (start.signal?.aborted) giveUp();
  try {
    const fed = start.stdin === undefined ? null : feed(child.stdin, start.stdin);
    const work = Promise.all([child.status, out.text, err?.text ?? "", fed]);
    const [{ code }, stdout, stderr] = await Promise.race([work, givenUp]);
    return { code, stdout, stderr };
  } finally {
    start.signal?.removeEventListener("abort", giveUp);
    kill(child);
    await Promise.all([child.status, out.stop(), err?.stop()]);
  }
}

function spawn(program: string, args: string[], start: Start): Deno.ChildProcess {
  const { cwd, env, stdin, showErrors } = start;
  try {
    return new Deno.Command(program, {
      args,
      ...cwd === undefined ? {} : { cwd },
      ...env === undefined ? {} : { env, clearEnv: true },
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: showErrors ? "inherit" : "piped",
    }).spawn();
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound
      ? "it is not on PATH"
      : error instanceof Error
      ? error.name
      : "unknown";
    throw new UserError(`Cannot start "${program}": ${why}`);
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
    // A caller that gave up does not look at it.
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
        throw new RangeError(`The reply is larger than ${max} bytes`);
      }
    }
  }

  async stop(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}
