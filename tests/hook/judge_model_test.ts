import assert from "node:assert/strict";
import { MODEL_MS } from "../../hook/judging/turn.ts";
import { hooksOf } from "../../hook/clients/table.ts";
import { ModelApi, type Steps } from "../support/model_api.ts";
import { DISSATISFIED, judgedBy, SATISFIED } from "./_judge_model.ts";
import { Judging } from "./_judging.ts";

Deno.test("a model may find more missing, raise the severity and turn complete into incomplete", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }]);
  const { judging, env, api } = by;
  const { record, reason } = await judging.succeeds().stop({ env });
  assert.equal(api.requests.length, 1);
  assert.equal(record.outcome.decision, "pushed");
  assert.deepEqual([record.verdict?.complete, record.verdict?.severity], [false, "BLOCKER"]);
  assert.ok(record.verdict?.missing.includes("A backup of the table"));
  assert.match(reason!, /\[BLOCKER\][^]*A backup of the table[^]*Restore the table/);
  assert.equal(record.model, api.requests[0]?.json.model);
  assert.deepEqual([record.usage?.input_tokens, record.usage?.output_tokens], [100, 20]);
  assert.deepEqual([record.degraded, record.failure], [false, null]);
});

Deno.test("a model cannot call an unmet requirement met", async () => {
  await using plain = await Judging.make();
  const { record: floor } = await plain.fails().stop();
  await using by = await judgedBy([{ say: SATISFIED }]);
  const { record, reason } = await by.judging.fails().stop({ env: by.env });
  assert.equal(by.api.requests.length, 1);
  assert.notEqual(reason, null);
  const { complete, severity, missing } = record.verdict!;
  assert.deepEqual({ complete, severity, missing }, {
    complete: false,
    severity: floor.verdict!.severity,
    missing: floor.verdict!.missing,
  });
});

Deno.test("a model that is satisfied too lets the agent go", async () => {
  await using by = await judgedBy([{ say: SATISFIED }]);
  assert.equal(await by.judging.succeeds().outcome({ env: by.env }), "let_go");
});

Deno.test("where nothing is required, the model alone tells whether the task is done", async () => {
  for (const say of [SATISFIED, DISSATISFIED]) {
    await using by = await judgedBy([{ say }]);
    await by.judging.requires([]);
    const { record, reason } = await by.judging.succeeds().stop({ env: by.env });
    assert.deepEqual([record.floor, record.verdict?.complete], ["unknown", say.complete]);
    assert.equal(reason === null, say.complete);
  }
});

Deno.test("where nothing may be said no model is asked, and none can lift that", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }]);
  const { judging, api, env } = by;
  judging.fails().chat.says("Which of the two do you want?");
  const { record, reason } = await judging.stop({ env });
  assert.deepEqual([record.skipped, reason, api.requests.length], ["awaiting_user", null, 0]);
});

Deno.test("what a model finds is not said twice while nothing changed", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }, { say: DISSATISFIED }]);
  const { judging, env } = by;
  assert.equal(await judging.succeeds().outcome({ env }), "pushed");
  judging.chat.says("It is done.");
  const { record } = await judging.stop({ env });
  assert.deepEqual([record.outcome.decision, record.skipped], ["handed_over", "no_progress"]);
  assert.deepEqual(record.vetoes?.map(({ name }) => name), ["unchanged"]);
});

const FAILURES: Record<string, Steps> = {
  "an error of the server": [{ status: 500 }],
  "a refusal": [{ say: "I cannot help with that." }],
  "JSON of another shape": [{ say: { complete: "perhaps", severity: 7 } }],
  "an answer that is no JSON": [{ body: "<html>" }],
  "a reset": [{ reset: "within" }],
  "an unknown key": [{ status: 401 }],
};

for (const [what, steps] of Object.entries(FAILURES)) {
  Deno.test(`where the model fails, the deterministic verdict stands: ${what}`, async () => {
    await using plain = await Judging.make();
    const { record: floor } = await plain.fails().stop();
    await using by = await judgedBy(steps);
    const { record, reason } = await by.judging.fails().stop({ env: by.env });
    assert.ok(by.api.requests.length > 0);
    assert.notEqual(reason, null);
    assert.deepEqual(record.verdict, floor.verdict);
    assert.deepEqual([record.model, record.degraded], [null, true]);
    assert.ok(record.failure);
    assert.match(by.judging.log("errors.log"), /The model did not judge: /);
    assert.ok(!JSON.stringify(record).includes("sk-ant-made-up"));
  });
}

Deno.test("no model is asked without a provider, after mere talk, or because a repository says so", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }]);
  const { judging, api, env } = by;
  const { REFLECTION_PROVIDER: _, ...unnamed } = env;
  const config = { reflection: { provider: "anthropic", base_url: api.url } };
  await judging.repo.write({ ".mosaic/config.json": JSON.stringify(config) });
  assert.equal(await judging.succeeds().outcome({ env: unnamed }), "let_go");
  judging.chat.person("What is a monad?").says("A monoid in the category of endofunctors.");
  assert.equal(await judging.outcome({ env }), "let_go");
  assert.equal(api.requests.length, 0);
});

Deno.test("a repository cannot lead the question elsewhere", async () => {
  await using by = await judgedBy([{ say: SATISFIED }]);
  await using other = ModelApi.start([{ say: DISSATISFIED }]);
  const config = { reflection: { provider: "openai-compatible", base_url: other.url } };
  await by.judging.repo.write({ ".mosaic/config.json": JSON.stringify(config) });
  assert.equal(await by.judging.succeeds().outcome({ env: by.env }), "let_go");
  assert.deepEqual([by.api.requests.length, other.requests.length], [1, 0]);
});

Deno.test("the user's own file may name the provider", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }]);
  await by.judging.requires([], { provider: "anthropic", base_url: by.api.url });
  const { ANTHROPIC_API_KEY } = by.env;
  assert.equal(
    await by.judging.succeeds().outcome({ env: { ANTHROPIC_API_KEY: ANTHROPIC_API_KEY! } }),
    "pushed",
  );
  assert.equal(by.api.requests.length, 1);
});

Deno.test("a model is waited for half a minute, and that ends before the client ends the hook", () => {
  const hook = hooksOf("judge").find(({ event }) => event === "Stop")!;
  assert.deepEqual([MODEL_MS, MODEL_MS < hook.timeout * 1000], [30_000, true]);
});

Deno.test("where the model never answers, the deterministic verdict stands when the time is over", async () => {
  await using plain = await Judging.make();
  const { record: floor } = await plain.fails().stop();
  await using by = await judgedBy([{ hang: true }]);
  const { record, reason } = await by.judging.fails().stop({
    env: by.env,
    // The same hook with another number.
    registered: (hook) => ({ ...hook, script: "tests/hook/_impatient_judge" }),
  });
  assert.equal(by.api.requests.length, 1);
  assert.match(reason!, /npm test/);
  assert.deepEqual(record.verdict, floor.verdict);
  assert.deepEqual([record.model, record.degraded], [null, true]);
  assert.match(record.failure!, /time/i);
});

Deno.test("where a repository keeps the judge from speaking, no model is asked", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }]);
  const { judging, api, env } = by;
  const config = { reflection: { judge: false } };
  await judging.repo.write({ ".mosaic/config.json": JSON.stringify(config) });
  assert.equal(await judging.fails().outcome({ env }), "observed");
  assert.equal(await judging.succeeds().outcome({ env }), "let_go");
  assert.equal(api.requests.length, 0);
});
