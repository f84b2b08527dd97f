import fc from "fast-check";
import assert from "node:assert/strict";
import { parseMarkdownReview } from "../../review/markdown_parser.ts";
import { REVIEW_CATEGORIES, SEVERITIES } from "../../schema/review.ts";

/** Every word that a line may lose because it is a heading or a mark that was understood. */
const MARKS = new Set(
  [
    ...["critical high medium low severity priority security quality code testing test tests"],
    ...["performance perf technical tech debt technicaldebt issues issue findings finding"],
    ...["strengths what went well found identified problems summary overall assessment"],
    ...["impact recommendation recommendations fix location file source floor model x"],
  ].join(" ").split(" "),
);

/** Words that nothing may swallow. Numbers count things and name lines; marks are marks. */
function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? [])
    .map((word) => word.replace(/^_+|_+$/g, ""))
    .filter((word) =>
      !/^\d*$/.test(word) && !word.split("_").every((part) => MARKS.has(part.toLowerCase()))
    );
}

/** All that was made of a page, in one text. */
function everything(page: string): string {
  const { issues, strengths, summary, unparsed } = parseMarkdownReview(page);
  const found = issues.flatMap((issue) => [
    ...[issue.description, issue.impact, issue.recommendation, issue.file, issue.line],
  ]);
  return [...found, ...strengths, summary, ...unparsed].join("\n");
}

const frames: readonly ((word: string) => string)[] = [
  ...["", "  ", "- ", "  - ", "- ❌ ", "- ❌\uFE0F ", "* ✅ ", "1. ", "- [x] ", "> ", "\\"].map(
    (before) => (word: string) => before + word,
  ),
  ...["# ", "## ", "#### ", "**HIGH (SECURITY)** ", "### LOW: ", "**TESTING**: ", "[LOW] "].map(
    (before) => (word: string) => before + word,
  ),
  ...["**Impact**: ", "Impact: ", "- **Fix**: ", "**Location**: ", "**Effort**: ", "**Source**: "]
    .map((before) => (word: string) => before + word),
  (word) => `**Location**: \`${word}.ts:12\``,
  (word) => `**Location**: \`${word}.ts:12-14\``,
  (word) => `**HIGH (${word})**`,
  (word) => `### ${word} (SECURITY)`,
  (word) => `**${word}**`,
  (word) => `**Summary**: ${word}`,
  (word) => `\`\`\`${word}`,
  (word) => `### HIGH (TESTING): ${word} ##`,
];

const plain = fc.constantFrom(
  ...[
    "",
    "",
    "  ",
    "```",
    "~~~",
    "````",
    "---",
    "## Issues",
    "## Strengths",
    "### Summary",
    "## ❌",
  ],
  ...["**HIGH (SECURITY)**", "### low - technicalDebt", "## Security", "### Critical", "- ❌", "-"],
  ...["**Impact**:", "**Recommendation**:", "\\", "#", "**", "**Summary**:", "[ ]", "- [ ]", "`"],
);

/** A page of lines each of which has a word of its own, between lines that have none. */
const pages = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...frames), fc.constantFrom(true)) },
    { weight: 2, arbitrary: fc.tuple(plain.map((text) => () => text), fc.constantFrom(false)) },
  ),
  { maxLength: 25 },
).chain((parts) =>
  fc.constantFrom("\n", "\r\n", "\r").map((end) =>
    parts.map(([frame], n) => frame(`word${n}end`)).join(end)
  )
);

Deno.test("parseMarkdownReview() loses no line and says nothing twice", () => {
  let read = 0;
  fc.assert(
    fc.property(pages, (page) => {
      const given = words(page);
      const all = everything(page);
      // The same way of counting on both sides, and each word of ours is unique.
      for (const word of given.filter((word) => word.startsWith("word"))) {
        const count = all.split(word).length - 1;
        // A place with more than a line in it is read as far as it goes, and kept.
        const isRange = page.includes(`${word}.ts:12-14`);
        assert.ok(count === 1 || isRange && count === 2, `${word} is there ${count} times`);
      }
      read += parseMarkdownReview(page).issues.length;
    }),
    { seed: 20260131, numRuns: 6_000 },
  );
  assert.ok(read > 1_200, `Only ${read} findings were read`);
});

Deno.test("parseMarkdownReview() loses no word of any text", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: "binary", maxLength: 100 }),
    fc.array(fc.constantFrom(..."#*_-`~:()[]\\ \n\r\tHIGHlowab❌".split("")), { maxLength: 120 })
      .map((chars) => chars.join("")),
    fc.array(fc.oneof(plain, fc.lorem({ maxCount: 3 })), { maxLength: 20 })
      .map((lines) => lines.join("\n")),
  );
  fc.assert(
    fc.property(text, (page) => {
      const all = everything(page);
      for (const word of words(page)) {
        assert.ok(all.includes(word), `${JSON.stringify(word)} is gone`);
      }
    }),
    { seed: 20260131, numRuns: 6_000 },
  );
});

Deno.test("parseMarkdownReview() makes only findings that a record can hold", () => {
  fc.assert(
    fc.property(pages, (page) => {
      for (const issue of parseMarkdownReview(page).issues) {
        assert.ok(
          SEVERITIES.includes(issue.severity) && REVIEW_CATEGORIES.includes(issue.category),
        );
        assert.notEqual(issue.description.trim(), "");
        assert.ok(issue.line === null || Number.isSafeInteger(issue.line) && issue.line > 0);
        assert.equal(issue.source, "model");
      }
    }),
    { seed: 20260131, numRuns: 2_000 },
  );
});
