import assert from "node:assert/strict";
import { claudeSession, opencodeSessions, projectFolder } from "./_past_sessions.ts";
import { Machine } from "./install/_installer.ts";

/** A person's machine on which agents worked: one session of Claude Code for each list of commands. */
async function machineWith(...sessions: readonly (readonly string[])[]): Promise<Machine> {
  const machine = await Machine.make();
  await machine.git();
  for (const [n, commands] of sessions.entries()) {
    const chat = claudeSession(machine.path("home"), machine.path("project"), `s-${n}`);
    chat.person("Go on");
    for (const command of commands) chat.runs(command, "ok");
    chat.says("Done");
  }
  return machine;
}

async function suggested(machine: Machine): Promise<[command: string, ran: number][]> {
  const { code, stdout, stderr } = await machine.task("judge", ["--suggest", "--json"]);
  assert.deepEqual([code, stderr], [0, ""]);
  return JSON.parse(stdout).suggestions
    .map(({ command, ran }: { command: string; ran: number }) => [command, ran]);
}

const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);

Deno.test("judge --suggest proposes the checks that were a habit, and what to type", async () => {
  const test = ["npm ci", "npm test", "npm test"];
  await using machine = await machineWith(...times(9, test), ...times(3, ["ls"]));
  const { code, stdout, stderr } = await machine.task("judge", ["--suggest"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(
    stdout,
    '`npm test` ran in 9 of 12 sessions; require it?\n  deno task require "npm test"\n',
  );
  const elsewhere = ["--suggest", "--repo", machine.path("project")];
  const named = await machine.task("judge", elsewhere, { INIT_CWD: machine.path("home") });
  assert.match(named.stdout, /\n {2}deno task require "npm test" --repo ".*\/project"\n$/);
});

Deno.test("judge --suggest counts a check however it was called, and where it ran", async () => {
  await using machine = await machineWith(
    ["npm test 2>&1 | tail -5"],
    ["CI=1 timeout 60 npm test && echo done"],
    ["cd web && npx vitest run"],
    ["cd web; npx vitest run --reporter=dot"],
    ["cd web && vitest run"],
    ["npm run test"],
  );
  await opencodeSessions(machine.scratch, "home", [
    { folder: machine.path("project"), runs: ["npm test"] },
  ]);
  assert.deepEqual(await suggested(machine), [
    ["npm test", 4],
    ["cd web && vitest run", 3],
  ]);
});

Deno.test("judge --suggest leaves out what is a part, what is rare, and what is required", async () => {
  const narrow = ["npm test -- src/a.test.ts", "npx vitest run src/a.test.ts", "ls", "git status"];
  await using machine = await machineWith(
    ...times(2, [...narrow, "cargo test", "npm run lint"]),
    ...times(1, [...narrow, "npm run lint"]),
  );
  assert.deepEqual(await suggested(machine), [["npm run lint", 3]]);
  // Three sessions are a habit, and less than a third of ten.
  for (let n = 0; n < 7; n++) {
    claudeSession(machine.path("home"), machine.path("project"), `x-${n}`).runs("ls", "ok");
  }
  assert.deepEqual(await suggested(machine), []);
  await Deno.remove(machine.path("home/.claude"), { recursive: true });
  for (let n = 0; n < 3; n++) {
    claudeSession(machine.path("home"), machine.path("project"), `y-${n}`).runs("npm test", "ok");
  }
  await machine.task("require", ["npm run test"]);
  assert.deepEqual(await suggested(machine), []);
  const { stdout } = await machine.task("judge", ["--suggest"]);
  assert.match(stdout, /^Read 3 sessions: nothing to suggest\./);
});

Deno.test("judge --suggest prints no secret that stood in a command", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  await using machine = await machineWith(...times(3, [`npm run lint -- --token ${secret}`]));
  const { stdout, stderr } = await machine.task("judge", ["--suggest"]);
  assert.doesNotMatch(stdout + stderr, /ghp_/);
  assert.match(stdout, /nothing to suggest/);
  assert.match(stderr, /^Left out what ran with a secret in its command/);
});

Deno.test("judge --suggest says where it looked where there are no sessions, and writes nothing", async () => {
  await using machine = await machineWith();
  const before = await machine.snapshot(".");
  const { code, stdout } = await machine.task("judge", ["--suggest"], {
    CLAUDE_CONFIG_DIR: machine.path("claude"),
  });
  assert.equal(code, 0);
  const [first, claude, opencode] = stdout.split("\n");
  assert.equal(first, `No sessions of "${machine.path("project")}" are kept here. Looked in:`);
  const folder = projectFolder(machine.path("project"));
  assert.equal(claude, `  ${machine.path("claude")}/projects/${folder}`);
  assert.equal(opencode, `  ${machine.path("home")}/.local/share/opencode/opencode.db`);
  assert.deepEqual(await machine.snapshot("."), before);
});

Deno.test("judge --suggest reads the sessions of all work trees, and passes over a broken one", async () => {
  await using machine = await machineWith(["deno test"], ["deno test"]);
  const git = (...args: string[]) => machine.scratch.git("-C", "project", ...args);
  await git("commit", "-q", "--allow-empty", "-m", "First");
  await git("worktree", "add", "-q", "../linked");
  claudeSession(machine.path("home"), machine.path("linked"), "s").runs("deno test", "ok");
  claudeSession(machine.path("home"), machine.path("linked"), "t").raw('{"type":"assistant","mess');
  assert.deepEqual(await suggested(machine), [["deno test", 3]]);
  for (const args of [["--suggest", "--transcript", "x"], ["--suggest", "--require", "x"], []]) {
    assert.equal((await machine.task("judge", args)).code, 2);
  }
  const nowhere = await machine.task("judge", ["--suggest", "--repo", machine.path("home")]);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /^Cannot find a git repository in /);
});
