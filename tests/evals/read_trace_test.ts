import assert from "node:assert/strict";
import { readTrace } from "./read_trace.ts";

function steps(trace: unknown) {
  return readTrace(trace).calls.map((
    { name, input, output, state },
  ) => [name, input, output, state]);
}

Deno.test("the text behind a tool is that call's output", () => {
  assert.deepEqual(
    steps(`1. [Write] Created file hello.js with a greeting
2. [Bash] npm test → 3 passed
3. [Grep] UserCard → 17 matches in 9 files
4. [Edit] src/a.ts: x -> y`),
    [
      ["Write", { file_path: "hello.js" }, "Created file hello.js with a greeting", "done"],
      ["Bash", { command: "npm test" }, "3 passed", "done"],
      ["Grep", { description: "UserCard" }, "17 matches in 9 files", "done"],
      ["Edit", { file_path: "src/a.ts" }, "src/a.ts: x -> y", "done"],
    ],
  );
});

Deno.test("commands are found in words around them", () => {
  assert.deepEqual(steps("- [Bash] Ran `npm run build` successfully"), [
    ["Bash", { command: "npm run build" }, "Ran `npm run build` successfully", "done"],
  ]);
  assert.deepEqual(steps("[Bash] Ran pytest: 4 passed"), [
    ["Bash", { command: "pytest" }, "Ran pytest: 4 passed", "done"],
  ]);
});

Deno.test("lines without a mark go on with the step before", () => {
  assert.deepEqual(steps("[Bash] pytest →\n  1 failed\n  2 passed"), [
    ["Bash", { command: "pytest" }, "1 failed\n  2 passed", "done"],
  ]);
});

Deno.test("what the agent said is no call", () => {
  const { calls, said } = readTrace("1. [Thinking] Hm\n2. [Response] All done\n   and well");
  assert.deepEqual(calls, []);
  assert.equal(said, "Hm\nAll done\n   and well");
});

Deno.test("no trace is no step", () => {
  for (const text of ["", "(none)", "none\n", null, undefined]) {
    assert.deepEqual(readTrace(text), { calls: [], said: "" });
  }
});

Deno.test("a trace of a megabyte is read in time", () => {
  const start = performance.now();
  for (const text of ["[", "a/", "`a", "[Bash] ran a ", "a.b", "1. [Edit] ", " → "]) {
    readTrace(`[Edit] ${text.repeat(Math.ceil(1_000_000 / text.length))}`);
    readTrace(text.repeat(Math.ceil(1_000_000 / text.length)));
  }
  assert(performance.now() - start < 10_000);
});
