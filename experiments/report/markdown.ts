/** A finding as markdown: the verdict in the first line, why in the second, then the figures. */

import { markdownTable, visible } from "../../cli/text.ts";
import type { ExperimentName, Phase0Of } from "../../schema/phase0.ts";
import type { Finding } from "./finding.ts";

/** The verdict in words. */
export function verdictLine(
  { verdict, registered }: Pick<Phase0Of<ExperimentName>, "verdict" | "registered">,
  headline: string,
): string {
  const note = registered.preregistered ? "" : " (not pre-registered)";
  return `${verdict.toUpperCase()}${note}: ${headline}`;
}

/** Renders the whole report. */
export function renderMarkdown<Name extends ExperimentName>(
  record: Phase0Of<Name>,
  finding: Finding<Name>,
): string {
  const parts = [`# ${visible(verdictLine(record, finding.headline))}\n${visible(record.why)}`];
  for (const { heading, text, table } of finding.sections) {
    parts.push(`## ${heading}`, ...text.map(visible));
    if (table && table.rows.length > 0) parts.push(markdownTable(table.head, [...table.rows]));
  }
  if (record.rejected.length > 0) {
    parts.push(
      "## Not used",
      markdownTable(
        ["why", "rows", "the first"],
        record.rejected.map(({ reason, count, first }) => [
          reason,
          count.toLocaleString("en"),
          first.join(", ") + (count > first.length ? ", …" : ""),
        ]),
      ),
    );
  }
  if (record.caveats.length > 0) {
    parts.push(
      "## To hold against it",
      record.caveats.map((text) => `- ${visible(text)}`).join("\n"),
    );
  }
  const { kill, pass, thresholds } = record.registered;
  parts.push("## What it was held to", `- KILL if ${kill}.\n- PASS if ${pass}.`);
  const changed = thresholds.filter(({ registered, used }) => registered !== used);
  if (changed.length > 0) {
    parts.push(
      changed.map(({ name, registered, used }) =>
        `- --${name} ${used} is not pre-registered (registered: ${registered}).`
      ).join("\n"),
    );
  }
  return parts.join("\n\n");
}
