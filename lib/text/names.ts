/**
 * Names that are safe on disk, made of ids and moments from outside, and hashes that name a
 * content.
 */

/** What a file name may hold, so that it is safe on any file system and in any shell. */
const SAFE = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;
/** How a changed name ends. An id that happens to end so is changed as well: no two may meet. */
const MARKED = /-h[0-9a-f]{16}$/;

/**
 * A session's name on disk: its id where that is safe as it is, else what is safe of it and a hash
 * of the whole, so that two ids never share a name.
 */
export async function safeName(id: string): Promise<string> {
  if (SAFE.test(id) && !MARKED.test(id)) return id;
  const kept = id.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^[-_]+/, "").slice(0, 60);
  return `${kept || "session"}-h${(await sha256(new TextEncoder().encode(id))).slice(0, 16)}`;
}

/** A moment as part of a file name: UTC, with milliseconds, without colons and dots. */
export function momentName(iso: string): string {
  return iso.replaceAll(/[:.]/g, "-");
}

/** The hash of some bytes, in hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** FNV-1a's constants for 32 bits. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * A hash that tells whether a text changed: 16 hexadecimal digits, at once, where SHA-256 has to be
 * waited for. It protects nothing.
 */
export function quickHash(text: string): string {
  // Two passes with different beginnings: 32 bits alone would meet by chance too often.
  return fnv(text, OFFSET) + fnv(text, OFFSET ^ 0x5bd1e995);
}

function fnv(text: string, seed: number): string {
  let hash = seed;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
