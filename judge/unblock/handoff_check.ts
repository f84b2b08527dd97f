/**
 * Whether a packet may be worked from: the trigger is there, it is clean, and its parts do not
 * contradict each other or what is known besides. Each contradiction is between fields that cannot
 * both hold, told by equality and by numbers; nothing is read into words. Never throws.
 */

import type { Decision } from "./decisions.ts";
import { CLOSING, type EscalationPayload, lintEscalation, OPENING } from "./escalation.ts";
import { canonical, type Line, linesOf } from "./form.ts";
import { HANDOFF_LIMITS, SECTIONS } from "./handoff.ts";
import { NOISE, noiseIn, NOISES } from "./noise.ts";
import { COHERENCE_FAILED, needContext, NEEDED, shown, type Violation } from "./protocol.ts";

/** What is known besides a packet. */
interface HandoffCheckOptions {
  /** The commit that is checked out; null without one. */
  readonly snapshot?: { readonly head: string | null };
  /** The attempt that was counted. */
  readonly attempt?: number;
  /** The decisions that bind, besides those in the packet. */
  readonly memory?: readonly Decision[];
}

/** What a check says. */
interface CheckedHandoff {
  /** What has to be said instead of working from it; null where it may be worked from. */
  readonly answer: string | null;
  readonly violations: Violation[];
}

/**
 * Checks a packet. `answer` is what its receiver has to say instead of working: the first that
 * applies of a missing trigger, noise and contradiction; null where it may be worked from.
 */
export function checkHandoff(text: string, options: HandoffCheckOptions = {}): CheckedHandoff {
  const { payload, violations: trigger } = lintEscalation(text);
  const lines = packetLines(text);
  const noise = [...tooLong(text, lines), ...noiseFaults(lines), ...withoutTask(lines)];
  const contradictions = [
    ...packetContradictions(lines, options),
    ...payload === null ? [] : payloadContradictions(lines, payload, options),
  ];
  const told = contradictions.slice(0, 5).map(({ message }) => `- ${message}`);
  const answers = [
    trigger.length > 0 ? needContext(NEEDED.trigger) : null,
    noise.length > 0 ? needContext(NEEDED.handoff) : null,
    contradictions.length > 0 ? [COHERENCE_FAILED, ...told].join("\n") : null,
  ];
  const answer = answers.find((one) => one !== null) ?? null;
  return { answer, violations: [...trigger, ...noise, ...contradictions] };
}

/** A line of a packet, and the section that it stands in. */
interface PacketLine extends Line {
  readonly section: (typeof SECTIONS)[number] | "payload" | null;
}

/** More of a text is not looked at: it is too long anyway. */
const MOST_READ = 1_000_000;

function packetLines(text: string): PacketLine[] {
  let section: PacketLine["section"] = null;
  const lines: PacketLine[] = [];
  for (const line of linesOf(text.slice(0, MOST_READ))) {
    const mark = line.text.length > 100 ? "" : line.text.trim();
    const [, named] = /^#{0,6}[ \t]{0,4}\[([A-Z_]{3,20})\]$/.exec(mark) ?? [];
    const next = SECTIONS.find((name) => name === named);
    if (mark === OPENING) section = "payload";
    else if (mark === CLOSING) section = null;
    else if (next !== undefined && section !== "payload") section = next;
    else lines.push({ ...line, section });
  }
  return lines;
}

function inSection(lines: readonly PacketLine[], name: PacketLine["section"]): PacketLine[] {
  return lines.filter(({ section }) => section === name);
}

function tooLong(text: string, lines: readonly PacketLine[]): Violation[] {
  const task = inSection(lines, "TASK");
  const size = task.reduce((sum, { text }) => sum + text.length + 1, 0);
  const sizes = [
    ["packet", text.length, HANDOFF_LIMITS.packet, null],
    ["TASK", size, HANDOFF_LIMITS.task.checked, task[0]?.number ?? null],
  ] as const;
  return sizes.filter(([, size, most]) => size > most).map(([where, size, most, line]) => {
    const message = `The ${where} has ${size} characters: expected at most ${most}`;
    return { code: "too_long", message, where, line };
  });
}

/** The payload has bounds of its own, and the task is the person's words, whatever they look like. */
function noiseFaults(lines: readonly PacketLine[]): Violation[] {
  const own = lines.filter(({ section }) => section !== "TASK" && section !== "payload")
    .map(({ text, number }) => ({ number, noise: noiseIn(text) }));
  return NOISES.flatMap((code) => {
    const { most, what } = NOISE[code];
    const found = own.filter(({ noise }) => noise.includes(code));
    if (found.length <= most) return [];
    const message = `The packet has ${found.length} ${what}: expected at most ${most}`;
    return [{ code, message, where: "packet", line: found[most]!.number }];
  });
}

/** The task is under its mark, is a contract, or is called one in a line of its own. */
function withoutTask(lines: readonly PacketLine[]): Violation[] {
  const isThere = lines.some(({ text, section }) =>
    section === "TASK" ? text.trim() !== "" : section !== "payload" &&
      /^[#>\s*_]{0,12}(?:\[DEF:|(?:original )?task\b)/i.test(text.slice(0, 200))
  );
  if (isThere) return [];
  const message =
    "The packet has no original task: expected it under [TASK], or a [DEF:id] contract";
  return [{ code: "missing_task", message, where: "TASK", line: null }];
}

/** Where the packet contradicts what is known, or a decision that is rejected stands in it. */
function packetContradictions(
  lines: readonly PacketLine[],
  { snapshot, memory = [] }: HandoffCheckOptions,
): Violation[] {
  const found: Violation[] = [];
  const add = (code: string, message: string, { section, number }: PacketLine) =>
    found.push({ code, message, where: section ?? "packet", line: number });
  const head = snapshot?.head?.trim().toLowerCase() ?? "none";
  for (const line of snapshot === undefined ? [] : inSection(lines, "SNAPSHOT")) {
    const [, commit = ""] = /^commit:\s{0,9}`?([\w-]{1,64})`?\s*$/i.exec(line.text.slice(0, 200)) ??
      [];
    const isSame = commit.length >= 7 && head.startsWith(commit.toLowerCase()) || commit === head;
    if (commit === "" || isSame) continue;
    const message = `The packet's commit "${shown(commit)}" is not the one that is checked out: ` +
      `expected "${shown(head)}"`;
    add("snapshot_differs", message, line);
  }
  const rejected = new Map(
    memory.filter(({ status }) => status === "rejected").map((one) => [canonical(one.text), one]),
  );
  for (const line of lines) {
    const isAsked = line.section === null || line.section === "TASK" ||
      line.section === "FORCED_CONTEXT" || line.section === "CHECKLIST";
    const decision = isAsked ? rejected.get(canonical(itemIn(line.text))) : undefined;
    if (decision === undefined) continue;
    const message =
      `"${shown(line.text)}" is what ${decision.id} (${decision.path}:${decision.line}) ` +
      "rejects: expected another task, or a revision of the decision";
    add("rejected_task", message, line);
  }
  return found;
}

/** Where the payload contradicts itself, what was counted, or what the packet has as verified. */
function payloadContradictions(
  lines: readonly PacketLine[],
  payload: EscalationPayload,
  { attempt: counted }: HandoffCheckOptions,
): Violation[] {
  const found: Violation[] = [];
  const add = (code: string, message: string, where: string, line: number | null = null) =>
    found.push({ code, message, where, line });
  const same = (items: readonly string[], others: readonly string[]) => {
    const known = new Set(others.map(canonical));
    return items.find((item) => known.has(canonical(item)));
  };
  const { attempt, request, what_was_tried, what_did_not_work, current_invariants } = payload;
  if (counted !== undefined && counted !== attempt) {
    const message = `The payload is of attempt ${attempt}, but ${counted} were counted: ` +
      `expected [ATTEMPT: ${counted}]`;
    add("attempt_differs", message, "attempt");
  }
  const again = same(request, [...what_was_tried, ...what_did_not_work]);
  if (again !== undefined) {
    const message = `"${
      shown(again)
    }" is asked for, and is what was tried: expected something else`;
    add("contradicting_fields", message, "request");
  }
  const broken = same(current_invariants, what_did_not_work);
  if (broken !== undefined) {
    const message = `"${shown(broken)}" did not work, and is given as true: expected one of both`;
    add("contradicting_fields", message, "current_invariants");
  }
  const open = new Set(
    payload.forced_context_checked.filter((item) => /^\[ \]/.test(item)).map(boxless),
  );
  for (const { text, number, section } of lines) {
    if (section !== "FORCED_CONTEXT" && section !== "CHECKLIST") continue;
    const said = itemIn(text);
    if (!/^\[[xX]\]/.test(said) || !open.has(boxless(said))) continue;
    const message = `"${shown(said)}" is given as verified, and is open in the payload: ` +
      "expected both to agree";
    add("checklist_denied", message, section, number);
  }
  return found;
}

function boxless(item: string): string {
  return canonical(item.replace(/^\[[ xX]\]\s*/, ""));
}

/** A line without what quotes it or makes it an item. */
function itemIn(text: string): string {
  return text.slice(0, 2_000).replace(/^[\s>]*(?:[-*]\s+)?/, "").trim();
}
