import assert from "node:assert/strict";
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
  Watched,
  weighed,
  weighing,
  WORKING,
} from "./_watched.ts";

/** Each of the ways in which the client tells that the person pressed Esc. */
const ABORTS: Readonly<Record<string, (session: Watched) => string[][]>> = {
  "an error before idle": (session) => {
    session.happens("busy", "activity", "aborted");
    return [session.stops(), session.stops({ aborted: true })];
  },
  "a second idle": (session) => {
    session.happens("busy", "activity");
    return [session.stops({ open: true }), session.stops({ aborted: true })];
  },
  "a message that ended for no reason while a request was tried again": (session) => {
    session.happens("busy", "busy");
    return [session.stops({ aborted: true })];
  },
};

for (const [how, abort] of Object.entries(ABORTS)) {
  Deno.test(`Esc, told by ${how}, is captured once and never judged`, () => {
    const session = new Watched();
    session.happens("person");
    assert.deepEqual(abort(session).flat(), ["capture StopFailure"]);
  });

  Deno.test(`Esc, told by ${how}, leads to silence until the person speaks`, () => {
    const session = new Watched();
    session.happens("person");
    abort(session);
    assert.equal(session.wakesIn, null);
    assert.deepEqual(session.passes(600 * SECOND), NOTHING);
    // Also when the agent is woken by something.
    assert.deepEqual(session.works({ position: "9:m9" }), ["capture StopFailure"]);
    session.happens("busy", "compacted");
    assert.equal(session.wakesIn, null);
    assert.deepEqual(session.passes(600 * SECOND), NOTHING);
    session.happens("failed");
    session.stops({ position: "10:m10", failed: true });
    assert.deepEqual(session.passes(600 * SECOND), NOTHING);

    session.happens("person");
    assert.deepEqual(session.works({ position: "12:m12" }), ["capture Stop", "judge"]);
    assert.deepEqual(session.judged(judgedStop()), ["feedback: Run the tests"]);
  });

  Deno.test(`Esc, told by ${how}, withdraws a verdict, a look and a weighing`, () => {
    for (const outcome of [judgedStop(), COMPLETE]) {
      const session = judging();
      abort(session);
      assert.deepEqual(session.judged(outcome), NOTHING);
    }
    for (const verdict of [STUCK, WORKING]) {
      const looking = lookedAt();
      abort(looking);
      assert.deepEqual(looking.looked(verdict), NOTHING);
    }
    for (const action of ["continue_task", "task_complete", "needs_github_update"] as const) {
      const session = weighed();
      abort(session);
      assert.deepEqual(session.weighed(weighing(action)), NOTHING);
    }
  });
}

Deno.test("Esc that is seen only where a judged stop is told again withdraws its verdict", () => {
  for (const outcome of [judgedStop(), COMPLETE]) {
    const session = judging();
    assert.deepEqual(session.stops({ aborted: true }), NOTHING);
    assert.deepEqual(session.judged(outcome), NOTHING);
    session.happens("person");
    assert.deepEqual(session.works({ position: "4:m4" }), ["capture Stop", "judge"]);
  }
});

Deno.test("What was prepared before an abort is not said after the person's next message either", () => {
  for (const outcome of [judgedStop(), COMPLETE]) {
    const session = judging();
    session.happens("aborted", "person");
    assert.deepEqual(session.judged(outcome), NOTHING);
  }
});

Deno.test("A message of the person withdraws a verdict that is on its way", () => {
  for (const outcome of [judgedStop(), COMPLETE]) {
    const session = judging();
    session.happens("person");
    assert.deepEqual(session.judged(outcome), NOTHING);
  }
});

Deno.test("A message of the person withdraws a nudge that is on its way", () => {
  const session = lookedAt();
  session.happens("person");
  assert.deepEqual(session.looked(STUCK), NOTHING);

  // Also in the very moment in which the silence began.
  const failed = new Watched();
  failed.works({ failed: true });
  failed.passes(SILENCE);
  failed.now = START;
  failed.happens("person", "busy");
  assert.deepEqual(failed.looked(STUCK), NOTHING);
});

Deno.test("A message of the person withdraws what a compaction needs", () => {
  const session = weighed();
  session.happens("person");
  assert.deepEqual(session.weighed(weighing("continue_task")), NOTHING);

  const waiting = new Watched();
  waiting.happens("compacted", "person");
  assert.equal(waiting.wakesIn, null);
  assert.deepEqual(waiting.passes(600 * SECOND), NOTHING);
});

Deno.test("A message of the person ends the wait for an agent that failed", () => {
  const session = new Watched();
  session.works({ failed: true });
  session.happens("person");
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});
