import assert from "node:assert/strict";
import { SUBAGENT } from "./chat_api.ts";
import { clientTest } from "./claude.ts";
import { bash, change, judged, judgedOpencode, saidByUs, TASK, toastsOf } from "./opencode.ts";

const NEXT = "What does add.test.mjs test?";
const ANSWER = { say: "It checks that add() adds two numbers." };
const CLAIM = { say: "I fixed add(). All tests pass." };
const QUESTION = { say: "Should add() accept strings too, or only numbers?" };

clientTest("OpenCode: a command of the person is nobody's work, and is not judged", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [{ say: "It subtracts the second number from the first." }, ANSWER],
    steps: [
      { prompt: "What does add() in add.mjs do?" },
      judged(1),
      { shell: "node --test" },
      { passes: 3 },
      { prompt: NEXT },
      judged(2),
    ],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.deepEqual(toastsOf(happened), []);
  assert.deepEqual(await place.outcomes(), ["let_go", "let_go"]);
});

clientTest("OpenCode: a command of the person withdraws feedback that was on its way", async () => {
  await using place = await judgedOpencode({ REFLECTION_PROVIDER: "opencode" });
  const happened = await place.play({
    // The judge's model never answers: the person runs something while it is asked.
    judged: null,
    turns: [change(place, "a * b"), CLAIM],
    steps: [
      { prompt: TASK },
      { until: "session.idle" },
      { judgeAsked: 1 },
      { shell: "node --test" },
      { passes: 3 },
    ],
  });
  assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
  assert.equal(happened.asked.filter(({ by }) => by === "judge").length, 1, "asked once");
  assert.equal(happened.sessions.length, 1, "the judge's session is gone");
});

clientTest("OpenCode: what an agent makes of a command's subtask is judged", async () => {
  const look = {
    template: `${SUBAGENT} Find out what is wrong with add() and fix it`,
    description: "Look",
    agent: "general",
    subtask: true,
  };
  await using place = await judgedOpencode({}, { config: { command: { look } } });
  const happened = await place.play({
    turns: [change(place, "a * b"), CLAIM, QUESTION],
    steps: [{ command: "look" }, { until: "tui.toast.show" }],
  });
  assert.equal(saidByUs(happened).length, 1);
  assert.deepEqual(await place.outcomes(), ["pushed", "let_go: awaiting_user"]);
});

clientTest(
  "OpenCode: feedback after a plan was approved does not lead back to planning",
  async () => {
    await using place = await judgedOpencode({
      OPENCODE_EXPERIMENTAL_PLAN_MODE: "1",
      OPENCODE_CLIENT: "cli",
    });
    const happened = await place.play({
      turns: [{ use: "plan_exit", input: {} }, change(place, "a * b"), CLAIM, QUESTION],
      steps: [
        { prompt: TASK, agent: "plan" },
        { until: "question.asked" },
        { answer: "Yes" },
        { until: "tui.toast.show" },
      ],
    });
    assert.equal(saidByUs(happened).length, 1);
    const agents = happened.messages.filter(({ info }) => info.role === "user")
      .map(({ info }) => info.agent);
    assert.deepEqual(agents, ["plan", "build", "build"]);
    assert.deepEqual(await place.outcomes(), ["pushed", "let_go: awaiting_user"]);
  },
);

clientTest("OpenCode: feedback keeps the tools and the system prompt of the session", async () => {
  await using place = await judgedOpencode();
  const system = "Speak like a lighthouse keeper.";
  const happened = await place.play({
    turns: [bash("echo 'export const add = 1;' > add.mjs"), CLAIM, QUESTION],
    steps: [{ prompt: TASK, system, tools: { write: false } }, { until: "tui.toast.show" }],
  });
  assert.equal(saidByUs(happened).length, 1);
  assert.equal(happened.asked.length, 3);
  for (const { request } of happened.asked) {
    const names = request.tools!.map((tool) => tool.function.name);
    assert.deepEqual([names.includes("bash"), names.includes("write")], [true, false]);
    assert.ok(JSON.stringify(request.messages).includes(system));
  }
});
