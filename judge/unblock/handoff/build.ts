/** Putting a packet together from a conversation, of which only the person's words are taken. */

import { gatherEvidence } from "../../evidence.ts";
import { taskOf } from "../../task.ts";
import type { Decision } from "../decision_memory.ts";
import type { Failure, Handoff, HandoffFacts } from "./types.ts";
import { BLIND_ZONES } from "../contract.ts";
import { Cleaner } from "./clean.ts";
import { DIRTY, FAILURE, ITEMS, NOTES } from "./limits.ts";
import { cleanPayload } from "./payload.ts";
import { standingFailure } from "./standing_failure.ts";
import { code } from "../../../lib/text/text.ts";

/**
 * Builds the context-clean packet. What the agent said, thought and tried stays out; its payload,
 * which is bounded, and the command that fails are all that comes from it.
 *
 * Rejects only where `scrub` does: then nothing may be handed over.
 */
export async function buildHandoff(facts: HandoffFacts): Promise<Handoff> {
  const { conversation, snapshot, payload, memory = [], scrub } = facts;
  const task = taskOf(conversation, { settled: facts.settled ?? 0 });
  const { done } = gatherEvidence(conversation, task);
  const cleaner = new Cleaner(scrub);
  const touched = new Set([...snapshot.dirty, ...done.edits.map(({ path }) => path)]);
  // The surest facts first: what one uses up of the allowance for pollution, the next cannot.
  const escalation = await cleanPayload(payload, cleaner, facts.role ?? "coder");
  const failed = standingFailure(done);
  const failure = failed === null ? null : await failureOf(failed, cleaner);
  const forcedContext = await cleaner.lines(facts.forcedContext ?? [], ITEMS);
  const checklist = await cleaner.lines(facts.checklist ?? BLIND_ZONES, ITEMS);
  const decisionMemory = await notesOf(memory, touched, cleaner);
  const dirty = await cleaner.lines(snapshot.dirty, DIRTY);
  const head = COMMIT.exec(snapshot.head ?? "")?.[0] ?? null;
  return {
    escalation,
    failure,
    forcedContext,
    checklist,
    decisionMemory,
    snapshot: { head, dirty, more: Math.max(0, snapshot.dirty.length - dirty.length) },
    task: (await cleaner.text(task.text, "task")).join("\n").trim(),
  };
}

/** The name of a commit is no free text, and anything else is no commit. */
const COMMIT = /^[\da-f]{7,64}$/i;

async function failureOf(
  { command, excerpt }: { readonly command: string; readonly excerpt: string },
  cleaner: Cleaner,
): Promise<Failure> {
  const lines = (await cleaner.text(excerpt)).filter((line) => line.trim() !== "");
  const signature: string[] = [];
  let room = FAILURE.characters;
  for (const line of lines.slice(0, FAILURE.lines)) {
    if (line.length + 1 > room) break;
    signature.push(line);
    room -= line.length + 1;
  }
  const shown = await cleaner.line(command, FAILURE.command);
  return { command: shown ?? "not shown", signature };
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
  cleaner: Cleaner,
): Promise<string[]> {
  const far = ({ kind, path }: Decision) => kind === "adr" || touched.has(path) ? 0 : 1;
  const ordered = memory.toSorted((a, b) => ORDER[a.status] - ORDER[b.status] || far(a) - far(b));
  const notes: string[] = [];
  for (const { status, id, path, line, text } of ordered.slice(0, NOTES.count)) {
    const name = code(await cleaner.part(id, NOTES.name), NOTES.name);
    const place = `${await cleaner.part(path, NOTES.name)}:${line}`;
    const said = await cleaner.part(text, NOTES.text);
    notes.push(`${status} ${name} (${place}): ${said}`);
  }
  return cleaner.lines(notes, NOTES);
}
