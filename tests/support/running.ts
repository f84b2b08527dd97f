// A script that goes on until it is told to stop, and what it says meanwhile.

import assert from "node:assert/strict";
import { PROJECT } from "./process.ts";

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
export class RunningScript implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #impatience: ReturnType<typeof setTimeout>;
  readonly stdout: Voice;
  readonly stderr: Voice;

  /** @param args What this very deno is started with. */
  constructor(args: string[], env: Record<string, string> = {}) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args,
      cwd: PROJECT,
      env: { NO_COLOR: "1", ...env },
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
