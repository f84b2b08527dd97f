import assert from "node:assert/strict";
import { renderReview } from "../../review/records.ts";
import { parseMarkdownReview } from "../../review/markdown_parser.ts";
import { reviewOf } from "./_markdown.ts";

const HEADER = "**HIGH (SECURITY)**\n";

// A reader that goes back over what it has read does not get to the end of these.
for (
  const [name, piece] of [
    ["one line of spaces", " "],
    ["one line of backticks", "`"],
    ["one line of stars", "*"],
    ["one line of stars apart", "* "],
    ["one line of sharps", "#"],
    ["one line of sharps apart", "# "],
    ["one line of backslashes", "\\"],
    ["one line of colons", ":"],
    ["one line of brackets", "[("],
    ["one line of severities", "high - "],
    ["one line of categories", "tech debt "],
    ["one line of boxes", "- [ ] "],
    ["one line of pictures", "❌\uFE0F"],
    ["one line of NUL", "\0"],
    ["one line of names", "__proto__ constructor "],
    ["empty lines", "\n"],
    ["fences", "```\n"],
    ["fences that nothing closes", "```ts\n"],
    ["fences of both kinds", "```\n~~~\n````x\n~~~~y\n"],
    ["headings", "## x\n"],
    ["rules that are none", "- - - - - x\n"],
    ["labels", "**Impact**: x\n"],
    ["findings", "**LOW (TESTING)**\n- ❌ x\n  - Impact: y\n"],
    ["lines of one finding", "  and on\n"],
  ] as const
) {
  // Lines cost more than letters, and a tenth of them tells as much.
  const megabytes = piece.includes("\n") ? 1 : 10;
  Deno.test(`parseMarkdownReview() reads ${megabytes} MB of ${name}`, () => {
    const times = Math.floor(megabytes * 1e6 / new TextEncoder().encode(piece).length);
    for (const before of ["", `${HEADER}- ❌ x\n`, `${HEADER}**Location**: \``, "### "]) {
      const { issues, unparsed } = parseMarkdownReview(before + piece.repeat(times));
      assert.ok(Array.isArray(issues) && Array.isArray(unparsed));
    }
  });
}

Deno.test("parseMarkdownReview() finds what is behind 10 MB of text", () => {
  const text = "The quick brown fox jumps over the lazy dog, and again it does.\n".repeat(160_000);
  const { issues, unparsed } = parseMarkdownReview(`${text}\n${HEADER}- ❌ x\n`);
  assert.equal(issues.length, 1);
  assert.equal(unparsed.join("").length, text.length - 1);
});

Deno.test("parseMarkdownReview() takes the names of an object's parts for words", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
    const page = `## ${name}\n\n**${name} (${name})**\n- ❌ x\n**${name}**: y\n`;
    const { issues, unparsed } = parseMarkdownReview(page);
    assert.deepEqual(issues, []);
    assert.equal(unparsed.join("\n"), page.trim().replaceAll("\n\n", "\n"));
  }
});

Deno.test("parseMarkdownReview() keeps NUL and half characters where they stand", () => {
  const { issues } = parseMarkdownReview(`${HEADER}- ❌ a\0b\ud800c`);
  assert.equal(issues[0]?.description, "a\0b\ud800c");
});

Deno.test("renderReview() writes a text of megabytes, and it is read back", () => {
  const description = `x${"\n```".repeat(100_000)}`;
  const { issues } = parseMarkdownReview(renderReview(reviewOf({
    issues: [{
      ...{ severity: "LOW", category: "QUALITY", description, impact: null, source: "model" },
      ...{ recommendation: null, file: "a`".repeat(200_000), line: 1 },
    }],
    unparsed: ["~".repeat(100_000), "~\n".repeat(300_000)],
  })));
  assert.deepEqual(issues.map((issue) => [issue.description, issue.file?.length]), [
    [description, 400_000],
  ]);
});
