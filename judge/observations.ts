/**
 * Facts worth a person's look, one row each. They are recorded and shown, and feed the model's part;
 * they are never said to the agent and never send it back. Read from calls, results and the client's
 * own records: never from what the agent says.
 */

import type { Observation } from "../schema/types.ts";
import { type Conversation, lastAgentTurn } from "./conversation.ts";
import { isCode, namesFile } from "./evidence/edits.ts";
import {
  type CheckFact,
  type EditFact,
  type Facts,
  type Place,
  pointerTo,
  wasMade,
} from "./evidence/facts.ts";
import { isLook } from "./evidence/programs.ts";
import { pathWithin } from "./evidence/tools.ts";
import { counted } from "../lib/text/figures.ts";
import { code, oneLine } from "../lib/text/text.ts";

/** What rows look at. */
interface View {
  readonly conversation: Conversation;
  /** All facts, and those since the task at hand began. */
  readonly all: Facts;
  readonly facts: Facts;
}

/** Something that was seen. */
interface Found {
  /** A sentence. */
  readonly evidence: string;
  /** The call, with what of a file it is about, or the turn; absent where it is of none. */
  readonly place?: Place & Partial<Pick<EditFact, "path" | "line">>;
}

/** An observation: when it is made, and how it is found. */
interface ObservationRow {
  /** In words, as the docs print it. */
  readonly when: string;
  readonly find: (view: View) => readonly Found[] | Found | null;
}

/** Every observation by its name, in the order in which they are told. */
export const OBSERVATIONS: Readonly<Record<string, ObservationRow>> = {
  last_check_failed: {
    when: "the last test, build, type check or lint run failed",
    find: ({ facts, all }) => {
      const last = new Map(facts.checks.filter(hasRun).map((check) => [check.kind, check]));
      return [...last.values()].filter(({ outcome }) => outcome === "failed").map((check) => {
        const passed = all.checks.findLast(({ kind, outcome, step }) =>
          kind === check.kind && outcome === "passed" && step < check.step
        );
        const many = check.failed === null ? "" : ` (${check.failed} failed)`;
        const before = passed === undefined
          ? "no such check passed before"
          : `${code(passed.command)} passed last in turn ${passed.turn}`;
        return { evidence: `${code(check.command)} failed${many}; ${before}`, place: check };
      });
    },
  },
  edited_after_check: {
    when: "a code file was edited after the last check that passed, and no check ran since",
    find: ({ conversation, facts, all }) => {
      const edit = codeEdits(facts, conversation).at(-1);
      const passed = all.checks.findLast(({ outcome }) => outcome === "passed");
      if (edit === undefined || passed === undefined || passed.step >= edit.step) return null;
      if (all.checks.some((check) => check.step >= edit.step && hasRun(check))) return null;
      const evidence = `${code(edit.path)} was edited after ${code(passed.command)} passed`;
      return { evidence, place: edit };
    },
  },
  nothing_ran: {
    when: "code files were edited, and no test, build, type check or lint ran",
    find: ({ conversation, facts }) => {
      const edits = codeEdits(facts, conversation);
      const last = edits.at(-1);
      if (last === undefined || facts.checks.some(hasRun)) return null;
      const files = counted(new Set(edits.map(({ path }) => path)).size, "code file");
      const what = `${files} edited, last ${code(last.path)}`;
      return { evidence: `No test, build, type check or lint ran; ${what}`, place: last };
    },
  },
  check_weakened: {
    when: "an edit skips a test, removes an assertion, hides a finding or throws a failure away, " +
      "or a commit went past its hooks",
    find: ({ conversation, facts }) => [
      ...facts.edits.filter((edit) => edit.weakens !== null && wasMade(edit)).map((edit) => {
        const path = pathWithin(conversation.folder, edit.path) ?? edit.path;
        return { evidence: `In ${code(path)}: ${code(edit.weakens!, 120)}`, place: edit };
      }),
      ...facts.runs.filter(({ words, outcome }) =>
        outcome === "passed" && words[0] === "git" && words.includes("--no-verify")
      ).map((run) => ({ evidence: `${code(run.command)} went past the hooks`, place: run })),
    ],
  },
  same_failure_again: {
    when: "the same command, edit or other call failed three times or more, and did not pass since",
    find: ({ facts }) =>
      [...Map.groupBy(attempts(facts), ({ what }) => what).values()].flatMap((same) => {
        const passed = same.findLastIndex(({ place }) => place.outcome === "passed");
        const failed = same.slice(passed + 1).filter(({ place }) => place.outcome === "failed");
        if (failed.length < AGAIN) return [];
        const { what, place } = failed.at(-1)!;
        return [{ evidence: `${code(what)} failed ${failed.length} times in a row`, place }];
      }),
  },
  last_call_failed: {
    when: "the last call failed",
    find: ({ facts }) => {
      const { runs, edits, calls } = facts;
      const end = Math.max(...[runs, edits, calls].map((facts) => facts.at(-1)?.step ?? -1));
      const last = attempts(facts).findLast(({ place }) => place.step === end);
      if (last?.place.outcome !== "failed") return null;
      const evidence = `${code(last.what)} failed, and nothing was called after it`;
      return { evidence, place: last.place };
    },
  },
  background_unread: {
    when: "a command was left running beside the conversation and its output was not looked at",
    find: ({ facts }) =>
      facts.background.filter(({ read }) => !read).map((left) => ({
        evidence: code(left.command) + " was left running" + (left.ended ? ", has ended" : "") +
          ", and its output was not looked at.",
        place: left,
      })),
  },
  open_todos: {
    when: "the client's own list has open items",
    find: ({ all: { todos } }) => {
      const open = todos.filter(({ status }) => status === "pending" || status === "in_progress");
      if (open.length === 0) return null;
      const named = open.slice(0, 3).map(({ text }) => code(text)).join(", ");
      const more = open.length > 3 ? ", …" : "";
      return {
        evidence: `${open.length} of ${counted(todos.length, "item")} open: ${named}${more}`,
      };
    },
  },
  ci_red: {
    when: "CI or the checks of a pull request were red when they were last looked at",
    find: ({ facts }) => {
      const last = facts.git.findLast(({ what, outcome }) =>
        what === "ci" && (outcome === "passed" || outcome === "failed")
      );
      if (last?.outcome !== "failed") return null;
      return { evidence: `${code(last.command)} showed a failure`, place: last };
    },
  },
  nothing_after_compaction: {
    when: "the client compacted the conversation, and the agent called nothing after it",
    find: ({ conversation }) => {
      const { turns } = conversation;
      const summary = turns.findLastIndex(({ origin }) => origin === "summary");
      const after = turns.slice(summary + 1).filter(({ origin }) => origin === "agent");
      const isIdle = after.length > 0 && after.every(({ calls }) => calls.length === 0);
      if (summary < 0 || !isIdle) return null;
      const evidence = "The conversation was compacted, and nothing was called after it";
      return { evidence, place: turnAt(conversation, summary) };
    },
  },
  empty_last_message: {
    when: "the last message has neither text nor a call",
    find: ({ conversation }) => {
      const last = lastAgentTurn(conversation);
      if (last === null || last.text.trim() !== "" || last.calls.length > 0) return null;
      const place = turnAt(conversation, conversation.turns.indexOf(last));
      return { evidence: "The last message is empty", place };
    },
  },
};

/** So often has the same to fail before it is told. */
const AGAIN = 3;

/** No more of one name are told. */
const MOST_OF_A_NAME = 5;

/**
 * What is worth a look.
 *
 * @param from The first turn, among those kept, of the task at hand
 */
export function observationsOf(
  conversation: Conversation,
  facts: Facts,
  from: number,
): Observation[] {
  const view = { conversation, all: facts, facts: since(facts, conversation.turnsBefore + from) };
  return Object.entries(OBSERVATIONS).flatMap(([name, { find }]) =>
    [find(view) ?? []].flat().slice(-MOST_OF_A_NAME).map(({ evidence, place }) => ({
      name,
      evidence: oneLine(evidence, 400),
      at: place === undefined ? null : pointerTo(conversation, place, place),
    }))
  );
}

function since(facts: Facts, from: number): Facts {
  const kept = <Fact extends Place>(given: readonly Fact[]): Fact[] =>
    given.filter(({ turn }) => turn >= from);
  const { runs, checks, edits, calls, git, background } = facts;
  return {
    ...facts,
    ...{ runs: kept(runs), checks: kept(checks), edits: kept(edits) },
    ...{ calls: kept(calls), git: kept(git), background: kept(background) },
  };
}

/** The place of a turn, and of none of its calls. */
function turnAt({ turnsBefore }: Conversation, kept: number): Place {
  return { turn: turnsBefore + kept, step: -1 };
}

function hasRun({ outcome }: CheckFact): boolean {
  return outcome !== "not_run";
}

/** The edits of code, each with its path as seen from the folder of the session. */
function codeEdits({ edits }: Facts, { folder }: Conversation): EditFact[] {
  return edits.filter(wasMade).flatMap((edit) => {
    const path = namesFile(edit.path) ? pathWithin(folder, edit.path) : null;
    return path !== null && isCode(path) ? [{ ...edit, path }] : [];
  });
}

/** What was tried, and how it ended. To look in vain is no failure. */
function attempts({ runs, edits, calls }: Facts) {
  return [
    ...runs.filter(({ words }) => !isLook(words)).map((place) => (
      { place, what: place.command + (place.folder === "" ? "" : ` in ${place.folder}`) }
    )),
    ...edits.filter(({ run }) => run === null).map(({ turn, step, outcome, path }) => (
      { place: { turn, step, outcome }, what: `edit ${path}` }
    )),
    ...calls.map((place) => ({ place, what: `${place.name} ${place.target}`.trim() })),
  ];
}
