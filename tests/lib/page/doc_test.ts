import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Doc,
  markdownSections,
  markdownTable,
  markdownText,
  paintFor,
  terminalText,
} from "../../../lib/page/doc.ts";
import { htmlSections } from "../../../lib/page/html.ts";

const DOC: Doc = {
  title: "Title",
  tone: "bad",
  lead: ["One", "Two"],
  sections: [
    { title: "Points", points: [{ text: "first\nmore", tone: "fine", under: ["below"] }] },
    { text: ["A paragraph"], table: { head: ["name", "n"], rows: [["a|b", "1"]] } },
  ],
};

Deno.test("one document on a terminal, in colours where they are asked for", () => {
  assert.equal(
    terminalText(DOC),
    "Title\nOne\nTwo\n\nPoints\n  first\n  more\n    below\n\nA paragraph\n\n" +
      "| name | n   |\n| ---- | --- |\n| a\\|b | 1   |",
  );
  const coloured = terminalText(DOC, paintFor(true, undefined));
  assert.ok(coloured.startsWith("\x1b[31mTitle\x1b[0m\n\x1b[2mOne\x1b[0m\n"));
  assert.ok(coloured.includes("\x1b[1mPoints\x1b[0m\n  \x1b[32mfirst\n  more\x1b[0m\n    below\n"));
  for (const [isTerminal, noColor] of [[false, undefined], [true, "1"]] as const) {
    assert.equal(terminalText(DOC, paintFor(isTerminal, noColor)), terminalText(DOC));
  }
});

Deno.test("the same document as markdown", () => {
  assert.equal(
    markdownText(DOC),
    "# Title\nOne\nTwo\n\n## Points\n\n- first more\n  - below\n\nA paragraph\n\n" +
      "| name | n   |\n| ---- | --- |\n| a\\|b | 1   |",
  );
  assert.equal(markdownText({ title: "Title", lead: [], sections: [] }), "# Title");
});

Deno.test("the same sections on a page", () => {
  assert.equal(
    htmlSections(DOC.sections),
    "<h2>Points</h2>\n<ul><li>first<br>more<ul><li>below</li></ul></li></ul>\n" +
      `<p>A paragraph</p>\n<div class="scroll"><table>\n<thead><tr><th>name</th><th>n</th></tr></thead>\n` +
      "<tbody>\n<tr><td>a|b</td><td>1</td></tr>\n</tbody>\n</table></div>",
  );
});

Deno.test("in markdown, what would be more than text is escaped", () => {
  const lines: [string, string][] = [
    ["# head", "\\# head"],
    ["> quote", "\\> quote"],
    ["- item", "\\- item"],
    ["12. item", "12\\. item"],
    ["---", "\\---"],
    ["===", "\\==="],
    ["    code", "code"],
    ["~~~", "\\~\\~\\~"],
    ["<script>", "\\<script>"],
    ["[x](javascript:y)", "\\[x](javascript:y)"],
    ["![x](y)", "!\\[x](y)"],
    ["&lt;b&gt; &#60;", "\\&lt;b\\&gt; \\&#60;"],
    ["*w* __v__ `c` ~~s~~", "\\*w\\* \\_\\_v\\_\\_ \\`c\\` \\~\\~s\\~\\~"],
    ["\\<b>", "\\\\\\<b>"],
    ["\u202egnp", "\\u202egnp"],
  ];
  for (const [text, expected] of lines) {
    assert.equal(markdownSections([{ text: [text] }]), expected);
    assert.equal(
      markdownSections([{ points: [{ text, under: [text] }] }]),
      `- ${expected}\n  - ${expected}`,
    );
  }
});

Deno.test("in markdown, what is only text stays as it reads best", () => {
  for (
    const text of [
      "src/known_not_in_diff.ts (a-b) #12 2 < 3 >= 1, 5 + 2 - 1! --flag",
      "--min-auc 0.7 is not pre-registered",
      "C:\\src {x} a & b 1.5",
    ]
  ) assert.equal(markdownSections([{ text: [text] }]), text);
});

Deno.test("whatever stands in a table, it keeps its cells and none of them is HTML", () => {
  fc.assert(fc.property(
    fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 3, maxLength: 3 })),
    (rows) => {
      const lines = markdownTable(["a", "b", "c"], rows).split("\n");
      assert.equal(lines.length, rows.length + 2);
      for (const line of lines) {
        // A bar that is escaped by an odd number of backslashes parts no cells.
        assert.equal([...line.matchAll(/(?<!\\)(?:\\\\)*\|/g)].length, 4, line);
        assert.doesNotMatch(line, /(?<!\\)(?:\\\\)*<\S/);
      }
    },
  ));
});
