/**
 * Whether a command that the person declared ran after the last edit of a code file, and passed. It is
 * unmet only where the calls prove it: a run that nobody can tell of, or another agent whose calls are
 * not shown, makes it something that cannot be told.
 */

import { code, oneLine } from "../lib/text/text.ts";
import { type Answer, answerOf, notApplying } from "./answer.ts";
import { type Match, matchCommand } from "./command_match.ts";
import { callOf, type Conversation, conversationOf, turnOf } from "./conversation.ts";
import { isCode, namesFile } from "./evidence/edits.ts";
import { factsIn } from "./evidence/evidence.ts";
import type { EditFact, Facts, RunFact } from "./evidence/facts.ts";
import { callAt, pathWithin, pointerTo } from "./evidence/pointer.ts";
import { isLook } from "./evidence/programs.ts";
import { joinedPath } from "./evidence/tools.ts";

/** What there is to look at. */
interface Session {
  readonly conversation: Conversation;
  readonly facts: Facts;
  readonly edits: readonly EditFact[];
  /** The repository's top folder; null where it is not known. */
  readonly top: string | null;
}

/** Answers a check. */
export function answerCheck(command: string, session: Session): Answer {
  const edit = session.edits.findLast(({ path }) => namesFile(path) && isCode(path));
  if (edit === undefined) {
    const [unnamed] = session.edits.filter(({ path }) => !namesFile(path));
    return unnamed === undefined
      ? notApplying("No call edited a file of code")
      : answerOf("cannot_tell", changedUnseen(unnamed), pointerTo(session.conversation, unnamed));
  }
  const answers = partsOf(command).map((part) => answerPart(part, edit, session));
  return ["unmet", "cannot_tell", "met"].map((state) =>
    answers.find((answer) => answer.state === state)
  ).find((answer) => answer !== undefined) ??
    answerOf("cannot_tell", `${code(command)} is no command that can be found in a line`);
}

/** The simple commands of one that was declared, read as those are that ran. */
function partsOf(command: string): readonly RunFact[] {
  const call = callOf({ name: "Bash", input: { command } });
  const { runs } = factsIn(conversationOf([turnOf({ origin: "agent", calls: [call] })]));
  const parts = runs.filter(({ words }) => !isLook(words));
  const all = parts.length > 0 ? parts : runs;
  return [...new Map(all.map((part) => [`${part.folder} ${part.command}`, part])).values()];
}

/** A run that may have been the declared one, and how far it was. */
interface Candidate {
  readonly run: RunFact;
  readonly match: Match;
}

function answerPart(declared: RunFact, edit: EditFact, session: Session): Answer {
  const { conversation, facts } = session;
  const candidates = facts.runs.flatMap((run, at): Candidate[] => {
    if (!isAfter(run, at, edit)) return [];
    const match = matchRun(declared, run, session);
    return match === "other" ? [] : [{ run, match }];
  });
  const said = { command: code(declared.command), file: code(edit.path) };
  const decisive = candidates.findLast(isDecisive);
  const open = candidates.slice(decisive === undefined ? 0 : candidates.indexOf(decisive) + 1)
    .findLast(isOpen);
  const { step } = decisive?.run ?? edit;
  const other = facts.delegated.findLast((other) => other.step > step);
  if (other !== undefined) {
    const since = decisive === undefined ? `${said.file} was edited` : `${said.command} ran`;
    return answerOf(
      "cannot_tell",
      `Another agent was started after ${since}, and what it did is not shown`,
      pointerTo(conversation, other),
    );
  }
  const unseen = session.edits.findLast(({ path }) => !namesFile(path));
  if (decisive !== undefined && unseen !== undefined && unseen.step > step) {
    return answerOf("cannot_tell", changedUnseen(unseen), pointerTo(conversation, unseen));
  }
  if (decisive?.run.outcome === "passed") {
    return answerOf(
      "met",
      `${said.command} passed after the last edit of a file of code, ${said.file}`,
      pointerTo(conversation, decisive.run),
    );
  }
  if (open !== undefined) {
    return answerOf("cannot_tell", untold(open), pointerTo(conversation, open.run));
  }
  const path = edit.path;
  if (decisive !== undefined) {
    const { exitCode = null } = callAt(conversation, decisive.run) ?? {};
    const status = exitCode === null ? "" : ` with exit status ${exitCode}`;
    return answerOf(
      "unmet",
      `${said.command} failed${status} after the last edit of a file of code, ${said.file}`,
      pointerTo(conversation, decisive.run, { path }),
    );
  }
  const part = candidates.at(-1);
  return answerOf(
    "unmet",
    `${said.file} was edited, and ${said.command} did not run after that` +
      (part === undefined ? "" : `: ${code(part.run.command)} is only a part of it`),
    pointerTo(conversation, edit, { path }),
  );
}

function changedUnseen({ path }: EditFact): string {
  return `A command may have changed code without naming the file: ${code(path)}`;
}

/** Whether a run came after an edit, which may be of the same line. */
function isAfter({ step }: RunFact, at: number, edit: EditFact): boolean {
  return edit.run === null ? step > edit.step : at > edit.run;
}

function isDecisive({ run: { outcome }, match }: Candidate): boolean {
  return match === "whole" && (outcome === "passed" || outcome === "failed");
}

/** Whether a run may have been one that decides. What never started is one where no other is. */
function isOpen({ match }: Candidate): boolean {
  return match === "whole" || match === "unclear";
}

function untold({ run: { command, outcome, why }, match }: Candidate): string {
  const shown = code(command);
  if (match === "unclear") return `${shown} ran, and it cannot be told whether that is all of it`;
  if (outcome === "running") return `${shown} still runs`;
  return outcome === "not_run"
    ? `${shown} was never started: ${oneLine(why)}`
    : `${shown} ran, and how it ended cannot be told: ${oneLine(why)}`;
}

/** What of a run counts: of one in another folder, less. */
function matchRun(declared: RunFact, run: RunFact, { conversation, top }: Session): Match {
  const match = matchCommand(declared.words, run.words);
  if (match === "other" || match === "narrower" || run.folder === declared.folder) return match;
  const start = conversation.folder;
  const [whole, begun, ran] = [
    joinedPath(top ?? start, declared.folder),
    joinedPath(start, declared.folder),
    joinedPath(start, run.folder),
  ];
  if (ran === whole || ran === begun) return match;
  if (top === null) return declared.folder === "" ? match : "unclear";
  return pathWithin(whole, ran) === null ? "unclear" : "narrower";
}
