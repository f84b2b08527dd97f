import assert from "node:assert/strict";
import { decide, evidenceHash, type Gathered } from "../../../hook/judging/decide.ts";
import type { Found } from "../../../hook/judging/judged.ts";
import {
  combineVerdicts,
  effectOf,
  floorVerdict,
  type ModelVerdict,
} from "../../../judge/judgement.ts";
import { GUARD_LIMITS, newGuardState, startJudging } from "../../../judge/loop_guard.ts";
import type { RequirementState, VetoName } from "../../../schema/names.ts";
import type { RequirementAnswer } from "../../../schema/types.ts";
import { stopOf } from "../../judge/_loop_guard_facts.ts";

function answer(state: RequirementState, name = "check `npm test`"): RequirementAnswer {
  return {
    ...{ kind: "check", name, state, applies: true, severity: "HIGH", at: null },
    ...{ evidence: "`npm test` failed after the last edit", settle: "Run `npm test`" },
  };
}

/** A model that has nothing to add. */
const SATISFIED: ModelVerdict = {
  ...{ complete: true, severity: "NONE", feedback: "", missing: [], next_actions: [] },
  requires_human_action: false,
};

interface Given extends Partial<Gathered> {
  states?: RequirementState[];
  vetoes?: VetoName[];
  /** What a model says, where one was asked. */
  model?: Partial<ModelVerdict>;
  withheld?: boolean;
}

/** An agent at its first stop, with a requirement that is unmet. */
function gathered(
  { states = ["unmet"], vetoes = [], model, withheld = false, ...given }: Given = {},
): Gathered {
  const requirements = states.map((state) => answer(state));
  const found: Found = {
    floor: states.includes("unmet")
      ? "incomplete"
      : states.includes("met")
      ? "complete"
      : "unknown",
    requirements,
    observations: [],
    vetoes: vetoes.map((name) => ({ name, evidence: "Seen" })),
  };
  const floor = floorVerdict(found);
  const { state: guard, decision } = startJudging(newGuardState(), stopOf(), {
    blockCap: null,
  });
  assert.ok(decision.judge);
  const said = model === undefined ? null : { ...SATISFIED, ...model };
  const verdict = combineVerdicts(floor, said);
  return {
    run: decision.run,
    blockCap: null,
    observed: false,
    effect: effectOf(floor, verdict, found.vetoes),
    found,
    tree: "tree",
    asked: model === undefined ? null : {
      ...{ answer: said, spent: null, failure: null, model: null, instructions: null },
    },
    change: null,
    redacted: { verdict, task: "Fix it", failure: null, found, withheld },
    since: { interrupted: false, messages: 0 },
    state: { guard, settled: 0, model: null, stuck: null, instructions: null, saved: null },
    ...given,
  };
}

/** What became of a stop, in short. */
function outcome(given: Given): string {
  const { judged, push } = decide(gathered(given));
  assert.equal(push !== null, judged.decision === "pushed");
  return judged.skipped === null ? judged.decision : `${judged.decision}: ${judged.skipped}`;
}

const UNDONE: Partial<ModelVerdict> = {
  complete: false,
  severity: "MEDIUM",
  missing: ["A changelog"],
};

Deno.test("an agent is sent back for what is unmet or what a model misses, and for nothing else", () => {
  assert.equal(outcome({ states: ["unmet"] }), "pushed");
  assert.equal(outcome({ states: ["met", "unmet"] }), "pushed");
  assert.equal(outcome({ states: ["met"] }), "let_go");
  assert.equal(outcome({ states: ["cannot_tell"] }), "let_go");
  assert.equal(outcome({ states: [] }), "let_go");
  assert.equal(outcome({ states: [], model: UNDONE }), "pushed");
  assert.equal(outcome({ states: ["met"], model: UNDONE }), "pushed");
  assert.equal(outcome({ states: [], model: { complete: true } }), "let_go");
  assert.equal(
    outcome({ states: [], model: { ...UNDONE, requires_human_action: true } }),
    "let_go: awaiting_user",
  );
  assert.equal(
    outcome({ states: ["unmet"], model: { requires_human_action: true } }),
    "pushed",
    "a person is no way out of what is unmet",
  );
});

Deno.test("a veto keeps the judge from speaking, whatever is missing and whoever says so", () => {
  const reasons: Partial<Record<VetoName, string>> = {
    interrupted: "let_go: aborted",
    permission_denied: "let_go: awaiting_user",
    message_waiting: "let_go: concurrent",
    question: "let_go: awaiting_user",
    background_work: "let_go: background_tasks",
    changed_nothing: "let_go",
  };
  for (const [name, expected] of Object.entries(reasons)) {
    const vetoes = [name as VetoName];
    assert.equal(outcome({ vetoes }), expected);
    assert.equal(outcome({ vetoes, states: [], model: UNDONE }), expected);
    const { judged, state } = decide(gathered({ vetoes }));
    assert.deepEqual(judged.found?.vetoes.map(({ name }) => name), vetoes);
    assert.deepEqual([judged.verdict?.complete, state.settled], [false, 0], "it stays open");
  }
});

Deno.test("what is over is settled: what is done, handed over, answered or watched", () => {
  const settled = (given: Given) => decide(gathered(given)).state.settled;
  assert.equal(settled({ states: ["met"] }), 1);
  assert.equal(settled({ states: [] }), 1);
  assert.equal(settled({ states: [], vetoes: ["changed_nothing"] }), 1);
  assert.equal(settled({ states: ["unmet"], vetoes: ["changed_nothing"] }), 0);
  assert.equal(settled({ states: [], vetoes: ["question", "changed_nothing"] }), 0);
  assert.equal(settled({ states: ["unmet"] }), 0);
  assert.equal(settled({ states: ["unmet"], observed: true }), 0);
});

Deno.test("an agent that is sent back has what may be recorded, and the attempt is counted", () => {
  const { redacted, ...rest } = gathered();
  const verdict = { ...redacted.verdict, missing: ["The password is [redacted]"] };
  const { judged, push, state } = decide({ ...rest, redacted: { ...redacted, verdict } });
  assert.deepEqual([judged.decision, judged.attempt, state.guard.pushed.length], ["pushed", 1, 1]);
  assert.deepEqual([push?.attempt, push?.handOver], [1, false]);
  assert.equal(judged.verdict, verdict);
});

Deno.test("no attempt is spent on feedback that has to be withheld", () => {
  const { judged, push, state } = decide(gathered({ withheld: true }));
  assert.deepEqual([judged.decision, judged.attempt, push], ["let_go", 0, null]);
  assert.deepEqual([state.guard.pushed, state.settled], [[], 0]);
});

Deno.test("what is only observed is called so, also where its words are withheld", () => {
  for (const withheld of [false, true]) {
    assert.equal(outcome({ observed: true, withheld }), "observed");
  }
  assert.equal(outcome({ observed: true, states: ["met"] }), "let_go");
});

Deno.test("an interruption and a message that came meanwhile keep the judge from speaking", () => {
  const interrupted = decide(gathered({ since: { interrupted: true, messages: 0 } }));
  assert.deepEqual([interrupted.judged.skipped, interrupted.push], ["aborted", null]);
  assert.deepEqual(interrupted.judged.found?.vetoes.map(({ name }) => name), ["interrupted"]);
  const spoken = decide(gathered({ since: { interrupted: false, messages: 1 } }));
  assert.deepEqual([spoken.judged.skipped, spoken.push], ["concurrent", null]);
  assert.deepEqual(spoken.judged.found?.vetoes.map(({ name }) => name), ["message_waiting"]);
});

Deno.test("nothing is said twice while the tree and what is unmet are as they were", () => {
  const again = (before: Given, after: Given) => {
    const first = decide(gathered(before));
    assert.equal(first.judged.decision, "pushed");
    const { state: guard, decision } = startJudging(
      first.state.guard,
      stopOf({ position: "later", feedbacks: 1 }),
      { blockCap: null },
    );
    assert.ok(decision.judge);
    const next = gathered({ ...after, run: decision.run });
    const { judged } = decide({ ...next, state: { ...first.state, guard } });
    return [judged.decision, ...judged.found!.vetoes.map(({ name }) => name)];
  };
  const model = { states: [], model: UNDONE };
  assert.deepEqual(again({}, {}), ["handed_over", "unchanged"]);
  assert.deepEqual(again({}, { model: UNDONE }), ["handed_over", "unchanged"]);
  assert.deepEqual(again(model, { ...model, model: { ...UNDONE, missing: ["Another"] } }), [
    "handed_over",
    "unchanged",
  ]);
  assert.deepEqual(again({ tree: null }, { tree: null }), ["handed_over", "unchanged"]);
  assert.deepEqual(again({}, { tree: "another" }), ["pushed"]);
  assert.deepEqual(again({}, model), ["pushed"]);
});

Deno.test("the last of the attempts, and the client's own cap, are named where they forbid more", () => {
  const last = (feedbacks: number, blockCap: number | null) => {
    const made = gathered({ blockCap });
    const { judged } = decide({ ...made, run: { ...made.run, feedbacks } });
    return judged.found?.vetoes.map(({ name }) => name);
  };
  assert.deepEqual(last(GUARD_LIMITS.attempts, null), ["attempts_used_up"]);
  assert.deepEqual(last(2, 3), ["client_cap"]);
  assert.deepEqual(last(1, 3), []);
});

Deno.test("what a push rests on is the tree and the names of what is unmet, in any order", () => {
  const [one, other] = [answer("unmet", "a"), answer("unmet", "b")];
  assert.equal(evidenceHash("t", [one, other]), evidenceHash("t", [other, one]));
  assert.equal(
    evidenceHash("t", [one, answer("met", "b")]),
    evidenceHash("t", [{ ...one, evidence: "In other words" } as RequirementAnswer]),
  );
  const different = [
    evidenceHash("t", [one]),
    evidenceHash("u", [one]),
    evidenceHash("t", [other]),
    evidenceHash("t", [one, other]),
    evidenceHash("t", []),
    evidenceHash(null, []),
  ];
  assert.equal(new Set(different).size, different.length);
});
