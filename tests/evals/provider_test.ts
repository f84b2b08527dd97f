import assert from "node:assert/strict";
import { ModelApi, type Step } from "../support/model_api.ts";
import { fileOf, having, resultOf, runFile } from "./_command.ts";

const KEY = "sk-test-1a2b3c4d5e6f7a8b9c0d";

/** A task of which the floor does not tell. */
const DONE = {
  task: "Fix the spelling of 'recieve' in README.md",
  tools_used: "edit: {filePath: 'README.md'}",
  agent_response: "Fixed: README.md says 'receive' now, in line 12.",
};

const GOOD = {
  ...{ complete: true, severity: "NONE", feedback: "Done", missing: [], next_actions: [] },
  requires_human_action: false,
};

const BAD = {
  ...{ complete: false, severity: "HIGH", feedback: "The pineapple is missing" },
  ...{ missing: ["the pineapple"], next_actions: ["Add it"], requires_human_action: false },
};

/** Runs cases with a stand-in model that takes these steps. */
async function withModel(
  steps: Step[],
  cases: readonly [Record<string, unknown>, Record<string, unknown>][],
  kind = "task",
) {
  await using api = ModelApi.start(steps);
  const tests = cases.map(([vars, fields], index) => ({
    description: `${index}`,
    vars,
    assert: [having(fields)],
  }));
  const ran = await runFile(fileOf(tests), {
    kind,
    flags: ["--provider", "openai-compatible"],
    env: {
      REFLECTION_BASE_URL: `${api.url}/v1`,
      REFLECTION_MODEL_FAST: "made-up",
      REFLECTION_API_KEY: KEY,
    },
  });
  return { ...ran, requests: [...api.requests] };
}

Deno.test("a model that is named is asked with the prompt that is shipped, and may find fault", async () => {
  const ran = await withModel([{ say: BAD }], [[DONE, {
    complete: false,
    missing: ["the pineapple"],
  }]]);
  assert.deepEqual(resultOf(ran).failed, []);
  assert.equal(ran.requests.length, 1);
  const asked = JSON.stringify(ran.requests[0]!.json.messages);
  assert(asked.includes("recieve") && asked.includes("README.md"), asked);
  assert.equal(ran.requests[0]!.json.model, "made-up");
});

Deno.test("what a model says is the answer where the floor does not tell", async () => {
  const ran = await withModel([{ say: GOOD }], [[DONE, { complete: true }]]);
  assert.deepEqual(resultOf(ran), { total: 1, passed: 1, unknown: 0, wrong: 0, failed: [] });
});

Deno.test("every kind is asked in its own shape", async () => {
  const nudge = { confidence: 0.9, nudgeMessage: "Go on with the pineapple" };
  const stuck = {
    ...{ time_since_activity: "60", message_completed: "true", output_tokens: "9" },
    ...{ last_user_message: "Peel it", last_assistant_response: "Sure.", tool_calls: [] },
  };
  const compaction = {
    ...{ task_summary: "Peel it", last_assistant_response: "Half of it", tools_used: "edit" },
    ...{ has_git_commands: "false", has_pr_issue_ref: "false" },
  };
  const agent = { task: "Peel it", trace: "1. [Bash] peel → peeled", output: "Peeled." };
  const poor = {
    ...{ reasoning: "Not peeled", score: 0, verdict: "NO_ATTEMPT", feedback: "No" },
    ...{ strengths: [], issues: ["pineapple"], recommendations: [] },
  };
  for (
    const [kind, vars, say, fields] of [
      [
        "stuck",
        stuck,
        { stuck: true, reason: "genuinely_stuck", shouldNudge: true, ...nudge },
        { reason: "genuinely_stuck" },
      ],
      [
        "compaction",
        compaction,
        { action: "continue_task", hasActiveGitWork: false, ...nudge },
        { action: "continue_task" },
      ],
      ["agent", agent, poor, { score: 0 }],
    ] as const
  ) {
    const ran = await withModel([{ say }], [[vars, fields]], kind);
    assert.deepEqual(resultOf(ran).failed, [], kind);
    assert.equal(ran.requests.length, 1, kind);
  }
});

Deno.test("where a provider fails, the case fails with the reason, and the key is not told", async () => {
  const ran = await withModel(
    [{ status: 401, message: `Wrong key ${KEY}` }, { say: GOOD }],
    [[DONE, { complete: true }], [DONE, { complete: true }]],
  );
  const { passed, failed } = resultOf(ran);
  assert.equal(passed, 1);
  assert.equal(failed.length, 1);
  assert.match(failed[0]!.why, /401|key/i);
  assert(!ran.stdout.includes(KEY) && !ran.stderr.includes(KEY));
});

Deno.test("secrets in a case do not reach the model", async () => {
  const secret = ["ghp", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("_");
  const vars = { ...DONE, agent_response: `${DONE.agent_response} The token is ${secret}` };
  const ran = await withModel([{ say: BAD }], [[vars, {}]]);
  assert.equal(resultOf(ran).total, 1);
  for (const { body } of ran.requests) assert(!body.includes(secret));
});

Deno.test("without --provider no model is asked, whatever the environment names", async () => {
  await using api = ModelApi.start([{ say: BAD }]);
  const test = { description: "x", vars: DONE, assert: [{ type: "is-json" }] };
  const ran = await runFile(fileOf([test]), {
    env: {
      REFLECTION_PROVIDER: "openai-compatible",
      REFLECTION_BASE_URL: `${api.url}/v1`,
      REFLECTION_API_KEY: KEY,
    },
    kind: "task",
  });
  assert.equal(resultOf(ran).unknown, 1);
  assert.equal(api.requests.length, 0);
});

Deno.test("a provider that is not configured is wrong usage", async () => {
  const test = { description: "x", vars: DONE, assert: [{ type: "is-json" }] };
  const { code, stderr } = await runFile(fileOf([test]), {
    flags: ["--provider", "openai-compatible"],
    env: { REFLECTION_BASE_URL: "" },
  });
  assert.equal(code, 2);
  assert.match(stderr, /needs a base URL/);
});
