import assert from "node:assert/strict";
import { Scratch } from "../support/repository.ts";
import { isThere } from "./_faults.ts";
import { readRecord, recordNames, Session } from "./session.ts";

Deno.test("off is a strict no-op: no output, no file, no folder", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await repo.write({ ".keep": "" });
  for (const mode of [null, "", "off", "on", "SOLO", "solo ", "1"]) {
    const session = new Session(repo, "s", mode);
    for (const event of ["SessionStart", "Stop", "StopFailure", "SessionEnd"] as const) {
      const { stdout, stderr } = await session.hook(event, { env: { REFLECTION_ASK: "1" } });
      assert.deepEqual([stdout, stderr], ["", ""], `${event} ${mode}`);
    }
  }
  assert.equal(isThere(repo.path(".mosaic")), false);
});

Deno.test("a payload that is missing, broken or no object is a degraded record of an unknown session", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  for (const payload of ["", "{", "[]", "7", "null", '"x"', "{}", '{"session_id":7}']) {
    const record = await session.capture({ payload });
    assert.equal(record.session_id, "unknown", payload);
    assert.equal(record.provenance.degraded, true);
  }
});

Deno.test("of a payload over 1 MiB the session and the folder are still known", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const fake = '"session_id":"fake"';
  const payload = JSON.stringify({
    session_id: "big",
    cwd: repo.folder,
    hook_event_name: "Stop",
    last_assistant_message: fake + "x".repeat(3 * 1024 * 1024),
  });
  const record = await new Session(repo).capture({ payload });
  assert.equal(record.session_id, "big");
  assert.equal(record.provenance.degraded, true);
});

Deno.test("outside of a repository nothing is written, unless a folder is named", async () => {
  await using folder = await Scratch.make();
  const session = new Session(folder);
  await session.start();
  await session.stop();
  assert.deepEqual([...Deno.readDirSync(folder.folder)], []);
  await using named = await Scratch.make();
  await session.stop({ env: { REFLECTION_DIR: named.folder } });
  const [record] = await session.records(named.folder);
  assert.deepEqual([record?.files_changed, record?.provenance.degraded], [[], true]);
  assert.equal(record?.risk.needs_review, true, "not known is not harmless");
  assert.match(record?.risk.reason ?? "", /not known/);
  assert.deepEqual([...Deno.readDirSync(folder.folder)], []);
});

Deno.test("a session that was in another repository is named in a degraded record", async () => {
  await using repo = await Scratch.make();
  await using other = await Scratch.make();
  await repo.init();
  await other.init();
  const record = await new Session(repo).capture({ payload: { cwd: other.folder } });
  assert.equal(record.provenance.degraded, true);
  assert.ok(record.risk.reason.endsWith(other.folder), record.risk.reason);
});

Deno.test("the record is the project's, wherever the agent's shell ended up", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await repo.git("init", "--quiet", "nested");
  await repo.write({ "src/auth.ts": "1\n" });
  const nested = repo.path("nested");
  const record = await new Session(repo).capture({
    cwd: nested,
    env: { CLAUDE_PROJECT_DIR: repo.folder },
  });
  assert.ok(record.files_changed.includes("src/auth.ts"));
  assert.ok(record.risk.reason.endsWith(nested), record.risk.reason);
  assert.equal(isThere(`${nested}/.mosaic`), false);
});

Deno.test("REFLECTION_DIR takes the records, and never counts as a change itself", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const folder = repo.path("notes/of runs");
  const session = new Session(repo);
  for (const attempt of [1, 2]) {
    await session.stop({ env: { REFLECTION_DIR: folder } });
    const record = (await session.records(folder)).at(-1);
    assert.deepEqual(record?.files_changed, []);
    assert.equal(record?.provenance.reflection_attempt, attempt);
  }
  assert.equal(isThere(repo.path(".mosaic")), false);
});

Deno.test("a REFLECTION_DIR that no flag can carry is not used, and the log says so", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  for (const folder of [repo.path("a,b"), "relative"]) {
    await new Session(repo).capture({ env: { REFLECTION_DIR: folder } });
    assert.equal(isThere(folder), false);
    const log = await Deno.readTextFile(repo.path(".mosaic/reflections/errors.log"));
    assert.ok(log.includes(folder), log);
  }
});

Deno.test("session ids become safe file names that never collide", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const ids = ["../../etc/x y", "..", "a/b", "a_b", "a:b", "é", "e", "x".repeat(300), "-rf", ".x"];
  for (const id of ids) await new Session(repo, id).stop();
  const folder = repo.path(".mosaic/reflections");
  const names = await recordNames(folder);
  assert.equal(names.length, ids.length);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_][A-Za-z0-9._-]{0,150}$/);
  const records = await Promise.all(names.map((name) => readRecord(`${folder}/${name}`)));
  assert.deepEqual(records.map((record) => record.session_id).sort(), ids.toSorted());
  const states = [...Deno.readDirSync(`${folder}/state`)].map((entry) => entry.name);
  assert.equal(new Set(states).size, ids.length * 2, "a state and a lock each");
  assert.ok(names.some((name) => /^a_b-2\d{3}-\d\d-\d\dT[\d-]+Z\.reflection\.json$/.test(name)));
});

Deno.test("SessionEnd and StopFailure write only what no capture has seen", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  const count = async (): Promise<number> => (await session.records()).length;
  await session.start();
  await session.end();
  assert.equal(await count(), 0, "nothing happened at all");
  await repo.write({ "a.ts": "1\n" });
  await session.hook("StopFailure");
  assert.equal(await count(), 1, "an interrupted turn");
  await session.end();
  assert.equal(await count(), 1, "seen already");
  await repo.write({ "a.ts": "12\n" });
  await session.stop();
  await session.end();
  assert.equal(await count(), 2, "a normal end is not doubled");
  await repo.commit("Committed after the last capture");
  await session.end();
  assert.equal(await count(), 3, "HEAD moved");
  assert.deepEqual(
    (await session.records()).map((record) => record.provenance.reflection_attempt),
    [1, 2, 3],
  );
});

Deno.test("a capture that is under way keeps others of its session out", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.stop();
  using lock = await Deno.open(repo.path(".mosaic/reflections/state/session-1.lock"), {
    write: true,
  });
  await lock.lock(true);
  await session.stop();
  assert.equal((await session.records()).length, 1);
  await new Session(repo, "other").stop();
  assert.equal((await session.records()).length, 2, "another session is not kept out");
  await lock.unlock();
  await session.stop();
  assert.equal((await session.records()).length, 3);
});

Deno.test("a state that is broken is forgotten, and the capture goes on", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  for (const broken of ["{", "[]", "null", '{"attempts":-3,"dirty":7}', '{"base":"nonsense"}']) {
    await repo.write({ ".mosaic/reflections/state/session-1.json": broken });
    assert.equal((await session.capture()).provenance.reflection_attempt, 1, broken);
  }
});
