import { deepEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { callOf, type ToolCall } from "../../../judge/conversation.ts";
import { doneBy, edit, shell } from "./calls.ts";

const NAMES = ["Bash", "bash", "Edit", "apply_patch", "TodoWrite", "TaskCreate", "TaskUpdate"];
const PIECES = [
  "npm test",
  "pytest -k",
  " && ",
  " | tail",
  "; ",
  "$(",
  ")",
  "(",
  "'",
  '"',
  "`",
  "\\",
  "<<EOF\n",
  "\nEOF\n",
  "> a.ts",
  "sed -i",
  "git push",
  "echo $?",
  "FOO=1 ",
  "bash -c ",
  "constructor",
  "__proto__",
];
const OUTPUTS = [
  "1 passed, 2 failed in 3s",
  "test result: ok. 1 passed; 0 failed;",
  "Tests:       1 failed, 2 total",
  "ok  \ta\t0.1s",
  "\x1b[31m",
  "\x1b]0;title\x07",
  "\r",
  "\n",
  "make: *** [x] Error 1",
  "# fail 1",
  "Ran 99999999999999999999 tests in 1s",
];

const text = (pieces: readonly string[]) =>
  fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 8 })), {
    maxLength: 12,
  }).map((parts) => parts.join(""));

const anyCall: fc.Arbitrary<ToolCall> = fc.record({
  name: fc.oneof(fc.constantFrom(...NAMES), fc.string()),
  input: fc.oneof(
    fc.record({ command: text(PIECES) }),
    fc.record({ command: fc.array(fc.anything()), file_path: fc.anything() }),
    fc.record({ todos: fc.anything(), plan: fc.anything(), taskId: fc.anything() }),
    fc.dictionary(fc.string(), fc.anything()),
  ),
  output: fc.option(text(OUTPUTS)),
  state: fc.constantFrom("pending", "running", "done", "failed"),
  exitCode: fc.option(fc.integer()),
  background: fc.boolean(),
}).map((given) => callOf(given as Partial<ToolCall> & { name: string }));

Deno.test("whatever was called and came back, the facts are found without an error", () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 12 }), (calls) => {
      const done = doneBy(calls);
      for (const { excerpt } of [...done.commands, ...done.checks, ...done.failures]) {
        ok(excerpt.length <= 300);
      }
      ok(done.recorded <= done.calls && done.running <= done.calls);
      ok(done.lastEdit === null || done.edits.some(({ step }) => step === done.lastEdit));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("the facts do not depend on how an output is coloured", () => {
  const colour = fc.constantFrom("\x1b[31m", "\x1b[0m", "\x1b[1;38;5;12m", "\x1b(B", "\x1b[K", "");
  const commands = fc.constantFrom("npm test", "pytest", "cargo test", "git push", "npx tsc | cat");
  fc.assert(
    fc.property(
      commands,
      fc.array(fc.constantFrom(...OUTPUTS.filter((part) => !part.includes("\x1b"))), {
        maxLength: 8,
      }),
      fc.array(colour, { minLength: 9, maxLength: 9 }),
      (command, parts, colours) => {
        const plain = parts.join("\n");
        const coloured = parts.map((part, at) => colours[at]! + part).join("\n") + colours[8]!;
        deepEqual(doneBy([shell(command, coloured)]), doneBy([shell(command, plain)]));
      },
    ),
  );
});

Deno.test("CRLF line ends change nothing", () => {
  const output = "Ran 2 tests in 0.1s\n\nFAILED (failures=1)\n";
  deepEqual(
    doneBy([shell("python -m unittest", output.replaceAll("\n", "\r\n"))]),
    doneBy([shell("python -m unittest", output)]),
  );
});

Deno.test("what happened before an edit decides nothing about what comes after it", () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 6 }), (calls) => {
      const { checks } = doneBy([...calls, edit("src/a.ts")]);
      ok(checks.every(({ afterLastEdit }) => !afterLastEdit));
    }),
  );
});

/** Texts of a megabyte that invite patterns to go back and forth. */
const MEGABYTE = 1_000_000;
const FLOODS: readonly string[] = [
  "a",
  " ",
  "\n",
  "=",
  "0",
  "1 passed ",
  "(",
  "$(",
  "'",
  '"',
  "\\",
  "`",
  "<<A\n",
  "> ",
  "\x1b[",
  "\x1b]",
  "\x1b[0",
  "a;",
  "a|",
  "a=b ",
  "x ... FAILED",
  "not ok 1 ",
  "a/",
  "ok  \t",
  "0:0:",
  "\r",
  "FAIL  ",
];

Deno.test("a megabyte of anything is read in the time that its length takes", () => {
  for (const piece of FLOODS) {
    const flood = piece.repeat(MEGABYTE / piece.length);
    for (
      const call of [
        shell("npm test", flood),
        shell("npm test", flood.replace(/(.{0,100})/g, "$1\n")),
        shell(flood, "x"),
        shell("git push && gh pr checks", flood),
        shell(`npm test; echo "${"x".repeat(99)}$?"`, flood),
        callOf({ name: "apply_patch", input: { patchText: flood } }),
      ]
    ) {
      const begin = performance.now();
      doneBy([call]);
      const took = performance.now() - begin;
      ok(took < 4000, `${JSON.stringify(piece)} took ${Math.round(took)} ms`);
    }
  }
});

Deno.test("long outputs are compared in the time that their length takes", () => {
  const calls = ["1 ", "1:11 ", "1.1s", "a"].map((piece) =>
    shell("npm test", piece.repeat(MEGABYTE / piece.length))
  );
  const begin = performance.now();
  doneBy([...calls, ...calls, ...calls]);
  ok(performance.now() - begin < 12_000);
});
