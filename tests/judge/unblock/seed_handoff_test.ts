// The protocol's text about what is handed over: the trigger, the clean handoff, and what is said
// in place of work. Every name quotes the sentence that it holds;

import assert from "node:assert/strict";
import { readAdr, readTags } from "../../../judge/unblock/decisions.ts";
import {
  buildHandoff,
  checkHandoff,
  HANDOFF_LIMITS,
  NOISE,
  type Noise,
} from "../../../judge/unblock/handoff.ts";
import { MAX_PAYLOAD_CHARACTERS, NEEDED } from "../../../judge/unblock/protocol.ts";
import { GOOD, samplePayload, withField } from "./_escalations.ts";
import { facts, HEAD, stuck } from "./_handoffs.ts";

function packetOf(given: Parameters<typeof facts>[0] = {}): Promise<string> {
  return buildHandoff(facts(given));
}

const answerTo = (text: string) => checkHandoff(text).answer;
const codesIn = (text: string) => checkHandoff(text).violations.map(({ code }) => code);

Deno.test('"a bounded escalation payload in this shape": tag, status and attempt, in a bounded payload', async () => {
  const packet = await packetOf();
  assert.equal(answerTo(packet), null);
  const spoilt = [
    packet.replaceAll("ESCALATION>", "REPORT>"),
    packet.replace("status: blocked", "status: failing"),
    packet.replace("[ATTEMPT: 4]", "[ATTEMPT: 3]"),
    packet.replace("task_scope: ", `task_scope: ${"x".repeat(MAX_PAYLOAD_CHARACTERS)}`),
  ];
  for (const text of spoilt) assert.equal(answerTo(text), NEEDED.trigger);
});

Deno.test('"treat the task as misrouted and emit [NEED_CONTEXT: escalation_payload]", "when the anti-loop trigger is missing": whatever else the text holds, and before anything else is said', async () => {
  const packet = await packetOf();
  const polluted = `<thinking>it is the mock</thinking>\n${packet}`;
  assert.equal(answerTo(polluted), "[NEED_CONTEXT: clean_handoff]");
  const without = [polluted.replace("status: blocked", "status: open"), packet.replace(GOOD, "")];
  for (const text of ["", "[TASK]\nFix it.", "Emit <ESCALATION> at 4.", ...without]) {
    assert.equal(answerTo(text), "[NEED_CONTEXT: escalation_payload]");
  }
});

Deno.test('"The handoff to you must be context-clean", "Never continue the junior agent\'s failed reasoning line by inertia": built so, and refused with the chat pasted before it', async () => {
  const said = ["The rounding mode must be wrong.", "So banker's rounding it is."];
  const packet = await packetOf({ conversation: stuck("Round it.", said) });
  assert.equal(answerTo(packet), null);
  for (const words of ["rounding mode", "banker"]) assert.ok(!packet.includes(words), words);
  const chat = [1, 2].flatMap(() => said).map((text) => `Assistant: ${text}`).join("\n");
  assert.equal(answerTo(`${chat}\n\n${packet}`), NEEDED.handoff);
});

Deno.test('"original task or original [DEF] contract", "original task context are available": one of them, or the packet is refused', () => {
  assert.deepEqual(codesIn(`[TASK]\nRound it.\n\n${GOOD}`), []);
  assert.deepEqual(codesIn(`[DEF:Total:Module]\n\n${GOOD}`), []);
  assert.deepEqual(codesIn(GOOD), ["missing_task"]);
  assert.deepEqual(codesIn(`[TASK]\n\n${GOOD}`), ["missing_task"]);
  assert.equal(answerTo(GOOD), "[NEED_CONTEXT: clean_handoff]");
});

Deno.test('"clean source snapshot or latest clean file state": the commit, and which files are not as it has them', async () => {
  const packet = await packetOf();
  assert.ok(packet.includes(`## [SNAPSHOT]\ncommit: ${HEAD}\ndirty files:\n- src/total.js\n`));
  const { answer, violations } = checkHandoff(packet, { snapshot: { head: "0".repeat(40) } });
  assert.deepEqual(violations.map(({ code }) => code), ["snapshot_differs"]);
  assert.match(answer ?? "", /^\[COHERENCE_CHECK_FAILED\]\n/);
});

Deno.test('"[FORCED_CONTEXT] or [CHECKLIST] if present": sections of their own, and neither has to be there', async () => {
  const packet = await packetOf();
  assert.ok(packet.includes("## [CHECKLIST]\n- [ ] imports or path resolution\n"));
  const without = packet.replace(/## \[CHECKLIST\]\n(?:- .*\n)+/, "");
  for (const text of [without, `${packet}\n## [FORCED_CONTEXT]\n- Prices are in cents\n`]) {
    assert.equal(answerTo(text), null);
  }
});

Deno.test('"minimal failing command or error signature": the command and a few lines of its output', async () => {
  const [, command, signature = ""] =
    /## \[FAILURE\]\ncommand: `(.*)`\n((?:> .*\n)+)/.exec(await packetOf()) ?? [];
  assert.equal(command, "npm test");
  assert.match(signature, /^> .*rounds to cents$/m);
  const { lines, characters } = HANDOFF_LIMITS.failure;
  assert.ok(signature.trim().split("\n").length <= lines && signature.length <= characters);
});

Deno.test("all free text of a packet passes the scrubber", async () => {
  const packet = await packetOf({
    conversation: stuck("Round it, the password is hunter2."),
    snapshot: { head: HEAD, dirty: ["hunter2.txt"] },
    payload: {
      ...samplePayload(),
      request: ["Ask for hunter2"],
      extra: [{ name: "a", values: ["hunter2"] }],
    },
    memory: readTags("hunter2.ts", "// @REJECTED: `hunter2` in tests"),
  });
  assert.ok(packet.split("[redacted: p]").length >= 6 && !packet.includes("hunter2"));
});

/** A line that breaks each rule once. */
const NOISY: Readonly<Record<Noise, string>> = {
  chat_turn: "Assistant: now this is what was said",
  thinking_block: "</thinking>",
  attempt_replay: "Attempt 1: rounded it, no change",
  diff_replay: "@@ -1,2 +1,2 @@",
  trace_replay: "    at total (total.js:1:2)",
  log_replay: "FAIL total.test.js",
};

Deno.test('"reject polluted handoff that contains long failed reasoning transcripts": each kind, beyond what a clean one may hold', () => {
  for (const [code, { most }] of Object.entries(NOISE)) {
    const packet = (times: number) =>
      ["[TASK]", "Round it.", GOOD, ...Array<string>(times).fill(NOISY[code as Noise])].join("\n");
    assert.deepEqual(codesIn(packet(most)), [], code);
    assert.deepEqual(codesIn(packet(most + 1)), [code]);
    assert.equal(answerTo(packet(most + 1)), "[NEED_CONTEXT: clean_handoff]");
  }
  const long = `[TASK]\nRound it.\n${GOOD}\n${"Es war der Mock. ".repeat(2_000)}`;
  assert.deepEqual(codesIn(long), ["too_long"], "by its size in any language");
});

Deno.test('"Emit [NEED_CONTEXT: clean_handoff] when the handoff contains polluted long-form failed history": a pasted session', async () => {
  const session = [1, 2, 3].map((n) =>
    `## Attempt ${n}\nI thought it was the mock, so I tried ${n}.\nTests: 1 failed, 4 passed`
  );
  const polluted = `${await packetOf()}\n${session.join("\n")}`;
  assert.equal(answerTo(polluted), "[NEED_CONTEXT: clean_handoff]");
  assert.deepEqual(codesIn(polluted), ["attempt_replay"]);
});

Deno.test('"upstream ADR and local @RATIONALE / @REJECTED tags that constrain the failing path": in the packet, those beside the change first', async () => {
  const memory = [
    ...readTags("lib/other.js", "// @REJECTED: `eval` of input\n// @RATIONALE: no framework"),
    ...readTags("src/total.js", "// @RATIONALE: cents\n// @REJECTED: `floatMath` for money"),
    ...readAdr("docs/adr/0007-m.md", "# Use MongoDB\nStatus: Rejected"),
  ];
  const [, notes = ""] = (await packetOf({ memory })).split("## [DECISION_MEMORY]\n");
  const told = notes.trim().split("\n");
  assert.deepEqual(told.map((note) => /^- (\w+) .*\((.*)\)/.exec(note)?.slice(1)), [
    ["rejected", "src/total.js:2"],
    ["rejected", "docs/adr/0007-m.md:1"],
    ["rejected", "lib/other.js:1"],
    ["rationale", "src/total.js:1"],
    ["rationale", "lib/other.js:2"],
  ]);
});

Deno.test('"original contract, forced context, runtime evidence, and protected decision memory contradict each other": each of them', async () => {
  const packet = await packetOf();
  const memory = readTags("src/total.js", "// @REJECTED: round the order total to cents");
  const open = withField(
    "forced_context_checked",
    "forced_context_checked:\n- [ ] dependency mismatches",
  );
  const done = (text: string) => text.replace("[ ] dependency", "[x] dependency");
  const true_too = withField(
    "current_invariants",
    "current_invariants:\n- `npm test` still says 1 failed",
  );
  const cases = [
    [checkHandoff(packet, { memory }), "rejected_task"],
    [checkHandoff(packet, { snapshot: { head: "0".repeat(40) } }), "snapshot_differs"],
    [checkHandoff(packet, { attempt: 6 }), "attempt_differs"],
    [checkHandoff(done(packet).replace(GOOD, open)), "checklist_denied"],
    [checkHandoff(packet.replace(GOOD, true_too)), "contradicting_fields"],
  ] as const;
  for (const [{ answer, violations }, code] of cases) {
    assert.deepEqual(violations.map(({ code }) => code), [code]);
    assert.ok(answer?.startsWith("[COHERENCE_CHECK_FAILED]\n- "), code);
  }
});
