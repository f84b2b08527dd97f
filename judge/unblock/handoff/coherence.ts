/**
 * Where the parts of a packet contradict each other, or what is known besides it. Each rule is about
 * facts that cannot both be true; in doubt there is no contradiction.
 */

import { COHERENCE_FAILED } from "../contract.ts";
import { type Decision, findRejectedReuse, readTags } from "../decision_memory.ts";
import { isTelling, stemOf, wordsOf } from "../decision_memory/words.ts";
import type { EscalationPayload } from "../escalation.ts";
import { shown, type Violation } from "../violation.ts";
import { linesOf, type PacketLine, unquoted } from "./sections.ts";
import { LastOutcomes } from "./standing_failure.ts";
import type { HandoffCheckOptions } from "./types.ts";

/** The contradictions of a packet. */
export function contradictionsIn(
  lines: readonly PacketLine[],
  payload: EscalationPayload | null,
  options: HandoffCheckOptions,
): Violation[] {
  return [
    ...passingCommand(lines, options),
    ...rejectedTask(lines, options),
    ...otherSnapshot(lines, options),
    ...payload === null ? [] : deniedItems(lines, payload),
    ...payload === null ? [] : otherAttempt(payload, options),
  ];
}

function passingCommand(lines: readonly PacketLine[], { runs }: HandoffCheckOptions): Violation[] {
  if (runs === undefined) return [];
  const ends = new LastOutcomes(runs);
  for (const { text, number } of linesOf(lines, "FAILURE")) {
    const command = /^command:\s{0,9}`?([^`]{1,600})`?\s*$/.exec(text.slice(0, 700))?.[1];
    if (command === undefined || ends.of(command) !== "passed") continue;
    const message = `The failing command "${shown(command)}" passes in the evidence: ` +
      "expected one that fails";
    return [{ code: "command_passes", message, where: "FAILURE", line: number }];
  }
  return [];
}

/** A note as a packet that was built has it; tags are read out of all others. */
const OURS = /^- (?:rejected|superseded|rationale) `/;
const NOTE = /^- (rejected|superseded|rationale) `([^`]{1,200})` \((.{0,200}):(\d{1,9})\): (.+)$/;

/** The task may not ask for what a decision that stands forbids. */
function rejectedTask(
  lines: readonly PacketLine[],
  { memory = [] }: HandoffCheckOptions,
): Violation[] {
  const noted = linesOf(lines, "DECISION_MEMORY");
  const tags = unquoted(noted.filter(({ text }) => !OURS.test(text)));
  const known = [...memory, ...notesIn(noted), ...readTags("packet", tags)];
  const rejected = known.filter(({ status }) => status === "rejected");
  const told = new Set<number | null>();
  const found = findRejectedReuse(taskIn(lines), rejected);
  return found.filter(({ line }) => !told.has(line) && told.add(line)).map(({ message, line }) => ({
    code: "rejected_task",
    message: `The task asks for what was rejected: ${message}`,
    where: "TASK",
    line,
  }));
}

/** The task, or what stands in no section, in the lines that it has in the packet. */
function taskIn(lines: readonly PacketLine[]): string {
  const task = linesOf(lines, "TASK");
  const texts: string[] = [];
  for (const { text, number } of task.length > 0 ? task : lines.filter(isLoose)) {
    texts[number - 1] = text;
  }
  return unquoted(Array.from(texts, (text, at) => ({ text: text ?? "", number: at + 1 })));
}

function isLoose({ section }: PacketLine): boolean {
  return section === null;
}

function notesIn(lines: readonly PacketLine[]): Decision[] {
  return lines.flatMap(({ text }) => {
    const [, status, id, path, line, said] = NOTE.exec(text.slice(0, 2_000)) ?? [];
    if (status !== "rejected" || id === undefined || said === undefined) return [];
    const kind = id.startsWith("ADR-") ? "adr" as const : "tag" as const;
    return [{ id, kind, status, scope: null, text: said, path: path ?? "", line: Number(line) }];
  });
}

function otherSnapshot(
  lines: readonly PacketLine[],
  { snapshot }: HandoffCheckOptions,
): Violation[] {
  if (snapshot === undefined) return [];
  const given = snapshot.head?.trim().toLowerCase() ?? "none";
  for (const { text, number } of linesOf(lines, "SNAPSHOT")) {
    const written = /^commit:\s{0,9}`?([\w-]{1,64})`?\s*$/i.exec(text.slice(0, 200))
      ?.[1];
    if (written === undefined || isSameCommit(written.toLowerCase(), given)) continue;
    const message = `The packet's commit "${shown(written)}" is not the one that is checked out: ` +
      `expected "${shown(given)}"`;
    return [{ code: "snapshot_differs", message, where: "SNAPSHOT", line: number }];
  }
  return [];
}

/** A commit may be written short. */
function isSameCommit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || (/^[\da-f]{7,64}$/.test(short) && long.startsWith(short));
}

function otherAttempt(
  { attempt }: EscalationPayload,
  { attempt: counted }: HandoffCheckOptions,
): Violation[] {
  if (counted === undefined || counted === attempt) return [];
  const message = `The payload is of attempt ${attempt}, but ${counted} were counted: ` +
    `expected [ATTEMPT: ${counted}]`;
  return [{ code: "attempt_differs", message, where: "attempt", line: null }];
}

/** The answer to contradictions. */
export function coherenceAnswer(violations: readonly Violation[]): string {
  const told = violations.slice(0, 5).map(({ message }) => `- ${message}`);
  return [COHERENCE_FAILED, ...told].join("\n");
}

const DENIES =
  /\b(?:not (?:yet )?(?:been )?(?:checked|verified|confirmed|looked at|inspected)|unchecked|unverified|skipped|could not (?:check|verify|be (?:checked|verified))|never (?:checked|verified))\b/i;
const AFFIRMS = /^\[[xX]\]|\b(?:verified|checked|confirmed|ruled out)\b/i;

/** The share of the words of the shorter item from which on two items are about the same. */
const SAME = 0.6;

/** What the forced context has as verified, the payload may not deny. */
function deniedItems(lines: readonly PacketLine[], payload: EscalationPayload): Violation[] {
  const denied = payload.forced_context_checked.filter((item) => DENIES.test(item));
  const stated = [...linesOf(lines, "FORCED_CONTEXT"), ...linesOf(lines, "CHECKLIST")];
  return stated.flatMap(({ text, number, section }) => {
    const item = text.slice(0, 1_000).replace(/^[\s>*-]*/, "");
    if (!AFFIRMS.test(item) || DENIES.test(item)) return [];
    const other = denied.find((one) => isSame(item, one));
    return other === undefined ? [] : [{
      code: "checklist_denied",
      message: `"${shown(item)}" is given as verified, but the payload says "${shown(other)}": ` +
        "expected both to agree",
      where: section ?? "packet",
      line: number,
    }];
  });
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [subjectOf(one), subjectOf(other)];
  const least = Math.min(first.size, second.size);
  const common = [...first].filter((word) => second.has(word)).length;
  return least > 0 && common >= SAME * least;
}

function subjectOf(item: string): Set<string> {
  const rest = item.replace(DENIES, " ").replace(
    /\b(?:verified|checked|confirmed|ruled out)\b/gi,
    " ",
  );
  return new Set(wordsOf(rest).filter(isTelling).map(stemOf));
}
