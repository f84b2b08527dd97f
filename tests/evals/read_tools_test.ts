import assert from "node:assert/strict";
import fc from "fast-check";
import { readTools } from "./read_tools.ts";

/** Name, input and what is told of the end, in short. */
function told(value: unknown) {
  return readTools(value).map(({ name, input, state, output, exitCode }) => ({
    name,
    input,
    ...(state === "done" ? {} : { state }),
    ...(output === null ? {} : { output }),
    ...(exitCode === null ? {} : { exitCode }),
  }));
}

const bash = (command: string) => ({ name: "bash", input: { command } });
const edit = (filePath: string) => ({ name: "edit", input: { filePath } });

Deno.test("no tools are no calls, however that is written", () => {
  for (const text of ["", "  \n", "(none)", "None", "none.", "[]", "N/A", "No tools used", null]) {
    assert.deepEqual(readTools(text), [], String(text));
  }
});

Deno.test("one call per line, with list marks or without", () => {
  const expected = [bash("npm test"), edit("a.ts")];
  for (const mark of ["", "- ", "* ", "1. ", "12) "]) {
    const text = `${mark}bash: {command: 'npm test'}\n\n${mark}edit: {filePath: 'a.ts'}\n`;
    assert.deepEqual(told(text), expected);
  }
});

Deno.test("calls separated by commas are told apart from commas in their input", () => {
  assert.deepEqual(
    told("edit: {filePath: 'a.ts'}, bash: {command: 'npm test, please', timeout: 60}"),
    [edit("a.ts"), { name: "bash", input: { command: "npm test, please", timeout: 60 } }],
  );
  assert.deepEqual(told("bash: echo a, b, c, edit: {filePath: 'a.ts'}"), [
    bash("echo a, b, c"),
    edit("a.ts"),
  ]);
});

Deno.test("bare names are tools and bare commands are the shell's", () => {
  assert.deepEqual(told("edit, bash, git commit, git push"), [
    { name: "edit", input: {} },
    { name: "bash", input: {} },
    bash("git commit"),
    bash("git push"),
  ]);
  assert.deepEqual(told("gh pr view 33 --comments, bash: hyperfine './old'"), [
    bash("gh pr view 33 --comments"),
    bash("hyperfine './old'"),
  ]);
  assert.deepEqual(told("read src/a.ts"), [{ name: "read", input: { filePath: "src/a.ts" } }]);
  assert.deepEqual(told("npm test"), [bash("npm test")]);
});

Deno.test("any quotes will do, and quotes within quotes", () => {
  assert.deepEqual(told(`bash: {"command": "echo \\"hi\\""}`), [bash('echo "hi"')]);
  assert.deepEqual(told("bash: {command: 'git commit -m 'fix it''}"), [
    bash("git commit -m 'fix it'"),
  ]);
  assert.deepEqual(told("bash: {command: `make`}"), [bash("make")]);
  assert.deepEqual(told("bash: {command: make test}"), [bash("make test")]);
  assert.deepEqual(told("bash: {command: ''}"), [bash("")]);
});

Deno.test("nested values are read", () => {
  assert.deepEqual(
    told("todowrite: {todos: [{content: 'a', status: 'pending'}, {content: 'b', done: true}]}"),
    [{
      name: "todowrite",
      input: { todos: [{ content: "a", status: "pending" }, { content: "b", done: true }] },
    }],
  );
});

Deno.test("a state in the text is the call's, and its output is not recorded", () => {
  const npm = bash("npm install");
  for (
    const [suffix, more] of [
      [" (running, 90s)", { state: "running" }],
      [" [running]", { state: "running" }],
      [" (status: running)", { state: "running" }],
      [" (in progress)", { state: "running" }],
      [" - running", { state: "running" }],
      [" (pending)", { state: "pending" }],
      [" (completed)", {}],
      [" (exit 0)", { exitCode: 0 }],
      [" (error: exit 1)", { state: "failed", output: "error: exit 1", exitCode: 1 }],
      [" [failed]", { state: "failed", output: "failed" }],
      [" → 3 passed", { output: "3 passed" }],
      [" → Error: exit code 2", { state: "failed", output: "Error: exit code 2", exitCode: 2 }],
      [" (see below)", null],
    ] as const
  ) {
    for (const text of ["bash: npm install", "bash: {command: 'npm install'}"]) {
      const found = told(text + suffix);
      if (more === null) assert.equal(found.length, 1);
      else assert.deepEqual(found, [{ ...npm, ...more }], text + suffix);
    }
  }
  for (const text of ["edit (completed), bash (running)", "edit: completed\nbash: running, 90s"]) {
    assert.deepEqual(told(text), [
      { name: "edit", input: {} },
      { name: "bash", input: {}, state: "running" },
    ]);
  }
  const output = "error - exit code 1: Permission denied";
  assert.deepEqual(told(`bash: ${output}`), [
    { name: "bash", input: {}, state: "failed", output, exitCode: 1 },
  ]);
  assert.deepEqual(told("bash: running npm test (45s)"), [
    { ...bash("npm test (45s)"), state: "running" },
  ]);
  assert.deepEqual(told("bash: done.sh --all"), [bash("done.sh --all")]);
});

Deno.test("JSON is read, as text and as YAML's own values", () => {
  const value = [
    { tool: "bash", args: { command: "npm test" }, status: "error", output: "1 failed" },
    { name: "edit", input: { filePath: "a.ts" } },
    "bash: {command: 'ls'}",
    { read: { filePath: "b.ts" } },
    { bash: "npm run build" },
    7,
  ];
  const expected = [
    { ...bash("npm test"), state: "failed", output: "1 failed" },
    edit("a.ts"),
    bash("ls"),
    { name: "read", input: { filePath: "b.ts" } },
    bash("npm run build"),
  ];
  assert.deepEqual(told(value), expected);
  assert.deepEqual(told(JSON.stringify(value)), expected);
});

Deno.test("every text is read, and every call has a name and an id of its own", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "bash: ",
      "{command: '",
      "'}",
      ", ",
      "\n",
      "[",
      "]",
      "(running)",
      "edit",
      "→",
      '"',
    ),
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const calls = readTools(pieces.join(""));
    assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length);
    for (const { name } of calls) assert.equal(typeof name, "string");
  }));
});

Deno.test("a command survives being written down and read again", () => {
  const command = fc.string({ unit: "grapheme-ascii", minLength: 1 })
    .filter((text) => text.trim() === text);
  fc.assert(fc.property(command, (text) => {
    const [call] = readTools(`bash: ${JSON.stringify({ command: text })}`);
    assert.deepEqual(call?.input, { command: text });
  }));
});

Deno.test("long texts are read in time", () => {
  const start = performance.now();
  for (const text of ["{", "'", "bash: {", "a, ", "bash: {a: 'b' ", "(", " ", "→ ", "[{"]) {
    readTools(text.repeat(Math.ceil(1_000_000 / text.length)));
  }
  assert(performance.now() - start < 10_000);
});
