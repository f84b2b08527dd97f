/** A session that is watched, for tests: what happens in it is told, what is to be done is read. */

import assert from "node:assert/strict";
import type { CompactionVerdict } from "../../../judge/compaction.ts";
import type { StuckVerdict } from "../../../schema/types.ts";
import type { Standing } from "../../../hook/opencode/conversation.ts";
import type { JudgedStop } from "../../../hook/opencode/question.ts";
import {
  newWatch,
  type StopFacts,
  wakeAt,
  type Watch,
  watch,
  type WatchAction,
  type WatchEvent,
} from "../../../hook/opencode/watch.ts";

export const START = 1_000_000;
export const SECOND = 1_000;

/** So long a silence means nothing. */
export const SILENCE: number = 30 * SECOND;

export const NOTHING: string[] = [];

/** What a user may have switched on. */
export interface Switches {
  readonly judges: boolean;
  readonly speaks: boolean;
}

export const JUDGING: Switches = { judges: true, speaks: true };
export const OBSERVING: Switches = { judges: true, speaks: false };
export const CAPTURING: Switches = { judges: false, speaks: false };

/** An agent that has come to its end, with nothing wrong. */
function stopFacts(given: Partial<StopFacts> = {}): StopFacts {
  return {
    position: "2:m2",
    aborted: false,
    failed: false,
    summarised: false,
    open: false,
    unanswered: false,
    byPerson: false,
    ...given,
  };
}

/** A verdict that sends the agent back. */
export function judgedStop(given: Partial<JudgedStop> = {}): JudgedStop {
  return {
    decision: "pushed",
    skipped: null,
    feedback: "Run the tests",
    complete: false,
    human: false,
    summary: "The tests were not run.",
    ...given,
  };
}

/** A verdict that there is nothing left to do. */
export const COMPLETE: JudgedStop = judgedStop({
  decision: "let_go",
  feedback: null,
  complete: true,
  summary: "All done.",
});

export const STUCK: StuckVerdict = {
  stuck: true,
  reason: "genuinely_stuck",
  confidence: 0.9,
  shouldNudge: true,
  nudgeMessage: "Go on",
};

export const WORKING: StuckVerdict = {
  stuck: false,
  reason: "working",
  confidence: 0.9,
  shouldNudge: false,
  nudgeMessage: null,
};

/** An agent that waits for the person, which does not change by itself. */
export const WAITING: StuckVerdict = { ...WORKING, reason: "waiting_for_user" };

export function weighing(
  action: CompactionVerdict["action"],
  nudgeMessage: string | null = "Where were you?",
): CompactionVerdict {
  return { action, hasActiveGitWork: false, confidence: 0.8, nudgeMessage };
}

const BY_ITSELF: Standing["compaction"] = { auto: true, continued: false };

type Asked = { readonly [Kind in WatchAction["do"]]?: Extract<WatchAction, { do: Kind }> };

/** One session, its clock, and what was last asked for. */
export class Watched {
  state: Watch = newWatch(START);
  now = START;
  asked: Asked = {};

  constructor(readonly switches: Switches = JUDGING) {}

  /** Tells of something, and gives what is to be done as words. */
  tell(event: WatchEvent): string[] {
    // Whoever changes what it is given fails here.
    Object.freeze(this.state);
    Object.freeze(this.state.waiting);
    const step = watch(this.state, event, { ...this.switches, now: this.now });
    this.state = step.watch;
    for (const action of step.actions) this.asked = { ...this.asked, [action.do]: action };
    return step.actions.map(inWords);
  }

  /** Several things that happen by themselves; what comes of the last. */
  happens(...kinds: Exclude<WatchEvent, { id: string } | { epoch: number }>["kind"][]): string[] {
    return kinds.map((kind) => this.tell({ kind })).at(-1) ?? [];
  }

  /** So much time passes, and the clock tells. */
  passes(milliseconds: number): string[] {
    this.now += milliseconds;
    return this.tell({ kind: "time" });
  }

  /** How long until the clock is to tell by itself; null while it need not. */
  get wakesIn(): number | null {
    const at = wakeAt(this.state, this.switches);
    return at === null ? null : at - this.now;
  }

  ask(id: string): string[] {
    return this.tell({ kind: "asked", id });
  }

  answer(id: string): string[] {
    return this.tell({ kind: "answered", id });
  }

  /** What was read for the last idle. */
  read(given: Partial<StopFacts> = {}): string[] {
    const { epoch } = this.asked.read!;
    return this.tell({ kind: "stopped", epoch, facts: stopFacts(given) });
  }

  /** The agent comes to its end, and that is read. */
  stops(given: Partial<StopFacts> = {}): string[] {
    this.happens("idle");
    return this.read(given);
  }

  /** The agent works, writes something and comes to its end. */
  works(given: Partial<StopFacts> = {}): string[] {
    this.happens("busy", "activity");
    return this.stops(given);
  }

  /** What the judge says to what was last asked; null for nothing. */
  judged(outcome: JudgedStop | null): string[] {
    const { epoch, position } = this.asked.judge!;
    return this.tell({ kind: "judged", epoch, position, outcome });
  }

  looked(verdict: StuckVerdict): string[] {
    const { epoch, since } = this.asked.look!;
    return this.tell({ kind: "looked", epoch, since, verdict });
  }

  weighed(verdict: CompactionVerdict, compaction: Standing["compaction"] = BY_ITSELF): string[] {
    return this.tell({ kind: "weighed", epoch: this.asked.weigh!.epoch, compaction, verdict });
  }
}

/** A session in which a task was given, worked on, and is being judged. */
export function judging(): Watched {
  const session = new Watched();
  session.happens("person");
  session.works();
  return session;
}

/** A session in which the agent fell silent at work, which is being looked at. */
export function lookedAt(switches: Switches = JUDGING): Watched {
  const session = new Watched(switches);
  session.happens("person", "busy", "activity");
  assert.deepEqual(session.passes(SILENCE), ["look"]);
  return session;
}

/** A session that was compacted and rests, of which is being weighed what it needs. */
export function weighed(switches: Switches = JUDGING): Watched {
  const session = new Watched(switches);
  session.happens("person", "compacted");
  assert.deepEqual(session.passes(3 * SECOND), ["weigh"]);
  return session;
}

function inWords(action: WatchAction): string {
  switch (action.do) {
    case "capture":
      return `capture ${action.event}`;
    case "say":
      return `${action.as}: ${action.text}`;
    case "toast":
      return `toast: ${action.toast.message}`;
    default:
      return action.do;
  }
}
