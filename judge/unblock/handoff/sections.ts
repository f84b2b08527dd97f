/**
 * The sections of a packet, each under its mark at the beginning of a line. What somebody else said
 * stands in lines that begin with `> ` or `- `, so nothing in it can begin a section.
 */

import { type NumberedLine, numberedLines } from "../fields.ts";
import { CLOSING, OPENING } from "../escalation/blocks.ts";
import { MOST_READ } from "./limits.ts";
import type { Place } from "./pollution.ts";

/** The sections beside the payload, which has tags of its own. */
const SECTIONS = [
  "TASK",
  "SNAPSHOT",
  "FORCED_CONTEXT",
  "CHECKLIST",
  "FAILURE",
  "DECISION_MEMORY",
] as const;

/** The name of a section. */
export type SectionName = (typeof SECTIONS)[number];

/** A line of a packet, and the section that it stands in. */
export interface PacketLine extends NumberedLine {
  readonly section: SectionName | "payload" | null;
}

const MARK = /^#{0,6}[ \t]{0,4}\[([A-Z_]{3,20})\][ \t]*$/;

/** The mark of a section. */
export function sectionMark(name: SectionName): string {
  return `## [${name}]`;
}

/** The lines of a packet, its marks left out. */
export function packetLines(text: string): PacketLine[] {
  let section: PacketLine["section"] = null;
  const lines: PacketLine[] = [];
  for (const { text: line, number } of numberedLines(text.slice(0, MOST_READ))) {
    const named = MARK.exec(line.slice(0, 100))?.[1];
    const next = SECTIONS.find((name) => name === named);
    const mark = line.length > 100 ? "" : line.trim();
    if (mark === OPENING) section = "payload";
    else if (mark === CLOSING) section = null;
    else if (next !== undefined && section !== "payload") section = next;
    else lines.push({ text: line, number, section });
  }
  return lines;
}

/** The lines of one section. */
export function linesOf(lines: readonly PacketLine[], name: SectionName): PacketLine[] {
  return lines.filter(({ section }) => section === name);
}

/** What is said in quoted lines. */
export function unquoted(lines: readonly NumberedLine[]): string {
  return lines.map(({ text }) => text.replace(/^>[ ]?/, "")).join("\n").trimEnd();
}

/** What the rules about pollution call the place of a line. */
export function placeOf({ section }: PacketLine): Place {
  if (section === "TASK") return "task";
  return section === "payload" ? "payload" : "other";
}
