/** Rules about what the person asked for by name, and about steps that failed. */

import type { CommandFact, GitFact } from "../done/facts.ts";
import type { Wish } from "../task/wishes.ts";
import { commandKey, isLooking } from "./commands.ts";
import type { Facts } from "./facts.ts";
import type { Rule } from "./rule.ts";
import { WISH_WORDS } from "./wishes_met.ts";
import { code, oneLine } from "../../lib/text/text.ts";

const GIT_WORDS: Readonly<Record<GitFact["what"], string>> = {
  commit: "The commit",
  push: "The push",
  branch: "Making the branch",
  pr_create: "Opening the pull request",
  pr_comment: "The comment on the pull request",
  pr_merge: "The merge",
  issue_create: "Opening the issue",
  issue_comment: "The comment on the issue",
  ci: "CI",
};

/** Wishes that are granted by one step with git. */
const GIT_WISHES: Readonly<Partial<Record<Wish, GitFact["what"]>>> = {
  commit: "commit",
  push: "push",
  pull_request: "pr_create",
};

/** Rules against a complete verdict. */
export const WISH_RULES: readonly Rule[] = [
  {
    name: "wish_not_done",
    when:
      "the person asked for a test run, a build, a commit, a push, a pull request, … by name, " +
      "and no such call was made",
    why: "what was asked for by name is part of the task",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the output of what was asked for",
    find: ({ wishes, done, work }) =>
      wishes.filter(({ wish, met }) =>
        // One that was tried and failed has a rule of its own.
        met === null && !(work && done.git.some(({ what }) => what === GIT_WISHES[wish]))
      ).map(({ wish }) => ({
        fact: `${WISH_WORDS[wish].missing} was asked for, and there is none`,
        turn: null,
        missing: WISH_WORDS[wish].missing,
        action: WISH_WORDS[wish].action,
      })),
  },
  {
    name: "failed_step",
    when: "the last commit, push, pull request or CI run failed",
    why: "what was begun and failed is not done",
    severity: "HIGH",
    effect: "incomplete",
    yields: true,
    settled: "{} ending without an error",
    find: ({ done, work }) => {
      if (!work) return [];
      const last = new Map(done.git.map((fact) => [fact.what, fact]));
      return [...last.values()].filter(({ outcome }) => outcome === "failed").map((fact) => ({
        fact: `${GIT_WORDS[fact.what]} failed: ${code(fact.command)}`,
        turn: fact.turn,
        missing: `${GIT_WORDS[fact.what]} without an error`,
        action: `Find out why ${code(fact.command)} failed, fix it and do it again`,
      }));
    },
  },
  {
    name: "failed_command",
    when: "the last command failed and nothing followed it",
    why: "an agent that stops at an error has not dealt with it",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "a run of {} without an error",
    find: (facts) => {
      const broken = facts.work ? brokenEnd(facts) : null;
      if (broken === null) return [];
      const told = broken.excerpt === "" ? "" : `: ${oneLine(broken.excerpt)}`;
      return [{
        fact: `${code(broken.command)} failed and nothing followed${told}`,
        turn: broken.turn,
        missing: `A run of ${code(broken.command)} without an error`,
        action: `Find out why ${code(broken.command)} failed and put it right`,
      }];
    },
  },
  {
    name: "failed_edit",
    when: "a file could not be written, and was not written later",
    why: "the change is not there",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "an edit of {} without an error",
    find: ({ done, edits }) => {
      const failed = done.edits.filter((edit) =>
        edit.outcome === "failed" &&
        !edits.some(({ path, step }) => path === edit.path && step > edit.step)
      );
      const last = new Map(failed.map((edit) => [edit.path, edit]));
      return [...last.values()].slice(0, 3).map(({ path, turn }) => ({
        fact: `Writing ${code(path)} failed`,
        turn,
        missing: `The change to ${code(path)}`,
        action: `Read ${code(path)} and make the edit again`,
      }));
    },
  },
];

/** The last failed command, if nothing came after it; one that looks around may fail. */
function brokenEnd({ done, edits }: Facts): CommandFact | null {
  const last = done.commands.reduce<CommandFact | null>(
    (latest, command) => latest === null || command.step > latest.step ? command : latest,
    null,
  );
  if (last === null || last.outcome !== "failed" || isLooking(last.command)) return null;
  const key = commandKey(last.command);
  // A check, or a step with git, has a rule of its own: it is told once.
  const isTold = done.checks.some(({ command, step }) =>
    step === last.step || commandKey(command) === key
  );
  const later = edits.some(({ step }) => step > last.step) ||
    done.git.some(({ step }) => step >= last.step);
  return isTold || later ? null : last;
}
