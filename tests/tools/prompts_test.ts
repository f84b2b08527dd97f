import assert from "node:assert/strict";
import { basename } from "node:path";
import { renderPrompts } from "../../tools/generate.ts";
import { PROJECT } from "../support/process.ts";

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

Deno.test("the folder of prompts holds nothing but generated ones", () => {
  const files = [...Deno.readDirSync(`${PROJECT}/tests/evals/prompts`)].map(({ name }) => name);
  assert.deepEqual(files.sort(), Object.keys(VARIABLES).sort());
});

Deno.test("every prompt has its variables, each once, and nothing else that a template reads", () => {
  for (const [path, text] of renderPrompts()) {
    const variables = [...text.matchAll(/\{\{(\w+)(?: \| dump)?\}\}/g)].map(([, variable]) =>
      variable
    );
    assert.deepEqual(variables, VARIABLES[basename(path)]);
    assert.doesNotMatch(text.replaceAll(/\{\{\w+(?: \| dump)?\}\}/g, ""), /\{[{%#]|[}%#]\}/);
  }
});
