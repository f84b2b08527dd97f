/** What a person is told about a review, once: a small file that waits for the next prompt. */

import { SEVERITIES, type Severity } from "../schema/names.ts";
import type { Review, ReviewIssue } from "../schema/types.ts";
import { visible } from "../lib/text/text.ts";

/** How the file of a notice ends. */
export const NOTICE_ENDING = ".notice.json";

const MAX_BYTES = 16 * 1024;
/** How many findings a notice spells out, and how much of each. */
const MAX_SHOWN = 5;
const MAX_TEXT = 200;
/** How long a notice may be in all. */
const MAX_NOTICE = 2000;

/** The findings that are bad enough to be shown. */
export function atOrAbove(issues: readonly ReviewIssue[], threshold: Severity): ReviewIssue[] {
  const last = SEVERITIES.indexOf(threshold);
  return issues.filter(({ severity }) => SEVERITIES.indexOf(severity) <= last);
}

/** The text of a notice, or null if nothing is bad enough. */
export function noticeOf(
  review: Review,
  threshold: Severity,
  record: string,
  isNew: (issue: ReviewIssue) => boolean = () => true,
): string | null {
  const serious = atOrAbove(review.issues, threshold).filter(isNew);
  if (serious.length === 0) return null;
  const lines = serious.slice(0, MAX_SHOWN).map(
    ({ severity, category, description, file, line }) => {
      const place = file === null ? "" : ` (${file}${line === null ? "" : `:${line}`})`;
      return `- ${severity} ${category}: ${visible(description).slice(0, MAX_TEXT)}${
        visible(place)
      }`;
    },
  );
  const more = serious.length - lines.length;
  return [
    `The review of the last change in ${visible(review.repo)} found ${serious.length} ` +
    `${serious.length === 1 ? "issue" : "issues"} at or above ${threshold}:`,
    ...lines,
    ...more > 0 ? [`- and ${more} more`] : [],
    `All of it: ${record}`,
  ].join("\n");
}

/** The text in a notice's file; null where there is none that makes sense. */
export function readNotice(path: string): string | null {
  try {
    const { isFile, size } = Deno.lstatSync(path);
    if (!isFile || size > MAX_BYTES) return null;
    const { message } = JSON.parse(Deno.readTextFileSync(path));
    if (typeof message !== "string") return null;
    // Another program may have written the file: it must not control the terminal.
    return message.slice(0, MAX_NOTICE).split("\n").map(visible).join("\n");
  } catch {
    return null;
  }
}
