import { equal } from "node:assert/strict";
import { checks } from "./calls.ts";

type Case = readonly [
  name: string,
  command: string,
  output: string,
  want: string,
  exit?: number,
];

const CASES: readonly Case[] = [
  [
    "pytest passing",
    "pytest",
    "============================= test session starts ==============================\n" +
    "collected 2 items\n\ntests/test_a.py ..                       [100%]\n\n" +
    "========================= 2 passed, 1 warning in 1.03s =========================\n",
    "test pytest passed 2/-",
  ],
  [
    "pytest failing",
    "pytest 2>&1 | tail -5",
    "FAILED test_a.py::A::test_bad - AssertionError: 1 != 2\n" +
    "========================= 1 failed, 1 passed in 1.03s ==========================\n",
    "test pytest failed 1/1",
  ],
  [
    "pytest -q",
    "pytest -q",
    "..s.x                        [100%]\n3 passed, 1 skipped, 1 xfailed in 0.12s\n",
    "test pytest passed 3/-",
  ],
  [
    "pytest stopped while collecting",
    "python -m pytest | tail",
    "_____ ERROR collecting test_b.py _____\nE   ModuleNotFoundError: No module named 'zz'\n" +
    "ERROR test_b.py\n!!!! Interrupted: 1 error during collection !!!!\n" +
    "=============================== 1 error in 0.88s ===============================\n",
    "test pytest failed -/1",
  ],
  [
    "pytest without tests",
    "pytest",
    "collected 0 items\n\n============ no tests ran in 0.01s ============\n",
    "test pytest unknown",
    5,
  ],
  [
    "pytest with everything deselected",
    "pytest -k zzz",
    "collected 2 items / 2 deselected / 0 selected\n\n===== 2 deselected in 0.80s =====\n",
    "test pytest unknown partial",
    5,
  ],
  [
    "pytest not installed",
    "python -m pytest | tail",
    "/usr/bin/python: No module named pytest\n",
    "test pytest failed",
  ],
  [
    "unittest failing",
    "python -m unittest 2>&1 | tail",
    "F.\nFAIL: test_bad (test_a.A.test_bad)\nAssertionError: 1 != 2\n\n" +
    "Ran 2 tests in 0.000s\n\nFAILED (failures=1)\n",
    "test unittest failed 1/1",
  ],
  [
    "unittest with expected failures",
    "python -m unittest",
    "Ran 4 tests in 0.000s\n\nOK (skipped=1, expected failures=1)\n",
    "test unittest passed 3/-",
  ],
  [
    "unittest without tests",
    "python -m unittest",
    "\nRan 0 tests in 0.000s\n\nOK\n",
    "test unittest unknown 0/-",
  ],
  [
    "tox failing",
    "tox | tail -3",
    "  py311: OK (1.2 seconds)\n  py312: FAIL code 1 (2.1 seconds)\n  evaluation failed :( (3.3 seconds)\n",
    "test tox failed",
  ],
  [
    "cargo with several targets",
    "cargo test",
    "     Running unittests src/lib.rs\n\nrunning 2 tests\ntest a ... ok\n\n" +
    "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n" +
    "   Doc-tests cr\n\nrunning 0 tests\n\n" +
    "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0s\n",
    "test cargo passed 2/0",
  ],
  [
    "cargo with one target failing",
    "cargo test --no-fail-fast 2>&1 | grep result",
    "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n" +
    "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
    "test cargo failed 6/1",
  ],
  [
    "cargo that does not compile",
    "cargo test 2>&1 | tail",
    "error[E0308]: mismatched types\n --> src/lib.rs:1:21\n" +
    "error: could not compile `cr` (lib test) due to 1 previous error\n",
    "test cargo failed",
  ],
  [
    "cargo with a name that fits nothing",
    "cargo test zzz",
    "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out\n",
    "test cargo unknown 0/0 partial",
  ],
  [
    "nextest",
    "cargo nextest run",
    "     Summary [   0.123s] 5 tests run: 4 passed, 1 failed, 0 skipped\nerror: test run failed\n",
    "test cargo failed 4/1",
    100,
  ],
  [
    "go packages passing",
    "go test ./...",
    "ok  \texample.com/a\t0.012s\nok  \texample.com/b\t(cached)\n?   \texample.com/c\t[no test files]\n",
    "test go passed",
  ],
  [
    "go failing",
    "go test ./... | tail",
    "--- FAIL: TestAdd (0.00s)\n    a_test.go:8: got 1\nFAIL\nFAIL\texample.com/a\t0.01s\nok  \texample.com/b\t0.01s\nFAIL\n",
    "test go failed -/1",
  ],
  [
    "go -v",
    "go test -v ./...",
    "=== RUN   TestAdd\n--- PASS: TestAdd (0.00s)\n=== RUN   TestSub\n    --- PASS: TestSub/x (0.00s)\n--- PASS: TestSub (0.00s)\nPASS\nok  \texample.com/a\t0.01s\n",
    "test go passed 2/-",
  ],
  [
    "go that does not build",
    "go test ./... 2>&1 | tail",
    "# example.com/a\n./a.go:3:2: undefined: x\nFAIL\texample.com/a [build failed]\n",
    "test go failed",
  ],
  [
    "go without test files",
    "go test ./...",
    "?   \texample.com/c\t[no test files]\n",
    "test go unknown",
  ],
  [
    "maven passing",
    "mvn test",
    "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in a.ATest\n" +
    "[INFO] Results:\n[INFO] \n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS\n",
    "test maven passed 2/0",
  ],
  [
    "maven failing",
    "./mvnw -B verify | tail -20",
    "[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0\n[INFO] BUILD FAILURE\n",
    "test maven failed 1/2",
  ],
  [
    "maven without tests",
    "mvn test",
    "[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n",
    "test maven unknown",
  ],
  [
    "maven that does not compile",
    "mvn test | tail",
    "[ERROR] COMPILATION ERROR : \n[INFO] BUILD FAILURE\n",
    "test maven failed",
  ],
  [
    "gradle passing",
    "./gradlew test",
    "> Task :test\n\nBUILD SUCCESSFUL in 3s\n4 actionable tasks\n",
    "test gradle passed",
  ],
  [
    "gradle failing",
    "./gradlew test | tail",
    "ATest > adds() FAILED\n\n5 tests completed, 1 failed\n\n> Task :test FAILED\n\nBUILD FAILED in 2s\n",
    "test gradle failed 4/1",
  ],
  [
    "gradle without tests",
    "gradle test",
    "> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n",
    "test gradle unknown",
  ],
  [
    "rspec",
    "bundle exec rspec",
    "Finished in 0.1 seconds\n5 examples, 0 failures, 1 pending\n",
    "test rspec passed 4/0",
  ],
  [
    "rspec that could not load",
    "rspec | tail",
    "An error occurred while loading ./spec/a_spec.rb.\n0 examples, 0 failures, 1 error occurred outside of examples\n",
    "test rspec failed 0/1",
  ],
  ["ctest", "ctest | tail", "50% tests passed, 1 tests failed out of 2\n", "test ctest failed 1/1"],
  [
    "ctest passing",
    "ctest",
    "100% tests passed, 0 tests failed out of 7\n",
    "test ctest passed 7/0",
  ],
  ["ctest without tests", "ctest", "No tests were found!!!\n", "test ctest unknown"],
  [
    "dotnet",
    "dotnet test | tail",
    "Failed!  - Failed:     1, Passed:     5, Skipped:     0, Total:     6, Duration: 9 ms - a.dll (net8.0)\n",
    "test dotnet failed 5/1",
  ],
  [
    "swift",
    "swift test",
    "Test Suite 'ATests' passed\n\t Executed 3 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n" +
    "Test Suite 'All tests' passed\n\t Executed 5 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n",
    "test swift passed 5/0",
  ],
  ["phpunit", "vendor/bin/phpunit", "OK (5 tests, 10 assertions)\n", "test phpunit passed 5/-"],
  [
    "phpunit failing",
    "phpunit | tail",
    "FAILURES!\nTests: 5, Assertions: 9, Failures: 1, Errors: 1.\n",
    "test phpunit failed 3/2",
  ],
  ["mix", "mix test | tail", "2 doctests, 5 tests, 1 failure\n", "test mix failed 6/1"],
  [
    "make around a runner",
    "make test | tail",
    "pytest -q\n2 passed in 0.1s\nmake: *** [Makefile:2: test] Error 1\n",
    "test pytest failed 2/-",
  ],
  [
    "make in silence",
    "make test 2>&1 | tail",
    "hi\nmake[1]: *** [test] Error 1\n",
    "test make failed",
  ],
  [
    "make without the target",
    "make test 2>&1 | tail",
    "make: *** No rule to make target 'test'.  Stop.\n",
    "test make failed",
  ],
  [
    "make around a runner that passed",
    "make test",
    "cargo test\ntest result: ok. 9 passed; 0 failed; 0 ignored\n",
    "test cargo passed 9/0",
  ],
  [
    "tsc with errors",
    "npx tsc --noEmit | head",
    "src/a.ts(1,7): error TS2322: Type 'string'\n",
    "types tsc failed",
  ],
  [
    "tsc pretty",
    "npx tsc --noEmit --pretty | tail",
    "src/a.ts:1:7 - error TS2322: Type 'string'\n\nFound 3 errors in 2 files.\n",
    "types tsc failed -/3",
  ],
  ["tsc in silence", "npx tsc --noEmit", "", "types tsc passed"],
  ["tsc in silence, shortened", "npx tsc --noEmit 2>&1 | head -20", "", "types tsc passed"],
  ["tsc in silence, filtered", "npx tsc --noEmit 2>&1 | grep src/a.ts", "", "types tsc unknown"],
  [
    "eslint with errors",
    "npx eslint . | tail",
    "/app/a.js\n  1:1  error  no  no-undef\n\n✖ 5 problems (2 errors, 3 warnings)\n",
    "lint eslint failed -/2",
  ],
  [
    "eslint with warnings",
    "npm run lint",
    "✖ 3 problems (0 errors, 3 warnings)\n",
    "lint eslint passed -/0",
  ],
  [
    "biome",
    "npx biome check . | tail",
    "Checked 12 files in 20ms. No fixes applied.\nFound 3 errors.\n",
    "lint biome failed -/3",
  ],
  [
    "prettier",
    "npx prettier --check . | tail",
    "[warn] a.ts\n[warn] Code style issues found in 2 files. Run Prettier with --write to fix.\n",
    "lint prettier failed",
  ],
  [
    "deno lint",
    "deno lint | tail",
    "error[no-var]: `var` keyword is not allowed.\n\nFound 6 problems\nChecked 1 file\n",
    "lint deno failed",
  ],
  ["deno lint passing", "deno lint | tail", "Checked 30 files\n", "lint deno passed"],
  [
    "deno fmt",
    "deno fmt --check | tail",
    "error: Found 1 not formatted file in 1 file\n",
    "lint deno failed",
  ],
  [
    "ruff",
    "ruff check . | tail",
    "a.py:1:1: F401 unused\nFound 3 errors.\n[*] 1 fixable\n",
    "lint ruff failed -/3",
  ],
  ["ruff passing", "ruff check . | tail", "All checks passed!\n", "lint ruff passed"],
  [
    "ruff that fixed it all",
    "ruff check --fix . | tail",
    "Found 3 errors (3 fixed, 0 remaining).\n",
    "lint ruff passed",
  ],
  [
    "mypy",
    "mypy . | tail",
    "a.py:3: error: Incompatible types\nFound 1 error in 1 file (checked 5 source files)\n",
    "types mypy failed -/1",
  ],
  [
    "mypy passing",
    "mypy . | tail",
    "Success: no issues found in 5 source files\n",
    "types mypy passed",
  ],
  [
    "pyright",
    "pyright | tail -1",
    "0 errors, 0 warnings, 0 informations\n",
    "types pyright passed -/0",
  ],
  ["flake8", "flake8 | head", "./a.py:1:1: E302 expected 2 blank lines\n", "lint flake8 failed"],
  [
    "golangci-lint",
    "golangci-lint run | tail",
    "a.go:1:2: unused (unused)\n1 issues:\n* unused: 1\n",
    "lint golangci-lint failed -/1",
  ],
  [
    "golangci-lint passing",
    "golangci-lint run | tail",
    "0 issues.\n",
    "lint golangci-lint passed -/0",
  ],
  [
    "clippy",
    "cargo clippy -- -D warnings 2>&1 | tail",
    "error: unneeded `return` statement\n\nerror: could not compile `cr` (lib) due to 1 previous error\n",
    "lint cargo failed",
  ],
  [
    "clippy passing",
    "cargo clippy 2>&1 | tail",
    "warning: `cr` (lib) generated 1 warning\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.18s\n",
    "lint cargo passed",
  ],
  [
    "cargo build",
    "cargo build 2>&1 | tail",
    "    Finished dev [unoptimized + debuginfo] target(s) in 1.2s\n",
    "build cargo passed",
  ],
  [
    "go build",
    "go build ./... 2>&1 | head",
    "# example.com/a\n./a.go:3:2: undefined: x\n",
    "build go failed",
  ],
  [
    "vite",
    "npm run build | tail",
    "vite v6.0.0 building for production...\n✓ 34 modules transformed.\n✓ built in 1.21s\n",
    "build vite passed",
  ],
  [
    "vite failing",
    "npm run build 2>&1 | tail",
    "✗ Build failed in 80ms\nerror during build:\nCould not resolve './x'\n",
    "build vite failed",
  ],
  [
    "a build stopped by tsc",
    "npm run build 2>&1 | tail",
    "> tsc && vite build\n\nsrc/a.ts(1,7): error TS2322: Type 'string'\n",
    "build npm failed",
  ],
  [
    "webpack",
    "npx webpack | tail",
    "ERROR in ./src/a.js\nwebpack 5.99.0 compiled with 2 errors in 800 ms\n",
    "build webpack failed",
  ],
  [
    "webpack passing",
    "npx webpack | tail",
    "webpack 5.99.0 compiled successfully in 800 ms\n",
    "build webpack passed",
  ],
  [
    "dotnet build",
    "dotnet build | tail",
    "Build succeeded.\n    0 Warning(s)\n    0 Error(s)\n",
    "build dotnet passed",
  ],
  [
    "cmake",
    "cmake --build build | tail",
    "a.c:3:1: error: expected ';'\nninja: build stopped: subcommand failed.\n",
    "build cmake failed",
  ],
];

for (const [name, command, output, want, exit = 0] of CASES) {
  Deno.test(`the output of a run is read: ${name}`, () => {
    equal(checks(command, output, exit).join(", "), want);
  });
}

Deno.test("a build that ran the tests on its way is a test run too", () => {
  const output = "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n";
  equal(checks("mvn package", output).join(", "), "build maven passed, test maven passed 4/0");
});
