import assert from "node:assert/strict";
import type { z } from "zod";
import {
  agentEvaluationFrom,
  compactionFrom,
  type Parsed,
  stuckFrom,
  verdictFrom,
} from "../../judge/parse.ts";
import { readAnswer } from "../../lib/model/ask.ts";
import {
  agentAnswerSchema,
  compactionAnswerSchema,
  stuckAnswerSchema,
  verdictAnswerSchema,
} from "../../judge/answers.ts";

const ANSWERS: {
  schema: z.ZodType;
  from: (value: unknown) => Parsed<unknown>;
  good: Record<string, unknown>;
}[] = [
  {
    schema: verdictAnswerSchema,
    from: verdictFrom,
    good: {
      ...{ complete: true, severity: "NONE", feedback: "Done", missing: [], next_actions: [] },
      requires_human_action: false,
    },
  },
  {
    schema: stuckAnswerSchema,
    from: stuckFrom,
    good: {
      ...{ stuck: true, reason: "genuinely_stuck", confidence: 0.9, shouldNudge: true },
      nudgeMessage: "Go on",
    },
  },
  {
    schema: compactionAnswerSchema,
    from: compactionFrom,
    good: {
      ...{ action: "task_complete", hasActiveGitWork: false, confidence: 1 },
      nudgeMessage: null,
    },
  },
  {
    schema: agentAnswerSchema,
    from: agentEvaluationFrom,
    good: {
      ...{ reasoning: "It ran", score: 5, verdict: "COMPLETE", feedback: "Good" },
      ...{ strengths: [], issues: [], recommendations: [] },
    },
  },
];

Deno.test("what a model is asked for is read as the judge reads it, faults included", () => {
  for (const { schema, from, good } of ANSWERS) {
    assert.deepEqual(readAnswer(`So:\n${JSON.stringify(good)}`, schema), { ok: true, value: good });
    for (const field of Object.keys(good)) {
      for (const wrong of [undefined, null, "true", 17, {}, [{}]]) {
        const value = JSON.parse(JSON.stringify({ ...good, [field]: wrong }));
        const [read, checked] = [from(value), schema.safeParse(value)];
        assert.equal(checked.success, read.ok, `${field} ${JSON.stringify(wrong)}`);
        if (checked.success && read.ok) assert.deepEqual(checked.data, read.value);
        if (!checked.success && !read.ok) {
          assert.deepEqual(checked.error.issues.map(({ message }) => message), [read.problem]);
        }
      }
    }
  }
});

Deno.test("a model is shown every field that is read, without bounds that a provider refuses", () => {
  for (const { schema, good } of ANSWERS) {
    const shown = schema.toJSONSchema({ io: "input" });
    assert.deepEqual(Object.keys(shown.properties ?? {}), Object.keys(good));
    assert.deepEqual(shown.required, Object.keys(good));
    assert.doesNotMatch(JSON.stringify(shown), /minimum|maximum|Length|pattern/);
  }
});
