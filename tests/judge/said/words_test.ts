import { equal, ok } from "node:assert/strict";
import { mentions } from "../../../judge/mentions.ts";
import * as announced from "../../../judge/said/announced.ts";
import * as claims from "../../../judge/said/claims.ts";
import * as danger from "../../../judge/said/danger.ts";
import * as delegated from "../../../judge/said/delegated.ts";
import * as flaky from "../../../judge/said/flaky.ts";
import { ACTS } from "../../../judge/said/human_acts.ts";
import * as humanAction from "../../../judge/said/human_action.ts";
import { HUMAN_NEEDS } from "../../../judge/said/human_needs.ts";
import { IN_PROGRESS } from "../../../judge/said/in_progress.ts";
import * as nextSteps from "../../../judge/said/next_steps.ts";
import * as permission from "../../../judge/said/permission.ts";
import * as question from "../../../judge/said/question.ts";
import * as remaining from "../../../judge/said/remaining.ts";
import { SIGNS } from "../../../judge/said/reported_signs.ts";
import * as trouble from "../../../judge/said/trouble.ts";
import * as waiting from "../../../judge/said/waiting.ts";
import { ADMISSIONS } from "../../../judge/rules/admissions.ts";
import { samplesOf } from "../_samples.ts";

const RULES = [
  ...announced.RULES,
  ...claims.RULES,
  ...danger.RULES,
  ...delegated.RULES,
  ...flaky.DISMISSALS,
  ...flaky.MITIGATIONS,
  ...ACTS,
  ...humanAction.ORDERS,
  ...HUMAN_NEEDS,
  ...IN_PROGRESS,
  ...nextSteps.RULES,
  ...permission.ASKED,
  ...permission.STATED,
  ...permission.OFFERED,
  ...question.STATED,
  ...remaining.RULES,
  ...trouble.RULES,
  ...waiting.RULES,
  ...ADMISSIONS.map(({ words, says, name }) => ({ words, says, reason: name })),
  ...SIGNS.map(({ words, says, reason }) => ({ words, says: new RegExp(says), reason })),
];

Deno.test("whatever a pattern fits has the words that are looked for before it", () => {
  let tried = 0;
  const wrong: string[] = [];
  for (const { words, says, reason } of RULES) {
    if (!(says instanceof RegExp)) continue;
    for (const text of samplesOf(says)) {
      tried++;
      if (!mentions(text.toLowerCase(), words.toLowerCase())) wrong.push(`${reason}: ${text}`);
    }
  }
  equal(wrong.slice(0, 40).join("\n"), "");
  ok(tried > 3_000, `${tried} texts`);
});

Deno.test("mentions() finds a word of each list, be it a part of another word", () => {
  ok(mentions("the unfinished part", "finish done"));
  ok(!mentions("the other part", "finish done"));
  ok(mentions("cannot go on without a key", "without until + can't cannot"));
  ok(!mentions("cannot go on", "without until + can't cannot"));
});
