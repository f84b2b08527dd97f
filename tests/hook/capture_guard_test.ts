import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { isThere } from "./_faults.ts";
import { hookEnvironment, registeredCommand, Session } from "./session.ts";

Deno.test("a session that began before the first commit sees everything that was committed", async () => {
  await using repo = await Scratch.make();
  await repo.git("init", "--quiet", "--initial-branch=main");
  await repo.write({ "before.ts": "1\n" });
  const session = new Session(repo);
  await session.start();
  await repo.write({ "src/auth.ts": "1\n" });
  await repo.commit("First");
  const record = await session.capture();
  assert.deepEqual(record.files_changed, ["src/auth.ts"]);
  assert.equal(record.risk.needs_review, true);
  const tracked = await repo.git("ls-files");
  assert.equal(tracked, "before.ts\nsrc/auth.ts", "no record of ours was committed");
});

Deno.test("work of the person that the run threw away counts as changed", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "src/auth.ts": "1\n" });
  await repo.write({ "src/auth.ts": "theirs\n", "src/login.ts": "theirs\n" });
  const session = new Session(repo);
  await session.start();
  await repo.git("checkout", "--quiet", "--", "src/auth.ts");
  await Deno.remove(repo.path("src/login.ts"));
  assert.deepEqual((await session.capture()).files_changed, ["src/auth.ts", "src/login.ts"]);
});

Deno.test("a file whose name is no text counts when it may have changed", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const write = (text: string) =>
    run("sh", ["-c", `echo ${text} > "$(printf 'b\\377d.ts')"`], { cwd: repo.folder });
  await write("theirs");
  const session = new Session(repo);
  await session.start();
  await write("ours");
  assert.deepEqual((await session.capture()).files_changed, ["b\\xffd.ts"]);
});

Deno.test("repositories inside of the repository count when they moved on, and only then", async () => {
  await using origin = await Scratch.make();
  await origin.init();
  await using repo = await Scratch.make();
  await repo.init();
  const allow = ["-c", "protocol.file.allow=always"];
  await repo.git(...allow, "submodule", "--quiet", "add", origin.folder, "sub");
  await repo.git("init", "--quiet", "nested");
  const commitIn = (folder: string) =>
    repo.git("-C", folder, "commit", "--quiet", "--allow-empty", "--message", "On");
  await commitIn("sub");
  const session = new Session(repo);
  await session.start();
  assert.deepEqual((await session.capture()).files_changed, []);
  await commitIn("sub");
  assert.deepEqual((await session.capture()).files_changed, ["sub"]);
  await commitIn("nested");
  assert.deepEqual((await session.capture()).files_changed, ["nested/", "sub"]);
});

Deno.test("a broken repository inside of another one is not taken for the other one", async () => {
  await using outer = await Scratch.make();
  await outer.init();
  await outer.write({ "in/.git/config": "[core]\n", "in/a.txt": "1\n" });
  const inner = Object.assign(Object.create(outer), { folder: outer.path("in") }) as Scratch;
  const record = await new Session(inner).capture({ cwd: outer.path("in") });
  assert.deepEqual([record.files_changed, record.provenance.degraded], [[], true]);
  assert.match(record.task_ref, /@unknown$/);
});

Deno.test("a state that a repository brings along cannot hand options to git", async () => {
  await using repo = await Scratch.make();
  await using outside = await Scratch.make();
  await repo.init();
  await repo.write({
    ".mosaic/reflections/state/session-1.json": JSON.stringify({
      base: `--output=${outside.path("written")}`,
      attempts: Number.MAX_SAFE_INTEGER,
    }),
  });
  assert.equal((await new Session(repo).capture()).provenance.reflection_attempt, 1);
  assert.equal(isThere(outside.path("written")), false);
});

Deno.test("a self-report behind a link is neither read, nor copied, nor removed", async () => {
  await using repo = await Scratch.make();
  await using outside = await Scratch.make();
  await using records = await Scratch.make();
  await repo.init();
  await outside.write({ "reflection-input.json": '{"known_not_in_diff":"diary"}' });
  await Deno.mkdir(repo.path(".mosaic"));
  const input = repo.path(".mosaic/reflection-input.json");
  await Deno.symlink(outside.path("reflection-input.json"), input);
  const session = new Session(repo);
  assert.equal((await session.capture()).known_not_in_diff, null);
  await Deno.remove(repo.path(".mosaic"), { recursive: true });
  await Deno.symlink(outside.folder, repo.path(".mosaic"));
  await session.stop({ env: { REFLECTION_DIR: records.folder } });
  assert.equal((await session.records(records.folder))[0]?.known_not_in_diff, null);
  assert.deepEqual([...Deno.readDirSync(outside.folder)].map((entry) => entry.name), [
    "reflection-input.json",
  ]);
});

Deno.test("a self-report that could not be scrubbed stays where it is", async () => {
  await using repo = await Scratch.make();
  await using cold = await Scratch.make();
  await repo.init();
  await repo.write({ ".mosaic/reflection-input.json": '{"known_not_in_diff":"x"}' });
  const record = await new Session(repo).capture({ env: { DENO_DIR: cold.folder } });
  assert.equal(record.known_not_in_diff, null);
  assert.equal(isThere(repo.path(".mosaic/reflection-input.json")), true);
});

Deno.test("a link inside of the repository does not let state land among git's own files", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await Deno.mkdir(repo.path(".mosaic/reflections"), { recursive: true });
  await Deno.symlink("../../.git/refs/heads", repo.path(".mosaic/reflections/state"));
  await new Session(repo).stop();
  assert.deepEqual([...Deno.readDirSync(repo.path(".git/refs/heads"))].map((e) => e.name), [
    "main",
  ]);
});

Deno.test("records are out of git's sight in any repository, installed or not", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await new Session(repo).stop();
  assert.equal(await repo.git("status", "--porcelain"), "");
});

Deno.test("a pipe in the place of a log or a lock does not hold the hook up", async () => {
  for (const name of ["debug.log", "state/session-1.lock", "state/session-1.json"]) {
    await using repo = await Scratch.make();
    await repo.init();
    await Deno.mkdir(repo.path(".mosaic/reflections/state"), { recursive: true });
    await run("mkfifo", [repo.path(`.mosaic/reflections/${name}`)]);
    await new Session(repo).stop({ env: { REFLECTION_DEBUG: "1" } });
  }
});

Deno.test("a client that never closes stdin gets its record all the same", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const env = hookEnvironment(repo.folder, "solo");
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", registeredCommand("Stop")],
    cwd: repo.folder,
    env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const { code, stdout } = await child.output();
  await child.stdin.close().catch(() => {});
  assert.deepEqual([code, stdout.length], [0, 0]);
  assert.equal((await new Session(repo).records())[0]?.session_id, "unknown");
});

Deno.test("secrets in the task's name are removed", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const record = await new Session(repo).capture({
    env: { REFLECTION_TASK_REF: `https://bob:${"hunter2".repeat(2)}@tracker.test/1` },
  });
  assert.equal(record.task_ref, "https://bob:[redacted: url password]@tracker.test/1");
});
