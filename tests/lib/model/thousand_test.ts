import assert from "node:assert/strict";
import { ask } from "../../../lib/model/ask.ts";
import { ModelError } from "../../../lib/model/errors.ts";
import { ModelApi, type Step } from "../../support/model_api.ts";
import { GOOD, HTTP_BACKENDS, question, settingsFor } from "./support.ts";

const FAULTS: Step[] = [
  { status: 429 },
  { status: 429, headers: { "retry-after": "1" } },
  { status: 500 },
  { status: 529 },
  { body: '{"id":' },
  { reset: "before" },
  { reset: "within" },
];

/**
 * The share of requests that fail, and of answers that are wrong. With one second try for each, a
 * question is lost when two in a row go wrong: 0.05² + 0.01² is 0.26 % of them. Beyond one fault in
 * fourteen requests no single retry can hold 99.5 %.
 */
const FAULTY = 0.05;
const WRONG = 0.01;

/** The same number in [0,1) for the same text, so that every run sees the same faults. */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

Deno.test("at least 99.5 % of 1,000 questions are answered among transient faults", async () => {
  const tries = new Map<string, number>();
  const injected = { faults: 0, wrong: 0 };
  await using api = ModelApi.start(({ body }) => {
    const name = /Question \d+/.exec(body)?.[0] ?? "";
    const count = (tries.get(name) ?? 0) + 1;
    tries.set(name, count);
    const dice = chance(`${name} try ${count}`);
    if (dice < FAULTY) {
      injected.faults++;
      return FAULTS[Math.floor((dice / FAULTY) * FAULTS.length)] ?? { hang: true };
    }
    if (dice < FAULTY + WRONG) {
      injected.wrong++;
      return { say: "I would rather not" };
    }
    return { say: GOOD };
  });
  const all = HTTP_BACKENDS.map((backend) => settingsFor(api, backend));

  const failures: string[] = [];
  let next = 0;
  const askOn = async () => {
    while (next < 1000) {
      const number = next++;
      const settings = all[number % 2];
      assert(settings);
      try {
        const answer = await ask(question({ prompt: `Question ${number}` }), settings);
        assert.deepEqual(answer.value, GOOD);
      } catch (error) {
        assert(error instanceof ModelError);
        failures.push(`${number}: ${error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, askOn));

  assert(injected.faults > 30 && injected.wrong > 3, JSON.stringify(injected));
  assert(failures.length <= 5, failures.join("\n"));
  const waits = all.flatMap(({ waited }) => waited);
  assert(waits.length > 30 && waits.every((ms) => ms === 2000));
});
