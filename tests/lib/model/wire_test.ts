import assert from "node:assert/strict";
import { ask } from "../../../lib/model/ask.ts";
import { ModelApi, type Step } from "../../support/model_api.ts";
import { failure, GOOD, HTTP_BACKENDS, KEY, question, settingsFor } from "./support.ts";

for (const backend of HTTP_BACKENDS) {
  Deno.test(`${backend}: an answer says who gave it, what it took and what it cost`, async () => {
    const model = "claude-haiku-4-5-20251001";
    await using api = ModelApi.start([{ say: GOOD, model, usage: { input: 2e6, output: 1e6 } }]);
    assert.deepEqual(await ask(question(), settingsFor(api, backend)), {
      value: GOOD,
      model,
      usage: { input_tokens: 2e6, output_tokens: 1e6 },
      cost_usd: 2 * 1 + 1 * 5,
    });
  });

  Deno.test(`${backend}: what a model without a price costs is not known`, async () => {
    await using api = ModelApi.start([{ say: GOOD, model: "llama3.2:latest" }]);
    assert.equal((await ask(question(), settingsFor(api, backend))).cost_usd, null);
  });

  Deno.test(`${backend}: system, prompt and the bound on the answer are sent`, async () => {
    await using api = ModelApi.start([{ say: GOOD }]);
    await ask(question({ maxOutputTokens: 77 }), settingsFor(api, backend));
    const { json, body } = api.requests[0] ?? {};
    assert.equal(json.max_tokens, 77);
    assert.equal(json.model, "made-up");
    assert.match(body ?? "", /You judge\..*Judge this\./);
    assert.match(body ?? "", /"enum":\["good","bad"\]/);
  });
}

Deno.test("anthropic: where a model is missing the next in the list is asked", async () => {
  await using api = ModelApi.start(({ json }) =>
    json.model === "claude-haiku-4-5" ? { say: "no" } : { status: 404 }
  );
  const settings = settingsFor(api, "anthropic", { models: {} });
  await failure(settings, "invalid_answer");
  assert.deepEqual(api.requests.map(({ json }) => json.model), [
    "claude-3-5-haiku-20241022",
    "claude-haiku-4",
    "claude-haiku-4-5",
    // The repair goes to the one that answered.
    "claude-haiku-4-5",
  ]);
  assert.deepEqual(settings.waited, []);
});

Deno.test("anthropic: the version is added to a base URL without a path", async () => {
  await using api = ModelApi.start([{ say: GOOD }]);
  await ask(question(), settingsFor(api, "anthropic", { baseUrl: api.url }));
  await ask(question(), settingsFor(api, "anthropic", { baseUrl: `${api.url}/gateway/v1` }));
  assert.deepEqual(api.requests.map(({ path }) => path), [
    "/v1/messages",
    "/gateway/v1/messages",
  ]);
});

Deno.test("openai-compatible: a model without a name for the tier asks nobody", async () => {
  await using api = ModelApi.start([{ say: GOOD }]);
  const settings = settingsFor(api, "openai-compatible", { models: {} });
  const error = await failure(settings, "not_configured");
  assert.match(error.message, /No model is named for tier "fast"/);
  assert.deepEqual(api.requests, []);
});

Deno.test("openai-compatible: no usage is no usage, and costs nobody knows what", async () => {
  await using api = ModelApi.start([{ say: GOOD, model: "gpt-4o-mini", usage: null }]);
  const { usage, cost_usd } = await ask(question(), settingsFor(api, "openai-compatible"));
  assert.deepEqual({ usage, cost_usd }, { usage: null, cost_usd: null });
});

Deno.test("openai-compatible: what a server says of itself is bounded before it is kept", async () => {
  const model = `mo\u001b[2Jdel ${KEY} ${"x".repeat(1000)}`;
  await using api = ModelApi.start([{ say: GOOD, model, usage: { input: -5, output: 0.5 } }]);
  const answer = await ask(question(), settingsFor(api, "openai-compatible"));
  assert.match(answer.model, /^mo \[2Jdel \[key\] x+$/);
  assert.equal(answer.model.length, 100);
  assert.equal(answer.usage, null);
});

Deno.test("openai-compatible: the schema is asked for by format and in words", async () => {
  await using api = ModelApi.start([{ say: GOOD }]);
  await ask(question(), settingsFor(api, "openai-compatible"));
  const { json } = api.requests[0] ?? {};
  assert.equal(json.response_format.type, "json_schema");
  assert.deepEqual(json.response_format.json_schema.schema.required, ["verdict", "score"]);
  assert.match(json.messages[0].content, /follows this JSON Schema:\n\{.*"required"/);
});

const REFUSALS: Step[] = [
  { status: 400, message: "'response_format' of type 'json_schema' is not supported" },
  { status: 422, message: "body.response_format: extra inputs are not permitted" },
  { status: 400, message: "failed to convert schema to grammar" },
];
for (const refusal of REFUSALS) {
  Deno.test(`openai-compatible: ${JSON.stringify(refusal)} is answered by asking in words alone`, async () => {
    await using api = ModelApi.start(({ json }) =>
      json.response_format === undefined
        ? { say: `Here:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`` }
        : refusal
    );
    const settings = settingsFor(api, "openai-compatible");
    assert.deepEqual((await ask(question(), settings)).value, GOOD);
    assert.equal(api.requests.length, 2);
    assert.deepEqual(settings.waited, []);
  });
}
