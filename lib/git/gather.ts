/** What a review is about, read from the repository: the same range of change as the capture. */

import { ownFolders } from "../store/store.ts";
import type { Notes } from "../store/notes.ts";
import { NO_COMMIT, readRunChange } from "./run_change.ts";
import type { SessionState } from "../store/session_state.ts";
import { decodePath, splitAtNul } from "./paths.ts";
import { GitError, type Repository, STATUS } from "./run.ts";
import { parseStatus, type Status } from "./status.ts";
import { classifyPath, evaluateRiskFloor, type RiskFloorVerdict } from "../../risk_floor.ts";
import { readReviewChange, type ReviewChange } from "./review_change.ts";

/** A change with what is known about it. */
export interface Gathered {
  readonly status: Status;
  readonly change: ReviewChange;
  readonly risk: RiskFloorVerdict;
  /** Whether the project has tests at all. */
  readonly hasTests: boolean;
  /** Whether git could not compare with the base, so that something may be missing. */
  readonly incomplete: boolean;
}

/** What the person set that a change depends on. */
interface ChangeSettings {
  /** The revision to count from, where one is named. */
  readonly base: string | null;
  /** The folder of records, where one is named. */
  readonly folder: string | null;
  readonly threshold: number | undefined;
}

/** Reads the change from the session's base, or from a revision, to the working tree. */
export async function gatherChange(
  repository: Repository,
  { base, folder, threshold }: ChangeSettings,
  state: SessionState | null,
  notes: Notes,
  signal: AbortSignal,
): Promise<Gathered> {
  const result = await repository.run(...STATUS);
  if (!result.ok) throw new GitError(result.stderr.trim() || "git cannot tell what changed");
  const status = parseStatus(result.stdout);
  const run = await readRunChange(repository, status, {
    named: base,
    recorded: state?.base ?? (state?.startedAt ? NO_COMMIT : null),
    dirty: state?.dirty ?? {},
    ignored: ownFolders(folder),
    notes,
  });
  const { files, untracked } = run;
  const change = await readReviewChange(repository, { base: run.base, files, untracked, signal });
  let insertions = 0;
  let deletions = 0;
  for (const { added, removed, skipped } of change.files) {
    if (skipped === "generated") continue;
    insertions += added;
    deletions += removed;
  }
  return {
    status,
    change: { ...change, head: status.head },
    risk: evaluateRiskFloor(
      { filesChanged: files, insertions, deletions },
      threshold === undefined ? {} : { threshold },
    ),
    hasTests: await hasTests(repository, files),
    incomplete: run.incomplete || change.incomplete === true,
  };
}

/** Whether a path that git tracks, or that just came, is a test. */
async function hasTests(repository: Repository, files: readonly string[]): Promise<boolean> {
  if (files.some(isTest)) return true;
  const listing = await repository.run("ls-files", "-z");
  if (!listing.ok) return false;
  for (const path of splitAtNul(listing.stdout)) if (isTest(decodePath(path))) return true;
  return false;
}

function isTest(path: string): boolean {
  return classifyPath(path) === "test";
}
