/**
 * Writes the registrations that stand in the repository, from the one table.
 *
 *     deno run --allow-read=hook,hooks --allow-write=hook/settings.json,hooks hook/generate.ts
 */

import { runGenerator } from "../cli/generator.ts";
import { type HookRegistration, HOOKS, hooksOf, type ScriptSource } from "./registration.ts";
import { entriesFor } from "./installer/settings_entries.ts";
import { register } from "./installer/settings_file.ts";

/** The text of every registration that is checked in, by its path. */
export function renderRegistrations(): Map<string, string> {
  const render = (hooks: readonly HookRegistration[], source: ScriptSource): string =>
    register("", { entries: entriesFor(hooks, source), env: {} });
  return new Map([
    ["hook/settings.json", render(hooksOf("capture"), { from: "jsr" })],
    // A plugin is installed whole; what is not switched on costs a shell.
    ["hooks/hooks.json", render(HOOKS, { from: "plugin" })],
  ]);
}

if (import.meta.main) {
  await runGenerator({
    task: "hooks",
    what: "hook/settings.json and hooks/hooks.json from the table of hooks",
    folder: new URL("..", import.meta.url),
    render: renderRegistrations,
  });
}
