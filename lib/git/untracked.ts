/**
 * Files that git does not track yet, as the additions they would be.
 *
 * Only plain files inside of the repository are opened, no link is followed, and reading stops at
 * a bound. Needs `--allow-read` of the repository.
 */

import { createHash, type Hash } from "node:crypto";
import { type DiffFile, MAX_CHECKED_BYTES, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from "./diff.ts";
import { isGenerated } from "./paths.ts";

/** So much is read of one file, and of all: content beyond that is told apart by size and time. */
const MAX_READ = 64 * 1024 * 1024;
const MAX_READ_TOTAL = 256 * 1024 * 1024;

/** A file and, in the words of a diff's header, what tells its content from any other. */
interface UntrackedFile {
  file: DiffFile;
  description: string;
}

/** Reads untracked files, within one budget for all of them. */
export class UntrackedReader {
  readonly #top: string;
  readonly #objects: "sha1" | "sha256";
  #read = MAX_READ_TOTAL;
  #room = MAX_TOTAL_BYTES;
  /** The same for files that are too large to be sent. */
  #largeRoom = MAX_TOTAL_BYTES;

  /**
   * @param top The repository's top folder.
   * @param objects How the repository names objects, so that a commit changes no hash.
   */
  constructor(top: string, objects: "sha1" | "sha256") {
    this.#top = Deno.realPathSync(top);
    this.#objects = objects;
  }

  /** What stands at a path. Never throws: what cannot be read is listed as such. */
  read(path: string): UntrackedFile {
    const place = `${this.#top}/${path}`;
    try {
      const info = Deno.lstatSync(place);
      if (info.isSymlink) return unread(path, `link ${Deno.readLinkSync(place)}`);
      if (!info.isFile) return unread(path, "no file");
      // A folder on the way may have become a link since git looked.
      if (Deno.realPathSync(place) !== place) return unread(path, "outside");
      return this.#readPlain(path, place, info);
    } catch {
      return unread(path, "unreadable");
    }
  }

  #readPlain(path: string, place: string, info: Deno.FileInfo): UntrackedFile {
    if (info.size > Math.min(MAX_READ, this.#read)) {
      const description = `${info.size} bytes of ${info.mtime?.getTime()}`;
      return { file: added(path, 0, null, "too large"), description };
    }
    const hash = createHash(this.#objects).update(`blob ${info.size}\0`);
    const { start, lines, size, hasNul } = readThrough(place, info.size, hash);
    this.#read -= size;
    const name = hash.digest("hex");
    const mode = ((info.mode ?? 0) & 0o100) === 0 ? "100644" : "100755";
    const description = `new file mode ${mode}\nindex ${"0".repeat(name.length)}..${name}\n`;
    const skipped = isGenerated(path)
      ? "generated"
      : hasNul
      ? "binary"
      : size > MAX_FILE_BYTES || size > this.#room
      ? "too large"
      : null;
    const text = this.#takes(start.length, skipped)
      ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(start)
      : null;
    return { file: added(path, lines, text, skipped), description };
  }

  /** Whether there is room for the start of a file, which is then taken. */
  #takes(bytes: number, skipped: DiffFile["skipped"]): boolean {
    if (skipped === null) this.#room -= bytes;
    else if (skipped === "too large" && bytes <= this.#largeRoom) this.#largeRoom -= bytes;
    else return false;
    return true;
  }
}

function unread(path: string, description: string): UntrackedFile {
  return {
    file: added(path, 0, null, isGenerated(path) ? "generated" : "unreadable"),
    description,
  };
}

function added(
  path: string,
  lines: number,
  text: string | null,
  skipped: DiffFile["skipped"],
): DiffFile {
  const hunks = text === null || text === "" ? [] : [{
    lines: text.replace(/\n$/, "").split("\n").map((line, at) => ({
      kind: "added" as const,
      text: line.replace(/\r$/, ""),
      line: at + 1,
    })),
  }];
  return { path, change: "added", added: lines, removed: 0, hunks, skipped };
}

/** One pass over a file that may be large: only its start is kept. */
function readThrough(place: string, most: number, hash: Hash) {
  const start = new Uint8Array(Math.min(most, MAX_CHECKED_BYTES));
  const chunk = new Uint8Array(256 * 1024);
  const found = { start, lines: 0, size: 0, hasNul: false };
  using file = Deno.openSync(place);
  let last = 10;
  // One that grows meanwhile is read no further than it was.
  while (found.size < most) {
    const count = file.readSync(chunk.subarray(0, Math.min(chunk.length, most - found.size)));
    if (count === null) break;
    const piece = chunk.subarray(0, count);
    hash.update(piece);
    if (found.size < start.length) {
      start.set(piece.subarray(0, start.length - found.size), found.size);
    }
    found.hasNul ||= found.size < MAX_CHECKED_BYTES && piece.includes(0);
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) found.lines++;
    found.size += count;
    last = piece.at(-1) ?? last;
  }
  if (found.size > 0 && last !== 10) found.lines++;
  return found;
}
