/** File names as git gives them with `-z`: bytes, ended by NUL. */

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
