/** Rows that cannot be used: counted by reason, with the places of the first, never dropped unseen. */

import type { RejectedRows } from "../../schema/types.ts";

/** How many places are named per reason. */
const PLACES = 5;

/** Counts what an experiment could not use. */
export class Rejections {
  readonly #byReason = new Map<string, RejectedRows>();

  /** @param place The line, or the position in a list, from 1. */
  add(reason: string, place: number): void {
    let rows = this.#byReason.get(reason);
    if (rows === undefined) this.#byReason.set(reason, rows = { reason, count: 0, first: [] });
    rows.count++;
    if (rows.first.length < PLACES) rows.first.push(place);
  }

  /** All reasons, the most frequent first. */
  list(): RejectedRows[] {
    return [...this.#byReason.values()].sort((a, b) => b.count - a.count);
  }
}
