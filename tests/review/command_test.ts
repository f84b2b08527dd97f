import assert from "node:assert/strict";
import type { Review } from "../../schema/types.ts";
import { reviewSchema } from "../../schema/zod.ts";
import { deno, type Ran, taskCommand } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { sampleReview } from "../schema/_review_records.ts";
import { BAD_CODE } from "./_reviewing.ts";
import { listReviews } from "../../review/status.ts";

/** A repository and a home; commands run as their tasks say. */
class Desk implements AsyncDisposable {
  private constructor(readonly repo: Scratch, readonly home: Scratch) {}

  static async make(config?: Record<string, unknown>): Promise<Desk> {
    const desk = new Desk(await Scratch.make(), await Scratch.make());
    await desk.repo.init({ "src/a.ts": "export {};\n" });
    if (config) {
      const text = JSON.stringify({ reflection: config });
      await desk.home.write({ ".config/reflection/config.json": text });
    }
    return desk;
  }

  async run(task: "review" | "review:status", ...args: string[]): Promise<Ran> {
    const { DENO_DIR, PATH } = Deno.env.toObject();
    return await deno([...await taskCommand(task), ...args], {
      env: {
        PATH: PATH ?? "",
        HOME: this.home.folder,
        INIT_CWD: this.repo.folder,
        DENO_DIR: DENO_DIR ?? JSON.parse((await deno(["info", "--json"])).stdout).denoDir,
      },
      clearEnv: true,
    });
  }

  async review(...args: string[]): Promise<Review> {
    const { code, stdout, stderr } = await this.run("review", "--json", ...args);
    assert.equal(code, 0, stderr);
    return reviewSchema.parse(JSON.parse(stdout));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repo[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

Deno.test("review shows what is wrong with the working tree, stores it, and does not do it twice", async () => {
  await using desk = await Desk.make();
  await desk.repo.write({ "src/a.ts": BAD_CODE });
  const first = await desk.run("review");
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /src\/a\.ts:4/);
  assert.match(first.stderr, /Stored as \.mosaic\/reflections\/by-hand-.*\.review\.md/);
  const second = await desk.run("review", "--md");
  assert.match(second.stderr, /reviewed before; --again reviews it anew/);
  assert.equal(second.stdout, first.stdout);
  const again = await desk.run("review", "--again");
  assert.match(again.stderr, /Stored as/);
});

Deno.test("review takes the base and the depth from its flags", async () => {
  await using desk = await Desk.make();
  const base = await desk.repo.git("rev-parse", "HEAD");
  await desk.repo.write({ "src/a.ts": BAD_CODE });
  await desk.repo.commit("Committed");
  assert.match((await desk.run("review")).stderr, /Nothing changed/);
  const review = await desk.review("--base", base, "--depth", "quick");
  assert.deepEqual([review.files_reviewed, review.depth], [["src/a.ts"], "quick"]);
  for (const wrong of [["--depth", "deepest"], ["--md", "--json"], ["extra"], ["--bass", "x"]]) {
    const { code, stdout } = await desk.run("review", ...wrong);
    assert.deepEqual([code, stdout], [2, ""], wrong.join(" "));
  }
  const unknown = await desk.run("review", "--base", "nowhere");
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /Cannot resolve base "nowhere" to a commit/);
});

Deno.test("review stores nothing where that is switched off, and says where reviews are disabled", async () => {
  await using desk = await Desk.make({ storeReflections: false });
  await desk.repo.write({ "src/a.ts": BAD_CODE });
  assert.ok((await desk.review()).issues.length > 0);
  await assert.rejects(Deno.stat(desk.repo.path(".mosaic")), Deno.errors.NotFound);
  const disabled = JSON.stringify({ reflection: { mode: "disabled" } });
  await desk.repo.write({ ".mosaic/config.json": disabled });
  const { code, stdout, stderr } = await desk.run("review");
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /Reviews are disabled here/);
});

Deno.test("review --read turns a review that a person wrote into a record, and loses nothing", async () => {
  await using desk = await Desk.make();
  await desk.repo.write({
    "notes.md": "## **HIGH (SECURITY)**\n- ❌ The query is open\n**Impact**: All orders leak\n" +
      "**Location**: `src/a.ts:3`\n\nA line that nobody understands\n",
  });
  const { issues, unparsed, degraded } = await desk.review("--read", "notes.md");
  assert.equal(issues.length, 1);
  const { severity, category, description, file, line } = issues[0]!;
  assert.deepEqual(
    [severity, category, description, file, line],
    ["HIGH", "SECURITY", "The query is open", "src/a.ts", 3],
  );
  assert.match(unparsed.join("\n"), /nobody understands/);
  assert.equal(degraded, true);
  const missing = await desk.run("review", "--read", "nothing.md");
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /Cannot read ".*nothing\.md": no such file/);
});

Deno.test("review:status lists reviews, failures and cost", async () => {
  await using desk = await Desk.make();
  const none = await desk.run("review:status");
  assert.equal(none.code, 0);
  assert.match(none.stdout, /^No reviews in /);
  const failed = { ...sampleReview(), failure: "The model did not answer in time", cost_usd: null };
  await desk.repo.write({
    ".mosaic/reflections/a.review.json": JSON.stringify(sampleReview()),
    ".mosaic/reflections/b.review.json": JSON.stringify(failed),
    ".mosaic/reflections/c.review.json": "{",
    ".mosaic/reflections/d.review.json": JSON.stringify({ ...sampleReview(), cost_usd: "x" }),
  });
  const { stdout } = await desk.run("review:status");
  assert.match(
    stdout,
    /^2 reviews, 1 failed, \$0\.0040 in all, of 1 the cost is not known; 2 files cannot/,
  );
  assert.match(stdout, /did not answer in time/);
  const { totals, reviews } = JSON.parse((await desk.run("review:status", "--json")).stdout);
  assert.deepEqual([totals.reviews, totals.failures, reviews.length], [2, 1, 2]);
  assert.equal((await desk.run("review:status", "--last", "0")).code, 2);
});

const ISSUE = sampleReview().issues[0];

/** Records that are almost one: each is valid JSON, and wrong in one place. */
const BROKEN: readonly unknown[] = [
  { schema: "review.v1", timestamp: "2030", issues: [null], files_reviewed: [] },
  ...[
    { issues: [{ ...ISSUE, severity: "WORST" }] },
    { cost_usd: -1 },
    { timestamp: "2030-13-77T00:00:00Z" },
    { timestamp: "2030-01-01 (\u001b[31m)" },
    { depth: "bottomless" },
    { schema: "review.v2" },
  ].map((wrong) => ({ ...sampleReview(), ...wrong })),
  null,
  [],
  "review.v1",
];

Deno.test("a record that is not whole is counted as broken, whatever is wrong with it", async () => {
  await using folder = await Scratch.make();
  await folder.write({ "good.review.json": JSON.stringify(sampleReview()) });
  await folder.write({
    "infinite.review.json": JSON.stringify({ ...sampleReview(), cost_usd: 0.5 })
      .replace('"cost_usd":0.5', '"cost_usd":1e999'),
  });
  for (const [n, record] of BROKEN.entries()) {
    const before = listReviews(folder.folder).broken;
    await folder.write({ [`${n}.review.json`]: JSON.stringify(record) });
    assert.equal(listReviews(folder.folder).broken, before + 1, JSON.stringify(record));
  }
  const { reviews, broken } = listReviews(folder.folder);
  assert.deepEqual(reviews, [{ name: "good", review: sampleReview() }]);
  assert.equal(broken, BROKEN.length + 1);
});
