/**
 * Dates for `git log`. Git takes any text for a date and reads nonsense as today, so only forms that
 * can mean one thing are let through.
 *
 * @module
 */

import { type Flag, value } from "../../lib/cli/flags.ts";
import { isWholeDay, parseDate } from "../../lib/text/time.ts";

const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?$/;
const AGO = /^\d{1,5}[ .](?:day|week|month|year)s?[ .]ago$/;

/** A flag that names a date; its value is a text for git. */
export function gitDate(help: string): Flag<string | undefined> {
  const expected = 'a date like 2024-01-31, 2024-01-31T12:00:00Z or "6 months ago"';
  return value("DATE", help, expected, parseGitDate);
}

/** A date that git cannot misread, as git is told it; null for any other text. */
export function parseGitDate(text: string): string | null {
  if (AGO.test(text)) return text;
  if (parseDate(text) === null) return null;
  // Git reads a bare day as that day at this hour of the clock.
  if (isWholeDay(text)) return `${text}T00:00:00Z`;
  return MOMENT.test(text) ? text : null;
}
