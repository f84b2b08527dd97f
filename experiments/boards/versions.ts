/**
 * The versions of files in a repository, oldest first, along the first parents only: what happens
 * on a branch is history only once it is merged. Going through all branches would see a task
 * finished on one and open on another, again and again.
 *
 * The log reads no file's content; that comes from one `git cat-file`, one file in memory at a time.
 */

import { decodePath, splitAtNul } from "../../lib/git/paths.ts";
import { GitError, type Repository } from "../../lib/git/run.ts";
import { readCommits } from "../history/commits.ts";
import { LARGEST } from "./document.ts";

/** A file as a commit left it. */
interface Version {
  /** From 1, the oldest first. */
  readonly number: number;
  readonly total: number;
  readonly path: string;
  /** When it was committed. */
  readonly at: number;
  /** Null: the file was deleted. `undefined`: it is too large, its object is missing, or it is no file. */
  readonly bytes: Uint8Array | null | undefined;
}

/** Reads all versions of the files under a path; an empty path is the whole repository. */
export async function* readVersions(repository: Repository, path: string): AsyncGenerator<Version> {
  const changes: { name: string | null; path: string; at: number }[] = [];
  const paths = path === "" ? [] : [path];
  for await (const commit of readCommits(repository, { firstParent: true, paths })) {
    const { sha, time, paths, statuses } = commit;
    const own = paths.map((path, n) => {
      return { name: statuses[n] === "D" ? null : `${sha}:${path}`, path, at: time * 1000 };
    });
    // Turned round below: a file that is moved goes before it comes.
    changes.push(...own.sort((a, b) => Number(a.name === null) - Number(b.name === null)));
  }
  changes.reverse();
  let number = 0;
  const named = changes.flatMap(({ name }) => name ?? []);
  const contents = readObjects(repository, named);
  for (const { name, path, at } of changes) {
    const bytes = name === null ? null : (await contents.next()).value ?? undefined;
    yield { number: ++number, total: changes.length, path, at, bytes };
  }
  await contents.return();
}

/** The files under a path in the newest commit. */
export async function* readFiles(
  repository: Repository,
  path: string,
): AsyncGenerator<Pick<Version, "path" | "bytes">> {
  const listing = await repository.run(
    ...["--literal-pathspecs", "ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD", "--"],
    ...path === "" ? [] : [path],
  );
  if (!listing.ok) throw new GitError(`Cannot list "${path}": ${listing.stderr.trim()}`);
  const paths = [...splitAtNul(listing.stdout)].map(decodePath);
  const contents = readObjects(repository, paths.map((path) => `HEAD:${path}`));
  for (const path of paths) yield { path, bytes: (await contents.next()).value ?? undefined };
  await contents.return();
}

/**
 * The content of each object, in order; `undefined` for what is missing, no file, or too large, and
 * for a name of several lines, which the protocol cannot ask for.
 */
async function* readObjects(
  repository: Repository,
  names: readonly string[],
): AsyncGenerator<Uint8Array | undefined, void, void> {
  const asked = names.filter((name) => !name.includes("\n"));
  if (asked.length === 0) {
    yield* names.map(() => undefined);
    return;
  }
  const git = await repository.stream(["cat-file", "--batch"], { stdin: "piped" });
  // Asking and reading go on at once: git reads no questions while its answers wait to be read.
  const asking = ReadableStream.from(asked.map((name) => `${name}\n`))
    .pipeThrough(new TextEncoderStream()).pipeTo(git.stdin!)
    // Reading may stop early; where git ended early, its answers say so.
    .catch(() => {});
  const answers = new ByteReader(git.stdout);
  try {
    for (const name of names) {
      const [, type, size] = name.includes("\n")
        ? []
        : /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(await answers.line()) ?? [];
      if (type === undefined) {
        yield undefined;
        continue;
      }
      const wanted = type === "blob" && Number(size) <= LARGEST;
      const bytes = await answers.take(Number(size), wanted);
      await answers.take(1, false);
      yield wanted ? bytes : undefined;
    }
  } finally {
    git.stop();
    await answers.cancel();
    await asking;
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
      this.#rest = this.#rest.subarray(end < 0 ? this.#rest.length : end + 1);
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
