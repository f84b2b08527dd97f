import assert from "node:assert/strict";
import { listReviews } from "../../review/status.ts";
import { sampleReview } from "../schema/_review_records.ts";
import { Scratch } from "../support/repository.ts";

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
