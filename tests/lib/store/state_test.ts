import assert from "node:assert/strict";
import {
  KeyMemory,
  newSession,
  readSession,
  readState,
  writeSession,
  writeState,
} from "../../../lib/store/state.ts";
import { Store } from "../../../lib/store/store.ts";
import { Scratch } from "../../support/repository.ts";

const FILE = "state/memory.json";

/** A key as long as the longest finding's, in characters of three bytes. */
const longKey = (n: number): string => JSON.stringify(["SECURITY", `${n} ${"€".repeat(4500)}`]);

function storeTest(
  name: string,
  test: (store: Store, scratch: Scratch) => void | Promise<void>,
): void {
  Deno.test(name, async () => {
    await using scratch = await Scratch.make();
    await test(Store.open(scratch.path("records")), scratch);
  });
}

storeTest("what is missing, broken, too large or no file is as new", (store) => {
  const read = (most?: number): unknown => readState(store, FILE, (value) => value, most);
  assert.equal(read(), null);
  writeState(store, FILE, { n: 1 });
  assert.deepEqual(read(), { n: 1 });
  assert.deepEqual(read('{"n":1}'.length), { n: 1 });
  assert.equal(read('{"n":1}'.length - 1), null);
  writeState(store, FILE, "x".repeat(256 * 1024));
  assert.equal(read(), null);
  store.write(FILE, '{"n":');
  assert.equal(read(), null);
  Deno.removeSync(`${store.folder}/${FILE}`);
  Deno.mkdirSync(`${store.folder}/${FILE}`);
  assert.equal(read(), null);
});

storeTest("a full memory of the longest keys is remembered by the next process", (store) => {
  const most = 1000;
  const memory = new KeyMemory(store, FILE, most);
  const keys = Array.from({ length: most }, (_, n) => longKey(n));
  memory.add(...keys);
  const later = new KeyMemory(store, FILE, most);
  assert.deepEqual(keys.filter((key) => !later.has(key)), []);
  later.add(longKey(most));
  const last = new KeyMemory(store, FILE, most);
  // The oldest made room.
  assert.deepEqual([0, 1, most].map((n) => last.has(longKey(n))), [false, true, true]);
});

storeTest("two processes that remember at the same time forget nothing", (store) => {
  const [one, two] = [new KeyMemory(store, FILE, 9), new KeyMemory(store, FILE, 9)];
  one.add("a");
  two.add("b");
  const later = new KeyMemory(store, FILE, 9);
  assert.deepEqual(["a", "b", "c"].map((key) => later.has(key)), [true, true, false]);
});

storeTest("a memory that is not ours, or holds something else, knows nothing", (store) => {
  new KeyMemory(store, FILE, 9).add("a");
  assert.equal(new KeyMemory(store, FILE, 9, false).has("a"), false);
  for (const value of [{ a: 1 }, "a", [1, null, ["a"]]]) {
    writeState(store, FILE, value);
    assert.equal(new KeyMemory(store, FILE, 9).has("a"), false);
  }
});

storeTest("a session is read as it was written, with any number of dirty files", (store) => {
  assert.equal(readSession(store, "s-1"), null);
  const dirty = Object.fromEntries(
    Array.from({ length: 5000 }, (_, n) => [`src/${"x".repeat(60)}${n}.ts`, `${n}`]),
  );
  const state = {
    base: "a".repeat(40),
    startedAt: "2026-01-10T12:00:00.000Z",
    dirty,
    attempts: 3,
    last: "b",
  };
  writeSession(store, "s-1", state);
  assert.deepEqual(readSession(store, "s-1"), state);
  assert.equal(readSession(store, "s-2"), null);
});

storeTest("a session's fields that make no sense are as new", (store) => {
  const file = "state/s-1.json";
  writeState(store, file, {
    base: "--upload-pack=x",
    startedAt: 7,
    dirty: "all",
    attempts: -1,
    last: {},
  });
  assert.deepEqual(readSession(store, "s-1"), newSession());
  for (const attempts of [0.5, 1e9, "3", null]) {
    writeState(store, file, { attempts });
    assert.deepEqual(readSession(store, "s-1"), newSession());
  }
  writeState(store, file, [1]);
  assert.deepEqual(readSession(store, "s-1"), newSession());
  writeState(store, file, "text");
  assert.equal(readSession(store, "s-1"), null);
  store.write(file, "{");
  assert.equal(readSession(store, "s-1"), null);
});
