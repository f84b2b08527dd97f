import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { callOf, type ToolCall } from "../../../judge/conversation.ts";
import { covers } from "../../../judge/done/coverage.ts";
import { doneBy, edit, shell } from "./calls.ts";

const VITEST = "      Tests  3 passed (3)\n";
const VITEST_BAD = "      Tests  1 failed | 3 passed (4)\n";
const NODE = "ℹ tests 2\nℹ pass 2\nℹ fail 0\n";
const NODE_BAD = "✖ adds\nℹ tests 2\nℹ pass 1\nℹ fail 1\n";
const PYTEST = "=== 12 passed in 0.3s ===\n";
const PYTEST_BAD = "FAILED tests/a.py::b\n=== 1 failed, 11 passed in 0.3s ===\n";
const MAKE_BAD = "make: *** [Makefile:3: test] Error 1\n";

type Case = readonly [failed: string, output: string, passed: string, output: string];

/** Whether the run of the second line makes up for the first. */
function makesUp([failed, bad, passed, good]: Case, calls: ToolCall[] = []): boolean {
  const done = doneBy([...calls, shell(failed, bad, 1), shell(passed, good)]);
  const [first, second] = done.checks;
  equal(first!.outcome, "failed", failed);
  equal(second!.outcome, "passed", passed);
  return covers(second!, first!);
}

Deno.test("a run of less, of another place or of another suite makes up for no failure", () => {
  const cases: Case[] = [
    ["npm test", NODE_BAD, "npm run test:unit", NODE],
    ["npm run test:unit", NODE_BAD, "npm run test:e2e", NODE],
    ["npm test", NODE_BAD, "npm run e2e", "  12 passed (3s)\n"],
    ["npm test", NODE_BAD, "npm run unit", NODE],
    ["npx vitest run", VITEST_BAD, "npm run unit", VITEST],
    ["pytest", PYTEST_BAD, "make api-tests", PYTEST],
    ["make test", MAKE_BAD, "make test-unit", "fine"],
    ["pnpm -r test", VITEST_BAD, "cd packages/a && pnpm test", VITEST],
    ["pnpm -r test", VITEST_BAD, "pnpm test", VITEST],
    ["pnpm -r test", VITEST_BAD, "pnpm --filter a test", VITEST],
    ["cargo test --workspace", "test result: FAILED. 1 passed; 1 failed;", "cargo test -p x", "x"],
    ["pytest", PYTEST_BAD, "npx vitest run", VITEST],
    ["cd backend && pytest", PYTEST_BAD, "cd frontend && npm test", NODE],
    ["cd packages/a && npm test", NODE_BAD, "cd packages/b && npm test", NODE],
    ["(cd packages/a && npm test)", NODE_BAD, "(cd packages/b && npm test)", NODE],
    ["npm --prefix a test", NODE_BAD, "npm --prefix b test", NODE],
    ["npm --prefix=a test", NODE_BAD, "npm --prefix=b test", NODE],
    ["pnpm -C a test", NODE_BAD, "pnpm -C b test", NODE],
    ["make -C a test", MAKE_BAD, "make -C b test", "fine"],
    ["cargo test --manifest-path a/Cargo.toml", "x", "cargo test --manifest-path b/Cargo.toml", ""],
    ["npm test -w a", NODE_BAD, "npm test -w b", NODE],
    ["npm test", NODE_BAD, "npx vitest run", VITEST],
    ["npm test", VITEST_BAD, "npx vitest run a.test.ts", VITEST],
    ["npm test", "boom", "npx vitest run", VITEST],
    ["make test", MAKE_BAD, "pytest", PYTEST],
    ["npx vitest run", VITEST_BAD, "npm run test:unit", VITEST],
    ["npx vitest run --config e2e.config.ts", VITEST_BAD, "npx vitest run --config u.ts", VITEST],
    ["npm test", VITEST_BAD + "  1 failed\n", "npx vitest run", VITEST],
    ["pytest tests/a.py", PYTEST_BAD, "pytest tests/b.py", PYTEST],
    ["pytest -k login", PYTEST_BAD, "pytest -k logout", PYTEST],
    [
      "npx eslint .",
      "✖ 1 problem (1 error, 0 warnings)\n",
      "npx prettier --check .",
      "All matched files use Prettier code style!",
    ],
    ["npx tsc -p a", "a.ts(1,1): error TS2345: x\n", "npx tsc -p b", ""],
    ["npm test", NODE_BAD, "cd /repo/packages/a && npm test", NODE],
  ];
  for (const one of cases) equal(makesUp(one), false, `${one[0]} / ${one[2]}`);
});

Deno.test("the same again, or more, makes up for a failure", () => {
  const cases: Case[] = [
    ["npm test", NODE_BAD, "npm test", NODE],
    ["npm test", NODE_BAD, "npm run test", VITEST],
    ["npm test", NODE_BAD, "npm t", NODE],
    ["npm test", NODE_BAD, "yarn test", NODE],
    ["npm test", NODE_BAD, "npm test 2>&1 | tail -20", NODE],
    ["npm test", NODE_BAD, "CI=1 npm test --silent", NODE],
    ["npm test", NODE_BAD, "timeout 60 npm test", NODE],
    ["npm test", NODE_BAD, "npm run test:ci", NODE],
    ["npm test", NODE_BAD, "npm run ci", NODE],
    ["npm run test:unit", NODE_BAD, "npm test", NODE],
    ["npm run unit", NODE_BAD, "npm test", NODE],
    ["npx playwright test", "  1 failed\n", "npm run test:e2e", "  12 passed (3s)\n"],
    ["pytest", PYTEST_BAD, "./scripts/run-tests.sh", PYTEST],
    ["npm run type-check", "a.ts(1,1): error TS2345: x\n", "npm run type-check", ""],
    ["npm test", VITEST_BAD, "npx vitest run", VITEST],
    ["npx vitest run", VITEST_BAD, "npm test", VITEST],
    ["npx vitest run", VITEST_BAD, "npm test", "done"],
    ["npm test", "sh: 1: vitest: not found", "npx vitest run", VITEST],
    ["npm test", 'npm error Missing script: "test"\n', "node --test", NODE],
    ["make test", "make: *** No rule to make target 'test'.  Stop.", "pytest", PYTEST],
    ["pytest", PYTEST_BAD, "python -m pytest -q", PYTEST],
    ["pytest", PYTEST_BAD, "make test", "fine"],
    ["pytest tests/a.py::b", PYTEST_BAD, "uv run pytest tests/a.py -v", PYTEST],
    ["pytest tests/a.py -k x", PYTEST_BAD, "pytest tests", PYTEST],
    ["cd packages/a && pnpm test", VITEST_BAD, "pnpm -r test", VITEST],
    ["pnpm -r test", VITEST_BAD, "pnpm test", "      Tests  4 passed (4)\n"],
    ["cd packages/a && npm test", NODE_BAD, "cd ./packages/a/ && npm test", NODE],
    ["cd packages/a && npm test", NODE_BAD, "npm --prefix packages/a test", NODE],
    ["cd /repo/packages/a && npm test", NODE_BAD, "cd packages/a && npm test", NODE],
    ["npm run typecheck", "a.ts(1,1): error TS2345: x\n", "npx tsc --noEmit", ""],
    ["npm run lint", "✖ 1 problem (1 error, 0 warnings)\n", "npx eslint .", ""],
    ["npm run lint", "✖ 1 problem (1 error, 0 warnings)\n", "npm run lint:fix", ""],
  ];
  for (const one of cases) equal(makesUp(one), true, `${one[0]} / ${one[2]}`);
});

Deno.test("whatever was checked, the same check covers it, and a part never covers the whole", () => {
  const word = fc.constantFrom(
    "npm",
    "test",
    "run",
    "-r",
    "pytest",
    "a.py",
    "-k",
    "cd a &&",
    "x:y",
  );
  fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
    for (const check of doneBy([shell(words.join(" "), "x")]).checks) ok(covers(check, check));
  }));
  const path = fc.stringMatching(/^[a-z]{1,8}\/[a-z]{1,8}\.py$/);
  fc.assert(fc.property(path, (path) => {
    const [whole, part] = doneBy([shell("pytest", PYTEST), shell(`pytest ${path}`, PYTEST)]).checks;
    ok(covers(whole!, part!) && !covers(part!, whole!));
  }));
});

Deno.test("the top of the project is the same place, told or not", () => {
  const calls = [edit("/home/me/repo/src/a.ts")];
  for (
    const [one, other] of [["cd /home/me/repo && npm test", "npm test"], [
      "npm test",
      "cd /home/me/repo && npm test",
    ]] as const
  ) ok(makesUp([one, NODE_BAD, other, NODE], calls), `${one} / ${other}`);
});

Deno.test("the folder that a client was told counts", () => {
  const run = (workdir: string) => ({
    ...shell("npm test", NODE),
    input: { command: "npm test", workdir },
  });
  const folders = doneBy([run("packages/a"), run("packages/b")]).checks.map((check) =>
    check.scope?.folder
  );
  deepEqual(folders, ["packages/a", "packages/b"]);
  const line = "cd a && npm test && cd ../b && npm test; (cd c && npm test); npm test";
  deepEqual(
    doneBy([shell(line, NODE)]).checks.map(({ scope }) => scope?.folder),
    ["a", "b", "b/c", "b"],
  );
});

Deno.test("a secret's mark in front of a command is one word", () => {
  for (
    const line of [
      "DATABASE_URL=[redacted: connection string] npm test",
      "SECRET_KEY=[redacted:password] npm test",
      "A=1 URL=postgres://u:[redacted: password]@h/db npm test | tail -5",
    ]
  ) equal(doneBy([shell(line, NODE)]).checks[0]?.outcome, "passed", line);
  equal(doneBy([shell("[ -f package.json ] && npm test", NODE)]).checks.length, 1);
});

const offered = (name: string, input: Record<string, unknown>, output: string | null) =>
  callOf({ name, input, output });

Deno.test("tools of other programs write files", () => {
  for (
    const [name, input] of [
      ["mcp__fs__write_file", { path: "src/a.py" }],
      ["mcp__fs__edit_file", { file_path: "src/a.py" }],
      ["mcp__fs__create_file", { filePath: "src/a.py" }],
      ["mcp__fs__patch_file", { path: "src/a.py" }],
      ["mcp__code__replace_symbol_body", { relative_path: "src/a.py" }],
    ] as const
  ) {
    const done = doneBy([shell("pytest", PYTEST), offered(name, input, "ok")]);
    deepEqual(done.edits.map(({ path }) => path), ["src/a.py"], name);
    equal(done.checks[0]!.afterLastEdit, false, name);
  }
  for (
    const name of ["mcp__wiki__update_page", "mcp__tracker__create_issue", "mcp__fs__read_file"]
  ) {
    deepEqual(doneBy([offered(name, { path: "a.py" }, "ok")]).edits, [], name);
  }
});

Deno.test("tools of other programs run checks, which only their output proves", () => {
  const outcome = (name: string, input: Record<string, unknown>, output: string | null) =>
    doneBy([offered(name, input, output)]).checks.map(({ kind, outcome, partial }) =>
      `${kind} ${outcome}${partial ? " partial" : ""}`
    ).join();
  equal(outcome("mcp__x__run_tests", {}, NODE), "test passed");
  equal(outcome("mcp__x__run_tests", {}, NODE_BAD), "test failed");
  equal(outcome("mcp__x__test", {}, "finished"), "test unknown");
  equal(outcome("mcp__x__run_tests", { file: "a.test.js" }, NODE), "test passed partial");
  equal(outcome("mcp__x__execute_command", { command: "pytest" }, PYTEST_BAD), "test failed");
  equal(outcome("mcp__x__run_command", { command: "pytest" }, PYTEST), "test passed");
  equal(outcome("mcp__x__bash", { command: "make test" }, "fine"), "test unknown");
  equal(outcome("mcp__x__list_tests", {}, NODE), "");
  const json = (stdout: string, exitCode: number) => JSON.stringify({ stdout, exitCode });
  equal(outcome("mcp__x__run_tests", {}, json(NODE_BAD, 0)), "test failed");
  equal(outcome("mcp__x__run_tests", {}, json("fine", 0)), "test passed");
  equal(outcome("mcp__x__run_tests", {}, json("fine", 1)), "test failed");
  equal(outcome("mcp__x__run_tests", {}, JSON.stringify([{ text: NODE }])), "test passed");
});
