import assert from "node:assert/strict";
import { clientTest, QUOTED } from "./claude.ts";
import { keepTranscript } from "./kept_transcripts.ts";
import { SUBAGENT_MARK } from "./messages_api.ts";
import {
  conversationOf,
  feedbackIn,
  judgedPlace,
  outcomes,
  printedIn,
  readTranscript,
  shapeOf,
  TASK,
  turnsOf,
  verdicts,
} from "./judging.ts";

clientTest(
  "an agent that did not run what is required is sent back once, runs it, and is let go",
  async () => {
    await using place = await judgedPlace({ REFLECTION_SIGNAL_DIR: ".reflection" });
    const { test, fix } = turnsOf(place);
    const run = await place.work([
      fix,
      { say: "I fixed add()." },
      test,
      { say: "add() now adds." },
    ], { prompt: TASK });
    assert.equal(run.code, 0);
    assert.match(run.result!, /^add\(\) now adds/);
    const [feedback, ...more] = feedbackIn(run);
    assert.deepEqual(more, [], "sent back once");
    assert.match(
      feedback!,
      /^Stop hook feedback:\n## Reflection: Task Incomplete \(1\/16\) \[HIGH\]/,
    );
    assert.match(feedback!, /node --test/);
    assert.deepEqual(await outcomes(place), ["pushed", "let_go"]);
    const [first, second] = await verdicts(place);
    assert.deepEqual([first!.floor, first!.verdict!.complete], ["incomplete", false]);
    assert.deepEqual([second!.floor, second!.verdict!.complete], ["complete", true]);
    assert.equal(second!.verdict!.severity, "NONE");
    assert.match(second!.diff_hash!, /^[0-9a-f]{64}$/);
    assert.equal(second!.session_id, run.sessionId);

    // Exactly one answer, and nothing else.
    assert.equal(printedIn(run).length, 1);
    assert.deepEqual(Object.keys(JSON.parse(printedIn(run)[0]!)), ["decision", "reason"]);

    for (const folder of [".mosaic/reflections", ".reflection"]) {
      const file = place.repo.path(`${folder}/verdict_${run.sessionId}.json`);
      const signal = JSON.parse(await Deno.readTextFile(file));
      assert.equal(signal.complete, true);
      assert.equal(signal.severity, "NONE");
      assert.equal(signal.sessionId, run.sessionId);
      assert.equal(typeof signal.timestamp, "number");
    }
    const conversation = await conversationOf(place, run.sessionId);
    assert.deepEqual(shapeOf(conversation), ["person", "agent", "feedback", "agent"]);
    const outcome = conversation.turns.flatMap(({ calls }) => calls).map(({ name, state }) =>
      `${name} ${state}`
    );
    assert.deepEqual(outcome, ["Write done", "Bash done"]);
    await keepTranscript("sent_back", place, run);
  },
);

clientTest("an agent that changes nothing is not sent back a second time", async () => {
  await using place = await judgedPlace();
  const { test, wrongFix } = turnsOf(place);
  const run = await place.work([
    wrongFix(),
    test,
    { say: "All tests pass." },
    test,
    { say: "I cannot do more." },
  ], { prompt: TASK });
  assert.equal(run.result, "I cannot do more.");
  assert.deepEqual(await outcomes(place), ["pushed", "handed_over: no_progress"]);
  assert.deepEqual((await verdicts(place))[1]!.vetoes!.map(({ name }) => name), ["unchanged"]);
});

clientTest("an agent that quotes the feedback is judged as if it had not", async () => {
  await using place = await judgedPlace();
  const { test, fix, wrongFix } = turnsOf(place);
  const run = await place.work([
    wrongFix(),
    { say: "I fixed add()." },
    wrongFix(1),
    { say: `${QUOTED}I fixed it.` },
    fix,
    test,
    { say: `${QUOTED}I ran it.` },
  ], { prompt: TASK });
  assert.equal(feedbackIn(run).length, 2);
  assert.deepEqual(await outcomes(place), ["pushed", "pushed", "let_go"]);
});

clientTest("where nothing is required and no model is named, the judge only watches", async () => {
  await using place = await judgedPlace();
  await place.requires();
  const { test, wrongFix } = turnsOf(place);
  const run = await place.work([wrongFix(), test, { say: "All tests pass." }], { prompt: TASK });
  assert.deepEqual(printedIn(run), []);
  const [record, ...more] = await verdicts(place);
  assert.deepEqual(more, []);
  assert.deepEqual([record!.outcome.decision, record!.verdict!.complete], ["let_go", null]);
  assert.ok(record!.observations!.length > 0);
});

clientTest(
  "the seventh feedback in a row hands over, and the client never cuts it off",
  async () => {
    await using place = await judgedPlace();
    const { test, wrongFix } = turnsOf(place);
    const rounds = Array.from({ length: 8 }, (_, round) => [
      wrongFix(round),
      test,
      { say: "All tests pass." },
    ]);
    const run = await place.work(rounds.flat(), { prompt: TASK });
    assert.equal(run.code, 0);
    assert.equal(run.result, "All tests pass.");
    assert.equal(feedbackIn(run).length, 7);
    assert.match(feedbackIn(run).at(-1)!, /\(7\/16\)/);
    assert.match(feedbackIn(run).at(-1)!, /last/i);
    assert.deepEqual((await outcomes(place)).slice(5), [
      "pushed",
      "handed_over",
      "skipped: attempts_used_up",
    ]);
  },
);

clientTest("an observer records the same verdict and says nothing", async () => {
  await using place = await judgedPlace({ REFLECTION_JUDGE: "observe" });
  const { test, wrongFix } = turnsOf(place);
  const run = await place.work([wrongFix(), test, { say: "All tests pass." }], { prompt: TASK });
  assert.deepEqual(printedIn(run), []);
  assert.deepEqual(await outcomes(place), ["observed"]);
  assert.equal((await verdicts(place))[0]!.verdict!.severity, "HIGH");
});

clientTest("a turn in plan mode is not judged, and the record says why", async () => {
  await using place = await judgedPlace();
  const run = await place.work([{ say: "Here is what I would do." }], {
    prompt: TASK,
    args: ["--permission-mode=plan"],
  });
  assert.deepEqual(printedIn(run), []);
  assert.deepEqual(await outcomes(place), ["skipped: plan_mode"]);
});

clientTest(
  "what still runs in the background is waited for, and judged when it has ended",
  async () => {
    await using place = await judgedPlace({ REFLECTION_DEBUG: "1" });
    const { test, fix, wrongFix } = turnsOf(place);
    const run = await place.converse([
      wrongFix(),
      place.bash("node -e 'setTimeout(() => {}, 1500)'; node --test", { run_in_background: true }),
      { say: "The tests run in the background." },
      { say: "The tests have ended. Everything works." },
      fix,
      test,
      { say: "add() was wrong and is fixed. The test passes now." },
    ], {
      prompts: [TASK],
      openUntil: {
        file: place.repo.path(".mosaic/reflections/debug.log"),
        holds: "verdict.json: let_go",
      },
    });
    assert.equal(run.code, 0);
    assert.deepEqual(await outcomes(place), ["skipped: background_tasks", "pushed", "let_go"]);
    assert.match(feedbackIn(run)[0]!, /node --test/);
    const { turns } = await conversationOf(place, run.sessionId);
    const [, inBackground] = turns.flatMap(({ calls }) => calls);
    assert.deepEqual([inBackground!.background, inBackground!.state], [true, "failed"]);
    await keepTranscript("background_task", place, run);
  },
);

clientTest(
  "an agent that the agent started is not judged, the one that started it is",
  async () => {
    await using place = await judgedPlace({ REFLECTION_DEBUG: "1" });
    const run = await place.converse([
      {
        use: "Agent",
        input: {
          description: "Look around",
          prompt: `${SUBAGENT_MARK} Look around`,
          subagent_type: "general-purpose",
        },
      },
      { say: "An agent looks around." },
      { say: "There is a module `add.mjs` and its test `add.test.mjs`, and nothing else." },
    ], {
      prompts: ["What is in this repository?"],
      openUntil: {
        file: place.repo.path(".mosaic/reflections/debug.log"),
        holds: "verdict.json: let_go",
      },
    });
    assert.equal(run.code, 0);
    assert.deepEqual(feedbackIn(run), []);
    // One verdict for each stop of the one that was asked, and none of the other's.
    const stops = run.hooks.filter(({ hook_event }) => hook_event === "Stop");
    assert.equal((await outcomes(place)).length, stops.length / 2);
    assert.equal((await outcomes(place)).at(-1), "let_go");
    const { turns } = await conversationOf(place, run.sessionId);
    assert.deepEqual(turns.map(({ origin, subagent }) => [origin, subagent]), [
      ["person", false],
      ["agent", false],
      ["agent", false],
      ["synthetic", false],
      ["agent", false],
    ]);
    const [started, ...others] = turns.flatMap(({ calls }) => calls);
    assert.deepEqual(others, []);
    assert.deepEqual([started!.name, started!.background, started!.state], ["Agent", true, "done"]);
    assert.match(turns[3]!.text, /^<task-notification>[^]*Looked around\./);
    assert.match(turns[4]!.text, /^There is a module/);
    // What the other one did stands in a file of its own, and is marked on every line.
    const [own, ...more] = await place.subagentTranscripts(run.sessionId);
    assert.deepEqual(more, []);
    const itsTurns = readTranscript(own!).turns;
    assert.deepEqual(itsTurns.map(({ origin, subagent, text }) => [origin, subagent, text]), [
      ["synthetic", true, `${SUBAGENT_MARK} Look around`],
      ["agent", true, "Looked around."],
    ]);
    await keepTranscript("subagent", place, run, { subagents: true });
  },
);

clientTest(
  "after a compaction the agent is reminded of the task once, and not sent on",
  async () => {
    await using place = await judgedPlace();
    const run = await place.converse([
      place.bash("git branch add-adds"),
      { say: "Which of the two do you want: a + b or b + a?" },
      { say: "Then I wait for your word. Which of the two is it?" },
    ], { prompts: ["Fix add() for PR #12, and push it", "/compact", "Either. You choose later."] });
    assert.equal(run.code, 0);
    const texts = run.asked.map(({ messages }) => JSON.stringify(messages));
    assert.equal(texts.length, 3, "nobody asked the model to go on");
    assert.equal(texts.filter((text) => text.includes("gh pr comment 12")).length, 1);
    const conversation = await conversationOf(place, run.sessionId);
    assert.ok(shapeOf(conversation).includes("summary"));
    await keepTranscript("compacted", place, run);
  },
);

clientTest(
  "where the calls do not tell what a compaction needs, the client's own quick model is asked",
  async () => {
    await using place = await judgedPlace({ REFLECTION_PROVIDER: "claude" });
    const { fix } = turnsOf(place);
    const run = await place.converse([
      fix,
      { say: "add() is changed. Next I run the tests. Or do you want another way?" },
      { say: "Either will do." },
    ], {
      prompts: [TASK, "/compact", "Which ways are there?"],
      structured: {
        action: "continue_task",
        hasActiveGitWork: false,
        confidence: 0.9,
        nudgeMessage: "Run the tests of add()",
      },
    });
    assert.equal(run.code, 0);
    const texts = run.asked.map(({ messages }) => JSON.stringify(messages));
    assert.equal(texts.filter((text) => text.includes("Run the tests of add()")).length, 1);
    const [question] = run.questions.filter((asked) => JSON.stringify(asked).includes("compacted"));
    assert.ok(JSON.stringify(question).includes(TASK));
  },
);

clientTest(
  "the client's own model may find more missing, and even then it comes to an end",
  async () => {
    await using place = await judgedPlace({ REFLECTION_PROVIDER: "claude" });
    const { test, fix } = turnsOf(place);
    const done = { say: "add() now adds. The test passes." };
    const run = await place.converse([fix, test, done, done], {
      prompts: [TASK],
      structured: {
        complete: false,
        severity: "MEDIUM",
        feedback: "The change is not in the changelog.",
        missing: ["An entry in CHANGELOG.md"],
        next_actions: ["Write the entry"],
        requires_human_action: false,
      },
    });
    assert.equal(run.code, 0);
    assert.deepEqual(await outcomes(place), ["pushed", "handed_over: no_progress"]);
    assert.match(feedbackIn(run)[0]!, /\[MEDIUM\][^]*An entry in CHANGELOG\.md/);
    const [first] = await verdicts(place);
    assert.match(first!.model!, /haiku/);
    assert.ok(first!.usage!.input_tokens > 0);
    assert.ok(first!.verdict!.evidence.some(({ rule }) => rule === "model"));
    // Asked once for each stop, in a client of its own whose hooks are off.
    assert.equal(run.questions.length, 2);
  },
);
