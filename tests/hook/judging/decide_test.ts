import assert from "node:assert/strict";
import { decide, type Gathered } from "../../../hook/judging/decide.ts";
import { callOf, conversationOf, turnOf } from "../../../judge/conversation.ts";
import { gatherEvidence } from "../../../judge/evidence.ts";
import { startJudging } from "../../../judge/loop_guard.ts";
import { newGuardState } from "../../../judge/loop_guard_state.ts";
import { taskOf } from "../../../judge/task.ts";
import { lintEscalation } from "../../../judge/unblock/escalation.ts";
import { judgeTask } from "../../../judge/verdict.ts";
import { stopOf } from "../../judge/_loop_guard_facts.ts";

/** An agent that calls failing tests passed, at its first stop. */
function gathered(given: Partial<Gathered> = {}): Gathered {
  const conversation = conversationOf([
    turnOf({ origin: "person", text: "Make sure that the tests pass" }),
    turnOf({
      origin: "agent",
      text: "All tests pass.",
      calls: [callOf({
        name: "Bash",
        input: { command: "npm test" },
        output: "ℹ tests 2\nℹ fail 1\n",
        state: "failed",
      })],
    }),
  ]);
  const { state: guard, decision } = startJudging(newGuardState(), stopOf(), {
    now: 0,
    blockCap: null,
  });
  assert.ok(decision.judge);
  const task = taskOf(conversation, { settled: 0 });
  const evidence = gatherEvidence(conversation, task, lintEscalation);
  const floor = judgeTask(task, evidence);
  return {
    run: decision.run,
    blockCap: null,
    observed: false,
    evidence,
    floor,
    asked: null,
    change: null,
    redacted: { verdict: floor, task: task.text, failure: null, withheld: false },
    since: { interrupted: false, messages: 0 },
    state: { guard, settled: 0, model: null, stuck: null, instructions: null, saved: null },
    ...given,
  };
}

Deno.test("an agent is sent back with what may be said, and the attempt is counted", () => {
  const { redacted, ...rest } = gathered();
  const verdict = { ...redacted.verdict, feedback: "The password is [redacted]" };
  const { judged, feedback, state } = decide({ ...rest, redacted: { ...redacted, verdict } });
  assert.deepEqual([judged.decision, judged.attempt, state.guard.pushed.length], ["pushed", 1, 1]);
  assert.match(feedback!, /The password is \[redacted\]/);
  assert.equal(judged.verdict, verdict);
});

Deno.test("no attempt is spent on feedback that has to be withheld", () => {
  const { redacted } = gathered();
  const { judged, feedback, state } = decide(
    gathered({ redacted: { ...redacted, failure: "No scrubber", withheld: true } }),
  );
  assert.deepEqual([judged.decision, judged.attempt, feedback], ["let_go", 0, null]);
  assert.deepEqual([state.guard.pushed, state.guard.active, state.settled], [[], null, 0]);
  assert.equal(judged.failure, "No scrubber");
});

Deno.test("what is only observed is called so, also where its words are withheld", () => {
  for (const withheld of [false, true]) {
    const { redacted } = gathered();
    const { judged, feedback } = decide(
      gathered({ observed: true, redacted: { ...redacted, withheld } }),
    );
    assert.deepEqual([judged.decision, feedback], ["observed", null]);
  }
});

Deno.test("an interruption and a message that came meanwhile keep the judge from speaking", () => {
  const interrupted = decide(gathered({ since: { interrupted: true, messages: 0 } }));
  assert.deepEqual([interrupted.judged.skipped, interrupted.feedback], ["aborted", null]);
  const spoken = decide(gathered({ since: { interrupted: false, messages: 1 } }));
  assert.deepEqual([spoken.judged.skipped, spoken.feedback], ["concurrent", null]);
});
