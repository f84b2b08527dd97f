/** What a review is about, read from the repository: the change of a run, and what it asks for. */

import { rangeOf } from "../lib/git/change.ts";
import { type FullChange, readFullChange } from "../lib/git/change_content.ts";
import type { Repository } from "../lib/git/run.ts";
import { trackedFiles } from "../lib/git/status.ts";
import type { Notes } from "../lib/store/notes.ts";
import type { SessionState } from "../lib/store/state.ts";
import { classifyPath, evaluateRiskFloor, type RiskFloorVerdict } from "../risk_floor.ts";

/** A change with what is known about it. */
interface Gathered {
  readonly change: FullChange;
  readonly risk: RiskFloorVerdict;
  /** Whether the project has tests at all. */
  readonly hasTests: boolean;
}

/** What the person set that a review depends on. */
interface GatherSettings {
  /** The revision to count from, where one is named. */
  readonly base: string | null;
  /** The folder of records, where one is named. */
  readonly folder: string | null;
  readonly threshold: number | undefined;
}

/** Reads the change from the session's base, or from a revision, to the working tree. */
export async function gatherChange(
  repository: Repository,
  settings: GatherSettings,
  state: SessionState | null,
  notes: Pick<Notes, "error" | "step">,
  signal: AbortSignal,
): Promise<Gathered> {
  const change = await readFullChange(repository, rangeOf(settings, state), notes, signal);
  const isTest = (path: string): boolean => classifyPath(path) === "test";
  const hasTests = change.paths.some(isTest) ||
    (await trackedFiles(repository)).values().some(isTest);
  return { change, risk: riskOf(change, settings.threshold), hasTests };
}

/** The least review of a change; lines of generated files do not count towards its size. */
function riskOf({ paths, files }: FullChange, threshold: number | undefined): RiskFloorVerdict {
  let insertions = 0;
  let deletions = 0;
  for (const { added, removed, skipped } of files) {
    if (skipped === "generated") continue;
    insertions += added;
    deletions += removed;
  }
  return evaluateRiskFloor(
    { filesChanged: [...paths], insertions, deletions },
    threshold === undefined ? {} : { threshold },
  );
}
