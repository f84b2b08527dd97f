import assert from "node:assert/strict";
import { type AgentEvaluation, evaluateAgent } from "../../judge/agent_evaluation.ts";
import type { Done } from "../../judge/done/facts.ts";
import type { Statements } from "../../judge/said.ts";
import type { Task } from "../../judge/task.ts";
import * as make from "./verdict_builder.ts";

const FIX = make.task("Fix the crash in the parser");
const edits = [make.edit(0, "src/parser.ts")];

function grade(
  what: Partial<Done>,
  words: Statements = make.CLAIM,
  task: Task = FIX,
): AgentEvaluation {
  return evaluateAgent(task, make.evidence(what, words));
}

Deno.test("done and verified is 5", () => {
  const { score, verdict, strengths, issues, recommendations } = grade({
    edits,
    checks: [make.check(1)],
  });
  assert.deepEqual([score, verdict], [5, "COMPLETE"]);
  assert.ok(strengths.length > 0);
  assert.deepEqual([issues, recommendations], [[], []]);
});

Deno.test("done with a small gap is 4", () => {
  const { score, verdict, recommendations } = grade({ edits });
  assert.deepEqual([score, verdict], [4, "MOSTLY_COMPLETE"]);
  assert.deepEqual(recommendations, [
    "Run the tests (or the build, or the program) and show the result",
  ]);
});

Deno.test("a part with work left is 3", () => {
  const words = { ...make.CLAIM, remaining: ["the lexer is not done yet"] };
  assert.deepEqual(
    [grade({ edits, checks: [make.check(1)] }, words).score, grade({ edits }, words).score],
    [3, 3],
  );
});

Deno.test("only having looked is 2, failing is 1, nothing is 0", () => {
  const looked = grade({ commands: [make.command(0, "cat a.ts")] });
  assert.deepEqual([looked.score, looked.verdict], [2, "ATTEMPTED"]);
  const failed = grade({ edits, checks: [make.check(1, { outcome: "failed" })] });
  assert.deepEqual([failed.score, failed.verdict], [1, "FAILED"]);
  for (const words of [make.said(""), make.said("Hello."), make.CLAIM]) {
    assert.deepEqual([grade({}, words).score, grade({}, words).verdict], [0, "NO_ATTEMPT"]);
  }
});

Deno.test("an answer in words is graded by the answer", () => {
  const task = make.task("How does the cache work?", { kind: "question" });
  assert.equal(grade({}, make.said("It keeps what was read last."), task).score, 5);
  assert.equal(grade({}, make.said(""), task).score, 0);
});
