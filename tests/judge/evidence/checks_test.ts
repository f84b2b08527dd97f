import { deepEqual, equal } from "node:assert/strict";
import { callOf } from "../../../judge/conversation.ts";
import type { CheckFact } from "../../../judge/evidence/facts.ts";
import { failingTests } from "../../../judge/evidence/outputs.ts";
import { factsOf, shell } from "./_calls.ts";

const read = (name: string): string => Deno.readTextFileSync(new URL(name, import.meta.url));

/** `test failed 3`. */
function shown({ kind, outcome, failed }: CheckFact): string {
  return `${kind} ${outcome}${failed === null ? "" : ` ${failed}`}`;
}

const checks = (line: string, output = "", exit = 0): string[] =>
  factsOf(shell(line, output, exit)).checks.map(shown);

Deno.test("a check is recognised however it is called; to read or mention a test is none", () => {
  for (const row of read("checks.txt").trim().split("\n")) {
    const [want, line] = row.split(/: (.*)/) as [string, string];
    equal(factsOf(shell(line)).checks.map(({ kind }) => kind).join(", ") || "-", want, line);
  }
});

Deno.test("what stands in a here document or a comment is no check", () => {
  for (
    const line of [
      "cat <<'EOF' > notes.md\nnpm test\ncargo test\nEOF",
      "cat > run.sh <<EOF\nnpm test\nEOF",
      "git commit -m \"$(cat <<'EOF'\nfeat: don't (yet\n\ncargo test passes \"now\nEOF\n)\"",
      "# npm test",
    ]
  ) deepEqual(checks(line), [], line);
  equal(checks("# the tests\nnpm test \\\n  -- --coverage").length, 1);
});

Deno.test("outputs tell how checks ended where the exit status does not", () => {
  for (const block of read("outputs.txt").split(/^## /m).slice(1)) {
    const [name, ...rows] = block.split("\n");
    const row = (mark: string) => rows.find((row) => row.startsWith(mark))?.slice(mark.length);
    const output = rows.filter((row) => row.startsWith("| ")).map((row) => row.slice(2));
    const exit = Number(row("! ") ?? 0);
    equal(checks(row("$ ")!, `${output.join("\n")}\n`, exit).join(", "), row("= "), name);
  }
});

Deno.test("an exit status is not argued with; a hidden one is believed as far as the words reach", () => {
  const good = "Tests:       4 passed, 4 total\n";
  const bad = "Tests:       1 failed, 3 passed, 4 total\n";
  for (
    const [line, output, exit, want] of [
      ["npx jest", bad, 0, "passed"],
      ["npx jest", good, 1, "failed"],
      ["npx jest | tail", good, 0, "passed"],
      ["npx jest | tail", bad, 0, "failed"],
      ["npx jest | grep -E 'Tests|fail'", good, 0, "passed"],
      ["npx jest | grep passed", good, 0, "unknown"],
      ["npx jest | grep -v fail", good, 0, "unknown"],
      ["npx jest | head -5", good, 0, "unknown"],
      ["npx jest | tail", "", 0, "unknown"],
      ["npx jest || true", bad, 0, "failed"],
      ["npx jest; echo $?", `${good}1\n`, 0, "failed"],
      ["npx jest", "sh: jest: command not found", 127, "not_run"],
      ["npx tsc --noEmit | head -20", "", 0, "passed"],
      ["npx tsc --noEmit | grep src", "", 0, "unknown"],
      ["pytest", "=== 12 skipped in 0.1s ===", 0, "unknown"],
      [
        "cargo test",
        "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored\n",
        0,
        "unknown",
      ],
    ] as const
  ) equal(factsOf(shell(line, output, exit)).checks[0]!.outcome, want, `${line}: ${output}`);
});

Deno.test("the summary of a run inside of a run is not taken for the run's own", () => {
  const nested =
    "FAILED | 1 passed | 1 failed (1s)\n\nerror: Test failed\n----- output end -----\n" +
    "runs child ... ok (1s)\n\n\nok | 12 passed | 0 failed (1s)\n";
  equal(checks("deno test", nested)[0]!.split(" ")[1], "passed");
  equal(checks("deno test | tail -50", nested)[0]!.split(" ")[1], "unknown");
  const turned = "ok | 12 passed | 0 failed (1s)\n\n\n\n\nFAILED | 1 passed | 1 failed (1s)\n";
  equal(checks("deno test | tail -50", turned)[0]!.split(" ")[1], "failed");
});

Deno.test("of several checks in one line each is known by its own words, or not at all", () => {
  const lint = "✖ 5 problems (2 errors, 3 warnings)\n";
  const tests = "Tests:       1 failed, 3 passed, 4 total\n";
  const lintOfBun = " 9 pass\n 0 fail\nRan 9 tests across 2 files.\n\nFound 1 error.\n" +
    'error: script "lint" exited with code 1\n';
  for (
    const [line, output, exit, ...want] of [
      ["bun run test && bun run lint", lintOfBun, 1, "test passed 0", "lint failed 1"],
      ["npm run lint && npm test", lint, 1, "lint failed 2", "test not_run"],
      ["npm run lint && npm test", tests, 1, "lint unknown", "test failed 1"],
      ["npm run lint; npm test | tail", tests, 0, "lint unknown", "test failed 1"],
      ["npm run build && npm run lint", "boom", 1, "build unknown", "lint unknown"],
      ["npm run lint && npm test | tail", `  × a\n${lint}`, 0, "lint failed 2", "test not_run"],
      ["npm test; npm test | tail", tests, 0, "test unknown 1", "test unknown 1"],
    ] as const
  ) deepEqual(checks(line, output, exit), want, line);
});

Deno.test("clients name the shell and its input differently", () => {
  for (
    const call of [
      callOf({ name: "bash", input: { command: "npm test" } }),
      callOf({ name: "Bash", input: { command: "bash -lc 'npm test'" } }),
      callOf({ name: "mcp__box__execute", input: { cmd: "npm test" } }),
    ]
  ) equal(factsOf(call).checks.length, 1);
});

Deno.test("the names of failing tests are read from what runners print", () => {
  for (
    const [output, ...names] of [
      ["adds ... ok (1ms)\nbreaks ... FAILED (2ms)\n", "breaks"],
      [
        "FAILED tests/test_a.py::A::test_bad - AssertionError: 1 != 2\n",
        "tests/test_a.py::A::test_bad",
      ],
      [" FAIL  src/a.test.ts > adds\n   × adds 3ms\n", "src/a.test.ts > adds", "adds"],
      ["FAIL src/a.test.js\n  ● sums › adds\n", "sums › adds"],
      ["test parse::empty ... FAILED\n", "parse::empty"],
      ["--- FAIL: TestAdd (0.00s)\n", "TestAdd"],
      ["not ok 2 - breaks\n", "breaks"],
      ["✖ breaks (1.4ms)\n✖ failing tests:\n", "breaks"],
      ["rspec ./spec/a_spec.rb:3 # adds\n", "./spec/a_spec.rb:3"],
      ["all fine\n"],
    ] as const
  ) deepEqual(failingTests(output), names);
});
