/** Text files of a person that a script changes: planned first, shown or done afterwards. */

import { dirname } from "node:path";
import { diff } from "node:util";
import { isThere, replaceFile } from "../store/store.ts";
import { UserError } from "../text/errors.ts";

/** What a file is and what it shall be; null stands for no file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The permissions of a file that is made new. */
  readonly mode?: number | undefined;
}

/**
 * The text of a file, byte for byte, or null where there is none.
 *
 * @throws {UserError} If it is no plain file or not UTF-8: writing it back would change it.
 */
export function readText(path: string): string | null {
  if (!isThere(path)) return null;
  if (!Deno.lstatSync(path).isFile) throw new UserError(`"${path}" is not a plain file`);
  try {
    // The mark that some editors put in front is kept as part of the text.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(Deno.readFileSync(path));
  } catch (error) {
    const why = error instanceof TypeError ? "it is not UTF-8" : (error as Error).message;
    throw new UserError(`Cannot read "${path}": ${why}`);
  }
}

/** The permissions of a file; undefined where there is none. */
export function modeOf(path: string): number | undefined {
  return isThere(path) ? (Deno.statSync(path).mode ?? 0o600) & 0o7777 : undefined;
}

/** Where a path leads when it is a link. Dotfile managers keep settings so, and go on doing it. */
export function targetOf(path: string): string {
  if (!isThere(path) || !Deno.lstatSync(path).isSymlink) return path;
  try {
    return Deno.realPathSync(path);
  } catch {
    throw new UserError(`"${path}" is a link to nothing`);
  }
}

/**
 * Does a change: whole or not at all, keeping the file's permissions.
 *
 * @throws {UserError} If the file is no longer what it was when the change was planned.
 */
export function applyChange({ path, before, after, mode }: FileChange): void {
  if (before === after) return;
  if (readText(path) !== before) {
    throw new UserError(`"${path}" was changed meanwhile: try again`);
  }
  try {
    if (after === null) Deno.removeSync(path);
    else replace(path, after, modeOf(path) ?? mode);
  } catch (error) {
    throw new UserError(`Cannot write "${path}": ${(error as Error).message}`);
  }
}

/** Prints what would change. */
export function show(changes: readonly FileChange[]): number {
  for (const change of changes.filter(({ before, after }) => before !== after)) {
    console.log(renderChange(change));
  }
  console.log("Nothing was written");
  return 0;
}

/** What a change would do, as lines that go and lines that come, for people. */
function renderChange({ path, before, after }: FileChange): string {
  if (before === after) return `Unchanged: ${path}`;
  const what = before === null ? "Would make" : after === null ? "Would remove" : "Would change";
  const lines = (text: string | null): string[] => text?.split(/\r?\n/) ?? [];
  const line = { before: 0, after: 0 };
  const shown = diff(lines(after), lines(before)).flatMap(([sign, text]) => {
    if (sign <= 0) line.before++;
    if (sign >= 0) line.after++;
    if (sign === 0) return [];
    const [at, mark] = sign > 0 ? [line.after, "+"] : [line.before, "-"];
    return [`${String(at).padStart(4)} ${mark} ${text}`];
  });
  return [`${what}: ${path}`, ...shown].join("\n");
}

/** A client never reads half of a file. */
function replace(path: string, text: string, mode: number | undefined): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, [text], { flush: true, mode: mode ?? 0o666 });
  if (mode !== undefined) Deno.chmodSync(path, mode); // What the umask took away
}
