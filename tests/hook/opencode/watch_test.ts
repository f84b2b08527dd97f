/** What the watch does at the end of a turn and when the person acts; orders of events are a property. */

import assert from "node:assert/strict";
import { WATCH_LIMITS } from "../../../hook/opencode/watch.ts";
import { TOASTS } from "../../../hook/opencode/messages.ts";
import { COMPLETE, judgedStop, judging, NOTHING, SILENCE, STUCK, Watched } from "./_watched.ts";

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
  Deno.test(`Esc, told by ${how}, is captured once and not judged; the next task is`, () => {
    const session = new Watched();
    session.happens("person");
    assert.deepEqual(abort(session).flat(), ["capture StopFailure"]);
    assert.equal(session.wakesIn, null);
    // Also when the agent is woken by something.
    assert.deepEqual(session.works({ position: "9:m9" }), ["capture StopFailure"]);
    session.happens("person");
    assert.deepEqual(session.works({ position: "12:m12" }), ["capture Stop", "judge"]);
    assert.deepEqual(session.judged(judgedStop()), ["feedback: Run the tests"]);
  });
}

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
  Deno.test(`After ${what} of the person nothing that was open is waited for, and the next end is judged`, () => {
    for (const [before, prepare] of Object.entries(OPEN)) {
      const session = new Watched();
      session.happens("person");
      prepare(session);
      assert.deepEqual(does(session), NOTHING, "it is neither captured nor judged");
      assert.equal(session.wakesIn, null, before);
      assert.deepEqual(session.works({ position: "9:m9" }), ["capture Stop", "judge"]);
      assert.deepEqual(session.judged(judgedStop()), ["feedback: Run the tests"]);
    }
  });
}
