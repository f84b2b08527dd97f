import assert from "node:assert/strict";
import fc from "fast-check";
import {
  callOf,
  conversationOf,
  type ToolCall,
  type Turn,
  turnOf,
} from "../../judge/conversation.ts";
import { judgeStuck, type StuckReason, type StuckVerdict } from "../../judge/stuck.ts";
import { beginsWithMark } from "../../judge/feedback_marks.ts";
import { SIGNS } from "../../judge/stuck_signs.ts";

const ASKED = turnOf({ origin: "person", text: "Add a login form to the app" });

function bash(command: string, given: Partial<ToolCall> = {}): ToolCall {
  return callOf({ name: "bash", input: { command }, output: "", exitCode: 0, ...given });
}

function silent(seconds: number, given: Partial<Turn>, asked: Turn = ASKED): StuckVerdict {
  const answer = turnOf({ origin: "agent", outputTokens: 200, ...given });
  return judgeStuck(conversationOf([asked, answer]), { idleMs: seconds * 1_000 });
}

function is(verdict: StuckVerdict, reason: StuckReason): void {
  const stuck = reason === "genuinely_stuck";
  assert.equal(verdict.reason, reason, JSON.stringify(verdict));
  assert.equal(verdict.stuck, stuck);
  assert.equal(verdict.shouldNudge, stuck);
  assert.equal(verdict.nudgeMessage === null, !stuck);
  if (verdict.nudgeMessage !== null) assert.ok(beginsWithMark(verdict.nudgeMessage));
}

Deno.test("a tool that runs long is work", () => {
  for (const command of ["npm install", "cargo build --release", "docker build ."]) {
    const calls = [bash(command, { state: "running", output: null, exitCode: null })];
    for (const seconds of [10, 90, 3_600]) {
      is(silent(seconds, { calls, completed: false }), "working");
      is(silent(seconds, { calls, completed: false, text: "Installing the packages." }), "working");
    }
  }
});

Deno.test("a question, a confirmation or a choice waits for the person", () => {
  for (
    const text of [
      "Which database should I use: PostgreSQL or MySQL?",
      "I found two ways to do it.\n\n1. Sessions\n2. Tokens\n\nWhich one do you prefer?",
      "There are two ways.\n\nA) Sessions\nB) Tokens\n\nLet me know which option you prefer.",
      "The form is ready to be wired up. Should I proceed with the OAuth provider?",
    ]
  ) is(silent(60, { text }), "waiting_for_user");
});

Deno.test("what only a person can do waits for the person", () => {
  is(
    silent(60, {
      text: "The API answers 401. Please log in to the console and paste the API key here.",
    }),
    "waiting_for_user",
  );
});

Deno.test("a message that broke off is stuck, whether or not tokens were counted", () => {
  for (const outputTokens of [0, 45, null]) {
    for (const completed of [true, false]) {
      const verdict = silent(45, {
        text: "I have looked at the form. Now I will change the handler so that the",
        outputTokens,
        completed,
      });
      is(verdict, "genuinely_stuck");
    }
  }
});

Deno.test("next steps and then silence is stuck, and the nudge names the step", () => {
  const verdict = silent(60, {
    text:
      "I read the code of the app.\n\n## Next Steps\n\n1. Create the LoginForm component\n2. Wire it up",
  });
  is(verdict, "genuinely_stuck");
  assert.match(verdict.nudgeMessage ?? "", /LoginForm/);
});

Deno.test("an announcement and then silence is stuck, and the nudge names it", () => {
  const verdict = silent(60, { text: "Now let me create the LoginForm component." });
  is(verdict, "genuinely_stuck");
  assert.match(verdict.nudgeMessage ?? "", /LoginForm/);
});

Deno.test("a tool error and then silence is stuck", () => {
  const calls = [bash("npm run build", { state: "failed", output: "error", exitCode: 1 })];
  is(silent(60, { calls }), "genuinely_stuck");
  is(silent(60, { calls, text: "The build stopped with an error." }), "genuinely_stuck");
});

Deno.test("no text at all is stuck", () => {
  is(silent(45, { outputTokens: 0, completed: false }), "genuinely_stuck");
  is(silent(45, { outputTokens: 0 }), "genuinely_stuck");
  const unanswered = judgeStuck(conversationOf([ASKED]), { idleMs: 120_000 });
  is(unanswered, "genuinely_stuck");
});

Deno.test("a model that nobody counts may think for a minute", () => {
  is(silent(45, { outputTokens: null, completed: false }), "working");
  is(silent(61, { outputTokens: null, completed: false }), "genuinely_stuck");
});

Deno.test("the same failing action again and again is stuck", () => {
  const calls = Array.from(
    { length: 4 },
    () => bash("npm test", { state: "failed", output: "1 failed", exitCode: 1 }),
  );
  const verdict = silent(60, { calls, text: "The tests fail." });
  is(verdict, "genuinely_stuck");
  assert.match(verdict.nudgeMessage ?? "", /`npm test`/);
});

Deno.test("the same failing action is named although something else was done last", () => {
  const failed = bash("npm test", { state: "failed", output: "1 failed", exitCode: 1 });
  const calls = [failed, failed, failed, failed, bash("cat package.json", { output: "{}" })];
  const verdict = silent(60, { calls, text: "The tests fail." });
  is(verdict, "genuinely_stuck");
  assert.match(verdict.nudgeMessage ?? "", /`npm test` again and again/);
});

Deno.test("an agent that asks after many failures waits for the answer", () => {
  const failed = bash("npm test", { state: "failed", output: "1 failed", exitCode: 1 });
  const text = "The tests need a database. Which one should I use, PostgreSQL or MySQL?";
  is(silent(60, { calls: [failed, failed, failed, failed], text }), "waiting_for_user");
});

Deno.test("the longer a tool runs the less sure it is that it works", () => {
  const calls = [bash("npm ci", { state: "running", output: null, exitCode: null })];
  const [soon, late] = [90, 3_600].map((seconds) => silent(seconds, { calls }).confidence);
  assert.ok((soon ?? 0) > (late ?? 1));
});

Deno.test("open entries and trouble are named in the nudge", () => {
  const entries = [{ content: "Wire up the form", status: "pending" }];
  const todos = callOf({ name: "todowrite", input: { todos: entries }, output: "ok" });
  const open = silent(60, { calls: [todos], text: "The form has two fields." });
  is(open, "genuinely_stuck");
  assert.match(open.nudgeMessage ?? "", /Wire up the form/);
  const trouble = silent(60, { text: "I was unable to find the router of the app." });
  is(trouble, "genuinely_stuck");
  assert.match(trouble.nudgeMessage ?? "", /unable to find the router/);
});

Deno.test("ideas after work that has evidence, and doubts after a claim, are no reason to nudge", () => {
  const calls = [
    callOf({ name: "edit", input: { filePath: "src/Form.tsx" }, output: "ok" }),
    bash("npm test", { output: "Tests: 12 passed, 12 total" }),
  ];
  const text = "All 12 tests pass.\n\n## Next steps\n\n- Deploy to staging";
  const done = silent(60, { calls, text: `I've added the login form. ${text}` });
  is(done, "complete");
  assert.ok(done.confidence > 0.8);
  is(
    silent(60, { text: "I've added the login form. I couldn't try it in Safari." }),
    "complete",
  );
});

Deno.test("a message that is being written is work, but not for ever", () => {
  const text = "I have looked at the form.";
  is(silent(60, { text, completed: false, outputTokens: 30 }), "working");
  is(silent(200, { text, completed: false, outputTokens: 30 }), "genuinely_stuck");
});

Deno.test("waiting for CI or a rate limit is not nudged", () => {
  for (
    const text of [
      "I pushed the branch. CI is still running; I'll wait for it to finish.",
      "I hit a rate limit. Waiting 5 minutes before retrying.",
    ]
  ) is(silent(60, { text }), "working");
});

Deno.test("a finished task is complete", () => {
  const calls = [
    callOf({ name: "edit", input: { filePath: "src/LoginForm.tsx" }, output: "ok" }),
    bash("npm test", { output: "Tests: 12 passed, 12 total" }),
  ];
  const text = "I've added the login form. All 12 tests pass.";
  is(silent(60, { calls, text }), "complete");
  is(silent(60, { text: "I've added the login form and everything works." }), "complete");
});

Deno.test("what the person stopped waits for the person", () => {
  is(silent(60, { text: "Now let me", aborted: true }), "waiting_for_user");
});

Deno.test("nothing is stuck under thirty seconds, and nothing is ever nudged without a text", () => {
  const texts = ["", "Now let me create the", "Next Steps:\n1. Do it", "Which one?", "Done."];
  fc.assert(fc.property(
    fc.constantFrom(...texts),
    fc.boolean(),
    fc.option(fc.nat(100)),
    fc.integer({ min: -5_000, max: 200_000 }),
    (text, completed, outputTokens, idleMs) => {
      const answer = turnOf({ origin: "agent", text, completed, outputTokens });
      const verdict = judgeStuck(conversationOf([ASKED, answer]), { idleMs });
      if (idleMs < 30_000) assert.equal(verdict.stuck, false);
      assert.equal(verdict.stuck, verdict.reason === "genuinely_stuck");
      assert.equal(verdict.shouldNudge, verdict.stuck);
      assert.equal(verdict.nudgeMessage !== null, verdict.shouldNudge);
      assert.ok(verdict.confidence > 0 && verdict.confidence <= 1);
    },
  ));
});

Deno.test("every sign has a name of its own", () => {
  assert.equal(new Set(SIGNS.map(({ name }) => name)).size, SIGNS.length);
});

Deno.test("a megabyte of anything is judged in reasonable time", () => {
  for (const piece of ["a", " ", "`", "let me know ", "```\n", "please choose "]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const begin = performance.now();
    silent(60, { text }, turnOf({ origin: "person", text }));
    assert.ok(performance.now() - begin < 3_000, piece);
  }
});

Deno.test("without an answer yet it is at work or stuck, and never done", () => {
  for (const seconds of [5, 29, 30, 45, 59]) {
    is(judgeStuck(conversationOf([ASKED]), { idleMs: seconds * 1_000 }), "working");
  }
  is(judgeStuck(conversationOf([ASKED]), { idleMs: 61_000 }), "genuinely_stuck");
  is(silent(45, { completed: false, outputTokens: null }), "working");
});

Deno.test("where nobody asked for anything, nobody is told to go on", () => {
  for (const seconds of [5, 45, 90, 3_600]) {
    is(judgeStuck(conversationOf([]), { idleMs: seconds * 1_000 }), "waiting_for_user");
    is(silent(seconds, {}, turnOf({ origin: "person", text: " " })), "waiting_for_user");
  }
});
