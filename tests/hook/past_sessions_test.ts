import assert from "node:assert/strict";
import { pastSessions } from "../../hook/clients/past_sessions.ts";
import { Scratch } from "../support/repository.ts";
import { claudeSession, opencodeSessions, projectFolder } from "./_past_sessions.ts";

function look(scratch: Scratch, tops: string[], most = 200) {
  const env = (name: string) => name === "HOME" ? scratch.path("home") : undefined;
  using past = pastSessions(tops.map((top) => scratch.path(top)), env, most);
  const commands = past.sessions.map(({ client, read }) =>
    [client, ...read().turns.flatMap(({ calls }) => calls.map(({ input }) => input.command))].join()
  );
  return { ...past, commands: commands.sort() };
}

Deno.test("past sessions are those of the repository's folders and below, of either client", async () => {
  await using scratch = await Scratch.make();
  for (const folder of ["shop", "shop/web", "shop-old", "shop old/web", "linked"]) {
    claudeSession(scratch.path("home"), scratch.path(folder), "one")
      .person("Go on").runs(`echo ${folder}`, "ok").says("Done");
  }
  // A name that both have: only the transcript tells them apart.
  assert.equal(projectFolder("/x/shop/web"), projectFolder("/x/shop-web"));
  claudeSession(scratch.path("home"), scratch.path("shop-web"), "two")
    .person("Go on").runs("echo other", "ok").says("Done");
  claudeSession(scratch.path("home"), scratch.path("shop"), "agent-1").runs("echo agent", "ok");
  await opencodeSessions(scratch, "home", [
    { folder: scratch.path("shop"), runs: ["echo a", "echo b"] },
    { folder: scratch.path("shop-old"), runs: ["echo old"] },
    { folder: scratch.path("shop"), runs: ["echo sub"], parent: "ses_0" },
  ]);
  const { commands, found, problems } = look(scratch, ["shop", "linked"]);
  assert.deepEqual(commands, [
    "Claude Code,echo linked",
    "Claude Code,echo shop",
    "Claude Code,echo shop/web",
    "OpenCode,echo a,echo b",
  ]);
  assert.deepEqual([found, problems], [4, []]);
});

Deno.test("only the newest sessions are read", async () => {
  await using scratch = await Scratch.make();
  for (let n = 0; n < 5; n++) {
    const { path } = claudeSession(scratch.path("home"), scratch.path("shop"), `s${n}`)
      .person("Go on").runs(`echo ${n}`, "ok");
    await Deno.utime(path, n, n);
  }
  const { commands, found } = look(scratch, ["shop"], 2);
  assert.deepEqual([commands, found], [["Claude Code,echo 3", "Claude Code,echo 4"], 5]);
});

Deno.test("a database that is none is a problem, no file is none, and neither is an error", async () => {
  await using scratch = await Scratch.make();
  const { sessions, problems, places } = look(scratch, ["shop"]);
  assert.deepEqual([sessions, problems], [[], []]);
  assert.deepEqual(places, [
    `${scratch.path("home")}/.claude/projects/${projectFolder(scratch.path("shop"))}`,
    `${scratch.path("home")}/.local/share/opencode/opencode.db`,
  ]);
  await scratch.write({ "home/.local/share/opencode/opencode.db": "no database at all" });
  await scratch.write({
    [`home/.claude/projects/${projectFolder(scratch.path("shop"))}/x.jsonl`]: "\0{",
  });
  const broken = look(scratch, ["shop"]);
  assert.equal(broken.sessions.length, 0);
  assert.match(broken.problems.join(), /OpenCode's sessions: file is not a database/);
});
