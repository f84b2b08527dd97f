/**
 * Results of the default branch's checks: JSONL of `{sha, at, ok}`.
 *
 * A task is judged by the first result at or after the commit that brought its work to the default
 * branch, in the order of that branch and not of the clock.
 */

import type { Commit } from "../history/commits.ts";
import { objectOf } from "../../lib/text/values.ts";
import type { Notes } from "./notes.ts";
import { linesOf, parseJson } from "./parse.ts";

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
  #head: string | undefined;

  /** Takes the commits of the history, the newest first. */
  add({ sha, parents }: Pick<Commit, "sha" | "parents">): void {
    this.#head ??= sha;
    this.#parents.set(sha, parents);
  }

  /** Tells for a commit the first result that includes it; results elsewhere are noted. */
  judge(results: readonly CiResult[], notes: Notes): (sha: string) => CiResult | undefined {
    const chain: string[] = [];
    for (let at = this.#head; at !== undefined; at = this.#parents.get(at)?.[0]) chain.push(at);
    chain.reverse();
    const onBranch = new Map(chain.map((sha, n) => [sha, n]));
    const first: (CiResult | undefined)[] = chain.map(() => undefined);
    for (const result of results) {
      const n = onBranch.get(result.sha);
      if (n === undefined) {
        notes.reject("a check's result for a commit that is not on the branch", result.place);
      } else if (first[n] === undefined || result.at < first[n].at) first[n] = result;
    }
    for (let n = first.length - 2; n >= 0; n--) first[n] ??= first[n + 1];
    const brought = this.#broughtBy(chain, onBranch);
    return (sha) => first[brought.get(sha) ?? -1];
  }

  /** The place in the chain at which each commit came to it, by itself or with a merge. */
  #broughtBy(chain: readonly string[], onBranch: ReadonlyMap<string, number>): Map<string, number> {
    const places = new Map(onBranch);
    for (const [n, sha] of chain.entries()) {
      const open = this.#parents.get(sha)?.slice(1) ?? [];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (places.has(next)) continue;
        places.set(next, n);
        open.push(...this.#parents.get(next) ?? []);
      }
    }
    return places;
  }
}
