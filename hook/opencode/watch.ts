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

import type { Watch, WatchAction, WatchEvent, WatchOptions, WatchStep } from "./watch_state.ts";
import { WATCH_LIMITS } from "./watch_state.ts";
import { type Kind, toastOf, TOASTS } from "./messages.ts";

export * from "./watch_state.ts";

/** Takes note of what happened. */
export function watch(before: Watch, event: WatchEvent, options: WatchOptions): WatchStep {
  const { now } = options;
  const step = (change: Partial<Watch>, ...actions: WatchAction[]): WatchStep => ({
    watch: { ...before, ...change },
    actions,
  });
  switch (event.kind) {
    case "person":
      return step({ ...taken(before, now), aborted: false, failed: false, said: 0 });
    case "aborted":
      return step({ ...taken(before, now), aborted: true });
    case "reverted":
      return step(taken(before, now));
    case "failed":
      return step({ failed: true });
    case "busy":
      return step({
        busy: true,
        failed: false,
        speaking: false,
        shown: false,
        judging: false,
        ...before.busy ? {} : { lastAt: now, looks: 0 },
      });
    case "activity":
      return step({ lastAt: now, nudged: false, looks: 0 });
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
  expecting: false,
  nudged: false,
  speaking: false,
  judging: false,
  looks: 0,
  lookedUntil: 0,
  compaction: null,
} as const;

/** What anything that the person does changes. */
function taken({ epoch }: Watch, now: number): Partial<Watch> {
  return { ...NOTHING_OPEN, epoch: epoch + 1, lastAt: now };
}

/** More open questions at once are not remembered. */
const MAX_WAITING = 50;

/** When time alone changes something; null while it does not. */
export function wakeAt(state: Watch, { judges }: Pick<WatchOptions, "judges">): number | null {
  const silence = judges && isWatched(state) ? silenceAt(state) : Infinity;
  const at = Math.min(silence, state.compaction?.next ?? Infinity);
  return at === Infinity ? null : at;
}

/** Whether the agent should be doing something, and it is not known whether it is. */
function isSilence({ aborted, busy, expecting, waiting, nudged }: Watch): boolean {
  return !aborted && (busy || expecting) && waiting.length === 0 && !nudged;
}

/** Whether such a silence is still worth a look. */
function isWatched(state: Watch): boolean {
  return isSilence(state) && state.looks < WATCH_LIMITS.looks;
}

function silenceAt({ lastAt, lookedUntil }: Watch): number {
  return Math.max(lastAt + WATCH_LIMITS.silence, lookedUntil);
}

function timePassed(before: Watch, { now, judges }: WatchOptions): WatchStep {
  let state = before;
  const actions: WatchAction[] = [];
  const { epoch, lastAt } = state;
  if (judges && isWatched(state) && now >= silenceAt(state)) {
    state = { ...state, looks: state.looks + 1, lookedUntil: now + WATCH_LIMITS.look };
    actions.push({ do: "look", epoch, since: lastAt, idleMs: now - lastAt });
  }
  const { compaction } = state;
  if (compaction !== null && now >= compaction.next) {
    const { tries, apart } = WATCH_LIMITS.compaction;
    // What the judge has to say goes first.
    const later = state.busy || state.judging;
    const again = later && compaction.tries < tries
      ? { tries: compaction.tries + 1, next: now + apart }
      : null;
    state = { ...state, compaction: again };
    if (!later) actions.push({ do: "weigh", epoch });
  }
  return { watch: state, actions };
}

function stopped(
  before: Watch,
  { epoch, facts }: Extract<WatchEvent, { kind: "stopped" }>,
  { now, judges }: WatchOptions,
): WatchStep {
  const nothing = (change: Partial<Watch> = {}): WatchStep => ({
    watch: { ...before, ...change },
    actions: [],
  });
  // A summary that the client wrote is no work; what goes on is not at its end.
  if (facts.summarised || before.busy || epoch !== before.epoch) return nothing();
  // Nor is a message of ours that the client has not taken up yet.
  if (facts.unanswered && before.speaking) return nothing();
  if (facts.byPerson) return nothing(taken(before, now));
  const failed = before.failed || facts.failed;
  const aborted = before.aborted || facts.aborted || (facts.unanswered && !failed);
  const seen: Watch = aborted ? { ...before, ...NOTHING_OPEN, aborted } : before;
  const { position } = facts;
  if (position === before.stoppedAt) return { watch: seen, actions: [] };
  // The client says that it is idle before it has written down how the message ended.
  if (facts.open && !aborted && !failed) return nothing({ expecting: true });
  const event = aborted || failed ? "StopFailure" : "Stop";
  const judging = judges && event === "Stop";
  const actions: WatchAction[] = [{ do: "capture", event }];
  if (judging) actions.push({ do: "judge", epoch, position });
  const expecting = failed && !aborted;
  return { watch: { ...seen, stoppedAt: position, expecting, judging, shown: false }, actions };
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
  const ofThisStop = event.epoch === before.epoch && position === before.stoppedAt;
  if (!ofThisStop) return { watch: before, actions: [] };
  const watch = { ...before, judging: false };
  const wanted = options.speaks && isWanted(before, event);
  if (!wanted || outcome === null) return { watch, actions: [] };
  if (outcome.feedback !== null) return say(watch, outcome.feedback, "feedback", options);
  const toast = toastOf(outcome);
  if (toast === null) return { watch, actions: [] };
  return { watch: { ...watch, shown: true }, actions: [{ do: "toast", toast }] };
}

function looked(
  before: Watch,
  event: Extract<WatchEvent, { kind: "looked" }>,
  options: WatchOptions,
): WatchStep {
  const { verdict: { reason, shouldNudge, nudgeMessage }, since, epoch } = event;
  const still = epoch === before.epoch && since === before.lastAt && isSilence(before);
  if (!still) return { watch: before, actions: [] };
  if (!shouldNudge || nudgeMessage === null) {
    // Work may come to a halt later; what else a silence means does not change by itself.
    const looks = reason === "working" ? before.looks : WATCH_LIMITS.looks;
    return { watch: { ...before, looks }, actions: [] };
  }
  const watch = { ...before, nudged: true };
  if (!options.speaks) return { watch, actions: [] };
  // A busy session takes a message and may never answer it. The person can press Esc.
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
    if (before.shown) return nothing;
    return {
      watch: { ...before, shown: true },
      actions: [{ do: "toast", toast: TOASTS.complete }],
    };
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
    // A nudge without an answer is not followed by another.
    nudged: as === "nudge",
    lastAt: now,
    looks: 0,
    lookedUntil: 0,
  };
  return { watch, actions: [{ do: "say", text, as }] };
}
