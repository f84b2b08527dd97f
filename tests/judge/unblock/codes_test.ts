// Texts of the protocol and the codes of what is wrong with each, as one table.

import assert from "node:assert/strict";
import { type Decision, readAdr, readTags } from "../../../judge/unblock/decisions.ts";
import { commandHash } from "../../../judge/unblock/attempts.ts";
import { lintEscalation } from "../../../judge/unblock/form.ts";
import { checkHandoff } from "../../../judge/unblock/handoff.ts";
import { FAULTS } from "../../../judge/unblock/protocol.ts";
import { codesOf, correction, packetAnswer, TERMINAL_PAYLOAD } from "./_answers.ts";
import { GOOD, withField, withItems } from "./_escalations.ts";

type Row = readonly [what: string, text: string, ...codes: string[]];

const PAYLOADS: readonly Row[] = [
  ["one", GOOD],
  ["one in a fence", `\`\`\`\n${GOOD}\n\`\`\``],
  ["one with Windows' line ends", GOOD.replaceAll("\n", "\r\n")],
  ["names that are set off", GOOD.replace(/^(\w+):/gm, "**$1:**")],
  ["values behind the colon", withField("request", "request: Ask the owner of the contract")],
  ["an item that goes on", withItems("what_was_tried", "Rounded\n  error: in total()")],
  ["one that is mentioned before", `Emit\n<ESCALATION>\nat 4.\n${GOOD}`],
  ["one in another language", withItems("request", "请负责合同的人决定")],
  ["a field that the form does not have", GOOD.replace("request:", "mood: calm\n$&")],
  ["none", "Please fix it.", "no_payload"],
  ["a mention", "Emit <ESCALATION> at 4.", "no_payload"],
  ["two", `${GOOD}\n${GOOD}`, "several_payloads"],
  ["one in another", GOOD.replace("request:", `${GOOD}\n$&`), "unclosed", "several_payloads"],
  ["an open one", GOOD.replace("</ESCALATION>", ""), "unclosed"],
  ["a huge one", withItems("request", "a".repeat(20_000)), "too_large"],
  ["a long item", withItems("request", "a".repeat(1_001)), "too_large"],
  ["many items", withItems("request", ..."abcdefghijklmnopqrstu".split("")), "too_large"],
  ["words before the first field", GOOD.replace("status:", "So it is.\n$&"), "stray_text"],
  ["a field that is missing", withField("request", null), "missing_field"],
  ["a field twice", GOOD.replace("request:", "task_scope: again\n$&"), "repeated_field"],
  ["an empty field", withField("task_scope", "task_scope:"), "empty_field"],
  ["an empty list", withField("request", "request:\n- -"), "empty_field"],
  ["none where something is asked for", withItems("request", "none"), "empty_field"],
  ["none where that is allowed", withItems("forced_context_checked", "none")],
  ["another status", withField("status", "status: open"), "status"],
  ["an attempt without its mark", withField("attempt", "attempt: 4"), "attempt_form"],
  ["an early attempt", withField("attempt", "attempt: [ATTEMPT: 3]"), "attempt_too_early"],
  ["the form's attempt", withField("attempt", "attempt: [ATTEMPT: N]"), "unfilled_template"],
  ["the form's words", withItems("what_was_tried", "<what>"), "unfilled_template"],
  ["a task to do", withItems("current_invariants", "TODO"), "unfilled_template"],
  ["the form's layers", withItems("suspected_failure_layer", "a | b"), "unfilled_template"],
  ["a layer that is none", withItems("suspected_failure_layer", "logic"), "unknown_layer"],
  ["a layer in words", withItems("suspected_failure_layer", "Test harness (the mock)")],
  ["one artifact", withItems("handoff_artifacts", "task: SHOP-12"), "missing_artifact"],
];

const fix = correction("environment_fix", "- Export it");
const diff = (...lines: string[]) =>
  correction("contract_correction", ["```diff", ...lines, "```"].join("\n"));

const ANSWERS: readonly Row[] = [
  ["a correction", fix],
  ["a packet", packetAnswer()],
  ["a report in another language", fix.replace("- Export it", "- 在运行测试的步骤中导出变量")],
  ["one in a fence", `\`\`\`\n${fix}\n\`\`\``],
  ["names that are set off", fix.replace("environment_fix:", "## environment_fix")],
  ["a field that no form has", fix.replace("action:", "confidence: high\n$&")],
  ["code with the form's names in it", correction("environment_fix", "```yaml\naction: x\n```")],
  ["a request for context", "`[NEED_CONTEXT: the failing command]`"],
  ["a contradiction", "[COHERENCE_CHECK_FAILED] The task wants what ADR-0007 rejects"],
  ["words about a rewrite", correction("architecture_correction", "- Rewrite the whole pool")],
  [
    "a hypothesis in two sentences",
    packetAnswer({ new_hypothesis: "The shell. Alternatively, CI" }),
  ],
  ["nothing", "Everything is fine.", "no_output"],
  ["two outputs", `${fix}\ntest_harness_fix:\n- Pass it`, "several_outputs"],
  ["an empty correction", correction("environment_fix", ""), "empty_output"],
  ["the form's own words", correction("environment_fix", "- <fix>"), "empty_output"],
  ["a request for nothing", "[NEED_CONTEXT: target]", "need_context_form"],
  ["a request and more", "Hm.\n[NEED_CONTEXT: logs]", "more_than_need_context"],
  ["a contradiction without words", "[COHERENCE_CHECK_FAILED]", "no_contradiction"],
  ["an early escalation", TERMINAL_PAYLOAD, "escalation_too_early"],
  ["a report that is not whole", fix.replace(/^action: .*\n/m, ""), "missing_field"],
  ["a layer that is none", fix.replace("layer: environment", "layer: logic"), "unknown_layer"],
  [
    "another action",
    fix.replace("action: env", "action: test_harness_fix or env"),
    "action_mismatch",
  ],
  [
    "an action that is there twice, and another one",
    fix.replace(/^action: .*\n/m, "action: test_harness_fix\n$&"),
    "action_mismatch",
    "repeated_field",
  ],
  ["two layers", packetAnswer({ failure_layer: "dependency" }), "layer_mismatch"],
  [
    "what is not to be retried, asked for",
    packetAnswer({ what_not_to_retry: ["Raise it"], forced_checklist: ["raise  it."] }),
    "contradicting_fields",
  ],
  ["a tag taken out", diff("-// @REJECTED: a shared pool"), "removes_tag"],
  ["a tag moved", diff("-// @REJECTED: a pool", " x", "+// @REJECTED: a pool, since 4.2")],
  ["thinking", `<thinking>\n${fix}`, "chain_of_thought"],
  ["a long text", fix + " ".repeat(24_000), "too_large"],
];

const packet = `[TASK]\nRound it.\n${GOOD}`;

const HANDOFFS: readonly Row[] = [
  ["a packet", packet],
  ["no trigger", "[TASK]\nRound it.", "no_payload"],
  ["no task", GOOD, "missing_task"],
  ["a chat", `${packet}\n${"Assistant: now I will try it\n".repeat(4)}`, "chat_turn"],
  ["thinking", `${packet}\n<thinking>`, "thinking_block"],
  ["a huge task", packet.replace("Round it.", "a ".repeat(5_001)), "too_long"],
];

const TESTS = [
  ["lint", PAYLOADS, (text: string) => lintEscalation(text).violations.map(({ code }) => code)],
  ["check", ANSWERS, (text: string) => codesOf(text)],
  ["handoff", HANDOFFS, (text: string) => checkHandoff(text).violations.map(({ code }) => code)],
] as const;

for (const [command, rows, codesIn] of TESTS) {
  for (const [what, text, ...codes] of rows) {
    Deno.test(`${command}: ${what}${codes.length === 0 ? " is fine" : ` is ${codes}`}`, () => {
      assert.deepEqual([...new Set(codesIn(text))], codes);
    });
  }
}

Deno.test("every code of the table of faults is reached by one of these texts, or by the protocol's", () => {
  const reached = new Set(TESTS.flatMap(([, rows]) => rows.flatMap(([, , ...codes]) => codes)));
  const elsewhere = [
    "unknown_field",
    "more_than_escalation",
    "packet_in_terminal",
    "rejected_path",
  ];
  elsewhere.push("only_escalation_in_terminal", "several_hypotheses", "not_different");
  elsewhere.push("no_such_file", "replays_attempts", "snapshot_differs", "attempt_differs");
  elsewhere.push("rejected_task", "checklist_denied");
  assert.deepEqual(
    Object.keys(FAULTS).filter((code) => !reached.has(code)).toSorted(),
    elsewhere.toSorted(),
  );
});

Deno.test("a fix that is nothing but commands that were run and failed is not another one", () => {
  const failed = new Set(["npm ci", "npm test"].map((command) => commandHash(command)));
  const codes = (body: string) => codesOf(correction("environment_fix", body), { failed });
  assert.deepEqual(codes("```sh\nnpm  ci > log.txt\n```"), ["not_different"]);
  assert.deepEqual(codes("- `npm ci`\n- `npm test`"), ["not_different"]);
  assert.deepEqual(codes("- `rm -r node_modules`\n- `npm ci`"), []);
  assert.deepEqual(codes("Export CI, then:\n```sh\nnpm ci\n```"), []);
});

Deno.test("a rejected path is known by its own key, and shown with its decision", () => {
  const adr = (title: string) =>
    readAdr("docs/adr/0007-x.md", `# ${title}\n\n## Status\n\nRejected\n`);
  const rows: readonly (readonly [Decision[], body: string, isNamed: boolean])[] = [
    [
      readTags("a.ts", "// @REJECTED: `redis` for sessions"),
      "- Put the sessions into `redis`",
      true,
    ],
    [
      readTags("a.ts", "// @REJECTED: `redis` for sessions"),
      "- Put it into Redis-like storage",
      false,
    ],
    [readTags("a.ts", "# @REJECTED float math: sums drift"), "- Use  Float Math here", true],
    [readTags("a.ts", "# @REJECTED float math: sums drift"), "- Use math on floats", false],
    [
      readTags("a.ts", "<!-- @REJECTED src/old/pool.ts, it leaks -->"),
      "- Take src/old/pool.ts",
      true,
    ],
    [readTags("a.ts", "// @RATIONALE: `redis` is fast"), "- Put it into `redis`", false],
    [adr("Use MongoDB"), "- Use MongoDB for it", true],
    [adr("Use MongoDB"), "- Use another database", false],
    [
      readAdr("docs/adr/1-x.md", "# A\n## Rejected options\n- `kafka`: heavy\n"),
      "- Start `kafka`",
      true,
    ],
  ];
  for (const [memory, body, isNamed] of rows) {
    const codes = codesOf(correction("environment_fix", body), { memory });
    assert.deepEqual(codes, isNamed ? ["rejected_path"] : [], body);
  }
  // A limit of a packet may name what its notes say is rejected; a hypothesis may not.
  const memory = readTags("src/a.ts", "// [DEF:pool:Module]\n// @REJECTED: `redis`");
  const limit = {
    constraints: ["Leave `redis` out"],
    decision_memory_notes: ["`pool` of src/a.ts"],
  };
  assert.deepEqual(codesOf(packetAnswer(limit), { memory }), []);
  const idea = packetAnswer({ ...limit, new_hypothesis: "Sessions belong into `redis`" });
  assert.deepEqual(codesOf(idea, { memory }), ["rejected_path"]);
});

Deno.test("decisions are read from comments of any kind, scopes and records", () => {
  const text = [
    "/* [DEF:Cache:ADR]",
    " * @REJECTED: one cache",
    " *   for everything",
    " * [/DEF:Cache] */",
    "x = 1  # @RATIONALE cents",
    'say("// @REJECTED: no comment")',
    "- @REJECTED:",
    "- <what>",
  ].join("\n");
  assert.deepEqual(readTags("a.py", text).map(({ id, kind, text }) => [id, kind, text]), [
    ["Cache#rejected-1", "adr", "one cache for everything"],
    ["a.py#rationale-1", "tag", "cents"],
  ]);
  const statuses = ["Accepted", "Superseded by 9", "deprecated", "**Rejected**", "Proposed"];
  assert.deepEqual(
    statuses.map((status) => readAdr("adr/3-x.md", `# 3. X\n* Status: ${status}\n`)[0]?.status),
    ["rationale", "superseded", "superseded", "rejected", undefined],
  );
});
