/**
 * Decisions that were taken stay taken: no rejected path comes back without a revision, and no tag is
 * recommended for removal. What takes a path, and what only names it, tells `decision_memory.ts`.
 */

import * as decisions from "../decision_memory.ts";
import { shown, type Violation } from "../violation.ts";
import type { Answer } from "./answer.ts";
import { fault } from "./fault.ts";
import type { OutputOptions } from "./options.ts";

/** Checks an answer against the decisions that are known. */
export function checkMemory(
  answer: Answer,
  {
    memory = [],
    findRejectedReuse = decisions.findRejectedReuse,
    findRemovedTags = decisions.findRemovedTags,
  }: OutputOptions,
): Violation[] {
  const proposed = proposal(answer);
  const found = [
    ...findRejectedReuse(proposed, memory),
    ...findRemovedTags(proposed, memory),
  ].map((violation) => ({ ...violation, where: whereIn(answer, violation) }));
  return decisions.hasDecisionRevision(proposed) ? found : [...found, ...removedInDiffs(answer)];
}

/** What may propose something, each line where it stands in the answer. */
function proposal({ lines }: Answer): string {
  return lines.map(({ text, part }) =>
    part === "payload" || part === "coherence" || part === "need" ? "" : text
  ).join("\n");
}

/** The place as the other rules name it. */
function whereIn({ lines }: Answer, { line, where }: Violation): string {
  return line === null ? where : lines[line - 1]?.where ?? where;
}

const TAG = /@(?:RATIONALE|REJECTED)\b/;

/** Patches that take a tag out and put none in. */
function removedInDiffs({ blocks }: Answer): Violation[] {
  return blocks.flatMap(({ lines, line }) => {
    const tagged = lines.filter((text) => TAG.test(text));
    const removed = tagged.filter((text) => /^-(?!-- )/.test(text));
    const added = tagged.filter((text) => /^\+(?!\+\+ )/.test(text));
    const first = removed[0];
    if (first === undefined || added.length >= removed.length) return [];
    const message = `"${shown(first)}" takes a tag out, expected decision_revision: <id> with ` +
      "new_evidence";
    return [fault("removes_tag", message, { where: "answer", line })];
  });
}
