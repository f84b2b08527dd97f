import assert from "node:assert/strict";
import { escalationSchema, unblockSchema } from "../../schema/zod.ts";
import { checkHandoff } from "../../judge/unblock/handoff.ts";
import { GOOD, withField } from "../judge/unblock/_escalations.ts";
import { reportJson } from "../report/_report.ts";
import { ClientTranscript } from "./_client_transcript.ts";
import { Unblocking } from "./_unblocking.ts";

const REASONING = "I bet the rounding mode is wrong, so I will try banker's rounding next.";

/** A conversation in which the same test failed, and the agent thought about it at length. */
function conversation({ home, repo }: Unblocking): ClientTranscript {
  const path = home.path(".claude/projects/p/s-1.jsonl");
  const chat = new ClientTranscript(path, "s-1", repo.folder);
  chat.person("Round the order total to cents, see SHOP-12");
  for (let n = 0; n < 4; n++) {
    chat.says(REASONING).runs("npm test", "not ok 1 - rounds\n# fail 1", { error: true });
  }
  return chat;
}

async function stop(unblocking: Unblocking, said: string): Promise<void> {
  const { path } = conversation(unblocking).says(said);
  const { code, stdout, stderr } = await unblocking.hook("Stop", {
    transcript_path: path,
    last_assistant_message: said,
  });
  assert.deepEqual([code, stdout, stderr], [0, "", ""]);
}

async function read(path: string): Promise<unknown> {
  assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  return JSON.parse(await Deno.readTextFile(path));
}

Deno.test("a valid escalation is kept, with a clean packet beside it", async () => {
  await using unblocking = await Unblocking.make();
  await unblocking.repo.write({
    "src/total.ts":
      "// [DEF:total:Function]\n// @REJECTED float math: sums drift\n// [/DEF:total]\n",
  });
  await unblocking.repo.commit("A decision");
  await unblocking.change();
  await stop(unblocking, `The tests still fail.\n\n${GOOD}`);
  const [path, ...more] = unblocking.records(".escalation.json");
  assert.deepEqual(more, []);
  const record = escalationSchema.parse(await read(path!));
  assert.deepEqual([record.valid, record.violations, record.attempt], [true, [], 4]);
  assert.equal(record.session_id, "s-1");
  assert.match(record.diff_hash!, /^[0-9a-f]{64}$/);
  const [packet] = unblocking.records(".handoff.md");
  assert.ok(packet!.endsWith(`/${record.handoff}`));
  const text = await Deno.readTextFile(packet!);
  assert.ok(text.includes("Round the order total to cents, see SHOP-12"), "the task");
  assert.ok(text.includes(record.head!), "the snapshot");
  assert.ok(text.includes("add.mjs"), "what is dirty");
  assert.ok(text.includes("npm test"), "the failing command");
  assert.ok(text.includes("float math"), "the decision");
  assert.ok(!text.includes("banker"), "nothing of the failed reasoning");
  assert.ok(!text.includes("The tests still fail."), "nothing that the agent said");
  assert.deepEqual(checkHandoff(text), { answer: null, violations: [] });
});

Deno.test("an invalid escalation is kept with what is wrong, and nothing is handed over", async () => {
  await using unblocking = await Unblocking.make();
  await stop(unblocking, withField("status", "status: open"));
  const [path] = unblocking.records(".escalation.json");
  const record = escalationSchema.parse(await read(path!));
  assert.deepEqual([record.valid, record.handoff], [false, null]);
  assert.deepEqual(record.violations.map(({ code, where }) => [code, where]), [[
    "status",
    "status",
  ]]);
  assert.deepEqual(unblocking.records(".handoff.md"), []);
});

Deno.test("a turn that hands nothing over leaves nothing", async () => {
  await using unblocking = await Unblocking.make();
  await stop(unblocking, "Everything is fine.");
  assert.deepEqual(unblocking.records(".json"), []);
});

const REPORT = `failure_layer: environment
observations:
- The runner loads a stale build of the module
new_hypothesis: The test imports dist/total.js, which nobody rebuilt
action: retry_packet_for_coder

retry_packet_for_coder:
new_hypothesis: The test imports dist/total.js, which nobody rebuilt
failure_layer: environment
files_to_recheck:
- package.json
forced_checklist:
- Verify which file the test imports
constraints:
- The price list stays in cents
what_not_to_retry:
- Another rounding in total()
decision_memory_notes:
- none`;

Deno.test("the reflection agent's answer is checked and kept, with who is next", async () => {
  await using unblocking = await Unblocking.make();
  await stop(unblocking, GOOD);
  const rescue = { agent_id: "a1", agent_type: "reflection-agent" };
  const answers = async (said: string) => {
    const { code, stdout } = await unblocking.hook("SubagentStop", {
      ...rescue,
      last_assistant_message: said,
    });
    assert.deepEqual([code, stdout], [0, ""]);
    const path = unblocking.records(".unblock.json").at(-1)!;
    return unblockSchema.parse(await read(path));
  };
  const first = await answers(REPORT);
  assert.deepEqual(first.violations, []);
  assert.deepEqual([first.valid, first.output, first.attempt, first.mode], [
    true,
    "retry_packet_for_coder",
    1,
    "work",
  ]);
  assert.match(first.packet_hash!, /^[0-9a-f]{64}$/);
  assert.equal(first.next!.step, "coder");
  assert.equal(first.packet!.failure_layer, "environment");

  await stop(unblocking, GOOD);
  const second = await answers(REPORT);
  assert.ok(!second.valid || second.next!.step !== "coder", "the same packet is not sent twice");
});

Deno.test("other agents' ends are nothing to anybody", async () => {
  await using unblocking = await Unblocking.make();
  for (const agent_type of ["", "general-purpose", undefined]) {
    await unblocking.hook("SubagentStop", { agent_type, last_assistant_message: GOOD });
  }
  assert.deepEqual(unblocking.records(".json"), []);
});

Deno.test("an answer out of turn changes nothing that was counted", async () => {
  await using unblocking = await Unblocking.make();
  const fails = () => unblocking.fails("node --test", "not ok 1 - adds\n# fail 1");
  for (let n = 0; n < 3; n++) {
    await fails();
    await unblocking.change();
  }
  const rescue = { agent_id: "a1", agent_type: "reflection-agent" };
  await unblocking.hook("SubagentStop", { ...rescue, last_assistant_message: "garbage" });
  assert.match((await fails())!, /\[ATTEMPT: 4\]/);
});

Deno.test("an escalation that claims another attempt than was counted is not handed over", async () => {
  await using unblocking = await Unblocking.make();
  await unblocking.fails("npm test", "not ok 1 - rounds\n# fail 1");
  await stop(unblocking, GOOD);
  const record = escalationSchema.parse(await read(unblocking.records(".escalation.json")[0]!));
  assert.deepEqual([record.valid, record.handoff], [false, null]);
  assert.ok(record.violations.some(({ code }) => code === "attempt_differs"));
});

Deno.test("where a person has to decide, the person's next message is the decision", async () => {
  await using unblocking = await Unblocking.make();
  const phase = async () =>
    JSON.parse(
      await Deno.readTextFile(unblocking.repo.path(".mosaic/reflections/state/s-1.unblock.json")),
    ).dispatch.phase;
  const broken = withField("status", "status: open");
  for (let n = 0; n < 5; n++) await stop(unblocking, `${broken}\n${n}`);
  assert.equal(await phase(), "person");
  await unblocking.fails("node --test", "not ok 1 - adds\n# fail 1", { prompt_id: "p-2" });
  assert.notEqual(await phase(), "person");
});

Deno.test("who should have escalated and ends without it leaves a record of that, until a person writes", async () => {
  await using unblocking = await Unblocking.make();
  for (let n = 0; n < 5; n++) {
    await unblocking.fails("node --test", "not ok 1 - adds\n# fail 1");
    await unblocking.change();
  }
  await stop(unblocking, "I will try another operator.");
  const [path] = unblocking.records(".escalation.json");
  const record = escalationSchema.parse(await read(path!));
  assert.deepEqual([record.valid, record.payload, record.handoff], [false, null, null]);
  assert.deepEqual(record.violations.map(({ code }) => code), ["no_payload"]);
  const { runs } = await reportJson([unblocking.repo.folder]);
  assert.deepEqual(runs.map(({ trust }) => trust.rule), ["blocked"]);
  const { code } = await unblocking.hook("Stop", {
    prompt_id: "p-2",
    last_assistant_message: "Done as you said.",
  });
  assert.equal(code, 0);
  assert.equal(unblocking.records(".escalation.json").length, 1);
});
