import assert from "node:assert/strict";
import { acknowledgedIn, Cursor, fileHash } from "../../fleet/cursor.ts";
import { Scratch } from "../support/repository.ts";

const STREAM = { name: "REFLECTION", created: "2026-01-31T12:00:00Z" };
const hash = (name: string): string => fileHash({ name, size: 1, modified: 2 });

async function cursorFile(scratch: Scratch): Promise<string> {
  for await (const { name } of Deno.readDir(scratch.path("state"))) {
    if (name.endsWith(".cursor")) return scratch.path(`state/${name}`);
  }
  throw new Error("There is no cursor");
}

Deno.test("a cursor holds what was written to it, and nothing that was not", async () => {
  await using scratch = await Scratch.make();
  const cursor = Cursor.open(scratch.folder, STREAM)!;
  cursor.add(hash("a"));
  assert.deepEqual([...acknowledgedIn(scratch.folder, STREAM)], []);
  cursor.write();
  cursor.add(hash("b"));
  assert.deepEqual([...acknowledgedIn(scratch.folder, STREAM)], [hash("a")]);
  cursor.write();
  assert.deepEqual([...acknowledgedIn(scratch.folder, STREAM)], [hash("a"), hash("b")]);
  assert.equal((await Deno.stat(await cursorFile(scratch))).mode! & 0o777, 0o600);
});

Deno.test("a cursor is had by one at a time", async () => {
  await using scratch = await Scratch.make();
  assert.notEqual(Cursor.open(scratch.folder, STREAM), null);
  assert.equal(Cursor.open(scratch.folder, STREAM), null);
  // Bringing the same folder elsewhere is another matter.
  assert.notEqual(
    Cursor.open(scratch.folder, { ...STREAM, created: "2026-02-01T12:00:00Z" }),
    null,
  );
});

Deno.test("a stream that was made anew has a cursor of its own, in which nothing is yet", async () => {
  await using scratch = await Scratch.make();
  const cursor = Cursor.open(scratch.folder, STREAM)!;
  cursor.add(hash("a"));
  cursor.write();
  const later = { ...STREAM, created: "2026-02-01T12:00:00Z" };
  assert.deepEqual([...acknowledgedIn(scratch.folder, later)], []);
  assert.equal(Cursor.open(scratch.folder, later)!.has(hash("a")), false);
});

Deno.test("a cursor that is damaged, or another's, holds nothing: all is brought again", async () => {
  await using scratch = await Scratch.make();
  const cursor = Cursor.open(scratch.folder, STREAM)!;
  for (const name of ["a", "b", "c"]) cursor.add(hash(name));
  cursor.write();
  const file = await cursorFile(scratch);
  const whole = await Deno.readTextFile(file);
  const damaged = [
    ...[
      "",
      "{",
      "[]",
      "null",
      "\0".repeat(100),
      whole.slice(0, -3),
      whole.replace('"files":3', '"files":2'),
    ],
    ...[whole.replace("ship-cursor.v1", "ship-cursor.v2"), whole.replace("2026", "2025")],
  ];
  for (const text of damaged) {
    await Deno.writeTextFile(file, text);
    assert.deepEqual([...acknowledgedIn(scratch.folder, STREAM)], [], text);
  }
  await Deno.writeTextFile(file, whole);
  assert.equal(acknowledgedIn(scratch.folder, STREAM).size, 3);
});

Deno.test("what stands for a file changes with its name, its size and its time", () => {
  const state = { name: "a.json", size: 10, modified: 20 };
  const hashes = [
    fileHash(state),
    fileHash({ ...state, name: "b.json" }),
    fileHash({ ...state, size: 11 }),
    fileHash({ ...state, modified: 21 }),
  ];
  assert.equal(new Set(hashes).size, 4);
  assert.equal(fileHash({ ...state }), hashes[0]);
  for (const one of hashes) assert.match(one, /^[\w-]{11}$/);
});

Deno.test("files that are gone are forgotten, and no others", async () => {
  await using scratch = await Scratch.make();
  const cursor = Cursor.open(scratch.folder, STREAM)!;
  for (const name of ["a", "b"]) cursor.add(hash(name));
  cursor.keepOnly(new Set([hash("b"), hash("c")]));
  cursor.write();
  assert.deepEqual([...acknowledgedIn(scratch.folder, STREAM)], [hash("b")]);
});

Deno.test("it is time to write at first and then now and then, less often the longer it takes", async () => {
  await using scratch = await Scratch.make();
  let now = 0;
  const cursor = Cursor.open(scratch.folder, STREAM, () => now)!;
  assert.equal(cursor.add(hash("a")), true);
  cursor.write();
  const waits = (from: number): number => {
    for (now = from; !cursor.add(hash(String(now))); now += 10);
    return now - from;
  };
  assert.equal(waits(0), 1_000);
  const slow: number[] = [];
  const slowly = Cursor.open(
    scratch.folder,
    { ...STREAM, created: "2026-02-01T12:00:00Z" },
    () => slow.shift() ?? now,
  )!;
  slowly.add(hash("a"));
  slow.push(1_000, 1_100);
  slowly.write();
  for (now = 1_100; !slowly.add(hash("b")); now += 10);
  assert.ok(now >= 3_000, String(now));
});

Deno.test("a link in the way of a cursor is not written through", async () => {
  await using scratch = await Scratch.make();
  await Deno.mkdir(scratch.path("records"));
  await Deno.mkdir(scratch.path("elsewhere"));
  await Deno.symlink(scratch.path("elsewhere"), scratch.path("records/state"));
  assert.throws(() => Cursor.open(scratch.path("records"), STREAM), /Refusing to write through/);
});
