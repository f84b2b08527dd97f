import fc from "fast-check";
import assert from "node:assert/strict";
import { parseMarkdownReview } from "../../review/markdown_parser.ts";
import { REVIEW_CATEGORIES, SEVERITIES } from "../../schema/names.ts";

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
  (word) => `**Location**: ${word}.ts:12:5`,
  (word) => `**Location**: \`${word}.ts#L12\``,
  (word) => `**Location**: [${word}.ts:12](${word}.ts#L12)`,
  (word) => `## 3. HIGH (SECURITY): ${word}`,
  (word) => `**4) LOW (TESTING)**: ${word}`,
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
        const isLink = page.includes(`[${word}.ts:12]`);
        assert.ok(
          count === 1 || (isRange || isLink) && count === 2,
          `${word} is there ${count} times`,
        );
      }
      read += parseMarkdownReview(page).issues.length;
    }),
    { seed: 20260131, numRuns: 6_000 },
  );
  assert.ok(read > 1_200, `Only ${read} findings were read`);
});

/** Headers that say nothing but a severity or a category; the number makes each one of a kind. */
const headers: readonly ((n: number) => string)[] = [
  (n) => `**HIGH** (${n})`,
  (n) => `**LOW (TESTING)** (${n})`,
  (n) => `- **Medium / Quality** (${n})`,
  (n) => `## Security issues (${n})`,
  (n) => `### Critical (${n})`,
  (n) => `#### ${n}. HIGH (PERFORMANCE)`,
];

const underHeaders = [
  ...["", "- ❌ bad", "- plain", "words", "**Impact**: x", "**Location**: a.ts:1", "## Strengths"],
  ...["---", "# Title", "```", "**HIGH (unheard of)**", "- ✅ good", "- ❌", "**Summary**: x"],
];

Deno.test("parseMarkdownReview() drops a header only where a finding has what it says", () => {
  const lines = fc.array(
    fc.oneof(
      fc.constantFrom(...headers),
      fc.constantFrom(...underHeaders).map((line) => () => line),
    ),
    { maxLength: 8 },
  ).map((frames) => frames.map((frame, at) => frame(at + 1000)));
  const seen = { lost: 0, kept: 0 };
  fc.assert(
    fc.property(lines, (lines) => {
      const page = lines.join("\n");
      const { issues } = parseMarkdownReview(page);
      const all = everything(page);
      const given = lines.filter((line) => /\d{4}/.test(line));
      const lost = given.filter((line) => !all.includes(line));
      // A severity and a category are all that a finding takes from headers.
      assert.ok(lost.length <= 2 * issues.length, `${lost.join(" and ")} went away`);
      // And it takes them from headers above of it, which say just that.
      for (const line of lost) {
        const said = line.toUpperCase();
        assert.ok(
          issues.some(({ severity, category }) =>
            said.includes(severity) || said.includes(category)
          ),
          `${line} went away`,
        );
      }
      seen.lost += lost.length;
      seen.kept += given.length - lost.length;
    }),
    { seed: 20260131, numRuns: 6_000 },
  );
  assert.ok(seen.lost > 500 && seen.kept > 5_000, JSON.stringify(seen));
});

Deno.test("parseMarkdownReview() reads a place alike however it is written", () => {
  const names = fc.constantFrom("a.ts", "src/b.test.ts", "C.java", "d-e/f_g.py", "Makefile");
  const number = fc.integer({ min: 1, max: 999_999_999 });
  const forms = fc.constantFrom<(file: string, line: number) => string>(
    (file, line) => `${file}:${line}`,
    (file, line) => `\`${file}:${line}\``,
    (file, line) => `${file}:${line}:${line % 90}`,
    (file, line) => `${file}#L${line}`,
    (file, line) => `[${file}:${line}](${file}#L${line})`,
    (file, line) => `[\`${file}\`](${file}#L${line})`,
  );
  fc.assert(
    fc.property(names, number, forms, (file, line, form) => {
      const page = `**LOW (QUALITY)**\n- ❌ Old\n**Location**: ${form(file, line)}`;
      const { issues, unparsed } = parseMarkdownReview(page);
      assert.deepEqual([issues[0]?.file, issues[0]?.line, unparsed], [file, line, []]);
    }),
    { seed: 20260131, numRuns: 500 },
  );
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
