/** A finding while it is read. */

import type { ReviewCategory, Severity } from "../../schema/names.ts";
import type { ReviewIssue } from "../../schema/types.ts";

/** Lines that become one text. */
export type Text = string[];

/** What is known of a finding so far. */
export interface Draft {
  readonly severity: Severity;
  readonly category: ReviewCategory;
  readonly description: Text;
  readonly texts: { impact: Text | null; recommendation: Text | null };
  file: string | null;
  line: number | null;
  /** How its description began: by a bullet, with a mark or without, as a heading's title, or else. */
  begun: "marked" | "bullet" | "title" | "text";
}

/** The text of some lines; null if there is nothing in them. */
export function textOf(lines: Text | null): string | null {
  return (lines ?? []).join("\n").trim() || null;
}

/** The finding. */
export function issueOf(
  { severity, category, description, texts, file, line }: Draft,
): ReviewIssue {
  return {
    severity,
    category,
    description: textOf(description) ?? "",
    impact: textOf(texts.impact),
    recommendation: textOf(texts.recommendation),
    file,
    line,
    // Whoever wrote it, it was not the floor.
    source: "model",
  };
}
