/** Lines that name what they say: `**Impact**: …`, and the places in ``**Location**: `file:line` ``. */

/** Pictures, and what joins them: with or without a variation selector. */
const PICTURES = /^[\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}\uFE0F\u200D\s]+/u;

/** Without the pictures that a text begins with. */
export function withoutPictures(text: string): string {
  return text.replace(PICTURES, "");
}

/** What a label may name. */
type LabelName = "impact" | "recommendation" | "location" | "source" | "summary";

/** A label; `name` is null where it is none of ours. */
export interface Label {
  readonly name: LabelName | null;
  readonly value: string;
}

/** These are looked for in plain letters too; the others are ordinary words unless bold. */
const PLAIN: readonly LabelName[] = ["impact", "recommendation", "location"];

const NAMES = new Map<string, LabelName>([
  ["impact", "impact"],
  ["recommendation", "recommendation"],
  ["recommendations", "recommendation"],
  ["fix", "recommendation"],
  ["location", "location"],
  ["file", "location"],
  ["source", "source"],
  ["summary", "summary"],
]);

/** A label is not longer than this, with everything that makes it bold. */
const LONGEST = 60;

/** Reads a label; null if the line has none. */
export function readLabel(line: string): Label | null {
  const text = withoutPictures(line);
  const colon = text.slice(0, LONGEST).indexOf(":");
  if (colon < 0) return null;
  const bold = /^(?:\*\*|__|\*|_)/.exec(text)?.[0] ?? "";
  const head = text.slice(bold.length, colon).trimEnd();
  const isClosed = bold !== "" && head.endsWith(bold);
  const title = isClosed ? head.slice(0, -bold.length) : head;
  if (/[*_`]/.test(title)) return null;
  const after = text.slice(colon + 1);
  const isOpen = bold !== "" && !isClosed;
  // The other way to write it: the colon is bold too.
  if (isOpen && !after.startsWith(bold)) return null;
  const value = after.slice(isOpen ? bold.length : 0).trim();
  const name = NAMES.get(withoutPictures(title).trim().toLowerCase()) ?? null;
  if (bold === "") return name !== null && PLAIN.includes(name) ? { name, value } : null;
  return name !== null || bold.length === 2 ? { name, value } : null;
}

/** A place in a file. */
interface Place {
  readonly file: string | null;
  readonly line: number | null;
  /** Whether that is all that was said. */
  readonly isWhole: boolean;
}

/** Reads `file:line`, with or without backticks, or as a link; null if it names no place. */
export function readPlace(value: string): Place | null {
  const quoted = unquoted(value);
  if (quoted !== null) return readPlain(quoted);
  const link = value.length <= LONGEST_LINK ? LINK.exec(value) : null;
  if (link !== null) return readLink(link[1] ?? "", link[2] ?? "");
  return /^\S+$/.test(value) ? readPlain(value) : null;
}

const LINK = /^\[([^\][]+)\]\(([^\s()]+)\)$/;
const LONGEST_LINK = 2000;

/** The ways to write a line behind a file; what more they say is left, or makes them not whole. */
const LINES: readonly { pattern: RegExp; isWhole: boolean }[] = [
  // A column says where in the line to look, and nothing that the line does not.
  { pattern: /:([1-9]\d{0,8}):\d{1,9}$/, isWhole: true },
  { pattern: /:([1-9]\d{0,8}):\d{1,9}[-–][\d:]{1,19}$/, isWhole: false },
  { pattern: /:([1-9]\d{0,8})$/, isWhole: true },
  { pattern: /:([1-9]\d{0,8})[-–]\d{1,9}$/, isWhole: false },
  { pattern: /#L([1-9]\d{0,8})(?:C\d{1,9})?$/, isWhole: true },
  { pattern: /#L([1-9]\d{0,8})(?:C\d{1,9})?-L?\d{1,9}(?:C\d{1,9})?$/, isWhole: false },
];

function readPlain(text: string): Place {
  if (text.endsWith(":")) return placeOf(text.slice(0, -1), null, true);
  for (const { pattern, isWhole } of LINES) {
    const match = pattern.exec(text);
    if (match !== null) return placeOf(text.slice(0, match.index), Number(match[1]), isWhole);
  }
  return placeOf(text, null, true);
}

/** A link says a place twice: as people read it, and where it leads, which may be on a server. */
function readLink(text: string, target: string): Place {
  const shown = readPlain(unquoted(text) ?? text);
  const led = readPlain(target);
  const isPath = !/^\w+:\/\//.test(target);
  const isSame = shown.file === led.file && (shown.line ?? led.line) === led.line;
  const best = shown.line === null && isPath ? led : shown;
  return {
    file: best.file,
    line: best.line ?? led.line,
    isWhole: isSame && shown.isWhole && led.isWhole,
  };
}

/** Writes what {@linkcode readPlace} reads back. */
export function placeText(file: string, line: number | null): string {
  const plain = line === null ? file : `${file}:${line}`;
  const read = readPlain(plain);
  const isClear = read.file === file && read.line === line;
  // A name may end like a line: then a colon ends it, or a column its line.
  const text = isClear ? plain : line === null ? `${file}:` : `${plain}:0`;
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 0);
  const ticks = "`".repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(text) ? " " : "";
  return ticks + space + text + space + ticks;
}

function placeOf(file: string, line: number | null, isWhole: boolean): Place {
  return { file: file.trim() === "" ? null : file, line, isWhole };
}

/** What stands between backticks; null if the text is not just that. */
function unquoted(text: string): string | null {
  const ticks = /^`+/.exec(text)?.[0] ?? "";
  if (ticks === "" || text.length <= 2 * ticks.length || !text.endsWith(ticks)) return null;
  const inner = text.slice(ticks.length, -ticks.length);
  if (inner.split(/(`+)/).includes(ticks)) return null;
  const isPadded = inner.startsWith(" ") && inner.endsWith(" ") && inner.trim() !== "";
  return isPadded ? inner.slice(1, -1) : inner;
}
