/** Rules about what the agent itself leaves open: lists, announcements, troubles, loops. */

import type { Facts } from "./facts.ts";
import { quoted } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { isAboutTask, subjectOf } from "./wanted.ts";
import { code, oneLine } from "../../lib/text/text.ts";

/** So many entries of a list are named. */
const NAMED = 3;

/** Whether words of an answer are enough, so that what it leaves open is part of the answer. */
function isOnlyWords({ work }: Facts): boolean {
  return !work;
}

/** Whether a step names a thing of the task that nothing is claimed of. */
function isLeftOut(step: string, { task, said }: Facts): boolean {
  const claimed = subjectOf([...said.claims, ...said.reported.map(({ quote }) => quote)].join(" "));
  const asked = subjectOf(task.text.slice(0, 2_000));
  const [first] = [...subjectOf(step)];
  return first !== undefined && asked.has(first) && !claimed.has(first);
}

/** A step that tries the work. */
const CHECKS =
  /\b(?:run|re-?run|execute|write|add|test|verify|check)\b.{0,30}\b(?:tests?|suite|specs?|build|it|everything|that)\b/i;

/** What the agent itself would do next is no idea for others. */
const OWN_STEP =
  /\bnext,? (?:I|we)(?:['’](?:d|ll)| would| will| plan to| need to| have to)\b(?! (?:suggest|recommend|propose|consider))/i;

/** Words of defeat. Where checks passed, anything less is a remark about the subject. */
const DEFEAT =
  /\b(?:could ?n['’]?t|could not|cannot|can['’]t|unable|not able|was ?n['’]t able|failed to|gave up|blocked|stuck|still (?:fail|break|broken|not|does|crash)\w*|does ?n['’]?t work|does not work|not working|did ?n['’]?t (?:work|manage|succeed))\b/i;

/** Rules against a complete verdict. */
export const OPEN_RULES: readonly Rule[] = [
  {
    name: "danger",
    when: "the message says that a secret lies open, data is lost or production is down",
    why: "this cannot wait for anybody's convenience",
    severity: "BLOCKER",
    effect: "incomplete",
    yields: false,
    settled: "evidence that the danger is gone",
    find: ({ said, saidAt, work }) =>
      !work ? [] : said.danger.slice(0, NAMED).map((quote) => ({
        fact: `Something dangerous is left: ${quoted(quote)}`,
        turn: saidAt,
        missing: `A remedy for: ${oneLine(quote)}`,
        action: "Remove the danger first, or tell the person at once that you cannot",
      })),
  },
  {
    name: "open_todos",
    when: "entries of the agent's own list are open",
    why: "the agent wrote itself that they belong to the task",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "every entry of the list done or taken off it",
    find: ({ done, finished }) =>
      done.todos.filter(({ status }) => status !== "completed").slice(0, NAMED).map(({ text }) => ({
        fact: `An entry of the agent's list is open: ${quoted(text)}`,
        turn: null,
        missing: oneLine(text),
        action: `Finish ${quoted(text)}, or take it off the list and say why`,
        severity: finished ? "LOW" : "MEDIUM",
      })),
  },
  {
    name: "remaining_work",
    when: "the message says that something is not done yet",
    why: "the agent says so itself",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "evidence that the rest is done too",
    find: (facts) =>
      isOnlyWords(facts) ? [] : facts.said.remaining.slice(0, NAMED).map((quote) => ({
        fact: `The message leaves work open: ${quoted(quote)}`,
        turn: facts.saidAt,
        missing: oneLine(quote),
        action: `Do what is left: ${oneLine(quote)}`,
      })),
  },
  {
    name: "next_steps",
    when: "the message lists next steps of the task and ends",
    why: "steps of the task are for the agent to take; ideas beyond it are not",
    severity: "LOW",
    effect: "incomplete",
    yields: true,
    settled: "evidence that these steps are done",
    find: (facts) => {
      if (isOnlyWords(facts)) return [];
      // Without a check the steps may be any part of the work, and to check is one of them.
      const proven = facts.finished && (facts.fresh.length > 0 || facts.tried.length > 0);
      const steps =
        proven || (facts.finished && !facts.said.nextSteps.some((step) => CHECKS.test(step)))
          ? facts.said.nextSteps.filter((step) =>
            isAboutTask(step, facts.task) || isLeftOut(step, facts) ||
            (!proven && OWN_STEP.test(step))
          )
          : facts.said.nextSteps;
      return steps.slice(0, NAMED).map((quote) => ({
        fact: `The message names a next step and stops: ${quoted(quote)}`,
        turn: facts.saidAt,
        missing: oneLine(quote),
        action: `Go on with: ${oneLine(quote)}`,
        severity: facts.finished ? "LOW" : "MEDIUM",
      }));
    },
  },
  {
    name: "announced",
    when: "the message announces what comes now and ends",
    why: "it was not done",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the calls that do what was announced",
    find: ({ said, saidAt }) =>
      said.announced === null ? [] : [{
        fact: `The message announces ${quoted(said.announced)} and ends`,
        turn: saidAt,
        missing: oneLine(said.announced),
        action: `Do it now: ${oneLine(said.announced)}`,
      }],
  },
  {
    name: "mid_sentence",
    when: "the message breaks off",
    why: "what should have followed is not there",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the rest of the message and of the work",
    find: ({ said, saidAt }) =>
      !said.midSentence || said.empty ? [] : [{
        fact: "The message breaks off in the middle",
        turn: saidAt,
        missing: "The rest of the message",
        action: "Go on from where the message broke off",
      }],
  },
  {
    name: "trouble",
    when: "the message admits that something could not be done",
    why: "the agent says so itself",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "evidence that it works now, or a plain word to the person why it cannot",
    find: (facts) => {
      const { said, finished } = facts;
      if (isOnlyWords(facts) && said.substance > 0) return [];
      // What is a result of a check is told as such.
      const results = new Set(said.reported.map(({ quote }) => quote));
      const told = said.trouble.filter((quote) =>
        !results.has(quote) && (!finished || facts.fresh.length === 0 || DEFEAT.test(quote))
      );
      return told.slice(0, NAMED).map((quote) => ({
        fact: `The message admits trouble: ${quoted(quote)}`,
        turn: facts.saidAt,
        missing: `A way past: ${oneLine(quote)}`,
        action: "Try another way; if there is none, say plainly what stands in the way",
        severity: finished ? "LOW" : "MEDIUM",
      }));
    },
  },
  {
    name: "action_loop",
    when: "one command is most of what was run, again and again, and nothing passed in the end",
    why: "the same action will not give another result",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "another approach, and a check that passes",
    find: ({ done, fresh, finished }) =>
      fresh.length > 0 || finished ? [] : done.loops.filter(({ kind }) => kind === "action").map((
        { command, times },
      ) => ({
        fact: `${code(command)} was run ${times} times`,
        turn: null,
        missing: "A change of approach",
        action: `Do not run ${code(command)} again unchanged: find the cause first`,
      })),
  },
  {
    name: "planning_loop",
    when: "something had to change, and nearly all calls only looked",
    why: "looking further does not do the work",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the edits that do the task",
    find: ({ done, work, finished, edits }) =>
      !work || finished || edits.length > 0
        ? []
        : done.loops.filter(({ kind }) => kind === "planning").map(({ times }) => ({
          fact: `Of ${times} calls nearly all only looked`,
          turn: null,
          missing: "The change itself",
          action: "Stop looking and make the first edit",
        })),
  },
];
