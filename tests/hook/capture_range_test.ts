import assert from "node:assert/strict";
import { Scratch } from "../support/repository.ts";
import { run } from "../support/process.ts";
import { readRun, recordNames, Session } from "./session.ts";

Deno.test("a run that changed an auth file leaves a record that asks for review", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.start();
  await repo.write({ "src/auth.ts": "1\n" });
  const record = await session.capture({
    env: { REFLECTION_AGENT: "claude-code", REFLECTION_TASK_REF: "T-1" },
  });
  const name = repo.folder.split("/").pop();
  assert.deepEqual(record.files_changed, ["src/auth.ts"]);
  assert.equal(record.risk.reason, "auth surface (weight 1) in: src/auth.ts");
  assert.deepEqual(
    [record.task_ref, record.agent, record.session_id, record.repo],
    ["T-1", "claude-code", "session-1", name],
  );
  assert.deepEqual(record.provenance, {
    source: "stop-hook",
    reflection_attempt: 1,
    degraded: true,
    reflection_mode: "solo",
  });
  const next = await new Session(repo, "s-2", "orchestrated").capture();
  assert.deepEqual(
    [next.task_ref, next.agent, next.provenance.reflection_mode],
    [`${name}@main`, "unknown", "orchestrated"],
  );
});

Deno.test("beside a record stands its prompt, the commit that is checked out, and where the run began", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  const folder = repo.path(".mosaic/reflections");
  await repo.write({ "a.ts": "1\n" });
  const base = await repo.commit("First");
  await session.start();
  await repo.write({ "a.ts": "2\n" });
  const head = await repo.commit("Second");
  await session.capture({ payload: { prompt_id: "p-1" } });
  await session.capture();
  const [first, second] = await Promise.all(
    (await recordNames(folder)).map((name) => readRun(`${folder}/${name}`)),
  );
  assert.deepEqual(
    [first?.prompt_id, first?.head, first?.base, first?.diff_hash],
    ["p-1", head, base, null],
  );
  assert.equal(second?.prompt_id, null, "the client named no prompt");
});

Deno.test("work that was committed during the session counts, and a clean run leaves an empty record", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.start();
  assert.deepEqual((await session.capture()).files_changed, []);
  await repo.write({ "db/migrations/1.sql": "1\n" });
  await repo.commit("Migrate");
  const record = await session.capture();
  assert.deepEqual(record.files_changed, ["db/migrations/1.sql"]);
  assert.equal(record.risk.surface, "data");
  // Without a session's beginning there is only HEAD to compare with.
  assert.deepEqual((await new Session(repo, "other").capture()).files_changed, []);
});

Deno.test("what was dirty before the session counts only if its content changed since", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "a.ts": "1\n", "b.ts": "1\n", "gone.ts": "1\n" });
  await repo.write({ "a.ts": "dirty\n", "b.ts": "dirty\n", "new.ts": "dirty\n" });
  await Deno.remove(repo.path("gone.ts"));
  const session = new Session(repo);
  await session.start();
  assert.deepEqual((await session.capture()).files_changed, []);
  await repo.write({ "b.ts": "dirtier\n", "new.ts": "dirty\n", "gone.ts": "back\n" });
  assert.deepEqual((await session.capture()).files_changed, ["b.ts", "gone.ts"]);
  await repo.commit("All of it");
  assert.deepEqual((await session.capture()).files_changed, ["b.ts", "gone.ts"]);
});

Deno.test("REFLECTION_BASE decides where the change begins", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await repo.write({ "a.ts": "1\n" });
  await repo.commit("Second");
  await repo.write({ "b.ts": "1\n" });
  const session = new Session(repo);
  await session.start();
  const env = { REFLECTION_BASE: "HEAD~1" };
  assert.deepEqual((await session.capture({ env })).files_changed, ["a.ts"], "b.ts was dirty");
  const nonsense = { REFLECTION_BASE: "--output=x" };
  assert.deepEqual((await session.capture({ env: nonsense })).files_changed, []);
  await assert.rejects(Deno.lstat(repo.path("x")));
});

Deno.test("a base that no longer exists falls back, and the debug log says so", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const first = await repo.git("rev-parse", "HEAD");
  await repo.write({ "a.ts": "1\n" });
  await repo.commit("Second");
  const session = new Session(repo);
  await session.start();
  await repo.git("reset", "--quiet", "--soft", first);
  await repo.commit("Rewritten");
  await repo.git("reflog", "expire", "--expire=now", "--all");
  await repo.git("gc", "--quiet", "--prune=now");
  await repo.write({ "b.ts": "1\n" });
  const record = await session.capture({ env: { REFLECTION_DEBUG: "1" } });
  assert.deepEqual(record.files_changed, ["b.ts"]);
  const log = await Deno.readTextFile(repo.path(".mosaic/reflections/debug.log"));
  assert.match(log, /base [0-9a-f]{40} is gone, falling back to HEAD/);
});

Deno.test("renames give both paths; odd names survive; bytes that are no text are shown", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "src/auth.ts": "1\n2\n3\n" });
  await repo.git("mv", "src/auth.ts", "plain.ts");
  await repo.write({ 'new\nline "quoted" ü.ts': "1\n", " leading space.ts": "1\n" });
  await run("sh", ["-c", "echo 1 > \"$(printf 'b\\377d.ts')\""], { cwd: repo.folder });
  assert.deepEqual((await new Session(repo).capture()).files_changed, [
    " leading space.ts",
    "b\\xffd.ts",
    'new\nline "quoted" ü.ts',
    "plain.ts",
    "src/auth.ts",
  ]);
});

Deno.test("size counts where it can change the verdict, without lock and generated files", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "a.ts": "line\n".repeat(300) });
  const session = new Session(repo);
  const riskAfter = async (files: Record<string, string>) => {
    await repo.write(files);
    return (await session.capture({ env: { REFLECTION_DEBUG: "1" } })).risk;
  };
  assert.equal((await riskAfter({ "b.ts": "line\n".repeat(399) })).score, 0);
  assert.equal((await riskAfter({ "a.ts": "line\n".repeat(299) })).score, 0.5);
  const risk = await riskAfter({ "dist/big.js": "line\n".repeat(5000), "a.ts": "other\n" });
  assert.deepEqual([risk.score, risk.surface], [0.5, "none"]);
  assert.match(risk.reason, /size decides: 7\d\d changed lines/);
  assert.equal((await riskAfter({ "package.json": "{}" })).score, 0.6);
  const log = await Deno.readTextFile(repo.path(".mosaic/reflections/debug.log"));
  assert.equal(log.match(/ \+\d+ -\d+$/gm)?.length, 3, "build decides by itself: not asked");
});

Deno.test("the threshold comes from the environment when it is valid", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await repo.write({ "a.test.ts": "1\n" });
  const session = new Session(repo);
  const needsReview = async (threshold: string): Promise<boolean> =>
    (await session.capture({ env: { REFLECTION_RISK_THRESHOLD: threshold } })).risk.needs_review;
  assert.equal(await needsReview("0.2"), true);
  for (const invalid of ["2", "NaN", "-1", "", " ", "high"]) {
    assert.equal(await needsReview(invalid), false, invalid);
  }
});

Deno.test("subfolders, links, linked worktrees, submodules, detached HEAD and no commit at all work", async () => {
  await using repo = await Scratch.make();
  await repo.git("init", "--quiet", "--initial-branch=main");
  await repo.write({ "deep/er/a.ts": "1\n" });
  const first = await new Session(repo).capture({ cwd: repo.path("deep/er") });
  assert.deepEqual(first.files_changed, ["deep/er/a.ts"]);
  assert.match(first.task_ref, /@main$/);
  await repo.commit("First");

  await using other = await Scratch.make();
  await Deno.symlink(repo.folder, other.path("link"));
  await repo.write({ "b.ts": "1\n" });
  const linked = await new Session(repo).capture({ cwd: other.path("link/deep") });
  assert.deepEqual(linked.files_changed, ["b.ts"]);
  assert.equal(linked.risk.reason, "none surface (weight 0) in: b.ts", "not another repository");
  await repo.commit("Second");

  await repo.git("worktree", "add", "--quiet", "--detach", other.path("tree"));
  await Deno.writeTextFile(other.path("tree/c.ts"), "1\n");
  const tree = Object.assign(Object.create(repo), { folder: other.path("tree") }) as Scratch;
  const detached = await new Session(tree).capture();
  assert.deepEqual([detached.files_changed, detached.repo], [["c.ts"], "tree"]);
  assert.equal(detached.task_ref, "tree@detached");

  const allow = ["-c", "protocol.file.allow=always"];
  await repo.git(...allow, "submodule", "--quiet", "add", repo.folder, "sub");
  const withSub = await new Session(repo).capture();
  assert.deepEqual(withSub.files_changed, [".gitmodules", "sub"]);
});

Deno.test("sparse and shallow clones work", async () => {
  await using origin = await Scratch.make();
  await origin.init({ "in/a.ts": "1\n", "out/b.ts": "1\n" });
  await origin.write({ "in/a.ts": "2\n" });
  await origin.commit("Second");
  await using clone = await Scratch.make();
  await clone.git("clone", "--quiet", "--depth=1", `file://${origin.folder}`, ".");
  await clone.git("sparse-checkout", "set", "in");
  const session = new Session(clone);
  await session.start();
  await clone.write({ "in/a.ts": "3\n" });
  assert.deepEqual((await session.capture()).files_changed, ["in/a.ts"]);
});
