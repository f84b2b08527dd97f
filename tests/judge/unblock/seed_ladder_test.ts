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
import { correction, holds, HYPOTHESIS, packetAnswer, TERMINAL_PAYLOAD } from "./_answers.ts";
import { ABOVE, withField, withItems } from "./_escalations.ts";

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

const TOLD: readonly (readonly [sentence: string, pattern: RegExp, attempts: readonly number[]])[] =
  [
    ["Continue higher-level diagnosis", /Go on with the diagnosis above the code/, [1, 2]],
    ["Do not drift back into junior-agent style patch churn", /No patch churn/, [1, 2]],
    [
      "one materially different hypothesis and one bounded unblock action",
      /one materially different hypothesis and one bounded action/,
      [1, 2],
    ],
    ["STOP trusting the current rescue hypothesis", /STOP trusting the current rescue/, [3]],
    [
      "Re-check [FORCED_CONTEXT] or [CHECKLIST] if present",
      /Check `\[FORCED_CONTEXT\]` or `\[CHECKLIST\]` again if there is one/,
      [3],
    ],
    ["Do not continue diagnosis loops", /Do not diagnose any further/, [4]],
    ["Do not emit another speculative retry packet", /send no other packet to the coder/, [4]],
    ["stating that reflection-level rescue is also blocked", /that the rescue is blocked too/, [4]],
    ["clean snapshot reference", /clean snapshot reference/, [4]],
    [
      "Escalate above reflection layer",
      /^- <Escalate above the reflection layer: what is needed there>$/m,
      [4],
    ],
  ];

for (const [sentence, pattern, attempts] of TOLD) {
  Deno.test(`"${sentence}": told at ${attempts.join(" and ")}, and only then`, () => {
    const found = [1, 2, 3, 4].filter((attempt) => pattern.test(told(attempt)));
    assert.deepEqual(found, attempts);
  });
}

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

const fix = correction("environment_fix", "- Export it");

holds(
  '"one materially different hypothesis and one bounded unblock action": two of either, and what was tried, are refused at 1, 2 and 3',
  ...[1, 2, 3].flatMap((attempt) =>
    [
      [
        packetAnswer().replace(`  new_hypothesis: ${HYPOTHESIS}`, "$&\n  - The lock is stale"),
        "several_hypotheses",
        { attempt },
      ],
      [`${fix}\ntest_harness_fix:\n- Pass it`, "several_outputs", { attempt }],
      [packetAnswer({ what_not_to_retry: [`${HYPOTHESIS}.`] }), "not_different", { attempt }],
      [packetAnswer(), "not_different", { attempt, tried: [HYPOTHESIS] }],
    ] as const
  ),
);

holds(
  '"On [ATTEMPT: 4+], return only the bounded terminal <ESCALATION> payload": nothing else, and nothing beside it',
  ...[4, 5, 40].flatMap((attempt) =>
    [
      [TERMINAL_PAYLOAD, "", { attempt }],
      [TERMINAL_PAYLOAD.replace("what_was_tried:", "```yaml\n$&"), "", { attempt }],
      [fix, "only_escalation_in_terminal", { attempt }],
      [packetAnswer(), "packet_in_terminal", { attempt }],
      ["[NEED_CONTEXT: clean_handoff]", "only_escalation_in_terminal", { attempt }],
      ["[COHERENCE_CHECK_FAILED] a is not b", "only_escalation_in_terminal", { attempt }],
      [`Sorry.\n${TERMINAL_PAYLOAD}`, "more_than_escalation", { attempt }],
      [`${TERMINAL_PAYLOAD}\nThat is all.`, "more_than_escalation", { attempt }],
      [TERMINAL_PAYLOAD.replace("status: blocked", "status: open"), "status", { attempt }],
    ] as const
  ),
);

holds(
  '"bounded <ESCALATION> when reflection anti-loop terminal mode is reached": before it, no agent escalates',
  ...[1, 2, 3].map((attempt) => [TERMINAL_PAYLOAD, "escalation_too_early", { attempt }] as const),
);

Deno.test('"Do not emit another speculative retry packet for the coder": at 4 it goes nowhere', () => {
  const prose = answered("It is still broken.");
  const terminal = [ESCALATED, prose, prose, prose];
  assert.equal(nextAfter(...terminal), "reflection 4");
  assert.equal(nextAfter(...terminal, answered(packetAnswer())), "person");
  assert.equal(nextAfter(ESCALATED, answered(TERMINAL_PAYLOAD, 4)), "reflection 2");
});

/** The fields of the terminal payload, and what the protocol's form has in them. */
const FORM: readonly (readonly [name: string, placeholder: string])[] = [
  ["task_scope", " reflection rescue summary"],
  ["what_was_tried", "\n- rescue hypotheses already tested"],
  ["what_did_not_work", "\n- outcomes that remained blocked"],
  ["forced_context_checked", "\n- checklist items verified"],
  ["current_invariants", "\n- assumptions that still appear true"],
];

const lint = (text: string) => lintEscalation(text).violations.map(({ code }) => code);

for (const [name, placeholder] of FORM) {
  Deno.test(`"${name}:${placeholder.replace("\n-", "")}" is there, and filled in`, () => {
    const codes = (field: string | null) => lint(withField(name, field, TERMINAL_PAYLOAD));
    assert.deepEqual(codes(null), ["missing_field"]);
    assert.deepEqual(codes(`${name}:`), ["empty_field"]);
    assert.deepEqual(codes(`${name}:${placeholder}`), ["unfilled_template"]);
  });
}

Deno.test('"original task reference", "latest blocking signal": each has an item of its own among the artifacts, in any language', () => {
  const named = ["task: SHOP-12", "payload: s-1.escalation.json", "snapshot: 1f3c9aa", "exit 1"];
  const { payload, violations } = lintEscalation(withItems("handoff_artifacts", ...named));
  assert.deepEqual([payload?.handoff_artifacts, violations], [named, []]);
  assert.deepEqual(lint(withItems("handoff_artifacts", "任务：SHOP-12", "`npm test` → 1")), []);
  for (const items of [["signal: exit 1"], ["task: SHOP-12", "task: SHOP-12"]]) {
    assert.deepEqual(lint(withItems("handoff_artifacts", ...items)), ["missing_artifact"]);
  }
});

Deno.test('"Do not re-run coder or reflection with the same context packet": what was tried is no request', () => {
  const packet = (request: string) => `[TASK]\nRound it.\n${withItems("request", request)}`;
  const { answer, violations } = checkHandoff(packet("Rounded in total()."));
  assert.deepEqual(violations.map(({ code }) => code), ["contradicting_fields"]);
  assert.match(answer ?? "", /^\[COHERENCE_CHECK_FAILED\]\n- /);
  assert.equal(checkHandoff(packet(ABOVE)).answer, null);
});
