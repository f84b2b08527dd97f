/**
 * Writes the registrations that stand in the repository, from the one table.
 *
 *     deno run --allow-read=hook,hooks --allow-write=hook/settings.json,hooks hook/generate.ts
 */

import { runGenerator } from "../cli/generator.ts";
import { HOOKS, type ScriptSource } from "./registration.ts";
import { entriesFor } from "./installer/settings_entries.ts";
import { register } from "./installer/settings_file.ts";

/** The text of every registration that is checked in, by its path. */
export function renderRegistrations(): Map<string, string> {
  const capture = HOOKS.filter((hook) => hook.stage === "capture");
  const render = (source: ScriptSource): string =>
    register("", { entries: entriesFor(capture, source), env: {} });
  return new Map([
    ["hook/settings.json", render({ from: "jsr" })],
    ["hooks/hooks.json", render({ from: "plugin" })],
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
