// Who comes next, as a table of what happened. That no order of events breaks a promise is in
// dispatch_property_test.ts.

import assert from "node:assert/strict";
import { COHERENCE_FAILED, OUTPUTS } from "../../../judge/unblock/protocol.ts";
import {
  dispatch,
  DISPATCH_LIMITS,
  type DispatchEvent,
  type DispatchState,
  newDispatch,
  readDispatch,
} from "../../../judge/unblock/dispatch.ts";

type Checked = Extract<DispatchEvent, { kind: "reflection_answered" }>["checked"];

/** An answer of the reflection agent that was checked and found good. */
function answer(
  output: Checked["output"],
  hash: string | null = null,
  given: Partial<Checked> = {},
): DispatchEvent {
  const checked = { output, target: null, violations: [], ...given };
  return { kind: "reflection_answered", checked, hash };
}

const packet = (hash: string | null): DispatchEvent => answer("retry_packet_for_coder", hash);
const needs = (target: string): DispatchEvent => answer("[NEED_CONTEXT: target]", null, { target });
const refused = answer("retry_packet_for_coder", "#", {
  violations: [{ code: "too_large", message: "Too large", where: "answer", line: null }],
});
const fails = (attempt: number): DispatchEvent => ({ kind: "coder_failed", attempt });
const escalates: DispatchEvent = { kind: "coder_escalated", valid: true };
const stammers: DispatchEvent = { kind: "coder_escalated", valid: false };
const passes: DispatchEvent = { kind: "coder_passed" };
const supplied: DispatchEvent = { kind: "context_supplied" };
const takesOver: DispatchEvent = { kind: "person_took_over" };
const incoherent = answer(COHERENCE_FAILED);
const rescues = (times: number): DispatchEvent[] => [escalates, ...Array(times).fill(refused)];
const asked = Array.from(
  { length: DISPATCH_LIMITS.targets },
  (_, at) => [needs(`target ${at}`), supplied],
).flat();

/** The last answer, in short: who is next, and in which rescue attempt. */
function last(...events: readonly DispatchEvent[]): string {
  let state: DispatchState = newDispatch();
  let step = "";
  for (const event of events) ({ state, answer: { step } } = dispatch(state, event));
  if (state.phase === "escalate") return "coder, to escalate";
  return step === "reflection" ? `reflection ${state.rescue}` : step;
}

const TABLE: readonly (readonly [what: string, events: readonly DispatchEvent[], next: string])[] =
  [
    ["[ATTEMPT: 1-2] goes on", [fails(1), fails(2)], "coder"],
    ["[ATTEMPT: 3] trusts nothing", [fails(1), fails(2), fails(3)], "coder"],
    ["[ATTEMPT: 4+] may only escalate", [fails(7)], "coder, to escalate"],
    ["a number that is none lifts no limit", [fails(NaN)], "coder, to escalate"],
    ["on after 4 without an escalation", [fails(4), fails(5)], "person"],
    [
      "one thing broken after the other",
      Array<DispatchEvent>(DISPATCH_LIMITS.failures).fill(fails(1)),
      "coder, to escalate",
    ],
    ["an escalation", [fails(4), escalates], "reflection 1"],
    ["an invalid one is stated again", [fails(4), stammers], "coder, to escalate"],
    ["once", [fails(4), stammers, stammers], "person"],
    ["and then it counts", [fails(4), stammers, escalates], "reflection 1"],
    ["a packet: the coder begins anew", [escalates, packet("a"), fails(1)], "coder"],
    [
      "the same packet again",
      [...rescues(0), packet("a"), escalates, packet("a")],
      "reflection 3",
    ],
    ["what has no hash", [escalates, packet(null)], "reflection 2"],
    ["a refused answer", rescues(1), "reflection 2"],
    ["an answer without an output", [escalates, answer(null)], "reflection 2"],
    ["whatever its hash", [escalates, answer(null, "a")], "reflection 2"],
    ["a third rescue", rescues(2), "reflection 3"],
    ["a fourth", rescues(3), "reflection 4"],
    ["nothing behind it", rescues(4), "person"],
    ["a terminal escalation", [...rescues(3), answer("<ESCALATION>")], "person"],
    ["a packet in terminal mode", [...rescues(3), packet("z")], "person"],
    ["an escalation before it", [escalates, answer("<ESCALATION>")], "reflection 2"],
    ["context is asked for", [escalates, needs("clean_handoff")], "person"],
    ["and supplied", [escalates, needs("clean_handoff"), supplied], "reflection 1"],
    ["the same again", [escalates, needs("a"), supplied, needs("A")], "reflection 2"],
    ["something else each time", [escalates, ...asked], "reflection 1"],
    ["and once too often", [escalates, ...asked, needs("x")], "reflection 2"],
    ["a contradiction", [escalates, incoherent], "person"],
    ["is settled once", [escalates, incoherent, supplied, incoherent], "reflection 2"],
    ["what failed passes", [fails(3), passes], "none"],
    ["and may fail anew", [fails(3), passes, fails(1)], "coder"],
    ["a person takes over", [fails(4), fails(5), takesOver, fails(1)], "coder"],
    ["only a person opens it", [fails(4), fails(5), passes, escalates], "person"],
    ["out of turn", [packet("a"), supplied], "coder"],
  ];

for (const [what, events, next] of TABLE) {
  Deno.test(`dispatch: ${what}`, () => assert.equal(last(...events), next));
}

Deno.test("every output for the coder goes there", () => {
  for (const { name, form } of OUTPUTS) {
    if (form === "section") assert.equal(last(escalates, answer(name, "a")), "coder");
  }
});

Deno.test("readDispatch() leaves a state that was not written here to a person", () => {
  assert.deepEqual(readDispatch(null), newDispatch());
  for (const odd of [7, "x", [], { phase: "boss" }, { ...newDispatch(), rescue: -1 }]) {
    assert.equal(readDispatch(odd).phase, "person");
  }
});
