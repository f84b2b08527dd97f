import { deepEqual } from "node:assert/strict";
import { readSaid } from "../../../judge/said.ts";
import { reportedIn } from "./_tables.ts";

type Table = readonly (readonly [message: string, reported: readonly string[]])[];

const REPORTED: Table = [
  ["All tests pass.", ["test passed"]],
  ["All 42 tests are passing ✅", ["test passed"]],
  ["42/42 pass.", ["test passed"]],
  ["40/42 tests pass.", ["test failed"]],
  ["3 failed, 10 passed", ["test failed"]],
  ["Tests: 12 passed, 0 failed", ["test passed"]],
  ["✓ build", ["build passed"]],
  ["The type check is clean.", ["types passed"]],
  ["`npm run lint`: 0 errors", ["lint passed"]],
  ["`pytest` exits with code 0.", ["test passed"]],
  ["`npm test` passes and `npm run build` succeeds.", ["build passed", "test passed"]],
  ["Build, lint and tests all pass.", ["build passed", "lint passed", "test passed"]],
  ["The build fails with a missing module.", ["build failed"]],
  ["2 tests are failing.", ["test failed"]],
  ["The tests do not pass.", ["test failed"]],
  ["I couldn't get the tests to pass.", ["test failed"]],
  ["Not all tests pass.", ["test failed"]],
  ["No lint errors, no type errors.", ["lint passed", "types passed"]],
  ["ESLint reports 4 errors.", ["lint failed"]],
  ["The code compiles, but one test fails.", ["build passed", "test failed"]],
  ["I fixed the bug and all tests pass.", ["test passed"]],
  ["I verified that the whole suite is green.", ["test passed"]],
  ["- **Tests:** ✅ 18 passed\n- **Lint:** ✅ clean\n- **Types:** ❌ 3 errors", [
    "lint passed",
    "test passed",
    "types failed",
  ]],
  ["Full test suite: 1,204 passing, 2 pending.", ["test passed"]],
  ["`deno check` is clean, `deno lint` too, and the tests pass.", [
    "lint passed",
    "test passed",
    "types passed",
  ]],
  ["The app does not compile.", ["build failed"]],
  ["No tests failed.", ["test passed"]],
  ["The unit tests for the parser pass.", ["test passed"]],
];

const NOT_REPORTED: readonly string[] = [
  "All tests should pass.",
  "The tests will pass once the fixture is updated.",
  "I haven't run the tests.",
  "If the tests pass, I'll merge it.",
  "Make sure the tests pass before you merge.",
  "I fixed the failing tests.",
  "I added a failing test for the bug.",
  "The build was failing because of a typo.",
  "```\n42 passed\n```",
  "> All tests pass",
  "Run `npm test` to see whether it passes.",
  "Do the tests pass on your machine?",
  "I have not verified that the tests pass.",
  "The password test data was moved.",
  "The upload succeeded.",
  "The user passes a token to the build script.",
  "- [ ] All tests pass",
  "Let me run the tests until they pass.",
  "Tests were added for the parser.",
  "The deployment failed.",
];

Deno.test("readSaid() reads results of checks as they are stated", () => {
  deepEqual(REPORTED.map(([message]) => [message, reportedIn(message)]), REPORTED);
});

Deno.test("readSaid() takes wishes, plans, conditions and history for no results", () => {
  const table = NOT_REPORTED.map((message) => [message, [] as string[]]);
  deepEqual(NOT_REPORTED.map((message) => [message, reportedIn(message)]), table);
});

Deno.test("readSaid() quotes the sentence that reports a result", () => {
  deepEqual(readSaid("I moved it. All **12 tests** pass. Bye.").reported, [
    { kind: "test", outcome: "passed", quote: "All **12 tests** pass." },
  ]);
});
