/**
 * Looking up the commits that messages name: by object id, by the number of a pull request, by
 * title. Only what some message names is indexed, so that a history of a million commits costs a
 * look at each and no more.
 */

import { type Claims, mergedTitle, type Target } from "./claims.ts";
import { ownNumber, plainTitle, subjectOf } from "./subjects.ts";

/** What is needed of a commit to look for links. */
export interface LinkableCommit {
  readonly sha: string;
  readonly parents: { readonly length: number };
  /** When it was committed, in seconds since 1970. */
  readonly time: number;
  readonly message: string;
  /** Names, or whatever stands for the same name everywhere in the list. */
  readonly paths: readonly (string | number)[];
}

/** How a commit was found. */
export type LinkedBy = "sha" | "number" | "title";

/** A commit that a message names. */
interface Link {
  readonly at: number;
  readonly by: LinkedBy;
  /** Whether both touch a path in common; null where one of them has no paths to compare. */
  readonly sharesPaths: boolean | null;
}

/** Object ids are looked up by their first characters: git prints no fewer. */
const LEAST_SHA = 7;

/** The commits that messages name. */
export class CommitIndex {
  readonly #byStart = new Map<string, number[]>();
  readonly #byNumber = new Map<number, number[]>();
  readonly #byTitle = new Map<string, number[]>();
  /** Merges, by the title of what they merge: used only where no other commit has that title. */
  readonly #byMergedTitle = new Map<string, number[]>();
  /** Copies, by the object id that they were picked from. */
  readonly #picked = new Map<string, number>();

  constructor(readonly commits: readonly LinkableCommit[], claims: ReadonlyMap<number, Claims>) {
    for (const [at, { undo, fixes, introduced, pickedFrom }] of claims) {
      for (const target of [undo?.target, fixes, introduced]) {
        if (!target) continue;
        for (const sha of target.shas) this.#byStart.set(sha.slice(0, LEAST_SHA), []);
        for (const number of target.numbers) this.#byNumber.set(number, []);
        for (const title of target.titles) {
          this.#byTitle.set(title, []);
          this.#byMergedTitle.set(title, []);
        }
      }
      if (pickedFrom !== null) {
        this.#byStart.set(pickedFrom.slice(0, LEAST_SHA), []);
        this.#picked.set(pickedFrom, at);
      }
    }
    commits.forEach((commit, at) => {
      this.#byStart.get(commit.sha.slice(0, LEAST_SHA))?.push(at);
      const subject = subjectOf(commit.message);
      const number = ownNumber(subject);
      if (number !== null) this.#byNumber.get(number)?.push(at);
      this.#byTitle.get(plainTitle(subject))?.push(at);
      if (commit.parents.length < 2) return;
      this.#byMergedTitle.get(plainTitle(mergedTitle(commit.message)))?.push(at);
    });
  }

  /** The commit with this object id or the only one that begins with it. */
  bySha(sha: string): number | null {
    const places = (this.#byStart.get(sha.slice(0, LEAST_SHA)) ?? [])
      .filter((at) => this.commits[at]!.sha.startsWith(sha));
    return places.length === 1 ? places[0]! : null;
  }

  /**
   * The commit that is meant, earlier than the one that names it: the first that an object id, then
   * a number, then a title leads to. With `verify`, one that surely shares no path is passed over.
   */
  find(target: Target, from: number, verify = false): Link | "no path in common" | null {
    let refused: "no path in common" | null = null;
    for (const [by, at] of this.#candidates(target, from)) {
      if (!this.#isEarlier(at, from)) continue;
      const sharesPaths = shareAPath(this.commits[at]!.paths, this.commits[from]!.paths);
      if (!verify || sharesPaths !== false) return { at, by, sharesPaths };
      refused = "no path in common";
    }
    return refused;
  }

  *#candidates(target: Target, from: number): Generator<[LinkedBy, number]> {
    for (const sha of target.shas) {
      // The original may be on another branch, and its copy here.
      const at = this.bySha(sha) ?? this.#picked.get(sha) ?? null;
      if (at !== null) yield ["sha", at];
    }
    for (const number of target.numbers) {
      const at = this.#nearest(this.#byNumber.get(number), from);
      if (at !== undefined) yield ["number", at];
    }
    for (const title of target.titles) {
      const at = this.#nearest(this.#byTitle.get(title), from);
      if (at !== undefined) yield ["title", at];
      const merge = this.#nearest(this.#byMergedTitle.get(title), from);
      if (merge !== undefined) yield ["title", merge];
    }
  }

  /** Places are in the order of the commits, newest first: the first earlier one is the nearest. */
  #nearest(places: readonly number[] | undefined, from: number): number | undefined {
    return places?.find((at) => this.#isEarlier(at, from));
  }

  /** By time; what was committed in the same second, by the order of the list. */
  #isEarlier(at: number, from: number): boolean {
    const [one, two] = [this.commits[at]!.time, this.commits[from]!.time];
    return one < two || (one === two && at > from);
  }
}

function shareAPath(
  one: readonly (string | number)[],
  two: readonly (string | number)[],
): boolean | null {
  if (one.length === 0 || two.length === 0) return null;
  const [fewer, more] = one.length < two.length ? [one, two] : [two, one];
  if (fewer.length <= 8) return fewer.some((path) => more.includes(path));
  const names = new Set(more);
  return fewer.some((path) => names.has(path));
}
