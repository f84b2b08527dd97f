/**
 * Whether a turn was a question and its answer, and nothing else: told by a glance, because most
 * turns of a conversation are, and loading the whole judge for each would be felt. Says yes only
 * where `judgeTask` calls the task complete; in doubt it says no.
 */

import type { Conversation } from "./conversation.ts";

/** Longer ones are seldom mere questions. */
const MAX_QUESTION = 300;

/** How a question begins that wants to know something. "Rename it?" and "Do they pass?" do not. */
const WANTS_TO_KNOW = /^(?:what|where|which|why|who|whose|when|how)\b/i;

/** A request in the form of a question, or one whose answer has to be tried. */
const REQUEST =
  /\b(?:can|could|would|will|shall|should|may) (?:you|we|i|u)\b|\bplease\b|\b(?:tests?|builds?|lint|pass(?:es)?|fails?|compile|works?|fix|add|make|change|update|run|write|create|implement|remove|delete|push|commit|deploy|install|instead|plan|research|investigate|about)\b/i;

/** An answer that tells of deeds, or that has something to follow. */
const UNFINISHED =
  /\b(?:i|i've|i'll|i'm|we|let me|let's|going to|next|now|first|start|begin|want|would you|should|shall|sorry|cannot|can't|couldn't|unable|fail|error|wait|todo|later|need|please)\b|\?|…|\.\.\./i;

/** The answer is looked at from here on: what came before is not how it ends. */
const END = 600;

/** Whether nothing was done since the person's only open message, a question, but to answer it. */
export function isPlainAnswer({ turns }: Conversation): boolean {
  const from = turns.findLastIndex(({ origin }) => origin === "person");
  const question = turns[from];
  const [answer, ...more] = turns.slice(from + 1);
  // Earlier messages may be tasks that are still open.
  if (turns.slice(0, Math.max(0, from)).some(({ origin }) => origin === "person")) return false;
  if (question === undefined || answer?.origin !== "agent" || more.length > 0) return false;
  if (answer.calls.length > 0 || !answer.completed || answer.aborted) return false;
  // Names in the code are no words of the person's.
  const asked = question.text.trim().replaceAll(/`[^`]*`|[\w.]+\(\)/g, "it");
  const said = answer.text.trim();
  return asked.length <= MAX_QUESTION && /^[^?\n]*\?$/.test(asked) && WANTS_TO_KNOW.test(asked) &&
    !REQUEST.test(asked) &&
    /[.!`)]$/.test(said) && said.length > 20 && !UNFINISHED.test(said.slice(-END));
}
