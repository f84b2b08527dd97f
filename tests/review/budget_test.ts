import fc from "fast-check";
import assert from "node:assert/strict";
import { cost, PRICES } from "../../lib/model/prices.ts";
import { CEILINGS, chooseFiles, reviewBudget } from "../../review/budget.ts";
import type { DiffFile } from "../../lib/git/diff.ts";
import { estimateTokens } from "../../review/change_text.ts";
import { REVIEW_DEPTHS } from "../../schema/names.ts";
import { changed, changes } from "../lib/git/_changes.ts";

Deno.test("CEILINGS are those that the review promises", () => {
  assert.deepEqual(CEILINGS, { quick: 0.01, standard: 0.05, deep: 0.15 });
});

Deno.test("a review stays under the ceiling of its depth, by whatever model", () => {
  for (const depth of REVIEW_DEPTHS) {
    for (const model of Object.keys(PRICES)) {
      const budget = reviewBudget(depth, model);
      const { input, output, change } = budget;
      const dollars = cost(model, { input_tokens: input, output_tokens: output });
      assert.ok(dollars !== null, `The price of ${model} is not known`);
      assert.ok(change <= input);
      // Where even an empty question is too dear, nothing is sent.
      if (change > 0) assert.ok(dollars < CEILINGS[depth], `${depth} by ${model}: $${dollars}`);
      else assert.deepEqual(chooseFiles([changed("a.ts", [1])], budget).sent, []);
    }
  }
});

Deno.test("each depth has room for a change with the model that it is meant for", () => {
  assert.ok(reviewBudget("quick", "haiku").change > 3_000);
  assert.ok(reviewBudget("standard", "haiku").change > 30_000);
  assert.ok(reviewBudget("standard", "sonnet").change > 5_000);
  assert.ok(reviewBudget("deep", "opus").change > 10_000);
});

Deno.test("an answer may be as long as the deadline and the ceiling allow", () => {
  const lengths = (model: string): number[] =>
    REVIEW_DEPTHS.map((depth) => reviewBudget(depth, model).output);
  assert.deepEqual(lengths("haiku"), [800, 1500, 3000]);
  assert.deepEqual(lengths("opus"), [400, 800, 2400]);
  assert.deepEqual(REVIEW_DEPTHS.map((depth) => reviewBudget(depth, "haiku").findings), [
    5,
    10,
    20,
  ]);
});

Deno.test("a quick review by a dear model has no room, and says so of every file", () => {
  const { sent, leftOut } = chooseFiles([changed("a.ts", [3])], reviewBudget("quick", "opus"));
  assert.deepEqual(sent, []);
  assert.deepEqual(leftOut, [{ path: "a.ts", reason: "no room in the budget" }]);
});

Deno.test("of several models the dearest counts, and an unknown one as the depth's own", () => {
  assert.deepEqual(reviewBudget("deep", "haiku", "opus"), reviewBudget("deep", "opus"));
  assert.deepEqual(reviewBudget("standard", "my-llama"), reviewBudget("standard", "sonnet"));
  assert.deepEqual(reviewBudget("standard"), reviewBudget("standard", "sonnet"));
  assert.deepEqual(reviewBudget("standard", "toString"), reviewBudget("standard", "sonnet"));
  assert.deepEqual(
    reviewBudget("quick", "gpt-4o-mini", "my-llama"),
    reviewBudget("quick", "haiku"),
  );
});

Deno.test("estimateTokens() guesses rather too many: code, prose, other scripts", () => {
  // Rough expectations, counted by hand: no tokenizer was run.
  assert.ok(
    estimateTokens("const total = items.reduce((sum, item) => sum + item.price, 0);") >= 18,
  );
  assert.ok(estimateTokens("The quick brown fox jumps over the lazy dog.") >= 10);
  assert.ok(estimateTokens("日本語のテキスト") >= 8);
  assert.ok(estimateTokens("🙂") >= 2);
  assert.equal(estimateTokens(""), 0);
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
    const whole = estimateTokens(a + b);
    assert.ok(whole <= estimateTokens(a) + estimateTokens(b));
    assert.ok(whole >= new TextEncoder().encode(a + b).length / 3);
  }));
});

const ROOMY = reviewBudget("deep", "haiku");
const paths = (files: readonly DiffFile[]): string[] => files.map(({ path }) => path);

Deno.test("chooseFiles() takes the riskiest first, then the larger change", () => {
  const files = [
    changed("README.md", [50]),
    changed("src/a_test.ts", [40]),
    changed("src/list.ts", [2]),
    changed("src/table.ts", [30]),
    changed("Dockerfile", [1]),
    changed("src/auth/login.ts", [1]),
    changed("src/styles.css", [9]),
    changed("db/migrations/1.sql", [5]),
  ];
  assert.deepEqual(paths(chooseFiles(files, ROOMY).sent), [
    ...["src/auth/login.ts", "db/migrations/1.sql", "Dockerfile", "src/styles.css"],
    ...["src/table.ts", "src/list.ts", "src/a_test.ts", "README.md"],
  ]);
});

Deno.test("chooseFiles() sends the riskiest where only one fits", () => {
  const tight = { ...ROOMY, change: 400 };
  const files = [
    changed("src/a.ts", [40]),
    changed("src/auth.ts", [40]),
    changed("src/b.ts", [40]),
  ];
  const { sent, leftOut } = chooseFiles(files, tight);
  assert.deepEqual(paths(sent), ["src/auth.ts"]);
  assert.deepEqual(leftOut, [
    { path: "src/a.ts", reason: "no room in the budget" },
    { path: "src/b.ts", reason: "no room in the budget" },
  ]);
});

Deno.test("chooseFiles() lists what is skipped, with the reason, and sends none of it", () => {
  const reasons = ["binary", "generated", "too large", "unreadable"] as const;
  const files = reasons.map((skipped) => ({ ...changed(`${skipped}.x`, []), skipped }));
  const { sent, leftOut } = chooseFiles(files, ROOMY);
  assert.deepEqual(sent, []);
  assert.deepEqual(leftOut, reasons.map((reason) => ({ path: `${reason}.x`, reason })));
});

Deno.test("chooseFiles() cuts a file between hunks", () => {
  const { sent, leftOut } = chooseFiles([changed("a.ts", [20, 200, 20])], {
    ...ROOMY,
    change: 500,
  });
  assert.deepEqual(sent[0]?.hunks.map(({ lines }) => [lines.length, lines[0]?.line]), [
    [20, 1],
    [20, 221],
  ]);
  assert.deepEqual(leftOut, [{ path: "a.ts", reason: "1 of 3 hunks: no room in the budget" }]);
});

Deno.test("chooseFiles() cuts the first hunk between lines where not even that fits", () => {
  const { sent, leftOut } = chooseFiles([changed("new.ts", [1_000])], { ...ROOMY, change: 500 });
  const shown = sent[0]?.hunks[0]?.lines.length ?? 0;
  assert.ok(shown > 20 && shown < 100, `${shown} lines`);
  assert.deepEqual(leftOut, [{
    path: "new.ts",
    reason: `all after its first ${shown} lines: no room in the budget`,
  }]);
});

Deno.test("chooseFiles() says of every file whether it is sent, and shows nothing that is not there", () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 12 }), fc.nat({ max: 6_000 }), (files, change) => {
      const { sent, leftOut } = chooseFiles(files, { ...ROOMY, change });
      const named = [...paths(sent), ...leftOut.map(({ path }) => path)];
      assert.deepEqual(new Set(named), new Set(paths(files)));
      for (const part of sent) {
        const lines = new Set(
          files.filter(({ path }) => path === part.path)
            .flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines)),
        );
        for (const line of part.hunks.flatMap((hunk) => hunk.lines)) assert.ok(lines.has(line));
        assert.equal(part.skipped, null);
      }
      assert.deepEqual(chooseFiles(files, { ...ROOMY, change }), { sent, leftOut });
    }),
    { seed: 20260131, numRuns: 500 },
  );
});
