/**
 * Outside text in a prompt: it stands between two marks that it cannot contain, so that nothing in
 * it can end it and speak as the asker. Its lines must be one line each, with nothing unseen.
 */

/** A block of outside text under a title of ours. */
export interface DataBlock {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The block between its marks. */
export function blockText({ title, lines }: DataBlock, mark: string): string {
  return [title, `<${mark}>`, ...lines, `</${mark}>`].join("\n");
}

/**
 * The name of the marks: one that occurs nowhere in the data, however it came to be known.
 *
 * @param nonce Something that the writer of the data could not know.
 */
export function markFor(nonce: string, data: readonly string[]): string {
  const stem = `data-${nonce.replace(/[^A-Za-z0-9]/g, "").slice(0, 32)}`;
  const taken = new Set<string>();
  let isKnown = false;
  for (const line of data) {
    for (const [, number = ""] of line.matchAll(new RegExp(`${stem}(?:-(\\d+))?`, "gi"))) {
      isKnown = true;
      taken.add(number);
    }
  }
  if (!isKnown) return stem;
  let free = 1;
  while (taken.has(String(free))) free++;
  return `${stem}-${free}`;
}
