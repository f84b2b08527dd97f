import assert from "node:assert/strict";
import fc from "fast-check";
import { VERDICT_SEVERITIES } from "../../schema/names.ts";
import type { CheckFact, Done, Outcome } from "../../judge/done/facts.ts";
import { type Evidence, evidenceHash } from "../../judge/evidence.ts";
import { feedbackText, MAX_FEEDBACK } from "../../judge/feedback.ts";
import { findingsOf } from "../../judge/rules.ts";
import type { Statements } from "../../judge/said.ts";
import type { Task } from "../../judge/task.ts";
import { effectOf, judgeTask, weigh } from "../../judge/verdict.ts";
import * as make from "./verdict_builder.ts";

const outcome = fc.constantFrom<Outcome>("passed", "failed", "running", "unknown", "not_recorded");
const text = fc.oneof(
  fc.constantFrom("", "npm test", "pytest -k a", "git push", "`$(rm -rf /)`", "x\u202e\0\n## y"),
  fc.constantFrom("a.ts", "README.md", "tests/a_test.ts", "Fix the login", "Run the tests", "…"),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constant("z ".repeat(5_000)),
);
const step = fc.nat(20);
const place = { turn: step, step };
const count = fc.option(fc.nat(99));
const checks = fc.array(
  fc.record({
    ...place,
    command: text,
    outcome,
    excerpt: text,
    kind: fc.constantFrom("test", "build", "types", "lint"),
    runner: text,
    passed: count,
    failed: count,
    partial: fc.boolean(),
    afterLastEdit: fc.boolean(),
  }) as fc.Arbitrary<CheckFact>,
  { maxLength: 5 },
).map((all) => all.sort((a, b) => a.step - b.step));
const texts = fc.array(text, { maxLength: 3 });
const maybe = fc.option(text);

const dones: fc.Arbitrary<Partial<Done>> = fc.record({
  checks,
  commands: fc.array(fc.record({ ...place, command: text, outcome, excerpt: text }), {
    maxLength: 4,
  }),
  edits: fc.array(fc.record({ ...place, path: text, outcome }), { maxLength: 4 }),
  todos: fc.array(
    fc.record({ text, status: fc.constantFrom("pending", "in_progress", "completed") }),
    { maxLength: 3 },
  ),
  git: fc.array(
    fc.record({
      ...place,
      what: fc.constantFrom("commit", "push", "branch", "pr_create", "ci", "issue_comment"),
      outcome,
      command: text,
    }),
    { maxLength: 3 },
  ),
  loops: fc.array(
    fc.record({ kind: fc.constantFrom("action", "planning"), command: text, times: fc.nat(30) }),
    { maxLength: 2 },
  ),
  running: fc.nat(2),
}) as fc.Arbitrary<Partial<Done>>;

const saids: fc.Arbitrary<Statements> = fc.record({
  text,
  midSentence: fc.boolean(),
  claims: texts,
  reported: fc.array(
    fc.record({
      kind: fc.constantFrom("test", "build", "types", "lint"),
      outcome: fc.constantFrom("passed", "failed"),
      quote: text,
    }),
    { maxLength: 3 },
  ),
  question: maybe,
  permission: maybe,
  remaining: texts,
  nextSteps: texts,
  announced: maybe,
  humanAction: texts,
  delegated: texts,
  dismissed: texts,
  mitigated: fc.boolean(),
  trouble: texts,
  waiting: maybe,
  danger: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: texts }),
  substance: fc.nat(5),
}).map((given) => make.said(given.text, given as Partial<Statements>));

const evidences: fc.Arbitrary<Evidence> = fc.tuple(dones, saids).map(([what, words]) =>
  make.evidence(what, words)
);
/** Facts among which nothing stands in the way of completion but what is done. */
const calm: fc.Arbitrary<Evidence> = dones.map((what) =>
  make.evidence({ ...what, todos: [], loops: [], running: 0 }, make.CLAIM)
);
const tasks: fc.Arbitrary<Task> = fc.record({
  text,
  kind: fc.constantFrom("work", "work", "research", "plan", "question"),
  wishes: fc.subarray(["test", "build", "types", "lint", "commit", "push", "deploy", "run"]),
}).map(({ text, ...given }) => make.task(text, given as Partial<Task>));

const RUNS = { numRuns: 1_000 };

Deno.test("no work whose last check failed is complete", () => {
  fc.assert(
    fc.property(tasks, fc.oneof(evidences, calm), (task, evidence) => {
      const last = evidence.done.checks.at(-1);
      fc.pre(task.kind === "work" && last?.outcome === "failed");
      assert.equal(judgeTask(task, evidence).complete, false);
    }),
    RUNS,
  );
});

Deno.test("a blocker is never complete and always pushed", () => {
  fc.assert(
    fc.property(tasks, evidences, (task, evidence) => {
      const verdict = judgeTask(task, evidence);
      if (verdict.severity === "BLOCKER") {
        assert.equal(verdict.complete, false);
        assert.equal(effectOf(verdict), "push");
      }
      assert.notEqual(effectOf({ ...verdict, complete: true, severity: "BLOCKER" }), "let_go");
    }),
    RUNS,
  );
});

Deno.test("the severity of the whole is the highest of the findings that count", () => {
  fc.assert(
    fc.property(tasks, fc.oneof(evidences, calm), (task, evidence) => {
      const { effect, findings } = weigh(findingsOf(task, evidence));
      const verdict = judgeTask(task, evidence);
      const ranks = findings.map(({ severity }) => VERDICT_SEVERITIES.indexOf(severity));
      assert.equal(VERDICT_SEVERITIES.indexOf(verdict.severity), Math.max(0, ...ranks));
      assert.equal(verdict.complete, effect === "complete");
      assert.ok(findings.length > 0, "a verdict rests on something");
    }),
    RUNS,
  );
});

Deno.test("a verdict has one effect, says something, and its feedback stays in bounds", () => {
  fc.assert(
    fc.property(tasks, fc.oneof(evidences, calm), (task, evidence) => {
      const verdict = judgeTask(task, evidence);
      assert.notEqual(verdict.feedback, "");
      assert.ok(verdict.missing.length <= 5 && verdict.next_actions.length <= 5);
      const effect = effectOf(verdict);
      if (effect === "push") assert.ok(verdict.next_actions.length > 0);
      if (effect === "let_go") assert.deepEqual(verdict.missing, []);
      const sent = feedbackText(verdict, { attempt: 16, maxAttempts: 16, handOver: true });
      assert.ok(sent.length <= MAX_FEEDBACK);
      assert.match(sent, /^## Reflection: Task Incomplete \(16\/16\) \[[A-Z]+\]\n/);
      assert.match(sent, /\nSettled by: [^\n]+\.$/);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(sent, /[\x00-\x09\x0b-\x1f\u202e]/);
    }),
    RUNS,
  );
});

Deno.test("the print of evidence knows neither turns nor words nor a rerun with the same result", () => {
  fc.assert(
    fc.property(evidences, fc.nat(50), text, (evidence, shift, other) => {
      const { done, said } = evidence;
      const last = done.checks.at(-1);
      const moved: Evidence = {
        done: {
          ...done,
          checks: [
            ...done.checks.map((check) => ({ ...check, turn: check.turn + shift })),
            ...(last === undefined ? [] : [{ ...last, step: last.step + 1, excerpt: other }]),
          ],
          calls: done.calls + 1,
        },
        said: { ...said, text: other, claims: [other] },
      };
      assert.equal(evidenceHash(moved), evidenceHash(evidence));
      assert.match(evidenceHash(evidence), /^[0-9a-f]{16}$/);
    }),
    RUNS,
  );
});

Deno.test("the print of evidence changes with a result, an edit, a list entry, a push and a rule", () => {
  const base = make.evidence(
    { checks: [make.check(1, { failed: 3, outcome: "failed" })] },
    make.CLAIM,
  );
  const changed: Evidence[] = [
    make.evidence({ checks: [make.check(1)] }, make.CLAIM),
    make.evidence({ checks: [make.check(1, { failed: 2, outcome: "failed" })] }, make.CLAIM),
    { ...base, done: { ...base.done, edits: [make.edit(0, "a.ts")] } },
    { ...base, done: { ...base.done, todos: [make.todo("a", "pending")] } },
    { ...base, done: { ...base.done, git: [make.git(0, "push")] } },
  ];
  const prints = [base, ...changed].map((one) => evidenceHash(one));
  assert.equal(new Set(prints).size, prints.length);
  const verdict = judgeTask(make.task("Fix it"), base);
  const waits = { ...verdict, evidence: [{ rule: "question", fact: "", turn: null }] };
  assert.notEqual(evidenceHash(base, verdict), evidenceHash(base, waits));
});
