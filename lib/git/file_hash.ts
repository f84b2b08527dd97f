/** Hashes of files: they tell whether a file, or a working tree, is still what it was. */

import { quickHash, sha256 } from "../text/names.ts";

/** Beyond these, files are told apart by size and time: reading more would be felt. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

/** No more files than this are looked at for the hash of a tree. */
const MAX_FILES = 5000;

/** Hashes the content of files, within a budget, for a later comparison. */
export class ContentHashes {
  #budget = MAX_TOTAL_BYTES;

  /** The hash of what stands at a path; null where that cannot be told. */
  async of(path: string): Promise<string | null> {
    try {
      const info = Deno.lstatSync(path);
      if (!info.isFile || info.size > Math.min(MAX_FILE_BYTES, this.#budget)) {
        return outside(path, info);
      }
      this.#budget -= info.size;
      return await inside(path);
    } catch (error) {
      // A name that is not text is shown as \xNN, and nothing is at that path.
      const isShown = /\\x[0-9a-f]{2}/.test(path);
      return error instanceof Deno.errors.NotFound && !isShown ? ABSENT : null;
    }
  }
}

/** Whether what stands at a path has that hash. */
export async function stillMatches(path: string, hash: string): Promise<boolean> {
  try {
    const info = Deno.lstatSync(path);
    if (!info.isFile || !hash.startsWith(INSIDE)) return hash === outside(path, info);
    return info.size <= MAX_FILE_BYTES && hash === await inside(path);
  } catch (error) {
    return error instanceof Deno.errors.NotFound && hash === ABSENT;
  }
}

const ABSENT = "absent";
const INSIDE = "sha256:";

async function inside(path: string): Promise<string> {
  return INSIDE + await sha256(Deno.readFileSync(path));
}

/** What can be told without reading the content. */
function outside(path: string, info: Deno.FileInfo): string | null {
  if (info.isSymlink) return `link:${Deno.readLinkSync(path)}`;
  return info.isFile ? `file:${info.size}:${info.mtime?.getTime()}` : commitAt(path);
}

/** A folder that git names is a repository of its own: the commit it is at, or null. */
function commitAt(folder: string): string | null {
  const place = folder.replace(/\/$/, "");
  try {
    const link = Deno.lstatSync(`${place}/.git`).isFile
      ? /^gitdir: (.+)$/m.exec(Deno.readTextFileSync(`${place}/.git`))?.[1]
      : ".git";
    if (link === undefined) return null;
    const gitFolder = link.startsWith("/") ? link : `${place}/${link}`;
    const head = Deno.readTextFileSync(`${gitFolder}/HEAD`).trim();
    const branch = /^ref: (refs\/[^\0]+)$/.exec(head)?.[1];
    return `commit:${head}:${branch === undefined ? "" : readIfThere(`${gitFolder}/${branch}`)}`;
  } catch {
    return null;
  }
}

/** A branch without a file of its own has no commit yet, or an old one that was packed away. */
function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path).trim();
  } catch {
    return "";
  }
}

/** HEAD and the changed files with size and time, in short: what a run moved shows there. */
export function treeHash(head: string | null, files: readonly string[]): string {
  const described = files.slice(0, MAX_FILES).map(describe);
  return quickHash([head, files.length, ...described].join("\n"));
}

function describe(path: string): string {
  try {
    const { size, mtime } = Deno.lstatSync(path);
    return `${path}\0${size}\0${mtime?.getTime()}`;
  } catch {
    return path;
  }
}
