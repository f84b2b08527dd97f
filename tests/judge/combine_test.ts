import fc from "fast-check";
import assert from "node:assert/strict";
import { combineStuck } from "../../judge/stuck.ts";
import {
  combineCompaction,
  COMPACTION_ACTIONS,
  type CompactionVerdict,
} from "../../judge/compaction.ts";
import {
  combineVerdicts,
  effectOf,
  floorVerdict,
  type ModelVerdict,
} from "../../judge/judgement.ts";
import { beginsWithMark } from "../../judge/feedback.ts";
import {
  FLOORS,
  REQUIREMENT_KINDS,
  STUCK_REASONS,
  VERDICT_SEVERITIES,
  VETOES,
} from "../../schema/names.ts";
import type { RequirementAnswer, StuckVerdict, Verdict } from "../../schema/types.ts";

const texts = fc.oneof(
  fc.constantFrom("Run the tests", "run  the tests", "Fix it", "Push", "", " ", "\u0000"),
  fc.string({ unit: "binary" }),
  fc.constant("x\u001b[31m\n".repeat(400)),
);
const lists = fc.array(texts, { maxLength: 12 });
const severities = fc.constantFrom(...VERDICT_SEVERITIES);

const models: fc.Arbitrary<ModelVerdict> = fc.record({
  ...{ complete: fc.boolean(), severity: severities, feedback: texts, missing: lists },
  ...{ next_actions: lists, requires_human_action: fc.boolean() },
});

const answers: fc.Arbitrary<RequirementAnswer> = fc.record({
  ...{ kind: fc.constantFrom(...REQUIREMENT_KINDS), name: texts, evidence: texts, settle: texts },
  ...{ state: fc.constantFrom("met", "unmet", "cannot_tell"), applies: fc.boolean() },
  ...{ severity: fc.constantFrom("LOW", "MEDIUM", "HIGH", "BLOCKER"), at: fc.constant(null) },
});

/** As a judgement has them: one that is unmet decides. */
const judgements = fc.tuple(fc.array(answers, { maxLength: 12 }), fc.constantFrom(...FLOORS))
  .map(([requirements, floor]) => ({
    requirements,
    floor: requirements.some(({ state }) => state === "unmet")
      ? "incomplete" as const
      : floor === "incomplete"
      ? "unknown" as const
      : floor,
  }));
const floors = judgements.map(floorVerdict);

const rank = ({ severity }: Pick<Verdict, "severity">) => VERDICT_SEVERITIES.indexOf(severity);

Deno.test("the floor's verdict says what is unmet and what settles it, and claims nothing else", () => {
  const met: RequirementAnswer = {
    ...{ kind: "check", name: "check `npm test`", state: "met", applies: true, severity: "HIGH" },
    ...{ evidence: "`npm test` passed in turn 4", settle: "", at: null },
  };
  const unmet: RequirementAnswer = {
    ...{ kind: "pushed", name: "pushed", state: "unmet", applies: true, severity: "MEDIUM" },
    ...{ evidence: "HEAD is not at origin", settle: "Push the branch" },
    at: { turn: 5, call: "c", path: null, line: null },
  };
  const incomplete = floorVerdict({ floor: "incomplete", requirements: [met, unmet] });
  assert.deepEqual(incomplete, {
    ...{ complete: false, severity: "MEDIUM", feedback: "HEAD is not at origin" },
    missing: ["pushed: HEAD is not at origin"],
    next_actions: ["Push the branch"],
    requires_human_action: false,
    evidence: [{ rule: "pushed", fact: "HEAD is not at origin", turn: 5 }],
  });
  const complete = floorVerdict({ floor: "complete", requirements: [met] });
  assert.deepEqual([complete.complete, complete.severity, complete.missing], [true, "NONE", []]);
  assert.deepEqual(complete.evidence, [{ rule: "check", fact: met.evidence, turn: null }]);
  const unknown = floorVerdict({ floor: "unknown", requirements: [] });
  assert.deepEqual([unknown.complete, unknown.feedback, unknown.evidence], [null, "", []]);
});

Deno.test("a model adds to a verdict and never takes from it", () => {
  let raised = 0;
  fc.assert(
    fc.property(floors, models, (floor, model) => {
      const combined = combineVerdicts(floor, model);
      if (floor.complete === false) assert.equal(combined.complete, false);
      assert.notEqual(combined.complete, null, "a model that answers tells");
      assert.ok(rank(combined) >= rank(floor) && rank(combined) >= rank(model));
      assert.deepEqual(combined.missing.slice(0, floor.missing.length), floor.missing);
      assert.deepEqual(combined.evidence.slice(0, floor.evidence.length), floor.evidence);
      if (combined.complete) {
        assert.ok(model.complete && combined.missing.length === 0 && rank(combined) < 2);
        assert.equal(combined.requires_human_action, false);
      }
      if (effectOf(floor, floor) === "push") assert.equal(effectOf(floor, combined), "push");
      if (rank(combined) > rank(floor)) raised++;
    }),
    { numRuns: 500 },
  );
  assert.ok(raised > 50, `Only ${raised} were raised`);
});

Deno.test("where the floor does not tell, the model does; where neither does, nothing is claimed", () => {
  const unknown = floorVerdict({ floor: "unknown", requirements: [] });
  assert.equal(combineVerdicts(unknown, null), unknown);
  assert.equal(effectOf(unknown, unknown), "watch");
  const silent = { severity: "NONE", feedback: "", missing: [], next_actions: [] } as const;
  const model = { ...silent, missing: [], next_actions: [], requires_human_action: false };
  const done = combineVerdicts(unknown, { ...model, complete: true });
  assert.deepEqual([done.complete, done.feedback], [true, "A model finds the task done"]);
  const open = combineVerdicts(unknown, { ...model, complete: false });
  assert.deepEqual([open.complete, effectOf(unknown, open)], [false, "hold"]);
  const missing = { ...model, complete: true, missing: ["A test"] };
  assert.equal(
    effectOf(unknown, combineVerdicts(unknown, missing)),
    "push",
    "who finds fault has found it",
  );
  const human = { ...model, complete: false, requires_human_action: true, missing: ["A key"] };
  assert.equal(effectOf(unknown, combineVerdicts(unknown, human)), "needs_human");
});

Deno.test("saying the same again changes nothing, and what is said is bounded and visible", () => {
  fc.assert(
    fc.property(floors, models, (floor, model) => {
      const combined = combineVerdicts(floor, model);
      assert.deepEqual(combineVerdicts(combined, model), combined);
      assert.deepEqual(combineVerdicts(floor, null), floor);
      const added = [combined.feedback, ...combined.missing, ...combined.next_actions];
      for (const text of added) {
        assert.ok(text.length <= 1_300);
        assert.doesNotMatch(text, /[\p{Cc}\p{Zl}\p{Zp}]/u);
      }
      assert.ok(combined.missing.length <= 8 && combined.next_actions.length <= 8);
    }),
    { numRuns: 500 },
  );
});

Deno.test("no verdict lifts a veto", () => {
  const vetoes = fc.array(
    fc.record({ name: fc.constantFrom(...VETOES), evidence: texts }),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(floors, fc.option(models), vetoes, (floor, model, vetoes) => {
      assert.notEqual(effectOf(floor, combineVerdicts(floor, model), vetoes), "push");
    }),
    { numRuns: 300 },
  );
});

const confidence = fc.double({ min: 0, max: 1, noNaN: true });

const stuckVerdicts: fc.Arbitrary<StuckVerdict> = fc.record({
  ...{ stuck: fc.boolean(), reason: fc.constantFrom(...STUCK_REASONS), confidence },
  ...{ shouldNudge: fc.boolean(), nudgeMessage: fc.option(texts) },
});

const compactions: fc.Arbitrary<CompactionVerdict> = fc.record({
  ...{ action: fc.constantFrom(...COMPACTION_ACTIONS), hasActiveGitWork: fc.boolean() },
  ...{ confidence, nudgeMessage: fc.option(texts) },
});

Deno.test("what structure proves about a silence stands; a model is heard for the rest, under our mark", () => {
  fc.assert(
    fc.property(stuckVerdicts, fc.option(stuckVerdicts), (floor, model) => {
      assert.equal(combineStuck(floor, model), floor);
      const heard = combineStuck(null, model);
      if (model === null || model.stuck !== (model.reason === "genuinely_stuck")) {
        assert.equal(heard, null, "who contradicts itself says nothing");
        return;
      }
      assert.deepEqual([heard?.reason, heard?.stuck], [model.reason, model.stuck]);
      assert.equal(heard?.shouldNudge, model.stuck && model.shouldNudge);
      assert.equal(heard?.nudgeMessage !== null, heard?.shouldNudge);
      if (heard?.nudgeMessage) assert.ok(beginsWithMark(heard.nudgeMessage));
      assert.deepEqual(combineStuck(heard, model), heard);
    }),
    { numRuns: 300 },
  );
});

Deno.test("what the calls prove about a compaction stands; a model is heard for the rest", () => {
  fc.assert(
    fc.property(compactions, fc.option(compactions), (floor, model) => {
      assert.equal(combineCompaction(floor, model), floor);
      const heard = combineCompaction(null, model);
      assert.equal(heard?.action, model?.action);
      const told = heard?.nudgeMessage ?? null;
      assert.equal(told === null, model === null || model.action === "task_complete");
      if (told !== null) assert.ok(beginsWithMark(told) && told.length < 800);
      assert.deepEqual(combineCompaction(heard, model), heard);
    }),
    { numRuns: 300 },
  );
});
