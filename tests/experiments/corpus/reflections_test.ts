import assert from "node:assert/strict";
import {
  joinOutcomes,
  type Outcome,
  readSidecars,
  type Sidecar,
} from "../../../experiments/corpus/reflections.ts";
import { Rejections } from "../../../experiments/finding.ts";
import { FolderSource } from "../../../lib/records/folder.ts";
import { Scratch } from "../../support/repository.ts";
import { sampleRecord } from "../../schema/_records.ts";
import { sampleVerdict } from "../../schema/_verdict_records.ts";

const GOOD = { ...sampleRecord(), session_id: "s1", task_ref: "t1", confidence: 0.5 };
const { confidence: _, ...SILENT } = GOOD;

Deno.test("a sidecar that is not what it should be is counted by what is wrong with it", async () => {
  await using scratch = await Scratch.make();
  const cases: [content: unknown, reason: string | null][] = [
    [GOOD, null],
    [SILENT, null],
    [{ ...GOOD, confidence: "0.5" }, "record: not a valid reflection.v1 record: confidence"],
    [{ ...GOOD, confidence: 1.5 }, "record: not a valid reflection.v1 record: confidence"],
    [{ ...GOOD, timestamp: "yesterday" }, "record: not a valid reflection.v1 record: timestamp"],
    [{ ...GOOD, task_ref: 7 }, "record: not a valid reflection.v1 record: task_ref"],
    [[], "record: not an object"],
  ];
  const source = new FolderSource("here", scratch.folder);
  for (const [content, reason] of cases) {
    await scratch.write({ "a.reflection.json": JSON.stringify(content) });
    const rejections = new Rejections();
    const sidecars = await readSidecars(source, rejections);
    assert.deepEqual(rejections.list().map((rows) => rows.reason), reason === null ? [] : [reason]);
    assert.equal(sidecars.length, reason === null ? 1 : 0);
  }
  await scratch.write({ "a.reflection.json": " ".repeat(8 * 1024 * 1024 + 1) });
  await scratch.write({ "b.reflection.json": "" });
  await Deno.symlink("/dev/zero", scratch.path("c.reflection.json"));
  const rejections = new Rejections();
  assert.deepEqual(await readSidecars(source, rejections), []);
  assert.deepEqual(
    rejections.list().map(({ reason, first }) => [reason, ...first]),
    [
      ["record: larger than 8 MiB", 1],
      ["record: empty", 2],
      ["record: not a plain file", 3],
    ],
  );
});

Deno.test("other records among the sidecars are no sidecars, and no complaint", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({
    "a.reflection.json": JSON.stringify(GOOD),
    "b.verdict.json": JSON.stringify(sampleVerdict()),
  });
  const rejections = new Rejections();
  const sidecars = await readSidecars(new FolderSource("here", scratch.folder), rejections);
  assert.deepEqual(sidecars.map(({ place, session }) => [place, session]), [[1, "s1"]]);
  assert.deepEqual(rejections.list(), []);
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
