/** What scripts read and write: files that may not be there, long results, and pages. */

import { dirname } from "node:path";
import { replaceFile, writeAll } from "../store/store.ts";
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

const PIECE = 64 * 1024;

/**
 * Writes lines. A reader that stops early (`| head`) is no error.
 *
 * @returns Whether the output is still read.
 */
export function writeLines(lines: Iterable<string>): boolean {
  const encoder = new TextEncoder();
  let piece = "";
  const flush = (): void => {
    writeAll(Deno.stdout, encoder.encode(piece));
    piece = "";
  };
  try {
    for (const line of lines) {
      piece += `${line}\n`;
      if (piece.length >= PIECE) flush();
    }
    flush();
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    return false;
  }
}

/** How every page begins. */
const PAGE_START = "<!doctype html>";

/** A page may replace an older page, and nothing else: not the data, nor what a link leads to. */
export function refuseToSpoil(path: string): void {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw new UserError(`Cannot write "${path}": ${(error as Error).message}`);
    }
    const folder = dirname(path);
    if (isFolder(folder)) return;
    throw new UserError(`Cannot write "${path}": "${folder}" is not a folder`);
  }
  if (info.isFile && (info.size === 0 || isPage(path))) return;
  throw new UserError(`Refusing to write over "${path}": it is not a page of ours`);
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

function isPage(path: string): boolean {
  using file = Deno.openSync(path);
  const start = new Uint8Array(PAGE_START.length);
  file.readSync(start);
  return new TextDecoder().decode(start) === PAGE_START;
}

/** Writes a page, with no more permission than for its own file. */
export function writePageFile(path: string, page: string): void {
  writing(path, () => Deno.writeTextFileSync(path, page));
}

/** Writes a page whole or not at all: who looks at it meanwhile must not see half of one. */
export function replacePageFile(path: string, parts: Iterable<string>): void {
  writing(path, () => replaceFile(path, parts));
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UserError(`Cannot write "${path}": ${(error as Error).message}`);
  }
}
