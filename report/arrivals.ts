/** What arrived, by repository and agent. Pure: messages in, figures out. */

import { type AnyRecord, isRunRecord, parseRecord } from "../lib/records/record.ts";
import { Book } from "./book.ts";
import { needsReviewNow } from "./trust.ts";
import type { Stored } from "../fleet/read_stream.ts";
import { SeenRecords } from "../fleet/seen.ts";

/** The figures of one agent in one repository; null where a record names none. */
export interface ArrivalsOfOne {
  readonly repo: string | null;
  readonly agent: string | null;
  readonly records: number;
  /** When the newest record was written, as ISO-8601. */
  readonly newest: string;
  /** From when a record was written until it arrived, in milliseconds, as the two clocks tell. */
  readonly lag: { readonly median: number; readonly longest: number };
  readonly needs_review: number;
}

interface Group {
  readonly repo: string | null;
  readonly agent: string | null;
  newest: number;
  readonly lags: number[];
  needsReview: number;
}

/** Takes messages in as they come. */
export class Arrivals {
  readonly #groups = new Map<string, Group>();
  readonly #book = new Book();
  readonly #seen = new SeenRecords();
  records = 0;
  /** What was in the stream a second time. */
  doubles = 0;
  problems = 0;

  add({ sequence, arrived, bytes }: Stored): void {
    if (!this.#seen.isNew(bytes)) {
      this.doubles++;
      return;
    }
    const record = parseRecord(bytes);
    if (typeof record === "string") {
      this.problems++;
      return;
    }
    this.records++;
    // An experiment's result does not say when it was written.
    const written = isRunRecord(record) ? Date.parse(record.timestamp) : arrived;
    const group = this.#groupOf(record);
    group.newest = Math.max(group.newest, written);
    group.lags.push(arrived - written);
    if (isRunRecord(record)) this.#book.add([{ origin: String(sequence), record }]);
  }

  /** The figures, those that need a review first, then the newest. */
  groups(): ArrivalsOfOne[] {
    for (const group of this.#groups.values()) group.needsReview = 0;
    for (const run of this.#book.runs()) {
      const group = this.#groups.get(keyOf(run.repo, run.agent));
      if (group !== undefined && needsReviewNow(run)) group.needsReview++;
    }
    return [...this.#groups.values()]
      .sort((a, b) => b.needsReview - a.needsReview || b.newest - a.newest)
      .map(({ repo, agent, newest, lags, needsReview }) => {
        const sorted = Float64Array.from(lags).sort();
        return {
          ...{ repo, agent, records: lags.length, newest: new Date(newest).toISOString() },
          lag: { median: sorted[sorted.length >> 1]!, longest: sorted.at(-1)! },
          needs_review: needsReview,
        };
      });
  }

  #groupOf(record: AnyRecord): Group {
    const [repo, agent] = isRunRecord(record) ? [record.repo, record.agent] : [null, null];
    const key = keyOf(repo, agent);
    let group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, group = { repo, agent, newest: 0, lags: [], needsReview: 0 });
    }
    return group;
  }
}

function keyOf(repo: string | null, agent: string | null): string {
  return JSON.stringify([repo, agent]);
}
