/** What follows from the facts and is asked by more than one rule; computed once. */

import type { CheckFact, CheckKind, CommandFact, Done, EditFact } from "../done/facts.ts";
import { covers } from "../done/coverage.ts";
import type { EscalationFound, Evidence } from "../evidence.ts";
import type { Statements } from "../said.ts";
import type { Task } from "../task.ts";
import { isLooking, isProgram, isProse, isTest, isTrying } from "./commands.ts";
import { type MetWish, metWishes } from "./wishes_met.ts";
import { withPasted } from "./pasted.ts";
import { isTiny, wantsFailure, wantsTrial } from "./wanted.ts";

/** The facts as the rules see them. */
export interface Facts {
  readonly task: Task;
  readonly done: Done;
  readonly said: Statements;
  /** The name of every tool that was used. */
  readonly tools: readonly string[];
  /** The turn of the last message. */
  readonly saidAt: number | null;
  /** The escalation in the last message; null where there is none. */
  readonly escalation: EscalationFound | null;
  /** Whether something had to change or happen, or did. */
  readonly work: boolean;
  /** Files that were really written, and not put back since. */
  readonly edits: readonly EditFact[];
  /** Whether anything was done that is more than looking. */
  readonly acted: boolean;
  /** Checks that ended badly and were not put right by a later run. */
  readonly failing: readonly CheckFact[];
  /** Checks that ended well, with no edit after them that could change that. */
  readonly fresh: readonly CheckFact[];
  /** Checks that ended well, and then something was edited. */
  readonly stale: readonly CheckFact[];
  /** Commands that tried the work after the last edit and did not fail. */
  readonly tried: readonly CommandFact[];
  /** Whether the work is of a kind that only shows when it is tried. */
  readonly wantsCheck: boolean;
  readonly wishes: readonly MetWish[];
  /** Whether all that was asked for has evidence, and the message says so. */
  readonly finished: boolean;
}

/** Tools that only look, by the beginning of their name or of its last part. */
const LOOKING_TOOL =
  /^(?:read|view|cat|open|get|list|ls|glob|grep|search|find|query|fetch|web|browse(?!r_(?:click|type|fill|select|drag|press|upload|file|evaluate|run|handle))|todo|lsp|describe|codesearch|notebookread|toolsearch|exitplanmode|enterplanmode|ask|question|skill|think)/i;

/** Tools that run commands or write files: their calls are facts of their own. */
const ACCOUNTED_TOOL =
  /^(?:bash|shell|exec|terminal|run|edit|multiedit|write|create|patch|apply|str_replace|notebookedit|update|insert|replace)/i;

/** The facts about a task, and what follows from them. */
export function readFacts(task: Task, evidence: Evidence): Facts {
  const { done } = evidence;
  const broken = wantsFailure(task);
  const told = withPasted(evidence.said, done.checks);
  const said = broken ? withoutFailures(told) : told;
  const edits = done.edits.filter(({ outcome, undone, takesBack }) =>
    outcome !== "failed" && !undone && !takesBack
  );
  const programs = edits.filter(({ path }) => !isProse(path));
  const lastChange = Math.max(-1, ...programs.map(({ step }) => step));
  const passes = (check: CheckFact): boolean => hasPassed(check, said);
  const bad = done.checks.filter((check, at) =>
    check.outcome === "failed" && !isOutrun(check, done.checks.slice(at + 1), passes)
  );
  // A part of what fails as a whole is the same failure.
  const failing = bad.filter((check) =>
    !(broken && check.kind === "test") &&
    !bad.some((other) => other !== check && covers(other, check) && !covers(check, other))
  );
  // Where a test that fails is the work, its failure is the proof.
  const passed = done.checks.filter((check) =>
    passes(check) || (broken && check.kind === "test" && check.outcome !== "running")
  );
  const isFresh = (check: CheckFact): boolean => check.afterLastEdit || check.step > lastChange;
  const fresh = passed.filter((check) => isFresh(check) && !failing.includes(check));
  // A check that tells nothing is no trial either.
  const mute = new Set(done.checks.filter(({ outcome }) => outcome === "unknown").map(stepOf));
  const tried = done.commands.filter(({ command, step, outcome }) =>
    step > lastChange && outcome !== "failed" && outcome !== "running" && isTrying(command) &&
    !(mute.has(step) && !passed.some((check) => check.step === step))
  );
  const wantsCheck = programs.some(({ path }) => isProgram(path)) && (
    task.wishes.includes("test") || edits.some(({ path }) => isTest(path)) ||
    (wantsTrial(task) && !isTiny(task, new Set(edits.map(({ path }) => path)).size))
  );
  const wishes = metWishes(task, evidence);
  const acted = edits.length > 0 || done.git.length > 0 || done.checks.length > 0 ||
    done.commands.some(({ command }) => !isLooking(command)) ||
    (evidence.tools ?? []).some(isActing);
  return {
    task,
    done,
    said,
    tools: evidence.tools ?? [],
    saidAt: evidence.saidAt ?? null,
    escalation: evidence.escalation ?? null,
    work: task.kind === "work" || programs.length > 0,
    edits,
    acted,
    failing,
    fresh,
    stale: passed.filter((check) => !isFresh(check)),
    tried,
    wantsCheck,
    wishes,
    finished: acted && failing.length === 0 && wishes.every(({ met }) => met !== null) &&
      (said.claims.length > 0 || said.reported.some(({ outcome }) => outcome === "passed")) &&
      (!wantsCheck || fresh.length > 0 || tried.length > 0),
  };
}

/** What was said, without the failures that were asked for. */
function withoutFailures(said: Statements): Statements {
  return {
    ...said,
    reported: said.reported.filter(({ kind, outcome }) => kind !== "test" || outcome === "passed"),
    trouble: said.trouble.filter((quote) =>
      !/\bfail\w*|\berrors?\b|\braises?\b|\bcrash\w*/i.test(quote)
    ),
    dismissed: [],
  };
}

/** Whether the message tells that checks of a kind went well, and not that they went badly too. */
export function isReportedAsPassed(kind: CheckKind, { reported }: Statements): boolean {
  const told = reported.filter((result) => result.kind === kind);
  return told.length > 0 && told.at(-1)?.outcome === "passed";
}

/** Whether the message says of a kind of check that it went well, and nothing else. */
export function isClaimedAsPassed(kind: CheckKind, { reported }: Statements): boolean {
  const told = reported.filter((result) => result.kind === kind);
  return told.length > 0 && told.every(({ outcome }) => outcome === "passed");
}

/**
 * Whether a check went well. Where nobody kept its output, the agent's word counts for a command
 * that was really run. An output that is there and tells nothing is not made up for by words.
 */
function hasPassed(check: CheckFact, said: Statements): boolean {
  if (check.outcome === "passed") return true;
  return check.outcome === "not_recorded" && isReportedAsPassed(check.kind, said);
}

/** Whether a later run of at least as much says something else, or will. */
function isOutrun(
  check: CheckFact,
  later: readonly CheckFact[],
  passes: (check: CheckFact) => boolean,
): boolean {
  return later.some((other) =>
    // A later failure of the same is the one to speak of.
    (passes(other) || other.outcome === "running" || other.outcome === "failed") &&
    covers(other, check)
  );
}

function stepOf({ step }: CheckFact): number {
  return step;
}

/** Tools of other programs create and update many things: only those of files are facts already. */
const ACCOUNTED_ELSEWHERE =
  /^(?!create_or_update).*(?:files?|lines?|symbol|command|shell|bash|terminal|tests?|build|lint)$/i;

/** Whether a tool, by its name, does something that no other fact speaks of. */
export function isActing(tool: string): boolean {
  const name = tool.slice(0, 200).split(/__|[.:/]/).at(-1) ?? "";
  const accounted = tool.startsWith("mcp__") ? ACCOUNTED_ELSEWHERE : ACCOUNTED_TOOL;
  return !LOOKING_TOOL.test(name) && !accounted.test(name);
}
