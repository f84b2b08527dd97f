import assert from "node:assert/strict";
import fc from "fast-check";
import { readCalls } from "./calls.ts";

/** What is read of the calls, without what is as always. */
function read(value: unknown) {
  return readCalls(value).calls.map(({ name, input, state, output, exitCode }) => ({
    ...{ name, input },
    ...state === "done" ? {} : { state },
    ...output === null ? {} : { output },
    ...exitCode === null ? {} : { exitCode },
  }));
}

const bash = (command: string, more = {}) => ({ name: "bash", input: { command }, ...more });

Deno.test("a list has calls with input, state, output and exit code, and what was said", () => {
  const list = [
    { tool: "edit", input: { filePath: "a.ts" } },
    { tool: "bash", input: { command: "npm test" }, exit_code: 1, output: "1 failed" },
    { said: "Hm" },
    { tool: "bash", input: { command: "npm i" }, state: "running" },
    { tool: "bash", input: { command: "ls" }, state: "failed", exit_code: null },
  ];
  assert.deepEqual(read(list), [
    { name: "edit", input: { filePath: "a.ts" } },
    bash("npm test", { state: "failed", output: "1 failed", exitCode: 1 }),
    bash("npm i", { state: "running" }),
    bash("ls", { state: "failed" }),
  ]);
  assert.equal(readCalls(list).said, "Hm");
  assert.deepEqual(readCalls(null), { calls: [], said: "" });
});

Deno.test("a list with anything else is refused, and the error says what is expected", () => {
  for (
    const list of [["bash"], [{ name: "bash" }], [{ tool: "bash", exit: 1 }], [3], { tool: "x" }]
  ) {
    assert.throws(() => readCalls(list), /Expected a list of \{tool,/, JSON.stringify(list));
  }
});

Deno.test("calls in the text of other files", () => {
  const rows: [text: string, calls: ReturnType<typeof read>][] = [
    ...["", " \n", "(none)", "None.", "N/A", "[]", "No tools"].map((text) =>
      [text, []] as [string, []]
    ),
    ["- bash: {command: 'npm test'}\n\n2. edit: {filePath: 'a.ts'}", [
      bash("npm test"),
      { name: "edit", input: { filePath: "a.ts" } },
    ]],
    [`edit: {filePath: 'a.ts'}, bash: {command: "a, b", timeout: 60}`, [
      { name: "edit", input: { filePath: "a.ts" } },
      { name: "bash", input: { command: "a, b", timeout: 60 } },
    ]],
    ["edit, git commit, gh pr view 3 --comments", [
      { name: "edit", input: {} },
      bash("git commit"),
      bash("gh pr view 3 --comments"),
    ]],
    ["bash: {command: 'it's'}", [bash("{command: 'it's'}")]],
    ["bash: npm install (running, 90s)", [bash("npm install", { state: "running" })]],
    ["bash: {command: 'x'} [status: pending]", [bash("x", { state: "pending" })]],
    ["bash: x (error: exit 1)", [
      bash("x", { state: "failed", output: "(error: exit 1)", exitCode: 1 }),
    ]],
    ["bash: completed - exit code 2", [
      { name: "bash", input: {}, state: "failed", output: "completed - exit code 2", exitCode: 2 },
    ]],
    ["bash: running (npm install)\nread: pending", [
      { name: "bash", input: {}, state: "running" },
      { name: "read", input: {}, state: "pending" },
    ]],
    ["glob: completed, edit (done)", [{ name: "glob", input: {} }, { name: "edit", input: {} }]],
    ["1. [Write] Created a.js\n2. [Bash] npm test", [
      { name: "Write", input: { text: "Created a.js" } },
      { name: "Bash", input: { command: "npm test" } },
    ]],
  ];
  for (const [text, calls] of rows) assert.deepEqual(read(text), calls, text);
  assert.equal(readCalls("1. [Thinking] Hm\n2. [Response] Done").said, "Hm\nDone");
});

Deno.test("every text is read, and every call has an id of its own", () => {
  const pieces = ["bash: ", "{command: '", "'}", ", ", "\n", "[", "]", "(running)", "edit", '"'];
  const piece = fc.oneof(fc.string(), fc.constantFrom(...pieces));
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const { calls } = readCalls(pieces.join(""));
    assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length);
  }));
});

Deno.test("a megabyte is read in time", () => {
  const start = performance.now();
  for (
    const text of ["{", "'", "bash: {", "a, ", "a, \n", "(", " ", "[{", "- [ ] y\n", "[a] (x "]
  ) {
    readCalls(text.repeat(Math.ceil(1_000_000 / text.length)));
  }
  assert(performance.now() - start < 5_000);
});
