import assert from "node:assert/strict";
import { ask } from "../../../lib/model/ask.ts";
import { ModelApi } from "../../support/model_api.ts";
import { failure, GOOD, HTTP_BACKENDS, question, settingsFor } from "./support.ts";

for (const backend of HTTP_BACKENDS) {
  const WRONG: [string, unknown, RegExp][] = [
    ["words", "I think it is fine", /it is not JSON/],
    ["nothing", "", /it is empty/],
    ["half an answer", '{"verdict": "good", "sco', /it is not JSON/],
    ["the wrong shape", '{"verdict": "great", "score": -1}', /verdict: .*score: /],
  ];
  for (const [name, wrong, problem] of WRONG) {
    Deno.test(`${backend}: the model that answers ${name} is told what is wrong, once`, async () => {
      await using api = ModelApi.start([{ say: wrong }, { say: GOOD }]);
      const settings = settingsFor(api, backend);
      const answer = await ask(question(), settings);
      assert.deepEqual(answer.value, GOOD);
      assert.deepEqual(answer.usage, { input_tokens: 200, output_tokens: 40 });
      assert.deepEqual(settings.waited, []);
      assert.equal(api.requests.length, 2);

      const messages = api.requests[1]?.json.messages.slice(-3);
      const text = (message: unknown) => JSON.stringify(message);
      assert.match(text(messages[0]), /Judge this\./);
      assert.equal(messages[1].role, "assistant");
      assert.match(
        text(messages[1]),
        wrong === "" ? /\(nothing\)/ : new RegExp(escape(String(wrong))),
      );
      assert.equal(messages[2].role, "user");
      assert.match(text(messages[2]), problem);
    });
  }

  Deno.test(`${backend}: two wrong answers are an error that says what they cost`, async () => {
    await using api = ModelApi.start([{ say: "no", model: "claude-haiku-4-5" }]);
    const error = await failure(settingsFor(api, backend), "invalid_answer");
    assert.equal(api.requests.length, 2);
    assert.match(error.message, /it is not JSON$/);
    assert.deepEqual(error.spent, {
      model: "claude-haiku-4-5",
      usage: { input_tokens: 200, output_tokens: 40 },
      cost_usd: (200 * 1 + 40 * 5) / 1e6,
    });
  });

  Deno.test(`${backend}: the repair is tried again after a transient failure too`, async () => {
    await using api = ModelApi.start([{ status: 500 }, { say: "no" }, { status: 429 }, {
      say: GOOD,
    }]);
    const settings = settingsFor(api, backend);
    assert.deepEqual((await ask(question(), settings)).value, GOOD);
    assert.deepEqual(settings.waited, [2000, 2000]);
    assert.equal(api.requests.length, 4);
  });

  Deno.test(`${backend}: an error after a wrong answer says what the answer cost`, async () => {
    await using api = ModelApi.start([{ say: "no" }, { status: 401 }]);
    const error = await failure(settingsFor(api, backend), "permanent");
    assert.equal(error.status, 401);
    assert.deepEqual(error.spent?.usage, { input_tokens: 100, output_tokens: 20 });
  });

  Deno.test(`${backend}: a long wrong answer is not sent back whole`, async () => {
    await using api = ModelApi.start([{ say: "x".repeat(1_000_000) }, { say: GOOD }]);
    await ask(question(), settingsFor(api, backend));
    assert((api.requests[1]?.body.length ?? Infinity) < 30_000);
  });
}

function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
