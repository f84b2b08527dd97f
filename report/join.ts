/**
 * Which records of a session belong together: those of one prompt, and of several captures of that
 * prompt those of the same commit, or else of the nearest.
 *
 * A `run.v1` record tells the prompt and the commit of the capture that was written with it. Where
 * none did, the record tells them that began nearest to the capture, of those whose hooks were at
 * work between it and the next. A record that names no prompt belongs to the nearest earlier
 * capture. What is left is a run without a capture.
 */

import type { Answer, Capture, Entry, Escalation, Keys, Reading } from "../lib/records/entry.ts";
import type { Run } from "./run.ts";

/** What the hooks write where the client did not tell its session. */
const UNKNOWN = "unknown";

/** An entry that is put to a run. */
type Other = Exclude<Entry, Capture | Keys>;

/** A run that is being put together. */
interface Draft {
  readonly time: number;
  readonly capture: Capture | null;
  readonly others: Other[];
  prompt: string | null;
  head: string | null;
}

/** The runs of one session, oldest first. */
export function joinSession(entries: readonly Entry[]): Run[] {
  const captures: Draft[] = [];
  const keys = new Map<number, Keys>();
  const others: Other[] = [];
  for (const entry of [...entries].sort(byTime)) {
    if (entry.kind === "capture") captures.push(draftOf(entry, entry));
    else if (entry.kind === "keys") keys.set(entry.written, entry);
    else others.push(entry);
  }
  const told = new Set(captures.filter((draft) => takeKeys(draft, keys.get(draft.time))));
  for (const [draft, entry] of nearestOf(captures, others)) {
    if (!told.has(draft)) takeKeys(draft, entry);
  }
  const byPrompt = Map.groupBy(captures, ({ prompt }) => prompt);
  const drafts = [...captures];
  for (const entry of others) {
    const draft = entry.prompt === null
      ? nearestEarlier(captures, entry)
      : ofPrompt(byPrompt.get(entry.prompt) ?? [], entry);
    if (draft !== null) {
      draft.others.push(entry);
      continue;
    }
    const alone = draftOf(entry, null);
    alone.others.push(entry);
    drafts.push(alone);
    if (entry.prompt !== null) byPrompt.set(entry.prompt, [alone]);
  }
  return finish(drafts);
}

function draftOf({ written }: Entry, capture: Capture | null): Draft {
  return { time: written, capture, others: [], prompt: null, head: null };
}

function takeKeys(draft: Draft, from: Keys | Other | undefined): boolean {
  if (from === undefined) return false;
  draft.prompt = from.prompt;
  draft.head = from.head;
  return true;
}

/** What came at the same moment is joined alike, in whatever order it was read. */
function byTime(a: Entry, b: Entry): number {
  return a.written - b.written || (a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0);
}

/**
 * By capture, the entry with a prompt that began nearest to it, of those whose hooks were at work
 * before the next capture.
 */
function nearestOf(captures: readonly Draft[], others: readonly Other[]): Map<Draft, Other> {
  const nearest = new Map<Draft, Other>();
  for (const entry of others) {
    if (entry.prompt === null) continue;
    const first = Math.max(0, placeAfter(captures, entry.began) - 1);
    for (const draft of captures.slice(first, placeAfter(captures, entry.written))) {
      const known = nearest.get(draft);
      if (known === undefined || away(draft, entry) < away(draft, known)) nearest.set(draft, entry);
    }
  }
  return nearest;
}

/** Of the runs of a prompt those of the same commit, and of these the nearest. */
function ofPrompt(drafts: readonly Draft[], entry: Other): Draft | null {
  const exact = drafts.filter(({ head }) => head !== null && head === entry.head);
  let nearest: Draft | null = null;
  for (const draft of exact.length > 0 ? exact : drafts) {
    if (nearest === null || away(draft, entry) < away(nearest, entry)) nearest = draft;
  }
  return nearest;
}

function nearestEarlier(captures: readonly Draft[], entry: Other): Draft | null {
  // A review goes on in the background while later turns end; for all others the client waits.
  const moment = entry.kind === "reading" ? entry.began : entry.written;
  return captures[placeAfter(captures, moment) - 1] ?? null;
}

function away({ time }: Draft, { began }: Other): number {
  return Math.abs(time - began);
}

/** The place of the first draft that is after a moment. */
function placeAfter(drafts: readonly Draft[], moment: number): number {
  let [from, to] = [0, drafts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (drafts[middle]!.time <= moment) from = middle + 1;
    else to = middle;
  }
  return from;
}

function finish(drafts: Draft[]): Run[] {
  drafts.sort((a, b) => a.time - b.time);
  const lastCapture = drafts.findLastIndex(({ capture }) => capture !== null);
  let standing: Reading | null = null;
  let blockedBy: Escalation | Answer | null = null;
  return drafts.map((draft, index) => {
    const { time, capture, others } = draft;
    others.sort((a, b) => a.written - b.written);
    const of = <Kind extends Entry["kind"]>(kind: Kind) =>
      others.filter((entry): entry is Extract<Entry, { kind: Kind }> & typeof entry =>
        entry.kind === kind
      );
    const readings = of("reading");
    const { repo, session, task, agent } = (capture ?? others[0])!;
    // Runs whose session is not known have nothing to do with each other.
    const alone = session === UNKNOWN;
    standing = readings.at(-1) ?? (alone ? null : standing);
    blockedBy = stillBlocking(alone ? null : blockedBy, draft);
    return {
      repo,
      session,
      task,
      agent,
      time,
      turn: alone ? 1 : index + 1,
      latest: alone || index === drafts.length - 1 || index === lastCapture,
      capture,
      judgements: of("judgement"),
      readings,
      escalations: of("escalation"),
      answers: of("answer"),
      standing,
      blockedBy,
    };
  });
}

/** What blocks a session after a run: what did so before, until the run shows that it was answered. */
function stillBlocking(
  before: Escalation | Answer | null,
  { time, capture, prompt, others }: Draft,
): Escalation | Answer | null {
  const isNew = (prompt: string | null, since: Escalation | Answer) =>
    prompt !== null && since.prompt !== null && prompt !== since.prompt;
  const isAnswered = before !== null && capture !== null && time > before.written &&
    isNew(prompt, before);
  let open = isAnswered ? null : before;
  for (const entry of others) {
    if (entry.kind === "escalation") open = entry;
    else if (entry.kind === "answer") open = entry.next === "person" ? entry : null;
    // What began earlier was about the turn that was handed over.
    else if (entry.kind === "judgement" && open !== null && entry.began > open.written) {
      if (entry.complete === true || isNew(entry.prompt, open)) open = null;
    }
  }
  return open;
}
