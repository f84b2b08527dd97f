import assert from "node:assert/strict";
import { readRepositoryFacts } from "../../../hook/judging/repository_state.ts";
import type { Requirement } from "../../../judge/requirements.ts";
import { readSettings } from "../../../lib/config/environment.ts";
import { ContentHashes } from "../../../lib/git/file_hash.ts";
import { Notes } from "../../../lib/store/notes.ts";
import { newSession, writeSession } from "../../../lib/store/state.ts";
import { Store } from "../../../lib/store/store.ts";
import type { RequirementKind } from "../../../schema/names.ts";
import { Scratch } from "../../support/repository.ts";

const STARTED = "2026-01-01T00:00:00.000Z";

/** A repository, and a session in it. */
class Looked implements AsyncDisposable {
  readonly session = "s";
  readonly notes = new Notes(false);
  readonly settings = { ...readSettings(), base: null, folder: null };
  readonly store: Store;

  private constructor(readonly repo: Scratch, readonly home: Scratch) {
    this.store = Store.openPlain(home.path("records"));
  }

  static async make(files?: Record<string, string>): Promise<Looked> {
    const looked = new Looked(await Scratch.make(), await Scratch.make());
    await looked.repo.init(files);
    await looked.home.write({ "records/state/.keep": "" });
    return looked;
  }

  /** The session begins here, with these paths as they are. */
  async begins(...paths: string[]): Promise<void> {
    const base = await this.repo.git("rev-parse", "HEAD");
    const dirty: Record<string, string> = {};
    const hashes = new ContentHashes();
    for (const path of paths) dirty[path] = (await hashes.of(this.repo.path(path)))!;
    writeSession(this.store, this.session, { ...newSession(), base, startedAt: STARTED, dirty });
  }

  async facts(...kinds: RequirementKind[]) {
    const requirements = kinds.map((kind): Requirement => ({ kind, command: "" }));
    return (await readRepositoryFacts(this, requirements, this.repo.folder)).facts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repo[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

Deno.test("what was dirty before the session is told from what the session changed", async () => {
  await using looked = await Looked.make({ "a.txt": "a\n", "b.txt": "b\n" });
  const { repo } = looked;
  await repo.write({ "a.txt": "changed\n", "b.txt": "changed\n", "new.txt": "new\n" });
  await looked.begins("a.txt", "b.txt");
  await repo.write({ "b.txt": "again\n" });
  const { uncommitted, dirtyBefore, headMoved } = await looked.facts("committed");
  assert.deepEqual(uncommitted, ["a.txt", "b.txt", "new.txt"]);
  assert.deepEqual([dirtyBefore, headMoved], [["a.txt"], false]);
  await repo.commit("All");
  const after = await looked.facts("committed");
  assert.deepEqual([after.uncommitted, after.dirtyBefore, after.headMoved], [[], [], true]);
});

Deno.test("whether HEAD moved is not known where the start of the session is not", async () => {
  await using looked = await Looked.make();
  assert.equal((await looked.facts("committed")).headMoved, null);
});

Deno.test("the state of the tree follows content and HEAD, and nothing else", async () => {
  await using looked = await Looked.make({ "a.txt": "a\n" });
  await looked.begins();
  const tree = async () => (await looked.facts()).tree!;
  const clean = await tree();
  assert.match(clean, /^[0-9a-f]{64}$/);
  await looked.repo.write({ "a.txt": "b\n", "new.txt": "x\n" });
  const changed = await tree();
  await Deno.utime(looked.repo.path("a.txt"), 1, 1);
  assert.equal(await tree(), changed);
  await looked.repo.git("add", "--all");
  assert.equal(await tree(), changed, "staged or not");
  await looked.repo.commit("All");
  const committed = await tree();
  await looked.repo.write({ "new.txt": "y\n" });
  assert.equal(new Set([clean, changed, committed, await tree()]).size, 4);
});

Deno.test("whether a commit is pushed is told by what git keeps of the remote", async () => {
  await using looked = await Looked.make();
  const { repo, home } = looked;
  const told = async () => {
    const { pushed, upstream } = await looked.facts("pushed");
    return [pushed, upstream];
  };
  assert.deepEqual(await told(), [null, ""], "there is no remote");
  await home.git("init", "--quiet", "--bare", "remote.git");
  await repo.git("remote", "add", "origin", home.path("remote.git"));
  assert.deepEqual(await told(), [null, ""], "nothing was ever pushed there");
  await repo.git("push", "--quiet", "origin", "main");
  assert.deepEqual(await told(), [true, ""], "some branch there has it");
  await repo.git("push", "--quiet", "--set-upstream", "origin", "main");
  assert.deepEqual(await told(), [true, "origin/main"]);
  await repo.commit("Second");
  assert.deepEqual(await told(), [false, "origin/main"]);
  await repo.git("push", "--quiet", "origin", "HEAD:refs/heads/aside");
  assert.deepEqual(await told(), [true, "origin/main"], "another branch there has it");
  await repo.commit("Third");
  await repo.git("checkout", "--quiet", "-b", "other");
  assert.deepEqual(await told(), [false, ""], "no branch there has it");
  await repo.git("push", "--quiet", "origin", "main");
  assert.deepEqual(await told(), [true, ""]);
  await repo.git("branch", "--quiet", "--set-upstream-to", "origin/main");
  await repo.git("update-ref", "-d", "refs/remotes/origin/main");
  await repo.commit("Fourth");
  assert.deepEqual(await told(), [null, "origin/main"], "the branch there is gone");
});

Deno.test("a secret in an added line is found by its place, and not kept", async () => {
  const token = "ghp_" + "a1B2c3D4e5".repeat(4).slice(0, 36);
  await using looked = await Looked.make({ "old.txt": `${token}\n` });
  await looked.begins();
  await looked.repo.write({ "src/key.ts": `// Config\nexport const key = "${token}";\n` });
  const facts = await looked.facts("no-secrets");
  assert.deepEqual(facts.secrets, [{ path: "src/key.ts", line: 2, what: "a github token" }]);
  assert.ok(!JSON.stringify(facts).includes(token));
  assert.equal((await looked.facts("committed")).secrets, null, "not asked for");
});

Deno.test("where git cannot tell, nothing is claimed", async () => {
  await using looked = await Looked.make();
  await Deno.writeTextFile(looked.repo.path(".git/config"), "[broken\n");
  const facts = await looked.facts("committed", "pushed", "no-secrets");
  assert.deepEqual(facts, {
    ...{ top: looked.repo.folder, tree: null, uncommitted: null, dirtyBefore: [] },
    ...{ headMoved: null, pushed: null, upstream: "", secrets: null },
  });
});
