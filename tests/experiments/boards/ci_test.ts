import assert from "node:assert/strict";
import { Mainline, readResults } from "../../../experiments/boards/ci.ts";
import { Notes } from "../../../experiments/boards/notes.ts";
import { bytes, jsonl } from "./fixtures.ts";

const sha = (digit: string): string => digit.repeat(40);

/** 1 ← 2 ← 4 ← 5 on the default branch; 3 is on a branch that 4 merges. */
function history(): Mainline {
  const mainline = new Mainline();
  const parents = { "5": "4", "4": "23", "3": "1", "2": "1", "1": "" };
  for (const digit of ["5", "4", "3", "2", "1"] as const) {
    mainline.add({ sha: sha(digit), parents: [...parents[digit]].map(sha) });
  }
  return mainline;
}

const at = "2026-01-10T12:00:00Z";

Deno.test("a task is judged by the first result at or after the merge of its commit", () => {
  const notes = new Notes(Infinity);
  const rows = jsonl(
    { sha: sha("5"), at, ok: true },
    { sha: sha("4"), at: "2026-01-11T12:00:00Z", ok: true },
    { sha: sha("4"), at, ok: false },
    { sha: sha("1"), at, ok: true },
  );
  const first = history().judge(readResults(bytes(rows), notes), notes);
  const judged = (digit: string) => {
    const result = first(sha(digit));
    return result && [result.sha[0], result.ok];
  };
  assert.deepEqual(judged("1"), ["1", true]);
  assert.deepEqual(judged("2"), ["4", false]);
  assert.deepEqual(judged("3"), ["4", false]);
  assert.deepEqual(judged("5"), ["5", true]);
  assert.equal(judged("9"), undefined);
  assert.deepEqual(notes.rejections.list(), []);
});

Deno.test("results of a merged branch, of no commit, or in no shape are counted, not used", () => {
  const notes = new Notes(Infinity);
  const text = jsonl(
    { sha: sha("3"), at, ok: true },
    { sha: sha("9"), at, ok: true },
    { sha: "5555555", at, ok: true },
    { sha: sha("5"), at, ok: "yes" },
    { sha: sha("5"), at: 17, ok: true },
    [],
  ) + "not json\n";
  const first = history().judge(readResults(bytes(text), notes), notes);
  assert.equal(first(sha("1")), undefined);
  assert.deepEqual(notes.rejections.list(), [
    { reason: "a check's result with no full commit id", count: 3, first: [3, 6, 7] },
    {
      reason: "a check's result for a commit that is not on the branch",
      count: 2,
      first: [1, 2],
    },
    { reason: "a check's result that is neither true nor false", count: 1, first: [4] },
    { reason: "a check's result with no date that can be read", count: 1, first: [5] },
  ]);
});
