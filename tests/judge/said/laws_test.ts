import { deepEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { readSaid } from "../../../judge/said.ts";

/** Bits of messages, so that random ones look like markdown. */
const BITS = [
  "Done.",
  "All tests pass",
  "Should I proceed?",
  "Which database?",
  "## Next steps",
  "- [ ] tests",
  "- ",
  "```",
  "~~~",
  "`",
  "**",
  "> ",
  "| a | b |",
  "\n",
  "\n\n",
  " ",
  "…",
  "⟦code⟧",
  "\u0000",
  "\ud800",
  "#12",
  "not",
  "(",
  "✅",
  "I've fixed",
];
const message = fc.array(fc.oneof(fc.constantFrom(...BITS), fc.string({ maxLength: 12 })), {
  maxLength: 40,
}).map((bits) => bits.join(""));

function longestRun(text: string, mark: string): number {
  let longest = 0;
  let run = 0;
  for (const sign of text) {
    run = sign === mark ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

Deno.test("readSaid() never throws, and quotes what stands in the message", () => {
  fc.assert(fc.property(message, (text) => {
    const said = readSaid(text);
    const flat = said.text.replace(/\s+/g, " ");
    for (const quote of [...said.claims, ...said.remaining, said.question ?? ""]) {
      ok(quote.length <= 200);
      if (!quote.endsWith("…")) ok(flat.includes(quote), `${JSON.stringify(quote)} in ${flat}`);
    }
  }));
});

Deno.test("readSaid() reads the same claims and question behind any code block", () => {
  fc.assert(fc.property(message, fc.string({ unit: "binary", maxLength: 200 }), (text, code) => {
    const fence = "`".repeat(Math.max(3, longestRun(code, "`") + 1));
    const behind = readSaid(`${fence}\n${code}\n${fence}\n\n${text}`);
    const alone = readSaid(`\n\n${text}`);
    deepEqual(behind.claims, alone.claims);
    deepEqual(behind.question, alone.question);
    deepEqual(behind.permission, alone.permission);
    deepEqual(behind.reported, alone.reported);
  }));
});

Deno.test("readSaid() reads the same with blanks at the end", () => {
  const blanks = fc.array(fc.constantFrom(" ", "\n", "\t", "\r\n"), { maxLength: 10 });
  fc.assert(fc.property(message, blanks, (text, trailing) => {
    deepEqual(readSaid(text + trailing.join("")), readSaid(text.trimEnd()));
  }));
});

Deno.test("readSaid() reads a long message from its head and its tail", () => {
  const middle = "Nothing of note. ".repeat(5_000);
  const said = readSaid(`I fixed the parser. ${middle}Which database should I use?`);
  ok(said.text.length < 20_100);
  deepEqual(said.claims, ["I fixed the parser."]);
  deepEqual(said.question, "Which database should I use?");
  deepEqual(readSaid(`${middle}I fixed it. ${middle}`).claims, []);
  const atTheEdges = `${"a ".repeat(1_900)}\n\nI fixed A.\n\n${middle}\n\nI fixed B.\n\n${
    "a ".repeat(7_900)
  }`;
  deepEqual(readSaid(atTheEdges).claims, ["I fixed A.", "I fixed B."]);
});

Deno.test("readSaid() knows code for code when the cut goes through it", () => {
  const code = `\`\`\`\n${"I fixed it.\n".repeat(4_000)}\`\`\`\n`;
  deepEqual(readSaid(`${code}\nAll done.`).claims, ["All done."]);
  deepEqual(readSaid(`Intro.\n\n${code}\nAll done.`).midSentence, false);
});

/** What makes patterns with repeats slow: much of what each of them may begin with. */
const WORST_FOOD = [
  " ",
  "a",
  "`",
  "``` ",
  "` ",
  "*",
  "* ",
  "** ",
  "_a",
  "~~a",
  "[",
  "[a](",
  "(",
  '"',
  '"a',
  "|",
  "| - ",
  "> ",
  "- ",
  "- a:\n  ",
  "# ",
  "#1 ",
  "#1",
  "PR1",
  "PR ",
  "a/",
  "a.",
  "a. ",
  "e.g. ",
  "?",
  "A? ",
  "1/",
  "1 of ",
  "12 tests ",
  "no ",
  "not ",
  "tests ",
  "tests pass, ",
  "I've now also just ",
  "have been ",
  "please ",
  "please also click the ",
  "you still now also ",
  "waiting for the ",
  "ci is still ",
  "rate limit ",
  "api key ",
  "the secret token password ",
  "still failing ",
  "let me know if ",
  "if you'd like ",
  "I'll once you ",
  "next I'll ",
  "TODO ",
  "\n",
  "\n\n",
  "a\n",
  "✅",
  "https://a/b/pull/",
  "--- ",
  "= ",
];

Deno.test("readSaid() stays quick on a megabyte of what its patterns begin with", () => {
  readSaid("Warm up. All tests pass.");
  for (const bit of WORST_FOOD) {
    for (const tail of ["", "!", "\n- x?"]) {
      const text = bit.repeat(Math.ceil(1_000_000 / bit.length)) + tail;
      const start = performance.now();
      readSaid(text);
      const took = performance.now() - start;
      // Far above what it takes, far below what backtracking would.
      ok(took < 3_000, `${JSON.stringify(bit)} took ${took} ms`);
    }
  }
});

Deno.test("readSaid() quotes a row of a table as it was written", () => {
  deepEqual(readSaid("| a | b |\n|---|---|\n| Parser | not implemented yet |").remaining, [
    "Parser | not implemented yet",
  ]);
});
