/**
 * Doing the same again and again.
 *
 * A command that is run again is only repeated if it brought nothing new. With edits in between
 * that means: it failed again with the same words. A test that is run after every change, or a
 * status that is asked for until it changes, is how good work looks, and no loop.
 */

import type { EditFact, LoopFact } from "./facts.ts";
import { acts } from "./activity.ts";
import { wasMade } from "./edits.ts";
import { shownCommand } from "./excerpt.ts";
import type { Run } from "./read_back.ts";
import { runOutcome } from "./runs.ts";
import type { Step } from "./steps.ts";

/** So many commands, one of them so often, with so large a share, are an action loop. */
const ACTION = { commands: 4, times: 3, share: 0.6 };

/** So many calls with less than this share of acts are a planning loop. */
const PLANNING = { calls: 8, share: 0.1 };

/** The one command that is repeated. */
export function actionLoops(runs: readonly Run[], edits: readonly EditFact[]): LoopFact[] {
  if (runs.length < ACTION.commands) return [];
  const edited = edits.filter(wasMade).map(({ step }) => step);
  const last = new Map<string, { run: Run; output: string | null; times: number; most: number }>();
  for (const run of runs) {
    const command = run.line.trim().replace(/\s+/g, " ");
    const output = run.output === null ? null : withoutTimes(run.output);
    const before = last.get(command);
    const repeats = before !== undefined && before.output === output &&
      !(edited.some((step) => before.run.step <= step && step < run.step) && isNews(run));
    const times = repeats ? before.times + 1 : 1;
    last.set(command, { run, output, times, most: Math.max(times, before?.most ?? 1) });
  }
  const loops: LoopFact[] = [];
  for (const [command, { most: times }] of last) {
    const enough = times >= ACTION.times && times / runs.length >= ACTION.share;
    if (enough) loops.push({ kind: "action", command: shownCommand(command), times });
  }
  return loops;
}

/** After an edit, only the same failure is nothing new. */
function isNews(run: Run): boolean {
  return runOutcome(run) !== "failed";
}

/** Durations and clock times differ between runs that are the same. */
const TIMES =
  /\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|µs|us|ns|s|sec|secs|seconds?|m)\b|\b\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?|(?<=duration_ms:? )[\d.]{1,30}/g;

function withoutTimes(lines: readonly string[]): string {
  return lines.join("\n").replace(TIMES, "");
}

/** Looking on and on without doing anything about it. */
export function planningLoops(steps: readonly Step[], runs: readonly Run[]): LoopFact[] {
  if (steps.length < PLANNING.calls) return [];
  const byStep = new Map(runs.map((run) => [run.step, run]));
  const acting = steps.filter((step) => acts(step, byStep.get(step.step))).length;
  if (acting / steps.length >= PLANNING.share) return [];
  return [{ kind: "planning", command: "", times: steps.length }];
}
