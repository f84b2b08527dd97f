import assert from "node:assert/strict";
import fc from "fast-check";
import { COHERENCE_FAILED, OUTPUTS, TERMINAL_ATTEMPT } from "../../../judge/unblock/protocol.ts";
import {
  dispatch,
  DISPATCH_LIMITS,
  type DispatchEvent,
  type DispatchState,
  newDispatch,
  readDispatch,
} from "../../../judge/unblock/dispatch.ts";

const FAULT = { code: "no_output", message: "No output", where: "answer", line: null };

const names = fc.constantFrom(null, COHERENCE_FAILED, ...OUTPUTS.map(({ name }) => name));
const answered: fc.Arbitrary<DispatchEvent> = fc.record({
  output: fc.oneof(names, fc.constant("retry_packet_for_coder" as const)),
  hash: fc.constantFrom(null, "a", "b", "c", "d", "e"),
  target: fc.constantFrom(null, "clean_handoff", "escalation_payload"),
  isGood: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
}).map(({ output, hash, target, isGood }) => ({
  kind: "reflection_answered",
  hash,
  checked: {
    output,
    target,
    violations: isGood ? [] : [FAULT],
  },
}));
const failed: fc.Arbitrary<DispatchEvent> = fc.integer({ min: 1, max: 7 })
  .map((attempt) => ({ kind: "coder_failed", attempt }));
const escalated: fc.Arbitrary<DispatchEvent> = fc.integer({ min: 0, max: 3 })
  .map((n) => ({ kind: "coder_escalated", valid: n > 0 }));
const other = fc.constantFrom<DispatchEvent>(
  { kind: "context_supplied" },
  { kind: "coder_passed" },
  { kind: "person_took_over" },
);
const event: fc.Arbitrary<DispatchEvent> = fc.oneof(
  { weight: 4, arbitrary: answered },
  { weight: 4, arbitrary: failed },
  { weight: 3, arbitrary: escalated },
  { weight: 1, arbitrary: other },
);
const events = fc.array(event, { maxLength: 80, size: "max" });

interface Happened extends ReturnType<typeof dispatch> {
  readonly before: DispatchState;
  readonly event: DispatchEvent;
}

/** What happens, each with the state before it, which is written and read back in between. */
function run(events: readonly DispatchEvent[]): Happened[] {
  let state: DispatchState = newDispatch();
  return events.map((event) => {
    const before = readDispatch(JSON.parse(JSON.stringify(state)));
    assert.deepEqual(before, state);
    const next = dispatch(before, event);
    state = next.state;
    return { ...next, before, event };
  });
}

/** Whether an answer of the reflection agent was sent to the coder. */
function isAccepted({ before, state }: Happened): boolean {
  return state.accepted.length > before.accepted.length;
}

function holds(check: (happened: readonly Happened[]) => void): void {
  fc.assert(fc.property(events, (events) => check(run(events))), { numRuns: 400 });
}

Deno.test("No sequence of events yields a fifth coder attempt without an escalation", () => {
  holds((happened) => {
    let isSpent = false;
    let tries = 0;
    for (const step of happened) {
      const { event, answer, state } = step;
      // What begins a ladder: the coder was sent something, passed, or a person came.
      if (isAccepted(step) || answer.step === "none") [isSpent, tries] = [false, 0];
      if (event.kind === "coder_failed" && answer.step === "coder") {
        isSpent ||= event.attempt >= TERMINAL_ATTEMPT;
        tries++;
      }
      if (answer.step !== "coder") continue;
      assert.ok(tries <= DISPATCH_LIMITS.failures);
      if (isSpent) assert.equal(state.phase, "escalate");
    }
  });
});

Deno.test("A coder that fails again and again gets four attempts between two escalations", () => {
  fc.assert(fc.property(fc.array(answered, { maxLength: 10 }), (answers) => {
    const rounds = answers.flatMap((answer): DispatchEvent[] => [
      ...[1, 2, 3, 4, 5].map((attempt): DispatchEvent => ({ kind: "coder_failed", attempt })),
      { kind: "coder_escalated", valid: true },
      answer,
    ]);
    let inARow = 0;
    for (const { event, answer } of run(rounds)) {
      if (event.kind === "coder_escalated") inARow = 0;
      else if (event.kind === "coder_failed" && answer.step === "coder") inARow++;
      assert.ok(inARow <= TERMINAL_ATTEMPT);
    }
  }));
});

Deno.test("No sequence of events has an identical packet accepted twice", () => {
  holds((happened) => {
    const accepted = happened.filter(isAccepted).map(({ event }) =>
      event.kind === "reflection_answered" ? event.hash : null
    );
    assert.equal(new Set(accepted).size, accepted.length);
    assert.ok(!accepted.includes(null));
  });
});

Deno.test("No sequence of events has anything accepted that was refused, or in terminal mode", () => {
  holds((happened) => {
    for (const step of happened.filter(isAccepted)) {
      assert.ok(step.event.kind === "reflection_answered");
      assert.equal(step.event.checked.violations.length, 0);
      assert.ok(step.before.rescue >= 1 && step.before.rescue < TERMINAL_ATTEMPT);
      assert.equal(step.answer.step, "coder");
    }
  });
});

Deno.test("After a terminal answer there is nothing but a person, until one takes over", () => {
  holds((happened) => {
    let ended = false;
    for (const { before, event, answer } of happened) {
      if (event.kind === "person_took_over") ended = false;
      ended ||= before.phase === "reflection" && before.rescue >= TERMINAL_ATTEMPT &&
        event.kind === "reflection_answered";
      if (ended) assert.equal(answer.step, "person");
    }
  });
});

Deno.test("Rescue attempts only go up, one by one, until the task passes or a person comes", () => {
  holds((happened) => {
    for (const { before, state, event, answer } of happened) {
      const isOver = event.kind === "person_took_over" || answer.step === "none" ||
        before.phase === "finished";
      if (!isOver) assert.ok([0, 1].includes(state.rescue - before.rescue));
      assert.ok(state.rescue <= TERMINAL_ATTEMPT);
      assert.notEqual(answer.why, "");
    }
  });
});

Deno.test("readDispatch() takes any value, and gives a state that can go on", () => {
  const odd = fc.record({
    phase: fc.oneof(fc.constantFrom("coder", "reflection", "person"), fc.jsonValue()),
    failures: fc.oneof(fc.nat({ max: 20 }), fc.jsonValue()),
    invalid: fc.oneof(fc.nat({ max: 3 }), fc.jsonValue()),
    rescue: fc.oneof(fc.nat({ max: 6 }), fc.jsonValue()),
    accepted: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
    targets: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
  }, { requiredKeys: [] });
  fc.assert(fc.property(fc.oneof(fc.anything(), odd), event, (value, event) => {
    const { state } = dispatch(readDispatch(value), event);
    assert.deepEqual(readDispatch(JSON.parse(JSON.stringify(state))), state);
  }));
});
