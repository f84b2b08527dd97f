import assert from "node:assert/strict";
import { cost, priceOf, PRICES } from "../../../lib/model/prices.ts";
import { FAST_MODELS, modelsFor, TIERS } from "../../../lib/model/tiers.ts";

Deno.test("a cost is the tokens times the prices for a million", () => {
  assert.equal(cost("claude-haiku-4-5", { input_tokens: 1e6, output_tokens: 0 }), 1);
  assert.equal(cost("claude-haiku-4-5", { input_tokens: 0, output_tokens: 1e6 }), 5);
  assert.equal(cost("gpt-4o-mini", { input_tokens: 1000, output_tokens: 1000 }), 0.00075);
});

Deno.test("a date makes no other model, any other ending may", () => {
  for (const name of ["claude-haiku-4-5-20251001", "claude-haiku-4-5@20251001"]) {
    assert.deepEqual(priceOf(name), PRICES["claude-haiku-4-5"]);
  }
  assert.deepEqual(priceOf("gpt-4o-mini-2024-07-18"), PRICES["gpt-4o-mini"]);
  assert.deepEqual(priceOf("claude-3-5-haiku-latest"), PRICES["claude-3-5-haiku"]);
  for (const name of ["claude-opus-5-5", "gpt-4o-mini-realtime", "gpt-4o", "x-claude-opus-5", ""]) {
    assert.equal(priceOf(name), null, name);
  }
});

Deno.test("no name of a model reaches beyond the table", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    assert.equal(cost(name, { input_tokens: 1, output_tokens: 1 }), null);
  }
});

Deno.test("writing costs more than reading", () => {
  for (const [model, { input, output }] of Object.entries(PRICES)) {
    assert(input > 0 && output > input, model);
  }
});

Deno.test("what is asked by default has a price", () => {
  for (const backend of ["claude", "anthropic"] as const) {
    for (const tier of TIERS) {
      const models = modelsFor(tier, { backend, baseUrl: null, models: {} });
      assert.notEqual(priceOf(models.at(-1) ?? ""), null, `${backend} ${tier}`);
    }
  }
  assert.notEqual(priceOf(FAST_MODELS.openai[0]), null);
  assert.notEqual(priceOf(FAST_MODELS.google[0]), null);
});
