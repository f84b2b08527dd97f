import assert from "node:assert/strict";
import { TOASTS } from "../../../hook/opencode/messages.ts";
import {
  COMPLETE,
  judgedStop,
  judging,
  lookedAt,
  NOTHING,
  SECOND,
  SILENCE,
  STUCK,
  Watched,
  weighed,
  weighing,
} from "./_watched.ts";

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

Deno.test("A verdict on an earlier stop does not end the wait for the verdict on this one", () => {
  const session = new Watched();
  session.happens("person");
  session.works();
  const { epoch, position } = session.asked.judge!;
  session.happens("compacted");
  session.works({ position: "3:m3" });
  session.tell({ kind: "judged", epoch, position, outcome: null });
  assert.deepEqual(session.passes(3 * SECOND), NOTHING);
  session.judged(null);
  assert.deepEqual(session.passes(15 * SECOND), ["weigh"]);
});

Deno.test("A silence and a compaction may come due at once", () => {
  const session = new Watched();
  session.works({ failed: true });
  session.now += SILENCE - 3 * SECOND;
  session.happens("compacted");
  assert.deepEqual(session.passes(3 * SECOND), ["look", "weigh"]);
});

for (const action of ["continue_task", "needs_clarification", "needs_github_update"] as const) {
  Deno.test(`After a compaction by itself that ends in ${action}, the agent is told so`, () => {
    const session = weighed();
    assert.deepEqual(session.weighed(weighing(action)), ["nudge: Where were you?"]);
    assert.deepEqual(session.passes(600 * SECOND), NOTHING, "and not a second time");
    assert.deepEqual(weighed().weighed(weighing(action, null)), NOTHING);
  });

  Deno.test(`After /compact the agent is not told of ${action}`, () => {
    for (const compaction of [{ auto: false, continued: false }, null]) {
      assert.deepEqual(weighed().weighed(weighing(action), compaction), NOTHING);
    }
  });

  Deno.test(`A session that works again is not told of ${action}`, () => {
    const session = weighed();
    session.happens("busy");
    assert.deepEqual(session.weighed(weighing(action)), NOTHING);
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

Deno.test("A silence that was nudged is not nudged again for a compaction", () => {
  const session = new Watched();
  session.works({ failed: true });
  session.now += SILENCE - 3 * SECOND;
  session.happens("compacted");
  session.passes(3 * SECOND);
  assert.deepEqual(session.looked(STUCK), ["nudge: Go on"]);
  assert.deepEqual(session.weighed(weighing("continue_task")), NOTHING);
});

Deno.test("A session that was just spoken to is not told of a compaction as well", () => {
  const session = new Watched();
  session.happens("person", "compacted");
  assert.deepEqual(session.passes(3 * SECOND), ["weigh"]);
  session.stops();
  assert.deepEqual(session.judged(judgedStop()), ["feedback: Run the tests"]);
  assert.deepEqual(session.weighed(weighing("needs_github_update")), NOTHING);
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

Deno.test("A task of which the person was shown that it waits is not shown as complete", () => {
  const session = new Watched();
  session.happens("person", "compacted");
  session.stops();
  session.judged({ ...COMPLETE, skipped: "awaiting_user" });
  session.passes(3 * SECOND);
  assert.deepEqual(session.weighed(weighing("task_complete")), NOTHING);
});

Deno.test("A nudge for a compaction that nobody answers is not followed by another", () => {
  const session = weighed();
  session.weighed(weighing("continue_task"));
  assert.equal(session.wakesIn, null);
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
  // Nor when the next try of the agent fails without a word.
  session.happens("busy");
  session.stops({ failed: true });
  assert.deepEqual(session.passes(600 * SECOND), NOTHING);
});

Deno.test("A silence of which the person saw a toast is not nudged for a compaction", () => {
  const session = lookedAt();
  session.looked(STUCK);
  session.happens("compacted");
  session.stops({ failed: true });
  assert.deepEqual(session.passes(3 * SECOND), ["weigh"]);
  assert.deepEqual(session.weighed(weighing("continue_task")), NOTHING);
});

Deno.test(
  "Esc, seen only in the messages, ends the wait for what a compaction needs",
  () => {
    const session = new Watched();
    session.happens("person", "busy", "compacted");
    session.stops({ aborted: true });
    assert.equal(session.wakesIn, null);
    assert.deepEqual(session.passes(3 * SECOND), NOTHING);
  },
);
