import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { contentOf, temporaryFiles } from "./_faults.ts";
import { Session } from "./session.ts";

/** A file system of its own size. chmod would not do: it does not bind root. */
async function mountSmall(folder: string): Promise<boolean> {
  await Deno.mkdir(folder, { recursive: true });
  return (await run("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder])).code === 0;
}

async function remount(folder: string, options: string): Promise<void> {
  const { code, stderr } = await run("mount", ["-o", `remount,${options}`, folder]);
  assert.equal(code, 0, stderr);
}

/** Leaves this many pages of the small file system free. */
async function fill(folder: string, free: number): Promise<void> {
  await Deno.remove(`${folder}/ballast`).catch(() => {});
  await run("dd", ["if=/dev/zero", `of=${folder}/ballast`, "bs=4096", "conv=fsync"]);
  const { size } = await Deno.stat(`${folder}/ballast`);
  await Deno.truncate(`${folder}/ballast`, size - free * 4096);
}

const canMount = await (async () => {
  await using probe = await Scratch.make();
  const mounted = await mountSmall(probe.path("at"));
  if (mounted) await run("umount", [probe.path("at")]);
  return mounted;
})();

/** A repository with a small file system at the folder that a hook writes to. */
function diskTest(name: string, test: (session: Session, at: string) => Promise<void>): void {
  for (const place of [".mosaic", "REFLECTION_DIR"] as const) {
    Deno.test({
      name: `${name}, at ${place} (needs CAP_SYS_ADMIN, to mount a tmpfs)`,
      ignore: !canMount,
      async fn() {
        await using repo = await Scratch.make();
        await using outside = await Scratch.make();
        await repo.init();
        await repo.write({ "a.ts": "1\n" });
        const at = place === ".mosaic" ? repo.path(".mosaic") : outside.path("records");
        assert.ok(await mountSmall(at));
        try {
          const session = new Session(repo);
          const env = place === ".mosaic" ? {} : { REFLECTION_DIR: at };
          const { hook } = session;
          session.hook = (event, start) => hook.call(session, event, { ...start, env });
          await test(session, at);
        } finally {
          const { code, stderr } = await run("umount", [at]);
          assert.equal(code, 0, stderr);
        }
      },
    });
  }
}

const recordsIn = (session: Session, at: string) =>
  session.records(at.endsWith(".mosaic") ? `${at}/reflections` : at);

diskTest(
  "a full disk leaves whole records or none, and the next capture works",
  async (session, at) => {
    await fill(at, 0);
    await session.start();
    await session.stop();
    assert.equal((await recordsIn(session, at)).length, 0);

    let written = 0;
    for (let free = 0; free < 6; free++) {
      await fill(at, free);
      await session.stop({ payload: { session_id: `session-${free}` } });
      const records = await recordsIn(session, at);
      assert.ok(records.length === written || records.length === written + 1);
      written = records.length;
      assert.deepEqual(await temporaryFiles(at), []);
    }
    await Deno.remove(`${at}/ballast`);
    await session.start();
    await session.stop();
    assert.equal((await recordsIn(session, at)).length, written + 1);
  },
);

diskTest("a read-only folder is left as it is, and the next capture works", async (session, at) => {
  await remount(at, "ro");
  await session.start();
  await session.stop();
  assert.equal((await recordsIn(session, at)).length, 0);
  await remount(at, "rw");
  await session.stop();
  assert.equal((await recordsIn(session, at)).length, 1);

  await remount(at, "ro");
  const before = await contentOf(at);
  await session.stop();
  await session.end();
  assert.equal(await contentOf(at), before);
  await remount(at, "rw");
  await session.stop();
  assert.equal((await recordsIn(session, at)).at(-1)?.provenance.reflection_attempt, 2);
});
