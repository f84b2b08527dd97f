import assert from "node:assert/strict";
import { parseMarkdownReview } from "../../review/markdown_parser.ts";

const AGENT = new URL("../../hook/clients/agents/reflective-reviewer.md", import.meta.url);

/** What a reviewer puts into the form, in place of the words that stand there. */
const FILLING: Readonly<Record<string, string>> = {
  "CRITICAL (SECURITY)": "HIGH (TESTING)",
  "What is wrong": "The test cannot fail",
  "what follows from it": "A fault goes unseen",
  "what to do about it": "Compare with what is expected",
  "path/to/file.ts:12": "src/sum_test.ts:7",
};

Deno.test("the form that the reviewing agent is told to answer in is read whole", async () => {
  const text = await Deno.readTextFile(AGENT);
  const forms = [...text.matchAll(/^```text\n([\s\S]*?)\n```$/gm)].map(([, form]) => form ?? "");
  assert.equal(forms.length, 1);
  let answer = forms[0] ?? "";
  for (const [blank, filled] of Object.entries(FILLING)) {
    assert.ok(answer.includes(blank), `The form does not say "${blank}"`);
    answer = answer.replace(blank, filled);
  }
  assert.deepEqual(parseMarkdownReview(answer), {
    issues: [{
      severity: "HIGH",
      category: "TESTING",
      description: "The test cannot fail",
      impact: "A fault goes unseen",
      recommendation: "Compare with what is expected",
      file: "src/sum_test.ts",
      line: 7,
      source: "model",
    }],
    strengths: [],
    summary: null,
    unparsed: [],
  });
});

Deno.test("the reviewing agent has a name, says when to call it, and can only read", async () => {
  const text = await Deno.readTextFile(AGENT);
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "";
  const fields = head.split("\n").map((line) => /^([a-z]+): (\S.*)$/.exec(line)?.slice(1) ?? []);
  assert.deepEqual(fields.map(([name]) => name), ["name", "description", "tools"]);
  assert.equal(fields[0]?.[1], "reflective-reviewer");
  assert.equal(fields[2]?.[1], "Read, Grep, Glob");
});
