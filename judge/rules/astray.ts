/** Rules about work that went elsewhere: another file, another subject, another branch. */

import type { Facts } from "./facts.ts";
import { isProgram, isTest } from "./commands.ts";
import type { Rule } from "./rule.ts";
import { subjectOf } from "./wanted.ts";
import { code, oneLine } from "../../lib/text/text.ts";

/** A longer message has pasted text in it, whose names are no orders. */
const LONGEST_ORDER = 600;

/** A file that is to be changed, by the word before it. */
const FILE_TO_CHANGE =
  /(?<!\b(?:as|like|similar|according|compared|also|defined|described) )\b(?:in|to|edit|update|change|modify|fix|inside|within) [`'"]?((?:[\w@.-]{1,60}\/){0,8}[\w@-][\w@.-]{0,60}\.[a-z]\w{0,9})\b(?!\/)/gi;
const SETTINGS = /\.(?:json|ya?ml|toml|css|scss|less|html?|ini|cfg|conf)$/i;

/** What is not wanted any more. */
const DROPPED =
  /\b(?:forget|never ?mind|scratch|drop|skip|don['’]?t|do not|no longer|stop|leave|instead of|rather than|cancel)\b/i;
const FILLER: ReadonlySet<string> = new Set(
  "actually instead forget rather second thought thing wait change plan mind want better okay meant changed stop leave fix"
    .split(
      " ",
    ),
);

/** A change of mind in the newest words. */
const CHANGE_OF_MIND =
  /\b(?:actually|instead|forget|never ?mind|scratch that|change of plans?|on second thought|rather than|wait,)\b/i;

/** Things that somebody names and means: code, paths, words in the middle of which case changes. */
const NAMED_THING =
  /`([^`\n]{3,60})`|((?:[\w@.-]{1,60}\/){1,8}[\w@.-]{2,60})|\b([a-z]{2,30}(?:_[a-z\d]{2,30}){1,4}|[a-z]{2,20}[A-Z][A-Za-z\d]{2,40}|[A-Z][a-z\d]{2,20}[A-Z][A-Za-z\d]{1,40})\b/g;

/** The branch that others work from, as the target of a push. */
const TO_MAIN = /\bpush\b.{0,80}[\s:/](?:main|master|trunk)\s*$/;
const NOT_TO_MAIN =
  /\b(?:never|do not|don['’]?t|not|no) (?:\w+ ){0,2}(?:push|commit)(?:e[sd]|ing|s)? (?:\w+ ){0,2}(?:to|on|into) (?:the )?[`'"]?(?:main|master|trunk)\b/i;

function baseName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? path).toLowerCase();
}

/** The newest message; empty where it is too long to be one order. */
export function newest({ task }: Pick<Facts, "task">): string {
  const message = task.messages.at(-1) ?? task.text;
  return message.length > LONGEST_ORDER ? "" : message;
}

/** Whether a name stands anywhere in what was done or said. */
function isSpokenOf(name: string, { said, done, edits }: Facts, tools: readonly string[]): boolean {
  const low = name.toLowerCase();
  return said.text.toLowerCase().includes(low) ||
    [...done.commands, ...done.git, ...done.failures].some(({ command, excerpt }: {
      command: string;
      excerpt?: string;
    }) => command.toLowerCase().includes(low) || (excerpt ?? "").toLowerCase().includes(low)) ||
    edits.some(({ path }) => path.toLowerCase().includes(low)) ||
    done.todos.some(({ text }) => text.toLowerCase().includes(low)) ||
    tools.some((tool) => tool.toLowerCase().includes(low));
}

function namesIn(message: string): string[] {
  return [...message.matchAll(NAMED_THING)].map((match) =>
    match.slice(1).find((name) => name !== undefined) ?? ""
  );
}

/** What was asked for before the newest message, be it taken back or not. */
function earlier({ task }: Facts): string[] {
  return [...task.takenBack ?? [], ...task.messages.slice(0, -1)];
}

/** The words of what is wanted now that did not stand in what was wanted before. */
function newWords(facts: Facts): string[] {
  const sentences = newest(facts).split(/[.!?;\n]|,? (?:and|but) (?=(?:please|do|add|use|make)\b)/);
  const dropped = sentences.filter((sentence) => DROPPED.test(sentence));
  const wanted = sentences.filter((sentence) => !DROPPED.test(sentence));
  const before = subjectOf([...dropped, ...earlier(facts)].join(" "));
  return before.size === 0
    ? []
    : [...subjectOf(wanted.join(" "))].filter((word) => !before.has(word) && !FILLER.has(word));
}

/** Whether the newest message wants something else than what was asked for before. */
function changesMind(facts: Facts): boolean {
  const { takenBack = [], messages } = facts.task;
  return CHANGE_OF_MIND.test(newest(facts)) || (takenBack.length > 0 && messages.length === 1);
}

/** Rules against a complete verdict. */
export const ASTRAY_RULES: readonly Rule[] = [
  {
    name: "wrong_file",
    when: "the person named the file to change, and only others were changed, without a word of it",
    why: "a change in the wrong place is worse than none",
    severity: "HIGH",
    effect: "incomplete",
    yields: true,
    settled: "an edit of {}, or a word why another file is the right one",
    find: (facts) => {
      const { edits } = facts;
      if (!facts.work || edits.length === 0) return [];
      const named = [...newest(facts).matchAll(FILE_TO_CHANGE)].map(([, path = ""]) => path)
        .filter((path) => !isTest(path) && (isProgram(path) || SETTINGS.test(path)));
      const untouched = named.filter((path) => !isSpokenOf(baseName(path), facts, []));
      const all = untouched.length === named.length;
      return untouched.slice(0, 2).map((path) => ({
        fact: all
          ? `${code(path)} was to be changed, and ${
            code(edits.at(-1)?.path ?? "")
          } was changed instead`
          : `${code(path)} was to be changed too, and was not`,
        turn: edits.at(-1)?.turn ?? null,
        missing: `The change to ${code(path)}`,
        action: all
          ? `Undo what does not belong there and change ${code(path)}`
          : `Change ${code(path)} too`,
        severity: all ? "HIGH" : "MEDIUM",
      }));
    },
  },
  {
    name: "pivot_ignored",
    when: "the newest message names things of which no call and no word of the answer speaks",
    why: "the newest word of the person counts; work on what was asked before does not do it",
    severity: "HIGH",
    effect: "incomplete",
    yields: true,
    settled: "the work that the newest message asks for",
    find: (facts) => {
      if (!facts.work || facts.said.empty) return [];
      const names = [
        ...facts.task.messages.length < 2 ? [] : namesIn(newest(facts)),
        ...changesMind(facts) ? newWords(facts) : [],
      ];
      if (
        names.length === 0 ||
        names.some((name) => isSpokenOf(baseName(name), facts, facts.tools))
      ) return [];
      return [{
        fact: `Nothing speaks of what was asked for last: ${code(names[0] ?? "")}`,
        turn: facts.saidAt,
        missing: oneLine(newest(facts)),
        action: `Do what was asked for last: ${oneLine(newest(facts))}`,
      }];
    },
  },
  {
    name: "pushed_to_main",
    when: "a pull request was asked for, or main was not to be pushed to, and main was pushed to",
    why: "a review that comes after the fact is none",
    severity: "HIGH",
    effect: "incomplete",
    yields: true,
    settled: "the change on a branch of its own, with a pull request",
    find: ({ done, wishes, task }) => {
      const wanted = wishes.some(({ wish, met }) => wish === "pull_request" && met === null) ||
        NOT_TO_MAIN.test(task.text.slice(0, 8_000));
      const push = done.git.findLast(({ what, outcome, command }) =>
        what === "push" && outcome !== "failed" && TO_MAIN.test(command.slice(0, 300))
      );
      return !wanted || push === undefined ? [] : [{
        fact: `${code(push.command)} went straight to the main branch`,
        turn: push.turn,
        missing: "A pull request for the change",
        action:
          "Tell the person that main was pushed to; put the change on a branch and open a pull request",
      }];
    },
  },
];
