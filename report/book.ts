/** All runs that are known, as records come and go. */

import type { Entry, FoundEntry } from "../lib/records/entry.ts";
import { joinSession } from "./join.ts";
import type { Run } from "./run.ts";

/** Only so many of the files that are no records are named; all are counted. */
const MAX_NAMED = 1_000;

/** Something that stands among the records and is none. */
export interface Problem {
  readonly origin: string;
  readonly problem: string;
}

/** Keeps entries, and joins those of a session anew when one of them changed. */
export class Book {
  readonly #entries = new Map<string, Entry>();
  /** By repository and session. */
  readonly #sessions = new Map<string, Set<Entry>>();
  readonly #joined = new Map<string, Run[]>();
  readonly #problems = new Map<string, string>();

  /** How many records there are. */
  get records(): number {
    return this.#entries.size;
  }

  /** Takes in what was found. */
  add(batch: readonly FoundEntry[]): void {
    for (const found of batch) {
      this.#forget(found.origin);
      if ("problem" in found) this.#problems.set(found.origin, found.problem);
      if (!("entry" in found) || found.entry === null) continue;
      const { entry } = found;
      const key = keyOf(entry);
      this.#entries.set(found.origin, entry);
      const session = this.#sessions.get(key);
      if (session === undefined) this.#sessions.set(key, new Set([entry]));
      else session.add(entry);
      this.#joined.delete(key);
    }
  }

  /** Every run, in no order. */
  runs(): Run[] {
    const runs: Run[] = [];
    for (const [key, entries] of this.#sessions) {
      let joined = this.#joined.get(key);
      if (joined === undefined) this.#joined.set(key, joined = joinSession(distinct(entries)));
      for (const run of joined) runs.push(run);
    }
    return runs;
  }

  /** What is no record: how much of it, and the first by name. */
  problems(): { count: number; first: Problem[] } {
    const first = [...this.#problems].slice(0, MAX_NAMED)
      .map(([origin, problem]) => ({ origin, problem }));
    return { count: this.#problems.size, first };
  }

  #forget(origin: string): void {
    this.#problems.delete(origin);
    const entry = this.#entries.get(origin);
    if (entry === undefined) return;
    this.#entries.delete(origin);
    const key = keyOf(entry);
    const session = this.#sessions.get(key);
    session?.delete(entry);
    if (session?.size === 0) this.#sessions.delete(key);
    this.#joined.delete(key);
  }
}

/** A folder and a copy of it hold every record twice: each counts once. */
function distinct(entries: ReadonlySet<Entry>): Entry[] {
  const list = [...entries];
  // Copies are of the same moment: only where two records are is there more to compare.
  if (new Set(list.map(({ written }) => written)).size === list.length) return list;
  const byContent = new Map<string, Entry>();
  for (const entry of list) {
    const content = JSON.stringify({ ...entry, origin: "" });
    const known = byContent.get(content);
    if (known === undefined || entry.origin < known.origin) byContent.set(content, entry);
  }
  return [...byContent.values()];
}

function keyOf({ repo, session }: Entry): string {
  // Its length tells where a repository's name ends, whatever is in it.
  return `${repo.length} ${repo} ${session}`;
}
