import assert from "node:assert/strict";
import { renderPrompts } from "../../tools/prompts.ts";
import { deno, PROJECT, taskCommand } from "../support/process.ts";

/** The variables that evals fill in, by file. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  "task-verification.txt": ["task", "tools_used", "agent_response"],
  "stuck-detection.txt": [
    ...["time_since_activity", "message_completed", "output_tokens"],
    ...["last_user_message", "last_assistant_response", "tool_calls"],
  ],
  "post-compression.txt": [
    ...["task_summary", "last_assistant_response", "tools_used"],
    ...["has_git_commands", "has_pr_issue_ref"],
  ],
  "agent-evaluation.txt": ["task", "trace", "output"],
};

Deno.test("the checked-in prompts are what the judge asks, and there is no other", () => {
  for (const [name, text] of renderPrompts()) {
    const checkedIn = Deno.readTextFileSync(`${PROJECT}/tests/evals/prompts/${name}`);
    assert.equal(checkedIn, text, `"${name}" is not current: run deno task evals:prompts`);
  }
  const files = [...Deno.readDirSync(`${PROJECT}/tests/evals/prompts`)].map(({ name }) => name);
  assert.deepEqual(files.sort(), [...renderPrompts().keys()].sort());
});

Deno.test("every prompt has its variables, each once, and nothing else that a template reads", () => {
  assert.deepEqual([...renderPrompts().keys()].sort(), Object.keys(VARIABLES).sort());
  for (const [name, text] of renderPrompts()) {
    const variables = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, variable]) => variable);
    assert.deepEqual(variables, VARIABLES[name]);
    assert.doesNotMatch(text.replaceAll(/\{\{\w+\}\}/g, ""), /\{[{%#]|[}%#]\}/);
  }
});

Deno.test("evals:prompts --check says nothing where all is current, and --help explains it", async () => {
  const script = async (flag: string) => await deno([...await taskCommand("evals:prompts"), flag]);
  const checked = await script("--check");
  assert.deepEqual([checked.code, checked.stdout], [0, ""], checked.stderr);
  assert.match((await script("--help")).stdout, /deno task evals:prompts/);
});
