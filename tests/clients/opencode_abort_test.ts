import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { change, judged, judgedOpencode, saidByUs, TASK, toastsOf } from "./opencode.ts";

const NEXT = "What does add.test.mjs test?";
const ANSWER = { say: "It checks that add() adds two numbers." };

clientTest("OpenCode: Esc while the model thinks is followed by nothing of ours", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [change(place, "a * b"), { hold: true }, ANSWER],
    steps: [
      { prompt: TASK },
      { asked: 2 },
      { abort: true },
      // The error first, then idle, then idle again once the message carries it.
      { until: "session.error" },
      { until: "session.idle" },
      { until: "session.idle" },
      { prompt: NEXT },
      judged(1),
    ],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.deepEqual(toastsOf(happened), []);
  assert.equal(happened.asked.length, 3);
  assert.deepEqual(await place.outcomes(), ["let_go"]);
});

clientTest("OpenCode: Esc while a tool runs is followed by nothing of ours", async () => {
  await using place = await judgedOpencode();
  const wait = {
    use: "bash",
    input: { command: "node --test; node -e 'setTimeout(() => {}, 60000)'", description: "Wait" },
  };
  const happened = await place.play({
    turns: [change(place, "a * b"), wait, ANSWER],
    steps: [
      { prompt: TASK },
      { asked: 2 },
      { toolRuns: true },
      { abort: true },
      { until: "session.idle" },
      { until: "session.idle" },
      { prompt: NEXT },
      judged(1),
    ],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.deepEqual(await place.outcomes(), ["let_go"]);
});

clientTest(
  "OpenCode: Esc while a failed request is tried again is followed by nothing of ours",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [change(place, "a * b"), { refuse: 500 }, ANSWER],
      steps: [
        { prompt: TASK },
        { asked: 2 },
        { until: "session.status:retry" },
        { abort: true },
        { until: "session.idle" },
        { prompt: NEXT },
        judged(1),
      ],
    });
    assert.deepEqual(saidByUs(happened), []);
    assert.deepEqual(toastsOf(happened), []);
    assert.ok(
      !happened.events.some(({ type }) => type === "session.error"),
      "the client tells of none",
    );
    assert.deepEqual(await place.outcomes(), ["let_go"]);
  },
);

clientTest(
  "OpenCode: Esc while an answer that broke off is tried again is followed by nothing of ours",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [change(place, "a * b"), { breakAfter: "I fixed add(). All tests pass." }, ANSWER],
      steps: [
        { prompt: TASK },
        { asked: 2 },
        { until: "session.status:retry" },
        { abort: true },
        { until: "session.idle" },
        { prompt: NEXT },
        judged(1),
      ],
    });
    const broken = happened.messages[2];
    assert.deepEqual([broken.info.finish, broken.info.error], [undefined, undefined]);
    assert.ok(
      broken.parts.some(({ text }: { text?: string }) => text?.includes("All tests pass")),
      "what was said stands there",
    );
    assert.deepEqual(saidByUs(happened), []);
    assert.deepEqual(toastsOf(happened), []);
    assert.deepEqual(await place.outcomes(), ["let_go"]);
  },
);

clientTest("OpenCode: a message of the person withdraws feedback that was on its way", async () => {
  await using place = await judgedOpencode({ REFLECTION_PROVIDER: "opencode" });
  const happened = await place.play({
    // The judge's model never answers: the person speaks while it is asked.
    judged: null,
    turns: [change(place, "a * b"), { say: "All tests pass." }, change(place, "a / b"), ANSWER],
    steps: [
      { prompt: TASK },
      { until: "session.idle" },
      { judgeAsked: 1 },
      { prompt: NEXT },
      { until: "session.idle" },
      // It is free for the next stop, and asked again.
      { judgeAsked: 2 },
    ],
  });
  assert.deepEqual(saidByUs(happened), []);
  const judges = happened.sessions.filter(({ title }) => title !== "Work");
  assert.equal(judges.length, 1, "the first judge's session is gone");
});

clientTest("OpenCode: a turn that the API refuses is not judged", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [change(place, "a * b"), { refuse: 400 }],
    steps: [
      { prompt: TASK },
      { until: "session.error" },
      { until: "session.idle" },
      { until: "session.idle" },
    ],
  });
  assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
});
