import fc from "fast-check";
import assert from "node:assert/strict";
import { AGENT_VERDICTS } from "../../judge/agent_evaluation.ts";
import { COMPACTION_ACTIONS } from "../../judge/compaction.ts";
import {
  agentEvaluationFrom,
  compactionFrom,
  type ModelVerdict,
  parseAgentEvaluation,
  parseCompaction,
  type Parsed,
  parseStuck,
  parseVerdict,
  stuckFrom,
  verdictFrom,
} from "../../judge/parse.ts";
import { STUCK_REASONS } from "../../judge/stuck.ts";
import { VERDICT_SEVERITIES } from "../../schema/names.ts";

const VERDICT: ModelVerdict = {
  complete: false,
  severity: "HIGH",
  feedback: "Two tests fail",
  missing: ["A passing run"],
  next_actions: ["Fix the total"],
  requires_human_action: false,
};

const JSON_OF_IT = JSON.stringify(VERDICT, null, 2);

function problem(parsed: Parsed<unknown>): string {
  assert.ok(!parsed.ok, JSON.stringify(parsed));
  return parsed.problem;
}

const phrases = fc.string({ minLength: 1 }).map((text) => text.trim()).filter(Boolean);
const lists = fc.array(phrases, { maxLength: 4 });
const unit = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value || 0);

const QUESTIONS = [
  {
    name: "verdict",
    from: verdictFrom,
    parse: parseVerdict,
    values: fc.record({
      complete: fc.boolean(),
      severity: fc.constantFrom(...VERDICT_SEVERITIES),
      feedback: phrases,
      missing: lists,
      next_actions: lists,
      requires_human_action: fc.boolean(),
    }),
    optional: ["requires_human_action"],
  },
  {
    name: "stuck",
    from: stuckFrom,
    parse: parseStuck,
    values: fc.record({
      stuck: fc.boolean(),
      reason: fc.constantFrom(...STUCK_REASONS),
      confidence: unit,
      shouldNudge: fc.boolean(),
      nudgeMessage: fc.option(phrases),
    }),
    optional: ["nudgeMessage"],
  },
  {
    name: "compaction",
    from: compactionFrom,
    parse: parseCompaction,
    values: fc.record({
      action: fc.constantFrom(...COMPACTION_ACTIONS),
      hasActiveGitWork: fc.boolean(),
      confidence: unit,
      nudgeMessage: fc.option(phrases),
    }),
    optional: ["nudgeMessage"],
  },
  {
    name: "agent",
    from: agentEvaluationFrom,
    parse: parseAgentEvaluation,
    values: fc.record({
      reasoning: phrases,
      score: fc.integer({ min: 0, max: 5 }),
      feedback: phrases,
      strengths: lists,
      issues: lists,
      recommendations: lists,
    }).map((value) => ({ ...value, verdict: AGENT_VERDICTS[value.score]! })),
    optional: [],
  },
] as const;

for (const { name, from, parse, values, optional } of QUESTIONS) {
  Deno.test(`${name}: whatever was asked for is read, from JSON and from text around it`, () => {
    fc.assert(fc.property(values as fc.Arbitrary<object>, (value) => {
      const json = JSON.stringify(value);
      const expected = { ok: true, value: JSON.parse(json) };
      assert.deepEqual(from(JSON.parse(json)), expected);
      for (
        const text of [
          json,
          `Here you are:\n\n${JSON.stringify(value, null, 2)}\n\nAnything else?`,
          "```json\n" + json + "\n```",
          `I looked at {everything} in [the task].\n${json}`,
        ]
      ) assert.deepEqual(parse(text), expected, text);
    }));
  });

  Deno.test(`${name}: a field that is absent or of another type is refused by name`, () => {
    const others = [undefined, null, "true", "", 17, -1, true, {}, [1], "SEVERE", ["a", {}]];
    fc.assert(fc.property(
      values as fc.Arbitrary<Record<string, unknown>>,
      fc.constantFrom(...others),
      fc.nat(),
      (value, other, at) => {
        const names = Object.keys(value);
        const field = names[at % names.length] ?? "";
        const answer = from({ ...value, [field]: other });
        if (answer.ok) {
          const kept = (answer.value as unknown as Record<string, unknown>)[field];
          const isAbsent = other === undefined && (optional as readonly string[]).includes(field);
          // An empty message is none; a text is as good as any other.
          assert.ok(isAbsent || kept === other || kept === null, `${field} ${String(other)}`);
        } else assert.ok(answer.problem.includes(`"${field}`), answer.problem);
      },
    ));
  });

  Deno.test(`${name}: any text and any value is read or refused in a sentence, never thrown at`, () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.match(problem(parse(text)), /^Expected /);
    }));
    fc.assert(fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      assert.match(problem(from(value)), /^Expected /);
    }));
  });
}

Deno.test("what is refused is named with its field and value", () => {
  const cases: [object, string][] = [
    [{ complete: "true" }, 'Expected "complete" to be true or false, got "true"'],
    [{ complete: 1 }, 'Expected "complete" to be true or false, got 1'],
    [
      { severity: "SEVERE" },
      'Expected "severity" to be one of NONE, LOW, MEDIUM, HIGH, BLOCKER, got "SEVERE"',
    ],
    [
      { severity: undefined },
      'Expected "severity" to be one of NONE, LOW, MEDIUM, HIGH, BLOCKER,' +
      " got nothing",
    ],
    [{ feedback: null }, 'Expected "feedback" to be a text, got null'],
    [{ missing: "nothing" }, 'Expected "missing" to be a list of texts, got "nothing"'],
    [{ missing: ["a", {}] }, 'Expected "missing[1]" to be a text, got an object'],
    [
      { requires_human_action: "no" },
      'Expected "requires_human_action" to be true or false, got "no"',
    ],
  ];
  for (const [change, expected] of cases) {
    assert.equal(problem(parseVerdict(JSON.stringify({ ...VERDICT, ...change }))), expected);
  }
  const stuck = { stuck: true, reason: "genuinely_stuck", confidence: 1.7, shouldNudge: true };
  assert.equal(
    problem(stuckFrom(stuck)),
    'Expected "confidence" to be a number from 0 to 1, got 1.7',
  );
  assert.match(problem(parseVerdict("")), /got an empty text/);
  assert.match(problem(parseVerdict("It is done.")), /got none/);
  assert.equal(problem(parseVerdict("[1, 2]")), "Expected an object, got an array");
  assert.equal(problem(parseVerdict("true")), "Expected an object, got true");
});

Deno.test("the same answer twice is one, and of two that differ none is taken", () => {
  const same = { ok: true, value: VERDICT };
  assert.deepEqual(parseVerdict(`${JSON_OF_IT}\nAgain:\n${JSON.stringify(VERDICT)}`), same);
  assert.deepEqual(
    parseVerdict("```json\n" + JSON_OF_IT + "\n```\n```json\n" + JSON_OF_IT + "\n```"),
    same,
  );
  const other = JSON.stringify({ ...VERDICT, complete: true });
  assert.equal(
    problem(parseVerdict(`Draft: ${other}\n\nFinal: ${JSON_OF_IT}`)),
    "Expected one answer, got 2 that differ",
  );
});

Deno.test("an object of another shape beside the answer is no answer", () => {
  const same = { ok: true, value: VERDICT };
  assert.deepEqual(parseVerdict(`{"command": "npm test"} failed, so:\n${JSON_OF_IT}`), same);
  assert.deepEqual(parseVerdict(`${JSON_OF_IT}\nSee [1] and {"note": 1}`), same);
});

Deno.test("an answer inside of another object, cut off or broken, is refused", () => {
  for (
    const text of [
      `{"verdict": ${JSON_OF_IT}}`,
      `[${JSON_OF_IT}]`,
      `{"verdict": ${JSON_OF_IT}, "more": `,
      JSON_OF_IT.slice(0, -3),
      JSON_OF_IT.replace("HIGH", 'HIGH" "'),
      JSON_OF_IT.replaceAll('"', "'"),
    ]
  ) problem(parseVerdict(text));
});

Deno.test("fields too many are let go, and none of them reaches a prototype", () => {
  const text = JSON_OF_IT.replace(
    "{",
    '{"__proto__": {"complete": true, "polluted": 1}, "constructor": {"prototype": {}}, "x": 1,',
  );
  const answer = parseVerdict(text);
  assert.deepEqual(answer, { ok: true, value: VERDICT });
  assert.ok(answer.ok && Object.getPrototypeOf(answer.value) === Object.prototype);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  const hidden = '{"__proto__": ' + JSON_OF_IT + "}";
  assert.match(problem(parseVerdict(hidden)), /"complete" .* got nothing/);
  assert.match(problem(verdictFrom(Object.create(VERDICT))), /"complete" .* got nothing/);
});

Deno.test("long texts and lists are cut, and a text that is too long is refused", () => {
  const long = { ...VERDICT, feedback: "x".repeat(9_000), missing: Array(900).fill("m") };
  const answer = verdictFrom(long);
  assert.ok(answer.ok);
  assert.equal(answer.value.feedback.length, 4_001);
  assert.equal(answer.value.missing.length, 50);
  assert.match(problem(parseVerdict(JSON_OF_IT + " ".repeat(300_000))), /at most 262144/);
});

Deno.test("deep nesting is refused, or let go where it is in a field too many", () => {
  const deep = "[".repeat(50_000) + "]".repeat(50_000);
  problem(parseVerdict(deep));
  problem(parseVerdict(`So: ${deep}`));
  problem(parseVerdict(JSON.stringify(VERDICT).replace('["A passing run"]', deep)));
  const more = JSON_OF_IT.replace("{", `{"x": ${deep},`);
  assert.deepEqual(parseVerdict(more), { ok: true, value: VERDICT });
});

Deno.test("agent: a score and a grade that contradict each other are refused", () => {
  const answer = (score: number, verdict: string) =>
    agentEvaluationFrom({
      reasoning: "r",
      score,
      verdict,
      feedback: "f",
      strengths: [],
      issues: [],
      recommendations: [],
    });
  assert.deepEqual(answer(4.7, "FAILED"), {
    ok: false,
    problem: 'Expected "verdict" to be COMPLETE for a score of 4.7, got "FAILED"',
  });
  for (const [score, verdict] of [[0, "FAILED"], [5, "PARTIAL"], [2, "COMPLETE"]] as const) {
    assert.equal(answer(score, verdict).ok, false, `${score} ${verdict}`);
  }
  for (
    const [score, verdict] of [[4.7, "COMPLETE"], [3.5, "PARTIAL"], [
      3.5,
      "MOSTLY_COMPLETE",
    ]] as const
  ) assert.equal(answer(score, verdict).ok, true, `${score} ${verdict}`);
});
