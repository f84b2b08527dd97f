/**
 * Which commits turned out wrong, by explicit words of later commits: reverts, `Fixes:` trailers,
 * and "introduced in <commit>". Nothing is guessed from time or from who touched which line.
 *
 * A name is looked up as an object id, then as a number of a pull request, then as a title, and the
 * commit found must be an earlier one; for a revert it must also share a path with it, where both
 * have paths. A commit counts once, by the first of the three that leads to a culprit. A revert that
 * was itself reverted, or whose change was made again, is cancelled; a copy of a revert on another
 * branch, and the merge that brings one in, count with the one they copy.
 */

import { type Claims, readClaims, type Target } from "./claims.ts";
import { CommitIndex, type LinkableCommit, type LinkedBy } from "./commit_index.ts";

/** How a failure is known. */
type FailureKind = "revert" | "fixes_trailer" | "introduced_by";

/** A commit that says an earlier one was wrong. */
export interface Failure {
  readonly sha: string;
  /** Its place in the list of commits. */
  readonly at: number;
  readonly kind: FailureKind;
  /** The commit that was wrong; null if none is named, or none that exists. */
  readonly culprit: string | null;
  /** The culprit's place in the list of commits. */
  readonly culpritAt: number | null;
  /** Days from the culprit to this commit. */
  readonly lagDays: number | null;
  readonly linkedBy: LinkedBy | null;
  /** Whether both touch a path in common; null where one of them has no paths to compare. */
  readonly sharesPaths: boolean | null;
}

/** All of them, and what was left out. */
interface FailuresFound {
  /** Newest first, as the commits. */
  readonly failures: Failure[];
  /** Reverts that were taken back. */
  readonly cancelled: number;
  /** Copies of a failure that is counted. */
  readonly copies: number;
  /** Reverts whose named commit touches none of the same paths: not linked. */
  readonly mismatched: number;
}

/** Finds failures in commits, newest first. */
export function findFailures(commits: Iterable<LinkableCommit>): Failure[] {
  return traceFailures(commits).failures;
}

/** The same, with the counts of what was left out. */
export function traceFailures(commits: Iterable<LinkableCommit>): FailuresFound {
  const all: readonly LinkableCommit[] = Array.isArray(commits) ? commits : [...commits];
  const claims = new Map<number, Claims>();
  all.forEach((commit, at) => {
    // What a merge says, its parts say themselves; where only merges are seen, they have paths.
    if (commit.parents.length > 1 && commit.paths.length === 0) return;
    const found = readClaims(commit.message);
    if (found !== null) claims.set(at, found);
  });
  return new Tracer(all, claims).trace();
}

class Tracer {
  readonly #index: CommitIndex;
  readonly #failures = new Map<number, Failure>();
  /** By the place of a commit that takes something back, or of a copy of it: the one that counts. */
  readonly #reverts = new Map<number, number>();
  readonly #revertOf = new Map<number, number>();
  readonly #revertOfTitle = new Map<string, number>();
  #cancelled = 0;
  #copies = 0;
  #mismatched = 0;

  constructor(
    readonly commits: readonly LinkableCommit[],
    readonly claims: ReadonlyMap<number, Claims>,
  ) {
    this.#index = new CommitIndex(commits, claims);
  }

  trace(): FailuresFound {
    // Oldest first: what is taken back must have been seen.
    for (const [at, claims] of [...this.claims].reverse()) {
      const origin = claims.pickedFrom === null ? null : this.#index.bySha(claims.pickedFrom);
      if (origin !== null && origin !== at && this.claims.has(origin)) {
        if (this.#failures.has(origin)) this.#copies++;
        const counted = this.#reverts.get(origin);
        if (counted !== undefined) this.#reverts.set(at, counted);
        continue;
      }
      this.#takeCommit(at, claims);
    }
    return {
      failures: [...this.#failures.values()].sort((a, b) => a.at - b.at),
      cancelled: this.#cancelled,
      copies: this.#copies,
      mismatched: this.#mismatched,
    };
  }

  #takeCommit(at: number, claims: Claims): void {
    const revert = this.#takeUndo(at, claims);
    if (typeof revert?.culprit === "string") return;
    const named = [["fixes_trailer", claims.fixes], ["introduced_by", claims.introduced]] as const;
    for (const [kind, target] of named) {
      if (target === null) continue;
      const failure = this.#failure(at, kind, target);
      // "Introduced in" names features too: without a commit that exists it is no signal.
      if (failure.culprit === null && (revert !== null || kind === "introduced_by")) continue;
      this.#failures.set(at, failure);
      if (failure.culprit !== null) return;
    }
  }

  /** The revert that this commit is and that counts; null if it is none. */
  #takeUndo(at: number, { undo }: Claims): Failure | null {
    if (undo === null) return null;
    if (undo.way === "restore") {
      this.#restore(at, undo.target);
      return null;
    }
    const failure = this.#failure(at, "revert", undo.target);
    const culprit = failure.culpritAt;
    if (culprit === null) {
      if (!undo.inSubject) return null;
      for (const title of undo.target.titles) this.#revertOfTitle.set(title, at);
    } else {
      const undone = this.#reverts.get(culprit);
      if (undone !== undefined && this.#failures.has(undone)) {
        this.#cancel(undone);
        return null;
      }
      const same = this.#revertOf.get(culprit);
      if (same !== undefined) {
        this.#copies++;
        this.#reverts.set(at, same);
        return null;
      }
      this.#revertOf.set(culprit, at);
    }
    this.#reverts.set(at, at);
    this.#failures.set(at, failure);
    return failure;
  }

  /** Cancels the revert that a commit takes back, or the revert of the change it makes again. */
  #restore(at: number, target: Target): void {
    const found = this.#index.find(target, at);
    let revert = typeof found === "object" && found !== null
      ? this.#reverts.get(found.at) ?? this.#revertOf.get(found.at)
      : undefined;
    for (const title of target.titles) revert ??= this.#revertOfTitle.get(title);
    if (revert !== undefined && this.#failures.has(revert)) this.#cancel(revert);
  }

  #cancel(at: number): void {
    const culprit = this.#failures.get(at)?.culpritAt;
    this.#failures.delete(at);
    if (culprit !== undefined && culprit !== null) this.#revertOf.delete(culprit);
    this.#cancelled++;
  }

  #failure(at: number, kind: FailureKind, target: Target): Failure {
    const { sha, time } = this.commits[at]!;
    const link = this.#index.find(target, at, kind === "revert");
    if (link === "no path in common") this.#mismatched++;
    const found = typeof link === "object" ? link : null;
    const culprit = found && this.commits[found.at]!;
    return {
      ...{ sha, at, kind },
      culprit: culprit?.sha ?? null,
      culpritAt: found?.at ?? null,
      lagDays: culprit && (time - culprit.time) / 86_400,
      linkedBy: found?.by ?? null,
      sharesPaths: found?.sharesPaths ?? null,
    };
  }
}
