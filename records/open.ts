/** From what a user names to where records are read from. */

import { resolve } from "node:path";
import { DEFAULT_FOLDER, isThere, realPath } from "../hook/store.ts";
import { FolderSource } from "./folder.ts";
import { ManySources } from "./many.ts";
import { type RecordSource, SourceError } from "./source.ts";

/**
 * Opens every place that was named, each once however often it was named. A repository stands for
 * its folder of records.
 *
 * @param from The folder that relative names start from.
 * @throws {SourceError} If a place is not there.
 */
export function openPlaces(places: readonly string[], from: string): RecordSource {
  const folders = new Map<string, FolderSource>();
  for (const place of places) {
    const folder = recordsFolder(resolve(from, place), place);
    if (!folders.has(folder)) folders.set(folder, new FolderSource(place, folder));
  }
  return new ManySources([...folders.values()]);
}

function recordsFolder(path: string, named: string): string {
  const real = folderAt(path, named);
  if (real === null) throw new SourceError(`Cannot read "${named}": no such folder`);
  const inside = `${real}/${DEFAULT_FOLDER}`;
  // A repository whose first record is still to come is one too.
  return folderAt(inside, inside) ?? (isThere(`${real}/.git`) ? inside : real);
}

function folderAt(path: string, named: string): string | null {
  const real = realPath(path);
  if (real === null || Deno.statSync(real).isDirectory) return real;
  throw new SourceError(`Cannot read "${named}": not a folder`);
}
