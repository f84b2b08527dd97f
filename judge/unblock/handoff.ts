/**
 * What is handed over when an agent is blocked: the original task, where the source stands, the
 * bounded payload, what to look at first, what fails, and the decisions that bind. Nothing of what
 * the agent said or thought.
 *
 * A packet that was built is accepted by the check, unless the facts that it was built from
 * contradict each other: then the check says how. Reads no file and runs nothing; the cost is linear.
 */

import type { CheckFact, Facts, RunFact } from "../evidence/facts.ts";
import { isLook } from "../evidence/programs.ts";
import { code, CUT_MARK, cutMiddle, oneLine } from "../../lib/text/text.ts";
import { commandHash } from "./attempts.ts";
import type { Decision } from "./decisions.ts";
import { type EscalationPayload, formatEscalation } from "./escalation.ts";
import { linesOf } from "./form.ts";
import { noiseIn } from "./noise.ts";
import { BLIND_ZONES, MAX_ITEM_CHARACTERS, MAX_PAYLOAD_CHARACTERS } from "./protocol.ts";

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
  /** Items of the forced context and of the checklist. */
  items: { count: 10, characters: 160 },
  decisions: { count: 10, name: 80, text: 120, characters: 310 },
  /** The failing command, and the lines that tell what fails. */
  failure: { command: 500, lines: 12, characters: 700 },
} as const;

/** Takes secrets out of a text. */
type Scrub = (text: string) => Promise<string>;

/** What a packet is built from. */
export interface HandoffFacts {
  /** What the person asked for. */
  readonly task: string;
  readonly facts: Pick<Facts, "checks" | "runs" | "edits">;
  /** The commit that is checked out, null without one, and the files that are not as it has them. */
  readonly snapshot: { readonly head: string | null; readonly dirty: readonly string[] };
  /** The payload, as it was read; only a valid one gives a packet that is accepted. */
  readonly payload: EscalationPayload;
  /** What the environment told the agent to look at. */
  readonly forcedContext?: readonly string[];
  /** What has to be verified first. @default {BLIND_ZONES} */
  readonly checklist?: readonly string[];
  /** The decisions of the repository. */
  readonly memory?: readonly Decision[];
  /** All free text passes it. */
  readonly scrub: Scrub;
}

/** The names of the sections beside the payload, which has tags of its own. */
export const SECTIONS = [
  ...["TASK", "SNAPSHOT", "FORCED_CONTEXT", "CHECKLIST", "FAILURE", "DECISION_MEMORY"] as const,
] as const;

/**
 * Builds the context-clean packet, as Markdown. What others said is quoted or an item, so that
 * nothing in it begins a section. Rejects only where `scrub` does: then nothing may be handed over.
 */
export async function buildHandoff(given: HandoffFacts): Promise<string> {
  const { facts, snapshot, payload, memory = [], scrub } = given;
  const { dirty, items, failure } = HANDOFF_LIMITS;
  const touched = new Set([...snapshot.dirty, ...facts.edits.map(({ path }) => path)]);
  const files = await cleanLines(snapshot.dirty, dirty, scrub);
  const more = snapshot.dirty.length - files.length;
  const failed = standingFailure(facts);
  const task = await quoted(given.task, scrub);
  const forced = await cleanLines(given.forcedContext ?? [], items, scrub);
  const checklist = await cleanLines(given.checklist ?? BLIND_ZONES, items, scrub);
  const command = oneLine(await scrub(failed?.command ?? ""), failure.command);
  const excerpt = (await quoted(failed?.excerpt ?? "", scrub)).filter((line) =>
    line !== ">" && noiseIn(line).every((noise) => noise === "log_replay")
  );
  const signature = excerpt.slice(0, failure.lines)
    .filter((_, at) => excerpt.slice(0, at + 1).join("\n").length <= failure.characters);
  const decisions = await notesOf(memory, touched, scrub);
  const notes = await cleanLines(decisions, HANDOFF_LIMITS.decisions, scrub);
  const sections: Readonly<Record<(typeof SECTIONS)[number], readonly string[]>> = {
    TASK: task.length === 0 ? ["> not recorded"] : task,
    SNAPSHOT: [
      `commit: ${/^[\da-f]{7,64}$/i.exec(snapshot.head ?? "")?.[0] ?? "not known"}`,
      files.length === 0 ? "dirty files: none" : "dirty files:",
      ...files.map(item),
      ...more === 0 ? [] : [`- and ${more} more`],
    ],
    FORCED_CONTEXT: forced.map(item),
    CHECKLIST: checklist.map((text) => item(`[ ] ${text}`)),
    FAILURE: failed === null ? [] : [`command: ${code(command, failure.command)}`, ...signature],
    DECISION_MEMORY: notes.map(item),
  };
  const [first, second, ...rest] = SECTIONS.map((name) =>
    sections[name].length === 0 ? "" : [`## [${name}]`, ...sections[name]].join("\n")
  );
  const written = ["# Clean handoff", first, second, await cleanPayload(payload, scrub), ...rest];
  return written.filter((part) => part !== "").join("\n\n") + "\n";
}

function item(text: string): string {
  return `- ${text}`;
}

/** Widths of an item, tried until a payload that the scrubber made longer is within its bounds. */
const WIDTHS: readonly number[] = [MAX_ITEM_CHARACTERS, 400, 200, 80];

/** The payload, scrubbed, bounded and written. */
async function cleanPayload(payload: EscalationPayload, scrub: Scrub): Promise<string> {
  const scrubbed = await mapTexts(payload, scrub);
  for (const width of WIDTHS) {
    const narrow = await mapTexts(scrubbed, (text) => Promise.resolve(oneLine(text, width)));
    const written = formatEscalation(narrow);
    if (written.length <= MAX_PAYLOAD_CHARACTERS) return written;
  }
  return formatEscalation(scrubbed);
}

/** A value with every text in it changed. */
async function mapTexts<T>(value: T, change: (text: string) => Promise<string>): Promise<T> {
  if (typeof value === "string") return await change(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return await Promise.all(value.map((item) => mapTexts(item, change))) as T;
  }
  const entries = Object.entries(value)
    .map(async ([name, item]) => [name, await mapTexts(item, change)] as const);
  return Object.fromEntries(await Promise.all(entries)) as T;
}

/** Lines that may stand in a packet, in one line each and bounded; noise has no place in it. */
async function cleanLines(
  texts: readonly string[],
  { count, characters }: { readonly count: number; readonly characters: number },
  scrub: Scrub,
): Promise<string[]> {
  const lines: string[] = [];
  for (const text of texts.slice(0, count)) {
    const line = oneLine(await scrub(text.slice(0, MOST_SCRUBBED)), characters);
    if (line !== "" && noiseIn(line).length === 0) lines.push(line);
  }
  return lines;
}

/** More of a text is not scrubbed: much longer than anything that is kept of it. */
const MOST_SCRUBBED = 40_000;

/** Control and format characters, lone surrogates: no reader sees them. Tabs stay. */
const UNSEEN = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text of many lines as quoted ones. */
async function quoted(text: string, scrub: Scrub): Promise<string[]> {
  const { head, tail, lines: most } = HANDOFF_LIMITS.task;
  const half = MOST_SCRUBBED / 2;
  const scrubbed = await scrub(cutMiddle(text, { head: half, tail: half }));
  const lines = linesOf(cutMiddle(scrubbed, { head, tail }).trim())
    .map(({ text }) => text.replace(UNSEEN, "").trimEnd());
  const kept = lines.length <= most
    ? lines
    : [...lines.slice(0, most - 100), CUT_MARK.trim(), ...lines.slice(-100)];
  return kept.every((line) => line === "") ? [] : kept.map((line) => `> ${line}`.trimEnd());
}

const ORDER: Readonly<Record<Decision["status"], number>> = {
  rejected: 0,
  superseded: 1,
  rationale: 2,
};

/** What binds most comes first: rejections, and of those the ones beside the change. */
async function notesOf(
  memory: readonly Decision[],
  touched: ReadonlySet<string>,
  scrub: Scrub,
): Promise<string[]> {
  const { count, name, text: most } = HANDOFF_LIMITS.decisions;
  const far = ({ kind, path }: Decision) => kind === "adr" || touched.has(path) ? 0 : 1;
  const first = memory.toSorted((a, b) => ORDER[a.status] - ORDER[b.status] || far(a) - far(b))
    .slice(0, count);
  return await Promise.all(first.map(async ({ status, id, path, line, text }) => {
    const place = `${oneLine(await scrub(path), name)}:${line}`;
    return `${status} ${code(await scrub(id), name)} (${place}): ${
      oneLine(await scrub(text), most)
    }`;
  }));
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
  const run = runs.findLast((run) => !isLook(run.words) && stands(run));
  return checks.findLast(stands) ?? (run === undefined ? null : { ...run, excerpt: "" });
}
