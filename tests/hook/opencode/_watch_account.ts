/**
 * A session that is watched while anything happens in it, with an account of its own: it knows
 * nothing of the watch's state, only what it told it and what it was to do, and complains whenever
 * one of the watch's promises is broken.
 */

import assert from "node:assert/strict";
import type { CompactionVerdict } from "../../../judge/compaction.ts";
import type { Standing } from "../../../hook/opencode/conversation.ts";
import type { JudgedStop } from "../../../hook/opencode/question.ts";
import type { StuckVerdict } from "../../../schema/types.ts";
import {
  newWatch,
  type StopFacts,
  wakeAt,
  type Watch,
  watch,
  type WatchAction,
  type WatchEvent,
} from "../../../hook/opencode/watch.ts";
import { type Switches, weighing } from "./_watched.ts";

/** How an agent's stop is found, beside where it is. */
export type Found = Omit<StopFacts, "position">;

/** Something that was asked for, and when: by what the person did until then, and what happened. */
interface Asked<Kind extends WatchAction["do"]> {
  readonly action: Extract<WatchAction, { do: Kind }>;
  readonly hand: number;
  readonly told: number;
}

/** How often something was to be done, over all sessions: a test that sees nothing says nothing. */
export type Tally = Record<
  "capture" | "judge" | "look" | "weigh" | "feedback" | "nudge" | "toast",
  number
>;

export function newTally(): Tally {
  return { capture: 0, judge: 0, look: 0, weigh: 0, feedback: 0, nudge: 0, toast: 0 };
}

const SILENCE = 30_000;
const LOOK = 60_000;
const LOOKS = 15;
const MESSAGES = 16;

export class Account {
  #watch: Watch;
  #now = 1_000_000;

  /** How often the person did something. */
  #hand = 0;
  /** How often anything happened beside the passing of time. */
  #told = 0;
  #aborted = false;
  #busy = false;
  #failed = false;
  readonly #waiting = new Set<string>();
  /** How many messages there are. */
  #messages = 1;
  readonly #captured = new Set<string>();
  readonly #judged = new Set<string>();
  /** Where the last stop was, and whether it is being judged. */
  #stop = "";
  #judging = false;
  /** Whether the person was shown what became of it. */
  #endShown = false;
  #said = 0;
  /** Whether the client has not taken up yet what was said. */
  #speaking = false;
  /** Nudges since the agent wrote something, and what the person was shown instead. */
  #nudges = 0;
  #shown = 0;
  /** When somebody last gave a sign of life, and when the silence was last looked at. */
  #lifeAt: number;
  #lookedAt = -Infinity;
  /** How often this silence was looked at, and whether that told all there is to know. */
  #looked = 0;
  #isKnown = false;
  /** Compactions that nothing has come of. */
  #compactions = 0;

  readonly #reads: Asked<"read">[] = [];
  readonly #judges: Asked<"judge">[] = [];
  readonly #looks: Asked<"look">[] = [];
  readonly #weighs: Asked<"weigh">[] = [];

  constructor(
    readonly switches: Switches,
    readonly tally: Tally = newTally(),
  ) {
    this.#watch = newWatch(this.#now);
    this.#lifeAt = this.#now;
  }

  person(): void {
    this.#takes();
    this.#aborted = this.#failed = false;
    this.#said = 0;
    this.#messages++;
    this.#quiet({ kind: "person" });
  }

  abort(): void {
    this.#takes();
    this.#aborted = true;
    this.#quiet({ kind: "aborted" });
  }

  /** The person takes something back: that is no word of the person's. */
  revert(): void {
    this.#takes();
    this.#quiet({ kind: "reverted" });
  }

  fail(): void {
    this.#failed = true;
    this.#quiet({ kind: "failed" });
  }

  busy(): void {
    if (!this.#busy) this.#lives();
    this.#busy = true;
    this.#failed =
      this.#judging =
      this.#endShown =
      this.#speaking =
        false;
    this.#quiet({ kind: "busy" });
  }

  activity(writes: boolean): void {
    if (writes) this.#messages++;
    this.#nudges = this.#shown = 0;
    this.#lives();
    this.#quiet({ kind: "activity" });
  }

  ask(id: string): void {
    this.#waiting.add(id);
    this.#lifeAt = this.#now;
    this.#quiet({ kind: "asked", id });
  }

  answer(id: string): void {
    this.#waiting.delete(id);
    this.#lifeAt = this.#now;
    this.#quiet({ kind: "answered", id });
  }

  idle(): void {
    this.#busy = false;
    this.#waiting.clear();
    const actions = this.#tell({ kind: "idle" });
    assert.deepEqual(actions.map((action) => action.do), ["read"]);
  }

  compacted(): void {
    this.#compactions++;
    this.#quiet({ kind: "compacted" });
  }

  /** Time passes, and the clock tells, too early or too late. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
    this.#tick();
  }

  /** Time passes until the watch wants to be woken. */
  wait(): void {
    const at = wakeAt(this.#watch, this.switches);
    if (at === null) return;
    if (at > this.#now + 1) {
      this.#now = at - 1;
      assert.deepEqual(this.#tick(), [], "the watch does something before it wakes");
    }
    this.#now = Math.max(this.#now, at);
    this.#tick();
    const next = wakeAt(this.#watch, this.switches);
    assert.ok(next === null || next > this.#now, "the watch is woken without end");
  }

  /** What was asked for by an idle is read, however long after. */
  stopped(which: number, found: Found): void {
    const asked = take(this.#reads, which);
    if (asked === undefined) return;
    const { epoch } = asked.action;
    const ours = found.unanswered && this.#speaking;
    const fresh = asked.hand === this.#hand && !this.#busy && !found.summarised && !ours;
    const byPerson = fresh && found.byPerson;
    const failed = this.#failed || found.failed;
    const stopped = found.aborted || (found.unanswered && !failed);
    if (fresh && !byPerson && stopped) {
      this.#aborted = true;
      this.#judging = false;
    }
    const position = `${this.#messages}:m`;
    const bad = this.#aborted || failed;
    if (byPerson) this.#takes();
    const actions = this.#tell({ kind: "stopped", epoch, facts: { ...found, position } });
    if (byPerson) assert.deepEqual(actions, [], "what the person did was captured or judged");
    for (const action of actions) {
      assert.ok(fresh, `${action.do} of what is no stop`);
      if (action.do === "capture") {
        assert.equal(action.event, bad ? "StopFailure" : "Stop");
        assert.equal(this.#captured.has(position), false, "one stop was captured twice");
        this.#captured.add(position);
        this.#stop = position;
        this.#judging = this.#endShown = false;
      } else if (action.do === "judge") {
        assert.equal(bad || found.summarised || found.open, false, "a bad stop was judged");
        assert.equal(this.#judged.has(position), false, "one stop was judged twice");
        assert.ok(this.#captured.has(position), "a stop was judged and not captured");
        this.#judged.add(position);
        this.#judging = true;
      } else assert.fail(`a stop led to "${action.do}"`);
    }
    if (fresh && !byPerson && !this.#captured.has(position)) {
      assert.ok(found.open && !bad, "a stop was not captured");
    }
  }

  /** What the judge says; null where it says nothing. */
  judged(which: number, outcome: JudgedStop | null): void {
    const asked = take(this.#judges, which);
    if (asked === undefined) return;
    const { epoch, position } = asked.action;
    if (asked.hand === this.#hand && position === this.#stop) this.#judging = false;
    const actions = this.#tell({ kind: "judged", epoch, position, outcome });
    this.#answered(asked, actions);
    if (actions.length === 0) return;
    assert.notEqual(outcome, null, "what nobody said was heard");
    assert.equal(position, this.#stop, "a verdict on another stop was heard");
    if (actions[0]!.do === "toast") this.#endShown = true;
  }

  looked(which: number, verdict: StuckVerdict): void {
    const asked = take(this.#looks, which);
    if (asked === undefined) return;
    const { epoch, since } = asked.action;
    // Nothing but time has passed: what was seen is how it is.
    if (asked.told === this.#told && verdict.reason !== "working") this.#isKnown = true;
    const actions = this.#tell({ kind: "looked", epoch, since, verdict });
    this.#answered(asked, actions);
    if (actions.length === 0) return;
    assert.ok(verdict.shouldNudge, "an agent that is to be left alone was spoken to");
    assert.equal(since, this.#lifeAtBefore, "a silence that is over was spoken of");
    assert.equal(this.#waiting.size, 0, "an agent that waits for the person was spoken to");
  }

  weighed(
    which: number,
    action: CompactionVerdict["action"],
    compaction: Standing["compaction"],
  ): void {
    const asked = take(this.#weighs, which);
    if (asked === undefined) return;
    const { epoch } = asked.action;
    const verdict = weighing(action, action === "task_complete" ? null : "Where were you?");
    const actions = this.#tell({ kind: "weighed", epoch, compaction, verdict });
    this.#answered(asked, actions);
    if (actions.length === 0) return;
    assert.ok(compaction?.auto, "who compacts by hand goes on by hand");
    assert.equal(actions[0]?.do, action === "task_complete" ? "toast" : "say");
    if (action === "task_complete") {
      assert.equal(this.#endShown, false, "one end was shown twice");
      this.#endShown = true;
    }
    assert.ok(
      !compaction.continued || action === "task_complete" || action === "needs_github_update",
      "a second continue",
    );
  }

  /** When the last sign of life was, before what was just told. */
  #lifeAtBefore = 0;

  #tick(): readonly WatchAction[] {
    const actions = this.#tell({ kind: "time" });
    for (const action of actions) {
      if (action.do === "look") {
        assert.equal(this.#aborted, false, "a look after an abort");
        assert.equal(this.#waiting.size, 0, "a look at who waits for the person");
        assert.ok(this.#now - this.#lifeAt >= SILENCE, "a look at a silence that is too young");
        assert.ok(this.#now - this.#lookedAt >= LOOK, "a look though the last one is good");
        assert.ok(++this.#looked <= LOOKS, "a 16th look at one silence");
        assert.equal(this.#isKnown, false, "a look at a silence that is known");
        assert.equal(action.idleMs, this.#now - this.#lifeAt);
        this.#lookedAt = this.#now;
      } else if (action.do === "weigh") {
        assert.equal(this.#busy, false, "a weighing of a session that works");
        assert.equal(this.#judging, false, "a weighing of a stop that is being judged");
        assert.ok(this.#compactions > 0, "a weighing without a compaction");
        this.#compactions = 0;
      } else assert.fail(`the clock led to "${action.do}"`);
    }
    return actions;
  }

  /** Somebody gives a sign of life, and a silence begins. */
  #lives(): void {
    this.#lifeAt = this.#now;
    this.#looked = 0;
    this.#isKnown = false;
  }

  /** The person does something: nothing comes any more of what was before. */
  #takes(): void {
    this.#hand++;
    this.#nudges = this.#shown = this.#compactions = 0;
    this.#judging = this.#speaking = false;
    this.#lookedAt = -Infinity;
    this.#lives();
  }

  /** What nothing may come of at once. */
  #quiet(event: WatchEvent): void {
    assert.deepEqual(this.#tell(event), [], `"${event.kind}" led to something`);
  }

  #answered({ hand }: { readonly hand: number }, actions: readonly WatchAction[]): void {
    if (actions.length === 0) return;
    assert.equal(actions.length, 1);
    assert.equal(hand, this.#hand, "what the person did since does not count");
    assert.ok(actions[0]!.do === "say" || actions[0]!.do === "toast");
  }

  #tell(event: WatchEvent): readonly WatchAction[] {
    Object.freeze(this.#watch);
    if (event.kind !== "time") this.#told++;
    this.#lifeAtBefore = this.#lifeAt;
    const options = { ...this.switches, now: this.#now };
    const { watch: next, actions } = watch(this.#watch, event, options);
    this.#watch = next;
    assert.ok(JSON.stringify(next).length < 2_048, "the state grows");
    const asked = { hand: this.#hand, told: this.#told };
    for (const action of actions) {
      const { judges, speaks } = this.switches;
      if (action.do === "read") {
        this.#reads.push({ action, ...asked });
        continue;
      }
      this.tally[action.do === "say" ? action.as : action.do]++;
      if (action.do === "capture") continue;
      assert.ok(judges, `"${action.do}" though nothing is judged`);
      if (action.do === "judge") this.#judges.push({ action, ...asked });
      if (action.do === "look") this.#looks.push({ action, ...asked });
      if (action.do === "weigh") this.#weighs.push({ action, ...asked });
      if (action.do !== "say" && action.do !== "toast") continue;
      assert.ok(speaks, `"${action.do}" though nobody is to hear of it`);
      assert.equal(this.#aborted, false, `"${action.do}" after an abort`);
      if (action.do === "say") this.#spoken(action, event);
      else if (event.kind === "looked") {
        assert.ok(this.#busy, "a toast in place of a nudge");
        assert.equal(this.#nudges + this.#shown++, 0, "a second toast in one silence");
      }
    }
    return actions;
  }

  #spoken({ as }: Extract<WatchAction, { do: "say" }>, { kind }: WatchEvent): void {
    assert.equal(this.#busy, false, "a session that works was spoken to");
    this.#said++;
    assert.ok(this.#said <= MESSAGES, "a 17th message");
    assert.equal(as, kind === "judged" ? "feedback" : "nudge");
    // Feedback is an answer to work, and begins a silence of its own.
    if (as === "feedback") this.#nudges = this.#shown = 0;
    else {
      assert.equal(this.#nudges + this.#shown, 0, "a second nudge in one silence");
      this.#nudges++;
    }
    // What the client does not take up for so long may be said in other words.
    assert.ok(!this.#speaking || kind === "looked", "two messages at once");
    this.#speaking = true;
    this.#messages++;
    this.#lookedAt = -Infinity;
    this.#lives();
  }
}

function take<T>(list: T[], which: number): T | undefined {
  return list.splice(which % Math.max(1, list.length), 1)[0];
}
