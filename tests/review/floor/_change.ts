/** Changes for the tests of the floor. */

import type { DiffFile, DiffLine } from "../../../lib/git/diff.ts";
import { floorIssues } from "../../../review/floor/floor.ts";

/** A file of one hunk that begins in line 1, written as a diff has it: `+`, `-` or a blank first. */
export function changed(path: string, ...diff: string[]): DiffFile {
  let line = 1;
  const lines = diff.map((text): DiffLine => {
    const kind = text.startsWith("+") ? "added" : text.startsWith("-") ? "removed" : "context";
    const at = line;
    if (kind !== "removed") line++;
    return { kind, text: text.slice(1), line: at };
  });
  const count = (kind: DiffLine["kind"]): number =>
    lines.filter((line) => line.kind === kind).length;
  return {
    path,
    change: "modified",
    added: count("added"),
    removed: count("removed"),
    hunks: [{ lines }],
    skipped: null,
  };
}

/** What the floor says of one file, as `SEVERITY line: description`. */
export function said(path: string, ...diff: string[]): string[] {
  return floorIssues([changed(path, ...diff)])
    .map(({ severity, line, description }) => `${severity} ${line}: ${description}`);
}

/** Whether the floor finds this in one added line, or in several. */
export function finds(what: RegExp, path: string, lines: string): boolean {
  const diff = lines.split("\n").map((line) => `+${line}`);
  return said(path, " before", ...diff, " after").some((text) => what.test(text));
}
