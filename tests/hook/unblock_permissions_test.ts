import assert from "node:assert/strict";
import { HOOK_PERMISSIONS } from "../../hook/clients/permissions.ts";
import { PROJECT } from "../support/process.ts";
import { GOOD } from "../judge/unblock/_escalations.ts";
import { ClientTranscript } from "./_client_transcript.ts";
import { Unblocking } from "./_unblocking.ts";

interface Access {
  permission: string;
  value: string;
}

async function audited(
  unblocking: Unblocking,
  run: (env: Record<string, string>) => Promise<unknown>,
): Promise<Access[]> {
  const file = unblocking.repo.path(".git/audit.jsonl");
  await run({ DENO_AUDIT_PERMISSIONS: file, REFLECTION_DEBUG: "1" });
  const lines = (await Deno.readTextFile(file)).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Everything is inside of the repository, but the scripts themselves and what is named. */
function assertWithin({ repo }: Unblocking, used: Access[], ...named: string[]): void {
  for (const { permission, value } of used) {
    const inside = !value.startsWith("/") || value === repo.folder ||
      value.startsWith(`${repo.folder}/`);
    const own = value.startsWith(`${PROJECT}/`) && value.endsWith(".ts");
    if (permission === "read") assert.ok(inside || own || named.includes(value), value);
    else if (permission === "env") assert.match(value, /^(REFLECTION_\w+|HOME|PATH)$/);
    else if (permission === "write") {
      assert.match(value.replace(`${repo.folder}/`, ""), /^\.mosaic(\/|$)/);
    } else assert.fail(`${permission} of ${value}`);
  }
}

Deno.test("counting attempts sees, reads and writes what is registered, and nothing else", async () => {
  await using unblocking = await Unblocking.make();
  const used = await audited(
    unblocking,
    (env) => unblocking.fails("node --test", "not ok 1 - adds\n# fail 1", {}, env),
  );
  assertWithin(unblocking, used);
  assert.deepEqual(HOOK_PERMISSIONS.capture, {
    env: ["REFLECTION_*", "HOME", "PATH"],
    read: ["."],
    write: ["./.mosaic"],
    run: ["git"],
  });
});

Deno.test("keeping an escalation reads the conversation beside that", async () => {
  await using unblocking = await Unblocking.make();
  const path = unblocking.home.path(".claude/projects/p/s-1.jsonl");
  new ClientTranscript(path, "s-1", unblocking.repo.folder).person("Fix it, SHOP-12").says(GOOD);
  const payload = { transcript_path: path, last_assistant_message: GOOD };
  const used = await audited(unblocking, (env) => unblocking.hook("Stop", payload, env));
  assertWithin(unblocking, used, path);
  assert.ok(used.some(({ value }) => value === path));
  assert.equal(HOOK_PERMISSIONS.conversation.transcripts, true);
  assert.equal(unblocking.records(".handoff.md").length, 1);
});

Deno.test("without git nothing is counted twice, and the session is not hurt", async () => {
  await using unblocking = await Unblocking.make();
  const env = { PATH: unblocking.home.folder };
  await Deno.symlink(Deno.execPath(), unblocking.home.path("deno"));
  const told = await unblocking.fails("node --test", "not ok 1 - adds\n# fail 1", {}, env);
  assert.match(told!, /ATTEMPT: 1/);
  assert.equal(await unblocking.fails("node --test", "not ok 1 - adds\n# fail 1", {}, env), null);
});
