/**
 * What the person set in the environment, read once. The capture hook needs nothing else of the
 * settings, so of their table it takes the names only, which cost nothing at run time.
 */

import type { VariableName } from "./settings.ts";

/** The modes in which hooks act. */
export type ActiveMode = "solo" | "orchestrated";

/** The settings of a capture. */
export interface HookSettings {
  /** An absolute folder for the records, or null for the default one. */
  folder: string | null;
  /** A file with a self-report. */
  input: string | null;
  taskRef: string | null;
  agent: string | null;
  /** A revision that the change begins at. */
  base: string | null;
  /** In [0,1]; undefined for the default. */
  threshold: number | undefined;
  ask: boolean;
  /** A folder for verdicts that other tools read, absolute or inside of the repository. */
  signalFolder: string | null;
  debug: boolean;
  /** Settings that could not be followed, one line each. */
  problems: string[];
}

/** Reads the settings. A value that makes no sense is left out and named. */
export function readSettings(): HookSettings {
  const problems: string[] = [];
  const get = (name: VariableName): string | null => {
    try {
      return Deno.env.get(name) || null;
    } catch {
      problems.push(`${name} is not UTF-8`);
      return null;
    }
  };
  const folder = get("REFLECTION_DIR");
  const unusable = folder !== null && (!folder.startsWith("/") || folder.includes(","));
  if (unusable) {
    problems.push(`REFLECTION_DIR must be an absolute path without a comma, got "${folder}"`);
  }
  const threshold = get("REFLECTION_RISK_THRESHOLD");
  const number = threshold === null || threshold.trim() === "" ? NaN : Number(threshold);
  const valid = number >= 0 && number <= 1;
  if (threshold !== null && !valid) {
    problems.push(`REFLECTION_RISK_THRESHOLD must be a number from 0 to 1, got "${threshold}"`);
  }
  const signals = get("REFLECTION_SIGNAL_DIR");
  const signalFolder = signals === null ? null : plainPath(signals);
  const outside = signalFolder === "" || /,|(?:^|\/)\.\.(?:\/|$)/.test(signalFolder ?? "");
  if (outside) {
    problems.push(
      `REFLECTION_SIGNAL_DIR must be a path without ".." and without a comma, got "${signals}"`,
    );
  }
  return {
    folder: unusable ? null : folder,
    input: get("REFLECTION_INPUT"),
    taskRef: get("REFLECTION_TASK_REF"),
    agent: get("REFLECTION_AGENT"),
    base: get("REFLECTION_BASE"),
    threshold: valid ? number : undefined,
    ask: get("REFLECTION_ASK") === "1",
    signalFolder: outside ? null : signalFolder,
    debug: get("REFLECTION_DEBUG") === "1",
    problems,
  };
}

/** A path without what says nothing: doubled slashes, `./`, a slash at its end. */
function plainPath(path: string): string {
  return path.split("/").filter((part, n) => part !== "." && (part !== "" || n === 0)).join("/");
}
