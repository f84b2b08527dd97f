import assert from "node:assert/strict";
import { ask } from "../../../lib/model/ask.ts";
import { withoutKey } from "../../../lib/model/errors.ts";
import { modelSettingsFrom } from "../../../lib/model/settings.ts";
import { ModelApi, type Step } from "../../support/model_api.ts";
import { everything, failure, GOOD, HTTP_BACKENDS, KEY, question, settingsFor } from "./support.ts";

const HEADER = { "anthropic": "x-api-key", "openai-compatible": "authorization" } as const;

for (const backend of HTTP_BACKENDS) {
  Deno.test(`${backend}: the key goes to the base URL, in its header and nowhere else`, async () => {
    await using api = ModelApi.start([{ say: GOOD }]);
    await ask(question(), settingsFor(api, backend));
    const [request] = api.requests;
    assert(request);
    const { [HEADER[backend]]: header, ...others } = request.headers;
    assert.equal(header, backend === "anthropic" ? KEY : `Bearer ${KEY}`);
    assert.doesNotMatch(JSON.stringify([others, request.path, request.body]), new RegExp(KEY));
  });

  for (const status of [301, 302, 303, 307, 308]) {
    Deno.test(`${backend}: a ${status} to another host carries nothing there`, async () => {
      await using other = ModelApi.start([{ say: GOOD }]);
      const location = `${other.url}/v1/messages`;
      await using api = ModelApi.start([{ status, headers: { location } }]);
      const error = await failure(settingsFor(api, backend), "permanent");
      assert.match(error.message, /redirects are not followed/);
      assert.equal(api.requests.length, 1);
      assert.deepEqual(other.requests, []);
    });
  }

  const ECHOES: [string, Step, "permanent" | "transient" | "invalid_answer"][] = [
    ["a refusal", { status: 401, message: `Bad key ${KEY}` }, "permanent"],
    ["a header", { status: 400, message: `{"x-api-key": "${KEY}"}` }, "permanent"],
    ["an outage", { status: 500, message: `Authorization: Bearer ${KEY}` }, "transient"],
    ["a redirect", { status: 307, headers: { location: `/?key=${KEY}` } }, "permanent"],
    ["a reply of another shape", { body: JSON.stringify({ key: KEY }) }, "permanent"],
    ["a reply that is not JSON", { body: `Your key is ${KEY}` }, "transient"],
    ["a wrong answer", { say: `{"${KEY}": 1}` }, "invalid_answer"],
  ];
  for (const [name, step, kind] of ECHOES) {
    Deno.test(`${backend}: no error shows the key when ${name} echoes it`, async () => {
      await using api = ModelApi.start([step]);
      const error = await failure(settingsFor(api, backend), kind);
      assert.doesNotMatch(everything(error), new RegExp(KEY));
      assert.equal(error.cause, undefined);
    });
  }
}

Deno.test("no error shows a key of an unusual form", () => {
  const key = 'pässwörd "with" \\ everything/?&';
  for (const form of [key, encodeURIComponent(key), JSON.stringify(key)]) {
    const shown = withoutKey(`It is ${form}, really`, key);
    assert.match(shown, /^It is "?\[key\]"?, really$/);
  }
});

Deno.test("no error shows somebody else's key either", () => {
  for (
    const leak of [
      "sk-ant-api03-abcdefghijklmnop",
      "Bearer abc.def-ghi",
      "x-api-key: whatever1",
      '"authorization":"Basic dXNlcjpwYXNz"',
      "AIzaSyA-1234567890abcdef",
    ]
  ) {
    const value = leak.split(/[ :"]+/).filter(Boolean).at(-1) ?? "";
    assert(!withoutKey(`You sent ${leak} to us`, null).includes(value), leak);
  }
});

Deno.test("a provider's key is read for that provider only", () => {
  const variables: Record<string, string> = {
    ANTHROPIC_API_KEY: "for anthropic",
    OPENAI_API_KEY: "for openai",
  };
  const key = (provider: string) => {
    const asked: string[] = [];
    const { apiKey } = modelSettingsFrom(
      { provider, base_url: "http://127.0.0.1/v1" },
      (name) => (asked.push(name), variables[name]),
    );
    return apiKey;
  };
  assert.equal(key("anthropic"), "for anthropic");
  assert.equal(key("openai-compatible"), "for openai");
  assert.equal(key("claude"), null);
  assert.equal(key("none"), null);
  variables["REFLECTION_API_KEY"] = "for this project";
  assert.equal(key("openai-compatible"), "for this project");
  assert.equal(key("anthropic"), "for anthropic");
});

Deno.test("anthropic without a key asks nobody", async () => {
  await using api = ModelApi.start([{ say: GOOD }]);
  const error = await failure(settingsFor(api, "anthropic", { apiKey: null }), "not_configured");
  assert.match(error.message, /needs ANTHROPIC_API_KEY/);
  assert.deepEqual(api.requests, []);
});

Deno.test("openai-compatible works without a key, and sends none", async () => {
  await using api = ModelApi.start([{ say: GOOD }]);
  const answer = await ask(question(), settingsFor(api, "openai-compatible", { apiKey: null }));
  assert.deepEqual(answer.value, GOOD);
  assert.equal(api.requests[0]?.headers["authorization"], undefined);
});
