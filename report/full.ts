/** One run in full: for a terminal, and as markdown. */

import { visible } from "../lib/text/visible.ts";
import type { DetailSection } from "./detail.ts";
import type { Paint } from "./paint.ts";
import type { Run } from "./run.ts";
import { trustIn } from "./trust.ts";
import { momentWords } from "./words.ts";

/** The run's own lines in front of its sections. */
function headLines(run: Run): string[] {
  const { repo, task, agent, session, turn, time } = run;
  return [
    `${visible(task)}: ${trustIn(run).says}`,
    `${momentWords(time)} UTC, ${visible(repo)}, agent ${visible(agent)}, ` +
    `session ${visible(session)}, turn ${turn}`,
  ];
}

/** For a terminal. */
export function terminalRun(run: Run, sections: readonly DetailSection[], paint: Paint): string {
  const [first = "", second = ""] = headLines(run);
  const lines = [paint(first, trustIn(run).tone), paint(second, "dim")];
  for (const { title, points } of sections) {
    lines.push("", paint(title, "strong"));
    for (const { text, tone, under } of points) {
      lines.push(`  ${paint(textLines(text).join("\n  "), tone ?? "unknown")}`);
      for (const line of under ?? []) lines.push(...textLines(line).map((part) => `    ${part}`));
    }
  }
  return lines.join("\n");
}

/** As markdown, in which no text of a record can become a heading, a link or HTML. */
export function markdownRun(run: Run, sections: readonly DetailSection[]): string {
  const [first = "", second = ""] = headLines(run);
  const lines = [`# ${escapeMarkdown(first)}`, "", escapeMarkdown(second)];
  for (const { title, points } of sections) {
    lines.push("", `## ${title}`, "");
    for (const { text, under } of points) {
      lines.push(`- ${markdownText(text)}`);
      for (const line of under ?? []) lines.push(`  - ${markdownText(line)}`);
    }
  }
  return lines.join("\n");
}

/** A text in its own lines, with nothing in them that drives a terminal. */
function textLines(text: string): string[] {
  return text.split("\n").map(visible);
}

function markdownText(text: string): string {
  return textLines(text).map(escapeMarkdown).join(" ");
}

function escapeMarkdown(text: string): string {
  return escapeInline(visible(text)).replace(/[{}()#+!|-]/g, "\\$&");
}

/** Escapes what is more than text amid a line: in a cell of a table nothing else can be. */
function escapeInline(text: string): string {
  return text.replace(/[\\`*_[\]<>~&]/g, "\\$&");
}
