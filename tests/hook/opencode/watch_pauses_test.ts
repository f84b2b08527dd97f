/** What the watch does in a silence and after a compaction; orders of events are a property. */

import assert from "node:assert/strict";
import { STUCK_REASONS } from "../../../schema/names.ts";
import { TOASTS } from "../../../hook/opencode/messages.ts";
import {
  COMPLETE,
  judgedStop,
  judging,
  lookedAt,
  NOTHING,
  SECOND,
  SILENCE,
  START,
  STUCK,
  WAITING,
  Watched,
  weighed,
  weighing,
  WORKING,
} from "./_watched.ts";

/** Both ways in which the client tells of an error of the API. */
const FAILURES: Readonly<Record<string, (session: Watched) => string[]>> = {
  "an event": (session) => {
    session.happens("failed");
    return session.stops({ open: true });
  },
  "the message": (session) => session.stops({ failed: true }),
};

for (const [how, fail] of Object.entries(FAILURES)) {
  Deno.test(`An error of the API, told by ${how}, is captured, looked at after 30 s and nudged once`, () => {
    const session = new Watched();
    session.happens("person", "busy");
    assert.deepEqual(fail(session), ["capture StopFailure"]);
    assert.equal(session.wakesIn, SILENCE);
    assert.deepEqual(session.passes(SILENCE - 1), NOTHING);
    assert.deepEqual(session.passes(1), ["look"]);
    assert.equal(session.asked.look?.idleMs, SILENCE);
    assert.deepEqual(session.looked(STUCK), ["nudge: Go on"]);
    assert.equal(session.wakesIn, null);
    // It fails again, without a word of the agent.
    session.happens("busy");
    fail(session);
    assert.deepEqual(session.passes(600 * SECOND), NOTHING);
  });
}

Deno.test("A turn that failed and is tried again by the client is judged at its end", () => {
  const session = new Watched();
  session.happens("busy", "failed", "busy");
  assert.deepEqual(session.stops(), ["capture Stop", "judge"]);
});

Deno.test("An error before the person's message is none of the next turn", () => {
  const session = new Watched();
  session.happens("busy", "failed", "person");
  assert.deepEqual(session.stops(), ["capture Stop", "judge"]);
});

Deno.test("A working agent is looked at when it has written nothing for 30 s", () => {
  const session = new Watched();
  session.happens("person", "busy");
  session.now += 20 * SECOND;
  session.happens("activity");
  session.now += 20 * SECOND;
  // Tries of the client are no sign of life.
  session.happens("busy");
  assert.equal(session.wakesIn, 10 * SECOND);
  assert.deepEqual(session.passes(10 * SECOND - 1), NOTHING);
  assert.deepEqual(session.passes(1), ["look"]);
  assert.deepEqual(session.asked.look, {
    do: "look",
    epoch: 1,
    since: START + 20 * SECOND,
    idleMs: SILENCE,
  });
});

Deno.test("A silence begins with the work, not with what was before it", () => {
  const session = new Watched();
  session.now += 600 * SECOND;
  session.happens("busy");
  assert.equal(session.wakesIn, SILENCE);
});

Deno.test("An agent that has come to its end is not looked at", () => {
  const session = judging();
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});

Deno.test("A look is good for 60 s", () => {
  const session = lookedAt();
  assert.deepEqual(session.looked(WORKING), NOTHING);
  assert.equal(session.wakesIn, 60 * SECOND);
  assert.deepEqual(session.passes(60 * SECOND - 1), NOTHING);
  assert.deepEqual(session.passes(1), ["look"]);
  assert.equal(session.asked.look?.idleMs, 90 * SECOND);
});

Deno.test("An agent that works in silence is looked at fifteen times, and no more", () => {
  const session = lookedAt();
  session.looked(WORKING);
  for (let looks = 2; looks <= 15; looks++) {
    assert.equal(session.wakesIn, 60 * SECOND);
    assert.deepEqual(session.passes(60 * SECOND), ["look"], `the ${looks}. time`);
    session.looked(WORKING);
  }
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(3_600 * SECOND), NOTHING);
  // What it writes begins another silence.
  session.happens("activity");
  assert.deepEqual(session.passes(SILENCE), ["look"]);
});

Deno.test("A silence that asks for nothing, and is no work, is looked at once", () => {
  for (const reason of STUCK_REASONS.filter((reason) => reason !== "working")) {
    const session = lookedAt();
    assert.deepEqual(session.looked({ ...WAITING, reason }), NOTHING);
    assert.equal(session.wakesIn, null);
    session.happens("activity");
    assert.deepEqual(session.passes(60 * SECOND), ["look"]);
  }
});

Deno.test("Work that begins anew begins a silence of its own, whatever was seen before", () => {
  const session = lookedAt();
  session.looked(WAITING);
  session.stops();
  session.happens("busy");
  assert.deepEqual(session.passes(60 * SECOND), ["look"]);
});

Deno.test("A message of the person begins a silence of its own, whatever was seen before", () => {
  for (const verdict of [null, WORKING, WAITING, STUCK]) {
    const session = lookedAt();
    if (verdict !== null) session.looked(verdict);
    session.happens("person");
    assert.equal(session.wakesIn, SILENCE);
  }
});

Deno.test("A silent session that works is not spoken to: the person sees a toast, once", () => {
  const session = lookedAt();
  assert.deepEqual(session.looked(STUCK), [`toast: ${TOASTS.stuck.message}`]);
  assert.equal(session.state.said, 0);
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.looked(STUCK), NOTHING);
  // Nor is it nudged when it fails: something was shown about this silence.
  session.happens("failed");
  session.stops({ failed: true });
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});

Deno.test("What the agent writes begins a silence of its own", () => {
  const session = lookedAt();
  session.looked(STUCK);
  session.happens("activity");
  assert.equal(session.wakesIn, 60 * SECOND, "the last look is still good");
  assert.deepEqual(session.passes(60 * SECOND), ["look"]);
  assert.deepEqual(session.looked(STUCK), [`toast: ${TOASTS.stuck.message}`]);
});

Deno.test("A look that finds nothing to say leads to nothing", () => {
  assert.deepEqual(lookedAt().looked({ ...STUCK, nudgeMessage: null }), NOTHING);
  assert.deepEqual(lookedAt().looked({ ...STUCK, shouldNudge: false }), NOTHING);
});

Deno.test("Nobody looks while a question or a permission waits for the person", () => {
  const session = new Watched();
  session.happens("person", "busy");
  session.ask("permission");
  session.ask("question");
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
  session.answer("permission");
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
  session.answer("question");
  assert.equal(session.wakesIn, SILENCE, "the silence begins with the answer");
  assert.deepEqual(session.passes(SILENCE), ["look"]);
});

Deno.test("What waited for the person is over when the session is idle", () => {
  const session = new Watched();
  session.happens("busy");
  session.ask("permission");
  session.happens("idle", "busy");
  assert.deepEqual(session.passes(SILENCE), ["look"]);
});

Deno.test("Questions without end do not fill the memory, and the last are kept", () => {
  const session = new Watched();
  session.happens("busy");
  for (let index = 0; index < 1_000; index++) session.ask(`${index}`);
  assert.equal(session.state.waiting.length, 50);
  assert.equal(session.state.waiting.at(-1), "999");
});

Deno.test("An agent that does not take up our feedback is looked at, and nudged once", () => {
  const session = judging();
  session.now += 10 * SECOND;
  session.judged(judgedStop());
  assert.equal(session.wakesIn, SILENCE);
  assert.deepEqual(session.passes(SILENCE), ["look"]);
  assert.deepEqual(session.looked(STUCK), ["nudge: Go on"]);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});

Deno.test("Feedback is followed by a look of its own, however fresh the last one is", () => {
  const session = lookedAt();
  session.looked(WORKING);
  session.stops();
  session.judged(judgedStop());
  assert.equal(session.wakesIn, SILENCE);
});

Deno.test("Three seconds after a compaction it is weighed what a session at rest needs", () => {
  const session = new Watched();
  session.happens("person", "compacted");
  assert.equal(session.wakesIn, 3 * SECOND);
  assert.deepEqual(session.passes(3 * SECOND - 1), NOTHING);
  assert.deepEqual(session.passes(1), ["weigh"]);
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});

Deno.test("A session that works is tried again five times, 15 s apart", () => {
  const session = new Watched();
  session.happens("person", "busy", "compacted");
  const after: number[] = [];
  for (let at = session.wakesIn; session.state.compaction !== null; at = session.wakesIn) {
    after.push(at!);
    // It works, as anybody can see.
    session.now += at!;
    session.happens("activity", "time");
  }
  assert.deepEqual(after, [3, 15, 15, 15, 15, 15].map((seconds) => seconds * SECOND));
  session.happens("idle");
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});

Deno.test("A session that comes to its end between two tries is weighed at the next", () => {
  const session = new Watched();
  session.happens("person", "busy", "compacted");
  assert.deepEqual(session.passes(3 * SECOND), NOTHING);
  session.happens("activity");
  session.stops();
  assert.deepEqual(session.judged(null), NOTHING);
  assert.deepEqual(session.passes(15 * SECOND - 1), NOTHING);
  assert.deepEqual(session.passes(1), ["weigh"]);
});

Deno.test("A session that is being judged is weighed when the judge has answered", () => {
  for (const outcome of [COMPLETE, null]) {
    const session = new Watched();
    session.happens("person", "busy", "compacted");
    session.stops();
    assert.deepEqual(session.passes(3 * SECOND), NOTHING);
    assert.equal(session.wakesIn, 15 * SECOND);
    assert.deepEqual(session.passes(15 * SECOND), NOTHING);
    session.judged(outcome);
    assert.deepEqual(session.passes(15 * SECOND - 1), NOTHING);
    assert.deepEqual(session.passes(1), ["weigh"]);
    assert.equal(session.wakesIn, null);
  }
});

Deno.test("A judge that never answers is waited for five times, and then nothing is weighed", () => {
  const session = new Watched();
  session.happens("person", "busy", "compacted");
  session.stops();
  session.passes(3 * SECOND);
  for (let tries = 1; tries <= 5; tries++) {
    assert.equal(session.wakesIn, 15 * SECOND, `the ${tries}. time`);
    assert.deepEqual(session.passes(15 * SECOND), NOTHING);
  }
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});

Deno.test("A session that is judged and works again is weighed at its end", () => {
  const session = new Watched();
  session.happens("person", "busy", "compacted");
  session.stops();
  session.happens("busy", "activity");
  session.stops({ position: "3:m3", failed: true });
  assert.deepEqual(session.passes(3 * SECOND), ["weigh"], "no judge has the first stop any more");
});

Deno.test("A verdict that nobody waits for any more holds up nothing", () => {
  const summarised = judging();
  summarised.happens("busy", "compacted");
  summarised.stops({ summarised: true });
  assert.deepEqual(summarised.passes(3 * SECOND), ["weigh"]);

  const takenBack = judging();
  takenBack.happens("reverted", "compacted");
  assert.deepEqual(takenBack.passes(3 * SECOND), ["weigh"]);
});

Deno.test("A silence and a compaction may come due at once", () => {
  const session = new Watched();
  session.works({ failed: true });
  session.now += SILENCE - 3 * SECOND;
  session.happens("compacted");
  assert.deepEqual(session.passes(3 * SECOND), ["look", "weigh"]);
});

for (const action of ["continue_task", "needs_clarification", "needs_github_update"] as const) {
  Deno.test(`After a compaction by itself that ends in ${action}, the agent is told so, once`, () => {
    const session = weighed();
    assert.deepEqual(session.weighed(weighing(action)), ["nudge: Where were you?"]);
    assert.equal(session.wakesIn, null);
    assert.deepEqual(weighed().weighed(weighing(action, null)), NOTHING);
  });
}

Deno.test("Where the client went on by itself, only the update of a pull request is asked for", () => {
  const continued = { auto: true, continued: true };
  assert.deepEqual(weighed().weighed(weighing("continue_task"), continued), NOTHING);
  assert.deepEqual(weighed().weighed(weighing("needs_clarification"), continued), NOTHING);
  assert.deepEqual(weighed().weighed(weighing("needs_github_update"), continued), [
    "nudge: Where were you?",
  ]);
});

Deno.test("After a compaction of a task that is complete there is a toast and nothing else", () => {
  const session = weighed();
  assert.deepEqual(session.weighed(weighing("task_complete")), [
    `toast: ${TOASTS.complete.message}`,
  ]);
  assert.equal(session.state.said, 0);
  assert.equal(session.wakesIn, null);
  const byHand = { auto: false, continued: false };
  assert.deepEqual(weighed().weighed(weighing("task_complete"), byHand), NOTHING);
});

Deno.test("A task that was shown as complete is not shown so once more for a compaction", () => {
  const session = new Watched();
  session.happens("person", "compacted");
  session.stops();
  assert.deepEqual(session.judged(COMPLETE), [`toast: ${TOASTS.complete.message}`]);
  assert.deepEqual(session.passes(3 * SECOND), ["weigh"]);
  assert.deepEqual(session.weighed(weighing("task_complete")), NOTHING);
  // The next end is another one.
  session.happens("busy", "compacted");
  session.stops({ position: "3:m3", failed: true });
  session.passes(3 * SECOND);
  assert.deepEqual(session.weighed(weighing("task_complete")), [
    `toast: ${TOASTS.complete.message}`,
  ]);
  assert.deepEqual(session.weighed(weighing("task_complete")), NOTHING);
});

Deno.test("A task that was shown as complete, and went on, is shown so again", () => {
  const ends: ((session: Watched) => void)[] = [
    (session) => {
      session.happens("busy");
      session.stops({ summarised: true });
    },
    (session) => session.stops({ position: "3:m3", failed: true }),
  ];
  for (const end of ends) {
    const session = judging();
    session.judged(COMPLETE);
    session.happens("compacted");
    end(session);
    session.passes(3 * SECOND);
    assert.deepEqual(session.weighed(weighing("task_complete")), [
      `toast: ${TOASTS.complete.message}`,
    ]);
  }
});
