/**
 * What is handed over when an agent is blocked: the original task, where the source stands, the
 * bounded payload, what to look at first, what fails, and the decisions that bind. Nothing of what
 * the agent said or thought.
 *
 * Whether a packet may be worked from is checked here too: the trigger is there, it is clean, and its
 * parts do not contradict each other or what is known besides. Each contradiction is between fields
 * that cannot both hold, told by equality and by numbers; nothing is read into words. A packet that
 * was built is accepted, unless the facts that it was built from contradict each other. Reads no file
 * and runs nothing; the cost is linear, and the check never throws.
 */

import type { CheckFact, Facts, RunFact } from "../evidence/facts.ts";
import { isLook } from "../evidence/programs.ts";
import { code, CUT_MARK, cutMiddle, oneLine } from "../../lib/text/text.ts";
import { commandHash } from "./attempts.ts";
import type { Decision } from "./decisions.ts";
import type { EscalationPayload } from "../../schema/types.ts";
import { CLOSING, formatEscalation, lintEscalation, OPENING } from "./escalation.ts";
import { canonical, type Line, linesOf, sameIn, sizeOf } from "./form.ts";
import { noiseIn, tooMuchNoise } from "./noise.ts";
import {
  attemptMark,
  BLIND_ZONES,
  COHERENCE_FAILED,
  faultIf,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
  needContext,
  NEEDED,
  type Violation,
} from "./protocol.ts";

/**
 * Every number that a handoff is measured by, in UTF-16 units. What is built stays inside of them,
 * whatever it is built from, and what is checked is held to the same ones.
 */
export const HANDOFF_LIMITS = {
  /** A whole packet. Half of it is the payload's. */
  packet: 2 * MAX_PAYLOAD_CHARACTERS,
  /** The task; where it is checked there is room for the marks of its lines. */
  task: { head: 3_000, tail: 2_500, lines: 300, checked: 10_000 },
  /** Files that are not as the commit has them; the number of the others is told. */
  dirty: { count: 15, characters: 100 },
  decisions: { count: 10, name: 80, text: 120, characters: 310 },
  /** The failing command, and the lines that tell what fails. */
  failure: { command: 500, lines: 12, characters: 700 },
} as const;

/** What a packet is built from. */
export interface HandoffFacts {
  /** What the person asked for. */
  readonly task: string;
  readonly facts: Pick<Facts, "checks" | "runs" | "edits">;
  /** The commit that is checked out, null without one, and the files that are not as it has them. */
  readonly snapshot: { readonly head: string | null; readonly dirty: readonly string[] };
  /** The payload, as it was read; only a valid one gives a packet that is accepted. */
  readonly payload: EscalationPayload;
  /** The decisions of the repository. */
  readonly memory?: readonly Decision[];
  /** Takes secrets out of every text in a value. */
  readonly scrub: <T>(value: T) => Promise<T>;
}

/** The names of the sections beside the payload, which has tags of its own. */
const SECTIONS = [
  ...["TASK", "SNAPSHOT", "FORCED_CONTEXT"] as const,
  ...["CHECKLIST", "FAILURE", "DECISION_MEMORY"] as const,
];

type Section = (typeof SECTIONS)[number];

/** More of a task is not scrubbed: much longer than anything that is kept of it. */
const MOST_SCRUBBED = { head: 20_000, tail: 20_000 };

/**
 * Builds the context-clean packet, as Markdown. What others said is quoted or an item, so that
 * nothing in it begins a section. Rejects only where `scrub` does: then nothing may be handed over.
 */
export async function buildHandoff(given: HandoffFacts): Promise<string> {
  const { facts, snapshot, memory = [], scrub } = given;
  const { dirty: files, decisions: notes, failure } = HANDOFF_LIMITS;
  const touched = new Set([...snapshot.dirty, ...facts.edits.map(({ path }) => path)]);
  // What binds most comes first: rejections, and of those the ones beside the change.
  const rank = ({ status, kind, path }: Decision) =>
    ["rejected", "superseded", "rationale"].indexOf(status) +
    (kind === "adr" || touched.has(path) ? 0 : 0.5);
  const { task, payload, dirty, failed, decisions } = await scrub({
    task: cutMiddle(given.task, MOST_SCRUBBED),
    payload: given.payload,
    dirty: snapshot.dirty.slice(0, files.count),
    failed: standingFailure(facts),
    decisions: memory.toSorted((a, b) => rank(a) - rank(b)).slice(0, notes.count),
  });
  const said = quoted(task);
  const changed = items(dirty, files.characters);
  const more = snapshot.dirty.length - changed.length;
  const excerpt = quoted(failed?.excerpt ?? "").filter((line) =>
    line !== ">" && noiseIn(line).every((noise) => noise === "log_replay")
  );
  const signature = excerpt.slice(0, failure.lines)
    .filter((_, at) => excerpt.slice(0, at + 1).join("\n").length <= failure.characters);
  const section = (name: Section, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[`## [${name}]`, ...lines].join("\n")];
  const parts = [
    "# Clean handoff",
    ...section("TASK", said.length === 0 ? ["> not recorded"] : said),
    ...section("SNAPSHOT", [
      `commit: ${/^[\da-f]{7,64}$/i.exec(snapshot.head ?? "")?.[0] ?? "not known"}`,
      changed.length === 0 ? "dirty files: none" : "dirty files:",
      ...changed,
      ...more === 0 ? [] : [`- and ${more} more`],
    ]),
    boundedPayload(payload),
    ...section("CHECKLIST", BLIND_ZONES.map((zone) => `- [ ] ${zone}`)),
    ...section(
      "FAILURE",
      failed === null ? [] : [`command: ${code(failed.command, failure.command)}`, ...signature],
    ),
    ...section(
      "DECISION_MEMORY",
      items(
        decisions.map(({ status, id, path, line, text }) => {
          const place = `${oneLine(path, notes.name)}:${line}`;
          return `${status} ${code(id, notes.name)} (${place}): ${oneLine(text, notes.text)}`;
        }),
        notes.characters,
      ),
    ),
  ];
  return parts.join("\n\n") + "\n";
}

/** Widths of an item, tried until a payload that the scrubber made longer is within its bounds. */
const WIDTHS: readonly number[] = [MAX_ITEM_CHARACTERS, 400, 200, 80];

function boundedPayload(payload: EscalationPayload): string {
  const written = WIDTHS.map((width) => {
    const narrow = (_: string, value: unknown) =>
      typeof value === "string" ? oneLine(value, width) : value;
    return formatEscalation(JSON.parse(JSON.stringify(payload), narrow));
  });
  return written.find(({ length }) => length <= MAX_PAYLOAD_CHARACTERS) ?? written.at(-1)!;
}

/** Texts as items that may stand in a packet, in one line each; noise has no place in it. */
function items(texts: readonly string[], characters: number): string[] {
  return texts.map((text) => oneLine(text, characters))
    .filter((line) => line !== "" && noiseIn(line).length === 0).map((line) => `- ${line}`);
}

/** Control and format characters, lone surrogates: no reader sees them. Tabs stay. */
const UNSEEN = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text of many lines as quoted ones. */
function quoted(text: string): string[] {
  const { lines: most, ...ends } = HANDOFF_LIMITS.task;
  const lines = linesOf(cutMiddle(text, ends).trim())
    .map(({ text }) => text.replace(UNSEEN, "").trimEnd());
  const kept = lines.length <= most
    ? lines
    : [...lines.slice(0, most - 100), CUT_MARK.trim(), ...lines.slice(-100)];
  return kept.every((line) => line === "") ? [] : kept.map((line) => `> ${line}`.trimEnd());
}

/** What fails and was not seen to pass since, a check before other commands; null where all passed. */
function standingFailure(
  { checks, runs }: Pick<Facts, "checks" | "runs">,
): { readonly command: string; readonly excerpt: string } | null {
  // What a check's output says counts more than its exit status.
  const ends = new Map(
    [...runs, ...checks].map(({ command, outcome }) => [commandHash(command), outcome]),
  );
  const stands = ({ command, outcome }: CheckFact | RunFact) =>
    outcome === "failed" && ends.get(commandHash(command)) !== "passed";
  const check = checks.findLast(stands);
  if (check !== undefined) return { command: check.command, excerpt: check.excerpt };
  const run = runs.findLast((run) => !isLook(run.words) && stands(run));
  return run === undefined ? null : { command: run.command, excerpt: "" };
}

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
  const noise = pollutionIn(text, lines);
  const contradictions = contradictionsIn(lines, payload, options);
  const told = contradictions.slice(0, 5).map(({ message }) => `- ${message}`);
  const answers = [
    [trigger, needContext(NEEDED.trigger)],
    [noise, needContext(NEEDED.handoff)],
    [contradictions, [COHERENCE_FAILED, ...told].join("\n")],
  ] as const;
  const [, answer = null] = answers.find(([faults]) => faults.length > 0) ?? [];
  return { answer, violations: [...trigger, ...noise, ...contradictions] };
}

/** A line beside the payload, and the section that it stands in. */
interface PacketLine extends Line {
  readonly where: Section | "packet";
}

/** More of a text is not looked at: it is too long anyway. */
const MOST_READ = 1_000_000;

function packetLines(text: string): PacketLine[] {
  let where: Section | "packet" | "payload" = "packet";
  const lines: PacketLine[] = [];
  for (const line of linesOf(text.slice(0, MOST_READ))) {
    const mark = line.text.length > 100 ? "" : line.text.trim();
    const [, named] = /^#{0,6}[ \t]{0,4}\[([A-Z_]{3,20})\]$/.exec(mark) ?? [];
    const next = SECTIONS.find((name) => name === named);
    if (mark === OPENING) where = "payload";
    else if (mark === CLOSING) where = "packet";
    else if (where === "payload") continue;
    else if (next !== undefined) where = next;
    else lines.push({ ...line, where });
  }
  return lines;
}

/** What makes a packet unfit to work from. */
function pollutionIn(text: string, lines: readonly PacketLine[]): Violation[] {
  const task = lines.filter(({ where }) => where === "TASK");
  // The task is the person's words, whatever they look like.
  const others = lines.filter(({ where }) => where !== "TASK");
  const { packet, task: { checked } } = HANDOFF_LIMITS;
  const [whole, size] = [text.length, sizeOf(task)];
  const noise = tooMuchNoise(others).map(({ kind: code, what, most, found }): Violation => ({
    ...{ code, message: `The packet has ${found.length} ${what}: expected at most ${most}` },
    ...{ where: "packet", line: found[most]!.number },
  }));
  // The task is under its mark, is a contract, or is called one in a line of its own.
  const hasTask = task.some(({ text }) => text.trim() !== "") ||
    others.some(({ text }) =>
      /^[#>\s*_]{0,12}(?:\[DEF:|(?:original )?task\b)/i.test(text.slice(0, 200))
    );
  return [
    ...faultIf(whole > packet, "too_long", ["packet", null], "packet", whole, packet),
    ...faultIf(
      size > checked,
      "too_long",
      ["TASK", task[0]?.number ?? null],
      "TASK",
      size,
      checked,
    ),
    ...noise,
    ...faultIf(!hasTask, "missing_task", ["TASK", null]),
  ];
}

/** Where a packet contradicts itself, what is known besides, or a decision that rejects something. */
function contradictionsIn(
  lines: readonly PacketLine[],
  payload: EscalationPayload | null,
  { snapshot, attempt, memory = [] }: HandoffCheckOptions,
): Violation[] {
  const head = snapshot?.head?.trim().toLowerCase() ?? "none";
  const rejected = new Map(
    memory.filter(({ status }) => status === "rejected").map((one) => [canonical(one.text), one]),
  );
  const open = new Set(
    payload?.forced_context_checked.filter((item) => /^\[ \]/.test(item)).map(boxless),
  );
  const inLines = lines.flatMap(({ text, where, number }) => {
    const at = [where, number] as const;
    const said = text.slice(0, 2_000).replace(/^[\s>]*(?:[-*]\s+)?/, "").trim();
    const commit = where === "SNAPSHOT" && snapshot !== undefined
      ? /^commit:\s{0,9}`?([\w-]{1,64})`?\s*$/i.exec(text.slice(0, 200))?.[1] ?? head
      : head;
    const isSame = commit.length >= 7 && head.startsWith(commit.toLowerCase()) || commit === head;
    const isTold = where === "SNAPSHOT" || where === "FAILURE" || where === "DECISION_MEMORY";
    const decision = isTold ? undefined : rejected.get(canonical(said));
    const place = decision && `${decision.id} (${decision.path}:${decision.line})`;
    const isVerified = (where === "FORCED_CONTEXT" || where === "CHECKLIST") &&
      /^\[[xX]\]/.test(said);
    return [
      ...faultIf(!isSame, "snapshot_differs", at, commit, head),
      ...faultIf(decision !== undefined, "rejected_task", at, text, place),
      ...faultIf(isVerified && open.has(boxless(said)), "checklist_denied", at, said),
    ];
  });
  if (payload === null) return inLines;
  const { request, what_was_tried, what_did_not_work, current_invariants } = payload;
  const counted = attempt ?? payload.attempt;
  const told = [payload.attempt, counted, attemptMark(counted)];
  const again = sameIn(request, [...what_was_tried, ...what_did_not_work]);
  const broken = sameIn(current_invariants, what_did_not_work);
  const pairs = [
    ["request", again, "is asked for, and is what was tried"],
    ["current_invariants", broken, "did not work, and is given as true"],
  ] as const;
  return [
    ...inLines,
    ...faultIf(counted !== payload.attempt, "attempt_differs", ["attempt", null], ...told),
    ...pairs.flatMap(([where, item, both]) =>
      faultIf(item !== undefined, "contradicting_fields", [where, null], item, both)
    ),
  ];
}

function boxless(item: string): string {
  return canonical(item.replace(/^\[[ xX]\]\s*/, ""));
}
