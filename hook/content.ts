/** Telling whether files are still what they were. */

import { sha256 } from "./names.ts";

/** Larger files are told apart by size and time: reading them would be felt. */
const MAX_HASHED_BYTES = 8 * 1024 * 1024;

/** No more files than this are looked at for a fingerprint. */
const MAX_FILES = 5000;

/**
 * A hash of what stands at a path. Equal hashes mean that nothing happened to it; null, that it
 * cannot be told.
 */
export async function contentHash(path: string): Promise<string | null> {
  try {
    const info = Deno.lstatSync(path);
    if (info.isSymlink) return `link:${Deno.readLinkSync(path)}`;
    if (!info.isFile) return "folder";
    if (info.size > MAX_HASHED_BYTES) return `large:${info.size}:${info.mtime?.getTime()}`;
    return await sha256(Deno.readFileSync(path));
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? "absent" : null;
  }
}

/** HEAD and the changed files with size and time, in short: what a run moved shows there. */
export function fingerprint(head: string | null, files: readonly string[]): string {
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

/** FNV-1a over two lanes: not for secrets, but at once, where SHA-256 has to be loaded first. */
function quickHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x84222325;
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x000001b3) + low;
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
