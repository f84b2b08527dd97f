/** Records in a folder, one file each, as the hooks write them. The default, and the one that is always there. */

import { dirname } from "node:path";
import { entriesOf, kindOfEntry, kindOfName, readSmallFile } from "./folder_files.ts";
import { FolderWatch } from "./folder_watch.ts";
import { type AnyRecord, parseRecord } from "./record.ts";
import type { Found, ReadOptions, RecordSource } from "./source.ts";

/** So many files, and not many more bytes than this, are read before others get their turn. */
const BATCH = 512;
const BATCH_BYTES = 8 * 1024 * 1024;

/** A folder of records, which need not be there yet. */
export class FolderSource implements RecordSource {
  constructor(readonly place: string, readonly folder: string) {}

  async *read({ follow }: ReadOptions = {}): AsyncGenerator<readonly Found[]> {
    if (follow === undefined) return yield* this.#all();
    let known: ReadonlySet<string> | null = null;
    while (!follow.aborted) {
      // Watched before it is read: whatever comes in between is seen twice rather than never.
      using watch = new FolderWatch(this.folder, follow);
      const seen = new Set<string>();
      for (const batch of this.#all()) {
        for (const { origin } of batch) seen.add(origin);
        yield batch;
      }
      const gone = [...known ?? []].filter((origin) => !seen.has(origin));
      if (gone.length > 0) yield gone.map((origin) => ({ origin, gone: true }));
      if (known === null || gone.length + seen.size > 0) yield [];
      known = seen;
      for await (const names of watch.changes()) {
        const found = [...names].map((name) => this.#lookAgain(name, seen))
          .filter((one) => one !== null);
        if (found.length === 0) continue;
        yield found;
        yield [];
      }
    }
  }

  again(origin: string): Promise<AnyRecord | null> {
    const found = dirname(origin) === this.folder && kindOfEntry(origin) === "file"
      ? readOne(origin)
      : null;
    return Promise.resolve(found !== null && "record" in found ? found.record : null);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  *#all(): Generator<readonly Found[]> {
    let batch: Found[] = [];
    let bytes = 0;
    for (const { name, isFile, isDirectory } of entriesOf(this.folder)) {
      if (isDirectory) continue;
      const found = this.#look(name, isFile, (length) => bytes += length);
      // What was there a moment ago and is not any more was never found.
      if (found === null || "gone" in found) continue;
      batch.push(found);
      if (batch.length < BATCH && bytes < BATCH_BYTES) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  }

  /** What stands under a name; null where it is nothing of interest. */
  #look(name: string, isFile: boolean, read?: (bytes: number) => void): Found | null {
    const origin = `${this.folder}/${name}`;
    const kind = kindOfName(name);
    if (kind === "other") return null;
    if (kind === "unfinished") return { origin, problem: "was never written to its end" };
    if (kind === "foreign") return { origin, problem: "not a record by its name" };
    return isFile ? readOne(origin, read) : { origin, problem: "not a plain file" };
  }

  /** What a name that changed stands for by now; null where nothing of interest was or is there. */
  #lookAgain(name: string, seen: Set<string>): Found | null {
    const origin = `${this.folder}/${name}`;
    const entry = kindOfEntry(origin);
    const found = entry === "none" || entry === "folder"
      ? null
      : this.#look(name, entry === "file");
    if (found !== null && !("gone" in found)) {
      seen.add(origin);
      return found;
    }
    // A record is written beside its place and renamed: what it was called meanwhile was never there.
    return seen.delete(origin) ? { origin, gone: true } : null;
  }
}

function readOne(origin: string, read?: (bytes: number) => void): Found {
  try {
    const bytes = readSmallFile(origin);
    if (typeof bytes === "string") return { origin, problem: bytes };
    read?.(bytes.length);
    const record = parseRecord(bytes);
    return typeof record === "string" ? { origin, problem: record } : { origin, record };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { origin, gone: true };
    throw error;
  }
}
