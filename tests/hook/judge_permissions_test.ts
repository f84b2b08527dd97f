import assert from "node:assert/strict";
import { HOOK_PERMISSIONS } from "../../hook/clients/permissions.ts";
import { assertWithin, audited } from "./_audit.ts";
import { Judging } from "./_judging.ts";

/** What the judge reads outside of the repository. */
const outsideOf = ({ chat, home }: Judging): string[] => [
  chat.path,
  home.path(".config/reflection/config.json"),
];

Deno.test("the judge sees, reads and writes what is registered, and asks for nothing else", async () => {
  await using judging = await Judging.make();
  await judging.repo.write({ "AGENTS.md": "Be brief." });
  judging.fails();
  const used = await audited(
    judging.repo,
    (env) => judging.hook("Stop", { env: { ...env, REFLECTION_SIGNAL_DIR: ".reflection" } }),
  );
  const { env } = HOOK_PERMISSIONS.judge;
  assertWithin(judging.repo, used, { env, outside: outsideOf(judging) });
  assert.ok(used.some(({ value }) => value === "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"));
});

Deno.test("the smaller hooks read the conversation and the repository, and write to our folder only", async () => {
  await using judging = await Judging.make();
  judging.chat.person("Fix PR #12").runs("gh pr comment 12 -b x", "ok").says(
    "Now I will edit a.ts",
  );
  const [transcript, config] = outsideOf(judging);
  // The two that may ask a model look whether one is named, and load no more where none is.
  for (
    const [event, permissions, ...outside] of [
      ["PreCompact", HOOK_PERMISSIONS.conversation, transcript!],
      ["SessionStart", HOOK_PERMISSIONS.quickly, config!],
      ["Notification", HOOK_PERMISSIONS.quickly, transcript!, config!],
    ] as const
  ) {
    const used = await audited(judging.repo, (env) => judging.hook(event, { env }));
    assertWithin(judging.repo, used, { env: permissions.env, outside });
  }
});

Deno.test("without the permission to read transcripts the record says that it was unreadable", async () => {
  await using judging = await Judging.make();
  const { record, reason } = await judging.fails().stop({
    registered: (hook) => ({ ...hook, permissions: { ...hook.permissions, transcripts: false } }),
  });
  assert.deepEqual([record.skipped, reason], ["unreadable", null]);
  assert.match(record.failure!, /read access/);
});

Deno.test("a payload cannot have the judge read anything else at home", async () => {
  await using judging = await Judging.make();
  judging.fails();
  const secret = "the-content-of-a-key";
  await judging.home.write({ ".ssh/id_rsa": secret, ".claude/settings.json": secret });
  const { home } = judging;
  const paths = [
    home.path(".ssh/id_rsa"),
    home.path(".claude/settings.json"),
    home.path(".claude/projects/../../.ssh/id_rsa"),
    "/etc/passwd",
    "/proc/self/environ",
  ];
  for (const transcript_path of paths) {
    const { record, reason } = await judging.stop({
      payload: { transcript_path },
      env: { REFLECTION_DEBUG: "1" },
    });
    assert.deepEqual([record.skipped, reason], ["unreadable", null], transcript_path);
    assert.match(record.failure!, /read access/);
  }
  for (const name of judging.names("")) {
    if (name === "state") continue;
    assert.doesNotMatch(judging.read(name), /the-content-of-a-key|root:x:/);
  }
});

Deno.test("the client's own folder is looked for where the client has it", async () => {
  await using judging = await Judging.make();
  judging.fails();
  const config = judging.home.path("elsewhere/of claude");
  await Deno.mkdir(`${config}/projects/y`, { recursive: true });
  const moved = `${config}/projects/y/s.jsonl`;
  await Deno.rename(judging.chat.path, moved);
  const payload = { transcript_path: moved };
  assert.equal(await judging.outcome({ payload }), "skipped: unreadable");
  await Deno.mkdir(judging.home.path(".claude/projects/x"), { recursive: true });
  const { stdout } = await judging.hook("Stop", { payload, env: { CLAUDE_CONFIG_DIR: config } });
  assert.match(stdout, /^\{"decision":"block"/);
});
