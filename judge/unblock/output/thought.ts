/**
 * No chain of thought: an answer states what was found, not how its author got there.
 *
 * Signs, of which the first that is found is reported: a tag of thinking; thinking aloud ("Let me
 * think", "Hmm", "Wait, …"); steps of deliberation as paragraphs of the report; more than a few
 * sentences that deliberate in the first person; text that belongs to no field.
 */

import type { OutputName } from "../contract.ts";
import { shown, type Violation } from "../violation.ts";
import type { Answer } from "./answer.ts";
import { fault } from "./fault.ts";
import { OUTPUT_LIMITS } from "./limits.ts";
import type { Sentence } from "./sentences.ts";

const TAG = /<\/?(?:think|thinking|thought|thoughts|reasoning|scratchpad|analysis)>/i;

const ALOUD =
  /\b(?:let me (?:think|reason|reconsider|see\b|look\b|start by)|let['’]?s (?:think|reason|see\b)|on second thoughts?|thinking (?:out loud|aloud|step by step)|hmm+)\b|^(?:(?:oh|but|no|actually|hold on),? )?wait(?:[,.!…]| —| -)|^ok(?:ay)?,? so\b/i;

const STEP = /^step \d{1,3}\b/i;

const DELIBERATION =
  /\b(?:i|we) (?:think|believe|wonder|guess|suspect|assume|suppose|considered|reali[sz]ed|noticed|figured|am not sure|was wondering|might|could also|should probably)\b|\bi['’]m (?:not sure|thinking|wondering)\b|\bmaybe (?:i|we)\b|^(?:actually|but then|so now|then again|come to think of it),? /i;

const ALONE: readonly string[] = [
  "<ESCALATION>",
  "[NEED_CONTEXT: target]",
] satisfies OutputName[];

/** Finds thinking in an answer. */
export function findThought(answer: Answer, sentences: readonly Sentence[]): Violation[] {
  const { deliberation, steps, looseLines } = OUTPUT_LIMITS;
  const tag = sentences.find(({ text }) => TAG.test(text));
  if (tag !== undefined) return [thought(tag, "is a tag of thinking")];
  const aloud = sentences.find(({ text }) => ALOUD.test(text));
  if (aloud !== undefined) return [thought(aloud, "thinks aloud")];
  // In a correction or a checklist, steps are what is to be done.
  const paragraphs = sentences.filter(({ part, text }) =>
    (part === "loose" || part === "report" || part === "coherence") && STEP.test(text)
  );
  if (paragraphs.length >= steps && paragraphs[0] !== undefined) {
    return [thought(paragraphs[0], `begins ${paragraphs.length} steps, fewer than ${steps}`)];
  }
  const deliberating = sentences.filter(({ text }) => DELIBERATION.test(text));
  if (deliberating.length > deliberation && deliberating[0] !== undefined) {
    const count = `is one of ${deliberating.length} sentences that deliberate`;
    return [thought(deliberating[0], `${count}, at most ${deliberation}`)];
  }
  return looseText(answer, looseLines);
}

function thought(sentence: Sentence, sign: string): Violation {
  const message = `"${shown(sentence.text)}" ${sign}; expected findings without the way to them`;
  return fault("chain_of_thought", message, sentence);
}

function looseText({ lines, outputs }: Answer, most: number): Violation[] {
  // Beside what stands alone every line is one too many, and is reported as such.
  const isAlone = outputs.some(({ name }) => ALONE.includes(name));
  if (outputs.length === 0 || isAlone) return [];
  const loose = lines.filter(({ part, kind, text }) =>
    part === "loose" && kind === "said" && text.trim() !== ""
  );
  const first = loose[0];
  if (loose.length <= most || first === undefined) return [];
  const count = `is one of ${loose.length} lines that belong to no field, at most ${most}`;
  const place = { where: "answer", line: first.number };
  return [fault("chain_of_thought", `"${shown(first.text)}" ${count}`, place)];
}
