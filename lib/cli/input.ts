/** What an experiment reads: files that may not be there, and standard input. */

import { UserError } from "../text/errors.ts";

/** Opens a file to read, or standard input for `-`. */
export function openInput(path: string): Deno.FsFile | typeof Deno.stdin {
  if (path === "-") return Deno.stdin;
  return reading(path, () => {
    if (Deno.statSync(path).isDirectory) throw new UserError(`Cannot read "${path}": a folder`);
    return Deno.openSync(path, { read: true });
  });
}

/** The text of a file. */
export function readText(path: string): string {
  return reading(path, () => new TextDecoder().decode(Deno.readFileSync(path)));
}

/** Does something with a path, and says what stood in the way in words. */
export function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = REASONS.find(([kind]) => error instanceof kind)?.[1];
    if (reason === undefined) throw error;
    throw new UserError(`Cannot read "${path}": ${reason}`);
  }
}

const REASONS: readonly (readonly [new (...args: never[]) => Error, string])[] = [
  [Deno.errors.NotFound, "no such file"],
  [Deno.errors.PermissionDenied, "not permitted"],
  [Deno.errors.NotCapable, "deno was not given the permission"],
  [Deno.errors.IsADirectory, "a folder"],
  [Deno.errors.NotADirectory, "not a folder"],
];
