import assert from "node:assert/strict";
import { modelsFor, type Tier, TIERS } from "../../../lib/model/tiers.ts";
import type { BackendName } from "../../../lib/model/backend.ts";

function models(tier: Tier, backend: BackendName, baseUrl: string | null = null) {
  return modelsFor(tier, { backend, baseUrl, models: {} });
}

Deno.test("the claude program is asked for haiku, sonnet and opus", () => {
  assert.deepEqual(TIERS.map((tier) => models(tier, "claude")), [["haiku"], ["sonnet"], ["opus"]]);
});

Deno.test("fast is the registered list of the provider, in its order", () => {
  const first = (backend: BackendName, url: string | null = null) =>
    models("fast", backend, url).slice(0, 2);
  assert.deepEqual(first("anthropic"), ["claude-3-5-haiku-20241022", "claude-haiku-4"]);
  const compatible = "openai-compatible";
  assert.deepEqual(first(compatible, "https://api.openai.com/v1"), [
    "gpt-4o-mini",
    "gpt-3.5-turbo",
  ]);
  assert.deepEqual(first(compatible, "https://generativelanguage.googleapis.com/v1beta/openai"), [
    "gemini-2.0-flash",
    "gemini-1.5-flash",
  ]);
  assert.deepEqual(first(compatible, "https://api.githubcopilot.com"), [
    "claude-haiku-4.5",
    "gpt-4o-mini",
  ]);
});

Deno.test("a model that the provider has not retired stands behind every list of Anthropic's", () => {
  for (
    const [tier, family] of [["fast", "haiku"], ["standard", "sonnet"], ["deep", "opus"]] as const
  ) {
    assert.match(models(tier, "anthropic").at(-1) ?? "", new RegExp(`^claude-${family}-`));
  }
});

Deno.test("no model is guessed for a host that nobody knows", () => {
  for (const tier of TIERS) {
    assert.deepEqual(models(tier, "openai-compatible", "http://127.0.0.1:11434/v1"), []);
    assert.deepEqual(models(tier, "openai-compatible", "https://api.openai.com.evil.test"), []);
    assert.deepEqual(models(tier, "none"), []);
  }
});

Deno.test("the user's own choice is the only one asked", () => {
  for (const backend of ["claude", "anthropic", "openai-compatible"] as const) {
    for (const tier of TIERS) {
      const chosen = modelsFor(tier, { backend, baseUrl: null, models: { [tier]: "mine" } });
      assert.deepEqual(chosen, ["mine"]);
    }
  }
});
