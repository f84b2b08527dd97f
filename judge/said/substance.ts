/** How much a message tells: the distinct concrete things in it, up to a bound. */

import type { Message } from "./structure.ts";
import { replaceCode } from "./words.ts";

const SUBSTANCE_AT_MOST = 50;
const FILE_NAME =
  /(?:^|[\s(`"'])((?:[\w@.-]{1,60}\/){0,8}[\w@.-]{1,60}\.[a-z]{1,5}\d?)(?=$|[\s)`"',:;.])/gi;
const FIGURE = /(?:^|[\s(~≈$€£+])(\d[\d,.]{0,12}(?: ?(?:%|ms|s|kb|mb|gb|x)\b)?)/gi;

/** The number of findings: headings, items, rows, code, file names and figures, each once. */
export function substanceOf({ pieces }: Message): number {
  const seen = new Set<string>();
  for (const piece of pieces) {
    if (seen.size >= SUBSTANCE_AT_MOST) break;
    const { source } = piece;
    if (piece.first && piece.kind !== "sentence" && piece.words.length > 2) {
      seen.add(`${piece.kind} ${piece.words}`);
    }
    replaceCode(source, (code) => {
      seen.add(code.trim());
      return "";
    });
    for (const [, name] of source.matchAll(FILE_NAME)) {
      if (name !== undefined && !/^(?:e\.g|i\.e)$/i.test(name)) seen.add(name);
    }
    const prose = replaceCode(source, () => " ");
    for (const [, figure] of prose.matchAll(FIGURE)) {
      if (figure !== undefined) seen.add(`figure ${figure.replace(/[.,]$/, "")}`);
    }
  }
  return Math.min(seen.size, SUBSTANCE_AT_MOST);
}
