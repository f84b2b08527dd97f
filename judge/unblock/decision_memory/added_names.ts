/**
 * Names that a change brings in although a rejected text has them in backticks.
 *
 * A record's names count anywhere, a tag's in its own folder and below. They are compared as they
 * are written. A name that the change removes as often is only moved, and one in a comment or in
 * prose is only mentioned.
 */

import { isProse } from "../../rules/commands.ts";
import type { Decision } from "./decision.ts";
import { shown, type Violation } from "../violation.ts";
import { commentLine } from "./comment_line.ts";
import type { FileSides } from "./diff_sides.ts";
import { isRevised, type Revision } from "./revision.ts";
import { quotedNames } from "./terms.ts";

/** The names, each once, where it first comes in. */
export function addedNames(
  files: readonly FileSides[],
  memory: readonly Decision[],
  revisions: readonly Revision[],
): Violation[] {
  const rejected = memory.filter((decision) =>
    decision.status === "rejected" && !isRevised(decision, revisions)
  );
  const named = byFirstWord(rejected);
  if (named.size === 0) return [];
  const removed = countedNames(files, "before", named);
  const violations: Violation[] = [];
  for (const [key, { name, decision, places }] of countedNames(files, "after", named)) {
    const added = places.slice(removed.get(key)?.places.length ?? 0);
    if (added.length === 0) continue;
    const { path, number } = added[0]!;
    violations.push({
      code: "rejected_path",
      message: `Cannot add "${
        shown(name)
      }": ${decision.id} (${decision.path}:${decision.line}) has "${
        shown(decision.text)
      }" as rejected; expected another path, or decision_revision with new_evidence`,
      where: path,
      line: number,
    });
  }
  return violations;
}

interface Name {
  readonly name: string;
  readonly decision: Decision;
}

interface Counted extends Name {
  readonly places: { readonly path: string; readonly number: number }[];
}

const WORD = /[\p{L}\p{N}_$]+/gu;

/** Names by the first word of each, so that a line is compared with few. */
function byFirstWord(decisions: readonly Decision[]): Map<string, Name[]> {
  const named = new Map<string, Name[]>();
  for (const decision of decisions) {
    for (const written of quotedNames(decision.text)) {
      const name = written.replace(/\(\)?$/, "");
      const [first] = name.match(WORD) ?? [];
      if (first === undefined) continue;
      const others = named.get(first);
      if (others === undefined) named.set(first, [{ name, decision }]);
      else others.push({ name, decision });
    }
  }
  return named;
}

function countedNames(
  files: readonly FileSides[],
  side: "before" | "after",
  named: ReadonlyMap<string, readonly Name[]>,
): Map<string, Counted> {
  const counted = new Map<string, Counted>();
  for (const { path, [side]: lines } of files) {
    if (isProse(path)) continue;
    for (const { text, number, changed } of lines) {
      if (!changed || isComment(text)) continue;
      for (const { name, decision } of namesIn(text.slice(0, 2_000), named)) {
        if (!isNear(decision, path)) continue;
        const key = `${decision.id} ${name}`;
        const found = counted.get(key) ?? { name, decision, places: [] };
        found.places.push({ path, number });
        counted.set(key, found);
      }
    }
  }
  return counted;
}

function* namesIn(line: string, named: ReadonlyMap<string, readonly Name[]>): Generator<Name> {
  for (const { 0: word, index } of line.matchAll(WORD)) {
    for (const name of named.get(word) ?? []) {
      const from = index - name.name.indexOf(word);
      const end = line[from + name.name.length] ?? "";
      if (line.startsWith(name.name, Math.max(0, from)) && !/[\p{L}\p{N}_$]/u.test(end)) yield name;
    }
  }
}

/** A line that only says something: a mark of a comment begins it. */
function isComment(line: string): boolean {
  return /^\s*(?:\/\/|#(?!include|define|if|!)|--\s|\/\*|\*\s|<!--|"""|''')/.test(line) ||
    /^@(?:REJECTED|RATIONALE)\b/.test(commentLine(line).text);
}

/** A record binds everywhere; a tag what is beside it and below. */
function isNear({ kind, path }: Decision, changed: string): boolean {
  const folder = path.replaceAll("\\", "/").replace(/[^/]*$/, "");
  return kind === "adr" || changed.startsWith(folder);
}
