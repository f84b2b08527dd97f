/**
 * What a change does to the memory of decisions.
 *
 * It may not take out a tag, or the rejection of a record: what it removes must stand again
 * somewhere in the same change, word for word, if need be with more behind it. And it may not bring
 * in what a rejected text names.
 */

import type { Decision } from "./decision.ts";
import { shown, type Violation } from "../violation.ts";
import { isAdrPath, readAdr } from "./adr.ts";
import { addedNames } from "./added_names.ts";
import { type DiffSides, diffSides, type FileSides, type SideLine } from "./diff_sides.ts";
import { MOST_MEMORY, MOST_VIOLATIONS } from "./limits.ts";
import { isRevised, nameOf, readRevisions, type Revision } from "./revision.ts";
import { readTags } from "./tags.ts";
import { wordsOf } from "./words.ts";

/** The faults of a change. A revision in what it adds, or in the text around it, allows them. */
export function checkDiff(diff: string, memory: readonly Decision[]): Violation[] {
  const sides = diffSides(diff);
  const revisions = readRevisions(addedText(sides));
  const bounded = memory.slice(0, MOST_MEMORY);
  return [
    ...removedTags(sides.files, bounded, revisions),
    ...addedNames(sides.files, bounded, revisions),
  ].slice(0, MOST_VIOLATIONS);
}

function addedText({ files, around }: DiffSides): string {
  const added = files.flatMap(({ after }) => after.filter(({ changed }) => changed));
  return [...around, "", ...added.map(({ text }) => text)].join("\n");
}

/** A decision on one side of a change. */
interface Found {
  readonly decision: Decision;
  readonly key: string;
  readonly line: number | null;
}

function removedTags(
  files: readonly FileSides[],
  memory: readonly Decision[],
  revisions: readonly Revision[],
): Violation[] {
  const gone = files.flatMap((file) => decisionsIn(file.path, file.before));
  if (gone.length === 0) return [];
  const kept = new Map<string, number>();
  for (const { path, after } of files) {
    for (const { key } of decisionsIn(path, after)) kept.set(key, (kept.get(key) ?? 0) + 1);
  }
  const missing = gone.filter(({ key }) => !take(kept, key));
  const rest = [...kept].filter(([, count]) => count > 0).map(([key]) => key).sort();
  // A hunk seldom shows in which scope a tag stands; the memory knows.
  const known = new Map(memory.map((decision) => [keyOf(decision), decision]));
  return missing.filter(({ key, decision }) =>
    !beginsOne(rest, `${key} `) && !isRevised(decision, revisions) &&
    !isRevised(known.get(key) ?? decision, revisions)
  ).map(({ key, decision: { status, text, path, id }, line }) => ({
    code: "removed_tag",
    message: `Cannot remove the ${status} decision "${
      shown(text)
    }" from ${path}: expected it to stay, or decision_revision: ${
      nameOf(known.get(key)?.id ?? id)
    } with new_evidence`,
    where: path,
    line,
  }));
}

/** Whether one of these, in order, begins so. */
function beginsOne(sorted: readonly string[], start: string): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(start) ?? false;
}

/** Takes one of a kind out of what is kept, if there is one left. */
function take(kept: Map<string, number>, key: string): boolean {
  const left = kept.get(key) ?? 0;
  if (left > 0) kept.set(key, left - 1);
  return left > 0;
}

function decisionsIn(path: string, lines: readonly SideLine[]): Found[] {
  const text = lines.map(({ text }) => text).join("\n");
  const tags = readTags(path, text);
  const records = isAdrPath(path)
    ? readAdr(path, text).filter(({ status }) => status === "rejected")
    : [];
  return [...tags, ...records].map((decision) => ({
    decision,
    key: keyOf(decision),
    line: lines[decision.line - 1]?.number || null,
  }));
}

/** A record as a whole may get another title as long as it rejects; all else is its words. */
function keyOf({ id, kind, status, text }: Decision): string {
  return kind === "adr" && !id.includes("#")
    ? `${id} ${status}`
    : `${status} ${wordsOf(text).join(" ")}`;
}
