/** From the places that a person names to the source of their records. */

import { resolve } from "node:path";
import { isFleetAddress } from "./address.ts";
import { findTop } from "../git/run.ts";
import { DEFAULT_FOLDER, isThere, realPath } from "../store/store.ts";
import { FolderSource } from "./folder.ts";
import { ManySources, type RecordSource } from "./source.ts";
import { UserError } from "../text/errors.ts";

/** The places that a person named; without any, REFLECTION_DIR, else the repository of a folder. */
export async function placesOr(
  named: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  return named.length > 0 ? named : [Deno.env.get("REFLECTION_DIR") || await findTop(folder)];
}

/**
 * Opens every place that was named, each once however often it was named. A repository stands for
 * its folder of records, an address for the records of many machines.
 *
 * @param from The folder that relative names start from.
 * @param openFleet Opens an address. A script that reads folders only leaves it out.
 * @throws {UserError} If a place is not there.
 */
export async function openPlaces(
  places: readonly string[],
  from: string,
  openFleet?: (address: string) => Promise<RecordSource>,
): Promise<RecordSource> {
  const sources = new Map<string, RecordSource>();
  for (const place of places) {
    if (isFleetAddress(place)) {
      if (openFleet === undefined) throw new UserError(`Cannot read "${place}": not a folder`);
      const source = await openFleet(place);
      sources.set(source.place, source);
    } else {
      const folder = recordsFolder(place, from);
      if (!sources.has(folder)) sources.set(folder, new FolderSource(place, folder));
    }
  }
  return new ManySources([...sources.values()]);
}

/**
 * The folder of records that a user means.
 *
 * @throws {UserError} If it is not there.
 */
export function recordsFolder(named: string, from: string): string {
  const real = folderAt(resolve(from, named), named);
  if (real === null) throw new UserError(`Cannot read "${named}": no such folder`);
  const inside = `${real}/${DEFAULT_FOLDER}`;
  // A repository whose first record is still to come is one too.
  return folderAt(inside, inside) ?? (isThere(`${real}/.git`) ? inside : real);
}

function folderAt(path: string, named: string): string | null {
  const real = realPath(path);
  if (real === null || Deno.statSync(real).isDirectory) return real;
  throw new UserError(`Cannot read "${named}": not a folder`);
}
