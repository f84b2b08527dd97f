/** What a complete verdict rests on. */

import type { Task } from "../task.ts";
import { answersInWords, isAnswer, saysNoChange } from "./claims.ts";
import { KIND_WORDS } from "./checks.ts";
import { quoted, withoutCode } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { sentencesOf } from "./sentences.ts";
import { subjectOf } from "./wanted.ts";
import { code } from "../../lib/text/text.ts";

const SUPPORT = {
  severity: "NONE",
  effect: "complete",
  yields: true,
  settled: "nothing more",
} as const;

/** So much concrete content shows what came of a command without a word like "done". */
const CONCRETE = 3;

/** What became of a thing: it was stopped, they are installed. */
const BECAME =
  /\b(?:is|are|was|were|has been|have been|got) (?:(?:now|all|again|already) )?(?:[a-z]{3,}(?:ed|en|wn|pt|nt|ne)|set|gone|one|free|up|down|back|live|there|available|in (?:the|place|there))\b|\bexists? (?:now|on|in|at)\b/i;

/** It is not so, or not yet. */
const NOT_SO =
  /\b(?:will|would|could|should|can|cannot|not|if|when|once|needs?|must|going to|plan)\b|n['’]t\b|['’]ll\b|\?$/i;

/** So much of a word its forms share. */
const BEGINNING = 5;

/** Whether a message says what became of the things that the task is about. */
function tellsResult(text: string, task: Task): boolean {
  const beginnings = (words: string): string[] =>
    [...subjectOf(words)].map((word) => word.slice(0, BEGINNING));
  const asked = new Set(beginnings(task.text.slice(0, 4_000)));
  return sentencesOf(text).some((sentence) => {
    const shared = new Set(beginnings(sentence).filter((word) => asked.has(word))).size;
    return (shared >= 1 && BECAME.test(sentence)) || (shared >= 2 && !NOT_SO.test(sentence));
  });
}

/** Rules for a complete verdict; each counts only where no rule speaks against it. */
export const SUPPORT_RULES: readonly Rule[] = [
  {
    ...SUPPORT,
    name: "passing_check",
    when: "a check passed, by its output, with no edit after it",
    why: "this is proof",
    find: ({ fresh }) =>
      fresh.filter(({ outcome }) => outcome === "passed").slice(-3).map((check) => ({
        fact: `${code(check.command)} passed${
          check.passed === null ? "" : ` (${check.passed} passed)`
        }, and no edit came after it`,
        turn: check.turn,
      })),
  },
  {
    ...SUPPORT,
    name: "reported_result",
    when: "a check was really run, its output was not kept, and the message says " +
      "that it passed",
    why: "weak, and all there is",
    find: ({ fresh }) =>
      fresh.filter(({ outcome }) => outcome !== "passed").slice(-3).map((check) => ({
        fact: `${code(check.command)} was run, and the message says that the ${
          KIND_WORDS[check.kind]
        } passed`,
        turn: check.turn,
      })),
  },
  {
    ...SUPPORT,
    name: "wish_done",
    when: "what was asked for by name was called and did not fail",
    why: "the call is there",
    find: ({ wishes }) =>
      wishes.flatMap(({ wish, met }) =>
        met === null ? [] : [{ fact: `${code(met.command)} was called (${wish})`, turn: met.turn }]
      ),
  },
  {
    ...SUPPORT,
    name: "edited",
    when: "files were written",
    why: "the change is there",
    find: ({ edits }) => {
      const paths = [...new Set(edits.map(({ path }) => path))];
      const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
      return paths.length === 0 ? [] : [{
        fact: `Edited: ${paths.slice(0, 3).map((path) => code(path)).join(", ")}${more}`,
        turn: edits.at(-1)?.turn ?? null,
      }];
    },
  },
  {
    ...SUPPORT,
    name: "acted",
    when: "commands or other tools that do something were used, did not fail in the end, and the " +
      "message says that it is done or shows what came of it",
    why: "not all work is an edit, but without one only the agent can say what it came to",
    find: ({ acted, edits, fresh, tried, done, said, task }) =>
      !acted || edits.length > 0 || fresh.length > 0 ||
        (said.claims.length === 0 && said.substance < CONCRETE && !tellsResult(said.text, task))
        ? []
        : [{
          fact: tried.length > 0
            ? `${code(tried.at(-1)?.command ?? "")} was run`
            : `${done.calls} calls were made`,
          turn: tried.at(-1)?.turn ?? null,
        }],
  },
  {
    ...SUPPORT,
    name: "answered",
    when: "words were asked for, or nothing had to change, and the message answers",
    why: "here the answer is the work",
    find: (facts) =>
      answersInWords(facts) || (!facts.acted && isAnswer(facts) && saysNoChange(facts))
        ? [{
          fact: `The message answers: ${quoted(withoutCode(facts.said.text), 80)}`,
          turn: facts.saidAt,
        }]
        : [],
  },
];

/** What holds where nothing speaks for or against: not knowing is not done. */
export const NO_EVIDENCE: Rule = {
  name: "no_evidence",
  when: "no fact says that the task is done",
  why: "a claim without evidence is not enough",
  severity: "LOW",
  effect: "incomplete",
  yields: true,
  settled: "tool output that shows that the task is done",
  find: (facts) =>
    SUPPORT_RULES.some(({ find }) => find(facts).length > 0) ? [] : [{
      fact: "Nothing shows that the task is done",
      turn: facts.saidAt,
      missing: "Evidence that the task is done",
      action: "Show with a tool that the task is done, or do it",
    }],
};
