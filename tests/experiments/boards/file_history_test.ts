import assert from "node:assert/strict";
import { FileHistory } from "../../../experiments/boards/file_history.ts";
import { plainTask, type Task } from "../../../experiments/boards/task.ts";

const open = (updated_at: number | null): Task => ({ ...plainTask("a1", 1), updated_at });
const done = (done_at: number | null): Task => ({ ...plainTask("a1", 1), done: true, done_at });

/** What the versions of one file, a moment apart, tell about a task. */
function after(...versions: Task[]): [done_at: number | null, reopened_at: readonly number[]] {
  const history = new FileHistory();
  for (const [n, task] of versions.entries()) history.add("f", [task], 1000 * (n + 1));
  const { done_at, reopened_at } = history.complete(plainTask("a1", 1));
  return [done_at, reopened_at];
}

Deno.test("a task is reopened if its record changed after it was closed", () => {
  assert.deepEqual(after(open(10), done(50), open(60)), [50, [60]]);
  assert.deepEqual(after(done(50), open(60), done(70), open(80)), [50, [60, 80]]);
});

Deno.test("an old record that comes back reopens nothing", () => {
  assert.deepEqual(after(done(50), open(40)), [50, []]);
  assert.deepEqual(after(done(50), open(50)), [50, []]);
  // And what was closed stays closed: it is the same closing that is seen again.
  assert.deepEqual(after(done(50), open(40), done(50), open(60)), [50, [60]]);
});

Deno.test("an older date of closing that comes back does not make a reopening of what was before", () => {
  assert.deepEqual(after(done(50), done(30), open(40)), [50, []]);
});

Deno.test("without dates in the record, those of the commits count", () => {
  assert.deepEqual(after(open(null), done(null), done(null), open(null)), [2000, [4000]]);
});

Deno.test("a copy in another file reopens nothing while the finished one stands", () => {
  const history = new FileHistory();
  history.add("a", [done(50)], 1000);
  history.add("b", [open(60)], 2000);
  assert.deepEqual(history.complete(plainTask("a1", 1)).reopened_at, []);
  history.remove("a", []);
  history.add("b", [open(70)], 3000);
  assert.deepEqual(history.complete(plainTask("a1", 1)).reopened_at, [70]);
});

Deno.test("tasks that were finished once are known when they are gone", () => {
  const history = new FileHistory();
  history.add("f", [done(50), { ...plainTask("a2", 2) }], 1000);
  assert.deepEqual([...history.gone(new Set())].map(({ id, done_at }) => [id, done_at]), [
    ["a1", 50],
  ]);
  assert.deepEqual([...history.gone(new Set(["a1"]))], []);
});
