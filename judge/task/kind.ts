/** What kind of answer is wanted: something done, something found out, a plan, or words. */

import { type Clause, clausesOf, said } from "./clauses.ts";
import { asksForDeed } from "./deeds.ts";
import {
  ANSWER,
  APPROVES,
  FIND_OUT,
  KNOWLEDGE,
  NO_CODE,
  NOT_YET,
  PLAN,
  TELL,
  WORK,
} from "./kind_words.ts";
import { cancels } from "./pivots.ts";
import { isAcknowledgement, saysGoOn } from "./wording.ts";

/** What kind of answer a task wants. */
export type TaskKind =
  /** Something has to change or happen. */
  | "work"
  /** To find out, and to write no code. */
  | "research"
  /** A plan or a design, and nothing more yet. */
  | "plan"
  /** An answer in words. */
  | "question";

/** What a message asks for by itself; null where it takes its meaning from those before it. */
type Asked = TaskKind | null;

/** The kind of a task of these messages; a later one can turn a plan into work, and back. */
export function kindOf(messages: readonly string[]): TaskKind {
  let kind: TaskKind = "question";
  let first = true;
  for (const message of messages) {
    if (!first && kind === "plan" && APPROVES.test(said(message).trim())) kind = "work";
    const asked = askedIn(message);
    if (first) kind = asked ?? (asksNothing(message) ? "question" : "work");
    // A question on the way does not end what was asked for before.
    else if (asked !== null && asked !== "question") kind = asked;
    first = false;
  }
  return kind;
}

function askedIn(message: string): Asked {
  if (asksNothing(message)) return null;
  const text = said(message);
  const clauses = clausesOf(message);
  const wanted = clauses.filter(({ negated }) => !negated);
  // "Git rebase vs merge" begins like an order.
  const knows = KNOWLEDGE.test(text);
  // "Forget it. What does it do?" takes back, and asks for no deed.
  const isWork = (clause: Clause): boolean => !cancels(clause.text) && asksForWork(clause, !knows);
  const findsOut = wanted.some(({ text }) => FIND_OUT.test(text));
  if (findsOut && NO_CODE.test(text)) return "research";
  const plans = wanted.some((clause) => !clause.asked && PLAN.test(clause.text));
  if (
    NOT_YET.test(text) &&
    (plans || !wanted.some(isWork) || /\b(?:plan|design|proposal)\b/.test(text))
  ) {
    return "plan";
  }
  const works = wanted.some((clause) => isWork(clause) && !PLAN.test(clause.text));
  if (plans && !works) return "plan";
  if (works) return "work";
  if (/\?(?=[\s)]|$)/.test(text) || wanted.some(({ asked }) => asked)) return "question";
  if (wanted.some(({ text }) => TELL.test(text)) && !findsOut) return "question";
  if (!findsOut && wanted.every(({ text }) => !WORK.test(text)) && knows) {
    return "question";
  }
  return findsOut || saysGoOn(message) ? null : "work";
}

function asksNothing(message: string): boolean {
  return isAcknowledgement(message) || cancels(message);
}

function asksForWork({ text, asked, requested, joint }: Clause, begins: boolean): boolean {
  if (asked) return false;
  return WORK.test(text) || asksForDeed(text, begins && joint === "") ||
    requested && ![TELL, FIND_OUT, ANSWER].some((said) => said.test(text));
}
