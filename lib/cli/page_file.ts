/** Pages that a script writes where the user said, and never over anything else. */

import { dirname } from "node:path";
import { removeIfThere, writeAll } from "../store/store.ts";
import { UserError } from "../text/errors.ts";

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
  const temporary = `${path}.${Deno.pid}.tmp`;
  writing(path, () => {
    try {
      using file = Deno.openSync(temporary, { write: true, createNew: true, mode: 0o600 });
      const encoder = new TextEncoder();
      for (const part of parts) writeAll(file, encoder.encode(part));
      Deno.renameSync(temporary, path);
    } catch (error) {
      removeIfThere(temporary);
      throw error;
    }
  });
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UserError(`Cannot write "${path}": ${(error as Error).message}`);
  }
}
