/** The files in a folder of records: which of them could be one, and what is in them. */

import { MAX_RECORD_BYTES } from "./record.ts";
import { StoreError } from "../store/store.ts";

/** What else the hooks leave in the folder: nothing to read, and nothing to complain of. */
const NO_RECORD = [
  /^\.gitignore$/,
  /^(?:errors|debug)\.log$/,
  /\.(?:review|handoff)\.md$/,
  /\.self-report\.json$/,
  /^verdict_.+\.json$/,
];

/** What a name tells of a file: it may be a record, it is none, or it was to become one. */
export function kindOfName(name: string): "record" | "other" | "foreign" | "unfinished" {
  if (NO_RECORD.some((pattern) => pattern.test(name))) return "other";
  if (/^\..+\.tmp$/.test(name)) return "unfinished";
  return name.endsWith(".json") ? "record" : "foreign";
}

// One for all files: most are small, and a buffer for each would cost more than reading them.
let buffer = new Uint8Array(64 * 1024);

/**
 * The bytes of a plain file, valid until the next call; or in words why there are none.
 *
 * @throws {Deno.errors.NotFound} If there is no such file.
 */
export function readSmallFile(path: string): Uint8Array | string {
  try {
    using file = Deno.openSync(path, { read: true });
    let length = 0;
    while (true) {
      const room = buffer.length - length;
      const count = file.readSync(buffer.subarray(length)) ?? 0;
      length += count;
      if (length > MAX_RECORD_BYTES) return `larger than ${MAX_RECORD_BYTES / 1024 / 1024} MiB`;
      // A file that gives less than was asked for has no more to give.
      if (count < room) return buffer.subarray(0, length);
      const larger = new Uint8Array(2 * buffer.length);
      larger.set(buffer);
      buffer = larger;
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw error;
    return "cannot be read";
  }
}

/** What stands at a path. It is not opened: a pipe would never end. */
export function kindOfEntry(path: string): "none" | "folder" | "file" | "other" {
  try {
    const { isFile, isDirectory } = Deno.lstatSync(path);
    return isFile ? "file" : isDirectory ? "folder" : "other";
  } catch {
    return "none";
  }
}

/**
 * What stands in a folder; nothing where there is none.
 *
 * @throws {StoreError} If it cannot be read.
 */
export function* entriesOf(folder: string): Iterable<Deno.DirEntry> {
  try {
    yield* Deno.readDirSync(folder);
  } catch (error) {
    // A file may have taken its place: that is no folder of records either.
    const none = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (!none) throw new StoreError(`Cannot read "${folder}": ${(error as Error).message}`);
  }
}
