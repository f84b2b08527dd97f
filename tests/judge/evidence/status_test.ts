import { deepEqual, equal, match } from "node:assert/strict";
import fc from "fast-check";
import { callOf } from "../../../judge/conversation.ts";
import { factsOf, shell } from "./_calls.ts";

/** Line, exit status, output; how `make test` ended by the status alone, and why that is not known. */
type Row = readonly [line: string, exit: number, output: string, outcome: string, why?: RegExp];

const TRUTH: readonly Row[] = [
  ["make test", 0, "2 failed", "passed"],
  ["make test", 2, "all fine", "failed"],
  ["cd core && make test", 2, "", "failed"],
  ["cd core && make test", 1, "bash: line 1: cd: core: No such file or directory", "not_run", /&&/],
  ["make test && echo fine", 0, "fine", "passed"],
  ["ls; make test", 0, "", "passed"],
  ["ls; make test", 1, "", "failed"],
  ["A=1 B='x y' make test", 1, "", "failed"],
  ["time timeout 60 make test", 1, "", "failed"],
  ["make test | tail -5", 0, "", "unknown", /pipe/],
  ["make test 2>&1 | tail -5", 1, "", "unknown", /pipe/],
  ["(make test) | tail", 0, "", "unknown", /pipe/],
  ["{ make test; } 2>&1 | tail", 0, "", "unknown", /pipe/],
  ["set -o pipefail; make test | tail -5", 0, "", "passed"],
  ["set -o pipefail; make test | tail -5", 1, "", "failed"],
  ["set -eo pipefail; make test | tail -5; ls", 1, "", "unknown", /another command/],
  ["set -e; make test; ls", 0, "", "passed"],
  ["make test || true", 0, "", "unknown", /\|\|/],
  ["make test || echo FAILED", 0, "FAILED", "unknown", /\|\|/],
  ["make test || exit 1", 1, "", "failed"],
  ["ls x || make test", 0, "", "unknown", /only where/],
  ["make test; echo done", 0, "done", "unknown", /after it/],
  ["make test\nls", 0, "", "unknown", /after it/],
  ["make test & ls", 0, "", "unknown", /beside/],
  ["make test &", 0, "", "unknown", /beside/],
  ["make lint && make test", 1, "", "unknown", /another command/],
  ["make test && git push", 1, "", "unknown", /another command/],
  ["npm i && make test && git push", 0, "", "passed"],
  ["if make test; then echo y; else echo n; fi", 0, "n", "unknown", /condition/],
  ["if true; then make test; ls; fi", 0, "", "unknown", /condition/],
  ["for i in 1 2; do make test; done", 0, "", "unknown", /loop/],
  ["! make test", 0, "", "unknown", /round/],
  ["OUT=$(make test); echo $OUT", 0, "", "unknown", /lost/],
  ["bash -c 'make test'", 1, "", "failed"],
  ["bash -lc 'cd a && make test' | tail", 0, "", "unknown", /pipe/],
  ['make test; echo "exit: $?"', 0, "x\nexit: 0", "passed"],
  ['make test > /tmp/o 2>&1; echo "EXIT=$?"; tail /tmp/o', 0, "EXIT=2\nx", "failed"],
  ["make test; echo $?", 0, "x\n0", "passed"],
  ["make test | tail; echo $?", 0, "x\n0", "unknown", /pipe/],
  ["make test | tail; echo rc ${PIPESTATUS[0]}", 0, "x\nrc 1", "failed"],
  ["cd a && make test | tail; echo ${PIPESTATUS[0]}", 0, "x\n0", "passed"],
  ["make lint && make test; echo $?", 0, "x\n1", "unknown", /after it/],
  ["make lint && make test; echo $?", 0, "x\n0", "passed"],
  ['make a; echo "rc $?"; make test; echo "rc $?"', 0, "rc 0\nrc 3", "failed"],
  ['make test; echo "rc $?"; make a; echo "rc $?"', 0, "rc 3\nrc 0", "failed"],
  ["make test", 127, "", "not_run", /127/],
  ["make test", 126, "", "not_run", /126/],
  ["timeout 5 make test", 124, "", "unknown", /stopped/],
  ["make test", 143, "", "unknown", /stopped/],
  ["make test", 130, "", "unknown", /stopped/],
  ["make test", 2, "make: *** No rule to make target 'test'.  Stop.", "not_run", /no such script/],
  ["make test | tail", 0, "make: *** No rule to make target 'test'.", "not_run", /no such script/],
  ["make test", 2, "make: *** No rule to make target 'a.c', needed by 'test'.  Stop.", "failed"],
  ["make test 2>&1 | tail", 0, "bash: line 1: make: command not found", "not_run", /not there/],
  ["make test", 2, "sh: 1: vitest: not found\nmake: *** [test] Error 127", "not_run", /vitest/],
  ["make test", 2, "bash: foo: command not found\n3 tests failed", "failed"],
  ["make test", 1, "Command timed out after 2m 0.0s", "unknown", /stopped/],
  ["make test", 1, "Tool execution aborted", "unknown", /stopped/],
  ["set -o pipefail; make test 2>&1 | head -40", 141, "", "unknown", /stopped/],
  ["make test && cat a.txt", 1, "12 passed\ncat: a.txt: No such file", "unknown", /another/],
  ["make test && cat a.txt 2>/dev/null", 1, "12 passed", "unknown", /another/],
  ["source .env && make test", 1, "bash: .env: No such file or directory", "unknown", /another/],
  ["source .venv/bin/activate && make test", 1, "2 failed", "failed"],
  ["make test || exit 0", 0, "", "unknown", /\|\|/],
  ["make test || return 0", 0, "", "unknown", /\|\|/],
  ["[ -f .ready ] || exit 0; make test", 0, "", "unknown", /ended before/],
  ["git diff --quiet && exit\nmake test", 0, "", "unknown", /ended before/],
  ["cd a || exit 1; make test", 0, "", "passed"],
  ["cd a || exit 1; make test", 1, "2 failed", "failed"],
  ["which x || exit 1; make test", 1, "", "unknown", /another/],
  ["set -e; make test && make lint; echo done", 0, "done", "unknown", /after it/],
  ["set -e\nmake lint && make test\necho done", 0, "done", "unknown", /after it/],
  ["set -e; ls; set +e; make test; echo done", 0, "done", "unknown", /after it/],
  ["(set -e; ls); make test; echo done", 0, "done", "unknown", /after it/],
  ["set +o pipefail; make test | tail", 0, "", "unknown", /pipe/],
  ["(set -o pipefail; ls); make test | tail", 0, "", "unknown", /pipe/],
  ["make test 2>&1 | tail -3; echo ${PIPESTATUS[1]}", 0, "0", "unknown", /pipe/],
  ["cat <(make test)", 0, "", "unknown", /lost/],
  ["mapfile -t a < <(make test)", 0, "", "unknown", /lost/],
  ["t() { make test; }", 0, "", "unknown", /function/],
  ["function t { make test; }; t", 0, "", "unknown", /function/],
  ["bash <<'EOF'\nmake test\nEOF", 1, "", "failed"],
  ["bash -s <<EOF\nmake test\nEOF\nls", 0, "", "unknown", /after it/],
];

Deno.test("how a command ended is known by exit statuses alone, or it is said why not", () => {
  for (const [line, exit, output, outcome, why] of TRUTH) {
    const { runs } = factsOf(shell(line, output, exit));
    const found = runs.find(({ words }) => /(?:^| )make test$/.test(words.join(" ")))!;
    equal(found.outcome, outcome, `${line} → ${found.why}`);
    match(found.why, why ?? /^$/, line);
  }
});

Deno.test("what is not there was not run", () => {
  for (
    const [line, exit, output] of [
      ["npm test", 1, 'npm error Missing script: "test"'],
      ["npm run check 2>&1 | tail -3", 0, "npm ERR! missing script: check"],
      ["pnpm test", 1, " ERR_PNPM_NO_SCRIPT  Missing script: test"],
      ["yarn check-it", 1, 'error Command "check-it" not found.'],
      ["bun run check", 1, 'error: Script not found "check"'],
      ["deno task check", 1, "Task not found: check"],
      ["mise run test", 1, "mise ERROR no task test found"],
      ["just test", 1, "error: Justfile does not contain recipe `test`"],
      ["npm run build", 1, "> turbo build\n\nsh: turbo: command not found"],
      ["npx turbo run test | tail", 0, "turbo: command not found"],
      ["python -m pytest", 1, "/usr/bin/python: No module named pytest"],
      ["python3 run_tests.py", 2, "python3: can't open file '/app/run_tests.py': [Errno 2]"],
      ["node scripts/t.js", 1, "node:internal\nError: Cannot find module '/app/scripts/t.js'"],
      ["./gradlew test", 1, "bash: ./gradlew: No such file or directory"],
      ["./t.sh | cat", 0, "bash: line 1: ./t.sh: Permission denied"],
      ["uv run pytest", 2, "error: Failed to spawn: `pytest`"],
      ["poetry run pytest", 1, "Command not found: pytest"],
      ["bundle exec rspec", 1, "bundler: command not found: rspec"],
      ["cargo nextest run", 101, "error: no such command: `nextest`"],
      ["zsh -c 'jest'", 127, "zsh:1: command not found: jest"],
    ] as const
  ) {
    equal(
      factsOf(shell(line, output, exit)).runs.at(line.includes("|") ? 0 : -1)!.outcome,
      "not_run",
      line,
    );
  }
});

Deno.test("a refused call ran nothing, a waiting one does not fail, a stopped one is unknown", () => {
  const line = "npm test && git push";
  const ends = (more: Parameters<typeof shell>[3]) =>
    factsOf(shell(line, null, null, more)).runs.map(({ outcome }) => outcome);
  deepEqual(ends({ refusedBy: "person" }), ["not_run", "not_run"]);
  deepEqual(ends({ refusedBy: "client" }), ["not_run", "not_run"]);
  deepEqual(ends({ state: "running", background: true }), ["running", "running"]);
  equal(factsOf(shell("npm test", "x", null)).runs[0]!.outcome, "failed");
  equal(factsOf(shell("npm test", "x", 1, { cut: true })).runs[0]!.outcome, "unknown");
  equal(factsOf(shell("npm test", "x", 0, { cut: true })).runs[0]!.outcome, "passed");
  const offered = callOf({ name: "mcp__box__execute", input: { command: "npm test" }, output: "" });
  equal(factsOf(offered).runs[0]!.outcome, "unknown");
});

Deno.test("no output changes what an exit status proves of a lone command", () => {
  const text = fc.array(
    fc.oneof(
      fc.constantFrom("2 failed", "FAIL a", "ok", "\n", "exit: 1", "error: x", "1 passed"),
      fc.string(),
    ),
    { maxLength: 8 },
  ).map((parts) => parts.join(" "));
  fc.assert(fc.property(text, (output) => {
    equal(factsOf(shell("npm test", output, 0)).runs[0]!.outcome, "passed");
    const { outcome } = factsOf(shell("npm test", output, 1)).runs[0]!;
    equal(outcome === "failed" || outcome === "not_run" || outcome === "unknown", true, output);
  }));
});

Deno.test("folders are followed through a line", () => {
  const folder = (line: string, at = -1) =>
    factsOf(shell(line, "", 0, { folder: "/w" })).runs.at(at)!.folder;
  equal(folder("npm test"), "/w");
  equal(folder("cd a/b && npm test"), "/w/a/b");
  equal(folder("cd a && cd .. && npm test"), "/w");
  equal(folder("(cd a && ls); npm test"), "/w");
  equal(folder("cd /x && npm test"), "/x");
  equal(folder("npm --prefix web test"), "/w/web");
  equal(folder("git -C sub push"), "/w/sub");
  equal(folder("bash -c 'cd q && npm test'"), "/w/q");
});
