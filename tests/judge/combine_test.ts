import fc from "fast-check";
import assert from "node:assert/strict";
import {
  combineCompaction,
  combinedEffect,
  combineEvaluations,
  combineStuck,
  combineVerdicts,
  SURE,
} from "../../judge/combine.ts";
import { AGENT_VERDICTS, type AgentEvaluation } from "../../judge/agent_evaluation.ts";
import { COMPACTION_ACTIONS, type CompactionVerdict } from "../../judge/compaction.ts";
import { beginsWithMark } from "../../judge/feedback_marks.ts";
import type { ModelVerdict } from "../../judge/parse.ts";
import { STUCK_REASONS, type StuckVerdict } from "../../judge/stuck.ts";
import { effectOf } from "../../judge/verdict.ts";
import { VERDICT_SEVERITIES } from "../../schema/names.ts";
import type { Verdict } from "../../schema/types.ts";

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const words = fc.constantFrom(
  "Run the tests",
  "run  the tests",
  "Fix it",
  "Push",
  "",
  " ",
  "\u0000",
);
const texts = fc.oneof(
  words,
  fc.string({ unit: "binary" }),
  fc.constant("x\u001b[31m\n".repeat(400)),
);
const lists = fc.array(texts, { maxLength: 12 });

const models: fc.Arbitrary<ModelVerdict> = fc.record({
  complete: fc.boolean(),
  severity: fc.constantFrom(...VERDICT_SEVERITIES),
  feedback: texts,
  missing: lists,
  next_actions: lists,
  requires_human_action: fc.boolean(),
});

/** As the rules make them: a BLOCKER is never complete. */
const floors: fc.Arbitrary<Verdict> = models.map((verdict) => ({
  ...verdict,
  complete: verdict.complete && verdict.severity !== "BLOCKER",
  evidence: [{ rule: "failing_check", fact: "npm test failed", turn: 3 }],
}));

const rank = ({ severity }: Pick<Verdict, "severity">) => VERDICT_SEVERITIES.indexOf(severity);

Deno.test("a model adds to a verdict and never lowers it", () => {
  let turned = 0;
  fc.assert(
    fc.property(floors, models, (floor, model) => {
      const combined = combineVerdicts(floor, model);
      assert.ok(!combined.complete || floor.complete && model.complete);
      assert.ok(!combined.complete || combined.severity !== "BLOCKER");
      assert.equal(rank(combined), Math.max(rank(floor), rank(model)));
      assert.equal(
        combined.requires_human_action,
        floor.requires_human_action || model.requires_human_action,
      );
      for (const list of ["missing", "next_actions", "evidence"] as const) {
        assert.deepEqual(combined[list].slice(0, floor[list].length), floor[list]);
      }
      if (floor.complete && !combined.complete) turned++;
    }),
    { numRuns: 500 },
  );
  assert.ok(turned > 20, `Only ${turned} were turned`);
});

Deno.test("a model that finds fault and says complete has found fault", () => {
  const done: Verdict = {
    complete: true,
    severity: "NONE",
    feedback: "",
    missing: [],
    next_actions: [],
    requires_human_action: false,
    evidence: [{ rule: "passing_check", fact: "npm test passed", turn: 3 }],
  };
  const { evidence: _, ...fine } = done;
  const faults: readonly Partial<ModelVerdict>[] = [
    { severity: "HIGH", missing: ["the main thing"] },
    { missing: ["the docs"] },
    { severity: "MEDIUM" },
    { severity: "BLOCKER" },
    { requires_human_action: true },
  ];
  for (const fault of faults) {
    const combined = combineVerdicts(done, { ...fine, ...fault });
    assert.equal(combined.complete, false, JSON.stringify(fault));
    assert.notEqual(combinedEffect(done, combined), "let_go", JSON.stringify(fault));
  }
  assert.equal(combineVerdicts(done, { ...fine, severity: "LOW" }).complete, true);
});

Deno.test("a model may grade lower than the floor, and never higher", () => {
  const graded = (score: number): AgentEvaluation => ({
    reasoning: `${score}`,
    score,
    verdict: AGENT_VERDICTS[score]!,
    feedback: "",
    strengths: [],
    issues: [],
    recommendations: [],
  });
  for (const floor of [0, 3, 5]) {
    for (const model of [0, 3, 5]) {
      const { score } = combineEvaluations(graded(floor), graded(model));
      assert.equal(score, Math.min(floor, model));
    }
  }
});

Deno.test("saying the same again changes nothing, and neither does the floor's own word", () => {
  fc.assert(
    fc.property(floors, models, (floor, model) => {
      const combined = combineVerdicts(floor, model);
      assert.deepEqual(combineVerdicts(combined, model), combined);
      assert.deepEqual(combineVerdicts(floor, floor), floor);
      assert.deepEqual(combineVerdicts(combined, floor), combined);
    }),
    { numRuns: 500 },
  );
});

Deno.test("what a model adds is bounded, in one line, and without what nobody sees", () => {
  fc.assert(
    fc.property(floors, models, (floor, model) => {
      const { feedback, missing, next_actions, evidence } = combineVerdicts(floor, model);
      const more = [
        missing.slice(floor.missing.length),
        next_actions.slice(floor.next_actions.length),
      ];
      assert.ok(missing.length <= Math.max(8, floor.missing.length));
      assert.ok(next_actions.length <= Math.max(8, floor.next_actions.length));
      assert.ok(feedback.length <= floor.feedback.length + 1_201);
      for (const text of [...more.flat(), ...evidence.map(({ fact }) => fact)]) {
        assert.ok(text.trim() !== "" && text.length <= 600, text);
        assert.doesNotMatch(text, UNSEEN);
      }
      for (const { rule } of evidence.slice(1)) assert.equal(rule, "model");
    }),
    { numRuns: 500 },
  );
});

const FAILING: Verdict = {
  complete: false,
  severity: "HIGH",
  feedback: "`npm test` failed.",
  missing: ["A passing run of `npm test`"],
  next_actions: ["Fix the test"],
  requires_human_action: false,
  evidence: [{ rule: "failing_check", fact: "`npm test` failed", turn: 4 }],
};

const DONE: Verdict = {
  ...{ complete: true, severity: "NONE", feedback: "`npm test` passed after the last edit." },
  ...{ missing: [], next_actions: [], requires_human_action: false },
  evidence: [{ rule: "checked", fact: "`npm test` passed", turn: 4 }],
};

const PRAISE: ModelVerdict = {
  ...{ complete: true, severity: "NONE", feedback: "All done, great work" },
  ...{ missing: [], next_actions: [], requires_human_action: false },
};

Deno.test("praise changes nothing", () => {
  assert.equal(combineVerdicts(FAILING, PRAISE), FAILING);
  assert.equal(combineVerdicts(DONE, PRAISE), DONE);
});

Deno.test("a model that finds a complete task not done speaks for itself, and is named", () => {
  const feedback = "The README still names the old flag";
  const said: ModelVerdict = {
    ...{ complete: false, severity: "LOW", feedback, missing: ["The new flag in the README"] },
    ...{ next_actions: [], requires_human_action: false },
  };
  const combined = combineVerdicts(DONE, said);
  assert.deepEqual(
    [combined.complete, combined.severity, combined.feedback, combined.missing],
    [false, "LOW", feedback, ["The new flag in the README"]],
  );
  assert.deepEqual(combined.evidence.map(({ rule }) => rule), [
    "checked",
    "model",
    "model",
    "model",
  ]);
  const silent = combineVerdicts(DONE, { ...said, feedback: " \n" });
  assert.equal(silent.feedback, "A model finds the task not done");
});

Deno.test("a model that finds more of what is not done is heard after the floor", () => {
  const { feedback, missing } = combineVerdicts(FAILING, {
    ...FAILING,
    feedback: "Nothing was pushed.",
    missing: ["a passing  run of `npm test`", "The push"],
  });
  assert.equal(feedback, "`npm test` failed. Nothing was pushed.");
  assert.deepEqual(missing, ["A passing run of `npm test`", "The push"]);
});

Deno.test("a model's BLOCKER makes any task incomplete, whatever else it says", () => {
  const { complete, severity } = combineVerdicts(DONE, { ...PRAISE, severity: "BLOCKER" });
  assert.deepEqual([complete, severity], [false, "BLOCKER"]);
});

Deno.test("incomplete with nothing missing waits for the person only if the floor has nothing", () => {
  const waits: ModelVerdict = { ...PRAISE, complete: false, feedback: "It asks which database" };
  assert.equal(effectOf(combineVerdicts(DONE, waits)), "await_user");
  assert.equal(effectOf(combineVerdicts(FAILING, waits)), "push");
});

Deno.test("what the floor would send back is sent back, whoever a model calls for", () => {
  const human: ModelVerdict = { ...FAILING, requires_human_action: true };
  const combined = combineVerdicts(FAILING, human);
  assert.equal(combined.requires_human_action, true);
  assert.equal(combinedEffect(FAILING, combined), "push");
  assert.equal(combinedEffect(DONE, combineVerdicts(DONE, human)), "needs_human");
  fc.assert(fc.property(floors, models, (floor, model) => {
    const effect = combinedEffect(floor, combineVerdicts(floor, model));
    if (effectOf(floor) === "push") assert.equal(effect, "push");
    if (effect === "let_go") assert.equal(effectOf(floor), "let_go");
  }));
});

const confidences = fc.oneof(
  fc.constantFrom(0, 0.5, 0.79, SURE, 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

const stuckModels: fc.Arbitrary<StuckVerdict> = fc.record({
  stuck: fc.boolean(),
  reason: fc.constantFrom(...STUCK_REASONS),
  confidence: confidences,
  shouldNudge: fc.boolean(),
  nudgeMessage: fc.option(texts),
});

/** As the rules make them: a nudge and its text for what is stuck, and for nothing else. */
const stuckFloors: fc.Arbitrary<StuckVerdict> = stuckModels.map(({ reason, confidence }) => {
  const stuck = reason === "genuinely_stuck";
  const nudgeMessage = stuck ? "## Reflection: Continue\n\nGo on" : null;
  return { stuck, reason, confidence, shouldNudge: stuck, nudgeMessage };
});

Deno.test("a sure floor and work that runs stand against any model", () => {
  let heard = 0;
  fc.assert(
    fc.property(stuckFloors, stuckModels, (floor, model) => {
      const combined = combineStuck(floor, model);
      const stands = floor.confidence >= SURE || floor.reason === "working";
      if (stands) assert.deepEqual(combined, floor);
      else if (combined !== floor) heard++;
      if (combined.shouldNudge) {
        assert.equal(combined.reason, "genuinely_stuck");
        assert.ok(beginsWithMark(combined.nudgeMessage ?? ""), combined.nudgeMessage ?? "");
      } else assert.equal(combined.nudgeMessage, null);
      assert.equal(combined.stuck, combined.reason === "genuinely_stuck");
    }),
    { numRuns: 500 },
  );
  assert.ok(heard > 50, `Only ${heard} were heard`);
});

Deno.test("asking about silence again changes nothing, and neither does the floor's own word", () => {
  fc.assert(fc.property(stuckFloors, stuckModels, (floor, model) => {
    const combined = combineStuck(floor, model);
    assert.deepEqual(combineStuck(combined, model), combined);
    assert.deepEqual(combineStuck(floor, floor), floor);
  }));
});

Deno.test("where the floor is not sure, the model's words go out under our mark", () => {
  const floor = { stuck: false, reason: "complete", confidence: 0.5 } as const;
  const quiet = { ...floor, shouldNudge: false, nudgeMessage: null };
  const model: StuckVerdict = {
    ...{ stuck: true, reason: "genuinely_stuck", confidence: 0.9, shouldNudge: true },
    nudgeMessage: "Go on with\nthe migration\u0007",
  };
  const { nudgeMessage } = combineStuck(quiet, model);
  assert.equal(nudgeMessage, "## Reflection: Continue\n\nGo on with the migration");
  assert.equal(combineStuck(quiet, { ...model, nudgeMessage: null }).shouldNudge, false);
  // Who says that it is stuck and that it works has said nothing.
  assert.equal(combineStuck(quiet, { ...model, stuck: false }), quiet);
  assert.equal(combineStuck(quiet, { ...model, reason: "working" }), quiet);
});

const compactionModels: fc.Arbitrary<CompactionVerdict> = fc.record({
  action: fc.constantFrom(...COMPACTION_ACTIONS),
  hasActiveGitWork: fc.boolean(),
  confidence: confidences,
  nudgeMessage: fc.option(texts),
});

const compactionFloors: fc.Arbitrary<CompactionVerdict> = compactionModels.map((verdict) => ({
  ...verdict,
  nudgeMessage: verdict.action === "task_complete"
    ? null
    : "## Reflection: Context Was Compacted\n\nGo on",
}));

Deno.test("after a compaction a sure floor stands, and git work that was seen stays seen", () => {
  let heard = 0;
  fc.assert(
    fc.property(compactionFloors, compactionModels, (floor, model) => {
      const combined = combineCompaction(floor, model);
      if (floor.confidence >= SURE) assert.deepEqual(combined, floor);
      else if (combined !== floor) heard++;
      assert.ok(combined.hasActiveGitWork || !floor.hasActiveGitWork);
      if (combined.action === "task_complete") assert.equal(combined.nudgeMessage, null);
      else assert.ok(beginsWithMark(combined.nudgeMessage ?? ""), combined.nudgeMessage ?? "");
      assert.deepEqual(combineCompaction(combined, model), combined);
      assert.deepEqual(combineCompaction(floor, floor), floor);
    }),
    { numRuns: 500 },
  );
  assert.ok(heard > 50, `Only ${heard} were heard`);
});
