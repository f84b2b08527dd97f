import assert from "node:assert/strict";
import { PROJECT } from "../support/process.ts";
import { clientTest } from "./claude.ts";
import { OpencodePlace } from "./opencode.ts";

clientTest("OpenCode takes the reflection agent as it is written", async () => {
  await using place = await OpencodePlace.make({ plugin: null });
  await place.repo.write({
    ".opencode/agent/reflection-agent.md": await Deno.readTextFile(
      `${PROJECT}/hook/opencode/agents/reflection-agent.md`,
    ),
  });
  const { agents } = await place.play({ steps: [{ agents: true }] });
  const agent = agents.find(({ name }) => name === "reflection-agent");
  assert.ok(agent, "it is there");
  assert.deepEqual([agent.mode, agent.temperature, agent.steps, agent.color, agent.model], [
    "subagent",
    0,
    80,
    "error",
    undefined,
  ]);
  assert.match(agent.prompt, /^# Reflection agent/);
  const rule = (permission: string) =>
    agent.permission.findLast((rule: { permission: string }) => rule.permission === permission);
  assert.equal(rule("edit").action, "allow");
  assert.equal(rule("bash").action, "allow");
  assert.equal(rule("webfetch").action, "deny");
});
