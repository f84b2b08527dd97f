import assert from "node:assert/strict";
import { parse } from "yaml";
import {
  BLIND_ZONES,
  ESCALATION_FIELDS,
  OUTPUTS,
  REPORT_FIELDS,
  RETRY_FIELDS,
  SUSPICIONS,
} from "../../../judge/unblock/protocol.ts";
import { outputLines } from "../../../judge/unblock/agent_prompt.ts";
import { renderAgents } from "../../../tools/generate.ts";
import { deno, PROJECT, taskCommand } from "../../support/process.ts";

const CLAUDE = "hook/clients/agents/reflection-agent.md";
const OPENCODE = "hook/opencode/agents/reflection-agent.md";

function matterOf(path: string): Record<string, unknown> {
  const [, matter] = /^---\n([^]*?)\n---\n/.exec(renderAgents().get(path)!) ?? [];
  return parse(matter!);
}

Deno.test("the agents that are checked in are those that the tables give", async () => {
  for (const [path, text] of renderAgents()) {
    assert.equal(await Deno.readTextFile(`${PROJECT}/${path}`), text, path);
  }
  const { code } = await deno([...await taskCommand("agents"), "--check"]);
  assert.equal(code, 0);
});

Deno.test("what an agent may return is what its answer is checked against", () => {
  const text = renderAgents().get(CLAUDE)!;
  const [, list] = /Exactly one of:\n\n([^]*?)\n\n/.exec(text) ?? [];
  assert.deepEqual(list!.split("\n"), outputLines());
  assert.deepEqual(
    list!.split("\n").map((line) => /`([^`]+)`/.exec(line)![1]),
    OUTPUTS.map(({ name }) => name),
  );
});

Deno.test("every field, blind zone and suspicion stands in the instructions", () => {
  for (const [path, text] of renderAgents()) {
    for (const { name } of [...ESCALATION_FIELDS, ...REPORT_FIELDS, ...RETRY_FIELDS]) {
      assert.match(text, new RegExp(`^${name}:`, "m"), `${path}: ${name}`);
    }
    for (const item of [...BLIND_ZONES, ...SUSPICIONS]) assert.ok(text.includes(item), item);
  }
});

Deno.test("both clients get the same instructions, under what each of them knows", () => {
  const [claude, opencode] = [CLAUDE, OPENCODE].map((path) =>
    renderAgents().get(path)!.replace(/^---\n[^]*?\n---\n/, "")
  );
  assert.equal(claude, opencode);
  assert.deepEqual(matterOf(CLAUDE), {
    name: "reflection-agent",
    description: matterOf(OPENCODE).description,
    tools: "Read, Grep, Glob, Edit, Write, Bash",
    model: "inherit",
    maxTurns: 80,
    color: "red",
  });
  const { mode, temperature, steps, color, permission, model } = matterOf(OPENCODE);
  assert.deepEqual([mode, temperature, steps, color, model], [
    "subagent",
    0,
    80,
    "error",
    undefined,
  ]);
  assert.deepEqual(permission, {
    edit: "allow",
    bash: "allow",
    webfetch: "deny",
    websearch: "deny",
    "*browser*": "deny",
  });
});
