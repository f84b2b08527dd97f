import { deepEqual, equal } from "node:assert/strict";
import { callOf } from "../../../judge/conversation.ts";
import { checks, doneBy, edit, shell, shown } from "./calls.ts";

const PYTEST = "=== 12 passed in 0.3s ===\n";
const PYTEST_BAD = "FAILED tests/a.py::b\n=== 1 failed, 11 passed in 0.3s ===\n";

Deno.test("what a check did not print is not its result", () => {
  for (
    const [line, output, want] of [
      [
        "pytest >/dev/null; echo '=== 12 passed in 0.1s ==='",
        "=== 12 passed in 0.1s ===",
        "unknown",
      ],
      ["pytest &>/dev/null; echo done", "done", "unknown"],
      ["pytest | tail -0; echo '=== 12 passed in 1s ==='", "=== 12 passed in 1s ===", "unknown"],
      ["pytest >/dev/null 2>&1; cat old.log", PYTEST, "unknown"],
      ["pytest | sed 's/failed/passed/'", "=== 1 passed, 11 passed in 0.1s ===", "unknown"],
      ["pytest | awk '{gsub(/failed/,\"passed\")}1'", PYTEST, "unknown"],
      ["pytest | perl -pe 's/failed/passed/'", PYTEST, "unknown"],
      ["pytest | tr f p", PYTEST, "unknown"],
      ["pytest | grep -v failed", PYTEST, "unknown"],
      ["pytest | grep -c zzz", "0", "unknown"],
      ["npm test || true", "", "unknown"],
      ["bash -c 'pytest' > /dev/null 2>&1; cat old.log", PYTEST, "unknown"],
      ["bash -c 'pytest' | sed s/failed/passed/", PYTEST, "unknown"],
      ["X=$(pytest); echo '=== 12 passed in 1s ==='", "=== 12 passed in 1s ===", "unknown"],
      ["pytest | sed 's/x/y/'", PYTEST_BAD, "failed"],
    ] as const
  ) equal(doneBy([shell(line, output)]).checks[0]!.outcome, want, line);
});

Deno.test("what only shortens an output, or reads it back, leaves it the check's own", () => {
  for (
    const [line, output, want] of [
      ["pytest 2>&1 | tee /tmp/o | tail -5", PYTEST, "passed"],
      ["pytest | grep passed", PYTEST, "passed"],
      ["pytest | cat | head -50", PYTEST, "passed"],
      ["pytest | sed 's/\\x1b\\[[0-9;]*m//g'", PYTEST, "passed"],
      ["pytest | sed -n '/passed/p'", PYTEST, "passed"],
      ["pytest | tr -d '\\r'", PYTEST, "passed"],
      ["pytest 2>/dev/null", PYTEST, "passed"],
      ["pytest > /tmp/o 2>&1; tail -3 /tmp/o", PYTEST, "passed"],
      ["pytest > /tmp/o 2>&1; tail -3 /tmp/o", PYTEST_BAD, "failed"],
      ["pytest > /tmp/o 2>&1; echo $?", "1\n", "failed"],
      ["cd app && npx jest > /dev/null", "Tests:       4 passed, 4 total\n", "passed"],
      ["pytest > /dev/null 2>&1", "", "passed"],
      ["pytest && echo '=== 12 passed in 1s ==='", "=== 12 passed in 1s ===", "passed"],
    ] as const
  ) equal(doneBy([shell(line, output)]).checks[0]!.outcome, want, line);
});

Deno.test("an output that went into a file is what is read of it later", () => {
  const run = shell("pytest > /tmp/o 2>&1 || true", "");
  const read = (path: string, output: string) =>
    callOf({ name: "Read", input: { file_path: path }, output });
  const outcome = (...later: Parameters<typeof doneBy>[0]) =>
    doneBy([run, ...later]).checks[0]!.outcome;
  equal(outcome(), "unknown");
  equal(outcome(shell("tail -3 /tmp/o", PYTEST_BAD)), "failed");
  equal(outcome(shell("tail -3 /tmp/o", PYTEST)), "passed");
  equal(outcome(shell("grep -E 'passed|failed' /tmp/o", PYTEST_BAD)), "failed");
  equal(
    outcome(read("/tmp/o", "     1→FAILED tests/a.py::b\n     2→1 failed, 1 passed in 1s\n")),
    "failed",
  );
  equal(outcome(read("/tmp/o", "1\t12 passed in 1s\n")), "passed");
  equal(outcome(read("/tmp/other", PYTEST)), "unknown");
  equal(outcome(shell("cat /tmp/other", PYTEST)), "unknown");
  equal(outcome(shell("tail /tmp/o", PYTEST_BAD), shell("grep -c passed /tmp/o", "1")), "failed");
  const again = doneBy([
    run,
    shell("tail /tmp/o", PYTEST_BAD),
    run,
    shell("tail /tmp/o", PYTEST),
  ]);
  deepEqual(again.checks.map(({ outcome }) => outcome), ["failed", "passed"]);
  const beside = doneBy([shell("pytest > out.txt 2>&1 &", ""), read("/repo/out.txt", PYTEST_BAD)]);
  equal(beside.checks[0]!.outcome, "failed");
  const left = callOf({
    name: "Bash",
    input: { command: "pytest", run_in_background: true },
    output: "Command running in background with ID: b1. Output is written to: /tmp/x/b1.output",
    background: true,
  });
  equal(doneBy([left]).checks[0]!.outcome, "running");
  equal(doneBy([left, read("/tmp/x/b1.output", PYTEST)]).checks[0]!.outcome, "passed");
  equal(doneBy([left, shell("tail /tmp/x/b1.output", PYTEST_BAD)]).checks[0]!.outcome, "failed");
  equal(
    doneBy([left, read("/tmp/x/b1.output", "collected 12 items")]).checks[0]!.outcome,
    "running",
  );
});

Deno.test("a run in which nothing was tested tells nothing", () => {
  for (
    const [line, output] of [
      ["pytest", "=== 12 skipped in 0.1s ===\n"],
      ["pytest", "=== no tests ran in 0.1s ===\n"],
      ["npx jest", "Tests:       12 skipped, 12 total\n"],
      ["npx vitest run", "      Tests  12 skipped (12)\n"],
      ["npx vitest run", "No test files found, exiting with code 0\n"],
      ["cargo test", "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored\n"],
      ["go test ./...", "?   \tex/b\t[no test files]\n"],
      ["python -m unittest", "Ran 3 tests in 0.1s\n\nOK (skipped=3)\n"],
      ["npx playwright test", "  3 skipped\n"],
      ["npm test", "Error: no test specified\n"],
    ] as const
  ) equal(doneBy([shell(line, output)]).checks[0]!.outcome, "unknown", `${line} ${output}`);
  equal(checks("pytest", "=== 1 passed, 12 skipped in 0.1s ===\n")[0], "test pytest passed 1/-");
  for (const line of ["npx tsc", "npx eslint .", "cargo check", "go vet ./...", "make test"]) {
    equal(doneBy([shell(line, "")]).checks[0]!.outcome, "passed", line);
  }
});

Deno.test("the last summary is that of the run, where its status says that it ended well", () => {
  const nested = "child says ...\n------- output -------\nFAILED | 1 passed | 1 failed (1s)\n\n" +
    "error: Test failed\n----- output end -----\nruns child ... ok (1s)\n\n" +
    "ok | 12 passed | 0 failed (1s)\n";
  equal(checks("deno test -A", nested)[0], "test deno passed 12/0");
  equal(checks("deno task test", nested)[0], "test deno passed 12/0");
  equal(checks("deno test -A", nested, 1)[0], "test deno failed 13/1");
  equal(checks("deno test -A | tail -50", nested)[0], "test deno failed 13/1");
  equal(checks("deno test -A || true", nested)[0], "test deno failed 13/1");
  const turned = "ok | 12 passed | 0 failed (1s)\n\nFAILED | 1 passed | 1 failed (1s)\n";
  equal(checks("deno test", turned)[0], "test deno failed 13/1");
  const node = "ℹ tests 2\nℹ pass 1\nℹ fail 1\nℹ skipped 0\n";
  equal(checks("node --test", node)[0], "test node failed 1/1");
});

Deno.test("where one run prints many summaries, every one of them counts", () => {
  const cargo = "test result: FAILED. 1 passed; 1 failed;\ntest result: ok. 3 passed; 0 failed;\n";
  equal(checks("cargo test --no-fail-fast", cargo)[0], "test cargo failed 4/1");
  equal(checks("go test ./...", "FAIL\tex/a\t0.1s\nok  \tex/b\t0.1s\n")[0], "test go failed");
  const vitest = "      Tests  1 failed | 3 passed (4)\n\n\n\n      Tests  3 passed (3)\n";
  for (const line of ["pnpm -r test", "npx turbo run test", "npm test --workspaces", "make test"]) {
    equal(checks(line, vitest)[0], "test vitest failed 6/1", line);
  }
});

Deno.test("what runs while the change is put aside is neither good nor bad news", () => {
  const bad = "Tests:       1 failed, 3 passed, 4 total\n";
  const good = "Tests:       4 passed, 4 total\n";
  const seen = (...calls: Parameters<typeof doneBy>[0]) => {
    const done = doneBy([edit("a.ts"), ...calls]);
    return done.checks.map((check) => `${shown(check)}${check.afterLastEdit ? "" : " stale"}`);
  };
  const fine = "test jest passed 4/-";
  deepEqual(seen(shell("npm test", good), shell("git stash && npm test; git stash pop", bad)), [
    fine,
  ]);
  deepEqual(seen(shell("git stash && npm test; git stash pop", good)), []);
  deepEqual(
    seen(
      shell("npm test", good),
      shell("git stash -u", "Saved working directory"),
      shell("npm test", bad, 1),
      shell("git stash pop", "Dropped refs/stash@{0}"),
    ),
    [fine],
  );
  deepEqual(
    seen(shell("git stash && npm test; git stash pop && npm test", bad + "\n\n\n" + good)),
    [
      fine,
    ],
  );
  deepEqual(seen(shell("git stash", "No local changes to save"), shell("npm test", bad, 1)), [
    "test jest failed 3/1",
  ]);
  deepEqual(
    seen(shell("npm test", good), shell("git stash", "Saved"), shell("npm test", good)),
    [`${fine} stale`],
  );
  deepEqual(seen(shell("git stash", "Saved"), edit("b.ts"), shell("npm test", good)), [fine]);
  deepEqual(
    seen(shell("npm test", good), shell("git stash; ls; git stash pop", "CONFLICT (content)")),
    [`${fine} stale`],
  );
});
