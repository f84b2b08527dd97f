/**
 * The head of a markdown file, between two lines of dashes: names and plain values, no more of YAML
 * than a task needs. Lists and nested values are left out.
 */

/** How far into a file its head may reach. */
const LONGEST = 65_536;

/** The names and values, or null if the text has no head. */
export function readFrontmatter(text: string): Readonly<Record<string, string>> | null {
  const head = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text.slice(0, LONGEST));
  if (head === null) return null;
  // Without a prototype, a key such as `__proto__` is a key like any other.
  const fields: Record<string, string> = Object.create(null);
  for (const line of head[1]!.split(/\r?\n/)) {
    const match = /^([A-Za-z_][\w-]*):[ \t]+(\S.*)$/.exec(line);
    if (match) fields[match[1]!] ??= scalar(match[2]!.trimEnd());
  }
  return fields;
}

function scalar(text: string): string {
  const quoted = /^'((?:[^']|'')*)'|^"([^"]*)"/.exec(text);
  if (quoted) return quoted[1]?.replaceAll("''", "'") ?? quoted[2]!;
  return text.replace(/(?<![ \t])[ \t]+#.*$/, "");
}
