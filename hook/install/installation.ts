/** Installing and uninstalling: what is planned, done, and told. */

import type { HookRegistration, ScriptSource } from "../clients/registration.ts";
import { DEFAULT_FOLDER } from "../../lib/store/store.ts";
import { prepareDeno } from "./deno_on_path.ts";
import { applyChange, type FileChange, modeOf, renderChange } from "./file_change.ts";
import { PERSONAL, planExclude, planInclude } from "./git_exclude.ts";
import { entriesFor, registeredIn, variablesFor } from "./settings_entries.ts";
import { register, unregister } from "./settings_file.ts";
import { openSettings, reading, type Target } from "./settings_place.ts";

/** What to register. */
interface Installation {
  readonly hooks: readonly HookRegistration[];
  readonly source: ScriptSource;
  /** What `REFLECTION_MODE` is set to; null leaves it as it is. */
  readonly mode: string | null;
  readonly ask: boolean;
  /** Whether the judge only records its verdicts. */
  readonly observe: boolean;
  readonly dryRun: boolean;
}

/** Registers the hooks and tells what was done. */
export async function install(target: Target, wanted: Installation): Promise<number> {
  const { path, text, backup, before } = openSettings(target);
  const entries = entriesFor(wanted.hooks, wanted.source);
  const there = registeredIn(text ?? "");
  const isFirst = there.entries.length === 0;
  const { mode, ask } = wanted;
  const has = (stage: HookRegistration["stage"]): boolean =>
    wanted.hooks.some((hook) => hook.stage === stage);
  const judge = has("judge") ? (wanted.observe ? "observe" : "on") : null;
  const env = mode === null
    ? {}
    : variablesFor({ mode, ask, review: has("review"), judge, unblock: has("unblock") }, there.env);
  const after = reading(
    path,
    () => register(text ?? "", { entries, env }, isFirst ? text : before),
  );
  const changes: FileChange[] = [{ path, before: text, after }];
  if (isFirst) changes.unshift({ path: backup, before, after: text, mode: modeOf(path) });
  const exclude = target.project === null ? null : await planExclude(target.project, {
    pattern: PERSONAL.claude,
    covers: [target.settings, `${target.settings}.before-reflection`],
  });
  if (exclude?.change) changes.push(exclude.change);
  if (wanted.dryRun) return show(changes);
  changes.forEach(applyChange);

  const events = [...new Set(entries.map((entry) => entry.event))].join(", ");
  say(
    after === text
      ? `Registered already in "${path}": ${events}`
      : `Registered in "${path}": ${events}`,
    isFirst && text !== null && `The file as it was: "${backup}"`,
    exclude?.change && `git ignores in this clone: ${exclude.patterns.join(", ")}`,
    exclude?.note && `${exclude.note}: told git to ignore nothing`,
    told(after),
  );
  for (const warning of await prepareDeno(wanted.hooks, wanted.source)) console.error(warning);
  return 0;
}

/** Takes the hooks out and tells what was done. */
export async function uninstall(target: Target, dryRun: boolean): Promise<number> {
  const { path, text, backup, before } = openSettings(target);
  const changes: FileChange[] = [];
  if (text !== null && (before !== null || registeredIn(text).entries.length > 0)) {
    let after = reading(path, () => unregister(text, before));
    // A link that its owner put there must not come to lead nowhere.
    if (after === null && path !== target.settings) after = "{}\n";
    changes.push({ path, before: text, after });
  }
  if (before !== null) changes.push({ path: backup, before, after: null });
  const exclude = target.project === null
    ? null
    : await planInclude(target.project, PERSONAL.claude);
  if (exclude?.change) changes.push(exclude.change);
  if (changes.length === 0) {
    say(`Nothing of ours in "${path}"`);
    return 0;
  }
  if (dryRun) return show(changes);
  changes.forEach(applyChange);
  removeEmptyFolder(target, changes);
  say(
    ...changes.map(({ path, after }) =>
      after === null ? `Removed "${path}"` : `Restored "${path}"`
    ),
    "Sessions that are open keep their hooks until they end. Records stay: deno task prune removes them",
  );
  return 0;
}

/** Prints what would change. */
export function show(changes: readonly FileChange[]): number {
  for (const change of changes.filter(({ before, after }) => before !== after)) {
    console.log(renderChange(change));
  }
  console.log("Nothing was written");
  return 0;
}

function told(settings: string): string {
  const set = registeredIn(settings).env.REFLECTION_MODE;
  return set === '"solo"' || set === '"orchestrated"'
    ? `REFLECTION_MODE is ${set} there. Next: start a new session; its records will be in ${DEFAULT_FOLDER}`
    : "The hooks stay off until REFLECTION_MODE is set. Next: install again with --mode solo, or export it";
}

/** The folder that the first installation made, where nothing else came into it since. */
function removeEmptyFolder({ project, settings }: Target, changes: readonly FileChange[]): void {
  const removed = changes.some(({ path, after }) => path === settings && after === null);
  if (project === null || !removed) return;
  const folder = `${project}/.claude`;
  if (Deno.readDirSync(folder)[Symbol.iterator]().next().done) Deno.removeSync(folder);
}

function say(...lines: (string | false | null | undefined)[]): void {
  console.log(lines.filter(Boolean).join("\n"));
}
