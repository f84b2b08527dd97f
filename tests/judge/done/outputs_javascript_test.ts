import { equal } from "node:assert/strict";
import { checks } from "./calls.ts";

interface Case {
  readonly name: string;
  readonly command: string;
  readonly output: string;
  readonly exit?: number;
  readonly want: string;
}

const CASES: readonly Case[] = [
  {
    name: "deno passing",
    command: "deno test",
    output: "Check a_test.ts\nrunning 1 test from ./a_test.ts\nfine ... ok (337µs)\n\n" +
      "ok | 1 passed (3 steps) | 0 failed (6ms)\n",
    want: "test deno passed 1/0",
  },
  {
    name: "deno failing",
    command: "deno test 2>&1 | tail -20",
    output: "adds ... ok (506µs)\nbreaks ... FAILED (939µs)\nskips ... ignored (0ms)\n\n" +
      " ERRORS \n\nbreaks => ./a_test.ts:2:6\nerror: Error: 1 !== 2\n\n FAILURES \n\n" +
      "FAILED | 1 passed | 1 failed | 1 ignored (8ms)\n\nerror: Test failed\n",
    want: "test deno failed 1/1",
  },
  {
    name: "deno stopped by the type check",
    command: "deno test | tail",
    output: "Check c_test.ts\nTS2322 [ERROR]: Type 'string' is not assignable to type 'number'.\n" +
      'const x: number = "a";\n      ^\n\nerror: Type checking failed.\n',
    want: "test deno failed",
  },
  {
    name: "deno with a file that is not there",
    command: "deno test nofile_test.ts | cat",
    output: "error: Import 'file:///app/nofile_test.ts' failed, not found.\n",
    want: "test deno failed partial",
  },
  {
    name: "deno check without errors",
    command: "deno check . 2>&1 | tail -5",
    output: "Check mod.ts\nCheck a_test.ts\n",
    want: "types deno passed",
  },
  {
    name: "deno check whose end was cut off",
    command: "deno check . 2>&1 | head -2",
    output: "Check mod.ts\nCheck a_test.ts\n",
    want: "types deno unknown",
  },
  {
    name: "deno without tests",
    command: "deno test",
    output: "error: No test modules found\n",
    exit: 1,
    want: "test deno unknown",
  },
  {
    name: "deno with everything filtered out",
    command: "deno test --filter zzz",
    output: "\nok | 0 passed | 0 failed | 1 filtered out (10ms)\n",
    want: "test deno unknown 0/0 partial",
  },
  {
    name: "node TAP failing",
    command: "node --test | cat",
    output: "TAP version 13\n# Subtest: adds\nok 1 - adds\n# Subtest: breaks\nnot ok 2 - breaks\n" +
      "  ---\n  error: '1 == 2'\n  ...\n1..2\n# tests 2\n# suites 0\n# pass 1\n# fail 1\n" +
      "# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 172.5\n",
    want: "test node failed 1/1",
  },
  {
    name: "node TAP without its summary",
    command: "node --test | head -5",
    output: "TAP version 13\n# Subtest: breaks\nnot ok 1 - breaks\n",
    want: "test node failed",
  },
  {
    name: "node spec passing",
    command: "npm test",
    output:
      "\n> pkg@1.0.0 test\n> node --test\n\n✔ adds (1.2ms)\nℹ tests 12\nℹ suites 0\nℹ pass 12\n" +
      "ℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 60.1\n",
    want: "test node passed 12/0",
  },
  {
    name: "node spec failing",
    command: "npm test 2>&1 | tail -30",
    output: "✖ breaks (1.4ms)\nℹ tests 2\nℹ pass 1\nℹ fail 1\nℹ cancelled 0\n\n✖ failing tests:\n",
    want: "test node failed 1/1",
  },
  {
    name: "node with a test that was cancelled",
    command: "node --test",
    output: "# tests 2\n# pass 1\n# fail 0\n# cancelled 1\n# skipped 0\n# todo 0\n",
    exit: 1,
    want: "test node failed 1/1",
  },
  {
    name: "node without tests",
    command: "node --test",
    output: "TAP version 13\n1..0\n# tests 0\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n",
    want: "test node unknown 0/0",
  },
  {
    name: "vitest passing",
    command: "npx vitest run",
    output: "\n RUN  v3.2.4 /app\n\n ✓ src/a.test.ts (3 tests) 5ms\n\n Test Files  1 passed (1)\n" +
      "      Tests  3 passed (3)\n   Start at  10:00:00\n   Duration  312ms\n",
    want: "test vitest passed 3/0".replace("3/0", "3/-"),
  },
  {
    name: "vitest failing",
    command: "npm run test -- --run | tail -40",
    output: " FAIL  src/a.test.ts > adds\nAssertionError: expected 1 to be 2\n\n" +
      " Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 7 passed | 1 skipped (10)\n",
    want: "test vitest failed 7/2",
  },
  {
    name: "vitest with a suite that could not be loaded",
    command: "npx vitest run",
    output: " FAIL  src/a.test.ts [ src/a.test.ts ]\nError: Failed to resolve import\n\n" +
      " Test Files  1 failed (1)\n      Tests  no tests\n",
    exit: 1,
    want: "test vitest failed",
  },
  {
    name: "vitest with an unhandled error",
    command: "npx vitest run | cat",
    output: "⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯\n\nVitest caught 1 unhandled error\n\n" +
      " Test Files  1 passed (1)\n      Tests  3 passed (3)\n     Errors  1 error\n",
    want: "test vitest failed 3/-",
  },
  {
    name: "vitest without tests",
    command: "npx vitest run",
    output: "No test files found, exiting with code 1\n\ninclude: **/*.test.ts\n",
    exit: 1,
    want: "test vitest unknown",
  },
  {
    name: "jest passing",
    command: "npx jest",
    output: "PASS src/a.test.js\n  ✓ adds (2 ms)\n\nTest Suites: 1 passed, 1 total\n" +
      "Tests:       4 passed, 4 total\nSnapshots:   0 total\nTime:        0.5 s\n" +
      "Ran all test suites.\n",
    want: "test jest passed 4/-",
  },
  {
    name: "jest failing",
    command: "npm test 2>&1 | tail -n 50",
    output: "FAIL src/a.test.js\n  ● adds\n\n    expect(received).toBe(expected)\n\n" +
      "Test Suites: 1 failed, 3 passed, 4 total\nTests:       1 failed, 12 passed, 13 total\n",
    want: "test jest failed 12/1",
  },
  {
    name: "jest with a suite that could not run",
    command: "npx jest | cat",
    output: "FAIL src/a.test.js\n  ● Test suite failed to run\n\n    Cannot find module './a'\n\n" +
      "Test Suites: 1 failed, 1 total\nTests:       0 total\n",
    want: "test jest failed 0/-",
  },
  {
    name: "jest passing below its coverage threshold",
    command: "npx jest --coverage",
    output: "Tests:       4 passed, 4 total\n" +
      'Jest: "global" coverage threshold for lines (80%) not met: 61%\n',
    exit: 1,
    want: "test jest failed 4/-",
  },
  {
    name: "jest without tests",
    command: "npx jest",
    output: "No tests found, exiting with code 1\nRun with `--passWithNoTests`\n",
    exit: 1,
    want: "test jest unknown",
  },
  {
    name: "mocha passing",
    command: "npx mocha",
    output: "\n\n  math\n    ✔ adds\n\n\n  2 passing (5ms)\n\n",
    want: "test mocha passed 2/-",
  },
  {
    name: "mocha failing",
    command: "npm test | tail",
    output: "  math\n    1) adds\n\n  1 passing (5ms)\n  1 failing\n\n  1) math\n       adds:\n",
    want: "test mocha failed 1/1",
  },
  {
    name: "playwright failing",
    command: "npx playwright test | tail",
    output: "  1 failed\n    [chromium] › a.spec.ts:3:5 › logs in ───\n  5 passed (3.2s)\n",
    want: "test playwright failed 5/1",
  },
  {
    name: "playwright passing with a flaky test",
    command: "npx playwright test",
    output: "  1 flaky\n    [chromium] › a.spec.ts:3:5\n  5 passed (3.2s)\n",
    want: "test playwright passed 5/-",
  },
  {
    name: "cypress failing",
    command: "npx cypress run | tail -30",
    output: "  3 passing (2s)\n  1 failing\n\n    ✖  1 of 2 failed (50%)   00:03   4   3   1\n",
    want: "test cypress failed 3/1",
  },
  {
    name: "bun failing",
    command: "bun test 2>&1 | tail",
    output: "✗ adds [0.5ms]\n\n 3 pass\n 1 fail\n 4 expect() calls\nRan 4 tests across 1 files.\n",
    want: "test bun failed 3/1",
  },
  {
    name: "npm without a test script of its own",
    command: "npm test",
    output: '\n> test\n> echo "Error: no test specified" && exit 1\n\nError: no test specified\n',
    exit: 1,
    want: "test npm unknown",
  },
  {
    name: "npm without the script",
    command: "npm run test 2>&1 | tail",
    output:
      'npm error Missing script: "test"\nnpm error\nnpm error To see a list of scripts, run:\n',
    want: "test npm failed",
  },
  {
    name: "npm whose runner is not installed",
    command: "npm test 2>&1 | tail",
    output: "\n> pkg@1.0.0 test\n> vitest run\n\nsh: 1: vitest: not found\n",
    want: "test npm failed",
  },
  {
    name: "npm that failed after the tests passed",
    command: "npm test 2>&1 | tail",
    output: "      Tests  3 passed (3)\n\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 1\n",
    want: "test vitest failed 3/-",
  },
  {
    name: "pnpm whose script failed in silence",
    command: "pnpm build | tail",
    output: "> build\n> ./build.sh\n\n ELIFECYCLE  Command failed with exit code 1.\n",
    want: "build pnpm failed",
  },
  {
    name: "several packages",
    command: "pnpm -r test | cat",
    output:
      "packages/a:\n      Tests  3 passed (3)\npackages/b:\n      Tests  1 failed | 4 passed (5)\n",
    want: "test vitest failed 7/1",
  },
  {
    name: "a passing run whose tests print errors",
    command: "npx vitest run | tail",
    output: "stderr | a.test.ts\nSyntaxError: Unexpected token\nnpm ERR! from a fixture\n\n" +
      " Test Files  1 passed (1)\n      Tests  3 passed (3)\n",
    want: "test vitest passed 3/-",
  },
];

for (const { name, command, output, exit = 0, want } of CASES) {
  Deno.test(`the output of a run is read: ${name}`, () => {
    equal(checks(command, output, exit).join(", "), want);
  });
}
