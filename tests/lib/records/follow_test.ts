import assert from "node:assert/strict";
import { Store } from "../../../lib/store/store.ts";
import { FolderSource } from "../../../lib/records/folder.ts";
import { ManySources } from "../../../lib/records/source.ts";
import { Scratch } from "../../support/repository.ts";
import { sampleRecord } from "../../schema/_records.ts";
import { Follower } from "./_follower.ts";
import { BESIDE } from "./_samples.ts";

const recordOf = (session_id: string): string => JSON.stringify({ ...sampleRecord(), session_id });

const following = (folder: string): Follower => new Follower(new FolderSource("here", folder));

Deno.test("following a folder tells of a record that comes, is replaced, and goes", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "a.json": recordOf("s-1") });
  await using follower = following(scratch.folder);
  assert.deepEqual(await follower.next(), { "a.json": "s-1" });
  await scratch.write({ "b.json": recordOf("s-2") });
  await follower.until({ "a.json": "s-1", "b.json": "s-2" });
  await scratch.write({ "new.json": recordOf("s-3") });
  await Deno.rename(scratch.path("new.json"), scratch.path("a.json"));
  await follower.until({ "a.json": "s-3", "b.json": "s-2" });
  await Deno.remove(scratch.path("a.json"));
  await follower.until({ "b.json": "s-2" });
  await scratch.write({ "b.json": "{" });
  await follower.until({ "b.json": "not JSON, or only half of it" });
  await scratch.write({ "b.json": recordOf("s-4") });
  await follower.until({ "b.json": "s-4" });
});

Deno.test("following a folder, what a hook writes is never taken for something else", async () => {
  await using scratch = await Scratch.make();
  await using follower = following(scratch.folder);
  assert.deepEqual(await follower.next(), {});
  const store = Store.open(scratch.folder);
  for (const [name, text] of Object.entries(BESIDE)) store.write(name, text);
  for (let n = 0; n < 20; n++) store.write(`${n}.reflection.json`, recordOf("s-1"));
  const all = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`${n}.reflection.json`, "s-1"]),
  );
  await follower.until(all);
  await Deno.mkdir(scratch.path("elsewhere.json"));
  store.write("last.reflection.json", recordOf("s-2"));
  await follower.until({ ...all, "last.reflection.json": "s-2" });
  for (const seen of follower.history) {
    const others = Object.keys(seen).filter((name) => !/^\w+\.reflection\.json$/.test(name));
    // Caught in the middle of writing, it is named, and forgotten with the next look.
    assert.deepEqual(others.filter((name) => !name.endsWith(".tmp")), []);
  }
});

Deno.test("following a folder tells of what is no record as it comes and goes", async () => {
  await using scratch = await Scratch.make();
  await using follower = following(scratch.folder);
  assert.deepEqual(await follower.next(), {});
  await scratch.write({ "notes.txt": "", "a.json": "" });
  await follower.until({ "notes.txt": "not a record by its name", "a.json": "empty" });
  await Deno.remove(scratch.path("notes.txt"));
  await follower.until({ "a.json": "empty" });
  await Deno.remove(scratch.path("a.json"));
  await Deno.mkdir(scratch.path("a.json"));
  await follower.until({});
  await scratch.write({ "elsewhere/a.json": recordOf("s-1") });
  await Deno.symlink(scratch.path("elsewhere/a.json"), scratch.path("link.json"));
  await follower.until({ "link.json": "not a plain file" });
});

Deno.test("following a folder that is not there begins when it is made, however deep", async () => {
  await using scratch = await Scratch.make();
  const folder = scratch.path("a/b/c");
  await using follower = following(folder);
  assert.deepEqual(await follower.next(), {});
  await Deno.mkdir(folder, { recursive: true });
  await scratch.write({ "a/b/c/a.json": recordOf("s-1") });
  await follower.until({ "a.json": "s-1" });
  await scratch.write({ "a/b/c/b.json": recordOf("s-2") });
  await follower.until({ "a.json": "s-1", "b.json": "s-2" });
});

Deno.test("following a folder that is removed forgets its records, and sees it come again", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "a/records/a.json": recordOf("s-1") });
  await using follower = following(scratch.path("a/records"));
  assert.deepEqual(await follower.next(), { "a.json": "s-1" });
  await Deno.remove(scratch.path("a"), { recursive: true });
  await follower.until({});
  await scratch.write({ "a/records/b.json": recordOf("s-2") });
  await follower.until({ "b.json": "s-2" });
  await Deno.rename(scratch.path("a/records"), scratch.path("a/moved"));
  await follower.until({});
  await Deno.rename(scratch.path("a/moved"), scratch.path("a/records"));
  await follower.until({ "b.json": "s-2" });
});

Deno.test("following ends when it is asked to, before the first look or in the middle", async () => {
  await using scratch = await Scratch.make();
  await using early = following(scratch.folder);
  early.stop();
  assert.equal(await early.next(), null);
  await using late = following(scratch.folder);
  assert.deepEqual(await late.next(), {});
  const ended = late.next();
  late.stop();
  assert.equal(await ended, null);
});

Deno.test("following several folders tells all of them first, and then of each", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "a/a.json": recordOf("s-1"), "b/b.json": recordOf("s-2") });
  const names = ["a", "b", "c"];
  const source = new ManySources(
    names.map((name) => new FolderSource(name, scratch.path(name))),
  );
  assert.equal(source.place, "a, b, c");
  await using follower = new Follower(source);
  assert.deepEqual(await follower.next(), { "a.json": "s-1", "b.json": "s-2" });
  await scratch.write({ "c/c.json": recordOf("s-3") });
  await follower.until({ "a.json": "s-1", "b.json": "s-2", "c.json": "s-3" });
  await Deno.remove(scratch.path("a/a.json"));
  await follower.until({ "b.json": "s-2", "c.json": "s-3" });
  await source.close();
});
