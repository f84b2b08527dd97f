/**
 * Writes the registrations that stand in the repository, from the one table.
 *
 *     deno run --allow-read=hook --allow-write=hook tools/hooks.ts
 */

import { runGenerator } from "./generator.ts";
import {
  hookCommand,
  OPENCODE_FOLDER,
  PLUGIN_FOLDER,
  type ScriptSource,
} from "../hook/clients/command.ts";
import { type HookRegistration, HOOKS, hooksOf, OPENCODE_SCRIPTS } from "../hook/clients/table.ts";
import { entriesFor, register } from "../hook/install/claude_settings.ts";

/** The text of every registration that is checked in, by its path. */
export function renderRegistrations(): Map<string, string> {
  const render = (hooks: readonly HookRegistration[], source: ScriptSource): string =>
    register("", { entries: entriesFor(hooks, source), env: {} });
  return new Map([
    ["hook/clients/claude_settings.json", render(hooksOf("capture"), { from: "jsr" })],
    // A plugin is installed whole; what is not switched on costs a shell.
    ["hook/clients/plugin_hooks.json", render(HOOKS, PLUGIN_FOLDER)],
    // Loaded by OpenCode, which may not reach what the table imports.
    ["hook/opencode/commands.json", `${JSON.stringify(opencodeCommands(), null, 2)}\n`],
  ]);
}

function opencodeCommands(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(OPENCODE_SCRIPTS).map(([name, script]) => [
      name,
      hookCommand(script, OPENCODE_FOLDER),
    ]),
  );
}

if (import.meta.main) {
  await runGenerator({
    task: "hooks",
    what:
      "hook/clients/claude_settings.json, hook/clients/plugin_hooks.json and hook/opencode/commands.json from the table of hooks",
    folder: new URL("..", import.meta.url),
    render: renderRegistrations,
  });
}
