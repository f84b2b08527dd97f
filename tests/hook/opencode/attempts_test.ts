import assert from "node:assert/strict";
import { Attempts } from "../../../hook/opencode/attempts.ts";
import { markOf } from "../../../hook/opencode/messages.ts";
import type { ToolOutput } from "../../../hook/opencode/plugin_api.ts";
import { OURS, readOpenCode } from "../../../judge/transcript/opencode.ts";
import { answer, tool } from "./_messages.ts";

type Payload = Record<string, unknown>;

/** A project with a session, a subagent's in it, and a script that says this. */
function counting(says: string | null | Error, available = true) {
  const given: Payload[] = [];
  const attempts = new Attempts({
    directory: "/project",
    client: {
      session: (id) => Promise.resolve(id === "main" ? {} : { parentID: "main" }),
    },
    scripts: {
      available,
      attempt: (payload) => {
        given.push(payload);
        return says instanceof Error ? Promise.reject(says) : Promise.resolve(says);
      },
    },
  });
  const run = async (
    exit: unknown,
    output: unknown = "not ok",
    { sessionID = "main", tool = "bash" } = {},
  ): Promise<ToolOutput> => {
    const result: ToolOutput = { output, metadata: { exit, truncated: false } };
    await attempts.ended({ tool, sessionID, args: { command: "node --test" } }, result);
    return result;
  };
  return { attempts, given, run };
}

Deno.test("A failure and a pass are told as Claude Code tells them", async () => {
  const { attempts, given, run } = counting(null);
  attempts.message("main", "build", { message: { id: "msg_1" }, parts: [{}] });
  await run(1);
  await run(0, "ok");
  const shared = {
    session_id: "main",
    cwd: "/project",
    prompt_id: "msg_1",
    agent_type: "build",
    tool_name: "bash",
    tool_input: { command: "node --test" },
  };
  assert.deepEqual(given, [
    { ...shared, hook_event_name: "PostToolUseFailure", error: "Exit code 1\nnot ok" },
    { ...shared, hook_event_name: "PostToolUse", tool_response: { stdout: "ok" } },
  ]);
});

Deno.test("What is said goes to the agent with the output, and is told from it later", async () => {
  const result = await counting("[ATTEMPT: 1] Fixer Mode").run(1);
  assert.equal(result.output, "not ok\n\n[ATTEMPT: 1] Fixer Mode");
  const { output, metadata } = result;
  const kept = answer("m1", [tool({ status: "completed", output, metadata })]);
  const [call] = readOpenCode([kept]).conversation.turns[0]!.calls;
  assert.deepEqual([call?.output, call?.exitCode], ["not ok", 1]);
});

Deno.test("What a subagent ran is counted with the session that the person talks to", async () => {
  const { attempts, given, run } = counting(null);
  attempts.message("main", "build", { message: { id: "msg_1" }, parts: [{}] });
  attempts.message("sub", "reflection-agent", { message: { id: "msg_2" }, parts: [{}] });
  await run(1, "not ok", { sessionID: "sub" });
  const [{ session_id, prompt_id, agent_type }] = given as [Payload];
  assert.deepEqual([session_id, prompt_id, agent_type], ["main", "msg_1", "reflection-agent"]);
});

Deno.test("Only what a person writes is another prompt", async () => {
  const { attempts, given, run } = counting(null);
  attempts.message("main", "build", { message: { id: "msg_1" }, parts: [{}] });
  for (const part of [{ metadata: markOf("feedback") }, { synthetic: true }]) {
    attempts.message("main", "build", { message: { id: "msg_2" }, parts: [part] });
  }
  await run(1);
  assert.equal(given[0]!.prompt_id, "msg_1");
});

Deno.test("What is no command that ended is not counted, and nothing is changed", async () => {
  const { given, run } = counting("[ATTEMPT: 1]");
  for (
    const result of [
      await run(null),
      await run("1"),
      await run(1, null),
      await run(1, 7),
      await run(1, "not ok", { tool: "read" }),
      await counting("[ATTEMPT: 1]", false).run(1),
      await counting(null).run(1),
    ]
  ) {
    assert.ok(!(OURS in (result.metadata as Payload)) && !/ATTEMPT/.test(String(result.output)));
  }
  assert.deepEqual(given, []);
});

Deno.test("A script that fails is the caller's to pass over, and is asked again", async () => {
  const { given, run } = counting(new Error("no"));
  await assert.rejects(run(1));
  await assert.rejects(run(1));
  assert.equal(given.length, 2);
});
