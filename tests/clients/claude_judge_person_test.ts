import assert from "node:assert/strict";
import { clientTest } from "./claude.ts";
import { keepTranscript } from "./kept_transcripts.ts";
import { NO_ANSWER } from "./messages_api.ts";
import {
  conversationOf,
  feedbackIn,
  judgedPlace,
  outcomes,
  shapeOf,
  TASK,
  turnsOf,
  verdicts,
} from "./judging.ts";

clientTest("after an interruption there is no feedback, and the next task is judged", async () => {
  await using place = await judgedPlace();
  const { wrongFix } = turnsOf(place);
  const started = place.outside.path("tmp/started");
  const run = await place.converse([
    wrongFix(),
    place.bash(`echo here > "${started}"; deno eval 'setTimeout(() => {}, 60000)'`),
    { say: "It is a test of add()." },
    wrongFix(1),
    { say: "I fixed it." },
    { say: "I will not run the tests." },
  ], {
    prompts: [TASK, "What does add.test.mjs test?", "Then fix it"],
    interrupt: { file: started, holds: "here" },
  });
  assert.equal(run.code, 0);
  assert.equal(feedbackIn(run).length, 1);
  assert.deepEqual(await outcomes(place), ["let_go", "pushed", "handed_over: no_progress"]);
  const [afterEsc] = await verdicts(place);
  assert.deepEqual([afterEsc!.floor, afterEsc!.vetoes!.map(({ name }) => name)], [
    "incomplete",
    ["changed_nothing"],
  ]);
  const shape = shapeOf(await conversationOf(place, run.sessionId));
  assert.deepEqual(shape.slice(0, 4), ["person", "agent", "synthetic", "person"]);
  await keepTranscript("interrupted", place, run);
});

/** Ends when the process does whose id is in the file, so that nothing has to be timed. */
function whenEnded(file: string): string {
  const script = `const { readFileSync } = require("node:fs");
    const runs = () => {
      try { return process.kill(Number(readFileSync(process.argv[1], "utf8")), 0); }
      catch ({ code }) { return code === "ENOENT"; }
    };
    const timer = setInterval(() => runs() || clearInterval(timer), 50);`;
  return `node -e '${script.replaceAll(/\s+/g, " ")}' '${file}'`;
}

clientTest(
  "after an interruption there is no feedback, also where a background task wakes the agent",
  async () => {
    await using place = await judgedPlace({ REFLECTION_DEBUG: "1" });
    const started = place.outside.path("tmp/started");
    const { wrongFix } = turnsOf(place);
    const run = await place.converse([
      wrongFix(),
      place.bash(whenEnded(started), { run_in_background: true }),
      place.bash(`node --test; echo $$ > '${started}'; node -e 'setTimeout(() => {}, 60000)'`),
      { say: "The background task has ended. All tests pass." },
    ], {
      prompts: [TASK],
      interrupt: { file: started, holds: "\n" },
      openUntil: {
        file: place.repo.path(".mosaic/reflections/debug.log"),
        holds: "verdict.json",
      },
    });
    assert.equal(run.code, 0);
    assert.deepEqual(feedbackIn(run), []);
    assert.deepEqual(await outcomes(place), ["skipped: aborted"]);
    const shape = shapeOf(await conversationOf(place, run.sessionId));
    assert.deepEqual(shape, ["person", "agent", "synthetic", "agent"]);
    await keepTranscript("woken_after_interruption", place, run);
  },
);

clientTest(
  "an interruption while the judge is at work ends the judging, without feedback",
  async () => {
    await using place = await judgedPlace({ REFLECTION_PROVIDER: "claude" });
    const { wrongFix } = turnsOf(place);
    const session = crypto.randomUUID();
    await Deno.mkdir(place.repo.path(".mosaic/reflections/state"), { recursive: true });
    const state = place.repo.path(`.mosaic/reflections/state/${session}.judge.json`);
    const run = await place.converse([
      wrongFix(),
      { say: "All tests pass." },
      { say: "It tests that add() adds." },
    ], {
      prompts: [TASK, "What does the test test?"],
      args: [`--session-id=${session}`],
      interrupt: { file: state, holds: '"task":1' },
      structured: NO_ANSWER,
    });
    assert.equal(run.code, 0);
    assert.ok(run.hooks.some(({ outcome }) => outcome === "cancelled"), "the judge was at work");
    assert.deepEqual(feedbackIn(run), []);
    assert.deepEqual(await outcomes(place), ["let_go"]);
  },
);

clientTest("a person who speaks while the judge is at work gets no feedback", async () => {
  await using place = await judgedPlace({ REFLECTION_PROVIDER: "claude", REFLECTION_DEBUG: "1" });
  const { wrongFix } = turnsOf(place);
  const session = crypto.randomUUID();
  await Deno.mkdir(place.repo.path(".mosaic/reflections/state"), { recursive: true });
  const run = await place.converse([
    wrongFix(),
    { say: "All tests pass." },
    { say: "It tests that add() adds." },
  ], {
    prompts: [TASK],
    args: [`--session-id=${session}`],
    meanwhile: {
      file: place.repo.path(`.mosaic/reflections/state/${session}.judge.json`),
      holds: '"task":1',
      say: "Forget it. What does the test test?",
      written: place.transcriptPath(session),
    },
    structured: {
      complete: false,
      severity: "HIGH",
      feedback: "The test fails.",
      missing: ["A test that passes"],
      next_actions: ["Fix it"],
      requires_human_action: false,
    },
    openUntil: {
      file: place.repo.path(".mosaic/reflections/debug.log"),
      holds: "verdict.json: let_go",
    },
  });
  assert.equal(run.code, 0);
  assert.deepEqual(feedbackIn(run), []);
  assert.equal((await outcomes(place))[0], "let_go: concurrent");
});

clientTest("a task that was interrupted is not brought up after a compaction", async () => {
  await using place = await judgedPlace();
  const started = place.outside.path("tmp/started");
  const run = await place.converse([
    place.bash(`git branch x; echo here > '${started}'; node -e 'setTimeout(() => {}, 60000)'`),
    { say: "There is one test, of add()." },
  ], {
    prompts: ["Fix add() for PR #12, and push it", "/compact", "Which tests are there?"],
    interrupt: { file: started, holds: "here" },
  });
  assert.equal(run.code, 0);
  const texts = run.asked.map(({ messages }) => JSON.stringify(messages));
  assert.deepEqual(texts.filter((text) => text.includes("Context Was Compacted")), []);
});
