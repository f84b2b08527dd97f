import assert from "node:assert/strict";
import { Scratch } from "../support/repository.ts";
import { randoms } from "./_faults.ts";
import { hookEnvironment, recordNames, registeredCommand, Session } from "./session.ts";

const SEED = 7;
const KILLS = 50;

Deno.test(`a hook killed at any of ${KILLS} moments leaves no record or a whole one, and the next works`, async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  await session.start();
  await repo.write({ "a.ts": "1\n" });
  const began = performance.now();
  let last = await session.capture();
  const usual = performance.now() - began;

  const random = randoms(SEED);
  let killedWithout = 0;
  for (let n = 0; n < KILLS; n++) {
    const before = await recordNames(repo.path(".mosaic/reflections"));
    const wait = random.next().value * usual * 1.2;
    await startAndKill(session, n % 5 === 4 ? "SessionStart" : "Stop", wait);

    const records = await session.records();
    const where = `seed ${SEED}, kill ${n} after ${wait} ms`;
    assert.ok(records.length <= before.length + 1, where);
    if (records.length === before.length) killedWithout++;
    const next = await session.capture();
    assert.ok(
      next.provenance.reflection_attempt > last.provenance.reflection_attempt,
      `${where}: attempt ${next.provenance.reflection_attempt}`,
    );
    assert.deepEqual(next.files_changed, ["a.ts"], where);
    last = next;
  }
  assert.ok(killedWithout > 0, "no kill came before its hook was done");
});

/** Starts a hook as the head of a process group of its own, as the client does, and kills that. */
async function startAndKill(
  session: Session,
  event: "Stop" | "SessionStart",
  wait: number,
): Promise<void> {
  const cwd = session.repo.folder;
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", registeredCommand(event)],
    cwd,
    env: hookEnvironment(cwd, "solo"),
    clearEnv: true,
    detached: true,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const payload = JSON.stringify({ session_id: session.id, cwd, hook_event_name: event });
  const writer = child.stdin.getWriter();
  const fed = writer.write(new TextEncoder().encode(payload)).then(() => writer.close())
    .catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, wait));
  try {
    Deno.kill(-child.pid, "SIGKILL");
  } catch {
    // Done already
  }
  await Promise.all([child.status, fed]);
  // The shell's own child takes a moment longer to die, and holds the session's lock until then.
  using lock = await Deno.open(`${cwd}/.mosaic/reflections/state/${session.id}.lock`, {
    write: true,
  });
  await lock.lock(true);
}
