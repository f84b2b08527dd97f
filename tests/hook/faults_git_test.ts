import assert from "node:assert/strict";
import type { WrittenReflection } from "../../schema/reflection.ts";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { WHOLE_REPORT, writeScript } from "./_faults.ts";
import { Session } from "./session.ts";

/** The hook's own deadline is 5 s; the rest is for a busy machine. */
const AT_MOST_MS = 12_000;

const realGit = (await run("/bin/sh", ["-c", "command -v git"])).stdout.trim();

/** A repository with a change, and a PATH that has deno and, where one is given, a fake git. */
async function captureWith(git: string | null): Promise<WrittenReflection> {
  await using repo = await Scratch.make();
  await using bin = await Scratch.make("reflection-bin-");
  await repo.init();
  const session = new Session(repo);
  await session.start();
  await repo.write({ "auth/login.ts": "1\n" });
  await repo.commit("By the agent");
  await Deno.symlink(Deno.execPath(), bin.path("deno"));
  if (git !== null) await writeScript(bin, "git", git);
  const env = { PATH: bin.folder };

  try {
    const began = performance.now();
    const [record] = await Promise.all([
      session.capture({ env, payload: { last_assistant_message: WHOLE_REPORT } }),
      new Session(repo, "session-2").start({ env }),
    ]);
    const took = performance.now() - began;
    assert.ok(took < AT_MOST_MS, `${took} ms`);
    const errors = await Deno.readTextFile(repo.path(".mosaic/reflections/errors.log"));
    assert.match(errors, /Cannot tell all that changed/);
    assert.equal(record.confidence, 0.8);
    return record;
  } finally {
    const pids = await Deno.readTextFile(bin.path("pids")).catch(() => "");
    for (const pid of pids.split("\n").filter(Boolean)) {
      try {
        Deno.kill(Number(pid), "SIGKILL");
      } catch {
        // Ended with its parent
      }
    }
  }
}

const FAKES: Readonly<Record<string, string | null>> = {
  "is missing": null,
  "fails": "echo 'fatal: nothing works' >&2; exit 128",
  "is killed": "kill -9 $$",
  "hangs": "exec /bin/sleep 60",
  "hangs and ignores signals":
    "trap '' TERM INT HUP; /bin/sleep 20 & echo $! >> \"${0%/*}/pids\"; wait",
  "leaves a child that holds its output": '/bin/sleep 60 & echo $! >> "${0%/*}/pids"; exit 0',
  "hangs once it is asked for the difference":
    `case "$*" in *diff*) exec /bin/sleep 60 ;; *) exec '${realGit}' "$@" ;; esac`,
};

for (const [what, script] of Object.entries(FAKES)) {
  Deno.test(`where git ${what}, the hook still ends soon and leaves a degraded record`, async () => {
    const record = await captureWith(script);
    assert.equal(record.provenance.degraded, true);
  });
}

Deno.test("where git prints nonsense, the hook still leaves a record", async () => {
  await using repo = await Scratch.make();
  await using bin = await Scratch.make("reflection-bin-");
  await repo.init();
  await Deno.symlink(Deno.execPath(), bin.path("deno"));
  await writeScript(
    bin,
    "git",
    "printf '1 x\\0? \\0u\\0# branch.oid\\0\\377\\376\\0 \\0? ../../up\\0'",
  );
  const session = new Session(repo);
  await session.start({ env: { PATH: bin.folder } });
  await session.capture({ env: { PATH: bin.folder } });
});

Deno.test("where deno is missing, the registered command ends well and leaves nothing", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await new Session(repo).stop({ env: { PATH: repo.folder } });
  assert.equal(await repo.git("status", "--porcelain"), "");
});
