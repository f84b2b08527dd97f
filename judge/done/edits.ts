/** Files that were written, by tools and by shell commands. */

import type { EditFact, Outcome } from "../done.ts";
import { bendsExpectation, loweredBy } from "./lowered.ts";
import type { Run } from "./runs.ts";
import { runOutcome } from "./runs.ts";
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
  const byTools = steps.flatMap(({ turn, step, call, use }) => {
    if (use !== "edit" && use !== "patch") return [];
    const outcome = outcomeOf(call);
    const patched = use === "patch" ? pathsOfPatch(patchOf(call)) : [];
    const paths = patched.length > 0 ? patched : [pathOf(call)];
    const lowers = loweredBy(call);
    return paths.map((path) => ({
      turn,
      step,
      path,
      outcome,
      ...(lowers === null ? {} : { lowers }),
      ...(bendsExpectation(call) ? { bends: true as const } : {}),
    }));
  });
  const byShell = runs.flatMap((run) =>
    run.commands.flatMap((command, at) =>
      stashes.isRoundTrip(run.step, at) ? [] : shellEdits(command).map((path) => ({
        turn: run.turn,
        step: run.step,
        path,
        outcome: shellOutcome(run),
      }))
    )
  );
  return [...byTools, ...byShell].sort((a, b) => a.step - b.step);
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
