// The protocol's text about what the agent returns: its layer, its one hypothesis, its one output,
// and the decisions that bind it. Every name quotes the sentence that it holds.

import assert from "node:assert/strict";
import {
  FAILURE_LAYERS,
  type OutputName,
  OUTPUTS,
  RETRY_FIELDS,
} from "../../../judge/unblock/protocol.ts";
import { readTags } from "../../../judge/unblock/decisions.ts";
import { ANSWER_LIMITS, checkAnswer } from "../../../judge/unblock/answer.ts";
import { NOISE } from "../../../judge/unblock/handoff.ts";
import {
  AGENT_TEXT,
  codesOf,
  correction,
  holds,
  MEMORY,
  PACKET,
  packetAnswer,
  packetText,
  REJECTED_FIX,
  reportFor,
  REVISION,
  TERMINAL_PAYLOAD,
} from "./_answers.ts";

const LAYERS: readonly (readonly [said: string, layer: string])[] = [
  ["architecture", "architecture"],
  ["environment", "environment"],
  ["dependency wiring", "dependency"],
  ["contract mismatch", "contract_mismatch"],
  ["test harness or mock setup", "test_harness"],
  ["hidden assumption in paths, imports, or configuration", "hidden_assumption"],
];

Deno.test('"identify the higher-level failure layer": one of six, and nothing lower', () => {
  assert.deepEqual(LAYERS.map(([, layer]) => layer), FAILURE_LAYERS);
  const fix = (layer: string) =>
    `${reportFor("environment_fix", { layer })}\nenvironment_fix:\n- Export it`;
  for (const [, layer] of LAYERS) assert.deepEqual(codesOf(fix(layer)), []);
  for (const layer of ["logic", "local_logic", "code", "unknown", "architecture and environment"]) {
    assert.deepEqual(codesOf(fix(layer)), ["unknown_layer"]);
  }
});

/** Takes the rejected path, and says more. */
const takes = (more: string) => correction("contract_correction", `${REJECTED_FIX}\n${more}`);
const memory = MEMORY;

holds(
  '"protected anti-regression memory until new evidence explicitly invalidates them": an ADR and a tag alike',
  [takes(""), "rejected_path", { memory }],
  [correction("environment_fix", "- Put a `legacyRetry` around it"), "rejected_path", { memory }],
  [takes(""), ""],
);

holds(
  '"@REJECTED remains valid unless the new evidence directly disproves the original rationale", "return a contract or ADR correction explicitly stating what changed": a revision names the decision and the evidence',
  ...["", "new_evidence:", "new_evidence: TBD", "new_evidence:\n- <what>"].map((evidence) =>
    [takes(`decision_revision: ADR-0007\n${evidence}`), "rejected_path", { memory }] as const
  ),
  [takes("It is safe now."), "rejected_path", { memory }],
  [takes(REVISION.replace("ADR-0007", "ADR-0008")), "rejected_path", { memory }],
  [takes(REVISION), "", { memory }],
);

const tempting = packetAnswer({ constraints: ["Share one `GlobalPool` between all the tests"] });

holds(
  '"a different unblock path or explicit decision-revision packet", "instead of a silent implementation bypass": the two ways past a rejected path, and both are bounded',
  [tempting, "rejected_path", { memory }],
  [packetAnswer(), "", { memory }],
  [`${tempting}\n${REVISION}`, "", { memory }],
  [takes(`${REVISION} ${"and ".repeat(3_000)}`), "too_large", { memory }],
);

const tried = ["Raise the query timeout from 5 to 30 seconds"];

holds(
  '"one materially different hypothesis from the failed coding loop": neither two, nor one that was tried',
  [packetAnswer(), "", { tried }],
  [packetAnswer({ new_hypothesis: `${tried[0]!.toUpperCase()}.` }), "not_different", { tried }],
  [
    packetAnswer().replace(/^ {2}new_hypothesis: .*/m, "$&\n  - The lock file is stale"),
    "several_hypotheses",
  ],
);

const PRODUCED: readonly (readonly [said: string, name: OutputName])[] = [
  ["corrected contract delta", "contract_correction"],
  ["bounded architecture correction", "architecture_correction"],
  ["precise environment or bash fix", "environment_fix"],
  ["narrow unblock patches", "test_harness_fix"],
];

for (const [said, name] of PRODUCED) {
  holds(
    `"${said}": ${name}, which says something and is bounded`,
    [correction(name, "- The pool is opened by the runner"), ""],
    [correction(name, ""), "empty_output"],
    [correction(name, "- The runner opens it\n".repeat(ANSWER_LIMITS.section / 20)), "too_large"],
  );
}

Deno.test('"narrow patch strategy for the coder to retry": files that are there, and a bounded list of them', () => {
  const there = (path: string) => path.startsWith("/") ? null : path === "src/pool.ts";
  const codes = (...files: string[]) =>
    codesOf(packetAnswer({ files_to_recheck: files }), { exists: there });
  assert.deepEqual(codes("src/pool.ts", "`src/pool.ts:12` (open)", "/etc/hosts", "src/**"), []);
  assert.deepEqual(codes("src/pool.ts", "src/gone.ts"), ["no_such_file"]);
  const many = Array<string>(ANSWER_LIMITS.items + 1).fill("src/pool.ts");
  assert.deepEqual(codes(...many), ["too_large"]);
});

Deno.test('"Do not write full business implementation", "broad code rewrite unless strictly required to unblock", "Never recommend removing": told', () => {
  const told = AGENT_TEXT.replaceAll(/\s+/g, " ");
  assert.ok(told.includes("No business implementation; at most the smallest patch that proves"));
  assert.ok(told.includes("no broad rewrite"));
  assert.ok(told.includes("Never recommend removing a `@RATIONALE` or `@REJECTED`"));
});

holds(
  '"A new unblock hypothesis and bounded correction path are produced": neither may be missing, and nothing else is one',
  [correction("environment_fix", "- It").replace(/^new_hypothesis:.*\n/m, ""), "missing_field"],
  [reportFor("environment_fix"), "no_output"],
  [`${reportFor("environment_fix")}\nrelease_plan:\n- Ship it`, "no_output"],
);

Deno.test('"[DEF:id:ADR] decisions and local @REJECTED tags are frozen by default": a change may not take them out', () => {
  const tag = "// @REJECTED: `legacyRetry` around queries";
  const [upstream] = readTags("a.ts", `// [DEF:Pool:ADR]\n${tag}`);
  assert.deepEqual([upstream?.kind, upstream?.scope], ["adr", "Pool"]);
  const patch =
    `\`\`\`diff\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,1 @@\n const a = 1;\n-${tag}\n\`\`\``;
  const codes = (body: string) =>
    codesOf(correction("contract_correction", body), { memory: [upstream!] });
  assert.deepEqual(codes(patch), ["removes_tag"]);
  const revision = "decision_revision: Pool\nnew_evidence: queries are idempotent now";
  assert.deepEqual(codes(`${patch}\n${revision}`), []);
  assert.deepEqual(codes(patch.replace("\n```", `\n+${tag}, and more\n\`\`\``)), []);
});

holds(
  '"Never recommend removing @RATIONALE / @REJECTED as a shortcut": not in a patch',
  ...["@RATIONALE", "@REJECTED"].map((tag) => {
    const patch = `\`\`\`diff\n-// ${tag}: a shared pool\n+pool();\n\`\`\``;
    return [correction("contract_correction", patch), "removes_tag"] as const;
  }),
);

/** An answer for each output that may be returned. */
const ALLOWED: Readonly<Record<OutputName, string>> = {
  contract_correction: correction("contract_correction", "- total() returns cents"),
  architecture_correction: correction("architecture_correction", "- The runner opens the pool"),
  environment_fix: correction("environment_fix", "- Export it in the step"),
  test_harness_fix: correction("test_harness_fix", "- The mock resolves late"),
  retry_packet_for_coder: packetAnswer(),
  "[NEED_CONTEXT: target]": "[NEED_CONTEXT: the failing command]",
  "<ESCALATION>": TERMINAL_PAYLOAD,
};

for (const [name, text] of Object.entries(ALLOWED)) {
  const attempt = name === "<ESCALATION>" ? 4 : 2;
  Deno.test(`"Return exactly one of": ${name} is one, and with another it is none`, () => {
    assert.equal(checkAnswer(text, { attempt }).output, name);
    assert.deepEqual(codesOf(text, { attempt }), []);
    const two = `${text}\n\n[NEED_CONTEXT: more]`;
    assert.equal(checkAnswer(two, { attempt }).output, null);
    assert.ok(codesOf(two, { attempt }).includes("several_outputs"));
  });
}

Deno.test('"Return exactly one of": there is no eighth output', () => {
  assert.deepEqual(OUTPUTS.map(({ name }) => name), Object.keys(ALLOWED));
  assert.deepEqual(codesOf("Everything is fine."), ["no_output"]);
});

const FIELDS: readonly string[] = [
  "new_hypothesis",
  "failure_layer",
  "files_to_recheck",
  "forced_checklist",
  "constraints",
  "what_not_to_retry",
  "decision_memory_notes",
];

Deno.test('"emit a compact retry packet containing": seven fields, and a limit to their size', () => {
  assert.deepEqual(RETRY_FIELDS.map(({ name }) => name), FIELDS);
  const stays = "The public interface of the pool stays as it is today";
  const big = Array.from({ length: 19 }, (_, at) => `${at} ${`${stays}, `.repeat(6)}`);
  assert.deepEqual(codesOf(packetAnswer({ constraints: big })), ["too_large"]);
});

for (const name of FIELDS) {
  Deno.test(`"a compact retry packet containing": ${name} is there and says something`, () => {
    const [before, after] = [reportFor("retry_packet_for_coder"), packetText(PACKET)];
    const own = new RegExp(`^  ${name}:.*\n(?:  - .*\n)*`, "m");
    assert.match(after, own);
    assert.deepEqual(codesOf(`${before}\n${after.replace(own, "")}`), ["missing_field"]);
    assert.deepEqual(codesOf(`${before}\n${after.replace(own, `  ${name}:\n`)}`), ["empty_field"]);
  });
}

Deno.test('"Return compactly": failure_layer, observations, new_hypothesis and action, once each, in a bounded answer', () => {
  const fix = correction("environment_fix", "- Export it");
  for (const name of ["failure_layer", "observations", "new_hypothesis", "action"]) {
    const own = new RegExp(`^${name}:.*\n(?:- .*\n)*`, "m");
    assert.deepEqual(codesOf(fix.replace(own, "")), ["missing_field"], name);
    const twice = codesOf(fix.replace(own, (field) => field + field));
    assert.ok(twice.includes("repeated_field"), name);
  }
  assert.deepEqual(codesOf(fix + " ".repeat(ANSWER_LIMITS.answer)), ["too_large"]);
});

holds(
  '"retry_packet_for_coder if applicable": where the action names it, and only there',
  [packetAnswer(), ""],
  [
    packetAnswer().replace("action: retry_packet_for_coder", "action: environment_fix"),
    "action_mismatch",
  ],
);

const fix = correction("environment_fix", "- Export it");
const aside = "Es könnte der Runner sein.\n".repeat(ANSWER_LIMITS.looseLines);

holds(
  '"Do not return: full chain-of-thought": no tags of it, and few lines outside of any field',
  [`<thinking>It may be the runner.</thinking>\n${fix}`, "chain_of_thought"],
  [`${aside}${fix}`, ""],
  [`${aside}Or not.\n${fix}`, "chain_of_thought"],
);

const lines = (count: number, line: (at: number) => string) =>
  correction("environment_fix", Array.from({ length: count }, (_, at) => line(at)).join("\n"));
const told = (count: number) => lines(count, (at) => `- [ATTEMPT: ${at + 1}] 提高了超时`);
const { attempt_replay, trace_replay } = NOISE;

holds(
  '"Do not return: long replay of failed attempts": neither retold nor pasted',
  [told(attempt_replay.most), ""],
  [told(attempt_replay.most + 1), "replays_attempts"],
  [
    lines(trace_replay.most + 1, (at) => `    at connect (src/pool.ts:${at}:1)`),
    "replays_attempts",
  ],
);
