import assert from "node:assert/strict";
import { NameFinder } from "../../../experiments/boards/commit_signals.ts";
import { namesOf, plainTask } from "../../../experiments/boards/task.ts";

function found(message: string, ...ids: string[]): string[] {
  return [...new NameFinder(ids.map((id, n) => plainTask(id, n + 1))).find(message)];
}

Deno.test("a message names a task by its id as a whole word, a number with a hash only", () => {
  const named = {
    "bd-a1": [
      ...["fix: crash (bd-a1)", "bd-a1: fix crash", "Fix BD-A1.", "[bd-a1] fix", "work/bd-a1: fix"],
      "fix crash\n\nCloses bd-a1, bd-b2",
    ],
    "12": ["fix: crash (#12)"],
  };
  const notNamed = {
    "bd-a1": [
      ...["fix bd-a12", "fix bd-a1.2", "fix bd-a1-more", "fix xbd-a1", "fix abd-bd-a1"],
      "fix bd-a1_x",
    ],
    "12": ["12 fixes", "fix other/name#12", "fix name#12", "&#12;", "#123", "#1"],
  };
  for (const [id, messages] of Object.entries(named)) {
    for (const message of messages) assert.deepEqual(found(message, id), [id], message);
  }
  for (const [id, messages] of Object.entries(notNamed)) {
    for (const message of messages) assert.deepEqual(found(message, id), [], message);
  }
});

Deno.test("an id that could be any word is no name", () => {
  for (const id of ["setup", "set-up", "v2", "utf8"]) assert.deepEqual(namesOf(id), [], id);
  for (const id of ["proj-12", "task-7.1", "t_1", "sxyfyxb9t"]) assert.deepEqual(namesOf(id), [id]);
  assert.deepEqual(namesOf("__proto__"), []);
  assert.deepEqual(found("fix setup", "setup"), []);
});
