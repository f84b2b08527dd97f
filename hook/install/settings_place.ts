/** The settings file that is worked on, with the backup beside it. */

import { readText, targetOf } from "./file_change.ts";
import { JsonTextError } from "./json_tree.ts";
import { registeredIn } from "./settings_entries.ts";
import { SettingsError } from "./settings_file.ts";
import { isThere } from "../../lib/store/store.ts";

/** Something stands in the way; the message says what. */
export class InstallError extends Error {
  override name = "InstallError";
}

/** Where to register. */
export interface Target {
  /** The settings file, an absolute path. */
  readonly settings: string;
  /** The project's folder, where one is meant. */
  readonly project: string | null;
}

/** What stands at a target now. */
interface Opened {
  /** The settings file itself, behind any link. */
  path: string;
  text: string | null;
  backup: string;
  /** What the backup holds. */
  before: string | null;
}

/**
 * Reads what stands at a target.
 *
 * @throws {InstallError} If it is not there to be worked on, or not JSON.
 */
export function openSettings({ settings, project }: Target): Opened {
  if (project !== null && !(isThere(project) && Deno.statSync(project).isDirectory)) {
    throw new InstallError(`Cannot find the folder "${project}"`);
  }
  const path = targetOf(settings);
  if (path !== settings) console.error(`"${settings}" is a link: working on "${path}"`);
  const backup = `${settings}.before-reflection`;
  const text = readText(path);
  const before = readText(backup);
  if (text !== null) reading(path, () => registeredIn(text));
  if (before !== null) reading(backup, () => registeredIn(before));
  return { path, text, backup, before };
}

/** Runs what reads a settings file, so that an error names the file. */
export function reading<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof JsonTextError || error instanceof SettingsError)) throw error;
    throw new InstallError(`Cannot use "${path}", nothing was changed: ${error.message}`);
  }
}
