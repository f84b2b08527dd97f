import assert from "node:assert/strict";
import { WATCH_LIMITS } from "../../../hook/opencode/watch.ts";
import { TOASTS } from "../../../hook/opencode/messages.ts";
import {
  CAPTURING,
  COMPLETE,
  judgedStop,
  judging,
  lookedAt,
  NOTHING,
  OBSERVING,
  SECOND,
  SILENCE,
  STUCK,
  Watched,
  weighed,
  weighing,
} from "./_watched.ts";

Deno.test("A stop is read, then captured and judged", () => {
  const session = new Watched();
  session.happens("person", "busy", "activity");
  assert.deepEqual(session.happens("idle"), ["read"]);
  assert.deepEqual(session.read(), ["capture Stop", "judge"]);
});

Deno.test("A stop that is told twice is one", () => {
  const session = judging();
  assert.deepEqual(session.happens("idle"), ["read"]);
  assert.deepEqual(session.read(), NOTHING);
});

Deno.test("A stop further on is another one", () => {
  assert.deepEqual(judging().works({ position: "3:m3" }), ["capture Stop", "judge"]);
});

Deno.test("A summary that the client wrote is neither captured nor judged", () => {
  const session = new Watched();
  assert.deepEqual(session.works({ summarised: true }), NOTHING);
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.works({ position: "3:m3" }), ["capture Stop", "judge"]);
});

Deno.test("A command of the person is neither captured nor judged, and the stop before it stays", () => {
  const session = judging();
  session.happens("busy");
  assert.deepEqual(session.stops({ byPerson: true, position: "4:m4" }), NOTHING);
  assert.deepEqual(session.stops(), NOTHING, "which is known");
  const other = new Watched(CAPTURING);
  assert.deepEqual(other.works({ byPerson: true }), NOTHING);
});

Deno.test("A summary is no stop after an abort or a failure either", () => {
  for (const kind of ["aborted", "failed"] as const) {
    const session = new Watched();
    session.happens("busy", kind);
    assert.deepEqual(session.stops({ summarised: true }), NOTHING);
  }
});

Deno.test("What was read of a session that works again is of no stop", () => {
  const session = new Watched();
  session.happens("busy", "idle", "busy");
  assert.deepEqual(session.read(), NOTHING);
  assert.deepEqual(session.stops(), ["capture Stop", "judge"]);
});

Deno.test("What was read before the person did something is of no stop", () => {
  for (const kind of ["person", "aborted", "reverted"] as const) {
    const session = new Watched();
    session.happens("busy", "idle", kind);
    assert.deepEqual(session.read(), NOTHING);
  }
});

Deno.test("A message that is still being written is waited for, and then judged", () => {
  const session = new Watched();
  assert.deepEqual(session.works({ open: true }), NOTHING);
  assert.deepEqual(session.stops(), ["capture Stop", "judge"]);
  assert.equal(session.wakesIn, null);
});

Deno.test("A message that stays unfinished is looked at when 30 s have passed", () => {
  const session = new Watched();
  session.works({ open: true });
  assert.equal(session.wakesIn, SILENCE);
  assert.deepEqual(session.passes(SILENCE), ["look"]);
});

for (const facts of [{ aborted: true }, { failed: true }]) {
  Deno.test(`A message with ${Object.keys(facts)} that is still being written is not waited for`, () => {
    assert.deepEqual(new Watched().works({ open: true, ...facts }), ["capture StopFailure"]);
  });
}

Deno.test("Where nothing is judged, runs are captured and nothing else happens", () => {
  const session = new Watched(CAPTURING);
  assert.deepEqual(session.happens("person", "busy", "activity"), NOTHING);
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
  assert.deepEqual(session.happens("compacted"), NOTHING);
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.stops(), ["capture Stop"]);
  assert.deepEqual(session.works({ position: "3:m3", failed: true }), ["capture StopFailure"]);
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});

Deno.test("Feedback is said, as feedback", () => {
  assert.deepEqual(judging().judged(judgedStop()), ["feedback: Run the tests"]);
});

for (
  const [what, outcome, ...shown] of [
    ["of a task that is done", COMPLETE, "toast: Task complete"],
    [
      "of an agent that waits",
      { ...COMPLETE, skipped: "awaiting_user" },
      "toast: Awaiting user input",
    ],
    ["that needs the person", { ...COMPLETE, human: true }, "toast: Action needed: All done."],
    ["that was not made", { ...COMPLETE, decision: "skipped", skipped: "plan_mode" }],
  ] as const
) {
  Deno.test(`A verdict ${what} is shown as "${shown}", and nothing is said`, () => {
    const session = judging();
    assert.deepEqual(session.judged(outcome), shown);
    assert.equal(session.wakesIn, null);
  });
}

Deno.test("A verdict is nothing to a session that works again", () => {
  for (const outcome of [judgedStop(), COMPLETE]) {
    const session = judging();
    session.happens("busy");
    assert.deepEqual(session.judged(outcome), NOTHING);
  }
});

Deno.test("A verdict is heard of the stop that it is of, and of no other", () => {
  for (const outcome of [judgedStop(), COMPLETE]) {
    const session = judging();
    const { epoch, position } = session.asked.judge!;
    session.works({ position: "3:m3" });
    assert.deepEqual(session.tell({ kind: "judged", epoch, position, outcome }), NOTHING);
    assert.equal(session.judged(outcome).length, 1, "that of the last stop is");
  }
});

Deno.test("No answer of the judge's is nothing to say", () => {
  const session = judging();
  assert.equal(session.state.judging, true);
  assert.deepEqual(session.judged(null), NOTHING);
  assert.equal(session.state.judging, false);
  assert.equal(session.wakesIn, null);
});

Deno.test("An observer judges, looks and weighs, and nothing is said or shown", () => {
  for (const outcome of [judgedStop(), COMPLETE]) {
    const session = new Watched(OBSERVING);
    assert.deepEqual(session.works(), ["capture Stop", "judge"]);
    assert.deepEqual(session.judged(outcome), NOTHING);
    assert.equal(session.wakesIn, null);
  }
  const looking = lookedAt(OBSERVING);
  assert.deepEqual(looking.looked(STUCK), NOTHING);
  assert.equal(looking.wakesIn, null, "one look at a silence is enough");

  for (const action of ["continue_task", "needs_github_update", "task_complete"] as const) {
    assert.deepEqual(weighed(OBSERVING).weighed(weighing(action)), NOTHING);
  }
});

Deno.test("No more than 16 messages are said until the person speaks", () => {
  const session = new Watched();
  session.happens("person");
  const round = (index: number): string[] => {
    session.works({ position: `${index}:m` });
    return session.judged(judgedStop({ feedback: `${index}` }));
  };
  for (let index = 1; index <= WATCH_LIMITS.messages; index++) {
    assert.deepEqual(round(index), [`feedback: ${index}`]);
  }
  assert.equal(WATCH_LIMITS.messages, 16);
  assert.deepEqual(round(17), NOTHING);
  assert.deepEqual(session.judged(COMPLETE), [`toast: ${TOASTS.complete.message}`]);
  session.happens("person");
  assert.deepEqual(round(18), ["feedback: 18"]);
});

Deno.test("Nudges count as messages, and none follows the sixteenth", () => {
  const session = new Watched();
  session.happens("person");
  const nudge = (index: number): string[] => {
    session.works({ position: `${index}:m`, failed: true });
    assert.deepEqual(session.passes(SILENCE), ["look"]);
    return session.looked(STUCK);
  };
  for (let index = 1; index <= 16; index++) assert.deepEqual(nudge(index), ["nudge: Go on"]);
  assert.deepEqual(nudge(17), NOTHING);
  assert.equal(session.wakesIn, null);
  session.happens("compacted");
  session.passes(3 * SECOND);
  assert.deepEqual(session.weighed(weighing("continue_task")), NOTHING);
});

Deno.test("An abort does not give new messages", () => {
  const session = new Watched();
  for (let index = 1; index <= 16; index++) {
    session.works({ position: `${index}:m` });
    session.judged(judgedStop());
  }
  session.happens("aborted");
  assert.equal(session.state.said, 16);
});
