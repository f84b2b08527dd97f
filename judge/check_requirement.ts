/**
 * Whether a command that the person declared ran after the last edit of a code file, and passed. It is
 * unmet only where the calls prove it: a run that nobody can tell of, or another agent whose calls are
 * not shown, makes it something that cannot be told.
 */

import type { RequirementAnswer } from "../schema/types.ts";
import { code, oneLine } from "../lib/text/text.ts";
import { type Match, matchCommand } from "./command_match.ts";
import { callOf, type Conversation } from "./conversation.ts";
import { isCode, isProgram, mayRewrite, namesFile } from "./evidence/edits.ts";
import { callAt, type EditFact, type Facts, pointerTo, type RunFact } from "./evidence/facts.ts";
import { isLook } from "./evidence/programs.ts";
import { runsOf } from "./evidence/runs.ts";
import { joinedPath, pathWithin } from "./evidence/tools.ts";

/** The answer to one requirement; where it does not apply, nothing is told of it. */
export type Answer = Pick<RequirementAnswer, "state" | "applies" | "evidence" | "at">;

/** The answer to a requirement that can mean something here. */
export function answerOf(
  state: Answer["state"],
  evidence: string,
  at: Answer["at"] = null,
): Answer {
  return { state, applies: true, evidence, at };
}

/** The answer to one that can mean nothing here. */
export function notApplying(evidence: string): Answer {
  return { state: "cannot_tell", applies: false, evidence, at: null };
}

/** What there is to look at. */
interface Session {
  readonly conversation: Conversation;
  readonly facts: Facts;
  readonly edits: readonly EditFact[];
  /** The repository's top folder; null where it is not known. */
  readonly top: string | null;
  /** The files that differ from the start of the session, as far as git was asked. */
  readonly changed: readonly ChangedFile[];
}

/** A file that differs. */
export interface ChangedFile {
  readonly path: string;
  /** When it was written last, in milliseconds since the epoch; null: it is gone. */
  readonly writtenAt: number | null;
}

const UNSEEN = "A command may have changed code without naming the file: ";

/** Answers a check. */
export function answerCheck(command: string, session: Session): Answer {
  const { conversation, edits } = session;
  const shown = new Set(session.changed.map(({ path }) => path));
  const edit = edits.findLast(({ path, printed }) =>
    namesFile(path) && isCode(path, shown.has(path)) && !(printed && !isProgram(path))
  );
  if (edit === undefined) {
    const unnamed = edits.find(({ path }) => !namesFile(path));
    return unnamed === undefined
      ? notApplying("No call edited a file of code")
      : answerOf("cannot_tell", UNSEEN + code(unnamed.path), pointerTo(conversation, unnamed));
  }
  const answers = partsOf(command).map((part) => answerPart(part, edit, session));
  const worst = ["unmet", "cannot_tell", "met"]
    .flatMap((state) => answers.filter((answer) => answer.state === state));
  return worst[0] ??
    answerOf("cannot_tell", `${code(command)} is no command that can be found in a line`);
}

/** The commands of a line that was declared, read as those are that ran; what reads their output is none. */
function partsOf(command: string): readonly RunFact[] {
  const call = callOf({ name: "Bash", input: { command } });
  const runs = runsOf({ place: { turn: 0, step: 0 }, call, use: "command", own: true });
  const parts = runs.filter(({ words, siblings, at }) => {
    const begin = siblings.slice(0, at).findLastIndex(({ after }) => after !== "|") + 1;
    return !isLook(words) && siblings.slice(begin, at).every(({ words }) => isLook(words));
  });
  const all = parts.length > 0 ? parts : runs;
  return [...new Map(all.map((part) => [`${part.folder} ${part.command}`, part])).values()];
}

/** A run that may have been the declared one, and how far it was. */
interface Candidate {
  readonly run: RunFact;
  readonly match: Match;
  /** The folder it ran in, where that is not the declared one. */
  readonly elsewhere: string;
}

function answerPart(declared: RunFact, edit: EditFact, session: Session): Answer {
  const { conversation, facts, edits, changed } = session;
  const to = (...at: readonly [Pick<RunFact, "turn" | "step">, { readonly path: string }?]) =>
    pointerTo(conversation, ...at);
  const candidates = facts.runs
    // An edit may be of the same line.
    .filter(({ step }, at) => edit.run === null ? step > edit.step : at > edit.run)
    .map((run) => candidateOf(declared, run, session))
    .filter(({ match }) => match !== "other");
  const [command, edited] = [code(declared.command), code(edit.path)];
  const at = candidates.findLastIndex(({ run: { outcome }, match }) =>
    match === "whole" && (outcome === "passed" || outcome === "failed")
  );
  const decisive = candidates[at]?.run;
  const { step } = decisive ?? edit;
  const other = facts.delegated.findLast((other) => other.step > step);
  if (other !== undefined) {
    const since = decisive === undefined ? `${edited} was edited` : `${command} ran`;
    const evidence = `Another agent was started after ${since}, and what it did is not shown`;
    return answerOf("cannot_tell", evidence, to(other));
  }
  const ran = decisive === undefined ? Infinity : facts.runs.indexOf(decisive);
  const unseen = edits.findLast(({ path, run, ...at }) =>
    !namesFile(path) && (run === null ? at.step > step : run > ran)
  );
  if (decisive !== undefined && unseen !== undefined) {
    return answerOf("cannot_tell", UNSEEN + code(unseen.path), to(unseen));
  }
  const after = `after the last edit of a file of code, ${edited}`;
  if (decisive?.outcome === "passed") {
    const ended = callAt(conversation, decisive)?.endedAt ?? null;
    const later = changed.find(({ path, writtenAt }) =>
      (writtenAt ?? 0) > (ended ?? Infinity) && isCode(path, true)
    );
    if (later !== undefined) {
      const evidence = `${code(later.path)} was written after ${command} ran`;
      return answerOf("cannot_tell", `${evidence}, and no call shows by whom`, to(decisive, later));
    }
    // Git tells what was written after the call, and not what was written at its end.
    const isTold = changed.length > 0 && ended !== null;
    const rewrote = facts.runs.slice(ran + 1).findLast(({ outcome, words, ...at }) =>
      outcome !== "not_run" && mayRewrite(words) && !(isTold && at.step > step)
    );
    if (rewrote === undefined) return answerOf("met", `${command} passed ${after}`, to(decisive));
    const evidence = `${code(rewrote.command)} ran after ${command} and may have changed code`;
    return answerOf("cannot_tell", evidence, to(rewrote));
  }
  // What never started is one where no other is.
  const open = candidates.slice(at + 1)
    .findLast(({ match }) => match === "whole" || match === "unclear");
  if (open !== undefined) return answerOf("cannot_tell", untold(open), to(open.run));
  if (decisive !== undefined) {
    const exitCode = callAt(conversation, decisive)?.exitCode ?? null;
    // Of a longer line, the status may be that of another command.
    const status = (exitCode ?? 0) === 0 ? "" : ` with exit status ${exitCode}`;
    return answerOf("unmet", `${command} failed${status} ${after}`, to(decisive, edit));
  }
  const part = candidates.at(-1)?.run.command;
  const evidence = `${edited} was edited, and ${command} did not run after that` +
    (part === undefined ? "" : `: ${code(part)} is only a part of it`);
  return answerOf("unmet", evidence, to(edit, edit));
}

function untold({ run: { command, words, outcome, why }, match, elsewhere }: Candidate): string {
  const shown = code(command);
  if (words.length === 0) return `${shown} ran, and ${why}`;
  if (match === "unclear") {
    const where = elsewhere === "" ? "" : ` in ${code(elsewhere)}`;
    return `${shown} ran${where}, and it cannot be told whether that is all of it`;
  }
  if (outcome === "running") return `${shown} still runs`;
  return outcome === "not_run"
    ? `${shown} was never started: ${oneLine(why)}`
    : `${shown} ran, and how it ended cannot be told: ${oneLine(why)}`;
}

/** What of a run counts: whether one in another folder is all of it, or less, cannot be told. */
function candidateOf(declared: RunFact, run: RunFact, { conversation, top }: Session): Candidate {
  // A part of a line that was not kept may be anything.
  const match = run.words.length === 0 ? "unclear" : matchCommand(declared.words, run.words);
  const start = conversation.folder;
  const ran = joinedPath(start, run.folder);
  const isThere = run.folder === declared.folder ||
    [start, top ?? start].some((from) => ran === joinedPath(from, declared.folder));
  if (isThere) return { run, match, elsewhere: "" };
  const elsewhere = pathWithin(top ?? start, ran) || ran;
  return { run, match: match === "whole" ? "unclear" : match, elsewhere };
}
