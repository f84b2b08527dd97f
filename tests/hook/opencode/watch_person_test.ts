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
  "a message to which no answer was begun": (session) => {
    session.happens("busy");
    return [session.stops({ unanswered: true }), session.stops({ unanswered: true })];
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

Deno.test("A message without an answer is no sign of Esc where an error tells why", () => {
  const told = new Watched();
  told.happens("person", "busy", "failed");
  assert.deepEqual(told.stops({ unanswered: true }), ["capture StopFailure"]);
  assert.equal(told.state.aborted, false);
  assert.equal(told.wakesIn, SILENCE);
});

Deno.test("A message of ours that is not answered yet is no sign of Esc", () => {
  const session = judging();
  session.happens("idle");
  session.judged(judgedStop());
  assert.deepEqual(session.read({ position: "3:m3", unanswered: true }), NOTHING);
  assert.equal(session.state.aborted, false);
  assert.deepEqual(session.works({ position: "4:m4" }), ["capture Stop", "judge"]);
});

Deno.test("What was prepared before an abort is not said after the person's next message either", () => {
  for (const outcome of [judgedStop(), COMPLETE]) {
    const session = judging();
    session.happens("aborted", "person");
    assert.deepEqual(session.judged(outcome), NOTHING);
  }
});

/** What the person does in a session, beside Esc. */
const DOINGS: Readonly<Record<string, (session: Watched) => string[]>> = {
  "a message": (session) => session.happens("person"),
  "an undo": (session) => session.happens("reverted"),
  "a command of the person's own": (session) => {
    session.happens("busy");
    return session.stops({ byPerson: true, position: "7:m7" });
  },
};

/** What the watch waits for something to come of. */
const OPEN: Readonly<Record<string, (session: Watched) => void>> = {
  "a failure": (session) => session.works({ failed: true }),
  "feedback": (session) => {
    session.works();
    session.judged(judgedStop());
  },
  "a nudge": (session) => {
    session.works({ failed: true });
    session.passes(SILENCE);
    session.looked(STUCK);
  },
  "a compaction": (session) => session.happens("compacted"),
  "a compaction that waits for the judge": (session) => {
    session.happens("compacted");
    session.works();
  },
};

for (const [what, does] of Object.entries(DOINGS)) {
  Deno.test(`After ${what} of the person nothing comes of what was before`, () => {
    for (const outcome of [judgedStop(), COMPLETE]) {
      const session = judging();
      assert.deepEqual(does(session), NOTHING, "nothing is captured or judged");
      assert.deepEqual(session.judged(outcome), NOTHING);
    }
    const silent = new Watched();
    silent.works({ failed: true });
    silent.passes(SILENCE);
    does(silent);
    assert.deepEqual(silent.looked(STUCK), NOTHING);
    for (const action of ["continue_task", "task_complete", "needs_github_update"] as const) {
      const session = weighed();
      does(session);
      assert.deepEqual(session.weighed(weighing(action)), NOTHING);
    }
  });

  Deno.test(`After ${what} of the person nobody waits for an agent at rest`, () => {
    for (const [before, prepare] of Object.entries(OPEN)) {
      const session = new Watched();
      session.happens("person");
      prepare(session);
      does(session);
      assert.equal(session.wakesIn, null, before);
      assert.deepEqual(session.passes(600 * SECOND), NOTHING, before);
    }
  });

  Deno.test(`After ${what} of the person the next end is judged`, () => {
    const session = judging();
    does(session);
    assert.deepEqual(session.works({ position: "9:m9" }), ["capture Stop", "judge"]);
    assert.deepEqual(session.judged(judgedStop()), ["feedback: Run the tests"]);
  });
}

for (const [what, does] of Object.entries(DOINGS).slice(1)) {
  Deno.test(`After Esc, ${what} of the person breaks no silence`, () => {
    const session = new Watched();
    session.happens("person", "busy", "aborted");
    session.stops({ aborted: true });
    does(session);
    assert.equal(session.state.aborted, true);
    assert.deepEqual(session.works({ position: "9:m9" }), ["capture StopFailure"]);
    assert.deepEqual(session.passes(600 * SECOND), NOTHING);
  });

  Deno.test(`After sixteen messages, ${what} of the person does not give new ones`, () => {
    const session = new Watched();
    for (let index = 1; index <= 16; index++) {
      session.works({ position: `${index}:m` });
      session.judged(judgedStop());
    }
    does(session);
    assert.equal(session.state.said, 16);
    session.works({ position: "20:m" });
    assert.deepEqual(session.judged(judgedStop()), NOTHING);
  });
}

Deno.test("A command of the person that is told twice is told twice, and nothing else", () => {
  const session = new Watched();
  session.happens("busy");
  assert.deepEqual(session.stops({ byPerson: true }), NOTHING);
  assert.deepEqual(session.stops({ byPerson: true }), NOTHING);
  assert.equal(session.wakesIn, null);
});

Deno.test("What was read of a command of the person is nothing while the agent works again", () => {
  const session = new Watched();
  session.happens("busy", "idle", "busy");
  const { epoch } = session.state;
  assert.deepEqual(session.read({ byPerson: true }), NOTHING);
  assert.equal(session.state.epoch, epoch);
});

Deno.test("An undo while the client says again and again that there was one is nothing more", () => {
  const session = judging();
  session.happens("reverted", "reverted", "reverted");
  assert.deepEqual(session.judged(judgedStop()), NOTHING);
  assert.equal(session.wakesIn, null);
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
