import assert from "node:assert/strict";
import { parseMarkdownReview } from "../../review/markdown_parser.ts";
import type { ReviewIssue } from "../../schema/types.ts";

/** A finding with only what is said here. */
function issue(
  severity: ReviewIssue["severity"],
  category: ReviewIssue["category"],
  description: string,
  more: Partial<ReviewIssue> = {},
): ReviewIssue {
  return {
    ...{ severity, category, description, impact: null, recommendation: null },
    ...{ file: null, line: null, source: "model", ...more },
  };
}

/** The page is read as these findings, and nothing is left over. */
function readsAs(page: string, ...expected: ReviewIssue[]): void {
  const { issues, unparsed } = parseMarkdownReview(page);
  assert.deepEqual(issues, expected);
  assert.deepEqual(unparsed, []);
}

const WHOLE = issue("CRITICAL", "SECURITY", "Input reaches the query", {
  impact: "Anybody reads the table",
  recommendation: "Bind the value",
  file: "src/login.ts",
  line: 12,
});

const NOTHING = { issues: [], strengths: [], summary: null, unparsed: [] };

Deno.test("parseMarkdownReview() reads a whole review", () => {
  const read = parseMarkdownReview(`## ✅ Strengths

- ✅ Small and focused
- ✅ Tests come along
  with the code

## ⚠️ Issues Identified

**CRITICAL (SECURITY)**
- ❌ Input reaches the query
**Impact**: Anybody reads the table
**Recommendation**: Bind the value
**Location**: \`src/login.ts:12\`

**LOW (TESTING)**
- ❌ No test for an empty name

## Summary

Good, but for the query.

Fix that first.
`);
  assert.deepEqual(read, {
    issues: [WHOLE, issue("LOW", "TESTING", "No test for an empty name")],
    strengths: ["Small and focused", "Tests come along\nwith the code"],
    summary: "Good, but for the query.\n\nFix that first.",
    unparsed: [],
  });
});

const FIELDS = `- ❌ Input reaches the query
**Impact**: Anybody reads the table
**Recommendation**: Bind the value
**Location**: \`src/login.ts:12\``;

for (
  const header of [
    ..."# ## ### #### ##### ###### #######".split(" ").map((level) =>
      `${level} CRITICAL (SECURITY)`
    ),
    ...["**CRITICAL (SECURITY)**", "**SECURITY (CRITICAL)**", "__critical (security)__"],
    ...["### 🔴 CRITICAL (SECURITY)", "### ⚠️ Security - Critical", "### ⚠ Security: critical"],
    ...["**CRITICAL** (SECURITY)", "**Critical / Security**:", "### [CRITICAL] [SECURITY] ###"],
    ...["CRITICAL (SECURITY)", "[CRITICAL][SECURITY]", "**CRITICAL (SECURITY):**"],
    ...["### **CRITICAL (SECURITY)**", "## Security\n### Critical", "# Critical\n**Security**"],
    ...[
      "## Security issues (1)\n### Critical",
      "### CRITICAL SECURITY",
      "**Critical severity, Security**",
    ],
  ]
) {
  Deno.test(`parseMarkdownReview() takes ${JSON.stringify(header)} for a header`, () => {
    readsAs(`${header}\n\n${FIELDS}\n`, WHOLE);
    readsAs(`${header}\n${FIELDS}`.replaceAll("\n", "\r\n"), WHOLE);
    readsAs(`${header}\n${FIELDS}`.replaceAll("\n", "\r"), WHOLE);
  });
}

for (
  const fields of [
    FIELDS.replaceAll("**Impact**:", "**Impact:**").replaceAll("**Location**:", "**Location:**"),
    FIELDS.replaceAll("**", ""),
    FIELDS.replaceAll("**", "__"),
    FIELDS.replaceAll("\n**", "\n  - **"),
    FIELDS.replaceAll("\n**", "\n- **"),
    FIELDS.replaceAll("\n**", "\n\n**"),
    FIELDS.replaceAll("❌", "❌\uFE0F"),
    FIELDS.replaceAll("❌", "⚠\uFE0F"),
    FIELDS.replaceAll("❌", "⚠"),
    FIELDS.replaceAll("❌ ", ""),
    FIELDS.replaceAll("- ❌", "* ❌"),
    FIELDS.replaceAll("- ❌", "1. ❌"),
    FIELDS.replaceAll("- ❌", "- [ ] ❌"),
    FIELDS.replaceAll("- ❌ ", ""),
    FIELDS.replaceAll("`", ""),
    FIELDS.replace("**Impact**", "**💥 Impact**"),
    FIELDS.replace("**Impact**: ", "**Impact**:\n"),
    FIELDS.replace("**Impact**: ", "**Impact**:\n\n"),
  ]
) {
  Deno.test(`parseMarkdownReview() reads ${JSON.stringify(fields.slice(0, 70))}`, () => {
    readsAs(`### CRITICAL (SECURITY)\n${fields}`, WHOLE);
  });
}

Deno.test("parseMarkdownReview() finds each of several bullets under one header", () => {
  const [first, second] = [issue("HIGH", "QUALITY", "First"), issue("HIGH", "QUALITY", "Second")];
  readsAs("**HIGH (QUALITY)**\n- ❌ First\n- ❌ Second", first, second);
  readsAs("**HIGH (QUALITY)**\n- First\n- Second", first, second);
  readsAs("**HIGH (QUALITY)**\n- ❌ First\n\n- Second", first, second);
  readsAs(
    "**HIGH (QUALITY)**\n- ❌ First\n**Impact**: One\n- ❌ Second\n**Impact**: Two",
    { ...first, impact: "One" },
    { ...second, impact: "Two" },
  );
});

Deno.test("parseMarkdownReview() reads a finding that stands in its header", () => {
  const found = issue("MEDIUM", "PERFORMANCE", "Reads the file twice", { impact: "Slow" });
  for (
    const header of ["### MEDIUM (PERFORMANCE):", "- **MEDIUM (PERFORMANCE)**:", "[MEDIUM/PERF]"]
  ) {
    readsAs(`${header} Reads the file twice\n**Impact**: Slow`, found);
  }
  readsAs("- ❌ **MEDIUM (PERFORMANCE)**: Reads the file twice\n  - Impact: Slow", found);
});

Deno.test("parseMarkdownReview() knows technical debt however it is spelled", () => {
  for (
    const word of [
      ...["TECHNICAL_DEBT", "TECHNICAL DEBT", "technicalDebt", "Technical-Debt", "tech debt"],
      ...["TechDebt", "Technical debt", "technical_debt"],
    ]
  ) {
    readsAs(`**LOW (${word})**\n- ❌ Old`, issue("LOW", "TECHNICAL_DEBT", "Old"));
    readsAs(`### ${word}: low\n- Old`, issue("LOW", "TECHNICAL_DEBT", "Old"));
  }
});

Deno.test("parseMarkdownReview() keeps code in its field, with everything that is in it", () => {
  const code = "```sh\n# Not a heading\n**HIGH (SECURITY)**\n\n- ❌ not a finding\n```";
  const more = "**Location**: `a.ts:1`\n- ❌ Next";
  readsAs(
    `**LOW (QUALITY)**\n- ❌ Old\n**Recommendation**: Do this:\n${code}\n${more}`,
    issue("LOW", "QUALITY", "Old", {
      recommendation: `Do this:\n${code}`,
      file: "a.ts",
      line: 1,
    }),
    issue("LOW", "QUALITY", "Next"),
  );
});

Deno.test("parseMarkdownReview() tells nested fences apart, and does without a closing one", () => {
  const code = "````md\n```\n# x\n```\n````";
  readsAs(`**LOW (QUALITY)**\n- ❌ Old\n${code}`, issue("LOW", "QUALITY", `Old\n${code}`));
  readsAs(
    "**LOW (QUALITY)**\n- ❌ Old\n```ts\n**HIGH (TESTING)**\n- ❌ None",
    issue("LOW", "QUALITY", "Old\n```ts"),
    issue("HIGH", "TESTING", "None"),
  );
});

Deno.test("parseMarkdownReview() invents neither severity nor category", () => {
  for (
    const page of [
      "**HIGH (STYLE)**\n- ❌ Tabs\n**Impact**: None",
      "## Security\n### HIGH (STYLE)\n- ❌ Tabs",
      "**URGENT (SECURITY)**\n- ❌ Tabs",
      "## Issues\n- ❌ Tabs",
      "**HIGH**\n- ❌ Tabs",
      "## Security\n- ❌ Tabs",
      "## Security\n### High\n# Other\n- ❌ Tabs",
      "## Security\n### High\n# Issues\n- ❌ Tabs",
      "### High performance: caching\n- ❌ Tabs",
      "High performance is what this is about, security (low) was no concern",
      "### High performance caching\n- ❌ Tabs",
      "**Impact**: Nobody knows of what",
    ]
  ) {
    const { issues, unparsed } = parseMarkdownReview(page);
    assert.deepEqual(issues, [], page);
    assert.ok(unparsed.join("\n").includes(page.split("\n").at(-1) ?? ""), page);
  }
});

Deno.test("parseMarkdownReview() keeps what it cannot read, in order and together", () => {
  const { issues, unparsed } = parseMarkdownReview(`# Self-Reflection: Task 7
**Completed**: today

**LOW (QUALITY)**
- ❌ Old
**Effort**: 2 h
**Impact**: Little
**Impact**: None
**Location**: somewhere in the parser

A closing word.
It has two lines.
- and a bullet

## 📊 Metrics
- Code Quality: 8/10
`);
  assert.deepEqual(issues, [issue("LOW", "QUALITY", "Old", { impact: "Little" })]);
  assert.deepEqual(unparsed, [
    "# Self-Reflection: Task 7\n**Completed**: today",
    "**Effort**: 2 h",
    "**Impact**: None\n**Location**: somewhere in the parser",
    "A closing word.\nIt has two lines.\n- and a bullet",
    "## 📊 Metrics\n- Code Quality: 8/10",
  ]);
});

Deno.test("parseMarkdownReview() keeps a header that says nothing about any finding", () => {
  for (
    const [page, ...unparsed] of [
      ["**HIGH**\n- ❌ bad", "**HIGH**\n- ❌ bad"],
      ["**HIGH (QUALITY)**\n**Impact**: x", "**HIGH (QUALITY)**\n**Impact**: x"],
      ["## Security\n\n### Low\n\n## Strengths", "## Security", "### Low"],
      ["**HIGH (QUALITY)**", "**HIGH (QUALITY)**"],
    ] as const
  ) assert.deepEqual(parseMarkdownReview(page), { ...NOTHING, unparsed });
  const { issues, unparsed } = parseMarkdownReview(
    "# Low\nword\n## Security\n- ❌ Old\n## Testing",
  );
  assert.deepEqual(issues, [issue("LOW", "SECURITY", "Old", {})]);
  assert.deepEqual(unparsed, ["word", "## Testing"]);
});

Deno.test("parseMarkdownReview() reads headers that are numbered and have a title", () => {
  const rest = "**Impact**: Anybody reads the table\n**Location**: a.ts:3";
  const fields = { impact: "Anybody reads the table", file: "a.ts", line: 3 };
  for (
    const header of [
      "## 1. HIGH (SECURITY): SQL injection",
      "### 12) 🔴 High / Security: SQL injection",
      "**1. HIGH (SECURITY): SQL injection**",
      "## **#2: HIGH (SECURITY)**: SQL injection",
    ]
  ) {
    readsAs(`${header}\n${rest}`, issue("HIGH", "SECURITY", "SQL injection", fields));
  }
  readsAs(
    `## 1. HIGH (SECURITY): SQL injection\n- ❌ The query is joined\n${rest}\n- ❌ Another`,
    issue("HIGH", "SECURITY", "SQL injection\nThe query is joined", fields),
    issue("HIGH", "SECURITY", "Another", {}),
  );
});

for (
  const [value, file, line, isWhole] of [
    ["`src/a.ts:12`", "src/a.ts", 12, true],
    ["src/a.ts:12", "src/a.ts", 12, true],
    ["`src/a.ts`", "src/a.ts", null, true],
    ["`C:\\src\\a.ts:3`", "C:\\src\\a.ts", 3, true],
    ["`with space.ts:3`", "with space.ts", 3, true],
    ["`a.ts:12-20`", "a.ts", 12, false],
    ["`a.ts:0`", "a.ts:0", null, true],
    ["`a.ts:99999999999999999999`", "a.ts:99999999999999999999", null, true],
    ["a.ts:10:5", "a.ts", 10, true],
    ["`a.ts:10:5`", "a.ts", 10, true],
    ["`C:\\src\\a.ts:3:9`", "C:\\src\\a.ts", 3, true],
    ["`a.ts:10:5-11:2`", "a.ts", 10, false],
    ["a.ts#L10", "a.ts", 10, true],
    ["`a.ts#L10C5`", "a.ts", 10, true],
    ["`a.ts#L10-L12`", "a.ts", 10, false],
    ["`a.ts#Later`", "a.ts#Later", null, true],
    ["[a.ts:10](a.ts#L10)", "a.ts", 10, true],
    ["[`a.ts:10`](a.ts#L10)", "a.ts", 10, true],
    ["[a.ts](a.ts#L10)", "a.ts", 10, true],
    ["[a.ts:10](https://git.test/x/a.ts#L10)", "a.ts", 10, false],
    ["[the login](src/login.ts#L10)", "src/login.ts", 10, false],
    ["`a.ts:1` and `b.ts:2`", null, null, false],
    ["in the login function", null, null, false],
  ] as const
) {
  Deno.test(`parseMarkdownReview() reads the place ${JSON.stringify(value)}`, () => {
    const read = parseMarkdownReview(`**LOW (QUALITY)**\n- ❌ Old\n**Location**: ${value}`);
    assert.deepEqual(read.issues, [issue("LOW", "QUALITY", "Old", { file, line })]);
    assert.deepEqual(read.unparsed, isWhole ? [] : [`**Location**: ${value}`]);
  });
}
