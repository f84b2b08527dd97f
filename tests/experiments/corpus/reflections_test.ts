import assert from "node:assert/strict";
import {
  joinOutcomes,
  type Outcome,
  readSidecars,
  type Sidecar,
} from "../../../experiments/corpus/reflections.ts";
import { Rejections } from "../../../experiments/report/rejected.ts";
import { Scratch } from "../../support/repository.ts";

const GOOD = {
  schema: "reflection.v1",
  session_id: "s1",
  task_ref: "t1",
  timestamp: "2026-01-31T12:00:00Z",
  confidence: 0.5,
};

Deno.test("a sidecar that is not what it should be is counted by what is wrong with it", async () => {
  await using scratch = await Scratch.make();
  const cases: [content: unknown, reason: string | null][] = [
    [GOOD, null],
    [{ ...GOOD, confidence: undefined }, null],
    [{ ...GOOD, confidence: "0.5" }, "sidecar: confidence is not a number from 0 to 1"],
    [{ ...GOOD, confidence: 1.5 }, "sidecar: confidence is not a number from 0 to 1"],
    [{ ...GOOD, timestamp: "yesterday" }, "sidecar: timestamp is not a moment in UTC"],
    [{ ...GOOD, task_ref: 7 }, "sidecar: session_id or task_ref is not a text"],
    [[], "sidecar: not an object"],
  ];
  for (const [content, reason] of cases) {
    await scratch.write({ "a.reflection.json": JSON.stringify(content) });
    const rejections = new Rejections();
    const sidecars = readSidecars(scratch.folder, rejections);
    assert.deepEqual(rejections.list().map((rows) => rows.reason), reason === null ? [] : [reason]);
    assert.equal(sidecars.length, reason === null ? 1 : 0);
  }
  await scratch.write({ "a.reflection.json": " ".repeat(4 * 1024 * 1024 + 1) });
  await scratch.write({ "b.reflection.json": "" });
  await Deno.symlink("/dev/zero", scratch.path("c.reflection.json"));
  const rejections = new Rejections();
  assert.deepEqual(readSidecars(scratch.folder, rejections), []);
  assert.deepEqual(
    rejections.list().map(({ reason, first }) => [reason, ...first]),
    [
      ["sidecar: longer than 4 MiB", 1],
      ["sidecar: not JSON", 2],
      ["sidecar: a link or a folder, not a file", 3],
    ],
  );
});

const sidecar = (place: number, change: Partial<Sidecar> = {}): Sidecar => ({
  place,
  session: `s${place}`,
  task: "t",
  written: 0,
  attempt: 1,
  confidence: place / 10,
  ...change,
});
const outcome: Outcome = { line: 1, by: "task", key: "t", correct: true };

Deno.test("of several sidecars the latest counts, by time, then attempt, then name", () => {
  for (
    const [first, second, wanted] of [
      [{ written: 2 }, { written: 1 }, 0.1],
      [{ attempt: 3 }, { attempt: 2 }, 0.1],
      [{ written: 1, attempt: 9 }, { written: 2 }, 0.2],
      [{}, {}, 0.2],
    ]
  ) {
    for (const turned of [false, true]) {
      const list = [sidecar(1, first as Partial<Sidecar>), sidecar(2, second as Partial<Sidecar>)];
      if (turned) list.reverse();
      const { confidences } = joinOutcomes(list, [outcome], new Rejections());
      assert.deepEqual([...confidences], [wanted]);
    }
  }
});

Deno.test("a session that did several tasks is one cluster, an unknown one is none", () => {
  const list = [
    sidecar(1, { session: "s", task: "a" }),
    sidecar(2, { session: "s", task: "b" }),
    sidecar(3, { session: "unknown", task: "c" }),
    sidecar(4, { session: "unknown", task: "d" }),
  ];
  const outcomes = ["a", "b", "c", "d"].map((key, i) => ({ ...outcome, key, line: i + 1 }));
  const { clusters, clusterCount } = joinOutcomes(list, outcomes, new Rejections());
  assert.deepEqual([...clusters!], [0, 0, 1, 2]);
  assert.equal(clusterCount, 3);
});
