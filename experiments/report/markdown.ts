/** A finding as markdown: the verdict in the first line, why in the second, then the figures. */

import { markdownTable, visible } from "../../lib/text/visible.ts";
import type { ExperimentName } from "../../schema/names.ts";
import type { Phase0Of, Registered } from "../../schema/types.ts";
import type { Finding, Section } from "./finding.ts";
import { count } from "../../lib/text/figures.ts";

/** The verdict in words. */
export function verdictLine(
  { verdict, registered }: Pick<Phase0Of<ExperimentName>, "verdict" | "registered">,
  headline: string,
): string {
  const note = registered.preregistered ? "" : " (not pre-registered)";
  return `${verdict.toUpperCase()}${note}: ${headline}`;
}

/** Every threshold that was changed, in words. */
export function changedThresholds({ thresholds }: Registered): string[] {
  return thresholds.filter(({ registered, used }) => registered !== used).map((
    { name, registered, used },
  ) => `--${name} ${used} is not pre-registered (registered: ${registered})`);
}

/** What every report ends with, whatever the experiment. */
export function closingSections(record: Phase0Of<ExperimentName>): Section[] {
  const { rejected, caveats, registered } = record;
  const sections: Section[] = [];
  if (rejected.length > 0) {
    const rows = rejected.map(({ reason, count: rows, first }) => [
      reason,
      count(rows),
      first.join(", ") + (rows > first.length ? ", …" : ""),
    ]);
    const text = ["These were left out; they count neither as right nor as wrong."];
    sections.push({
      heading: "Not used",
      text,
      table: { head: ["why", "how many", "the first, by line or place"], rows },
    });
  }
  if (caveats.length > 0) {
    sections.push({ heading: "To hold against it", text: [], list: caveats });
  }
  sections.push({
    heading: "What it was held to",
    text: [],
    list: [
      `KILL if ${registered.kill}.`,
      `PASS if ${registered.pass}.`,
      `INSUFFICIENT otherwise, and always if ${registered.insufficient}.`,
      ...changedThresholds(registered).map((line) => `${line}.`),
    ],
  });
  return sections;
}

/** Renders the whole report. */
export function renderMarkdown<Name extends ExperimentName>(
  record: Phase0Of<Name>,
  finding: Finding<Name>,
): string {
  const parts = [`# ${visible(verdictLine(record, finding.headline))}\n${visible(record.why)}`];
  for (const { heading, text, list, table } of [...finding.sections, ...closingSections(record)]) {
    parts.push(`## ${heading}`, ...text.map(visible));
    if (list && list.length > 0) parts.push(list.map((item) => `- ${visible(item)}`).join("\n"));
    if (table && table.rows.length > 0) parts.push(markdownTable(table.head, [...table.rows]));
  }
  return parts.join("\n\n");
}
