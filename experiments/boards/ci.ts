/**
 * Results of the default branch's checks: JSONL of `{sha, at, ok}`.
 *
 * A task is judged by the first result at or after the commit that brought its work to the default
 * branch, in the order of that branch and not of the clock.
 */

import type { Commit } from "../history/commits.ts";
import { linesOf, parseJson } from "./document.ts";
import type { Notes } from "./notes.ts";
import { objectOf } from "../../lib/text/values.ts";

/** One result. */
export interface CiResult {
  readonly place: number;
  readonly sha: string;
  readonly at: number;
  readonly ok: boolean;
}

/** Reads results; what is none is noted. */
export function readResults(bytes: Uint8Array, notes: Notes): CiResult[] {
  const results: CiResult[] = [];
  for (const { place, line } of linesOf(bytes)) {
    const fields = objectOf(parseJson(line));
    const { sha, ok } = fields ?? {};
    if (typeof sha !== "string" || !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)) {
      notes.reject("a check's result with no full commit id", place);
    } else if (typeof ok !== "boolean") {
      notes.reject("a check's result that is neither true nor false", place);
    } else {
      const at = notes.doneDate(fields?.["at"]);
      if (at === null) notes.reject("a check's result with no date that can be read", place);
      else results.push({ place, sha, at, ok });
    }
  }
  return results;
}

/** The default branch: which of its commits brought each commit of the history. */
export class Mainline {
  readonly #parents = new Map<string, readonly string[]>();
  #head: string | null = null;
  #positions: Map<string, number> | null = null;
  #chain: ReadonlySet<string> = new Set();

  /** Takes the commits of the history, the newest first. */
  add({ sha, parents }: Commit): void {
    this.#head ??= sha;
    this.#parents.set(sha, parents);
  }

  /** Counted from the oldest commit of the default branch; undefined for a commit not in it. */
  position(sha: string): number | undefined {
    this.#positions ??= this.#number();
    return this.#positions.get(sha);
  }

  /** Whether a commit stands on the default branch itself, not on one that was merged. */
  has(sha: string): boolean {
    this.#positions ??= this.#number();
    return this.#chain.has(sha);
  }

  #number(): Map<string, number> {
    const chain: string[] = [];
    for (let at = this.#head; at !== null; at = this.#parents.get(at)?.[0] ?? null) chain.push(at);
    chain.reverse();
    const positions = new Map(chain.map((sha, n) => [sha, n]));
    this.#chain = new Set(chain);
    for (const [n, sha] of chain.entries()) {
      const open = this.#parents.get(sha)?.slice(1) ?? [];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (positions.has(next)) continue;
        positions.set(next, n);
        open.push(...this.#parents.get(next) ?? []);
      }
    }
    return positions;
  }
}

/** Results in the order of the default branch. */
export class CiHistory {
  readonly #results: { readonly position: number; readonly result: CiResult }[];
  readonly #mainline: Mainline;

  constructor(results: readonly CiResult[], mainline: Mainline, notes: Notes) {
    this.#mainline = mainline;
    this.#results = results.flatMap((result) => {
      const position = mainline.position(result.sha);
      if (position === undefined || !mainline.has(result.sha)) {
        notes.reject("a check's result for a commit that is not on the branch", result.place);
        return [];
      }
      return [{ position, result }];
    }).sort((a, b) => a.position - b.position || a.result.at - b.result.at);
  }

  /** The first result that includes a commit. */
  firstFor(sha: string): CiResult | undefined {
    const position = this.#mainline.position(sha);
    if (position === undefined) return undefined;
    let low = 0, high = this.#results.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#results[middle]!.position < position) low = middle + 1;
      else high = middle;
    }
    return this.#results[low]?.result;
  }
}
