import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { judged, judgedOpencode } from "./opencode.ts";
import type { OpencodeHappened } from "./opencode_inside.ts";

const ASKING = { REFLECTION_ASK: "1" };
const PROMPT = "What does add() in add.mjs do?";
const ANSWER = { say: "It subtracts the second number from the first." };

/** Who was asked for a self-report, and who was not. */
function asked({ asked }: OpencodeHappened): string[] {
  return asked.map(({ by, request }) =>
    JSON.stringify(request.messages).includes("known_not_in_diff") ? `${by}, asked` : by
  ).sort();
}

clientTest("OpenCode: the self-report is asked of the agent, not of who summarises", async () => {
  await using place = await judgedOpencode(ASKING);
  const happened = await place.play({
    turns: [ANSWER],
    steps: [
      { prompt: PROMPT },
      judged(1),
      { compact: true },
      { until: "session.compacted" },
    ],
  });
  assert.deepEqual(asked(happened), ["agent, asked", "summary"]);
});

clientTest(
  "OpenCode: the self-report is asked of the agent, not of who finds a title",
  async () => {
    await using place = await judgedOpencode(ASKING);
    const happened = await place.play({ args: ["run", PROMPT], turns: [ANSWER] });
    assert.deepEqual(asked(happened), ["agent, asked", "title"]);
  },
);
