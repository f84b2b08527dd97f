import assert from "node:assert/strict";
import { BLIND_ZONES } from "../../judge/unblock/protocol.ts";
import { readOpenCode } from "../../judge/transcript/opencode.ts";
import type { ChatTurn } from "./chat_api.ts";
import { clientTest } from "./claude.ts";
import { bash, change, judgedOpencode, type OpencodePlace, RUN_TESTS, TASK } from "./opencode.ts";

const ON = { REFLECTION_JUDGE: "off", REFLECTION_UNBLOCK: "on" };

/** A change that does not help, and the test that fails again. */
function failsAgain(place: OpencodePlace, round: number): ChatTurn[] {
  return [change(place, `a - b - ${round}`), RUN_TESTS];
}

clientTest(
  "OpenCode: what fails again is counted, and told with its output; a pass resets",
  async () => {
    await using place = await judgedOpencode(ON);
    const happened = await place.play({
      turns: [
        ...[1, 2, 3].flatMap((round) => failsAgain(place, round)),
        bash("ls"),
        change(place, "a + b"),
        RUN_TESTS,
        ...failsAgain(place, 4),
        { say: "I will look at it again." },
      ],
      steps: [{ prompt: TASK }, { until: "session.idle" }],
    });
    const { messages, conversation } = readBoth(happened.messages);
    // What the model was sent after each call.
    const told = messages.map((text) => /\[ATTEMPT: \d\] [\w ]+ Mode/.exec(text)?.[0] ?? null);
    assert.deepEqual(told, [
      null,
      "[ATTEMPT: 1] Fixer Mode",
      null,
      "[ATTEMPT: 2] Fixer Mode",
      null,
      "[ATTEMPT: 3] Context Override Mode",
      null,
      null,
      null,
      null,
      "[ATTEMPT: 1] Fixer Mode",
    ]);
    for (const zone of BLIND_ZONES) assert.ok(messages[5]!.includes(zone), zone);
    const sent = happened.asked.filter(({ by }) => by === "agent");
    assert.ok(JSON.stringify(sent[6]!.request.messages.at(-1)).includes("[ATTEMPT: 3]"));
    // Who reads the conversation sees what the command printed.
    assert.ok(conversation.every((output) => !output.includes("[ATTEMPT:")));
  },
);

clientTest("OpenCode: without its switch nothing is counted", async () => {
  await using place = await judgedOpencode({ ...ON, REFLECTION_UNBLOCK: "off" });
  const happened = await place.play({
    turns: [...failsAgain(place, 1), { say: "It fails." }],
    steps: [{ prompt: TASK }, { until: "session.idle" }],
  });
  assert.ok(readBoth(happened.messages).messages.every((text) => !text.includes("[ATTEMPT:")));
});

/** The outputs of all calls, as they stand in the session and as the judge reads them. */
function readBoth(messages: unknown[]): { messages: string[]; conversation: string[] } {
  // deno-lint-ignore no-explicit-any
  const parts = messages.flatMap(({ parts }: any) => parts);
  const { turns } = readOpenCode(messages).conversation;
  return {
    messages: parts.filter(({ type }) => type === "tool").map(({ state }) => state.output),
    conversation: turns.flatMap(({ calls }) => calls.map(({ output }) => output ?? "")),
  };
}
