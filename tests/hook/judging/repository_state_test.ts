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
  await repo.commit("Aside");
  await repo.git("config", "remote.origin.fetch", "+refs/heads/main:refs/remotes/origin/main");
  assert.deepEqual(await told(), [null, ""], "git would keep no ref of it");
  await repo.git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
  await repo.git("push", "--quiet", "origin", "HEAD:main");
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

Deno.test("a secret that was there before, was moved, or stands in what was not read is not the session's", async () => {
  const token = "ghp_" + "a1B2c3D4e5".repeat(4).slice(0, 36);
  const line = `export const key = "${token}";\n`;
  await using looked = await Looked.make({ "src/key.ts": line });
  const { repo } = looked;
  const secrets = async () => (await looked.facts("no-secrets")).secrets;
  const other = line.replace("a1B2", "z9Y8");
  await repo.write({ "local.ts": other });
  await looked.begins("local.ts");
  await repo.git("mv", "src/key.ts", "src/moved.ts");
  assert.deepEqual(await secrets(), []);
  await repo.write({ "local.ts": `${other}more();\n` });
  assert.equal(await secrets(), null, "nothing tells the person's lines from the agent's");
  await repo.git("clean", "--force", "--quiet", "local.ts");
  await repo.write({ "long.txt": `${"words of a long file\n".repeat(150_000)}${line}` });
  assert.equal(await secrets(), null, "not read to its end");
  await Deno.remove(repo.path("long.txt"));
  const wide = new Uint8Array(
    new Uint16Array([0xfeff, ...[...line].map((c) => c.charCodeAt(0))]).buffer,
  );
  await Deno.writeFile(repo.path("wide.ts"), wide);
  assert.equal(await secrets(), null, "two bytes a character");
  await Deno.writeFile(repo.path("wide.ts"), new Uint8Array([0x89, 0x50, 0, 1, 2]));
  assert.deepEqual(await secrets(), [], "an image has no lines");
});

Deno.test("what differs from the start of the session is told with the time of its writing", async () => {
  await using looked = await Looked.make({ "a.txt": "a\n", "b.txt": "b\n" });
  const { repo } = looked;
  assert.equal((await looked.facts()).changed, null, "the start is not known");
  await looked.begins();
  await repo.write({ "a.txt": "changed\n", "b.txt": "changed\n" });
  await repo.commit("Both");
  await repo.write({ "b.txt": "b\n", "new.txt": "new\n" });
  await Deno.utime(repo.path("new.txt"), 1, 1);
  const { changed } = await looked.facts();
  assert.deepEqual(changed!.map(({ path }) => path), ["a.txt", "new.txt"]);
  assert.equal(changed![1]!.writtenAt, 1000);
  await repo.write({ ".gitmodules": '[submodule "x"]\n\tpath = libs/x\n\turl = ../x\n' });
  assert.deepEqual((await looked.facts()).submodules, ["libs/x"]);
});

Deno.test("where git cannot tell, nothing is claimed", async () => {
  await using looked = await Looked.make();
  await Deno.writeTextFile(looked.repo.path(".git/config"), "[broken\n");
  const facts = await looked.facts("committed", "pushed", "no-secrets");
  assert.deepEqual(facts, {
    ...{ top: looked.repo.folder, tree: null, uncommitted: null, dirtyBefore: [] },
    ...{ changed: null, submodules: [] },
    ...{ headMoved: null, pushed: null, upstream: "", secrets: null },
  });
});
