import assert from "node:assert/strict";
import { seededRandom } from "../../experiments/stats/random.ts";
import { ask } from "../../model/ask.ts";
import { modelSettingsFrom } from "../../model/settings.ts";
import { DEFAULT_CONFIG, type ReviewConfig } from "../../review/config.ts";
import type { DiffFile } from "../../review/diff_types.ts";
import { reviewChange, type Reviewer, type ReviewWork } from "../../review/run_review.ts";
import { reviewSchema } from "../../schema/zod.ts";
import { ModelApi, type Step } from "../support/model_api.ts";

const ANSWER = { issues: [], strengths: ["Small"], summary: "Fine" };

function fileOf(path: string, ...added: string[]): DiffFile {
  const lines = added.map((text, n) => ({ kind: "added" as const, text, line: n + 1 }));
  const counts = { added: added.length, removed: 0, skipped: null };
  return { path, change: "added", ...counts, hunks: [{ lines }] };
}

function workOn(
  files: DiffFile[],
  model: Reviewer | null,
  more: Partial<ReviewWork> = {},
): ReviewWork {
  const config: ReviewConfig = { ...DEFAULT_CONFIG, enabled: true };
  return {
    head: { task_ref: "t", agent: "a", session_id: "s", repo: "r", prompt_id: null },
    change: { files, hash: "h", head: null, base: null },
    risk: { needs_review: false, score: 0, surface: "none", reason: "nothing" },
    doubts: null,
    hasTests: false,
    scrub: (text) => Promise.resolve(text.replaceAll("hunter2", "[redacted: password]")),
    nonce: "n0nce",
    now: Date.now,
    signal: new AbortController().signal,
    ...{ config, model },
    ...more,
  };
}

/** A reviewer behind the stand-in; nobody waits before a second try. */
function reviewerAt(api: ModelApi): Reviewer {
  const settings = {
    ...modelSettingsFrom(
      { provider: "anthropic", base_url: `${api.url}/v1` },
      (name) => name === "ANTHROPIC_API_KEY" ? "made-up" : undefined,
    ),
    wait: () => Promise.resolve(),
  };
  return { ask: (question) => ask(question, settings), models: ["haiku"], tier: "fast" };
}

Deno.test("of 1,000 reviews with passing faults among them, 99.5 % succeed", async () => {
  const random = seededRandom(20260131);
  const faults: Step[] = [
    ...[{ status: 429 }, { status: 500 }, { status: 529 }, { status: 503 }],
    ...[{ reset: "before" as const }, { reset: "within" as const }, { body: "{" }],
  ];
  await using api = ModelApi.start(() =>
    random.unit() < 0.04 ? faults[random.below(faults.length)]! : { say: ANSWER }
  );
  const model = reviewerAt(api);
  const files = [fileOf("src/a.ts", "work();")];
  let failed = 0;
  for (let n = 0; n < 1000; n++) {
    const { failure, strengths } = await reviewChange(workOn(files, model));
    if (failure === null) assert.deepEqual(strengths, ["Small"]);
    else failed++;
  }
  assert.ok(api.requests.length > 1020, `only ${api.requests.length} requests, so no faults`);
  assert.ok(failed <= 5, `${failed} failed`);
});

Deno.test("a secret is sent neither in a line nor in a name, and the record keeps the real name", async () => {
  await using api = ModelApi.start([{ say: ANSWER }]);
  const files = [fileOf("src/hunter2.ts", "login('hunter2');"), fileOf("b/hunter2.ts", "x();")];
  const review = await reviewChange(workOn(files, reviewerAt(api)));
  reviewSchema.parse(review);
  assert.ok(!api.requests[0]!.body.includes("hunter2"));
  assert.deepEqual(review.files_reviewed.sort(), ["b/hunter2.ts", "src/hunter2.ts"]);
});

Deno.test("nothing is asked where nothing can be sent or nothing is wanted, and the record says so", async () => {
  await using api = ModelApi.start([{ say: ANSWER }]);
  const generated: DiffFile = { ...fileOf("deno.lock", "{}"), hunks: [], skipped: "generated" };
  const nothing = await reviewChange(workOn([generated], reviewerAt(api)));
  assert.deepEqual([nothing.model, nothing.failure, nothing.degraded], [null, null, true]);
  assert.deepEqual(nothing.files_left_out.map(({ path }) => path), ["deno.lock"]);
  const off = { security: false, quality: false, testing: false, performance: false };
  const config = { ...DEFAULT_CONFIG, categories: { ...off, technicalDebt: false } };
  const files = [fileOf("src/a.ts", "eval(x);")];
  const unwanted = await reviewChange(workOn(files, reviewerAt(api), { config }));
  assert.deepEqual([unwanted.model, unwanted.issues], [null, []]);
  assert.deepEqual(api.requests, []);
});

Deno.test("a deadline that has passed leaves the floor's findings", async () => {
  await using api = ModelApi.start([{ hang: true }]);
  const files = [fileOf("src/a.ts", "eval(x);")];
  const signal = AbortSignal.abort(new DOMException("late", "TimeoutError"));
  const review = await reviewChange(workOn(files, reviewerAt(api), { signal }));
  assert.match(review.failure ?? "", /in time/);
  assert.equal(review.issues.length, 1);
});
