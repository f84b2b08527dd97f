import assert from "node:assert/strict";
import { Scratch } from "../support/repository.ts";
import { temporaryFiles } from "./_faults.ts";
import { Session } from "./session.ts";

Deno.test("fifty sessions that end at once in one repository lose and tear nothing", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const sessions = Array.from({ length: 50 }, (_, n) => new Session(repo, `session-${n}`));
  await Promise.all(sessions.map((session) => session.start()));
  await repo.write({ "a.ts": "1\n" });
  await Promise.all(sessions.map((session) => session.stop()));

  const records = await sessions[0]!.records();
  assert.equal(records.length, 50);
  assert.equal(new Set(records.map((record) => record.session_id)).size, 50);
  for (const record of records) {
    assert.equal(record.provenance.reflection_attempt, 1);
    assert.deepEqual(record.files_changed, ["a.ts"]);
  }
  assert.deepEqual(await temporaryFiles(repo.folder), []);
});

Deno.test("twenty ends of one session at once leave a whole record, and no attempt twice", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.start();
  await repo.write({ "a.ts": "1\n" });
  await Promise.all(Array.from({ length: 20 }, () => session.stop()));

  const records = await session.records();
  assert.ok(records.length >= 1);
  const attempts = records.map((record) => record.provenance.reflection_attempt);
  assert.equal(new Set(attempts).size, attempts.length, `attempts ${attempts}`);
  assert.deepEqual(await temporaryFiles(repo.folder), []);
  const next = await session.capture();
  assert.equal(next.provenance.reflection_attempt, Math.max(...attempts) + 1);
});

Deno.test("beginnings and ends of one session at once keep what it began with", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.start();
  await repo.write({ "a.ts": "1\n" });
  await repo.commit("By the agent");
  await Promise.all(Array.from({ length: 8 }, () => [session.start(), session.stop()]).flat());

  const record = await session.capture();
  assert.deepEqual(record.files_changed, ["a.ts"]);
});
