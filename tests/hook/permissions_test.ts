import assert from "node:assert/strict";
import { hookCommand, PLUGIN_FOLDER } from "../../hook/clients/command.ts";
import { HOOK_PERMISSIONS, type HookPermissions } from "../../hook/clients/permissions.ts";
import { HOOKS } from "../../hook/clients/table.ts";
import { PROJECT, run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { assertWithin, audited } from "./_audit.ts";
import { hookEnvironment, Session } from "./session.ts";

const fenced = '```reflection\n{"confidence":1,"known_not_in_diff":"x"}\n```';

Deno.test("every permission to read, write and see is used, and no other is asked for", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  const { env } = HOOK_PERMISSIONS.capture;
  assert.deepEqual(HOOK_PERMISSIONS.capture, {
    env: ["REFLECTION_*", "HOME", "PATH"],
    read: ["."],
    write: ["./.mosaic"],
    run: ["git"],
  });
  assertWithin(repo, await audited(repo, (env) => session.start({ env })), { env });
  await repo.write({ "a.ts": "1\n" });
  await repo.commit("During the session");
  await repo.write({ "b.ts": "1\n" });
  const payload = { last_assistant_message: fenced };
  const used = await audited(repo, (env) => session.stop({ env, payload }));
  assertWithin(repo, used, { env });
  for (const name of ["HOME", "PATH", "REFLECTION_MODE"]) {
    assert.ok(used.some(({ value }) => value === name), name);
  }
  assertWithin(repo, await audited(repo, (env) => session.end({ env })), { env });
  assert.equal((await session.records()).length, 1);
});

Deno.test("without any one of its permissions the hook leaves less, and exits 0 all the same", async () => {
  const stop = HOOKS.find((hook) => hook.event === "Stop")!;
  const captureWith = async (lacking: keyof HookPermissions | null) => {
    await using repo = await Scratch.make();
    await repo.init();
    await repo.write({ "src/auth.ts": "1\n" });
    const permissions = { ...HOOK_PERMISSIONS.capture, ...lacking && { [lacking]: ["nothing"] } };
    const command = hookCommand({ ...stop, permissions }, { from: "path", folder: PROJECT });
    const { code, stdout } = await run("/bin/sh", ["-c", command], {
      cwd: repo.folder,
      env: hookEnvironment(repo.folder, "solo"),
      clearEnv: true,
      stdin: "{}",
    });
    assert.deepEqual([code, stdout], [0, ""], String(lacking));
    return (await new Session(repo).records()).map((record) => record.files_changed);
  };
  assert.deepEqual(await captureWith(null), [["src/auth.ts"]]);
  assert.deepEqual(await captureWith("run"), [[]]);
  for (const lacking of ["env", "read", "write"] as const) {
    assert.deepEqual(await captureWith(lacking), [], lacking);
  }
});

Deno.test("every registered command is clean under shellcheck", {
  ignore: !await run("shellcheck", ["--version"]).then(() => true, () => false),
}, async () => {
  for (const hook of HOOKS) {
    for (
      const source of [
        { from: "path", folder: "/a folder/it's" },
        { from: "jsr" },
        PLUGIN_FOLDER,
      ] as const
    ) {
      const script = `#!/bin/sh\n${hookCommand(hook, source)}\n`;
      const { code, stdout } = await run("shellcheck", ["-"], { stdin: script });
      assert.equal(code, 0, stdout);
    }
  }
});
