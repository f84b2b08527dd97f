import assert from "node:assert/strict";
import { COHERENCE_FAILED, OUTPUTS } from "../../../judge/unblock/protocol.ts";
import {
  dispatch,
  DISPATCH_LIMITS,
  type DispatchAnswer,
  type DispatchEvent,
  type DispatchState,
  newDispatch,
  readDispatch,
  type ReflectionAnswered,
} from "../../../judge/unblock/dispatch.ts";
import type { RetryPacket } from "../../../judge/unblock/answer.ts";

const PACKET: RetryPacket = {
  new_hypothesis: "The runner starts with an empty environment",
  failure_layer: "environment",
  files_to_recheck: ["src/pool.ts"],
  forced_checklist: ["Print the variables that the runner sees"],
  constraints: ["The public interface of the pool stays"],
  what_not_to_retry: ["Raising the timeout"],
  decision_memory_notes: ["none"],
};

type Checked = ReflectionAnswered["checked"];

/** An answer of the reflection agent that was checked and found good. */
function answer(
  output: Checked["output"],
  hash: string | null = null,
  given: Partial<Checked> = {},
): DispatchEvent {
  const packet = output === "retry_packet_for_coder" ? PACKET : null;
  const checked = { output, packet, target: null, violations: [], ...given };
  return { kind: "reflection_answered", checked, hash };
}

const packet = (hash: string | null): DispatchEvent => answer("retry_packet_for_coder", hash);
const needs = (target: string): DispatchEvent => answer("[NEED_CONTEXT: target]", null, { target });
const refused = answer("retry_packet_for_coder", "#", {
  violations: [{ code: "broad_rewrite", message: "Too broad", where: "answer", line: null }],
});
const fails = (attempt: number): DispatchEvent => ({ kind: "coder_failed", attempt });
const escalates: DispatchEvent = { kind: "coder_escalated", valid: true };
const stammers: DispatchEvent = { kind: "coder_escalated", valid: false };
const passes: DispatchEvent = { kind: "coder_passed" };
const supplied: DispatchEvent = { kind: "context_supplied" };
const takesOver: DispatchEvent = { kind: "person_took_over" };

/** The answers to events one after the other. */
function answersTo(...events: readonly DispatchEvent[]): DispatchAnswer[] {
  let state: DispatchState = newDispatch();
  return events.map((event) => {
    const next = dispatch(state, event);
    state = next.state;
    return next.answer;
  });
}

/** The last of them, in short: who is next, in which attempt and mode. */
function last(...events: readonly DispatchEvent[]): string {
  const { step, attempt, mode } = answersTo(...events).at(-1) as DispatchAnswer;
  return [step, attempt, mode].filter((part) => part !== null).join(" ");
}

Deno.test("[ATTEMPT: 1-2] the coder goes on in work mode", () => {
  assert.equal(last(fails(1)), "coder 1 work");
  assert.equal(last(fails(1), fails(2)), "coder 2 work");
});

Deno.test("[ATTEMPT: 3] the coder goes on in context override", () => {
  assert.equal(last(fails(1), fails(2), fails(3)), "coder 3 context_override");
});

Deno.test("[ATTEMPT: 4+] the coder may only escalate", () => {
  assert.equal(last(fails(4)), "coder 4 terminal_escalation");
  assert.equal(last(fails(7)), "coder 4 terminal_escalation");
});

Deno.test("A coder that goes on after attempt 4 without an escalation meets a person", () => {
  assert.equal(last(fails(4), fails(5)), "person");
  assert.equal(last(fails(4), fails(1)), "person");
});

Deno.test("A number that is none does not lift the limit", () => {
  for (const attempt of [NaN, 0, -1, 1.5, Infinity]) {
    assert.equal(last(fails(attempt)), "coder 4 terminal_escalation");
  }
});

Deno.test("Whoever breaks one thing after the other has to escalate too", () => {
  const failures = Array.from({ length: DISPATCH_LIMITS.failures }, () => fails(1));
  assert.equal(last(...failures.slice(1)), "coder 1 work");
  assert.equal(last(...failures), "coder 4 terminal_escalation");
});

Deno.test("An escalation of the coder calls the reflection agent", () => {
  assert.equal(last(fails(4), escalates), "reflection 1 work");
  assert.equal(last(escalates), "reflection 1 work");
});

Deno.test("An invalid escalation is stated again, once", () => {
  assert.equal(last(fails(4), stammers), "coder 4 terminal_escalation");
  assert.equal(last(fails(4), stammers, escalates), "reflection 1 work");
  assert.equal(last(fails(4), stammers, stammers), "person");
  assert.equal(last(fails(4), stammers, fails(5)), "person");
});

Deno.test("A retry packet goes to the coder, who begins anew", () => {
  assert.equal(last(escalates, packet("a")), "coder work");
  assert.equal(last(escalates, packet("a"), fails(1)), "coder 1 work");
  assert.equal(
    last(fails(4), stammers, escalates, packet("a"), stammers),
    last(fails(4), stammers),
  );
});

for (const { name } of OUTPUTS.filter(({ form }) => form === "section")) {
  Deno.test(`${name} goes to the coder once`, () => {
    assert.equal(last(escalates, answer(name, "a")), "coder work");
    const again = last(escalates, answer(name, "a"), escalates, answer(name, "a"));
    assert.equal(again, "reflection 3 context_override");
  });
}

Deno.test("Never the same packet twice: a repeat is a failed rescue attempt", () => {
  const again = [escalates, packet("a"), fails(4), escalates, packet("a")];
  assert.equal(last(...again), "reflection 3 context_override");
  assert.equal(last(...again, packet("b")), "coder work");
  assert.equal(last(...again, packet("a")), "reflection 4 terminal_escalation");
});

Deno.test("Never the same packet twice, also after a pass or a person", () => {
  for (const event of [passes, takesOver]) {
    assert.equal(
      last(escalates, packet("a"), event, escalates, packet("a")),
      "reflection 2 work",
    );
  }
});

Deno.test("What cannot be known again is not accepted", () => {
  for (const hash of [null, "", "x".repeat(DISPATCH_LIMITS.hash + 1)]) {
    assert.equal(last(escalates, packet(hash)), "reflection 2 work");
  }
});

Deno.test("Rescue attempts have the same ladder", () => {
  assert.equal(last(escalates, refused), "reflection 2 work");
  assert.equal(last(escalates, refused, refused), "reflection 3 context_override");
  assert.equal(last(escalates, refused, refused, refused), "reflection 4 terminal_escalation");
  const rounds = ["a", "b", "c"].flatMap((hash) => [escalates, packet(hash)]);
  assert.equal(last(...rounds, escalates), "reflection 4 terminal_escalation");
});

Deno.test("A refused answer is no answer: what was wrong is said", () => {
  const { why } = answersTo(escalates, refused).at(-1) as DispatchAnswer;
  assert.match(why, /broad_rewrite: Too broad/);
  assert.equal(last(escalates, answer(null)), "reflection 2 work");
  assert.equal(
    last(escalates, answer("retry_packet_for_coder", "a", { packet: null })),
    "reflection 2 work",
  );
});

const TERMINAL = [escalates, refused, refused, refused];

Deno.test("A terminal escalation ends it for a person", () => {
  assert.equal(last(...TERMINAL, answer("<ESCALATION>")), "person");
  for (const event of [passes, fails(1), escalates, packet("z"), supplied]) {
    assert.equal(last(...TERMINAL, answer("<ESCALATION>"), event), "person");
  }
});

Deno.test("No packet is accepted in terminal mode", () => {
  assert.equal(last(...TERMINAL, packet("z")), "person");
  assert.equal(last(...TERMINAL, answer("environment_fix", "z")), "person");
  assert.equal(last(...TERMINAL, needs("clean_handoff")), "person");
});

Deno.test("An escalation of the rescue before its terminal attempt is a failed attempt", () => {
  assert.equal(last(escalates, answer("<ESCALATION>")), "reflection 2 work");
});

Deno.test("[NEED_CONTEXT: target] is supplied by a person, then the same attempt goes on", () => {
  assert.equal(last(escalates, needs("clean_handoff")), "person");
  assert.equal(last(escalates, needs("clean_handoff"), supplied), "reflection 1 work");
  assert.equal(last(escalates, needs("clean_handoff"), packet("a")), "coder work");
});

Deno.test("[NEED_CONTEXT: target] counts if the same is asked for again", () => {
  const again = [escalates, needs("clean_handoff"), supplied, needs("Clean_Handoff")];
  assert.equal(last(...again), "reflection 2 work");
});

Deno.test("[NEED_CONTEXT: target] counts if there is no end to it", () => {
  const asked = Array.from({ length: DISPATCH_LIMITS.targets }, (_, at) => needs(`thing ${at}`))
    .flatMap((event) => [event, supplied]);
  assert.equal(last(escalates, ...asked), "reflection 1 work");
  assert.equal(last(escalates, ...asked, needs("one more")), "reflection 2 work");
});

Deno.test("[COHERENCE_CHECK_FAILED] is settled by a person, once", () => {
  const failed = answer(COHERENCE_FAILED);
  assert.equal(last(escalates, failed), "person");
  assert.equal(last(escalates, failed, supplied), "reflection 1 work");
  assert.equal(last(escalates, failed, supplied, failed), "reflection 2 work");
});

Deno.test("A coder that passes is done, and may fail anew", () => {
  assert.equal(last(fails(3), passes), "none");
  assert.equal(last(escalates, packet("a"), passes), "none");
  assert.equal(last(fails(3), passes, fails(1)), "coder 1 work");
  assert.equal(last(escalates, packet("a"), passes, escalates), "reflection 1 work");
});

Deno.test("Only a person who takes over opens what waits for one", () => {
  assert.equal(last(fails(4), fails(5), takesOver), "none");
  assert.equal(last(fails(4), fails(5), takesOver, fails(1)), "coder 1 work");
});

Deno.test("What is told out of turn changes nothing", () => {
  const cases: readonly (readonly [readonly DispatchEvent[], DispatchEvent])[] = [
    [[], packet("a")],
    [[fails(2)], supplied],
    [[fails(4)], packet("a")],
    [[escalates], fails(1)],
    [[escalates], escalates],
    [[passes], packet("a")],
  ];
  for (const [before, event] of cases) {
    const state = before.reduce((state, event) => dispatch(state, event).state, newDispatch());
    assert.deepEqual(dispatch(state, event).state, state);
  }
});

Deno.test("A coder that had too much already is left to a person", () => {
  const accepted = Array.from({ length: DISPATCH_LIMITS.accepted }, (_, at) => `hash ${at}`);
  const state: DispatchState = { ...newDispatch(), phase: "reflection", rescue: 1, accepted };
  assert.equal(dispatch(state, packet("another")).answer.step, "person");
});

Deno.test("readDispatch() reads back what was written, and begins where there is nothing", () => {
  for (const events of [[], [fails(4)], [escalates, needs("x")], [escalates, packet("a")]]) {
    const state = events.reduce((state, event) => dispatch(state, event).state, newDispatch());
    assert.deepEqual(readDispatch(JSON.parse(JSON.stringify(state))), state);
  }
  assert.deepEqual(readDispatch(null), newDispatch());
  assert.deepEqual(readDispatch(undefined), newDispatch());
});

Deno.test("readDispatch() leaves a state that was not written here to a person", () => {
  const good = newDispatch();
  for (
    const value of [
      7,
      "state",
      [],
      {},
      { ...good, phase: "start" },
      { ...good, attempt: 4 },
      { ...good, rescue: 4 },
      { ...good, rescue: -1 },
      { ...good, phase: "reflection" },
      { ...good, phase: "context" },
      { ...good, failures: 1e9 },
      { ...good, accepted: [7] },
      { ...good, accepted: "a" },
      { ...good, accepted: ["x".repeat(DISPATCH_LIMITS.hash + 1)] },
      { ...good, targets: Array(DISPATCH_LIMITS.targets + 1).fill("a") },
    ]
  ) {
    assert.equal(readDispatch(value).phase, "person", JSON.stringify(value));
  }
});
