import assert from "node:assert/strict";
import { acknowledgedIn, Cursor, fileHash } from "../../fleet/cursor.ts";
import { Scratch } from "../support/repository.ts";

const STREAM = { name: "REFLECTION", created: "2026-01-31T12:00:00Z" };
const hash = (name: string): string => fileHash(name, { size: 1, mtime: new Date(2) });

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
  const state = { size: 10, mtime: new Date(20) };
  const hashes = [
    fileHash("/x/a.json", state),
    fileHash("/x/b.json", state),
    fileHash("/x/a.json", { ...state, size: 11 }),
    fileHash("/x/a.json", { ...state, mtime: new Date(21) }),
  ];
  assert.equal(new Set(hashes).size, 4);
  assert.equal(fileHash("/y/a.json", state), hashes[0]);
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

Deno.test("what is noted is written soon, together, and less often the longer that takes", async () => {
  await using scratch = await Scratch.make();
  const real = { setTimeout: globalThis.setTimeout, now: performance.now };
  const waits: number[] = [];
  const times = [0, 10, 1_000, 1_100];
  let write = () => {};
  try {
    globalThis.setTimeout = ((call: () => void, time: number) => {
      waits.push(time);
      write = call;
      return 0;
    }) as unknown as typeof setTimeout;
    performance.now = () => times.shift()!;
    const cursor = Cursor.open(scratch.folder, STREAM)!;
    for (const name of ["a", "b"]) cursor.add(hash(name));
    write();
    cursor.add(hash("c"));
    write();
    cursor.add(hash("d"));
  } finally {
    globalThis.setTimeout = real.setTimeout;
    performance.now = real.now;
  }
  assert.deepEqual(waits, [300, 300, 2_000]);
  assert.equal(acknowledgedIn(scratch.folder, STREAM).size, 3);
});

Deno.test("a cursor that cannot be written says so once, and writes all of it later", async () => {
  await using scratch = await Scratch.make();
  const told: string[] = [];
  const cursor = Cursor.open(scratch.folder, STREAM, (message) => told.push(message))!;
  cursor.add(hash("a"));
  cursor.write();
  const file = await cursorFile(scratch);
  await Deno.remove(file);
  await Deno.mkdir(`${file}/full`, { recursive: true });
  for (const name of ["b", "c"]) {
    cursor.add(hash(name));
    cursor.write();
  }
  assert.equal(told.length, 1);
  assert.match(told[0]!, /^Cannot write ".*\.cursor": .*; going on$/);
  assert.notEqual(cursor.trouble, null);
  await Deno.remove(file, { recursive: true });
  cursor.write();
  assert.equal(cursor.trouble, null);
  assert.equal(acknowledgedIn(scratch.folder, STREAM).size, 3);
});

Deno.test("a link in the way of a cursor is not written through", async () => {
  await using scratch = await Scratch.make();
  await Deno.mkdir(scratch.path("records"));
  await Deno.mkdir(scratch.path("elsewhere"));
  await Deno.symlink(scratch.path("elsewhere"), scratch.path("records/state"));
  assert.throws(() => Cursor.open(scratch.path("records"), STREAM), /Refusing to write through/);
});
