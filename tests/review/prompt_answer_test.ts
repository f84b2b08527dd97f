import { Ajv2020 } from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { modelReviewSchema } from "../../review/model_review.ts";
import { review } from "../../schema/records.ts";

const FINDING = {
  severity: "HIGH",
  category: "SECURITY",
  description: "Input reaches the query",
  impact: "Anybody reads the table",
  recommendation: "Bind the value",
  file: "src/login.ts",
  line: 12,
};

Deno.test("modelReviewSchema takes a good answer as it is, and says that it is a model's", () => {
  const answer = { issues: [FINDING], strengths: ["Small"], summary: "One thing" };
  assert.deepEqual(modelReviewSchema.parse(answer), {
    ...answer,
    issues: [{ ...FINDING, source: "model" }],
  });
});

Deno.test("modelReviewSchema forgives what models get wrong", () => {
  const read = (finding: Record<string, unknown>) =>
    modelReviewSchema.parse({ issues: [{ ...FINDING, ...finding }] }).issues[0];
  assert.equal(read({ severity: "critical" })?.severity, "CRITICAL");
  assert.equal(read({ severity: " Low " })?.severity, "LOW");
  for (const category of ["technicalDebt", "technical debt", "Technical_Debt", "tech-debt"]) {
    assert.equal(read({ category })?.category, "TECHNICAL_DEBT");
  }
  assert.deepEqual([read({ line: "12" })?.line, read({ line: 0 })?.line], [12, null]);
  assert.deepEqual([read({ line: 1.5 })?.line, read({ line: undefined })?.line], [null, null]);
  assert.deepEqual([read({ impact: "" })?.impact, read({ file: undefined })?.file], [null, null]);
  assert.deepEqual(read({ extra: 1, source: "floor" }), { ...FINDING, source: "model" });
});

Deno.test("modelReviewSchema forgives missing strengths and summary, not missing findings", () => {
  assert.deepEqual(modelReviewSchema.parse({ issues: [], notes: 1 }), {
    issues: [],
    strengths: [],
    summary: null,
  });
  for (const answer of [{}, { issues: null }, { issues: "none" }, [], null, "x", { issue: [] }]) {
    assert.equal(modelReviewSchema.safeParse(answer).success, false);
  }
});

Deno.test("modelReviewSchema refuses what is no finding, and names the place", () => {
  for (
    const [key, value] of [
      ...[["severity", "URGENT"], ["severity", undefined], ["severity", 1], ["category", "STYLE"]],
      ...[["category", "constructor"], ["description", " "], ["description", undefined]],
    ] as [string, unknown][]
  ) {
    const read = modelReviewSchema.safeParse({ issues: [FINDING, { ...FINDING, [key]: value }] });
    assert.deepEqual(read.error?.issues[0]?.path, ["issues", 1, key]);
  }
});

Deno.test("what modelReviewSchema gives can stand in a record", () => {
  const { issues, strengths, summary } = modelReviewSchema.parse({
    issues: [FINDING, { severity: "low", category: "perf", description: "Slow" }],
  });
  review.pick({ issues: true, strengths: true, summary: true }).parse({
    issues,
    strengths,
    summary,
  });
});

Deno.test("the JSON Schema that a model is shown is closed, whole and without bounds", () => {
  const schema = modelReviewSchema.toJSONSchema();
  const text = JSON.stringify(schema);
  assert.ok(text.includes('"enum":["CRITICAL","HIGH","MEDIUM","LOW"]'));
  assert.doesNotMatch(text, /"(?:minimum|maximum|minLength|maxItems|pattern)"/);
  assert.equal(text.split('"additionalProperties":false').length - 1, 2);
  const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  assert.ok(accepts({ issues: [FINDING], strengths: [], summary: null }));
  assert.ok(!accepts({ issues: [{ ...FINDING, severity: "low" }], strengths: [], summary: null }));
});
