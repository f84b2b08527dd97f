import assert from "node:assert/strict";
import { HOOK_PERMISSIONS } from "../../hook/clients/permissions.ts";
import { PROJECT } from "../support/process.ts";
import { type JudgedEvent, Judging } from "./_judging.ts";

interface Access {
  permission: string;
  value: string;
}

/** Every access of a session's hooks, as deno itself logs it. */
async function audit(judging: Judging, ...events: JudgedEvent[]): Promise<Access[]> {
  const file = judging.repo.path(".git/audit.jsonl");
  const env = {
    DENO_AUDIT_PERMISSIONS: file,
    REFLECTION_DEBUG: "1",
    REFLECTION_SIGNAL_DIR: ".reflection",
  };
  const used: Access[] = [];
  for (const event of events) {
    await judging.hook(event, { env });
    // Every deno begins the file anew.
    const lines = (await Deno.readTextFile(file)).trim().split("\n");
    used.push(...lines.map((line) => JSON.parse(line)));
  }
  return used;
}

const valuesOf = (used: Access[], kind: string): string[] => [
  ...new Set(used.filter(({ permission }) => permission === kind).map(({ value }) => value)),
];

/** A path as the hook sees it: from the repository's top. */
const inRepository = ({ repo }: Judging, path: string): string =>
  path.startsWith(`${repo.folder}/`) ? path.slice(repo.folder.length + 1) : path;

Deno.test("the judge sees, reads and writes what is registered, and asks for nothing else", async () => {
  await using judging = await Judging.make();
  await judging.repo.write({ "AGENTS.md": "Be brief." });
  const used = await audit(judging.fails(), "Stop");
  assert.deepEqual([...new Set(used.map(({ permission }) => permission))].sort(), [
    ...["env", "read", "write"],
  ]);
  const { env } = HOOK_PERMISSIONS.judge;
  for (const name of valuesOf(used, "env")) {
    assert.ok(env.includes(name) || /^REFLECTION_[A-Z_]+$/.test(name), name);
  }
  assert.ok(valuesOf(used, "env").includes("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"));
  const { home, repo, chat } = judging;
  const others = valuesOf(used, "read").filter((path) =>
    path.startsWith("/") && path !== repo.folder && !path.startsWith(`${repo.folder}/`) &&
    !(path.startsWith(`${PROJECT}/`) && path.endsWith(".ts")) // Its own code, loaded when needed
  );
  assert.deepEqual(others.sort(), [chat.path, home.path(".config/reflection/config.json")]);
  const written = valuesOf(used, "write").map((path) => inRepository(judging, path));
  assert.ok(written.length > 0);
  for (const path of written) assert.match(path, /^\.(mosaic|reflection)(\/|$)/);
});

Deno.test("the smaller hooks read the conversation and the repository, and write to our folder only", async () => {
  await using judging = await Judging.make();
  judging.chat.person("Fix PR #12").runs("gh pr comment 12 -b x", "ok").says(
    "Now I will edit a.ts",
  );
  const used = await audit(judging, "PreCompact", "SessionStart", "Notification");
  // The two that may ask a model look whether one is named, and load no more where none is.
  for (const name of valuesOf(used, "env")) {
    assert.ok(HOOK_PERMISSIONS.quickly.env.includes(name) || /^REFLECTION_/.test(name), name);
  }
  assert.deepEqual(HOOK_PERMISSIONS.conversation.env, ["REFLECTION_*", "HOME", "PATH"]);
  const outside = valuesOf(used, "read").filter((path) =>
    path.startsWith("/") && path !== judging.repo.folder &&
    !path.startsWith(`${judging.repo.folder}/`) &&
    !(path.startsWith(`${PROJECT}/`) && path.endsWith(".ts"))
  );
  const config = judging.home.path(".config/reflection/config.json");
  assert.deepEqual(outside, [judging.chat.path, config]);
  for (const path of valuesOf(used, "write").map((path) => inRepository(judging, path))) {
    assert.match(path, /^\.(mosaic|reflection)(\/|$)/);
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
