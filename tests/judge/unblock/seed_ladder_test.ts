// The protocol's text about attempts: who is called when, the three modes of a rescue, and its end.
// Every name quotes the sentence that it holds;

import assert from "node:assert/strict";
import {
  attemptMark,
  attemptText,
  modeFor,
  parseAttemptMark,
  SUSPICIONS,
} from "../../../judge/unblock/protocol.ts";
import {
  dispatch,
  type DispatchEvent,
  type DispatchState,
  newDispatch,
} from "../../../judge/unblock/dispatch.ts";
import { lintEscalation } from "../../../judge/unblock/form.ts";
import { checkHandoff } from "../../../judge/unblock/handoff.ts";
import { checkAnswer } from "../../../judge/unblock/answer.ts";
import { codesOf, correction, HYPOTHESIS, packetAnswer, TERMINAL_PAYLOAD } from "./_answers.ts";
import { ABOVE, withItems } from "./_escalations.ts";

const FAILURE = { shown: "npm test", excerpt: "1 failed" };
const told = (attempt: number) => attemptText("reflection", attempt, FAILURE);

const ESCALATED: DispatchEvent = { kind: "coder_escalated", valid: true };
const PASSED: DispatchEvent = { kind: "coder_passed" };

/** The reflection agent answers so; an answer is known again by its own words. */
function answered(text: string, attempt = 1): DispatchEvent {
  const checked = checkAnswer(text, { attempt });
  const { canonical } = checked;
  const hash = canonical && `${canonical.length} ${canonical.slice(0, 100)}`;
  return { kind: "reflection_answered", checked, hash };
}

/** Who is next after these events, one after the other. */
function nextAfter(...events: readonly DispatchEvent[]): string {
  let state: DispatchState = newDispatch();
  let next = "";
  for (const event of events) {
    const { state: after, answer: { step } } = dispatch(state, event);
    [state, next] = [after, step === "reflection" ? `reflection ${after.rescue}` : step];
  }
  return next;
}

Deno.test('"only after a coding agent has entered anti-loop escalation": nothing else calls the reflection agent', () => {
  const others: readonly DispatchEvent[] = [
    ...[1, 2, 3, 4, 5].map((attempt) => ({ kind: "coder_failed" as const, attempt })),
    { kind: "coder_escalated", valid: false },
    { kind: "context_supplied" },
    { kind: "person_took_over" },
    PASSED,
    answered(packetAnswer()),
  ];
  for (const event of others) assert.doesNotMatch(nextAfter(event), /reflection/, event.kind);
  for (const first of others.slice(0, 4)) {
    assert.equal(nextAfter(first, ESCALATED), "reflection 1", first.kind);
  }
});

Deno.test('"unblock the path, not to repeat the failed coding loop": what the coder had does not go there again', () => {
  const first = [ESCALATED, answered(packetAnswer())];
  assert.equal(nextAfter(...first), "coder");
  const again = answered(packetAnswer({ new_hypothesis: `${HYPOTHESIS.toLowerCase()}.` }));
  assert.equal(nextAfter(...first, ESCALATED, again), "reflection 3");
});

Deno.test('"if the rescue loop itself starts repeating": it has the same four attempts, then a person', () => {
  const prose = answered("It is still broken.");
  const rounds = [1, 2, 3, 4, 5].map((count) => nextAfter(ESCALATED, ...Array(count).fill(prose)));
  assert.deepEqual(rounds, ["reflection 2", "reflection 3", "reflection 4", "person", "person"]);
});

Deno.test('"DEPENDS_ON -> [coder]", "DEPENDS_ON -> [swarm-master]": one before it in the ladder, one above it', () => {
  assert.equal(nextAfter(answered(packetAnswer())), "coder");
  assert.equal(nextAfter(ESCALATED, answered(packetAnswer())), "coder");
  const above = withItems("request", "Escalate to swarm-master: the contract has to be settled");
  assert.deepEqual(lintEscalation(above).violations, []);
});

Deno.test('"may inject [ATTEMPT: N] into rescue-loop feedback": it begins what the agent is told, and is read back', () => {
  for (const attempt of [1, 2, 3, 4, 12]) {
    assert.ok(told(attempt).startsWith(`[ATTEMPT: ${attempt}] `));
    assert.equal(parseAttemptMark(attemptMark(attempt)), attempt);
  }
});

Deno.test('"[ATTEMPT: 1-2] -> Unblocker Mode", "[ATTEMPT: 3] -> Context Override Mode", "[ATTEMPT: 4+] -> Terminal Escalation Mode"', () => {
  assert.deepEqual([1, 2, 3, 4, 9].map((attempt) => /\] (.+?):/.exec(told(attempt))?.[1]), [
    "Unblocker Mode",
    "Unblocker Mode",
    "Context Override Mode",
    "Terminal Escalation Mode",
    "Terminal Escalation Mode",
  ]);
  assert.equal(modeFor(2), "work");
});

Deno.test('"Continue higher-level diagnosis", "Do not drift back into junior-agent style patch churn": told at 1 and 2', () => {
  for (const attempt of [1, 2]) {
    assert.match(told(attempt), /Go on with the diagnosis above the code/);
    assert.match(told(attempt), /No patch churn/);
  }
  const churn = packetAnswer({
    what_not_to_retry: [`${HYPOTHESIS.toUpperCase()}.`],
  });
  assert.deepEqual(codesOf(churn, { attempt: 2 }), ["not_different"]);
});

Deno.test('"one materially different hypothesis and one bounded unblock action": two of either are refused at 1 and 2', () => {
  for (const attempt of [1, 2]) {
    assert.match(told(attempt), /one materially different hypothesis and one bounded action/);
    const two = packetAnswer()
      .replace(`  new_hypothesis: ${HYPOTHESIS}`, `$&\n  - The lock is stale`);
    assert.deepEqual(codesOf(two, { attempt }), ["several_hypotheses"]);
    const both = `${correction("environment_fix", "- Export it")}\ntest_harness_fix:\n- Pass it`;
    assert.deepEqual(codesOf(both, { attempt }), ["several_outputs"]);
  }
});

Deno.test('"STOP trusting the current rescue hypothesis", "Re-check [FORCED_CONTEXT] or [CHECKLIST] if present": told at 3', () => {
  assert.match(told(3), /STOP trusting the current rescue hypothesis/);
  assert.match(told(3), /Check `\[FORCED_CONTEXT\]` or `\[CHECKLIST\]` again if there is one/);
  for (const attempt of [1, 2, 4]) assert.doesNotMatch(told(attempt), /STOP trusting/);
});

Deno.test('"Assume the issue may be in": six suspicions, as a checklist at 3 and only then', () => {
  assert.deepEqual(SUSPICIONS, [
    "wrong escalation classification",
    "incomplete clean handoff",
    "stale source snapshot",
    "hidden environment or dependency mismatch",
    "invalid assumption in the original contract boundary",
    "stale ADR or outdated `@REJECTED` evidence that now requires formal revision",
  ]);
  const listed = told(3).split("\n").filter((line) => line.startsWith("- "));
  assert.deepEqual(listed, SUSPICIONS.map((suspicion) => `- ${suspicion}`));
  for (const attempt of [1, 2, 4]) assert.ok(!told(attempt).includes(SUSPICIONS[0]));
});

Deno.test('"Do not keep refining the same unblock theory": at 3 a hypothesis that was sent before is refused', () => {
  const again = codesOf(packetAnswer(), { attempt: 3, tried: [HYPOTHESIS] });
  assert.deepEqual(again, ["not_different"]);
});

Deno.test('"Do not continue diagnosis loops": at 4 and later nothing is diagnosed any more', () => {
  assert.match(told(4), /Do not diagnose any further/);
  for (const attempt of [4, 5, 40]) {
    const fix = correction("environment_fix", "- Export it");
    assert.deepEqual(codesOf(fix, { attempt }), ["only_escalation_in_terminal"]);
  }
});

Deno.test('"Do not emit another speculative retry packet for the coder": at 4 it is refused, and goes nowhere', () => {
  assert.match(told(4), /send no other packet to the coder/);
  assert.deepEqual(codesOf(packetAnswer(), { attempt: 4 }), ["packet_in_terminal"]);
  const prose = answered("It is still broken.");
  const terminal = [ESCALATED, prose, prose, prose];
  assert.equal(nextAfter(...terminal), "reflection 4");
  assert.equal(nextAfter(...terminal, answered(packetAnswer())), "person");
});

Deno.test('"stating that reflection-level rescue is also blocked": status and attempt, and told so', () => {
  assert.match(told(4), /saying that the rescue is blocked too/);
  assert.deepEqual(codesOf(TERMINAL_PAYLOAD, { attempt: 4 }), []);
  const open = TERMINAL_PAYLOAD.replace("status: blocked", "status: in progress");
  assert.deepEqual(codesOf(open, { attempt: 4 }), ["status"]);
});

Deno.test('"On [ATTEMPT: 4+], return only the bounded terminal <ESCALATION> payload": nothing beside it', () => {
  assert.deepEqual(codesOf(TERMINAL_PAYLOAD, { attempt: 4 }), []);
  for (const text of [`Sorry.\n${TERMINAL_PAYLOAD}`, `${TERMINAL_PAYLOAD}\nThat is all.`]) {
    assert.deepEqual(codesOf(text, { attempt: 4 }), ["more_than_escalation"]);
  }
  for (const mark of ["[NEED_CONTEXT: clean_handoff]", "[COHERENCE_CHECK_FAILED] a is not b"]) {
    assert.deepEqual(codesOf(mark, { attempt: 4 }), ["only_escalation_in_terminal"]);
  }
});

Deno.test('"bounded <ESCALATION> when reflection anti-loop terminal mode is reached": before it, no agent escalates', () => {
  for (const attempt of [1, 2, 3]) {
    assert.deepEqual(codesOf(TERMINAL_PAYLOAD, { attempt }), ["escalation_too_early"]);
  }
  assert.equal(nextAfter(ESCALATED, answered(TERMINAL_PAYLOAD, 4)), "reflection 2");
});

/** The fields of the terminal payload, and what the protocol's form has in them. */
const FORM: readonly (readonly [name: string, placeholder: string])[] = [
  ["what_was_tried", "rescue hypotheses already tested"],
  ["what_did_not_work", "outcomes that remained blocked"],
  ["forced_context_checked", "checklist items verified"],
  ["current_invariants", "assumptions that still appear true"],
];

for (const [name, placeholder] of FORM) {
  Deno.test(`"${name}: ${placeholder}" is there, and filled in`, () => {
    const lint = (text: string) => lintEscalation(text).violations.map(({ code }) => code);
    const pattern = new RegExp(`^${name}:\n(?:- .*\n)+`, "m");
    assert.deepEqual(lint(TERMINAL_PAYLOAD), []);
    assert.deepEqual(lint(TERMINAL_PAYLOAD.replace(pattern, "")), ["missing_field"]);
    assert.deepEqual(lint(TERMINAL_PAYLOAD.replace(pattern, `${name}:\n`)), ["empty_field"]);
    const unfilled = TERMINAL_PAYLOAD.replace(pattern, `${name}:\n- ${placeholder}\n`);
    assert.deepEqual(lint(unfilled), ["unfilled_template"]);
  });
}

Deno.test('"task_scope: reflection rescue summary" is there, and filled in', () => {
  const scope = (text: string) =>
    TERMINAL_PAYLOAD.replace(/^task_scope:.*$/m, text).replaceAll("\n\n", "\n");
  const lint = (text: string) => lintEscalation(text).violations.map(({ code }) => code);
  assert.deepEqual(lint(scope("")), ["missing_field"]);
  assert.deepEqual(lint(scope("task_scope:")), ["empty_field"]);
  assert.deepEqual(lint(scope("task_scope: reflection rescue summary")), ["unfilled_template"]);
});

Deno.test('"attempt: [ATTEMPT: N]" has a number in the place of N, and one that is terminal', () => {
  const lint = (mark: string) =>
    lintEscalation(TERMINAL_PAYLOAD.replace("[ATTEMPT: 4]", mark)).violations
      .map(({ code }) => code);
  assert.deepEqual(lint("[ATTEMPT: N]"), ["unfilled_template"]);
  assert.deepEqual(lint("[ATTEMPT: 3]"), ["attempt_too_early"]);
  assert.deepEqual(lint("4"), ["attempt_form"]);
  assert.deepEqual(lint("[ATTEMPT: 6]"), []);
});

Deno.test('"original task reference", "latest blocking signal": each has an item of its own among the artifacts', () => {
  const lint = (...items: readonly string[]) =>
    lintEscalation(withItems("handoff_artifacts", ...items)).violations.map(({ code }) => code);
  assert.deepEqual(lint("task: SHOP-12", "signal: `npm test` exits with 1"), []);
  assert.deepEqual(lint("任务：SHOP-12", "`npm test` → 1"), [], "in any language");
  assert.deepEqual(lint("signal: `npm test` exits with 1"), ["missing_artifact"]);
  assert.deepEqual(lint("task: SHOP-12", "task: SHOP-12"), ["missing_artifact"]);
});

Deno.test('"escalation payload received", "clean snapshot reference": kept where they are named, and not demanded', () => {
  const named = ["task: SHOP-12", "payload: s-1.escalation.json", "snapshot: 1f3c9aa", "exit 1"];
  const { payload, violations } = lintEscalation(withItems("handoff_artifacts", ...named));
  assert.deepEqual([payload?.handoff_artifacts, violations], [named, []]);
  assert.match(told(4), /clean snapshot reference/);
  const without = withItems("handoff_artifacts", named[0]!, named[3]!);
  assert.deepEqual(lintEscalation(without).violations, []);
});

Deno.test('"Escalate above reflection layer. Do not re-run coder or reflection with the same context packet": told, and what was tried is no request', () => {
  assert.match(told(4), /^- <Escalate above the reflection layer: what is needed there>$/m);
  const request = "Rounded in total().";
  const packet = `[TASK]\nRound it.\n${withItems("request", request)}`;
  const { answer, violations } = checkHandoff(packet);
  assert.deepEqual(violations.map(({ code }) => code), ["contradicting_fields"]);
  assert.match(answer ?? "", /^\[COHERENCE_CHECK_FAILED\]\n- /);
  assert.equal(checkHandoff(`[TASK]\nRound it.\n${withItems("request", ABOVE)}`).answer, null);
});
