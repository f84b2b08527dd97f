import { deepEqual, equal, ok } from "node:assert/strict";
import {
  callOf,
  conversationOf,
  type ToolCall,
  type Turn,
  turnOf,
} from "../../judge/conversation.ts";
import { factsIn } from "../../judge/evidence/evidence.ts";
import { OBSERVATIONS, observationsOf } from "../../judge/observations.ts";
import { edit, shell } from "./evidence/_calls.ts";

const person = turnOf({ origin: "person", text: "Do it" });
const says = (text: string, more: Partial<Turn> = {}) => turnOf({ origin: "agent", text, ...more });
const does = (...calls: ToolCall[]) =>
  calls.map((call) => turnOf({ origin: "agent", calls: [call] }));

function seen(turns: readonly Turn[], from = 0) {
  const conversation = { ...conversationOf(turns), turnsBefore: 5 };
  return observationsOf(conversation, factsIn(conversation), from);
}

const names = (...calls: ToolCall[]): string[] =>
  seen([person, ...does(...calls), says("Done")]).map(({ name }) => name);

const good = shell("npm test", "Tests:       4 passed, 4 total\n");
const bad = shell("npm test", "Tests:       1 failed, 3 passed, 4 total\n", 1);
const list = (...statuses: string[]) =>
  callOf({
    name: "TodoWrite",
    input: { todos: statuses.map((status) => ({ content: "a", status })) },
  });
const gone = callOf({ name: "mcp__x__call", input: { query: "q" }, state: "failed" });
const server = shell("npm run dev", null, null, { background: true, state: "running" });

/** What was called, and the observations that are made of it. */
const TABLE: readonly (readonly [string, readonly ToolCall[], readonly string[]])[] = [
  ["nothing", [], []],
  ["all well", [edit("a.ts"), good], []],
  ["red", [edit("a.ts"), bad], ["last_check_failed", "last_call_failed"]],
  ["red, then something else", [edit("a.ts"), bad, shell("ls")], ["last_check_failed"]],
  ["red, then a run that a pipe hides", [edit("a.ts"), bad, shell("npm test | head -3")], []],
  ["red, then green", [edit("a.ts"), bad, edit("a.ts"), good], []],
  ["tests green, lint red", [good, shell("npx eslint .", "", 1)], [
    "last_check_failed",
    "last_call_failed",
  ]],
  ["not there", [shell("npm test", "sh: jest: command not found", 127)], []],
  ["edited after green", [edit("a.ts"), good, edit("b.ts")], ["edited_after_check"]],
  ["docs edited after green", [edit("a.ts"), good, edit("README.md")], []],
  ["edited after green, then a run that a pipe hides", [
    good,
    edit("b.ts"),
    shell("npm test | head -3"),
  ], []],
  ["a refused edit after green", [good, { ...edit("b.ts"), refusedBy: "person" }], []],
  ["nothing ran", [edit("a.ts")], ["nothing_ran"]],
  ["nothing ran, docs only", [edit("README.md")], []],
  ["a check that was not there", [edit("a.ts"), shell("npm test", "", 127)], ["nothing_ran"]],
  ["skipped", [edit("a.test.ts", "it('a')", "it.skip('a')"), good], ["check_weakened"]],
  ["past the hooks", [shell("git commit --no-verify -m x")], ["check_weakened"]],
  ["again", [bad, bad, bad], ["last_check_failed", "same_failure_again", "last_call_failed"]],
  ["again, then well", [bad, bad, bad, good], []],
  ["a tool again", [gone, gone, gone], ["same_failure_again", "last_call_failed"]],
  [
    "grep in vain",
    [shell("grep x y", "", 1), shell("grep x y", "", 1), shell("grep x y", "", 1)],
    [],
  ],
  ["last call failed", [gone], ["last_call_failed"]],
  ["unread", [server], ["background_unread"]],
  ["open", [list("completed", "pending")], ["open_todos"]],
  ["closed", [list("completed", "completed")], []],
  ["red CI", [shell("gh pr checks 1", "a\tfail\t1m\tx", 1), shell("ls")], ["ci_red"]],
  ["green CI after red", [
    shell("gh pr checks 1", "a\tfail\t1m\tx", 1),
    shell("gh pr checks 1", "a\tpass\t1m\tx"),
  ], []],
];

Deno.test("observations are made of calls and their results", () => {
  for (const [name, calls, want] of TABLE) deepEqual(names(...calls), want, name);
});

Deno.test("an empty message and a compaction without work are told", () => {
  const told = (...turns: Turn[]) => seen([person, ...turns]).map(({ name }) => name);
  deepEqual(told(says("Done")), []);
  deepEqual(told(says("")), ["empty_last_message"]);
  const summary = turnOf({ origin: "summary", text: "So far" });
  deepEqual(told(...does(good), summary, says("Done")), ["nothing_after_compaction"]);
  deepEqual(told(summary, ...does(good), says("Done")), []);
});

Deno.test("every observation can be made, and stands in the table with its words", () => {
  const made = new Set([
    ...TABLE.flatMap(([, , want]) => want),
    "empty_last_message",
    "nothing_after_compaction",
  ]);
  deepEqual(Object.keys(OBSERVATIONS).sort(), [...made].sort());
  ok(Object.values(OBSERVATIONS).every(({ when }) => when !== ""));
});

Deno.test("an observation points to the call, the file and the line", () => {
  const content = "a\nit.skip('x')\n";
  const write = callOf({ id: "t1", name: "Write", input: { file_path: "a.test.ts", content } });
  const [one] = seen([person, ...does(good, write), says("Done")]).filter(({ name }) =>
    name === "check_weakened"
  );
  deepEqual(one, {
    name: "check_weakened",
    evidence: "In `a.test.ts`: `it.skip('x')`",
    at: { turn: 7, call: "t1", path: "a.test.ts", line: 2 },
  });
});

Deno.test("only the task at hand is looked at, but a pass before it counts", () => {
  const turns = [person, ...does(bad), person, ...does(edit("a.ts")), says("Done")];
  deepEqual(seen(turns, 2).map(({ name }) => name), ["nothing_ran"]);
  const passed = [person, ...does(good), person, ...does(edit("a.ts"), bad), says("Done")];
  const [failed] = seen(passed, 2);
  equal(failed?.evidence, "`npm test` failed (1 failed); `npm test` passed last in turn 6");
});
