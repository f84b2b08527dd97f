import assert from "node:assert/strict";
import { ask } from "../../../lib/model/ask.ts";
import { modelSettingsFrom } from "../../../lib/model/settings.ts";
import { ModelApi, type Step } from "../../support/model_api.ts";
import { failure, GOOD, HTTP_BACKENDS, question, settingsFor } from "./support.ts";

const { wait } = modelSettingsFrom({}, () => undefined);

for (const backend of HTTP_BACKENDS) {
  const HANGING: [string, Step][] = [["hangs", { hang: true }], [
    "is slow",
    { slow: 600_000, say: "" },
  ]];
  for (const [name, step] of HANGING) {
    Deno.test(`${backend}: a model that ${name} is given up when the asker says so`, async () => {
      await using api = ModelApi.start([step]);
      const asker = new AbortController();
      const asked = failure(settingsFor(api, backend), "aborted", { signal: asker.signal });
      await api.arrived(1);
      asker.abort();
      assert.equal((await asked).message, "The request to the model was cancelled");
      assert.equal(api.requests.length, 1);
    });
  }

  Deno.test(`${backend}: a deadline ends a hanging request`, async () => {
    await using api = ModelApi.start([{ hang: true }]);
    const signal = AbortSignal.timeout(100);
    const error = await failure(settingsFor(api, backend), "aborted", { signal });
    assert.equal(error.message, "The model did not answer in time");
  });

  Deno.test(`${backend}: the wait before the second try ends with the signal`, async () => {
    await using api = ModelApi.start([{ status: 500 }]);
    const asker = new AbortController();
    const settings = settingsFor(api, backend, {
      wait: (ms, signal) => {
        queueMicrotask(() => asker.abort());
        return wait(ms * 1000, signal);
      },
    });
    await failure(settings, "aborted", { signal: asker.signal });
    assert.equal(api.requests.length, 1);
  });

  Deno.test(`${backend}: a signal that is aborted already sends nothing`, async () => {
    await using api = ModelApi.start([{ hang: true }]);
    await failure(settingsFor(api, backend), "aborted", { signal: AbortSignal.abort() });
    assert.equal(api.requests.length, 0);
  });
}

Deno.test("the wait that settings bring ends by itself", async () => {
  await wait(1);
  await wait(1, new AbortController().signal);
});

Deno.test("the wait that settings bring rejects when it is aborted, before or within", async () => {
  await assert.rejects(wait(1e6, AbortSignal.abort()), { name: "AbortError" });
  const asker = new AbortController();
  const waiting = wait(1e6, asker.signal);
  asker.abort();
  await assert.rejects(waiting, { name: "AbortError" });
});

Deno.test("a model is never asked inside of an answer", async () => {
  await using api = ModelApi.start([{ say: GOOD }]);
  const { inside } = modelSettingsFrom({}, (name) => name === "REFLECTION_INSIDE" ? "1" : "");
  const error = await failure(settingsFor(api, "anthropic", { inside }), "not_configured");
  assert.match(error.message, /inside of a review/);
  assert.equal(api.requests.length, 0);
});

Deno.test("without a backend nobody is asked", async () => {
  const settings = modelSettingsFrom({}, () => undefined);
  await assert.rejects(ask(question(), settings), { kind: "not_configured" });
});
