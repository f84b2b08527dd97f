import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { judgedOpencode, RUN_TESTS, saidByUs, TASK } from "./opencode.ts";

clientTest(
  "OpenCode: an agent that an error stopped is nudged once after half a minute",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [RUN_TESTS, { refuse: 400 }, { say: "Should add() accept strings too?" }],
      steps: [
        { prompt: TASK },
        { until: "session.error" },
        { until: "session.idle" },
        { until: "session.idle" },
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
