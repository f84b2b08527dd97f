import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import {
  FAILS,
  judgedOpencode,
  LOOKED_AT,
  RUN_TESTS,
  saidByUs,
  TASK,
  toastsOf,
} from "./opencode.ts";

clientTest("OpenCode: Esc before an answer begins is followed by no nudge", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [{ say: "Should add() accept strings too?" }],
    steps: [{ prompt: TASK }, { until: "session.status:busy" }, { abort: true }, LOOKED_AT],
  });
  assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
  assert.deepEqual(await place.outcomes(), []);
});

clientTest("OpenCode: an error in plan mode is followed by no nudge", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [{ refuse: 400 }],
    steps: [{ prompt: TASK, agent: "plan" }, ...FAILS, LOOKED_AT],
  });
  assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
  assert.deepEqual(await place.outcomes(), []);
});

clientTest("OpenCode: a question that stays open is followed by no nudge", async () => {
  await using place = await judgedOpencode();
  const options = [{ label: "a", description: "b" }];
  const questions = [{ question: "Which one?", header: "One", options }];
  const happened = await place.play({
    turns: [{ use: "question", input: { questions } }],
    steps: [{ prompt: TASK }, { until: "question.asked" }, LOOKED_AT],
  });
  assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
  assert.deepEqual(await place.outcomes(), []);
});

clientTest(
  "OpenCode: an error in a repository that wants no judge is followed by no nudge",
  async () => {
    await using place = await judgedOpencode();
    const config = JSON.stringify({ reflection: { judge: false } });
    await place.repo.write({ ".mosaic/config.json": config });
    const happened = await place.play({
      turns: [RUN_TESTS, { refuse: 400 }],
      steps: [{ prompt: TASK }, ...FAILS, { records: 1, ending: ".verdict.json" }, { passes: 1 }],
    });
    assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
    const [looked] = await place.verdicts();
    assert.equal(looked!.stuck!.reason, "genuinely_stuck", "what was seen is on record");
  },
);
