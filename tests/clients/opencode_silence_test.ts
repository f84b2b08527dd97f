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
      { until: "session.idle" },
      { passes: 3 },
      { prompt: TASK },
      ...FAILS,
      { undo: true },
      LOOKED_AT,
    ],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.deepEqual(toastsOf(happened), []);
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

// A prompt after this would never be answered: the client goes on with a model that it gave up loading.
