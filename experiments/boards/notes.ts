/** What is noted while a board is read: what cannot be used and why, warnings, and the latest date. */

import { Rejections } from "../finding.ts";
import { parseDate } from "../../lib/text/time.ts";

/** Reasons that more than one format has. */
export const REASONS = {
  notRecord: "not a record",
  noId: "no id",
  noStatus: "no status",
  sameId: "an id that was there before",
  badDate: "a date that cannot be read",
  noDoneDate: "finished, but with no date that can be read",
} as const;

/** The notebook of one run. */
export class Notes {
  readonly rejections: Rejections = new Rejections();
  /** Said once each, whatever the number of rows. */
  readonly warnings: Set<string> = new Set();
  /** Whether something in the data could show that a task was reopened or mended, if one was. */
  couldShow = false;
  /** No date after this one counts as seen: it is a mistake, or not yet. */
  readonly #limit: number;
  #latest = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The latest date seen, or null if none was. */
  get latest(): number | null {
    return this.#latest === -Infinity ? null : this.#latest;
  }

  /** Notes that something happened then. */
  see(at: number): void {
    if (at > this.#latest && at <= this.#limit) this.#latest = at;
  }

  reject(reason: string, place: number): void {
    this.rejections.add(reason, place);
  }

  /** Reads a date; null if there is none, or if it cannot be read, which is noted. */
  date(value: unknown, place: number): number | null {
    if (isAbsent(value)) return null;
    const at = typeof value === "string" ? parseDate(value) : null;
    if (at === null) this.reject(REASONS.badDate, place);
    else this.see(at);
    return at;
  }

  /**
   * Reads the date at which a task was finished, and notes nothing if there is none that can be
   * read: the git history may still tell it.
   */
  doneDate(value: unknown): number | null {
    const at = typeof value === "string" ? parseDate(value) : null;
    if (at !== null) this.see(at);
    return at;
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
