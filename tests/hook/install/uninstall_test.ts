import assert from "node:assert/strict";
import { COMMAND_MARK } from "../../../hook/clients/command.ts";
import { Machine } from "./_installer.ts";

const ORIGINAL = `{\r
\t"env": { "REFLECTION_MODE": "off", "TZ": "UTC" },\r
\t"hooks": { "Stop": [ ], "PreToolUse": [{ "hooks": [] }] }, "1": 1.50\r
}`;

Deno.test("install-hook --uninstall gives back the very bytes, and removes the backup", async () => {
  await using machine = await Machine.make();
  for (const original of [ORIGINAL, "{}", "", "\uFEFF{ }\n", '{"a":1}\n\n']) {
    await machine.scratch.write({ "project/.claude/settings.local.json": original });
    assert.equal((await machine.install("--mode", "solo")).code, 0);
    assert.equal((await machine.install("--mode", "orchestrated", "--no-ask")).code, 0);
    const { code, stdout } = await machine.install("--uninstall");
    assert.equal(code, 0);
    assert.ok(stdout.includes(`Restored "${machine.settings}"`), stdout);
    assert.deepEqual(await Deno.readFile(machine.settings), new TextEncoder().encode(original));
    assert.deepEqual([...Deno.readDirSync(machine.path("project/.claude"))].length, 1);
  }
});

Deno.test("install-hook --uninstall removes a file and a folder that were not there before", async () => {
  await using machine = await Machine.make();
  await machine.install("--mode", "solo");
  const { code, stdout } = await machine.install("--uninstall");
  assert.equal(code, 0);
  assert.ok(stdout.includes(`Removed "${machine.settings}"`), stdout);
  assert.deepEqual(Object.keys(await machine.snapshot()), ["project/.keep"]);
});

Deno.test("install-hook --uninstall leaves a folder in which something else is", async () => {
  await using machine = await Machine.make();
  await machine.install();
  await machine.scratch.write({ "project/.claude/CLAUDE.md": "mine" });
  await machine.install("--uninstall");
  assert.deepEqual(Object.keys(await machine.snapshot()).sort(), [
    "project/.claude",
    "project/.claude/CLAUDE.md",
    "project/.keep",
  ]);
});

Deno.test("install-hook --uninstall keeps what the user did since, and takes out all of ours", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "project/.claude/settings.local.json": ORIGINAL });
  await machine.install("--mode", "solo");
  const settings = JSON.parse(await Deno.readTextFile(machine.settings));
  settings.model = "opus";
  settings.env.LANG = "C";
  settings.hooks.Stop[0].matcher = "*";
  settings.hooks.Stop[0].hooks.push({ type: "command", command: "say done" });
  settings.hooks.SessionEnd[0].matcher = "other";
  await Deno.writeTextFile(machine.settings, JSON.stringify(settings, null, 3));
  const { code } = await machine.install("--uninstall");
  assert.equal(code, 0);
  const text = await Deno.readTextFile(machine.settings);
  assert.ok(!text.includes(COMMAND_MARK));
  assert.deepEqual(JSON.parse(text), {
    1: 1.5,
    env: { REFLECTION_MODE: "off", TZ: "UTC", LANG: "C" },
    hooks: {
      Stop: [{ hooks: [{ type: "command", command: "say done" }], matcher: "*" }],
      PreToolUse: [{ hooks: [] }],
    },
    model: "opus",
  });
  assert.match(text, /^ {3}"model": "opus"$/m);
});

Deno.test("install-hook --uninstall does its best without the backup", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({
    "project/.claude/settings.local.json": '{\n  "model": "opus"\n}\n',
  });
  await machine.install("--mode", "solo");
  await Deno.remove(`${machine.settings}.before-reflection`);
  await machine.install("--uninstall");
  assert.equal(await Deno.readTextFile(machine.settings), '{\n  "model": "opus"\n}\n');
});

Deno.test("install-hook --uninstall says when there is nothing of ours, and touches nothing", async () => {
  await using machine = await Machine.make();
  const nothing = await machine.install("--uninstall");
  assert.deepEqual([nothing.code, /Nothing of ours in/.test(nothing.stdout)], [0, true]);
  await machine.scratch.write({ "project/.claude/settings.local.json": ORIGINAL });
  const before = await machine.snapshot();
  const others = await machine.install("--uninstall");
  assert.deepEqual([others.code, /Nothing of ours in/.test(others.stdout)], [0, true]);
  assert.deepEqual(await machine.snapshot(), before);
});

Deno.test("install-hook takes a new backup when the user has removed our hooks by hand", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "project/.claude/settings.local.json": '{"a":1}' });
  await machine.install();
  await Deno.writeTextFile(machine.settings, '{"b":2}');
  await machine.install();
  await machine.install("--uninstall");
  assert.equal(await Deno.readTextFile(machine.settings), '{"b":2}');
});
