import assert from "node:assert/strict";
import { pickModel } from "../../opencode/pick_model.ts";

const QUICK = {
  anthropic: ["haiku-5", "haiku-4"],
  openai: ["mini"],
  google: ["flash"],
};
const OWN = { providerID: "anthropic", modelID: "opus" };

for (
  const [title, available, own, expected] of [
    [
      "The session's own provider goes first, and of it the best quick model",
      { openai: ["mini"], anthropic: ["opus", "haiku-4", "haiku-5"] },
      OWN,
      { providerID: "anthropic", modelID: "haiku-5" },
    ],
    [
      "The next best is taken where the best is not to be had",
      { anthropic: ["opus", "haiku-4"] },
      OWN,
      { providerID: "anthropic", modelID: "haiku-4" },
    ],
    [
      "Another provider's is taken where the session's has none, in the order of the table",
      { anthropic: ["opus"], google: ["flash"], openai: ["large", "mini"] },
      OWN,
      { providerID: "openai", modelID: "mini" },
    ],
    [
      "A session of a provider that is not in the table takes another provider's",
      { local: ["llama"], google: ["flash"] },
      { providerID: "local", modelID: "llama" },
      { providerID: "google", modelID: "flash" },
    ],
    [
      "Without a model of its own the session takes the first of the table",
      { google: ["flash"], openai: ["mini"] },
      null,
      { providerID: "openai", modelID: "mini" },
    ],
    ["Where no quick model is to be had, the session's own is asked", { openai: ["x"] }, OWN, OWN],
    ["Where there is nothing at all, nobody is asked", {}, null, null],
    [
      "A model of one provider is none of another that has its name",
      { openai: ["haiku-5"], google: ["mini"] },
      OWN,
      OWN,
    ],
  ] as const
) {
  Deno.test(title, () => {
    assert.deepEqual(pickModel(QUICK, available, own), expected);
  });
}

Deno.test("Without quick models the session's own is asked", () => {
  assert.deepEqual(pickModel({}, { anthropic: ["opus"] }, OWN), OWN);
  assert.deepEqual(pickModel({ anthropic: [] }, { anthropic: ["opus"] }, OWN), OWN);
});
