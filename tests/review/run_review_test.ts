import assert from "node:assert/strict";
import { seededRandom } from "../../experiments/stats/random.ts";
import { ask } from "../../lib/model/ask.ts";
import { modelSettingsFrom } from "../../lib/model/settings.ts";
import { DEFAULT_CONFIG, type ReviewConfig } from "../../lib/config/settings.ts";
import type { DiffFile } from "../../lib/git/diff.ts";
import type { Reviewer, ReviewWork } from "../../review/model_asker.ts";
import { reviewChange } from "../../review/run_review.ts";
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
    header: {
      ...{ task_ref: "t", agent: "a", session_id: "s", timestamp: "", repo: "r" },
      ...{ prompt_id: null, head: null, diff_hash: "h" },
    },
    change: { files, incomplete: false },
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

/** A reviewer behind the stand-in; it tries again without waiting. */
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

Deno.test("a review of a change that git could not tell in full says that it is degraded", async () => {
  const files = [fileOf("src/a.ts", "work();")];
  const whole = workOn(files, null);
  const part = { ...whole, change: { files, incomplete: true } };
  assert.equal((await reviewChange(whole)).degraded, false);
  assert.equal((await reviewChange(part)).degraded, true);
});

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

const ISSUE = {
  ...{ severity: "HIGH", category: "QUALITY", description: "Wrong", impact: null },
  ...{ recommendation: null, file: "src/a.ts", line: 1 },
};

Deno.test("a key over several lines is not sent, and a file made for keys is left out", async () => {
  await using api = ModelApi.start([{ say: ANSWER }]);
  const secret = "MIIEpAIBAAKCAQEA7bq1".repeat(3);
  const key = ["-----BEGIN PRIVATE KEY-----", secret, "-----END PRIVATE KEY-----"];
  const files = [fileOf("src/a.ts", "work();", ...key), fileOf("b/server.pem", secret)];
  const { scrub } = await import("../../lib/scrub/scrub.ts");
  const review = await reviewChange(workOn(files, reviewerAt(api), { scrub }));
  assert.equal(review.failure, null);
  assert.ok(api.requests[0]!.body.includes("work();"));
  assert.ok(!api.requests[0]!.body.includes(secret));
  assert.deepEqual(review.files_reviewed, ["src/a.ts"]);
  assert.deepEqual(review.files_left_out, [{ path: "b/server.pem", reason: "may hold a key" }]);
});

Deno.test("thousands of findings of the floor are counted, and scrubbed in few readings", async () => {
  await using api = ModelApi.start([{ say: ANSWER }]);
  const files = Array.from({ length: 3000 }, (_, n) => fileOf(`src/${n}.ts`, "eval(x);"));
  let calls = 0;
  const scrub = (text: string) => (calls++, Promise.resolve(text));
  const review = await reviewChange(workOn(files, null, { scrub }));
  assert.deepEqual([calls, review.issues.length], [0, 201]);
  const { severity, category, description } = review.issues.at(-1)!;
  assert.deepEqual([severity, category], ["LOW", "QUALITY"]);
  assert.equal(description, "and 2800 more findings of the floor");
  const asked = await reviewChange(workOn(files, reviewerAt(api), { scrub }));
  reviewSchema.parse(asked);
  assert.equal(asked.issues.length, 201);
  assert.ok(calls < 20 + 2 * asked.files_reviewed.length, `${calls} readings`);
});

Deno.test("a place that a model names is one of the change, or none", async () => {
  const places: [unknown, unknown, string | null, number | null][] = [
    ["src/a.ts", 1, "src/a.ts", 1],
    ["src/a.ts", 10_001, "src/a.ts", 10_001],
    ["src/a.ts", 10_002, "src/a.ts", null],
    ["../../etc/passwd", 3, null, null],
    ["./src/a.ts", 1, null, null],
    ["src/[redacted: password].ts", 1, "src/hunter2.ts", 1],
  ];
  const issues = places.map(([file, line]) => ({ ...ISSUE, file, line }));
  await using api = ModelApi.start([{ say: { ...ANSWER, issues } }]);
  const files = [fileOf("src/a.ts", "work();"), fileOf("src/hunter2.ts", "work();")];
  const review = await reviewChange(workOn(files, reviewerAt(api)));
  assert.deepEqual(
    review.issues.map(({ file, line }) => [file, line]),
    places.map(([, , file, line]) => [file, line]),
  );
});

Deno.test("what a model says is bounded, and scrubbed where it is cut", async () => {
  // The secret stands where the text is cut.
  const long = `${"word ".repeat(798)}hunter2hunter2hunter2`;
  const answer = {
    issues: Array.from({ length: 150 }, () => ({ ...ISSUE, description: long, impact: long })),
    strengths: Array.from({ length: 150 }, () => "hunter2"),
    summary: long,
  };
  await using api = ModelApi.start([{ say: answer }]);
  const files = [fileOf("src/a.ts", "work();")];
  const review = await reviewChange(workOn(files, reviewerAt(api)));
  assert.deepEqual([review.issues.length, review.strengths.length], [100, 50]);
  for (const text of [review.summary!, review.issues[0]!.description, review.issues[9]!.impact!]) {
    assert.ok(text.length <= 4000 && !text.includes("hunt"), text.slice(-100));
  }
  assert.equal(review.strengths[0], "[redacted: password]");
});

Deno.test("what a failed request cost is in the record", async () => {
  const usage = { input: 1000, output: 10 };
  await using api = ModelApi.start([{ say: "no", usage, model: "claude-haiku-4-5" }]);
  const files = [fileOf("src/a.ts", "work();")];
  const review = await reviewChange(workOn(files, reviewerAt(api)));
  assert.match(review.failure ?? "", /answered twice/);
  assert.deepEqual(review.usage, { input_tokens: 2000, output_tokens: 20 });
  assert.deepEqual([review.model, review.cost_usd], ["claude-haiku-4-5", 0.0021]);
});

Deno.test("a model that the ceiling leaves no room for is not asked, and the record says why", async () => {
  await using api = ModelApi.start([{ say: ANSWER }]);
  const config: ReviewConfig = { ...DEFAULT_CONFIG, enabled: true, depth: "quick" };
  const model = { ...reviewerAt(api), models: ["claude-opus-4-1"] };
  const review = await reviewChange(workOn([fileOf("src/a.ts", "x();")], model, { config }));
  assert.deepEqual([review.failure, review.degraded, review.model], [null, true, null]);
  assert.equal(
    review.summary,
    "The model was not asked: at depth quick the ceiling of $0.01 leaves no room for claude-opus-4-1",
  );
  assert.deepEqual(api.requests, []);
});

Deno.test("where secrets cannot be looked for, nothing is sent and the floor's findings stay", async () => {
  await using api = ModelApi.start([{ say: ANSWER }]);
  const scrub = () => Promise.reject(new Error("hunter2"));
  const files = [fileOf("src/a.ts", "eval(x);")];
  const review = await reviewChange(workOn(files, reviewerAt(api), { scrub }));
  assert.match(review.failure ?? "", /secrets could not be looked for/);
  assert.equal(review.issues.length, 1);
  assert.deepEqual(api.requests, []);
});
