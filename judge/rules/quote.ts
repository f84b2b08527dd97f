/** What the agent said, quoted; and what it only shows, in code blocks. */

import { oneLine } from "../../lib/text/text.ts";

/** A longer line of a code block is cut. */
const MAX_READ = 4_000;

/** What somebody said, as a quotation in one line. */
export function quoted(text: string, most?: number): string {
  return `"${oneLine(text, most).replaceAll('"', "'")}"`;
}

/** A text without its fenced code blocks: what stands in them is shown, not said. */
export function withoutCode(text: string): string {
  return parted(text).said.join("\n");
}

/** The lines of each fenced code block. */
export function codeBlocks(text: string): string[][] {
  return parted(text).shown;
}

function parted(text: string): { said: string[]; shown: string[][] } {
  const said: string[] = [];
  const shown: string[][] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence === null) {
      if (mark === null) said.push(line);
      else shown.push([]);
      fence = mark;
    } else if (mark !== null && mark[0] === fence[0] && mark.length >= fence.length) {
      fence = null;
    } else {
      shown.at(-1)?.push(line.slice(0, MAX_READ));
    }
  }
  return { said, shown };
}
