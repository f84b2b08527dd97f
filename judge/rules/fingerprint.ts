/** A short print of a text, to tell whether it changed. No protection against anybody. */

/** FNV-1a's constants for 32 bits. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** The print of a text: 16 hexadecimal digits, the same in every runtime. */
export function fingerprint(text: string): string {
  // Two passes with different beginnings: 32 bits alone would meet by chance too often.
  return half(text, OFFSET) + half(text, OFFSET ^ 0x5bd1e995);
}

function half(text: string, seed: number): string {
  let hash = seed;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
