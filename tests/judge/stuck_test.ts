import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { callOf, conversationOf, type Turn, turnOf } from "../../judge/conversation.ts";
import { beginsWithMark } from "../../judge/feedback.ts";
import { judgeStuck } from "../../judge/stuck.ts";

const ASKED = turnOf({ origin: "person", text: "Add a login form" });

/** What a silence of so many seconds means, after one turn of the agent. */
function silent(seconds: number, given: Partial<Turn> | null, asked: Turn = ASKED) {
  const turns = given === null ? [asked] : [asked, turnOf({ ...given, origin: "agent" })];
  return judgeStuck(conversationOf(turns), { idleMs: seconds * 1_000 });
}

function reason(...given: Parameters<typeof silent>): string {
  return silent(...given)?.reason ?? "nothing tells";
}

const running = callOf({ name: "bash", input: { command: "npm install" }, state: "running" });

Deno.test("a tool that runs is work, however long, and the longer the less sure it is", () => {
  for (const seconds of [10, 90, 3_600]) {
    for (const text of ["", "Installing", "Should I go on?"]) {
      for (const state of ["running", "pending"] as const) {
        const given = { calls: [{ ...running, state }], completed: false, text };
        equal(reason(seconds, given), "working");
      }
    }
  }
  const [soon, late] = [90, 3_600].map((seconds) => silent(seconds, { calls: [running] }));
  ok(soon!.confidence > late!.confidence);
  equal(reason(90, { calls: [{ ...running, background: true }], text: "Done" }), "nothing tells");
});

Deno.test("the client's own question that is open waits for the person, and so does what they stopped", () => {
  for (const name of ["AskUserQuestion", "question", "ExitPlanMode"]) {
    equal(reason(90, { calls: [{ ...running, name }], completed: false }), "waiting_for_user");
  }
  equal(reason(90, { text: "Now I", aborted: true, completed: false }), "waiting_for_user");
  equal(reason(90, null, turnOf({ origin: "person", text: " " })), "waiting_for_user");
});

Deno.test("a generation that broke off is stuck after half a minute, one that never began after a minute", () => {
  const broke = { text: "First I change the", completed: false };
  deepEqual([29, 30, 90].map((seconds) => reason(seconds, broke)), [
    ...["working", "genuinely_stuck", "genuinely_stuck"],
  ]);
  for (const given of [null, { text: "", completed: false, outputTokens: 0 }]) {
    deepEqual([29, 45, 60].map((seconds) => reason(seconds, given)), [
      ...["working", "nothing tells", "genuinely_stuck"],
    ]);
  }
  equal(reason(45, { text: "", outputTokens: 38 }), "genuinely_stuck", "ended without a word");
  const failed = callOf({ name: "bash", state: "failed", output: "exit 1", exitCode: 1 });
  equal(reason(45, { text: " ", calls: [failed] }), "genuinely_stuck");
});

Deno.test("a generation that failed is stuck after half a minute, whatever had been written", () => {
  const before = turnOf({
    origin: "agent",
    text: "I look around.",
    calls: [callOf({ name: "ls" })],
  });
  const empty = turnOf({ origin: "agent", completed: false, outputTokens: 0 });
  for (const turns of [[ASKED], [ASKED, empty], [ASKED, before, empty], [ASKED, before]]) {
    const looks = [29, 30].map((seconds) =>
      judgeStuck(conversationOf(turns), { idleMs: seconds * 1_000, failed: true })?.reason
    );
    deepEqual(looks, ["working", "genuinely_stuck"]);
  }
});

Deno.test("what the agent wrote is not read: the same answer whatever it says, in any language", () => {
  const texts = [
    "Done, all tests pass.",
    "Which database should I use?",
    "Next steps:\n1. Wire it up",
    "Сделано. Продолжать?",
    "完成しました。次に続けます",
    "x",
  ];
  fc.assert(fc.property(
    fc.integer({ min: -5_000, max: 200_000 }),
    fc.boolean(),
    fc.option(fc.nat(100)),
    fc.constantFrom([], [running]),
    (idleMs, completed, outputTokens, calls) => {
      const [first, ...others] = texts.map((text) =>
        judgeStuck(
          conversationOf([
            ASKED,
            turnOf({ origin: "agent", text, completed, outputTokens, calls }),
          ]),
          { idleMs },
        )
      );
      for (const other of others) deepEqual(other, first);
      if (first === null || first === undefined) return;
      if (idleMs < 30_000) equal(first.stuck, false);
      equal(first.stuck, first.reason === "genuinely_stuck");
      equal(first.shouldNudge, first.stuck);
      equal(first.nudgeMessage !== null, first.stuck);
      if (first.nudgeMessage !== null) ok(beginsWithMark(first.nudgeMessage));
    },
  ));
});

Deno.test("what the agent said before the person's last message is another matter", () => {
  const earlier = turnOf({ origin: "agent", text: "broken off", completed: false });
  const conversation = conversationOf([ASKED, earlier, turnOf({ origin: "person", text: "Go" })]);
  equal(judgeStuck(conversation, { idleMs: 45_000 }), null);
  equal(judgeStuck(conversationOf([]), { idleMs: 90_000 })?.reason, "waiting_for_user");
});
