import assert from "node:assert/strict";
import { ask } from "../../../lib/model/ask.ts";
import { MAX_REPLY_BYTES } from "../../../lib/model/backend.ts";
import type { ModelErrorKind } from "../../../lib/model/errors.ts";
import { ModelApi, type Step } from "../../support/model_api.ts";
import { failure, GOOD, HTTP_BACKENDS, question, settingsFor } from "./support.ts";

const TRANSIENT: [string, Step][] = [
  ["429", { status: 429 }],
  ["429 with retry-after", { status: 429, headers: { "retry-after": "60" } }],
  ["500", { status: 500 }],
  ["503", { status: 503 }],
  ["529", { status: 529 }],
  ["a reset connection", { reset: "before" }],
  ["a reset within the reply", { reset: "within" }],
  ["a reply that is not JSON", { body: '{"id": "msg_' }],
];

const AT_ONCE: [string, Step, ModelErrorKind][] = [
  ["400", { status: 400 }, "permanent"],
  ["401", { status: 401 }, "permanent"],
  ["403", { status: 403 }, "permanent"],
  ["404", { status: 404 }, "permanent"],
  ["a redirect", { status: 307, headers: { location: "/elsewhere" } }, "permanent"],
  ["JSON of another shape", { body: '{"hello": ["world"]}' }, "permanent"],
  ["an empty object", { body: "{}" }, "permanent"],
  ["a huge reply", { huge: MAX_REPLY_BYTES + 1 }, "permanent"],
];

for (const backend of HTTP_BACKENDS) {
  for (const [name, fault] of TRANSIENT) {
    Deno.test(`${backend}: ${name} is tried again once, after 2 s`, async () => {
      await using api = ModelApi.start([fault, { say: GOOD }]);
      const settings = settingsFor(api, backend);
      assert.deepEqual((await ask(question(), settings)).value, GOOD);
      assert.deepEqual(settings.waited, [2000]);
      assert.equal(api.requests.length, 2);
      assert.equal(api.requests[1]?.body, api.requests[0]?.body);
    });

    Deno.test(`${backend}: ${name} twice is a transient error`, async () => {
      await using api = ModelApi.start([fault]);
      const settings = settingsFor(api, backend);
      await failure(settings, "transient");
      assert.deepEqual(settings.waited, [2000]);
      assert.equal(api.requests.length, 2);
    });
  }

  for (const [name, fault, kind] of AT_ONCE) {
    Deno.test(`${backend}: ${name} is an error at once`, async () => {
      await using api = ModelApi.start([fault]);
      const settings = settingsFor(api, backend);
      await failure(settings, kind);
      assert.deepEqual(settings.waited, []);
      assert.equal(api.requests.length, 1);
    });
  }

  Deno.test(`${backend}: a host where nobody listens is a transient error`, async () => {
    const { url } = await closedPort();
    const settings = settingsFor({ url }, backend);
    await failure(settings, "transient");
    assert.deepEqual(settings.waited, [2000]);
  });

  Deno.test(`${backend}: a slow answer is an answer`, async () => {
    await using api = ModelApi.start([{ slow: 20, say: GOOD }]);
    assert.deepEqual((await ask(question(), settingsFor(api, backend))).value, GOOD);
  });

  Deno.test(`${backend}: an error says the status and the server's words, on one line`, async () => {
    await using api = ModelApi.start([{ status: 403, message: "Not\n\u001b[31mallowed" }]);
    const error = await failure(settingsFor(api, backend), "permanent");
    assert.equal(error.status, 403);
    assert.equal(error.message, "The host answered 403: Not [31mallowed");
  });
}

Deno.test("a reply of the largest size is read to its end", async () => {
  const whole = JSON.stringify({ ...GOOD, more: "" });
  await using api = ModelApi.start([{
    say: { ...GOOD, more: "x".repeat(MAX_REPLY_BYTES - 2000) },
  }]);
  assert(whole.length < 2000);
  assert.deepEqual((await ask(question(), settingsFor(api, "openai-compatible"))).value, GOOD);
});

async function closedPort(): Promise<{ url: string }> {
  await using api = ModelApi.start([]);
  return { url: api.url };
}
