import assert from "node:assert/strict";
import { pickModel } from "../../../hook/opencode/client.ts";

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
      "Another provider's is never asked, whatever it has",
      { anthropic: ["opus"], google: ["flash"], openai: ["large", "mini"] },
      OWN,
      OWN,
    ],
    [
      "A session of a provider that is not in the table asks its own model",
      { local: ["llama"], google: ["flash"] },
      { providerID: "local", modelID: "llama" },
      { providerID: "local", modelID: "llama" },
    ],
    [
      "A session without a model of its own asks nobody",
      { google: ["flash"], openai: ["mini"] },
      null,
      null,
    ],
    [
      "A provider that the client does not know any more is asked for the session's own model",
      { openai: ["mini"] },
      OWN,
      OWN,
    ],
    [
      "Where its provider has no quick model, the session's own is asked",
      { anthropic: ["x"] },
      OWN,
      OWN,
    ],
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

Deno.test("A provider that is called like a property of every object is one like any other", () => {
  for (const providerID of ["constructor", "toString", "__proto__"]) {
    const own = { providerID, modelID: "opus" };
    assert.deepEqual(pickModel(QUICK, { anthropic: ["haiku-5"] }, own), own);
    assert.deepEqual(pickModel({}, {}, own), own);
  }
});
