/** Files that were written, by tools and by shell commands. */

import type { EditFact, Outcome } from "./facts.ts";
import { bendsExpectation, loweredBy, loweredIn } from "./lowered.ts";
import { isTakenBack, removedBy, removedByPatch, takenBackBy } from "./removed.ts";
import type { Run } from "./read_back.ts";
import { runOutcome } from "./runs.ts";
import { shellChange } from "./shell_change.ts";
import { isWork, shellEdits } from "./shell_edits.ts";
import type { Stashes } from "./stash.ts";
import { outcomeOf, type Step } from "./steps.ts";
import { patchOf, pathOf, pathsOfPatch } from "./tools.ts";

/** Every edit, in the order in which they were made. */
export function editsIn(
  steps: readonly Step[],
  runs: readonly Run[],
  stashes: Stashes,
): EditFact[] {
  const edits = [...editsByTools(steps), ...editsByShell(runs, stashes)];
  return withoutTakenBack(edits.sort((a, b) => a.step - b.step), runs);
}

function editsByTools(steps: readonly Step[]): EditFact[] {
  return steps.flatMap(({ turn, step, call, use }) => {
    if (use !== "edit" && use !== "patch") return [];
    const outcome = outcomeOf(call);
    const patched = use === "patch" ? pathsOfPatch(patchOf(call)) : [];
    const paths = patched.length > 0 ? patched : [pathOf(call)];
    const removed = use === "patch" ? removedByPatch(call) : [];
    const lowers = loweredBy(call);
    const whole = typeof (call.input["content"] ?? call.input["file_text"]) === "string";
    return paths.map((path) => ({
      turn,
      step,
      path,
      outcome,
      ...(lowers === null ? {} : { lowers }),
      ...(bendsExpectation(call) ? { bends: true as const } : {}),
      ...(whole ? { whole: true as const } : {}),
      ...(removed.includes(path) ? { removes: true as const } : {}),
    }));
  });
}

function editsByShell(runs: readonly Run[], stashes: Stashes): EditFact[] {
  return runs.flatMap((run) =>
    run.commands.flatMap((command, at) => {
      const paths = stashes.isRoundTrip(run.step, at) ? [] : shellEdits(command);
      if (paths.length === 0) return [];
      const { turn, step } = run;
      const outcome = shellOutcome(run);
      const lowers = loweredIn(shellChange(command));
      const removed = removedBy(command);
      return paths.map((path) => ({
        turn,
        step,
        path,
        outcome,
        ...(lowers === null ? {} : { lowers }),
        ...(command.writes.includes(path) ? { whole: true as const } : {}),
        ...(removed.includes(path) ? { removes: true as const } : {}),
      }));
    })
  );
}

/** What git put back as it was is no change any more, and to put it back is none either. */
function withoutTakenBack(edits: readonly EditFact[], runs: readonly Run[]): EditFact[] {
  const marked = [...edits];
  for (const run of runs) {
    if (run.refused || shellOutcome(run) === "failed") continue;
    for (const command of run.commands) {
      const taken = takenBackBy(command);
      if (taken === null) continue;
      const committed = taken.commits ? -1 : lastCommit(runs, run.step);
      const mine = marked.flatMap((edit, at) =>
        edit.step < run.step && edit.step > committed && wasMade(edit) && !edit.undone &&
          isTakenBack(edit.path, taken)
          ? [at]
          : []
      );
      for (const at of mine) marked[at] = { ...marked[at]!, undone: true };
      if (mine.length === 0) continue;
      const paths = shellEdits(command);
      for (const [at, edit] of marked.entries()) {
        if (edit.step === run.step && paths.includes(edit.path)) {
          marked[at] = { ...edit, takesBack: true };
        }
      }
    }
  }
  return marked;
}

/** The step of the last commit before another; what was committed is not taken back with files. */
function lastCommit(runs: readonly Run[], before: number): number {
  return runs.findLast((run) =>
    run.step < before && !run.refused && run.status !== "failed" &&
    run.commands.some(({ words }) => words[0] === "git" && words.includes("commit"))
  )?.step ?? -1;
}

/** Of a longer line that failed, the part that wrote the file most likely did its work. */
function shellOutcome(run: Run): Outcome {
  const outcome = runOutcome(run);
  return outcome === "failed" && run.commands.length > 1 && !run.refused ? "unknown" : outcome;
}

/** Text for people: to change it changes no result of a test or a build. */
const PROSE = /\.(?:md|markdown|rst|adoc|txt)$|(?:^|\/)(?:LICENSE|CHANGELOG|AUTHORS|NOTICE)$/i;
const NOT_PROSE = /(?:^|\/)(?:requirements[\w.-]*|constraints[\w.-]*|CMakeLists)\.txt$/;

/** Whether an edit was made, whatever became of it. */
export function wasMade({ outcome }: EditFact): boolean {
  return outcome !== "failed";
}

/** Whether a check that ran before this edit proves less after it. */
export function makesStale(edit: EditFact): boolean {
  const { path } = edit;
  return wasMade(edit) && (path === "" || isWork(path)) &&
    (!PROSE.test(path) || NOT_PROSE.test(path));
}
