/** Text for people: nothing from outside may break a line, drive a terminal or reverse what follows. */

/** The text in one line, with characters that cannot be seen written as `\uNNNN`. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A markdown table whose columns line up, so that it reads well in a terminal too. */
export function markdownTable(head: readonly string[], rows: readonly string[][]): string {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => visible(cell).replaceAll("|", "\\|"))
  );
  const widths = head.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 3)
  );
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const [first, ...rest] = cells.map(line);
  return [first, line(widths.map((width) => "-".repeat(width))), ...rest].join("\n");
}
