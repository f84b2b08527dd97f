import assert from "node:assert/strict";
import { hookCommand, PACKAGE, PLUGIN_FOLDER } from "../../hook/clients/command.ts";
import { HOOKS } from "../../hook/clients/table.ts";
import { PROJECT } from "../support/process.ts";
import { Machine } from "../hook/install/_installer.ts";

const read = (path: string): string => Deno.readTextFileSync(`${PROJECT}/${path}`);

Deno.test("hook/clients/claude_settings.json is what install-hook --from jsr registers in an empty file", async () => {
  await using machine = await Machine.make();
  await machine.install("--from", "jsr");
  assert.equal(
    await Deno.readTextFile(machine.settings),
    read("hook/clients/claude_settings.json"),
  );
});

Deno.test("hook/clients/plugin_hooks.json registers the table's hooks from the plugin's folder", () => {
  const { hooks } = JSON.parse(read("hook/clients/plugin_hooks.json"));
  assert.deepEqual(Object.keys(hooks), [...new Set(HOOKS.map((hook) => hook.event))]);
  for (const event of Object.keys(hooks)) {
    const registered = HOOKS.filter((hook) => hook.event === event).map((hook) => {
      const command = hookCommand(hook, PLUGIN_FOLDER);
      assert.ok(command.includes(`"$CLAUDE_PLUGIN_ROOT/${hook.script}.ts"`));
      const hooks = [{ type: "command", command, timeout: hook.timeout }];
      return hook.tools ? { matcher: hook.tools.join("|"), hooks } : { hooks };
    });
    assert.deepEqual(hooks[event], registered);
  }
});

Deno.test("the plugin, the package and what is registered from the registry have one version", () => {
  const { name, version, description, author } = JSON.parse(read(".claude-plugin/plugin.json"));
  const config = JSON.parse(read("deno.json"));
  assert.equal(version, config.version);
  assert.equal(PACKAGE, `jsr:${config.name}@${config.version}`);
  assert.ok(name && description && author.name);
});

Deno.test("every script that is registered from the registry is exported", () => {
  const { exports } = JSON.parse(read("deno.json"));
  for (const { script } of HOOKS) {
    assert.equal(exports[`./${script.replace("/", "-")}`], `./${script}.ts`);
  }
});
