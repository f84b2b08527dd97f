import assert from "node:assert/strict";
import { escalationSchema, unblockSchema } from "../../schema/zod.ts";
import { BLIND_ZONES } from "../../judge/unblock/protocol.ts";
import { checkHandoff } from "../../judge/unblock/handoff.ts";
import { GOOD, withField } from "../judge/unblock/_escalations.ts";
import { clientTest, type Place } from "./claude.ts";
import { feedbackIn, judgedPlace, TASK, turnsOf } from "./judging.ts";
import type { Turn } from "./messages_api.ts";

const ON = { REFLECTION_UNBLOCK: "on" };
const STAGES = { stages: ["judge", "unblock"] as ("judge" | "unblock")[] };
const REASONING = "It must be the operator, so I will try another one.";

/** A change that does not help, and the test that fails again; the agent thinks aloud about it. */
function failsAgain(place: Place, round: number): Turn[] {
  const content = `export const add = (a, b) => a - b - ${round};\n`;
  return [
    { use: "Write", input: { file_path: place.repo.path("add.mjs"), content } },
    turnsOf(place).test,
  ];
}

function recordsOf(place: Place, ending: string): string[] {
  const folder = place.repo.path(".mosaic/reflections");
  return Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name.endsWith(ending)).sort().map((name) => `${folder}/${name}`);
}

const readJson = async (path: string) => JSON.parse(await Deno.readTextFile(path));

clientTest(
  "three failing runs bring the context override, a fourth the escalation and a clean packet",
  async () => {
    await using place = await judgedPlace(ON, STAGES);
    const rounds = [1, 2, 3, 4].map((round) => failsAgain(place, round));
    const payload = withField("task_scope", "task_scope: Fix add() in add.mjs");
    const run = await place.work([...rounds.flat(), { say: `${REASONING}\n\n${payload}` }], {
      prompt: TASK,
    });
    assert.equal(run.code, 0);
    // What the model is sent after a run of the tests has what the hook said about it.
    const sent = (n: number): string => JSON.stringify(run.asked[n]!.messages);
    assert.ok(!sent(1).includes("[ATTEMPT:"));
    assert.ok(sent(2).includes("[ATTEMPT: 1] Fixer Mode"));
    assert.ok(sent(4).includes("[ATTEMPT: 2] Fixer Mode"));
    assert.ok(!sent(5).includes("Context Override"));
    assert.ok(sent(6).includes("[ATTEMPT: 3] Context Override Mode"));
    for (const zone of BLIND_ZONES) assert.ok(sent(6).includes(zone), zone);
    assert.ok(sent(8).includes("[ATTEMPT: 4] Terminal Escalation Mode"));

    const [path, ...more] = recordsOf(place, ".escalation.json");
    assert.deepEqual(more, []);
    const record = escalationSchema.parse(await readJson(path!));
    assert.deepEqual([record.valid, record.session_id], [true, run.sessionId]);
    const packet = await Deno.readTextFile(recordsOf(place, ".handoff.md")[0]!);
    assert.ok(packet.includes(TASK));
    assert.ok(packet.includes("node --test"));
    assert.ok(!packet.includes(REASONING));
    assert.deepEqual(checkHandoff(packet), { answer: null, violations: [] });
    // Whoever escalates as it should is not sent back, whatever still fails.
    assert.deepEqual(feedbackIn(run), []);
  },
);

clientTest("only a valid escalation keeps the judge from speaking of what is unmet", async () => {
  await using place = await judgedPlace(ON, STAGES);
  const rounds = [1, 2, 3, 4].flatMap((round) => failsAgain(place, round));
  const broken = withField("suspected_failure_layer", "suspected_failure_layer:\n- gremlins");
  const run = await place.work([...rounds, { say: broken }, { say: GOOD }], { prompt: TASK });
  const [feedback, ...more] = feedbackIn(run);
  assert.deepEqual(more, []);
  assert.match(feedback!, /`node --test` failed with exit status 1/);
  const records = await Promise.all(recordsOf(place, ".escalation.json").map(readJson));
  assert.deepEqual(records.map(({ valid }) => valid), [false, true]);
  assert.equal(records[0].violations[0].code, "unknown_layer");
});

clientTest("the reflection agent's answer is checked when it ends", async () => {
  await using place = await judgedPlace(
    { ...ON, REFLECTION_JUDGE: "off", REFLECTION_DEBUG: "1" },
    STAGES,
  );
  await place.repo.write({
    ".claude/agents/reflection-agent.md": await Deno.readTextFile(
      "hook/clients/agents/reflection-agent.md",
    ),
  });
  await place.converse([
    {
      use: "Agent",
      input: {
        description: "Unblock",
        prompt: "[[subagent]] Unblock this",
        subagent_type: "reflection-agent",
      },
    },
    { say: "It was asked." },
    { say: "It answered." },
  ], {
    prompts: ["Ask the reflection agent"],
    openUntil: { file: place.repo.path(".mosaic/reflections/debug.log"), holds: "rescue: " },
  });
  const [path] = recordsOf(place, ".unblock.json");
  const record = unblockSchema.parse(await readJson(path!));
  assert.equal(record.role, "reflection");
  assert.deepEqual([record.valid, record.output], [false, null]);
  assert.ok(record.violations.some(({ code }) => code === "no_output"));
});
