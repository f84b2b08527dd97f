import assert from "node:assert/strict";
import { HOOK_PERMISSIONS } from "../../hook/clients/permissions.ts";
import { GOOD } from "../judge/unblock/_escalations.ts";
import { ClientTranscript } from "./_client_transcript.ts";
import { assertWithin, audited } from "./_audit.ts";
import { Unblocking } from "./_unblocking.ts";

Deno.test("counting attempts sees, reads and writes what is registered, and nothing else", async () => {
  await using unblocking = await Unblocking.make();
  const used = await audited(
    unblocking.repo,
    (env) => unblocking.fails("node --test", "not ok 1 - adds\n# fail 1", {}, env),
  );
  assertWithin(unblocking.repo, used, HOOK_PERMISSIONS.capture);
});

Deno.test("keeping an escalation reads the conversation beside that", async () => {
  await using unblocking = await Unblocking.make();
  const path = unblocking.home.path(".claude/projects/p/s-1.jsonl");
  new ClientTranscript(path, "s-1", unblocking.repo.folder).person("Fix it, SHOP-12").says(GOOD);
  const payload = { transcript_path: path, last_assistant_message: GOOD };
  const used = await audited(unblocking.repo, (env) => unblocking.hook("Stop", payload, env));
  assertWithin(unblocking.repo, used, { ...HOOK_PERMISSIONS.conversation, outside: [path] });
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
