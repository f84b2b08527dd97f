import assert from "node:assert/strict";
import { FolderSource } from "../../../lib/records/folder.ts";
import { MAX_RECORD_BYTES } from "../../../lib/records/record.ts";
import type { Found } from "../../../lib/records/source.ts";
import { run } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";
import { sampleRecord } from "../../schema/_records.ts";
import { allSamples, asFiles, BESIDE, everything } from "./_samples.ts";

const sourceOf = (scratch: Scratch): FolderSource => new FolderSource("here", scratch.folder);

/** What is no record, by name. */
const problemsIn = (found: readonly Found[]): Record<string, string> =>
  Object.fromEntries(
    found.filter((one) => "problem" in one)
      .map(({ origin, problem }) => [origin.slice(origin.lastIndexOf("/") + 1), problem]),
  );

/** A record that is as long as it is told to be. */
function recordOf(length: number): string {
  const short = JSON.stringify({ ...sampleRecord(), known_not_in_diff: "" }).length;
  return JSON.stringify({ ...sampleRecord(), known_not_in_diff: "x".repeat(length - short) });
}

Deno.test("a folder gives a record of every kind, and where each came from", async () => {
  await using scratch = await Scratch.make();
  const files = asFiles(allSamples());
  await scratch.write(files);
  const found = await everything(sourceOf(scratch));
  assert.deepEqual(
    Object.fromEntries(found.map((one) => [one.origin, "record" in one && one.record])),
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [scratch.path(name), JSON.parse(text)]),
    ),
  );
});

Deno.test("a folder names what is no record, and reads on", async () => {
  await using scratch = await Scratch.make();
  const text = JSON.stringify(sampleRecord());
  await scratch.write({
    "a.reflection.json": text,
    "cut.reflection.json": text.slice(0, 200),
    "empty.verdict.json": "",
    "binary.review.json": crypto.getRandomValues(new Uint8Array(4_000)),
    "large.reflection.json": recordOf(MAX_RECORD_BYTES + 1),
    "huge.reflection.json": recordOf(3 * MAX_RECORD_BYTES),
    "package.json": '{"name":"shop"}',
    "notes.txt": "Remember",
    ".s-1.reflection.json.77.tmp": text.slice(0, 100),
    "z.reflection.json": text,
    "elsewhere/b.reflection.json": text,
  });
  await Deno.symlink(scratch.path("a.reflection.json"), scratch.path("link.reflection.json"));
  await Deno.symlink(scratch.path("nothing"), scratch.path("astray.reflection.json"));
  await run("mkfifo", [scratch.path("pipe.reflection.json")]);
  const found = await everything(sourceOf(scratch));
  assert.deepEqual(
    found.filter((one) => "record" in one).map(({ origin }) => origin).toSorted(),
    ["a.reflection.json", "z.reflection.json"].map((name) => scratch.path(name)),
  );
  assert.deepEqual(problemsIn(found), {
    "cut.reflection.json": "not JSON, or only half of it",
    "empty.verdict.json": "empty",
    "binary.review.json": "not UTF-8",
    "large.reflection.json": "larger than 8 MiB",
    "huge.reflection.json": "larger than 8 MiB",
    "package.json": "no schema named",
    "notes.txt": "not a record by its name",
    ".s-1.reflection.json.77.tmp": "was never written to its end",
    "link.reflection.json": "not a plain file",
    "astray.reflection.json": "not a plain file",
    "pipe.reflection.json": "not a plain file",
  });
});

Deno.test("a record may be as large as the limit, and small ones after it are read whole", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({
    "a.json": recordOf(MAX_RECORD_BYTES),
    "b.json": JSON.stringify(sampleRecord()),
    "c.json": recordOf(64 * 1024),
  });
  const found = await everything(sourceOf(scratch));
  assert.deepEqual(problemsIn(found), {});
  assert.equal(found.length, 3);
});

Deno.test("a folder says nothing of what else the hooks leave in it", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(BESIDE);
  assert.deepEqual(await everything(sourceOf(scratch)), []);
});

Deno.test("a folder that is not there, or is a file by now, has nothing in it", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ file: "" });
  for (const name of ["nowhere", "no/where", "file"]) {
    assert.deepEqual(await everything(new FolderSource("here", scratch.path(name))), []);
  }
});

Deno.test("again() gives a record once more, and nothing that is not one of the folder's", async () => {
  await using scratch = await Scratch.make();
  const text = JSON.stringify(sampleRecord());
  await scratch.write({
    "records/a.json": text,
    "records/half.json": text.slice(0, 99),
    "outside.json": text,
  });
  await Deno.symlink(scratch.path("outside.json"), scratch.path("records/link.json"));
  await run("mkfifo", [scratch.path("records/pipe.json")]);
  const source = new FolderSource("here", scratch.path("records"));
  const again = (name: string) => source.again(scratch.path(name));
  assert.deepEqual(await again("records/a.json"), sampleRecord());
  for (
    const name of [
      ...["records/half.json", "records/gone.json", "records/link.json", "records/pipe.json"],
      ...["outside.json", "records/../outside.json", "records"],
    ]
  ) assert.equal(await again(name), null, name);
});
