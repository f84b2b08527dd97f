/** What a number behind a `#` counts: an issue, a pull request, or something else. */

/** A number after these, or before those, counts something else. */
const NOT_AFTER =
  /\b(?:step|option|item|attempt|line|case|test|task|phase|point|rule|example|section|question|run|chapter|figure|table|page|version|colou?r|background|border|fill|hex|number|worker|thread|round|try)s? ?$/i;
const NOT_BEFORE =
  /^ ?(?:priority|choice|reason|rule|cause|goal|thing|most|spot|place|concern|on the|in the (?:list|world)|pick|tip|fan|;)/i;

/** Words near a colour. */
const COLOURS =
  /\b(?:colou?r(?:s|ed)?|background|foreground|border|fill|stroke|hex|css|shade|gr[ae]y|palette|gradient|shadow|theme|darker|lighter)\b/i;
const NAMED = /\b(?:issues?|prs?|pull requests?|bugs?|tickets?)\b/i;

/** How near is near, in UTF-16 units. */
const NEAR = 24;
const AROUND = 80;

/** Whether the number behind the `#` at a place is neither an issue nor a pull request. */
export function countsSomethingElse(text: string, hash: number, digits: string): boolean {
  if (digits.startsWith("0")) return true;
  const before = text.slice(Math.max(0, hash - NEAR), hash).replace(/[`"'(]+$/, "");
  const end = hash + 1 + digits.length;
  if (NOT_AFTER.test(before)) return true;
  if (NOT_BEFORE.test(text.slice(end, end + NEAR).replace(/^[`"']/, ""))) return true;
  const around = text.slice(Math.max(0, hash - AROUND), end + AROUND);
  return [3, 4, 6, 8].includes(digits.length) && COLOURS.test(around) && !NAMED.test(around);
}

/** What one does with an issue, and with a pull request. */
const ISSUE_BEFORE =
  /\b(?:fix(?:es|ed|ing)?|close[sd]?|closing|resolve[sd]?|resolving|implement(?:s|ed|ing)?|investigat(?:e|ed|ing)|triag(?:e|ed|ing)|reproduc(?:e|ed|ing)|issues?|bugs?|tickets?)(?: \w+){0,2} $/i;
const REQUEST_BEFORE =
  /\b(?:merge[sd]?|merging|review(?:s|ed|ing)?|rebas(?:e|ed|ing)|approv(?:e|ed|ing)|open(?:ed)?|push(?:ed)? to|prs?|pull requests?)(?: \w+){0,2} $/i;

/** What the words before a bare number say that it is. */
export function kindBefore(text: string, hash: number): "issue" | "pull_request" | "unknown" {
  const before = text.slice(Math.max(0, hash - 2 * NEAR), hash);
  if (REQUEST_BEFORE.test(before)) return "pull_request";
  return ISSUE_BEFORE.test(before) ? "issue" : "unknown";
}
