import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { judgedOpencode, RUN_TESTS, saidByUs, TASK, toastsOf } from "./opencode.ts";
import type { Step } from "./opencode_inside.ts";

/** Longer than a silence that is looked at, and time for the look. */
const LOOKED_AT: Step = { passes: 34 };

/** An error that stops the agent, told in full. */
const FAILS: Step[] = [
  { until: "session.error" },
  { until: "session.idle" },
  { until: "session.idle" },
];

clientTest(
  "OpenCode: an agent that an error stopped is nudged once after half a minute",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [RUN_TESTS, { refuse: 400 }, { say: "Should add() accept strings too?" }],
      steps: [
        { prompt: TASK },
        ...FAILS,
        // Thirty seconds of silence, by the client's own clock.
        { until: "session.idle" },
        { until: "tui.toast.show" },
      ],
    });
    const [nudge, ...more] = saidByUs(happened);
    assert.deepEqual(more, []);
    assert.match(nudge!, /^## Reflection: Continue/);
    const [looked, judged] = await place.verdicts();
    assert.equal(looked!.stuck!.reason, "genuinely_stuck");
    assert.equal(judged!.skipped, "awaiting_user", "judged like any other stop");
    const turns = happened.messages.filter(({ info }) => info.role === "user").length;
    assert.equal(turns, 2, "the nudge is no message of the person's");
  },
);

clientTest("OpenCode: an undo after an error is followed by no nudge", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [{ say: "It subtracts the second number from the first." }, RUN_TESTS, { refuse: 400 }],
    steps: [
      { prompt: "What does add() in add.mjs do?" },
      { until: "tui.toast.show" },
      { until: "session.idle" },
      { prompt: TASK },
      ...FAILS,
      { undo: true },
      LOOKED_AT,
    ],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.deepEqual(toastsOf(happened), ["Task complete"]);
  assert.deepEqual(await place.outcomes(), ["let_go"], "nobody looked");
});

clientTest("OpenCode: a command of the person after an error is followed by no nudge", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [RUN_TESTS, { refuse: 400 }],
    steps: [{ prompt: TASK }, ...FAILS, { shell: "node --test" }, LOOKED_AT],
  });
  assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
  assert.deepEqual(await place.outcomes(), []);
});

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
