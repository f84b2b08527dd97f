import fc from "fast-check";
import assert from "node:assert/strict";
import { normalText, renderReview } from "../../review/records.ts";
import { parseMarkdownReview } from "../../review/markdown_parser.ts";
import { issues, reviewOf, texts } from "./_markdown.ts";
import type { ReviewIssue } from "../../schema/types.ts";
import { plainLine } from "../../lib/text/text.ts";

const RUNS = { seed: 20260131, numRuns: 3_000 };

/** A finding as it comes back: a page does not say reliably who found it. */
function normal(issue: ReviewIssue): ReviewIssue {
  const orNull = (text: string | null): string | null => text === null ? null : normalText(text);
  return {
    ...issue,
    description: normalText(issue.description),
    impact: orNull(issue.impact),
    recommendation: orNull(issue.recommendation),
    file: plainLine(issue.file ?? "").trim() || null,
    source: "model",
  };
}

Deno.test("a review comes back from its page: findings, strengths and summary", () => {
  fc.assert(
    fc.property(
      fc.array(issues, { maxLength: 4 }),
      fc.array(texts, { maxLength: 3 }),
      fc.option(texts),
      (found, strengths, summary) => {
        const page = renderReview(reviewOf({ issues: found, strengths, summary }));
        const read = parseMarkdownReview(page);
        assert.deepEqual(read.issues, found.map(normal));
        assert.deepEqual(read.strengths, strengths.map(normalText));
        assert.equal(read.summary, summary === null ? null : normalText(summary));
      },
    ),
    RUNS,
  );
});

Deno.test("what could not be read is on the page, and comes back as such", () => {
  fc.assert(
    fc.property(
      fc.array(texts, { maxLength: 3 }),
      fc.array(issues, { maxLength: 2 }),
      (lost, found) => {
        const page = renderReview(reviewOf({ unparsed: lost, issues: found }));
        const read = parseMarkdownReview(page);
        const kept = read.unparsed.join("\n");
        for (const line of lost.flatMap((text) => normalText(text).split("\n"))) {
          assert.ok(kept.includes(line), `${JSON.stringify(line)} is gone`);
        }
        assert.equal(read.issues.length, found.length);
      },
    ),
    RUNS,
  );
});

Deno.test("a finding that says nothing stays one of its own", () => {
  const [one, other] = ["First", " \n"].map((description): ReviewIssue => ({
    ...{ severity: "LOW", category: "QUALITY", description, impact: null, source: "floor" },
    ...{ recommendation: null, file: `${description.length}.ts`, line: 1 },
  }));
  assert.ok(one && other);
  const { issues } = parseMarkdownReview(renderReview(reviewOf({ issues: [one, other] })));
  assert.deepEqual(issues.map(({ file }) => file), ["5.ts", "2.ts"]);
});

Deno.test("a page is safe to print: no control characters but the ends of lines", () => {
  fc.assert(
    fc.property(fc.array(issues), texts, (found, text) => {
      const parts = {
        issues: found,
        summary: text,
        unparsed: [text],
        failure: text,
        task_ref: text,
      };
      const page = renderReview(reviewOf({
        ...parts,
        repo: text,
        files_left_out: [{ path: text, reason: text }],
      }));
      assert.doesNotMatch(page.replace(/[\n\t]/g, ""), /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
    { seed: 20260131, numRuns: 500 },
  );
});

Deno.test("a page reads as a person would write it", () => {
  const page = renderReview(reviewOf({
    summary: "One thing to fix",
    issues: [
      {
        severity: "HIGH",
        category: "SECURITY",
        description: "The query is put together from input",
        impact: "Anybody reads the table",
        recommendation: "Bind the value:\n# like this",
        file: "src/login.ts",
        line: 12,
        source: "model",
      },
      {
        severity: "HIGH",
        category: "SECURITY",
        description: "A password is logged",
        impact: null,
        recommendation: null,
        file: null,
        line: null,
        source: "floor",
      },
    ],
    strengths: ["Small"],
    files_left_out: [{ path: "deno.lock", reason: "generated" }],
    cost_usd: 0.00321,
  }));
  assert.equal(
    page,
    `# Review of shop/main

## Summary

One thing to fix

## Issues

**HIGH (SECURITY)**

- ❌ The query is put together from input

**Impact**: Anybody reads the table

**Recommendation**: Bind the value:
  \\# like this

**Location**: \`src/login.ts:12\`

**Source**: model

- ❌ A password is logged

**Source**: floor

## Strengths

- ✅ Small

## About

- Written: 2026-01-31T12:00:00.000Z
- Repository: shop
- Session: s-1
- Agent: unknown
- Depth: standard
- Model: none
- Cost: $0.0032
- Duration: 1.2 s
- Files read: 0
- Left out: \`deno.lock\` (generated)
`,
  );
});
