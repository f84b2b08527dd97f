/** A folder of records as a spool: what stands in it, in the order in which it is to be sent. */

import { entriesOf, kindOfName, readSmallFile } from "../lib/records/folder_files.ts";
import { FolderWatch } from "../lib/records/folder_watch.ts";
import { parseRecord } from "../lib/records/record.ts";
import { fileHash } from "./cursor.ts";
import type { Parcel } from "./lanes.ts";
import { contentHash, subjectOf } from "./stream.ts";

/** How often a whole folder is read anew while following, in milliseconds: some disks report no changes. */
const READ_ANEW = 60_000;

/** Names to look at. */
interface SpooledNames {
  /** In order: of a session, the earlier comes first. */
  readonly names: readonly string[];
  /** Whether these are all that there are. */
  readonly all: boolean;
}

/** All names in a folder; while following, then those that change. */
export async function* spooledNames(
  folder: string,
  follow: AbortSignal | null,
): AsyncGenerator<SpooledNames> {
  if (follow === null) return yield { names: namesIn(folder), all: true };
  while (!follow.aborted) {
    const soon = AbortSignal.any([follow, AbortSignal.timeout(READ_ANEW)]);
    // Watched before it is read: a change in between is seen twice rather than never.
    using watch = new FolderWatch(folder, soon);
    yield { names: namesIn(folder), all: true };
    for await (const names of watch.changes()) yield { names: [...names].sort(), all: false };
  }
}

function namesIn(folder: string): string[] {
  const names: string[] = [];
  for (const { name, isDirectory } of entriesOf(folder)) if (!isDirectory) names.push(name);
  return names.sort();
}

/** A record, ready to be sent. */
export interface SpooledRecord extends Parcel {
  /** Of its file, as `fileHash()` makes it. */
  readonly fileHash: string;
  readonly subject: string;
  /** The SHA-256 of its bytes. */
  readonly id: string;
}

/** What a file is: nothing to send, acknowledged already, no record, or one to send. */
type Spooled =
  | { readonly kind: "nothing" }
  | { readonly kind: "known"; readonly fileHash: string }
  | { readonly kind: "invalid"; readonly problem: string }
  | { readonly kind: "record"; readonly record: SpooledRecord };

/** Looks at a file; only what is not known yet is read. */
export function lookAt(
  folder: string,
  name: string,
  isKnown: (hash: string) => boolean,
): Spooled {
  const kind = kindOfName(name);
  // What is being written has another name in a moment.
  if (kind === "other" || kind === "unfinished") return { kind: "nothing" };
  const path = `${folder}/${name}`;
  const invalid = (problem: string): Spooled => ({ kind: "invalid", problem });
  try {
    const info = Deno.lstatSync(path);
    if (info.isDirectory) return { kind: "nothing" };
    if (kind === "foreign") return invalid("not a record by its name");
    if (!info.isFile) return invalid("not a plain file");
    const hash = fileHash(path, info);
    if (isKnown(hash)) return { kind: "known", fileHash: hash };
    const bytes = readSmallFile(path);
    if (typeof bytes === "string") return invalid(bytes);
    const record = parseRecord(bytes);
    if (typeof record === "string") return invalid(record);
    return {
      kind: "record",
      record: {
        fileHash: hash,
        bytes: bytes.slice(),
        id: contentHash(bytes),
        subject: subjectOf(record),
        // An experiment's result stands by itself.
        lane: "session_id" in record ? `${record.repo}\n${record.session_id}` : null,
      },
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { kind: "nothing" };
    throw error;
  }
}
