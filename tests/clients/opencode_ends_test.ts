import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { change, judgedOpencode, RUN_TESTS, saidByUs, TASK, toastsOf } from "./opencode.ts";

const DONE = { say: "add() now adds. The test passes: 1 passed, 0 failed." };
const QUESTION = { say: "Should add() accept strings too, or only numbers?" };

clientTest("OpenCode: every call counts, also of a provider that repeats their ids", async () => {
  await using place = await judgedOpencode();
  const callId = "call_0";
  const happened = await place.play({
    turns: [
      { ...RUN_TESTS, callId },
      { ...change(place, "a + b"), callId },
      { ...RUN_TESTS, callId },
      DONE,
    ],
    steps: [{ prompt: TASK }, { until: "tui.toast.show" }],
  });
  assert.deepEqual(saidByUs(happened), [], "the run after the change is known");
  assert.deepEqual(toastsOf(happened), ["Task complete"]);
  assert.deepEqual(await place.outcomes(), ["let_go"]);
});

clientTest(
  "OpenCode: a project that is closed while a judge runs is served again at once",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [change(place, "a * b"), { say: "All tests pass." }, RUN_TESTS, QUESTION],
      steps: [
        { prompt: TASK },
        { until: "session.idle" },
        { reopen: true },
        { prompt: "Fix it now, and run the tests" },
        { until: "tui.toast.show" },
        { records: 2, ending: ".reflection.json" },
      ],
    });
    assert.deepEqual(saidByUs(happened), [], "what was judged before is not said after");
    assert.deepEqual(toastsOf(happened), ["Awaiting user input"]);
    assert.equal((await place.reflections()).length, 2);
  },
);
