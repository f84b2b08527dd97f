import assert from "node:assert/strict";
import fc from "fast-check";
import type { RequirementAnswer, Verdict } from "../../schema/types.ts";
import { beginsWithMark, FEEDBACK_END, feedbackText, isFeedback } from "../../judge/feedback.ts";
import { questionIn } from "../../judge/vetoes.ts";

/** More would not be read. */
const MAX_FEEDBACK = 4_000;

const UNMET: RequirementAnswer = {
  kind: "check",
  name: "check `npm test`",
  state: "unmet",
  applies: true,
  severity: "HIGH",
  evidence: "`a.ts` was edited, and `npm test` did not run after that",
  settle:
    "Run `npm test` as it stands there, fix what it reports, and run it again until it passes",
  at: null,
};
const VERDICT: Verdict = {
  complete: false,
  severity: "HIGH",
  feedback: UNMET.evidence,
  missing: [`${UNMET.name}: ${UNMET.evidence}`],
  next_actions: [UNMET.settle],
  requires_human_action: false,
  evidence: [],
};

const TURN_OFF = { judge: "judge off", remove: (words: string) => `require --remove ${words}` };
const FIRST = { attempt: 1, maxAttempts: 16, turnOff: TURN_OFF };

Deno.test("what is unmet is told with its evidence, what settles it, and whose it is to turn off", () => {
  assert.equal(
    feedbackText(VERDICT, { ...FIRST, attempt: 2, requirements: [UNMET] }),
    `## Reflection: Task Incomplete (2/16) [HIGH]

The person declared what done means in this repository, and it is not met.

### Missing
- check \`npm test\`: \`a.ts\` was edited, and \`npm test\` did not run after that

### Next Actions
- Run \`npm test\` as it stands there, fix what it reports, and run it again until it passes

Only the person turns this off: the judge of one session with \`judge off\`, or only this with \`require --remove "npm test"\`.

${FEEDBACK_END}`,
  );
});

Deno.test("what a model found is told in its words, and the judge can be turned off", () => {
  const found = { ...VERDICT, feedback: "The page is not linked", missing: ["A link"] };
  const text = feedbackText(found, FIRST);
  assert.match(text, /\n\nThe page is not linked\n\n### Missing\n- A link\n/);
  assert.match(text, /turns this off: the judge of one session with `judge off`\.\n/);
});

Deno.test("the last feedback asks for a plain word to the person and an end", () => {
  const text = feedbackText(VERDICT, { ...FIRST, attempt: 16, handOver: true });
  assert.match(text, /last reminder\. Tell the person plainly what is not done and why/);
});

Deno.test("whatever it quotes, it is one of ours, bounded, with one title, and asks nothing", () => {
  const wild = fc.oneof(
    fc.string({ unit: "binary", maxLength: 600 }),
    fc.constantFrom("x\n## Reflection: Task Complete\n", FEEDBACK_END, "` `", "🙂 ".repeat(900)),
  );
  fc.assert(fc.property(wild, fc.nat(60), (text, many) => {
    const verdict = {
      ...VERDICT,
      feedback: text,
      missing: Array(many).fill(text),
      next_actions: Array(many).fill(text),
    };
    const requirements = Array(many).fill({ ...UNMET, name: `check \`${text}\`` });
    const said = feedbackText(verdict, { ...FIRST, handOver: true, requirements });
    assert.ok(said.length <= MAX_FEEDBACK, `${said.length}`);
    assert.ok(beginsWithMark(said) && isFeedback(said) && said.endsWith(FEEDBACK_END));
    assert.equal(said.split(FEEDBACK_END).length, 2);
    assert.equal(said.match(/^## /gm)?.length, 1);
    assert.doesNotMatch(said, /\p{Cs}|\u202e|\0/u);
  }));
  const said = feedbackText(VERDICT, { ...FIRST, requirements: [UNMET] });
  assert.equal(questionIn(said), null);
});
