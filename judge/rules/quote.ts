/** Outside text on its way into a verdict: one line, bounded, nothing unseen in it. */

/** The longest piece of outside text that is repeated, in UTF-16 units. */
const MAX_QUOTED = 120;

/** More than this is cut off before anything else is done with it. */
const MAX_READ = 4_000;

/** Control and format characters, lone surrogates, line separators: nobody sees them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The text in one line, shortened. */
export function oneLine(text: string, most: number = MAX_QUOTED): string {
  const line = text.slice(0, MAX_READ).replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  // A cut may leave half of a character behind.
  return `${line.slice(0, most - 1).replace(/\p{Cs}$/u, "").trimEnd()}…`;
}

/** What somebody said, as a quotation in one line. */
export function quoted(text: string, most?: number): string {
  return `"${oneLine(text, most).replaceAll('"', "'")}"`;
}

/** A command or a path, marked as code; nothing in it can end the mark. */
export function code(text: string, most: number = 80): string {
  return `\`${oneLine(text, most).replaceAll("`", "'")}\``;
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
