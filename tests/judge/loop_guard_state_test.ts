import fc from "fast-check";
import assert from "node:assert/strict";
import {
  FINISHED_REASONS,
  finishJudging,
  GUARD_LIMITS,
  type GuardState,
  newGuardState,
  readGuardState,
  startJudging,
} from "../../judge/loop_guard.ts";
import { stopOf, verdictOf } from "./_loop_guard_facts.ts";

const print = fc.constantFrom("a", "b", "c");
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value);
const states: fc.Arbitrary<GuardState> = fc.record({
  task: orNull(fc.nat({ max: 3 })),
  settled: fc.option(fc.constantFrom(...FINISHED_REASONS), { freq: 1 }),
  pushed: fc.array(print, { maxLength: 16 }),
  seen: orNull(print),
  evidence: orNull(print),
  at: orNull(print),
  row: orNull(fc.nat()),
});

Deno.test("readGuardState() gives back every state, also after a trip through JSON", () => {
  fc.assert(fc.property(states, (state) => {
    const kept = JSON.parse(JSON.stringify(state));
    assert.deepEqual(readGuardState(kept), kept);
  }));
});

Deno.test("readGuardState() takes a state with one wrong field for none", () => {
  const wrong = fc.constantFrom<unknown>(undefined, -1, 0.5, true, {}, ["a", 1], "x".repeat(129));
  const field = fc.constantFrom(...Object.keys(newGuardState()));
  fc.assert(fc.property(states, field, wrong, (state, field, wrong) => {
    assert.deepEqual(readGuardState({ ...state, [field]: wrong }), newGuardState());
  }));
  assert.deepEqual(
    readGuardState({ ...newGuardState(), pushed: Array(17).fill("a") }),
    newGuardState(),
  );
});

Deno.test("readGuardState() leaves out the fields of another version", () => {
  const state = { ...newGuardState(), task: 1 };
  assert.deepEqual(readGuardState(state), state);
  assert.deepEqual(readGuardState({ ...state, more: "x" }), state);
});

Deno.test("readGuardState() makes a state that can be kept and asked of any value", () => {
  fc.assert(fc.property(fc.anything(), (value) => {
    const state = readGuardState(value);
    assert.deepEqual(readGuardState(JSON.parse(JSON.stringify(state))), state);
    startJudging(state, stopOf(), { blockCap: 8 });
  }));
});

Deno.test("Nobody who writes the state at will can make the judge loop or break the client's cap", () => {
  for (const blockCap of [null, GUARD_LIMITS.blockCap]) {
    const most = blockCap === null ? GUARD_LIMITS.attempts : blockCap - 1;
    // The writer wants it to loop: whatever would stop it is left out more often than not.
    const eager = fc.oneof(
      states,
      fc.constant({ ...newGuardState(), task: 1, row: 0 }),
      fc.constant(newGuardState()),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(eager, eager), { maxLength: 40 }), (written) => {
        let pushes = 0;
        for (const [round, [atStop, atVerdict]] of written.entries()) {
          const stop = stopOf({ position: `${round}`, feedbacks: pushes, continued: pushes > 0 });
          const asked = startJudging(readGuardState(atStop), stop, { blockCap });
          if (!asked.decision.judge) continue;
          const { run } = asked.decision;
          const state = readGuardState({ ...atVerdict, task: 1, at: run.position });
          const { decision } = finishJudging(state, verdictOf({ run, evidence: `${round}` }), {
            blockCap,
          });
          if (decision.kind === "push") pushes++;
        }
        assert.ok(pushes <= most);
      }),
      { examples: [[Array(40).fill(Array(2).fill({ ...newGuardState(), task: 1, row: 0 }))]] },
    );
  }
});

Deno.test("Nobody who writes the state at will gets a subagent or an interrupted task judged", () => {
  fc.assert(fc.property(states, (state) => {
    for (const facts of [{ subagent: true }, { aborted: true }]) {
      const { decision } = startJudging(state, stopOf(facts), { blockCap: null });
      assert.equal(decision.judge, false);
    }
  }));
});

Deno.test("Whatever the state says, it mutes one message and not the session", () => {
  fc.assert(fc.property(states, (state) => {
    const first = stopOf({ personTurns: 2, position: "first" });
    const { state: after } = startJudging(state, first, { blockCap: 8 });
    const next = stopOf({ personTurns: 3, position: "next" });
    const { decision } = startJudging(after, next, { blockCap: 8 });
    assert.equal(decision.judge, true);
  }));
});
