/** Rules about work that is said to be done, or not said at all, with too little behind it. */

import { claimsChange, goesBeyondWords } from "./claimed_change.ts";
import { type Facts, isActing } from "./facts.ts";
import { codeBlocks, quoted, withoutCode } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { wantsChange, wantsReport, wantsWords } from "./wanted.ts";
import { code, oneLine } from "../../lib/text/text.ts";

/** How long an answer in words has to be, outside of code, where nothing else gives it weight. */
const SUBSTANTIAL = { research: 300, plan: 200, question: 1, work: 200 } as const;

/** How much concrete content makes an answer substantial, however short it is. */
const CONCRETE = { research: 3, plan: 2, question: 0, work: 1 } as const;

/** "Nothing has to change" is an answer to a task that asks for a change. */
const NO_CHANGE =
  /\b(?:no (?:code )?changes? (?:is |are |was |were )?(?:needed|required|necessary)|(?<!\b(?:i|we|i've|we've|have) )already (?:done|exists?|in place|up[ -]to[ -]date|correct|present|the case|there|on|off|so|[a-z]{2,}(?:ed|es|ts|ns|ds|ks|ls|rs|ps|ms|ys))|nothing (?:to (?:do|fix|change|merge|commit|push|sync|clean)|needs to (?:be )?(?:change|done|fixed))|not a bug|works as (?:intended|designed)|(?:happens|done|handled|covered|implemented|works|does (?:that|so|this)|is (?:so|there)) already|i (?:left|kept) (?:everything|it|that|all|the code) (?:as (?:it is|is)|unchanged|untouched|alone)|i (?:changed|touched) nothing)\b/i;

/** Options by which a check writes what it finds: snapshots, fixes, formats. */
const REWRITES =
  /\s(?:-u|-w|--update\S*|--fix\S*|--write|--bless|--accept|--autofix|-a|-A)(?=\s|$)/;

/** Whether the message is an answer, and not only a beginning of one. */
export function isAnswer({ task, said }: Facts): boolean {
  if (said.empty || said.announced !== null) return false;
  if (task.kind === "question") return true;
  // Who asks for a query or a command is answered with code.
  const shown = task.kind === "work" && codeBlocks(said.text).some((lines) => lines.length > 0);
  return shown || said.substance >= Math.max(1, CONCRETE[task.kind]) ||
    withoutCode(said.text).trim().length >= SUBSTANTIAL[task.kind];
}

/** Whether the message says that nothing had to be changed, after the agent looked. */
export function saysNoChange({ said, done }: Facts): boolean {
  return done.calls > 0 && NO_CHANGE.test(withoutCode(said.text)) && !claimsChange(said);
}

/** Whether words were asked for, and the message has them and claims no deed that nobody saw. */
export function answersInWords(facts: Facts): boolean {
  const { task, said, acted } = facts;
  return wantsWords(task) && isAnswer(facts) && (acted || !goesBeyondWords(task, said));
}

/** Rules against a complete verdict. */
export const CLAIM_RULES: readonly Rule[] = [
  {
    name: "empty_answer",
    when: "the agent stopped without a word",
    why: "nobody can tell what was done",
    severity: "HIGH",
    effect: "incomplete",
    yields: true,
    settled: "a message that says what was done and what came of it",
    find: ({ said, saidAt, acted, done }) =>
      !said.empty || done.running > 0 ? [] : [{
        fact: "The agent stopped without a word",
        turn: saidAt,
        missing: "An answer that says what was done",
        action: acted
          ? "Finish the task and say what was done and how it was verified"
          : "Do the task and say what was done",
        severity: acted ? "MEDIUM" : "HIGH",
      }],
  },
  {
    name: "nothing_done",
    when: "something had to change or happen, and no call did more than look",
    why: "a description of a change is not the change",
    severity: "HIGH",
    effect: "incomplete",
    yields: true,
    settled: "the edits and commands that do the task",
    find: (facts) => {
      const { task, said, done, saidAt } = facts;
      if (facts.acted || said.empty || done.running > 0) return [];
      if (!facts.work && !goesBeyondWords(task, said)) return [];
      if (answersInWords(facts) || saysNoChange(facts)) return [];
      if (wantsReport(task) && done.calls > 0 && !claimsChange(said)) return [];
      const claim = said.claims[0];
      return [{
        fact: claim === undefined
          ? done.calls === 0
            ? "Nothing was done: no tool was used"
            : "The agent only looked: no file was changed and nothing was run"
          : `The message says ${quoted(claim)}, but no file was changed and nothing was run`,
        turn: saidAt,
        missing: `The work itself: ${oneLine(task.text, 100)}`,
        action: "Make the change with your tools instead of describing it, then verify it",
        severity: claim === undefined ? "MEDIUM" : "HIGH",
      }];
    },
  },
  {
    name: "change_missing",
    when: "a change was asked for, checks were run, and no file was changed",
    why: "checks that pass on unchanged files say nothing about the change",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the edit that was asked for, and a check after it",
    find: (facts) => {
      const { task, done, edits, said } = facts;
      const onlyChecks = done.checks.length > 0 &&
        done.commands.every(({ command, step }) =>
          done.checks.some((check) => check.step === step || check.command === command)
        );
      if (!facts.work || edits.length > 0 || !onlyChecks || done.git.length > 0) return [];
      // Where other tools were used too, one of them may have made the change.
      if (facts.tools.some(isActing) || !wantsChange(task)) return [];
      if (saysNoChange(facts)) return [];
      // Where a check was to pass, it may have passed from the beginning.
      const aimed = task.wishes.some((wish) => done.checks.some(({ kind }) => kind === wish));
      if (aimed && said.claims.length === 0 && !claimsChange(said)) return [];
      if (done.commands.some(({ command }) => REWRITES.test(command.slice(0, 2_000)))) return [];
      return [{
        fact: `The message says ${
          quoted(said.claims[0] ?? withoutCode(said.text))
        }, but no file was changed`,
        turn: facts.saidAt,
        missing: "The change that was asked for",
        action: "Make the change, then run the checks again",
      }];
    },
  },
  {
    name: "unverified_change",
    when: "behaviour was changed in code, and nothing was run after it",
    why: "most wrong fixes were never tried; a file that explains needs no trial",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "a run of the tests, the build or the program after the last edit",
    find: (facts) => {
      const { work, wantsCheck, done, fresh, tried, edits } = facts;
      if (!work || !wantsCheck || fresh.length > 0 || tried.length > 0) return [];
      // Those have rules of their own.
      if (done.checks.length > 0 || facts.wishes.some(({ met }) => met === null)) return [];
      if (done.git.some(({ what, outcome }) => what === "ci" && outcome !== "failed")) return [];
      const files = new Set(edits.map(({ path }) => path));
      const [first = ""] = files;
      return [{
        fact: `${
          files.size === 1 ? code(first) : `${files.size} files`
        } edited, and nothing was run`,
        turn: edits.at(-1)?.turn ?? null,
        missing: "A check of the change",
        action: "Run the tests (or the build, or the program) and show the result",
        severity: files.size === 1 ? "LOW" : "MEDIUM",
      }];
    },
  },
  {
    name: "unanswered",
    when: "a finding, a plan or an answer was asked for, and the message has none",
    why: "here the answer is the work",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the answer itself, with what it rests on",
    find: (facts) =>
      facts.work || facts.said.empty || isAnswer(facts) ? [] : [{
        fact: "The message does not answer what was asked",
        turn: facts.saidAt,
        missing: `An answer to: ${oneLine(facts.task.text, 100)}`,
        action: "Answer with concrete findings: names, places, figures",
      }],
  },
];
