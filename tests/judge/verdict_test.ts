import assert from "node:assert/strict";
import type { Verdict } from "../../schema/types.ts";
import type { Done } from "../../judge/done/facts.ts";
import type { Statements } from "../../judge/said.ts";
import type { Task } from "../../judge/task.ts";
import { RULES } from "../../judge/rules.ts";
import { effectOf, judgeTask } from "../../judge/verdict.ts";
import * as make from "./verdict_builder.ts";

const { check, command, edit, git, said, task, todo } = make;

const FIX = task("Fix the crash in the parser");

function judge(of: Task, what: Partial<Done>, words: Statements = make.CLAIM): Verdict {
  return judgeTask(of, make.evidence(what, words));
}

/** The names of the rules that a verdict rests on. */
function rules(verdict: Verdict): string[] {
  return [...new Set(verdict.evidence.map(({ rule }) => rule))];
}

function is(verdict: Verdict, effect: ReturnType<typeof effectOf>, ...names: string[]): void {
  assert.equal(effectOf(verdict), effect, JSON.stringify(verdict, null, 2));
  assert.deepEqual(rules(verdict), names);
}

Deno.test("a fix with tests that pass after the last edit is complete, and says why", () => {
  const verdict = judge(FIX, {
    edits: [edit(0, "src/parser.ts")],
    checks: [check(1, { passed: 12 })],
  });
  is(verdict, "let_go", "passing_check", "edited");
  assert.equal(verdict.severity, "NONE");
  assert.deepEqual(verdict.missing, []);
  assert.match(verdict.evidence[0]?.fact ?? "", /`npm test` passed \(12 passed\)/);
});

Deno.test("the last result of a check decides", () => {
  const edits = [edit(1, "src/parser.ts")];
  const failed = check(0, { outcome: "failed", failed: 2 });
  is(judge(FIX, { edits, checks: [failed, check(2)] }), "let_go", "passing_check", "edited");
  const verdict = judge(FIX, {
    edits,
    checks: [
      check(0),
      check(2, { outcome: "failed", failed: 2, excerpt: "expected 1\n\x1b[31m2" }),
    ],
  });
  is(verdict, "push", "failing_check");
  assert.equal(verdict.severity, "HIGH");
  assert.match(verdict.feedback, /`npm test` failed \(2 failed\): expected 1/);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(verdict.feedback, /[\x00-\x1f]/);
});

Deno.test("a failure is put right by a later run that covers as much", () => {
  const edits = [edit(1, "src/parser.ts")];
  const failing = (text: string, partial = false) =>
    check(0, { command: text, partial, outcome: "failed" });
  const passing = (text: string, partial = false) => check(2, { command: text, partial });
  for (
    const [first, second] of [
      [failing("npm test"), passing("CI=1 timeout 60 npm test 2>&1 | tail -20")],
      [failing("pytest"), passing("python -m pytest -q")],
      [failing("pytest tests/test_a.py", true), passing("pytest tests/test_a.py -v", true)],
      [failing("npx vitest run a.test.ts", true), passing("npx vitest run")],
    ] as const
  ) {
    assert.equal(judge(FIX, { edits, checks: [first, second] }).complete, true, first.command);
  }
  for (
    const [first, second] of [
      [failing("npm test"), passing("npx vitest run a.test.ts", true)],
      [failing("pytest tests/test_a.py", true), passing("pytest tests/test_b.py", true)],
      [failing("npm test"), { ...passing("npm run build"), kind: "build" as const }],
    ] as const
  ) {
    is(judge(FIX, { edits, checks: [first, second] }), "push", "failing_check");
  }
});

Deno.test("a failing linter weighs less than failing tests", () => {
  const lint = check(1, { kind: "lint", command: "npm run lint", outcome: "failed" });
  assert.equal(judge(FIX, { checks: [lint], edits: [edit(0, "a.ts")] }).severity, "MEDIUM");
});

Deno.test("a check from before the last edit is stale, unless the edit only explains", () => {
  const stale = judge(FIX, { checks: [check(1)], edits: [edit(0, "a.ts"), edit(2, "a.ts")] });
  is(stale, "push", "stale_check");
  assert.deepEqual(stale.missing, ["A run of `npm test` after the last edit"]);
  const docs = { checks: [check(1)], edits: [edit(0, "a.ts"), edit(2, "README.md")] };
  assert.equal(judge(FIX, docs).complete, true);
});

Deno.test("a stronger check after the last edit makes up for a weaker one before it", () => {
  const edits = [edit(0, "a.ts"), edit(2, "a.ts")];
  const build = check(1, { kind: "build", command: "npm run build" });
  assert.equal(judge(FIX, { edits, checks: [build, check(3)] }).complete, true);
  const lint = check(3, { kind: "lint", command: "npm run lint" });
  is(judge(FIX, { edits, checks: [check(1), lint] }), "push", "stale_check");
});

Deno.test("what the message reports counts only for a command that was really called", () => {
  const edits = [edit(0, "a.ts")];
  const called = check(1, { outcome: "not_recorded" });
  is(
    judge(FIX, { edits, checks: [called] }, make.reports("passed")),
    "let_go",
    "reported_result",
    "edited",
  );
  const never = judge(FIX, { edits }, make.reports("passed"));
  assert.equal(effectOf(never), "push");
  assert.ok(rules(never).includes("unsupported_result"));
  is(judge(FIX, { edits, checks: [called] }, make.CLAIM), "push", "untold_result");
  is(
    judge(FIX, { edits, checks: [called] }, make.reports("failed")),
    "push",
    "reported_failure",
  );
});

Deno.test("an output that failed beats a message that says it passed", () => {
  const checks = [check(1, { outcome: "failed" })];
  is(
    judge(FIX, { edits: [edit(0, "a.ts")], checks }, make.reports("passed")),
    "push",
    "contradicted_result",
  );
  const asked = task("Run the tests", { wishes: ["test"] });
  is(judge(asked, { checks }, make.reports("passed")), "push", "contradicted_result");
  assert.equal(judge(asked, { checks }, make.reports("passed")).severity, "HIGH");
  is(judge(asked, { checks }, make.reports("failed")), "await_user", "failing_report");
});

Deno.test("an edit alone completes what is tiny, and no change of behaviour", () => {
  const tiny: [string, string][] = [
    ["Create hello.js that prints hello", "hello.js"],
    ["Fix the typo in README", "README.md"],
    ["Update the docs for the API", "docs/api.md"],
    ["Please create a file notes.txt", "notes.txt"],
    ["Rename the constant in config.ts", "config.ts"],
  ];
  for (const [text, path] of tiny) {
    is(judge(task(text), { edits: [edit(0, path)] }), "let_go", "edited");
  }
  for (const text of ["Fix the crash in the parser", "Implement login", "Refactor the cache"]) {
    is(judge(task(text), { edits: [edit(0, "src/a.ts")] }), "push", "unverified_change");
  }
});

Deno.test("trying the program after the edit is verification; carrying files about is not", () => {
  const edits = [edit(0, "src/a.py")];
  const after = (text: string) => judge(FIX, { edits, commands: [command(1, text)] }).complete;
  assert.equal(after("python src/a.py < sample.txt"), true);
  assert.equal(after("curl -s localhost:8000/health"), true);
  for (const text of ["git add -A", "ls -la", "cat src/a.py", "mkdir -p out", "git diff | head"]) {
    assert.equal(after(text), false, text);
  }
});

Deno.test("what was asked for by name needs a call of its own", () => {
  const wishes = ["test", "commit", "push", "pull_request"] as const;
  const base = { edits: [edit(0, "a.ts")], checks: [check(1)] };
  const verdict = judge(task("Fix it, test, commit, push and open a PR", { wishes }), base);
  is(verdict, "push", "wish_not_done");
  assert.deepEqual(verdict.missing, ["A commit", "A push", "A pull request"]);
  const all = { ...base, git: [git(2, "commit"), git(3, "push"), git(4, "pr_create")] };
  is(
    judge(task("Fix it, test, commit, push and open a PR", { wishes }), all),
    "let_go",
    "passing_check",
    "wish_done",
    "edited",
  );
});

Deno.test("a step that failed last is not done", () => {
  const base = { edits: [edit(0, "a.ts")], checks: [check(1)] };
  const push = (outcome: "failed" | "passed") => git(2, "push", { outcome, command: "git push" });
  is(judge(FIX, { ...base, git: [push("failed")] }), "push", "failed_step");
  const again = { ...push("passed"), step: 3 };
  assert.equal(judge(FIX, { ...base, git: [push("failed"), again] }).complete, true);
  const broken = command(2, "node run.js", { outcome: "failed" });
  is(judge(FIX, { ...base, commands: [broken] }), "push", "failed_command");
  const search = command(2, "grep -r todo src", { outcome: "failed" });
  assert.equal(judge(FIX, { ...base, commands: [search] }).complete, true);
});

Deno.test("a claim with nothing behind it is incomplete", () => {
  is(judge(FIX, {}), "push", "nothing_done");
  assert.equal(judge(FIX, {}).severity, "HIGH");
  is(judge(FIX, { commands: [command(0, "cat a.ts")] }), "push", "nothing_done");
  is(judge(FIX, { checks: [check(0)] }), "push", "change_missing");
});

Deno.test("an empty answer is incomplete, whatever was done", () => {
  const nothing = judge(FIX, {}, said(" \n"));
  assert.equal(nothing.severity, "HIGH");
  assert.ok(rules(nothing).includes("empty_answer"));
  is(
    judge(FIX, { edits: [edit(0, "a.ts")], checks: [check(1)] }, said("")),
    "push",
    "empty_answer",
  );
});

Deno.test("a test called flaky needs a remedy", () => {
  const base = {
    edits: [edit(0, "a.ts")],
    checks: [check(1, { outcome: "not_recorded" as const })],
  };
  const words = (mitigated: boolean) => ({
    ...make.reports("passed"),
    dismissed: ["one test fails but it is flaky"],
    mitigated,
  });
  is(judge(FIX, base, words(false)), "push", "flaky_dismissed");
  assert.equal(judge(FIX, base, words(true)).complete, true);
});

Deno.test("what the agent leaves open itself is incomplete", () => {
  const base = { edits: [edit(0, "a.ts")], checks: [check(1)] };
  const left: [string, Partial<Statements>][] = [
    ["remaining_work", { remaining: ["the logout is not done yet"] }],
    ["announced", { announced: "Let me now update the lexer" }],
    ["mid_sentence", { midSentence: true }],
    ["trouble", { trouble: ["I could not reproduce it"] }],
    ["next_steps", { claims: [], nextSteps: ["write the tests"] }],
    ["danger", { danger: ["the key is committed"] }],
  ];
  for (const [rule, words] of left) {
    is(judge(FIX, base, { ...make.CLAIM, ...words }), "push", rule);
  }
  is(judge(FIX, { ...base, todos: [todo("Docs", "pending")] }), "push", "open_todos");
  assert.equal(judge(FIX, { ...base, todos: [todo("Docs", "completed")] }).complete, true);
});

Deno.test("ideas beyond a task that is finished are no work left", () => {
  const base = { edits: [edit(0, "a.ts")], checks: [check(1)] };
  const idea = { ...make.CLAIM, nextSteps: ["Deploy to staging"] };
  assert.equal(judge(FIX, base, idea).complete, true);
  const part = { ...make.CLAIM, nextSteps: ["Fix the second crash of the parser"] };
  is(judge(FIX, base, part), "push", "next_steps");
});

Deno.test("asking leave for the task is pushed; an offer beyond it is not", () => {
  const ask = (permission: string) => said(permission, { permission });
  const none = judge(FIX, { commands: [command(0, "cat a.ts")] }, ask("Shall I fix it?"));
  assert.equal(effectOf(none), "push");
  assert.ok(rules(none).includes("permission"));
  const base = { edits: [edit(0, "a.ts")], checks: [check(1)] };
  const offer = (permission: string) => judge(FIX, base, { ...make.CLAIM, permission });
  assert.equal(offer("Would you like me to write release notes?").complete, true);
  is(offer("Shall I continue with the rest?"), "push", "permission");
});

Deno.test("asking before what cannot be taken back, or when told to ask, waits for the person", () => {
  const what = { commands: [command(0, "psql -c 'select 1'")] };
  const ask = (permission: string) => said(permission, { permission });
  is(
    judge(task("Clean up the users table"), what, ask("Shall I drop the table?")),
    "await_user",
    "rightly_asked",
  );
  is(
    judge(task("Refactor the cache, but ask me before you touch the tests"), what, ask("Shall I?")),
    "await_user",
    "rightly_asked",
  );
});

Deno.test("a question that only the person can answer waits, and nothing is missing", () => {
  const words = said("Which database?", { question: "Which database should I use?" });
  const verdict = judge(task("Add storage"), { todos: [todo("Storage", "pending")] }, words);
  is(verdict, "await_user", "question");
  assert.deepEqual([verdict.severity, verdict.missing, verdict.complete], ["NONE", [], false]);
});

Deno.test("what only a person can do is told to the person and not pushed", () => {
  const words = said("Please log in", { humanAction: ["Please log in to the console"] });
  const verdict = judge(task("Fetch the data"), { commands: [command(0, "curl x")] }, words);
  is(verdict, "needs_human", "human_action");
  assert.equal(verdict.requires_human_action, true);
  assert.deepEqual(verdict.missing, ["Please log in to the console"]);
});

Deno.test("failing tests are pushed although a person has something to do, unless access is what fails", () => {
  const words = said("Please approve", { humanAction: ["approve the pull request"] });
  const failing = (excerpt: string) =>
    judge(
      FIX,
      { edits: [edit(0, "a.ts")], checks: [check(1, { outcome: "failed", excerpt })] },
      words,
    );
  is(failing("expected 1 to be 2"), "push", "failing_check");
  is(failing("401 Unauthorized"), "needs_human", "human_action");
});

Deno.test("what the agent could do itself is pushed back", () => {
  const words = said("Run npm test", { delegated: ["Please run npm test to check"] });
  const verdict = judge(FIX, { edits: [edit(0, "a.ts")] }, words);
  assert.equal(effectOf(verdict), "push");
  assert.equal(verdict.requires_human_action, false);
  assert.ok(rules(verdict).includes("delegated"));
});

Deno.test("loops count while nothing passes", () => {
  const loops = [{ kind: "action" as const, command: "npm test", times: 5 }];
  const edits = [edit(0, "a.ts")];
  const verdict = judge(FIX, { edits, loops, checks: [check(1, { outcome: "failed" })] });
  assert.deepEqual(rules(verdict), ["failing_check", "action_loop"]);
  assert.equal(judge(FIX, { edits, loops, checks: [check(1)] }).complete, true);
  const planning = [{ kind: "planning" as const, command: "", times: 12 }];
  assert.ok(rules(judge(FIX, { loops: planning, calls: 12 })).includes("planning_loop"));
  const asked = task("How does the parser work?", { kind: "question" });
  const answer = said("It reads tokens one by one.");
  assert.equal(judge(asked, { loops: planning, calls: 12 }, answer).complete, true);
});

Deno.test("what still runs is waited for", () => {
  const checks = [check(1, { outcome: "running" })];
  is(judge(FIX, { edits: [edit(0, "a.ts")], checks, running: 1 }), "await_user", "waiting");
  const words = said("CI runs", { waiting: "CI is running" });
  is(judge(FIX, { commands: [command(0, "make deploy")] }, words), "await_user", "waiting");
});

Deno.test("a task that only wants something run is not pushed into repairs", () => {
  const failed = { checks: [check(0, { outcome: "failed" as const, failed: 3 })] };
  const report = said("3 tests fail.", {
    reported: [{ kind: "test", outcome: "failed", quote: "3 tests fail" }],
  });
  const wishes = ["test"] as const;
  is(
    judge(task("Run the tests and tell me what fails", { wishes }), failed, report),
    "await_user",
    "failing_report",
  );
  assert.equal(
    effectOf(judge(task("Run the tests and fix what fails", { wishes }), failed, report)),
    "push",
  );
});

Deno.test("findings, plans and answers complete with words alone", () => {
  const long = said("The cache is filled in three places. ".repeat(12), { substance: 4 });
  for (const kind of ["research", "plan", "question"] as const) {
    is(judge(task("Find out how the cache works", { kind }), {}, long), "let_go", "answered");
    const nothing = judge(task("Find out how the cache works", { kind }), {}, said(""));
    assert.ok(rules(nothing).includes("empty_answer"));
  }
  is(
    judge(task("Why is it slow?", { kind: "question" }), {}, said("A lock.")),
    "let_go",
    "answered",
  );
  is(
    judge(task("Research caching", { kind: "research" }), {}, said("It is fine.")),
    "push",
    "unanswered",
  );
  const ready = { ...long, permission: "Shall I implement it?" };
  assert.equal(judge(task("Plan the cache", { kind: "plan" }), {}, ready).complete, true);
});

Deno.test("lists are short and name nothing twice", () => {
  const todos = Array.from(
    { length: 40 },
    (_, at) => todo(`Step ${at} ${"x".repeat(500)}`, "pending"),
  );
  const verdict = judge(FIX, { todos }, said("x", { remaining: Array(20).fill("the same") }));
  for (const list of [verdict.missing, verdict.next_actions]) {
    assert.ok(list.length <= 5);
    assert.equal(new Set(list).size, list.length);
    assert.ok(list.every((line) => line.length <= 240));
  }
});

Deno.test("every rule has a name of its own, words for people and a reason", () => {
  assert.equal(new Set(RULES.map(({ name }) => name)).size, RULES.length);
  for (const { when, why, settled } of RULES) {
    for (const text of [when, why, settled]) assert.match(text, /^[a-z{].*[^.]$/);
  }
});

Deno.test("where nobody asked for anything there is nothing to push", () => {
  is(judge(task("  "), {}), "await_user", "no_task");
});

Deno.test("where nothing speaks for or against, the task is not done", () => {
  const words = said("The upload ran.");
  const verdict = judge(
    task("Upload the report"),
    { commands: [command(0, "./upload.sh")] },
    words,
  );
  is(verdict, "push", "no_evidence");
  assert.equal(verdict.severity, "LOW");
});

Deno.test("a file that could not be written is missing until it is", () => {
  const failed = edit(1, "src/b.ts", { outcome: "failed" });
  const base = [edit(0, "src/a.ts"), failed];
  const verdict = judge(FIX, { edits: base, checks: [check(3)] });
  is(verdict, "push", "failed_edit");
  assert.deepEqual(verdict.missing, ["The change to `src/b.ts`"]);
  const again = { edits: [...base, edit(2, "src/b.ts")], checks: [check(3)] };
  assert.equal(judge(FIX, again).complete, true);
});

Deno.test("while a person is waited for, only what cannot wait is pushed", () => {
  const words = said("x", {
    humanAction: ["log in"],
    remaining: ["the docs"],
    danger: ["key is public"],
  });
  is(judge(FIX, { edits: [edit(0, "a.ts")] }, words), "push", "danger");
});

Deno.test("what is admitted between good news counts", () => {
  const done = {
    edits: [edit(0, "a.ts")],
    checks: [check(1, { outcome: "not_recorded" as const })],
  };
  const words = (text: string) => ({ ...make.reports("passed"), text });
  const admitted: [string, string][] = [
    ["weakened_tests", "I commented out the 3 failing assertions and now all tests pass."],
    ["weakened_tests", "I disabled two flaky specs. The suite passes."],
    ["qualified_result", "The suite is green apart from two snapshot mismatches."],
    ["deferred_part", "Tests pass. I left the other endpoints for a follow-up."],
  ];
  for (const [rule, text] of admitted) is(judge(FIX, done, words(text)), "push", rule);
  for (
    const text of [
      "All tests pass except for two that were already skipped.",
      "The build is clean apart from a deprecation warning.",
      "I removed the failing fallback. All tests pass.",
      "```\nskipped failing tests\n```\nAll tests pass.",
    ]
  ) assert.equal(judge(FIX, done, words(text)).complete, true, text);
  const untried = said("Node 22 is set. I did not run the tests.", { claims: ["Node 22 is set"] });
  is(
    judge(task("Use Node 22"), { edits: [edit(0, "package.json")] }, untried),
    "push",
    "admits_unverified",
  );
  const skip = task("Skip the failing tests in a.ts");
  assert.equal(judge(skip, done, words("I skipped the failing tests.")).complete, true);
});

Deno.test("a remark that sounds like trouble is none where checks passed, and is one elsewhere", () => {
  const trouble = ["the health check returns 503"];
  const words = { ...make.CLAIM, trouble };
  const checked = { edits: [edit(0, "a.ts")], checks: [check(1)] };
  assert.equal(judge(FIX, checked, words).complete, true);
  const deployed = { commands: [command(0, "npm run deploy")] };
  is(judge(task("Deploy it", { wishes: ["deploy"] }), deployed, words), "push", "trouble");
});
