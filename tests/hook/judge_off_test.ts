import assert from "node:assert/strict";
import { hooksOf } from "../../hook/clients/table.ts";
import { run } from "../support/process.ts";
import { type JudgedEvent, Judging } from "./_judging.ts";

const EVENTS: readonly JudgedEvent[] = ["Stop", "PreCompact", "SessionStart", "Notification"];

/** A PATH with all that a shell needs, and a deno that leaves a trace. */
async function tracedPath(judging: Judging): Promise<string> {
  await judging.home.write({ "bin/deno": `#!/bin/sh\n: >"$HOME/started"\n` });
  await Deno.chmod(judging.home.path("bin/deno"), 0o755);
  return `${judging.home.path("bin")}:/usr/local/bin:/usr/bin:/bin`;
}

async function started(judging: Judging): Promise<boolean> {
  try {
    await Deno.remove(judging.home.path("started"));
    return true;
  } catch {
    return false;
  }
}

Deno.test("the judge is registered for these events and no other", () => {
  assert.deepEqual(hooksOf("judge").map(({ event }) => event).sort(), EVENTS.toSorted());
});

Deno.test("switched off, no hook of the judge starts deno, prints or writes", async () => {
  await using judging = await Judging.make();
  judging.fails();
  const PATH = await tracedPath(judging);
  const off: Record<string, string>[] = [
    ...["", "yes", "ON", "1", "true", "off", "observe,on"].map((REFLECTION_JUDGE) => ({
      REFLECTION_JUDGE,
    })),
    ...["", "off", "SOLO", "yes"].map((REFLECTION_MODE) => ({ REFLECTION_MODE })),
  ];
  for (const event of EVENTS) {
    for (const env of off) {
      const { stdout } = await judging.hook(event, { env: { PATH, ...env } });
      assert.equal(stdout, "");
      assert.equal(await started(judging), false, `${event} ${JSON.stringify(env)}`);
    }
    await judging.hook(event, { env: { PATH } });
    assert.equal(await started(judging), true, event);
  }
  assert.deepEqual(judging.names(""), []);
});

Deno.test("a notification of another kind, and a start from elsewhere, start no deno", async () => {
  await using judging = await Judging.make();
  const PATH = await tracedPath(judging);
  const others = [
    ...["permission_prompt", "auth_success", null].map((notification_type) =>
      ["Notification", { notification_type }] as const
    ),
    ...["startup", "resume", "clear", null].map((source) => ["SessionStart", { source }] as const),
  ];
  for (const [event, payload] of others) {
    const { stdout } = await judging.hook(event, { env: { PATH }, payload });
    assert.deepEqual([stdout, await started(judging)], ["", false], JSON.stringify(payload));
  }
});

Deno.test("inside of an answer only Stop is looked at, to say that nothing is judged there", async () => {
  await using judging = await Judging.make();
  const PATH = await tracedPath(judging);
  const seen: string[] = [];
  for (const event of EVENTS) {
    await judging.hook(event, { env: { PATH, REFLECTION_INSIDE: "1" } });
    if (await started(judging)) seen.push(event);
  }
  assert.deepEqual(seen, ["Stop"]);
});

Deno.test("the scripts themselves do nothing where they are not switched on", async () => {
  await using judging = await Judging.make();
  for (const script of ["judge", "compact", "idle"]) {
    for (const env of [{ REFLECTION_MODE: "solo" }, { REFLECTION_JUDGE: "on" }]) {
      // Without any other permission: whatever it tried would be an error.
      const path = new URL(`../../hook/${script}.ts`, import.meta.url).pathname;
      const ran = await run(Deno.execPath(), [
        ...["run", "--quiet", "--no-prompt", "--no-config", "--no-lock"],
        ...["--allow-env=REFLECTION_MODE,REFLECTION_JUDGE", path],
      ], {
        cwd: judging.repo.folder,
        env: { HOME: judging.home.folder, PATH: "", ...env },
        clearEnv: true,
        stdin: "{}",
      });
      assert.deepEqual(ran, { code: 0, stdout: "", stderr: "" }, script);
    }
  }
});
