import assert from "node:assert/strict";
import { PROJECT } from "../support/process.ts";
import { SUBAGENT } from "./chat_api.ts";
import { clientTest, QUOTED } from "./claude.ts";
import {
  bash,
  change,
  judged,
  judgedOpencode,
  OpencodePlace,
  RUN_TESTS,
  saidByUs,
  TASK,
  toastsOf,
} from "./opencode.ts";

const FIXED = { say: "I fixed add()." };

clientTest(
  "OpenCode: what is required and not run is asked for once, run, and let go",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [change(place, "a + b"), FIXED, RUN_TESTS, { say: "add() now adds." }],
      steps: [
        { prompt: TASK },
        { until: "session.idle" },
        { until: "session.idle" },
        { until: "tui.toast.show" },
        { records: 2, ending: ".reflection.json" },
      ],
    });
    const [feedback, ...more] = saidByUs(happened);
    assert.deepEqual(more, [], "sent back once");
    assert.match(feedback!, /^## Reflection: Task Incomplete \(1\/16\) \[HIGH\]/);
    assert.match(feedback!, /node --test/);
    assert.deepEqual(await place.outcomes(), ["pushed", "let_go"]);
    assert.deepEqual(toastsOf(happened), ["Task complete"]);
    const heard = happened.asked.filter(({ request }) =>
      JSON.stringify(request.messages.at(-1)).includes("Task Incomplete")
    );
    assert.equal(heard.length, 1, "the model got it once as the newest message");
    assert.ok(heard.every(({ request }) => request.model === "own"), "from the same model");

    const [first, second] = await place.reflections();
    assert.equal(first!.agent, "opencode");
    assert.equal(first!.session_id, second!.session_id);
    assert.deepEqual(second!.files_changed, ["add.mjs"]);
    const [pushed] = await place.verdicts();
    assert.equal(pushed!.agent, "opencode");
    assert.match(pushed!.prompt_id!, /^msg_/);
    assert.match(pushed!.diff_hash!, /^[0-9a-f]{64}$/);
  },
);

clientTest("OpenCode: an agent that changes nothing is not sent back a second time", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [change(place, "a * b"), FIXED, RUN_TESTS, { say: "I cannot do more." }],
    steps: [{ prompt: TASK }, judged(2), { until: "tui.toast.show" }],
  });
  assert.equal(saidByUs(happened).length, 1);
  assert.deepEqual(await place.outcomes(), ["pushed", "handed_over: no_progress"]);
  assert.match(toastsOf(happened)[0]!, /^Not finished, over to you: /);
});

clientTest("OpenCode: an agent that quotes the feedback is judged as if it had not", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [
      change(place, "a * b"),
      FIXED,
      change(place, "a / b"),
      { say: `${QUOTED}I fixed it.` },
      change(place, "a + b"),
      RUN_TESTS,
      { say: `${QUOTED}I ran it.` },
    ],
    steps: [{ prompt: TASK }, { until: "tui.toast.show" }],
  });
  assert.equal(saidByUs(happened).length, 2);
  assert.deepEqual(await place.outcomes(), ["pushed", "pushed", "let_go"]);
});

clientTest(
  "OpenCode: where nothing is required and no model is named, it only watches",
  async () => {
    await using place = await judgedOpencode();
    await place.requires();
    const happened = await place.play({
      turns: [change(place, "a * b"), RUN_TESTS, { say: "All tests pass." }],
      steps: [{ prompt: TASK }, judged(1), { records: 1, ending: ".reflection.json" }],
    });
    assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
    const [record] = await place.verdicts();
    assert.deepEqual([record!.outcome.decision, record!.verdict!.complete], ["let_go", null]);
    assert.ok(record!.observations!.length > 0);
  },
);

clientTest(
  "OpenCode: a question and its answer end with a record, and nothing is said",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [{ say: "It subtracts the second number from the first." }],
      steps: [
        { prompt: "What does add() in add.mjs do?" },
        judged(1),
        { records: 1, ending: ".reflection.json" },
      ],
    });
    assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
    assert.deepEqual(await place.outcomes(), ["let_go"]);
  },
);

clientTest("OpenCode: an agent that asks is left to the person", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [change(place, "a + b"), { say: "Should add() accept strings too, or only numbers?" }],
    steps: [{ prompt: TASK }, { until: "tui.toast.show" }],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.deepEqual(toastsOf(happened), ["Awaiting user input"]);
});

clientTest("OpenCode: an observer records the same verdict and says nothing", async () => {
  await using place = await judgedOpencode({ REFLECTION_JUDGE: "observe" });
  const happened = await place.play({
    turns: [change(place, "a * b"), RUN_TESTS, { say: "All tests pass." }],
    steps: [{ prompt: TASK }, judged(1)],
  });
  assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
  assert.deepEqual(await place.outcomes(), ["observed"]);
  assert.equal((await place.verdicts())[0]!.verdict!.severity, "HIGH");
});

clientTest("OpenCode: after sixteen reminders there is no seventeenth", async () => {
  await using place = await judgedOpencode();
  const rounds = Array.from({ length: 17 }, (_, round) => [
    change(place, `a * b - ${round}`),
    RUN_TESTS,
    { say: `Attempt ${round}: all tests pass.` },
  ]);
  const happened = await place.play({
    turns: rounds.flat(),
    steps: [
      { prompt: TASK },
      { asked: 17 * 3 },
      { records: 17, ending: ".verdict.json" },
      { records: 17, ending: ".reflection.json" },
    ],
  });
  const said = saidByUs(happened);
  assert.equal(said.length, 16);
  assert.match(said.at(-1)!, /\(16\/16\)/);
  assert.match(said.at(-1)!, /last reminder/);
  assert.equal(happened.asked.length, 17 * 3);
  assert.equal((await place.outcomes()).at(-1), "skipped: attempts_used_up");
});

clientTest(
  "OpenCode: a subagent's session is left alone, the one that started it is not",
  async () => {
    await using place = await judgedOpencode();
    const happened = await place.play({
      turns: [{
        use: "task",
        input: {
          description: "Look",
          prompt: `${SUBAGENT} Look around`,
          subagent_type: "general",
        },
      }, { say: "There is a module `add.mjs` and its test, and nothing else." }],
      steps: [
        { prompt: "What is in this repository?" },
        judged(1),
        { records: 1, ending: ".reflection.json" },
      ],
    });
    assert.ok(happened.asked.some(({ by }) => by === "subagent"));
    assert.equal(happened.sessions.length, 2);
    const [verdict, ...more] = await place.verdicts();
    assert.deepEqual(more, []);
    const main = happened.sessions.find(({ parentID }) => parentID === undefined);
    assert.equal(verdict!.session_id, main.id);
    assert.equal((await place.reflections()).length, 1);
  },
);

clientTest("OpenCode: in plan mode nothing is judged, and the record says why", async () => {
  await using place = await judgedOpencode();
  const happened = await place.play({
    turns: [{ say: "Here is what I would do." }],
    steps: [{ prompt: TASK, agent: "plan" }, { records: 1, ending: ".verdict.json" }],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.deepEqual(await place.outcomes(), ["skipped: plan_mode"]);
});

clientTest("OpenCode: while the agent's question is open nothing is said or judged", async () => {
  await using place = await judgedOpencode();
  const question = {
    question: "Which one?",
    header: "One",
    options: [{ label: "a", description: "b" }],
  };
  const happened = await place.play({
    turns: [
      { use: "question", input: { questions: [question] } },
      RUN_TESTS,
      { say: "Should it be fixed for strings as well?" },
    ],
    steps: [
      { prompt: TASK },
      { until: "question.asked" },
      { answer: "a" },
      { until: "tui.toast.show" },
    ],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.equal((await place.verdicts()).length, 1);
});

clientTest("OpenCode: switched off, the plugin registers nothing", async () => {
  for (const env of [{ REFLECTION_MODE: "off" }, { REFLECTION_MODE: "" }]) {
    await using place = await judgedOpencode(env);
    const happened = await place.play({
      turns: [change(place, "a * b"), { say: "All tests pass." }],
      steps: [{ prompt: TASK }, { until: "session.idle" }],
    });
    assert.deepEqual([saidByUs(happened), toastsOf(happened)], [[], []]);
    assert.deepEqual(await place.reflections(), []);
  }
});

clientTest("OpenCode: registered twice, it does everything once", async () => {
  const line = `export { default } from "${PROJECT}/hook/opencode/plugin.ts";\n`;
  await using place = await judgedOpencode({}, {
    plugin: line,
    config: { plugin: [`file://${PROJECT}/hook/opencode/plugin.ts`] },
  });
  await place.repo.write({ ".opencode/plugin/again.ts": `${line}// Another file\n` });
  const happened = await place.play({
    turns: [change(place, "a + b"), FIXED, RUN_TESTS, { say: "add() now adds." }],
    steps: [{ prompt: TASK }, { until: "tui.toast.show" }, {
      records: 2,
      ending: ".reflection.json",
    }],
  });
  assert.equal(saidByUs(happened).length, 1);
  assert.deepEqual(await place.outcomes(), ["pushed", "let_go"]);
  assert.equal((await place.reflections()).length, 2);
  assert.deepEqual(toastsOf(happened), ["Task complete"]);
});

clientTest("OpenCode: without deno the person is told once, and nothing else happens", async () => {
  await using place = await judgedOpencode({}, { without: "deno" });
  const happened = await place.play({
    turns: [RUN_TESTS, { say: "All tests pass." }, { say: "They do." }],
    steps: [
      { prompt: TASK },
      { until: "session.idle" },
      { until: "tui.toast.show" },
      { prompt: "Really?" },
      { until: "session.idle" },
    ],
  });
  assert.deepEqual(saidByUs(happened), []);
  assert.equal(toastsOf(happened).length, 1);
  assert.match(toastsOf(happened)[0]!, /no "deno" on the PATH/);
  assert.deepEqual(await place.reflections(), []);
});

clientTest("OpenCode: a client that ends with its turn waits for the record", async () => {
  await using place = await OpencodePlace.make({ env: { REFLECTION_MODE: "solo" } });
  await place.play({
    args: ["run", "Write a note"],
    turns: [
      { use: "write", input: { filePath: place.repo.path("note.md"), content: "A note\n" } },
      { say: "Done." },
    ],
  });
  const [record, ...more] = await place.reflections();
  assert.deepEqual(more, []);
  assert.deepEqual(record!.files_changed, ["note.md"]);
  assert.equal(record!.agent, "opencode");
});

clientTest(
  "OpenCode: its own model may find more missing; its session is gone afterwards",
  async () => {
    await using place = await judgedOpencode({ REFLECTION_PROVIDER: "opencode" });
    const happened = await place.play({
      judged: JSON.stringify({
        complete: false,
        severity: "MEDIUM",
        feedback: "The changelog was not written.",
        missing: ["An entry in the changelog"],
        next_actions: ["Write it"],
        requires_human_action: false,
      }),
      turns: [
        change(place, "a + b"),
        RUN_TESTS,
        { say: "add() now adds. The test passes: 1 passed, 0 failed." },
        bash("echo entry > CHANGELOG.md"),
        { say: "The changelog has its entry. Is there anything else?" },
      ],
      steps: [
        { prompt: TASK },
        { until: "session.idle" },
        { until: "session.idle" },
        { records: 2, ending: ".verdict.json" },
      ],
    });
    assert.match(saidByUs(happened)[0]!, /An entry in the changelog/);
    const questions = happened.asked.filter(({ by }) => by === "judge");
    assert.ok(questions.length >= 1);
    for (const { request } of questions) {
      assert.deepEqual(request.tools ?? [], [], "without tools");
      assert.equal(request.model, "own");
    }
    assert.equal(happened.sessions.length, 1, "the judge's session is deleted");
    assert.equal((await place.verdicts())[0]!.model, "openai/own");
    assert.ok(
      (await place.verdicts()).every(({ session_id }) => session_id === happened.sessions[0].id),
    );
  },
);
