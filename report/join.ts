/**
 * Which records of a session belong together.
 *
 * A capture names neither prompt nor commit, so time has to tell whose it is: the hooks of one event
 * run side by side, and what each of them wrote began within moments of the others. What began at
 * another time belongs to the run of its prompt and commit; what has none of these, to the nearest
 * earlier capture. What is left is a run without a capture.
 */

import type { Capture, Entry, Reading } from "./entry.ts";
import type { Run } from "./run.ts";

/** Hooks of one event begin and end within this many milliseconds of each other. */
const SIDE_BY_SIDE = 2_000;
/** What the hooks write where the client did not tell its session. */
const UNKNOWN = "unknown";

/** A run that is being put together. */
interface Draft {
  time: number;
  capture: Capture | null;
  prompt: string | null;
  heads: Set<string>;
  others: Exclude<Entry, Capture>[];
}

/** The runs of one session, oldest first. */
export function joinSession(entries: readonly Entry[]): Run[] {
  const captures: Draft[] = [];
  const others: Exclude<Entry, Capture>[] = [];
  for (const entry of entries) {
    if (entry.kind === "capture") captures.push(draftOf(entry.written, entry));
    else others.push(entry);
  }
  captures.sort((a, b) => a.time - b.time || byOrigin(a.capture!, b.capture!));
  // Those that are written while the turn ends come first: they tell whose prompt a capture is of.
  others.sort((a, b) => rank(a) - rank(b) || a.began - b.began || byOrigin(a, b));
  const drafts = [...captures];
  const byPrompt = new Map<string, Draft[]>();
  const take = (draft: Draft, entry: Exclude<Entry, Capture>): void => {
    draft.others.push(entry);
    if (entry.head !== null) draft.heads.add(entry.head);
    if (entry.prompt === null || draft.prompt !== null) return;
    draft.prompt = entry.prompt;
    const same = byPrompt.get(entry.prompt);
    if (same === undefined) byPrompt.set(entry.prompt, [draft]);
    else same.push(draft);
  };
  // Before anything is put to an earlier capture, that has to know the prompt it was made for.
  const left = others.filter((entry) => {
    const draft = besides(captures, entry);
    if (draft !== null) take(draft, entry);
    return draft === null;
  });
  for (const entry of left) {
    const draft = ofPrompt(byPrompt, entry) ?? nearestEarlier(captures, entry) ??
      draftOf(entry.written, null);
    if (draft.capture === null && draft.others.length === 0) drafts.push(draft);
    take(draft, entry);
  }
  return finish(drafts);
}

function draftOf(time: number, capture: Capture | null): Draft {
  return { time, capture, prompt: null, heads: new Set(), others: [] };
}

/** So that what came at the same moment is joined alike, in whatever order it was read. */
function byOrigin(a: Entry, b: Entry): number {
  return a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0;
}

function rank({ kind }: Entry): number {
  return kind === "judgement" ? 0 : kind === "escalation" ? 1 : 2;
}

/** The capture that was made at the same time, if it is not known to be of another prompt. */
function besides(captures: readonly Draft[], entry: Entry): Draft | null {
  // A hook may have begun before the capture and ended after it.
  const away = ({ time }: Draft): number => Math.max(0, entry.began - time, time - entry.written);
  let nearest: Draft | null = null;
  for (let at = firstFrom(captures, entry.began - SIDE_BY_SIDE); at < captures.length; at++) {
    const draft = captures[at]!;
    if (draft.time > entry.written + SIDE_BY_SIDE) break;
    if (isOther(draft, entry)) continue;
    if (nearest === null || away(draft) < away(nearest)) nearest = draft;
    // Later ones are further from its beginning: a long one, such as a reading, spans many.
    if (away(nearest) === 0) break;
  }
  return nearest;
}

function isOther({ prompt }: Draft, entry: Entry): boolean {
  return prompt !== null && entry.prompt !== null && prompt !== entry.prompt;
}

/** The run of the same prompt; of several that of the same commit, and of these the nearest. */
function ofPrompt(
  byPrompt: ReadonlyMap<string, readonly Draft[]>,
  { prompt, head, began }: Entry,
): Draft | null {
  const same = prompt === null ? [] : byPrompt.get(prompt) ?? [];
  const exact = same.filter(({ heads }) => head !== null && heads.has(head));
  let nearest: Draft | null = null;
  for (const draft of exact.length > 0 ? exact : same) {
    const nearer = nearest === null ||
      Math.abs(draft.time - began) < Math.abs(nearest.time - began);
    if (nearer) nearest = draft;
  }
  return nearest;
}

function nearestEarlier(captures: readonly Draft[], entry: Entry): Draft | null {
  const draft = captures[firstFrom(captures, entry.began + 1) - 1];
  return draft === undefined || isOther(draft, entry) ? null : draft;
}

/** The place of the first draft that is not before a moment. */
function firstFrom(drafts: readonly Draft[], moment: number): number {
  let [from, to] = [0, drafts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (drafts[middle]!.time < moment) from = middle + 1;
    else to = middle;
  }
  return from;
}

function finish(drafts: Draft[]): Run[] {
  drafts.sort((a, b) => a.time - b.time);
  const lastCapture = drafts.findLastIndex(({ capture }) => capture !== null);
  let standing: Reading | null = null;
  return drafts.map(({ time, capture, others }, index) => {
    others.sort((a, b) => a.written - b.written);
    const of = <Kind extends Entry["kind"]>(kind: Kind) =>
      others.filter((entry): entry is Extract<Entry, { kind: Kind }> & typeof entry =>
        entry.kind === kind
      );
    const readings = of("reading");
    const { repo, session, task, agent } = (capture ?? others[0])!;
    // Runs whose session nobody knows have nothing to do with each other.
    const alone = session === UNKNOWN;
    standing = readings.at(-1) ?? (alone ? null : standing);
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
    };
  });
}
