import assert from "node:assert/strict";
import { STUCK_REASONS } from "../../../schema/names.ts";
import { TOASTS } from "../../../hook/opencode/messages.ts";
import {
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
  Deno.test(`An error of the API, told by ${how}, is captured and not judged`, () => {
    const session = new Watched();
    session.happens("person", "busy");
    assert.deepEqual(fail(session), ["capture StopFailure"]);
    assert.deepEqual(session.stops({ failed: true }), NOTHING);
  });

  Deno.test(`An error of the API, told by ${how}, is looked at after 30 s and nudged once`, () => {
    const session = new Watched();
    session.happens("person", "busy");
    fail(session);
    assert.equal(session.wakesIn, SILENCE);
    assert.deepEqual(session.passes(SILENCE - 1), NOTHING);
    assert.deepEqual(session.passes(1), ["look"]);
    assert.equal(session.asked.look?.idleMs, SILENCE);
    assert.deepEqual(session.looked(STUCK), ["nudge: Go on"]);
    assert.equal(session.wakesIn, null);
    assert.deepEqual(session.passes(600 * SECOND), NOTHING);
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

Deno.test("A look is good for 60 s, also where the agent has written something since", () => {
  const session = lookedAt();
  session.happens("activity");
  assert.deepEqual(session.passes(SILENCE), NOTHING);
  assert.deepEqual(session.passes(SILENCE), ["look"]);
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

Deno.test("The last of fifteen looks may still find that the agent is stuck", () => {
  const session = lookedAt();
  for (let looks = 2; looks <= 15; looks++) session.passes(60 * SECOND);
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.looked(STUCK), [`toast: ${TOASTS.stuck.message}`]);
});

Deno.test("Looks that nobody answers are made fifteen times, and no more", () => {
  const session = new Watched();
  session.works({ failed: true });
  let looks = 0;
  for (let at = session.wakesIn; at !== null && looks < 20; at = session.wakesIn) {
    assert.deepEqual(session.passes(at), ["look"]);
    looks++;
  }
  assert.equal(looks, 15);
});

for (const reason of STUCK_REASONS.filter((reason) => reason !== "working")) {
  Deno.test(`A silence that means ${reason} and asks for nothing is looked at once`, () => {
    const session = lookedAt();
    assert.deepEqual(session.looked({ ...WAITING, reason }), NOTHING);
    assert.equal(session.wakesIn, null);
    assert.deepEqual(session.passes(3_600 * SECOND), NOTHING);
    session.happens("activity");
    assert.deepEqual(session.passes(SILENCE), ["look"]);
  });
}

Deno.test("Work that begins anew begins a silence of its own, whatever was seen before", () => {
  const session = lookedAt();
  session.looked(WAITING);
  session.stops();
  session.happens("busy");
  assert.deepEqual(session.passes(60 * SECOND), ["look"]);
});

Deno.test("A look at another task is good for nothing", () => {
  const session = lookedAt();
  session.happens("person");
  assert.equal(session.wakesIn, SILENCE);
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

for (
  const [what, happen] of [
    ["the agent wrote something", (session: Watched) => session.happens("activity")],
    ["the agent asked something", (session: Watched) => session.ask("q1")],
    ["the person answered", (session: Watched) => session.answer("q1")],
    ["the agent came to its end", (session: Watched) => session.stops()],
  ] as const
) {
  Deno.test(`A look is worth nothing when ${what} meanwhile`, () => {
    const session = lookedAt();
    session.now += SECOND;
    happen(session);
    assert.deepEqual(session.looked(STUCK), NOTHING);
  });
}

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
