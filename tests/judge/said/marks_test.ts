import { deepEqual, equal, ok } from "node:assert/strict";
import { readSaid } from "../../../judge/said.ts";
import { assertWordings } from "./_tables.ts";

Deno.test("readSaid() sees where a message breaks off", () => {
  assertWordings("midSentence", {
    yes: [
      "I changed the",
      "The problem is that",
      "I updated the parser, and",
      "The function takes a list of",
      "Here are the changes:",
      "The files are `a.ts`, `b.ts`,",
      "It fails because the cache (which is",
      "```ts\nconst a = 1;",
      "Let me look at `src/",
      "- parser\n- lexer\n-",
      "The reason for this is",
      "I have checked all of the callers, but",
      "The server is started with",
      "1. Read the file\n2. Parse it with the",
      "We should use a map instead of",
      "## Result\n\nThe test suite is now",
    ],
    no: [
      "",
      "   \n",
      "Done",
      "Yes",
      "42",
      "Done.",
      "All tests pass!",
      "Shall I continue?",
      "- one\n- two",
      "## Summary",
      "| a | b |\n| --- | --- |\n| 1 | 2 |",
      "```ts\nconst a = 1;\n```",
      "https://example.com/pull/1",
      "See `src/app.ts`",
      "The fix is in (a) and (b)",
      "All green ✅",
      "> quoted text that ends in the",
      "**Everything works**",
      "Removed 12 files, added 3",
      "The new page is what you asked for",
      "Users can log in",
      "Written in C++",
      "It's done :-)",
    ],
  });
});

Deno.test("readSaid() knows a message without words", () => {
  equal(readSaid("").empty, true);
  equal(readSaid(" \n\t").empty, true);
  equal(readSaid("ok").empty, false);
});

const REFERENCES: readonly (readonly [message: string, references: readonly string[]])[] = [
  ["Fixes #12.", ["#12"]],
  ["I opened PR #34.", ["PR #34"]],
  ["See PR34 for details.", ["PR #34"]],
  ["This closes issue #42 and #43.", ["issue #42", "#43"]],
  ["I opened a pull request.", ["pull request"]],
  ["https://github.com/acme/app/pull/7", ["PR #7"]],
  ["Reported as https://github.com/acme/app/issues/99.", ["issue #99"]],
  ["[PR 12](https://github.com/acme/app/pull/12) is open.", ["PR #12"]],
  ["Merge request !5 is ready.", ["PR #5"]],
  ["https://gitlab.com/acme/app/-/merge_requests/8", ["PR #8"]],
  ["(#101)", ["#101"]],
  ["**#7**: fixed", ["#7"]],
  ["acme/app#15 has the details.", ["#15"]],
  ["Pull request #3 was merged; see #3.", ["PR #3"]],
  ["Rebased PR-18 onto main.", ["PR #18"]],
  ["- #1: crash\n- #2: leak", ["#1", "#2"]],
  ["", []],
  ["The colour is #fff.", []],
  ["The background is #123456.", []],
  ["The color #333 was too dark.", []],
  ["# Heading", []],
  ["## 12 files changed", []],
  ["This is the #1 priority.", []],
  ["Step #2 is to install it.", []],
  ["Option #3 is the best.", []],
  ["```\nfixes #12\n```", []],
  ["> closes #12", []],
  ["C# 12 is out.", []],
  ["There were 12 issues.", []],
  ["The anchor is page#12-3.", []],
  ["&#39; is an apostrophe.", []],
  ["The request was pulled from the queue.", []],
];

Deno.test("readSaid() finds references to issues and pull requests", () => {
  deepEqual(
    REFERENCES.map(([message]) => [message, readSaid(message).references]),
    REFERENCES,
  );
});

Deno.test("readSaid() counts what is concrete in a message, each thing once, up to a bound", () => {
  equal(readSaid("").substance, 0);
  equal(readSaid("Done.").substance, 0);
  equal(readSaid("It looks fine to me, I think.").substance, 0);
  equal(readSaid("`a` and `b` and `a`").substance, 2);
  equal(readSaid("See src/app.ts and lib/x.py.").substance, 2);
  equal(readSaid("It took 40 ms instead of 90 ms.").substance, 2);
  ok(
    readSaid(
      "## Findings\n\n- the cache is never cleared in `cache.ts`\n- 14 callers ignore errors",
    )
      .substance >= 5,
  );
  const many = Array.from({ length: 200 }, (_, index) => `- finding number ${index}`).join("\n");
  equal(readSaid(many).substance, 50);
});
