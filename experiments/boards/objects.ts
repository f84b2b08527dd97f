/**
 * The content of many objects of a repository from one `git cat-file`, one in memory at a time.
 * Asking and reading go on at once: git stops reading questions when nobody reads its answers.
 */

import { GitError, type Repository } from "../../lib/git/run.ts";
import { LARGEST } from "./document.ts";

/** The content of each object, in order; `undefined` for what is missing, no file, or too large. */
export async function* readObjects(
  repository: Repository,
  names: readonly string[],
): AsyncGenerator<Uint8Array | undefined, undefined> {
  if (names.length === 0) return;
  const git = await repository.stream(["cat-file", "--batch"], { stdin: "piped" });
  const asking = ask(git.stdin!, names);
  const reader = new ByteReader(git.stdout);
  try {
    for (let n = 0; n < names.length; n++) {
      const head = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(await reader.line());
      if (head === null) {
        yield undefined;
        continue;
      }
      const size = Number(head[2]);
      const wanted = head[1] === "blob" && size <= LARGEST;
      const bytes = await reader.take(size, wanted);
      await reader.take(1, false);
      yield wanted ? bytes : undefined;
    }
  } finally {
    git.stop();
    await reader.cancel();
    await asking;
  }
}

async function ask(stdin: WritableStream<Uint8Array<ArrayBuffer>>, names: readonly string[]) {
  const writer = stdin.getWriter();
  const encoder = new TextEncoder();
  try {
    for (const name of names) await writer.write(encoder.encode(`${name}\n`));
    await writer.close();
  } catch {
    // Nobody reads any more: who stopped early has what is needed, who did not sees it end early.
  }
}

/** Reads lines and counted bytes from a stream. */
class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  async line(): Promise<string> {
    let text = "";
    for (;;) {
      const end = this.#rest.indexOf(10);
      text += new TextDecoder().decode(this.#rest.subarray(0, end < 0 ? undefined : end));
      this.#rest = end < 0 ? new Uint8Array(0) : this.#rest.subarray(end + 1);
      if (end >= 0) return text;
      await this.#more();
    }
  }

  /** Takes so many bytes, and keeps them only if they are wanted. */
  async take(size: number, keep: boolean): Promise<Uint8Array> {
    const bytes = new Uint8Array(keep ? size : 0);
    for (let at = 0; at < size;) {
      if (this.#rest.length === 0) await this.#more();
      const part = this.#rest.subarray(0, size - at);
      if (keep) bytes.set(part, at);
      at += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return bytes;
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#reader.read();
    if (done) throw new GitError("Cannot read all versions: git cat-file ended early");
    this.#rest = value;
  }
}
