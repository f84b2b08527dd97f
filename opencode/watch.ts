/**
 * What a session needs of us, and when: a pure state machine, one state per session.
 *
 * {@linkcode watch} takes a state and what happened, and gives the next state and what to do;
 * {@linkcode wakeAt} tells when to look again though nothing happens. Whether a task is done is not
 * decided here: that is the judge's, whose answers come back as events.
 *
 * What it promises, for every order of events:
 * - after an abort nothing is said or shown until the person speaks;
 * - whatever the person does withdraws what was being prepared before it;
 * - a session that works is never spoken to: the client might never answer;
 * - one nudge per silence, and no more than {@linkcode WATCH_LIMITS}.messages of ours per task.
 */

import type { CompactionVerdict } from "../judge/compaction.ts";
import type { StuckVerdict } from "../schema/verdict.ts";
import type { Standing } from "./conversation.ts";
import type { Kind } from "./mark.ts";
import type { JudgedStop } from "./question.ts";
import { type Toast, toastOf, TOASTS } from "./toasts.ts";

/** How often and how long, in milliseconds. */
export const WATCH_LIMITS = {
  /** Messages of ours, feedback and nudges, until the person speaks. */
  messages: 16,
  /** Silence younger than this means nothing. */
  silence: 30_000,
  /** A look at a silence is good for so long. */
  look: 60_000,
  /** After a compaction: the first try, then so many more, so far apart, while the session works. */
  compaction: { first: 3_000, tries: 5, apart: 15_000 },
} as const;

/** What is known of a session. */
export interface Watch {
  /** Rises with everything the person does. */
  readonly epoch: number;
  /** Whether the person stopped the agent, and has not spoken since. */
  readonly aborted: boolean;
  readonly busy: boolean;
  /** Whether the turn ended with an error that nobody asked for. */
  readonly failed: boolean;
  /** Questions and requests for permission that nobody has answered. */
  readonly waiting: readonly string[];
  /** When something last happened. */
  readonly lastAt: number;
  /** Where the session stood at the last stop: one that is told twice is one. */
  readonly stoppedAt: string | null;
  /** Whether the agent should be at work, though it is not: after a message of ours, or an error. */
  readonly expecting: boolean;
  /** Whether something was said about this silence. */
  readonly nudged: boolean;
  /** Whether a message of ours is on its way, and the client has not taken it up yet. */
  readonly speaking: boolean;
  /** Messages of ours since the person spoke. */
  readonly said: number;
  /** Until then the last look at the silence is good. */
  readonly lookedUntil: number;
  /** A compaction that nothing has come of yet. */
  readonly compaction: { readonly tries: number; readonly next: number } | null;
}

/** What is read of a session when it stops. */
export type StopFacts = Pick<
  Standing,
  "position" | "open" | "aborted" | "failed" | "summarised"
>;

/** What may happen. Answers carry the epoch in which they were asked for. */
export type WatchEvent =
  /** The person wrote something. */
  | { readonly kind: "person" }
  /** The person stopped the agent. */
  | { readonly kind: "aborted" }
  /** The turn ended with another error. */
  | { readonly kind: "failed" }
  | { readonly kind: "busy" }
  | { readonly kind: "idle" }
  /** The agent wrote something or used a tool. */
  | { readonly kind: "activity" }
  | { readonly kind: "asked"; readonly id: string }
  | { readonly kind: "answered"; readonly id: string }
  | { readonly kind: "compacted" }
  /** Time has passed. */
  | { readonly kind: "time" }
  | { readonly kind: "stopped"; readonly epoch: number; readonly facts: StopFacts }
  | {
    readonly kind: "judged";
    readonly epoch: number;
    /** The stop that was judged. */
    readonly position: string;
    readonly outcome: JudgedStop;
  }
  | {
    readonly kind: "looked";
    readonly epoch: number;
    /** The `lastAt` of the silence that was looked at. */
    readonly since: number;
    readonly verdict: StuckVerdict;
  }
  | {
    readonly kind: "weighed";
    readonly epoch: number;
    readonly compaction: Standing["compaction"];
    readonly verdict: CompactionVerdict;
  };

/** What to do about it. */
export type WatchAction =
  /** Read where the session stands, for a `stopped` event. */
  | { readonly do: "read"; readonly epoch: number }
  /** Leave a record of the run; `failure` only if something moved since the last. */
  | { readonly do: "capture"; readonly event: "Stop" | "StopFailure" }
  | { readonly do: "judge"; readonly epoch: number; readonly position: string }
  | { readonly do: "look"; readonly epoch: number; readonly since: number; readonly idleMs: number }
  /** Weigh what a compaction needs. */
  | { readonly do: "weigh"; readonly epoch: number }
  | { readonly do: "say"; readonly text: string; readonly as: Kind }
  | { readonly do: "toast"; readonly toast: Toast };

/** What the user switched on. */
export interface WatchOptions {
  readonly now: number;
  /** Whether anything is judged. */
  readonly judges: boolean;
  /** Whether the agent and the person hear of it. */
  readonly speaks: boolean;
}

/** The next state, and what to do. */
export interface WatchStep {
  readonly watch: Watch;
  readonly actions: readonly WatchAction[];
}

/** A session of which nothing is known yet. */
export function newWatch(now: number): Watch {
  return {
    epoch: 0,
    aborted: false,
    busy: false,
    failed: false,
    waiting: [],
    lastAt: now,
    stoppedAt: null,
    expecting: false,
    nudged: false,
    speaking: false,
    said: 0,
    lookedUntil: 0,
    compaction: null,
  };
}

/** Takes note of what happened. */
export function watch(before: Watch, event: WatchEvent, options: WatchOptions): WatchStep {
  const { now } = options;
  const step = (change: Partial<Watch>, ...actions: WatchAction[]): WatchStep => ({
    watch: { ...before, ...change },
    actions,
  });
  switch (event.kind) {
    case "person":
      return step({
        ...{ epoch: before.epoch + 1, aborted: false, failed: false, said: 0, lastAt: now },
        ...NOTHING_OPEN,
      });
    case "aborted":
      return step({ epoch: before.epoch + 1, aborted: true, lastAt: now, ...NOTHING_OPEN });
    case "failed":
      return step({ failed: true });
    case "busy":
      return step({
        ...{ busy: true, failed: false, speaking: false },
        ...before.busy ? {} : { lastAt: now },
      });
    case "activity":
      return step({ lastAt: now, nudged: false });
    case "asked":
      return step({ waiting: [...before.waiting, event.id].slice(-MAX_WAITING), lastAt: now });
    case "answered":
      return step({ waiting: before.waiting.filter((id) => id !== event.id), lastAt: now });
    case "idle":
      return step({ busy: false, waiting: [] }, { do: "read", epoch: before.epoch });
    case "compacted": {
      if (!options.judges || before.aborted) return step({});
      const next = now + WATCH_LIMITS.compaction.first;
      return step({ compaction: { tries: 0, next } });
    }
    case "time":
      return timePassed(before, options);
    case "stopped":
      return stopped(before, event, options);
    case "judged":
      return judged(before, event, options);
    case "looked":
      return looked(before, event, options);
    case "weighed":
      return weighed(before, event, options);
  }
}

/** What the person's doing puts an end to. */
const NOTHING_OPEN = {
  ...{ expecting: false, nudged: false, speaking: false, lookedUntil: 0, compaction: null },
} as const;

/** More open questions than this nobody asks at once. */
const MAX_WAITING = 50;

/** When time alone changes something; null while it does not. */
export function wakeAt(state: Watch, { judges }: Pick<WatchOptions, "judges">): number | null {
  const silence = judges && isSilence(state) ? silenceAt(state) : Infinity;
  const at = Math.min(silence, state.compaction?.next ?? Infinity);
  return at === Infinity ? null : at;
}

/** Whether the agent should be doing something, and nobody knows whether it is. */
function isSilence({ aborted, busy, expecting, waiting, nudged }: Watch): boolean {
  return !aborted && (busy || expecting) && waiting.length === 0 && !nudged;
}

function silenceAt({ lastAt, lookedUntil }: Watch): number {
  return Math.max(lastAt + WATCH_LIMITS.silence, lookedUntil);
}

function timePassed(before: Watch, { now, judges }: WatchOptions): WatchStep {
  let state = before;
  const actions: WatchAction[] = [];
  const { epoch, lastAt } = state;
  if (judges && isSilence(state) && now >= silenceAt(state)) {
    state = { ...state, lookedUntil: now + WATCH_LIMITS.look };
    actions.push({ do: "look", epoch, since: lastAt, idleMs: now - lastAt });
  }
  const { compaction } = state;
  if (compaction !== null && now >= compaction.next) {
    const { tries, apart } = WATCH_LIMITS.compaction;
    const again = state.busy && compaction.tries < tries
      ? { tries: compaction.tries + 1, next: now + apart }
      : null;
    state = { ...state, compaction: again };
    if (!state.busy) actions.push({ do: "weigh", epoch });
  }
  return { watch: state, actions };
}

function stopped(
  before: Watch,
  { epoch, facts }: Extract<WatchEvent, { kind: "stopped" }>,
  { judges }: WatchOptions,
): WatchStep {
  const { position, summarised, open } = facts;
  // A summary that the client wrote is no work; what goes on is not at its end.
  if (summarised || before.busy || epoch !== before.epoch) return { watch: before, actions: [] };
  const aborted = before.aborted || facts.aborted;
  const seen: Watch = aborted ? { ...before, aborted, ...NOTHING_OPEN } : before;
  if (position === before.stoppedAt) return { watch: seen, actions: [] };
  const failed = before.failed || facts.failed;
  // The client says that it is idle before it has written down how the message ended.
  if (open && !aborted && !failed) {
    return { watch: { ...before, expecting: true }, actions: [] };
  }
  const watch = { ...seen, stoppedAt: position, expecting: failed && !aborted };
  const event = aborted || failed ? "StopFailure" : "Stop";
  const actions: WatchAction[] = [{ do: "capture", event }];
  if (judges && event === "Stop") actions.push({ do: "judge", epoch, position });
  return { watch, actions };
}

/** Whether what was asked for is still wanted: the person did nothing, and everybody is at rest. */
function isWanted(
  { epoch, aborted, busy, speaking }: Watch,
  event: { readonly epoch: number },
): boolean {
  return epoch === event.epoch && !aborted && !busy && !speaking;
}

function judged(
  before: Watch,
  event: Extract<WatchEvent, { kind: "judged" }>,
  options: WatchOptions,
): WatchStep {
  const { outcome, position } = event;
  const wanted = isWanted(before, event) && position === before.stoppedAt;
  if (!options.speaks || !wanted) return { watch: before, actions: [] };
  if (outcome.feedback !== null) return say(before, outcome.feedback, "feedback", options);
  const toast = toastOf(outcome);
  return { watch: before, actions: toast === null ? [] : [{ do: "toast", toast }] };
}

function looked(
  before: Watch,
  event: Extract<WatchEvent, { kind: "looked" }>,
  options: WatchOptions,
): WatchStep {
  const { verdict: { shouldNudge, nudgeMessage }, since, epoch } = event;
  const still = epoch === before.epoch && since === before.lastAt && isSilence(before);
  if (!still || !shouldNudge || nudgeMessage === null) return { watch: before, actions: [] };
  const watch = { ...before, nudged: true };
  if (!options.speaks) return { watch, actions: [] };
  // Whoever is busy takes a message and may never answer it. The person can press Esc.
  if (before.busy) return { watch, actions: [{ do: "toast", toast: TOASTS.stuck }] };
  return say(watch, nudgeMessage, "nudge", options);
}

function weighed(
  before: Watch,
  event: Extract<WatchEvent, { kind: "weighed" }>,
  options: WatchOptions,
): WatchStep {
  const { compaction, verdict: { action, nudgeMessage } } = event;
  const nothing: WatchStep = { watch: before, actions: [] };
  // Who compacts by hand goes on by hand.
  if (!options.speaks || !isWanted(before, event) || !compaction?.auto) return nothing;
  if (action === "task_complete") {
    return { watch: before, actions: [{ do: "toast", toast: TOASTS.complete }] };
  }
  // The client goes on by itself after it compacted by itself: one continue is enough.
  const second = compaction.continued && action !== "needs_github_update";
  if (second || before.nudged || nudgeMessage === null) return nothing;
  return say(before, nudgeMessage, "nudge", options);
}

function say(before: Watch, text: string, as: Kind, { now }: WatchOptions): WatchStep {
  if (before.said >= WATCH_LIMITS.messages) return { watch: before, actions: [] };
  const watch = {
    ...before,
    said: before.said + 1,
    expecting: true,
    speaking: true,
    // A nudge that nobody answers is not followed by another.
    nudged: as === "nudge",
    lastAt: now,
    lookedUntil: 0,
  };
  return { watch, actions: [{ do: "say", text, as }] };
}
