import { deepEqual, equal } from "node:assert/strict";
import { callOf } from "../../../judge/conversation.ts";
import { checks, doneBy, shell, shown } from "./calls.ts";

Deno.test("without telling words the exit status decides, as far as it is the check's own", () => {
  for (
    const [command, exit, output, want] of [
      ["make test", 0, "fine", "passed"],
      ["make test", 2, "not fine", "failed"],
      ["cd core && make test", 2, "", "failed"],
      ["make test | tail -5", 0, "fine", "unknown"],
      ["set -o pipefail; make test | tail -5", 0, "fine", "passed"],
      ["set -eo pipefail; make test | tail -5; ls", 1, "oh", "failed"],
      ["make test || true", 0, "not fine", "unknown"],
      ["make test || exit 1", 1, "not fine", "failed"],
      ["make test || echo FAILED", 0, "not fine", "unknown"],
      ["make test; echo done", 0, "done", "unknown"],
      ["make test\nls", 0, "a b", "unknown"],
      ["ls; make test", 0, "fine", "passed"],
      ["make test && echo fine", 0, "fine", "passed"],
      ["make test &", 0, "", "unknown"],
      ["(make test) | tail", 0, "", "unknown"],
      ["if make test; then echo y; else echo n; fi", 0, "n", "unknown"],
      ["OUT=$(make test); echo $OUT", 0, "fine", "unknown"],
      ["make test && git push", 1, "error: failed to push some refs", "failed"],
      ["bash -c 'make test'", 1, "", "failed"],
    ] as const
  ) equal(checks(command, output, exit)[0], `test make ${want}`, command);
});

Deno.test("an exit status that was printed counts", () => {
  equal(checks('make test; echo "exit: $?"', "x\nexit: 0")[0], "test make passed");
  equal(
    checks('make test > /tmp/o 2>&1; echo "EXIT=$?"; tail /tmp/o', "EXIT=2\nx")[0],
    "test make failed",
  );
  equal(checks("make test; echo $?", "x\n0")[0], "test make passed");
  equal(checks("make test | tail; echo $?", "x\n0")[0], "test make unknown");
  equal(checks("make test | tail; echo rc ${PIPESTATUS[0]}", "x\nrc 1")[0], "test make failed");
});

Deno.test("a status other than 0 outweighs a summary that passed, where it is the check's own", () => {
  const output = "Tests:       4 passed, 4 total\n";
  equal(checks("npx jest", output, 1)[0], "test jest failed 4/-");
  equal(checks("npx jest && git push", output, 1)[0], "test jest passed 4/-");
});

Deno.test("counts of failures outweigh what else is said to be well", () => {
  const output = "FAILED (failures=2)\nall good: ok\nRan 5 tests in 1s\nOK\n";
  equal(checks("python -m unittest", output)[0], "test unittest failed 3/2");
});

Deno.test("in a chain the parts before and behind a failure are told apart", () => {
  const lint = "✖ 5 problems (2 errors, 3 warnings)\n";
  deepEqual(checks("npm run lint && npm test", lint, 1), ["lint eslint failed -/2"]);
  const tests = "Tests:       1 failed, 3 passed, 4 total\n";
  deepEqual(checks("npm run lint && npm test", tests, 1), [
    "lint npm passed",
    "test jest failed 3/1",
  ]);
  deepEqual(checks("deno lint && deno test", "Found 2 problems\nChecked 3 files\n", 1), [
    "lint deno failed",
  ]);
  deepEqual(checks("npm run build && npm run lint", "boom", 1), [
    "build npm failed",
    "lint npm failed",
  ]);
  deepEqual(checks("cargo test; npm test", "test result: ok. 3 passed; 0 failed;\n1 failing\n"), [
    "test cargo passed 3/0",
    "test mocha failed -/1",
  ]);
});

Deno.test("an output that nobody recorded, and a run that goes on, are said to be so", () => {
  equal(checks("npm test")[0], "test npm not_recorded");
  const running = callOf({ name: "bash", input: { command: "npm test" }, state: "running" });
  const done = doneBy([running]);
  equal(shown(done.checks[0]!), "test npm running");
  equal(done.commands[0]!.outcome, "running");
  equal(done.running, 1);
});

Deno.test("a command left running ends with what is read of it later", () => {
  const started = callOf({
    name: "Bash",
    input: { command: "npm test", run_in_background: true },
    output: "Command running in background with ID: bash_1",
    background: true,
  });
  const watch = (output: string) =>
    callOf({ name: "BashOutput", input: { bash_id: "bash_1" }, output });
  equal(shown(doneBy([started]).checks[0]!), "test npm running");
  equal(
    shown(doneBy([started, watch("<status>running</status>\n> jest")]).checks[0]!),
    "test npm running",
  );
  const ended = watch(
    "<status>completed</status>\n<exit_code>0</exit_code>\nTests: 4 passed, 4 total\n",
  );
  equal(shown(doneBy([started, ended]).checks[0]!), "test jest passed 4/-");
  const failed = watch("<status>failed</status>\n<exit_code>1</exit_code>\n");
  equal(shown(doneBy([started, failed]).checks[0]!), "test npm failed");
});

Deno.test("a command that was refused is no check", () => {
  const output = "The user doesn't want to proceed with this tool use.";
  const done = doneBy([shell("npm test", output, 1)]);
  deepEqual(done.checks, []);
  equal(done.commands[0]!.outcome, "failed");
});

Deno.test("a search without a hit is an answer, not a failure", () => {
  equal(doneBy([shell("grep -r foo src", "", 1)]).commands[0]!.outcome, "passed");
  equal(
    doneBy([shell("grep -r foo sr", "grep: sr: No such file", 2)]).commands[0]!.outcome,
    "failed",
  );
});

Deno.test("an exit status that the client told counts without a failed call", () => {
  const call = callOf({ name: "bash", input: { command: "make test" }, output: "x", exitCode: 2 });
  equal(shown(doneBy([call]).checks[0]!), "test make failed");
});

Deno.test("an excerpt has the lines that tell and is never long", () => {
  const noise = "lorem ipsum dolor sit amet\n".repeat(200);
  const output = `${noise}FAILED tests/a.py::test_b - boom\n${noise}1 failed, 1 passed in 1.03s\n`;
  const [check] = doneBy([shell("pytest", output, 1)]).checks;
  equal(check!.excerpt, "FAILED tests/a.py::test_b - boom\n1 failed, 1 passed in 1.03s");
  const [long] = doneBy([shell("ls", "x".repeat(5000))]).commands;
  equal(long!.excerpt.length <= 300, true);
});

Deno.test("lines with errors in them count for less than a status of 0", () => {
  const output = "a.c:3:1: error: as expected by the configure step\nfine\n";
  equal(checks("make", output)[0], "build make passed");
  equal(checks("make | tail", output)[0], "build make failed");
});

Deno.test("an excerpt begins with what failed and how many", () => {
  const tap =
    "TAP version 13\nnot ok 1 - adds\n# tests 2\n# pass 1\n# fail 1\n# skipped 0\n# todo 0\n";
  const [check] = doneBy([shell("node --test", tap, 1)]).checks;
  equal(check!.excerpt.split("\n").slice(0, 2).join(" | "), "not ok 1 - adds | # fail 1");
});

Deno.test("errors and their sum on one line are errors, whatever the status says", () => {
  const line = "src/router.ts(88,14): error TS2345. Found 2 errors in 1 file.\n";
  const [check] = doneBy([shell("npx tsc --noEmit", line)]).checks;
  equal(check!.outcome, "failed");
  equal(check!.failed, 2);
});

Deno.test("without a status an error in the words of the very tool is one", () => {
  const untold = (command: string, output: string) => checks(command, output)[0];
  const told = (command: string, output: string) =>
    doneBy([callOf({ name: "Bash", input: { command }, output, exitCode: 0 })]).checks.map(
      shown,
    )[0];
  const types = "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.";
  const go = "# example.com/a\n./a.go:3:2: undefined: foo";
  equal(untold("npx tsc --noEmit", types), "types tsc failed");
  equal(untold("npm run typecheck", types), "types tsc failed");
  equal(untold("npm run build", `> build\n${types}`), "build npm failed");
  equal(untold("go build ./...", go), "build go failed");
  equal(untold("npx tsc --noEmit", ""), "types tsc passed");
  equal(told("npx tsc --noEmit", types), "types tsc passed");
  equal(told("go build ./...", go), "build go passed");
});

Deno.test("a command that the client ended has not passed", () => {
  for (
    const output of [
      "Command timed out after 2m 0.0s\nPASS a.test.ts",
      "PASS a.test.ts\n\nCommand timed out after 120s\n",
    ]
  ) equal(checks("npm test", output)[0], "test npm failed");
  equal(
    doneBy([shell("make deploy", "Command timed out after 2m")]).commands[0]?.outcome,
    "failed",
  );
  equal(
    doneBy([shell("cat log", "a\nCommand timed out after 2m\nb")]).commands[0]?.outcome,
    "passed",
  );
});
