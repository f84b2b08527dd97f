import assert from "node:assert/strict";
import { isThere } from "./_faults.ts";
import { Judging, RECORDS } from "./_judging.ts";

const SIGNALS = { REFLECTION_SIGNAL_DIR: ".reflection" };

/** The latest verdict of the session in a folder, after its mode has been checked. */
function signalIn(judging: Judging, folder: string, name = `verdict_${judging.session}.json`) {
  const path = judging.repo.path(`${folder}/${name}`);
  assert.equal(Deno.lstatSync(path).mode! & 0o777, 0o600);
  return JSON.parse(Deno.readTextFileSync(path));
}

Deno.test("the latest verdict stands beside the records, and where other tools look if the user says so", async () => {
  await using judging = await Judging.make();
  const before = Date.now();
  const { record } = await judging.fails().stop({ env: SIGNALS });
  const signal = signalIn(judging, ".reflection");
  assert.deepEqual(signal, signalIn(judging, RECORDS));
  const { sessionId, complete, severity, timestamp } = signal;
  assert.deepEqual([sessionId, complete, severity], [judging.session, false, "HIGH"]);
  assert.equal(timestamp, Date.parse(record.timestamp));
  assert.ok(timestamp >= before && timestamp <= Date.now());
  assert.deepEqual(judging.names(".verdict.json"), [signal.record]);
  assert.equal(await judging.repo.git("status", "--porcelain"), " M src/add.mjs");

  await judging.succeeds(null).stop({ env: SIGNALS });
  assert.equal(signalIn(judging, ".reflection").complete, true);
});

Deno.test("without the setting there is no other folder", async () => {
  await using judging = await Judging.make();
  await judging.fails().stop();
  assert.equal(signalIn(judging, RECORDS).complete, false);
  assert.equal(isThere(judging.repo.path(".reflection")), false);
});

Deno.test("where nothing was judged, the latest verdict stays what it was", async () => {
  await using judging = await Judging.make();
  await judging.fails().stop({ env: SIGNALS });
  const signal = signalIn(judging, ".reflection");
  await judging.stop({ env: SIGNALS, payload: { permission_mode: "plan" } });
  assert.deepEqual(signalIn(judging, ".reflection"), signal);
});

Deno.test("a folder for signals behind a link is refused and noted, and the record is written", async () => {
  await using judging = await Judging.make();
  await Deno.mkdir(judging.home.path("elsewhere"));
  await Deno.symlink(judging.home.path("elsewhere"), judging.repo.path(".reflection"));
  assert.equal(await judging.fails().outcome({ env: SIGNALS }), "pushed");
  assert.deepEqual([...Deno.readDirSync(judging.home.path("elsewhere"))], []);
  assert.match(judging.log("errors.log"), /Refusing to write through "\.reflection"/);
  assert.equal(signalIn(judging, RECORDS).complete, false);
});

Deno.test("a folder for signals that leads out of the repository is refused and noted", async () => {
  for (const folder of ["../out", ".reflection/../../out", "..", ".", "a,b"]) {
    await using judging = await Judging.make();
    const { record } = await judging.fails().stop({
      env: { REFLECTION_SIGNAL_DIR: folder },
    });
    assert.equal(record.outcome.decision, "pushed", folder);
    assert.match(judging.log("errors.log"), /REFLECTION_SIGNAL_DIR must be a path/);
    assert.equal(isThere(judging.repo.path("../out")), false);
    assert.deepEqual(
      Array.from(Deno.readDirSync(judging.repo.folder), ({ name }) => name).sort(),
      [".git", ".mosaic", "src"],
    );
  }
});

Deno.test("an absolute folder for signals is made and used", async () => {
  await using judging = await Judging.make();
  const folder = judging.home.path("signals/of mine");
  await judging.fails().stop({ env: { REFLECTION_SIGNAL_DIR: folder } });
  const [file] = [...Deno.readDirSync(folder)];
  assert.equal(file?.name, `verdict_${judging.session}.json`);
});

Deno.test("a session's id names files only as far as it is safe, and is told in full", async () => {
  const ids = ["../../up", "a b$(touch pwned)`x`;'\"", "é\n\u202e", "-rf", "x".repeat(5000)];
  for (const id of ids) {
    await using judging = await Judging.make(id);
    const { record } = await judging.fails().stop({ env: SIGNALS });
    assert.equal(record.session_id, id);
    const names = Array.from(
      Deno.readDirSync(judging.repo.path(".reflection")),
      ({ name }) => name,
    ).filter((name) => name !== ".gitignore");
    assert.equal(names.length, 1);
    assert.match(names[0]!, /^verdict_\w[\w.-]{0,99}-h[0-9a-f]{16}\.json$/);
    assert.equal(signalIn(judging, ".reflection", names[0]).sessionId, id);
    assert.deepEqual(
      Array.from(Deno.readDirSync(judging.repo.folder), ({ name }) => name).sort(),
      [".git", ".mosaic", ".reflection", "src"],
    );
  }
});
