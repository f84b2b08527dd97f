/** A packet as Markdown, under the marks that `sections.ts` knows. */

import type { Handoff } from "./types.ts";
import { FAILURE } from "./limits.ts";
import { sectionMark, type SectionName } from "./sections.ts";
import { code } from "../../../lib/text/text.ts";

/** Writes a packet. Sections without content are left out, the task and the snapshot never. */
export function formatHandoff(handoff: Handoff): string {
  const { task, snapshot, escalation, forcedContext, checklist, failure, decisionMemory } = handoff;
  const more = snapshot.more === 0 ? [] : [`- and ${snapshot.more} more`];
  return [
    "# Clean handoff",
    section("TASK", task === "" ? ["> not recorded"] : task.split("\n").map(quoted)),
    section("SNAPSHOT", [
      `commit: ${snapshot.head ?? "not known"}`,
      snapshot.dirty.length === 0 ? "dirty files: none" : "dirty files:",
      ...snapshot.dirty.map(item),
      ...more,
    ]),
    escalation,
    section("FORCED_CONTEXT", forcedContext.map(item)),
    section("CHECKLIST", checklist.map((text) => item(`[ ] ${text}`))),
    section(
      "FAILURE",
      failure === null ? [] : [
        `command: ${code(failure.command, FAILURE.command)}`,
        ...failure.signature.map(quoted),
      ],
    ),
    section("DECISION_MEMORY", decisionMemory.map(item)),
  ].filter((part) => part !== "").join("\n\n") + "\n";
}

function section(name: SectionName, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [sectionMark(name), ...lines].join("\n");
}

function quoted(line: string): string {
  return `> ${line}`.trimEnd();
}

function item(text: string): string {
  return `- ${text}`;
}
