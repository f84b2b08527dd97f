import assert from "node:assert/strict";
import { hooksOf } from "../../../hook/clients/table.ts";
import { PROJECT } from "../../support/process.ts";
import { commandsIn, Machine } from "./_installer.ts";

const CAPTURE = hooksOf("capture");
const EVENTS = CAPTURE.map((hook) => hook.event);
const OTHERS = `{
    "permissions": { "allow": ["Bash(ls:*)"] },
    "hooks": {
        "Stop": [
            { "matcher": "", "hooks": [{ "type": "command", "command": "say done" }] }
        ]
    },
    "10": 1.0, "2": 1e3
}`;

Deno.test("install-hook registers every event in the project's own settings and says the next step", async () => {
  await using machine = await Machine.make();
  const { code, stdout, stderr } = await machine.install();
  assert.deepEqual([code, stderr], [0, ""]);
  const commands = commandsIn(await Deno.readTextFile(machine.settings));
  assert.deepEqual(Object.keys(commands), EVENTS);
  for (const [event, [command, ...more]] of Object.entries(commands)) {
    assert.deepEqual(more, [], event);
    assert.match(command!, new RegExp(`'${PROJECT}/hook/(start|stop)\\.ts'`));
  }
  assert.ok(stdout.includes(machine.settings), stdout);
  assert.match(stdout, /stay off until REFLECTION_MODE is set/);
  assert.match(stdout, /No git repository/);
});

Deno.test("install-hook --mode switches the hooks on in the same file, and asking unless told not to", async () => {
  await using machine = await Machine.make();
  const env = async (): Promise<unknown> =>
    JSON.parse(await Deno.readTextFile(machine.settings)).env;
  await machine.install("--mode", "solo", "--no-ask");
  assert.deepEqual(await env(), { REFLECTION_MODE: "solo" });
  const { stdout } = await machine.install("--mode", "orchestrated");
  assert.deepEqual(await env(), { REFLECTION_MODE: "orchestrated", REFLECTION_ASK: "1" });
  assert.match(stdout, /REFLECTION_MODE is "orchestrated"/);
  await machine.install();
  assert.deepEqual(await env(), { REFLECTION_MODE: "orchestrated", REFLECTION_ASK: "1" });
  await machine.install("--mode", "solo", "--no-ask");
  assert.deepEqual(await env(), { REFLECTION_MODE: "solo", REFLECTION_ASK: "0" });
});

Deno.test("install-hook keeps what others wrote, the file's mode, and the file as it was", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "project/.claude/settings.local.json": OTHERS });
  await Deno.chmod(machine.settings, 0o640);
  const { stdout } = await machine.install("--mode", "solo");
  const text = await Deno.readTextFile(machine.settings);
  assert.ok(text.startsWith(OTHERS.slice(0, OTHERS.indexOf("}] }") + 4)), text);
  assert.ok(text.includes('"10": 1.0, "2": 1e3'), text);
  assert.equal(JSON.parse(text).hooks.Stop[0].hooks[0].command, "say done");
  const backup = `${machine.settings}.before-reflection`;
  assert.ok(stdout.includes(backup), stdout);
  assert.equal(await Deno.readTextFile(backup), OTHERS);
  for (const file of [machine.settings, backup]) {
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o640);
  }
});

Deno.test("install-hook a second time changes nothing at all", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "project/.claude/settings.local.json": OTHERS });
  await machine.install("--mode", "solo");
  const before = await machine.snapshot();
  const { code, stdout } = await machine.install("--mode", "solo");
  assert.equal(code, 0);
  assert.match(stdout, /Registered already/);
  assert.deepEqual(await machine.snapshot(), before);
});

Deno.test("install-hook replaces commands of a checkout that has moved, and keeps the first backup", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "project/.claude/settings.local.json": OTHERS });
  await machine.install();
  const text = await Deno.readTextFile(machine.settings);
  await Deno.writeTextFile(machine.settings, text.replaceAll(PROJECT, "/somewhere/else"));
  await machine.install();
  assert.equal(await Deno.readTextFile(machine.settings), text);
  assert.equal(await Deno.readTextFile(`${machine.settings}.before-reflection`), OTHERS);
  const { code } = await machine.install("--from", "jsr");
  assert.equal(code, 0);
  const commands = Object.values(commandsIn(await Deno.readTextFile(machine.settings)));
  assert.equal(commands.flat().length, CAPTURE.length);
  assert.ok(commands.flat().every((command) => command.includes(" jsr:@reflection/kernel@")));
});

Deno.test("install-hook writes where it is told: project, user, file", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "other/.keep": "", "config/.keep": "" });
  const config = { CLAUDE_CONFIG_DIR: machine.path("config") };
  await machine.install("--project", "../other");
  await machine.install("--user");
  await machine.install("--settings", "../deep/er/mine.json");
  await machine.task("install-hook", ["--user"], config);
  for (
    const file of [
      "other/.claude/settings.local.json",
      "home/.claude/settings.json",
      "deep/er/mine.json",
      "config/settings.json",
    ]
  ) {
    const commands = commandsIn(await Deno.readTextFile(machine.path(file)));
    assert.deepEqual(Object.keys(commands), EVENTS, file);
  }
  assert.deepEqual(Object.keys(await machine.snapshot()), ["project/.keep"]);
});

Deno.test("install-hook writes through a link to the file behind it, and says so", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "dotfiles/claude.json": OTHERS, "home/.claude/.keep": "" });
  const link = machine.path("home/.claude/settings.json");
  await Deno.symlink("../../dotfiles/claude.json", link);
  const { code, stderr } = await machine.install("--user");
  assert.equal(code, 0);
  assert.match(stderr, /is a link: working on ".*dotfiles\/claude\.json"/);
  assert.ok((await Deno.lstat(link)).isSymlink);
  const text = await Deno.readTextFile(machine.path("dotfiles/claude.json"));
  assert.deepEqual(Object.keys(commandsIn(text)).toSorted(), EVENTS.toSorted());
  assert.equal((await machine.install("--user", "--uninstall")).code, 0);
  assert.ok((await Deno.lstat(link)).isSymlink);
  assert.equal(await Deno.readTextFile(machine.path("dotfiles/claude.json")), OTHERS);
});

Deno.test("install-hook --dry-run prints what would change and writes nothing", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "project/.claude/settings.local.json": OTHERS });
  for (const more of [[], ["--uninstall"]]) {
    if (more.length > 0) await machine.install();
    await Deno.remove(machine.path("deno.log")).catch(() => {});
    const before = await machine.snapshot(".");
    const { code, stdout } = await machine.install("--dry-run", ...more);
    assert.equal(code, 0);
    assert.match(
      stdout,
      more.length > 0 ? /^ +\d+ - .*"SessionStart"/m : /^ +\d+ \+ .*"SessionStart"/m,
    );
    assert.match(stdout, /Nothing was written/);
    assert.deepEqual(await machine.snapshot("."), before);
  }
});
