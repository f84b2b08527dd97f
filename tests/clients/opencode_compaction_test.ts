import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { bash, change, judgedOpencode, RUN_TESTS, saidByUs, TASK, toastsOf } from "./opencode.ts";

/** More than the model's context has room for. */
const FULL = 19_500;

const AUTHOR = "-c user.name=Agent -c user.email=agent@example.invalid";

clientTest("OpenCode: after /compact nothing is said, shown or judged", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [
      change(place, "a + b"),
      RUN_TESTS,
      { say: "add() now adds. The test passes: 1 passed, 0 failed." },
      { say: "It checks that add() adds two numbers." },
    ],
    steps: [
      { prompt: TASK },
      { until: "session.idle" },
      { until: "tui.toast.show" },
      { compact: true },
      { until: "session.compacted" },
      { until: "session.idle" },
      { passes: 4 },
      { prompt: "What does add.test.mjs test?" },
      { until: "session.idle" },
      { passes: 2 },
    ],
  });
  assert.ok(happened.asked.some(({ by }) => by === "summary"));
  assert.deepEqual(saidByUs(happened), []);
  assert.deepEqual(toastsOf(happened), ["Task complete"], "what is required is met");
  assert.equal((await place.verdicts()).length, 2, "the summary is nobody's work");
});

clientTest(
  "OpenCode: after an automatic compaction the client's own continue stays the only one",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [
        { ...RUN_TESTS, tokens: FULL },
        change(place, "a + b"),
        RUN_TESTS,
        { say: "add() now adds. The test passes: 1 passed, 0 failed." },
      ],
      steps: [
        { prompt: TASK },
        { until: "session.compacted" },
        { until: "session.idle" },
        { until: "tui.toast.show" },
        { passes: 4 },
      ],
    });
    assert.deepEqual(saidByUs(happened), []);
    assert.deepEqual(toastsOf(happened), ["Task complete"], "shown once, whoever finds it");
    // deno-lint-ignore no-explicit-any
    const continues = happened.messages.flatMap(({ parts }) => parts as any[])
      .filter(({ metadata }) => metadata?.compaction_continue);
    assert.equal(continues.length, 1);
    assert.deepEqual(await place.outcomes(), ["let_go"]);
  },
);

clientTest(
  "OpenCode: after a compaction in the middle of a pull request, it is to be updated",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [
        { ...bash(`git ${AUTHOR} commit --allow-empty -m 'Part of PR #34'`), tokens: FULL },
        { say: "Which of the two designs in the comments on PR #34 do you want?" },
        { say: "PR #34 says where it stands. Which of the two designs do you want?" },
      ],
      steps: [
        { prompt: "Address the review comments on PR #34" },
        { until: "session.compacted" },
        { until: "session.idle" },
        { until: "session.idle" },
      ],
    });
    const [nudge, ...more] = saidByUs(happened);
    assert.deepEqual(more, []);
    assert.match(nudge!, /^## Reflection: Context Was Compacted/);
    assert.match(nudge!, /gh pr comment 34/);
  },
);

clientTest("OpenCode: what a compaction needs is not said while a judge runs", async () => {
  await using place = await judgedOpencode({ REFLECTION_PROVIDER: "opencode" });
  const happened = await place.play({
    // The judge's model never answers.
    judged: null,
    turns: [
      { ...bash(`git ${AUTHOR} commit --allow-empty -m 'Part of PR #34'`), tokens: FULL },
      { say: "Part of PR #34 is done. The rest of it is not updated yet." },
    ],
    steps: [
      { prompt: "Address the review comments on PR #34" },
      { until: "session.compacted" },
      { until: "session.idle" },
      { judgeAsked: 1 },
      { passes: 5 },
    ],
  });
  assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
});
