import assert from "node:assert/strict";
import { NameFinder } from "../../../experiments/boards/commit_signals.ts";
import { namesOf, plainTask } from "../../../experiments/boards/task.ts";

function found(message: string, ...ids: string[]): string[] {
  return [...new NameFinder(ids.map((id, n) => plainTask(id, n + 1))).find(message)];
}

Deno.test("a message names a task by its id as a whole word", () => {
  for (
    const message of [
      "fix: crash (bd-a1)",
      "bd-a1: fix crash",
      "Fix BD-A1.",
      "fix crash\n\nCloses bd-a1, bd-b2",
      "[bd-a1] fix",
      "work/bd-a1: fix",
    ]
  ) assert.ok(found(message, "bd-a1").includes("bd-a1"), message);
});

Deno.test("a message does not name a task whose id is only a part of a word", () => {
  for (
    const message of [
      "fix bd-a12",
      "fix bd-a1.2",
      "fix bd-a1-more",
      "fix xbd-a1",
      "fix abd-bd-a1",
      "fix bd-a1_x",
    ]
  ) assert.deepEqual(found(message, "bd-a1"), [], message);
});

Deno.test("a number is a name with a hash only, and not that of another repository", () => {
  assert.deepEqual(found("fix: crash (#12)", "12"), ["12"]);
  for (const message of ["12 fixes", "fix other/name#12", "fix name#12", "&#12;", "#123", "#1"]) {
    assert.deepEqual(found(message, "12"), [], message);
  }
});

Deno.test("an id that could be any word is no name", () => {
  for (const id of ["setup", "set-up", "v2", "utf8"]) assert.deepEqual(namesOf(id), [], id);
  for (const id of ["proj-12", "task-7.1", "t_1", "sxyfyxb9t"]) assert.deepEqual(namesOf(id), [id]);
  assert.deepEqual(namesOf("__proto__"), []);
  assert.deepEqual(found("fix setup", "setup"), []);
});
