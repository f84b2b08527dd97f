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
  for (const layer of ["logic", "unknown", "architecture and environment"]) {
    assert.deepEqual(codesOf(fix(layer)), ["unknown_layer"]);
  }
});

Deno.test('"protected anti-regression memory until new evidence explicitly invalidates them": an ADR and a tag alike', () => {
  const taken = [REJECTED_FIX, "- Put a `legacyRetry` around the queries"];
  for (const body of taken) {
    const fix = correction("contract_correction", body);
    assert.deepEqual(codesOf(fix, { memory: MEMORY }), ["rejected_path"]);
    assert.deepEqual(codesOf(fix, { memory: [] }), []);
  }
  const revised = correction("contract_correction", `${REJECTED_FIX}\n${REVISION}`);
  assert.deepEqual(codesOf(revised, { memory: MEMORY }), []);
});

Deno.test('"@REJECTED remains valid unless the new evidence directly disproves the original rationale": no revision without evidence', () => {
  for (const evidence of ["", "new_evidence:", "new_evidence: TBD", "new_evidence:\n- <what>"]) {
    const body = `${REJECTED_FIX}\ndecision_revision: ADR-0007\n${evidence}`;
    const codes = codesOf(correction("contract_correction", body), { memory: MEMORY });
    assert.ok(codes.includes("rejected_path"), evidence);
  }
});

Deno.test('"one materially different hypothesis from the failed coding loop": neither two, nor one that was tried', () => {
  const tried = ["Raise the query timeout from 5 to 30 seconds"];
  assert.deepEqual(codesOf(packetAnswer(), { tried }), []);
  const same = packetAnswer({ new_hypothesis: `${tried[0]!.toUpperCase()}.` });
  assert.deepEqual(codesOf(same, { tried }), ["not_different"]);
  const two = packetAnswer().replace(/^ {2}new_hypothesis: .*/m, "$&\n  - The lock file is stale");
  assert.deepEqual(codesOf(two, { tried }), ["several_hypotheses"]);
});

Deno.test('"a different unblock path or explicit decision-revision packet": the two ways past a rejected path', () => {
  const tempting = packetAnswer({ constraints: ["Share one `GlobalPool` between all the tests"] });
  assert.deepEqual(codesOf(tempting, { memory: MEMORY }), ["rejected_path"]);
  assert.deepEqual(codesOf(packetAnswer(), { memory: MEMORY }), []);
  assert.deepEqual(codesOf(`${tempting}\n${REVISION}`, { memory: MEMORY }), []);
});

const PRODUCED: readonly (readonly [said: string, name: OutputName])[] = [
  ["corrected contract delta", "contract_correction"],
  ["bounded architecture correction", "architecture_correction"],
  ["precise environment or bash fix", "environment_fix"],
];

for (const [said, name] of PRODUCED) {
  Deno.test(`"${said}": ${name}, which says something and is bounded`, () => {
    assert.deepEqual(codesOf(correction(name, "- The pool is opened by the runner")), []);
    assert.deepEqual(codesOf(correction(name, "")), ["empty_output"]);
    const long = "- The pool is opened by the runner\n".repeat(ANSWER_LIMITS.section / 30);
    assert.deepEqual(codesOf(correction(name, long)), ["too_large"]);
  });
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

Deno.test('"Do not write full business implementation unless the unblock requires a minimal proof patch": told, and a correction is bounded', () => {
  const told = AGENT_TEXT.replaceAll(/\s+/g, " ");
  assert.ok(told.includes("No business implementation; at most the smallest patch that proves"));
  const body = "```ts\n" + "open();\n".repeat(ANSWER_LIMITS.section / 7) + "```";
  assert.deepEqual(codesOf(correction("test_harness_fix", body)), ["too_large"]);
});

Deno.test('"A new unblock hypothesis and bounded correction path are produced": neither may be missing', () => {
  const fix = correction("environment_fix", "- Export it");
  assert.deepEqual(codesOf(fix.replace(/^new_hypothesis:.*\n/m, "")), ["missing_field"]);
  assert.deepEqual(codesOf(reportFor("environment_fix")), ["no_output"]);
});

Deno.test('"May propose architecture corrections, environment fixes, or narrow unblock patches": and nothing that is no output', () => {
  const names: readonly OutputName[] = [
    "architecture_correction",
    "environment_fix",
    "test_harness_fix",
  ];
  for (const name of names) assert.deepEqual(codesOf(correction(name, "- Open the pool")), []);
  const other = `${reportFor("environment_fix")}\nrelease_plan:\n- Ship it`;
  assert.ok(codesOf(other).includes("no_output"));
});

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

Deno.test('"return a contract or ADR correction explicitly stating what changed": a revision names the decision and the evidence', () => {
  const fix = (revision: string) =>
    correction("contract_correction", `${REJECTED_FIX}\n${revision}`);
  assert.deepEqual(codesOf(fix(REVISION), { memory: MEMORY }), []);
  const other = REVISION.replace("ADR-0007", "ADR-0008");
  assert.deepEqual(codesOf(fix(other), { memory: MEMORY }), ["rejected_path"]);
  assert.deepEqual(codesOf(fix("It is safe now."), { memory: MEMORY }), ["rejected_path"]);
});

Deno.test('"Never recommend removing @RATIONALE / @REJECTED as a shortcut": told, and not in a patch', () => {
  assert.ok(
    AGENT_TEXT.includes("Never recommend removing a `@RATIONALE` or `@REJECTED`"),
  );
  for (const tag of ["@RATIONALE", "@REJECTED"]) {
    const patch = `\`\`\`diff\n-// ${tag}: a shared pool\n+pool();\n\`\`\``;
    assert.deepEqual(codesOf(correction("contract_correction", patch)), ["removes_tag"]);
  }
});

Deno.test('"a bounded decision revision instead of a silent implementation bypass": the bypass is refused, the revision is not', () => {
  const bypass = correction("environment_fix", `${REJECTED_FIX}, whatever was decided`);
  assert.deepEqual(codesOf(bypass, { memory: MEMORY }), ["rejected_path"]);
  const revised = correction("contract_correction", `${REJECTED_FIX}\n${REVISION}`);
  assert.deepEqual(codesOf(revised, { memory: MEMORY }), []);
  const long = correction("contract_correction", `${REVISION} ${"and ".repeat(3_000)}`);
  assert.deepEqual(codesOf(long, { memory: MEMORY }), ["too_large"]);
});

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

Deno.test('"retry_packet_for_coder if applicable": where the action names it, and only there', () => {
  assert.deepEqual(codesOf(packetAnswer()), []);
  assert.deepEqual(codesOf(correction("environment_fix", "- Export it")), []);
  const other = packetAnswer().replace("action: retry_packet_for_coder", "action: environment_fix");
  assert.deepEqual(codesOf(other), ["action_mismatch"]);
});

Deno.test('"Do not return: full chain-of-thought": no tags of it, and few lines outside of any field', () => {
  const fix = correction("environment_fix", "- Export it");
  const thought = "<thinking>It may be the runner.</thinking>";
  assert.deepEqual(codesOf(`${thought}\n${fix}`), ["chain_of_thought"]);
  const aside = "Es könnte der Runner sein.\n".repeat(ANSWER_LIMITS.looseLines);
  assert.deepEqual(codesOf(`${aside}${fix}`), []);
  assert.deepEqual(codesOf(`${aside}Or not.\n${fix}`), ["chain_of_thought"]);
});

Deno.test('"Do not return: long replay of failed attempts": neither retold nor pasted', () => {
  const lines = (count: number, line: (at: number) => string) =>
    correction("environment_fix", Array.from({ length: count }, (_, at) => line(at)).join("\n"));
  const told = (count: number) => lines(count, (at) => `- [ATTEMPT: ${at + 1}] 提高了超时`);
  assert.deepEqual(codesOf(told(NOISE.attempt_replay.most)), []);
  assert.deepEqual(codesOf(told(NOISE.attempt_replay.most + 1)), ["replays_attempts"]);
  const frames = NOISE.trace_replay.most + 1;
  const pasted = lines(frames, (at) => `    at connect (src/pool.ts:${at}:1)`);
  assert.deepEqual(codesOf(pasted), ["replays_attempts"]);
});

Deno.test('"Do not return: broad code rewrite unless strictly required to unblock": told', () => {
  assert.ok(AGENT_TEXT.includes("no broad rewrite"));
});
