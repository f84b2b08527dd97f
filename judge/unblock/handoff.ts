/**
 * What is handed over when an agent is blocked: the original task, where the source stands, the
 * bounded payload, what to look at first, what fails, and the decisions that bind. Nothing of what
 * the agent said or thought.
 *
 * Whether a packet may be worked from is checked here too: the trigger is there, it is clean, and
 * no two of its fields, or of what is known besides, contradict each other, by equality and by
 * numbers. A packet that was built is accepted, unless the facts that it was built from contradict
 * each other. Reads no file and runs nothing; the cost is linear, and the check never throws.
 */

import type { Facts } from "../evidence/facts.ts";
import { isLook } from "../evidence/programs.ts";
import { code, CUT_MARK, cutMiddle, oneLine } from "../../lib/text/text.ts";
import { commandHash } from "./attempts.ts";
import type { Decision } from "./decisions.ts";
import type { EscalationPayload } from "../../schema/types.ts";
import {
  canonical,
  CLOSING,
  formatEscalation,
  type Line,
  linesOf,
  lintEscalation,
  OPENING,
  sameIn,
  sizeOf,
} from "./form.ts";
import {
  attemptMark,
  BLIND_ZONES,
  COHERENCE_FAILED,
  faultIf,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
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
  /** More of a task is not scrubbed, and more of a packet not looked at: far more than is kept. */
  scrubbed: { head: 20_000, tail: 20_000 },
  read: 1_000_000,
  /** Files that are not as the commit has them; the number of the others is told. */
  dirty: { count: 15, characters: 100 },
  decisions: { count: 10, characters: 310 },
  /** The failing command, and the lines that tell what fails. */
  failure: { command: 500, lines: 12, characters: 700 },
} as const;

const kind = (most: number, what: string, sign: RegExp) => ({ most, what, sign });

/**
 * What has no place in a text that is handed over: pieces of a chat, of thinking, of earlier
 * attempts and of tool outputs, by marks that clients and tools write, in whatever language.
 * Each kind by its code: how often it may stand in a handoff, what it is, and its sign in a line.
 */
export const NOISE = {
  // A label with three words behind it, or none: `user: string` is a field of a record.
  chat_turn: kind(
    3,
    "turns of a chat",
    /^(?:[#*[_]{0,8}\s?(?:assistant|user|human|ai|claude)\b[\]*_]{0,4}\s?:[*_]{0,3}(?:\s*$|\s*\S+\s+\S+\s+\S)|#{1,6}\s(?:assistant|user|human)\s*$|\{?\s?"role"\s?:\s?"(?:assistant|user|model)")/i,
  ),
  thinking_block: kind(
    0,
    "tags of a thinking block",
    /<\/?(?:antml:)?(?:thinking|think|reasoning|scratchpad|chain_of_thought)>/i,
  ),
  attempt_replay: kind(2, "reports of single attempts", /^#{0,6}\s?\**\[?attempt:?\s?#?\d/i),
  diff_replay: kind(3, "headers of diffs", /^(?:diff --git |@@ -\d)/),
  trace_replay: kind(
    30,
    "lines of stack traces",
    /^(?:at\s.{1,200}[:(]\d|File ".{1,200}", line \d|#\d{1,3}\s+0x|goroutine \d)/,
  ),
  log_replay: kind(
    20,
    "results of failed runs",
    /^(?:not ok \d|FAIL(?:ED|URES)?\b|Traceback |panic: |thread '|npm ERR!|error(?:\[\w+\])?:|[✗✖×] |Exit code [1-9]|(?:Tests?:\s+)?\d{1,6} (?:failed|failing)\b)/,
  ),
} as const;

/** The code of a kind. */
export type Noise = keyof typeof NOISE;

const KINDS = Object.keys(NOISE) as Noise[];

/** What quotes a line or makes it an item: it hides nothing. */
const QUOTING = /^(?:[\s>|]|[-+*]\s|\d{1,3}[.)]\s|\[[ xX]\]\s){0,20}/;

/** The kinds of noise that a line is. What stands in backticks is only mentioned. */
function noiseIn(line: string): Noise[] {
  const text = line.slice(0, 400).replace(QUOTING, "");
  const said = text.replace(/`[^`]{0,200}`/g, "");
  return KINDS.filter((noise) => NOISE[noise].sign.test(noise === "thinking_block" ? said : text));
}

/** The kinds that lines have more of than a handoff may, each with what it found. */
export function tooMuchNoise<L extends { readonly text: string }>(lines: readonly L[]) {
  const noisy = lines.map((line) => ({ line, noise: noiseIn(line.text) }));
  return KINDS.map((code) => {
    const found = noisy.filter(({ noise }) => noise.includes(code)).map(({ line }) => line);
    return { kind: code, found, ...NOISE[code] };
  }).filter(({ most, found }) => found.length > most);
}

/** What a packet is built from. */
export interface HandoffFacts {
  /** What the person asked for. */
  readonly task: string;
  readonly facts: Pick<Facts, "checks" | "runs" | "edits">;
  /** The commit that is checked out, null without one, and files that are not as it has them. */
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
    task: cutMiddle(given.task, HANDOFF_LIMITS.scrubbed),
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
  const notesOf = ({ status, id, path, line, text }: Decision) =>
    `${status} ${code(id)} (${oneLine(path, 80)}:${line}): ${oneLine(text)}`;
  const commit = /^[\da-f]{7,64}$/i.exec(snapshot.head ?? "")?.[0] ?? "not known";
  const section = (name: Section, ...lines: readonly string[]) =>
    lines.length === 0 ? [] : [[`## [${name}]`, ...lines].join("\n")];
  return [
    "# Clean handoff",
    ...section("TASK", ...said.length === 0 ? ["> not recorded"] : said),
    ...section(
      "SNAPSHOT",
      `commit: ${commit}`,
      changed.length === 0 ? "dirty files: none" : "dirty files:",
      ...changed,
      ...more === 0 ? [] : [`- and ${more} more`],
    ),
    boundedPayload(payload),
    ...section("CHECKLIST", ...BLIND_ZONES.map((zone) => `- [ ] ${zone}`)),
    ...failed === null
      ? []
      : section("FAILURE", `command: ${code(failed.command, failure.command)}`, ...signature),
    ...section("DECISION_MEMORY", ...items(decisions.map(notesOf), notes.characters)),
  ].join("\n\n") + "\n";
}

/** The payload, with shorter items where the scrubber made it longer than its bounds. */
function boundedPayload(payload: EscalationPayload): string {
  const written = [MAX_ITEM_CHARACTERS, 400, 200, 80].map((width) => {
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

/** A text of many lines as quoted ones, without characters that no reader sees; tabs stay. */
function quoted(text: string): string[] {
  const { lines: most, ...ends } = HANDOFF_LIMITS.task;
  const unseen = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
  const lines = linesOf(cutMiddle(text, ends).trim())
    .map(({ text }) => text.replace(unseen, "").trimEnd());
  const kept = lines.length <= most
    ? lines
    : [...lines.slice(0, most - 100), CUT_MARK.trim(), ...lines.slice(-100)];
  return kept.every((line) => line === "") ? [] : kept.map((line) => `> ${line}`.trimEnd());
}

/** What fails and was not seen to pass since, a check before other commands; null where none. */
function standingFailure({ checks, runs }: HandoffFacts["facts"]) {
  // What a check's output says counts more than its exit status.
  const ends = new Map(
    [...runs, ...checks].map(({ command, outcome }) => [commandHash(command), outcome]),
  );
  const others = runs.filter(({ words }) => !isLook(words)).map((run) => ({ ...run, excerpt: "" }));
  const failed = [...others, ...checks].findLast(({ command, outcome }) =>
    outcome === "failed" && ends.get(commandHash(command)) !== "passed"
  );
  return failed === undefined ? null : { command: failed.command, excerpt: failed.excerpt };
}

/** The commit that is checked out, the decisions that bind, and the attempt that was counted. */
type Known = Partial<Pick<HandoffFacts, "memory">> & {
  readonly snapshot?: Pick<HandoffFacts["snapshot"], "head">;
  readonly attempt?: number;
};

/**
 * Checks a packet. `answer` is what its receiver has to say instead of working: the first that
 * applies of a missing trigger, noise and contradiction; null where it may be worked from.
 */
export function checkHandoff(text: string, known: Known = {}) {
  const { payload, violations: trigger } = lintEscalation(text);
  const lines = packetLines(text);
  const noise = pollutionIn(text, lines);
  const denied = contradictionsIn(lines, payload, known);
  const told = denied.slice(0, 5).map(({ message }) => `- ${message}`);
  const incoherent = [COHERENCE_FAILED, ...told].join("\n");
  const answers = [[trigger, NEEDED.trigger], [noise, NEEDED.handoff], [
    denied,
    incoherent,
  ]] as const;
  const [, answer = null] = answers.find(([faults]) => faults.length > 0) ?? [];
  return { answer, violations: [...trigger, ...noise, ...denied] };
}

/** A line beside the payload, and the section that it stands in. */
type PacketLine = Line & { readonly where: Section | "packet" };

function packetLines(text: string): PacketLine[] {
  let where: Section | "packet" | "payload" = "packet";
  const lines: PacketLine[] = [];
  for (const line of linesOf(text.slice(0, HANDOFF_LIMITS.read))) {
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
  const atTask = ["TASK", task[0]?.number ?? null] as const;
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
    ...faultIf(size > checked, "too_long", atTask, "TASK", size, checked),
    ...noise,
    ...faultIf(!hasTask, "missing_task", ["TASK", null]),
  ];
}

/** Where a packet contradicts itself, what is known besides, or what a decision rejects. */
function contradictionsIn(
  lines: readonly PacketLine[],
  payload: EscalationPayload | null,
  { snapshot, attempt, memory = [] }: Known,
): Violation[] {
  const head = snapshot?.head?.trim().toLowerCase() ?? "none";
  const rejected = new Map(
    memory.filter(({ status }) => status === "rejected").map((one) => [canonical(one.text), one]),
  );
  const open = new Set(
    payload?.forced_context_checked.filter((item) => /^\[ \]/.test(item)).map(boxless),
  );
  const inLines = lines.flatMap(({ text: whole, where, number }) => {
    const at = [where, number] as const;
    const text = whole.slice(0, 2_000);
    const said = text.replace(/^[\s>]*(?:[-*]\s+)?/, "").trim();
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
