import assert from "node:assert/strict";
import { Scratch } from "../support/repository.ts";
import { contentOf } from "./_faults.ts";
import { recordNames, Session } from "./session.ts";
import { momentName } from "../../lib/text/names.ts";

// A clock that went backwards comes to moments that already have records. No clock is moved here:
// the records of all moments that the hook may be about to use are put there before it runs.
const WINDOW_MS = 12_000;

/** The names of the records of every millisecond to come. */
function namesToCome(session: string): string[] {
  const now = Date.now();
  return Array.from({ length: WINDOW_MS }, (_, ms) => {
    return `${session}-${momentName(new Date(now + ms).toISOString())}.reflection.json`;
  });
}

Deno.test("a record whose moment already has one stands beside it and replaces nothing", async () => {
  await using repo = await Scratch.make();
  await using outside = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.start();
  await outside.write({ "file": "precious\n" });
  const folder = repo.path(".mosaic/reflections");
  const earlier = namesToCome(session.id);
  earlier.forEach((name, n) => {
    // Every other one is a link, which must not be followed or replaced either.
    if (n % 2 === 0) Deno.writeTextFileSync(`${folder}/${name}`, `earlier ${n}\n`);
    else Deno.symlinkSync(outside.path(n % 3 === 0 ? "file" : "nowhere"), `${folder}/${name}`);
  });
  const before = await contentOf(outside.folder);
  await session.stop();

  const there = new Set(earlier);
  const added = (await recordNames(folder)).filter((name) => !there.has(name));
  assert.equal(added.length, 1);
  assert.match(added[0]!, /Z-2\.reflection\.json$/);
  earlier.forEach((name, n) => {
    if (n % 2 === 0) assert.equal(Deno.readTextFileSync(`${folder}/${name}`), `earlier ${n}\n`);
    else assert.ok(Deno.lstatSync(`${folder}/${name}`).isSymlink);
  });
  assert.equal(await contentOf(outside.folder), before);
});

Deno.test("a session whose beginning lies in the future goes on counting", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.start();
  const file = repo.path(".mosaic/reflections/state/session-1.json");
  const state = JSON.parse(await Deno.readTextFile(file));
  await Deno.writeTextFile(
    file,
    JSON.stringify({ ...state, startedAt: "2999-01-01T00:00:00.000Z", attempts: 4 }),
  );
  await repo.write({ "a.ts": "1\n" });
  await repo.commit("By the agent");
  await session.start({ payload: { source: "resume" } });

  const record = await session.capture();
  assert.equal(record.provenance.reflection_attempt, 5);
  assert.deepEqual(record.files_changed, ["a.ts"]);
  assert.ok(Date.parse(record.timestamp) < Date.parse("2999-01-01"));
});
