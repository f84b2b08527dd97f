/**
 * Paths: as git gives them with `-z`, which is bytes, ended by NUL; and which of them a tool wrote.
 */

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file name. Bytes that are not UTF-8 appear as `\xNN`, so that no two names merge. */
export function decodePath(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeBrokenPath(bytes);
  }
}

/** The parts of a `-z` listing. */
export function* splitAtNul(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
    yield bytes.subarray(start, end);
    start = end + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

function decodeBrokenPath(bytes: Uint8Array): string {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) text += `\\x${bytes[at]!.toString(16).padStart(2, "0")}`;
    else text += strict.decode(bytes.subarray(at, at + length));
    at += Math.max(length, 1);
  }
  return text;
}

/** How many bytes the character at this place has; 0 where there is none. */
function characterLength(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    try {
      strict.decode(bytes.subarray(at, at + length));
      return length;
    } catch {
      // Not whole yet, or not a character at all.
    }
  }
  return 0;
}

const GENERATED_NAME = new RegExp(
  [
    "^(package-lock\\.json|npm-shrinkwrap\\.json|pnpm-lock\\.yaml|packages\\.lock\\.json)$",
    "^(go\\.sum|go\\.work\\.sum|gradle\\.lockfile|package\\.resolved)$",
    "\\.(lock|lockb|map|snap)$",
    "\\.min\\.(js|css|mjs)$",
    "\\.(generated|gen|pb|designer)\\.[^.]+$",
    "^zz_generated",
    "_pb2(_grpc)?\\.py$",
  ].join("|"),
  "i",
);

const GENERATED_FOLDER = /(^|\/)(node_modules|vendor|dist|__snapshots__|__generated__)\//i;

/**
 * Whether a tool wrote this file, as far as its path tells. A change of ten thousand lines in one
 * says nothing about how much a person has to read, so its lines do not count towards a change's
 * size; its path still counts towards the surface.
 */
export function isGenerated(path: string): boolean {
  return GENERATED_FOLDER.test(path) || GENERATED_NAME.test(path.slice(path.lastIndexOf("/") + 1));
}
