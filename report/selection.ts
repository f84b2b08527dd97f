/** Which runs a person wants to see. */

import { UsageError } from "../lib/cli/flags.ts";
import { parseAge, parseMoment } from "../lib/text/time.ts";
import { type Run, runId } from "./run.ts";
import { needsReviewNow } from "./trust.ts";
import { visible } from "../lib/text/text.ts";

/** What was asked for; null or false where nothing was. */
export interface Selection {
  /** Milliseconds since 1970. */
  readonly since: number | null;
  readonly repo: string | null;
  readonly needsReview: boolean;
}

/** A moment from a flag: an age such as `12h`, `7d` or `2w`, or a date; null if it is neither. */
export function parseSince(text: string, now: number): number | null {
  const age = parseAge(text);
  return age === null ? parseMoment(text) : now - age;
}

/** Whether a run is to be seen. */
export function isSelected(run: Run, { since, repo, needsReview }: Selection): boolean {
  return (since === null || run.time >= since) && (repo === null || run.repo === repo) &&
    (!needsReview || needsReviewNow(run));
}

/**
 * The run that a person names: a session, a part of its id that no other begins with, or one run of
 * it (`session@time`). Of a session, the latest.
 *
 * @throws {UsageError} If there is none, or it could be several.
 */
export function findRun(runs: readonly Run[], named: string): Run {
  const exact = runs.find((run) => runId(run) === named);
  if (exact !== undefined) return exact;
  const full = runs.filter(({ session }) => session === named);
  const found = full.length > 0 ? full : runs.filter(({ session }) => session.startsWith(named));
  const sessions = new Set(found.map(({ session }) => session));
  if (named === "" || sessions.size === 0) throw new UsageError(`No run of a session "${named}"`);
  if (sessions.size > 1) {
    const some = [...sessions].slice(0, 3).map((session) => `"${visible(session)}"`).join(", ");
    const more = sessions.size > 3 ? ", …" : "";
    throw new UsageError(`--session "${named}" could be ${sessions.size} sessions: ${some}${more}`);
  }
  return found.reduce((a, b) => b.time > a.time ? b : a);
}
