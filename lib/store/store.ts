/**
 * Where records stand on disk. Every file is written beside its place, renamed and, where that is
 * worth the wait, flushed; is readable by its owner only, and never lands outside of the folder
 * through a link.
 */

import { OWN_FOLDER } from "./own_folder.ts";

/** The folder cannot be used; the message says why. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** The records of a repository, relative to its top folder. */
export const DEFAULT_FOLDER = `${OWN_FOLDER}/reflections`;

/** A self-report left in the repository, consumed by the next capture. */
export const INPUT_FILE = `${OWN_FOLDER}/reflection-input.json`;

/** Logs are cut to half of this when they grow beyond it. */
const MAX_LOG_BYTES = 256 * 1024;

/** An open folder of records. */
export class Store {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Opens the folder, making what is missing of it.
   *
   * @param named An absolute folder that the user named, or null for the default one here.
   * @throws {StoreError} If something in the way is no folder, or a link leads elsewhere.
   */
  static open(named: string | null): Store {
    const folder = named === null ? DEFAULT_FOLDER : named.replace(/(?<!\/)\/+$/, "") || "/";
    // Nearly always everything is in place, and one look tells.
    const place = named === null ? `${Deno.cwd()}/${folder}` : folder;
    if (realPath(`${folder}/state`) === `${place}/state`) return new Store(folder);

    if (named === null) {
      const top = Deno.realPathSync(".");
      ensureFolder(OWN_FOLDER, `${top}/${OWN_FOLDER}`);
      ensureFolder(folder, `${top}/${folder}`);
      ensureFolder(`${folder}/state`, `${top}/${folder}/state`);
      // Records speak of one machine's runs: no `git add --all` of an agent's may take them along.
      const store = new Store(folder);
      if (!store.has(".gitignore")) store.write(".gitignore", "*\n");
      return store;
    } else {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      ensureFolder(`${folder}/state`, `${Deno.realPathSync(folder)}/state`);
    }
    return new Store(folder);
  }

  /**
   * Opens a folder that other tools read, absolute or in the repository, making it if it is
   * missing.
   *
   * @throws {StoreError} If something in the way is no folder, or a link leads elsewhere.
   */
  static openPlain(folder: string): Store {
    if (folder.startsWith("/")) Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    else {
      const top = Deno.realPathSync(".");
      const way = folder.split("/").map((_, n, parts) => parts.slice(0, n + 1).join("/"));
      // A link on the way would have folders made elsewhere.
      for (const path of way.filter(isThere)) refuseElsewhere(path, `${top}/${path}`);
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      refuseElsewhere(folder, `${top}/${folder}`);
    }
    const store = new Store(folder);
    if (!folder.startsWith("/") && !store.has(".gitignore")) store.write(".gitignore", "*\n");
    return store;
  }

  /** A folder that is only read: nothing is made where it is not there. */
  static toRead(folder: string): Store {
    return new Store(folder);
  }

  /**
   * Writes a file whole or not at all.
   *
   * @param options.flush Whether it must also survive a power cut. Waiting for the disk is most of
   * what writing costs. @default {true}
   */
  write(name: string, text: string, { flush = true }: { flush?: boolean } = {}): void {
    replaceFile(`${this.folder}/${name}`, [text], { flush });
  }

  /** The text of a file, or null where there is none that can be read, or that is as small. */
  read(name: string, most = Infinity): string | null {
    try {
      const path = `${this.folder}/${name}`;
      const { isFile, size } = Deno.lstatSync(path);
      return isFile && size <= most ? Deno.readTextFileSync(path) : null;
    } catch {
      return null;
    }
  }

  /** Whether something of this name is there. */
  has(name: string): boolean {
    return isThere(`${this.folder}/${name}`);
  }

  /** A name that no file with this ending has yet, also when the clock went backwards. */
  freeName(wanted: string, ending: string): string {
    let name = wanted;
    for (let n = 2; this.has(`${name}${ending}`); n++) name = `${wanted}-${n}`;
    return name;
  }

  /**
   * Takes a lock that the kernel frees when this process ends, however it ends.
   *
   * @returns Whether it was free.
   */
  lock(name: string): boolean {
    const path = `${this.folder}/${name}`;
    refuseAllButFiles(path);
    const file = Deno.openSync(path, { write: true, create: true, mode: 0o600 });
    if (file.tryLockSync(true)) return true;
    file.close();
    return false;
  }

  /** Adds lines to a log, and forgets its older half when it has grown too large. */
  log(name: string, lines: readonly string[]): void {
    const path = `${this.folder}/${name}`;
    refuseAllButFiles(path);
    const text = lines.map((line) => `${line}\n`).join("");
    {
      using file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
      writeAll(file, new TextEncoder().encode(text));
    }
    if (Deno.lstatSync(path).size <= MAX_LOG_BYTES) return;
    const kept = new TextDecoder().decode(Deno.readFileSync(path).subarray(-MAX_LOG_BYTES / 2));
    this.write(name, kept.slice(kept.indexOf("\n") + 1));
  }
}

/** Whether something is there, be it a link to nowhere. */
export function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Removes a file, whether it is there or not. */
export function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Not there, or not ours to remove: either way nothing more can be done
  }
}

/**
 * Writes a file whole or not at all: beside its place, then renamed.
 *
 * @param options.flush Whether it must also survive a power cut. @default {false}
 * @param options.mode The permissions, as far as the umask allows. @default {0o600}
 */
export function replaceFile(
  path: string,
  parts: Iterable<string>,
  { flush = false, mode = 0o600 }: { flush?: boolean; mode?: number | undefined } = {},
): void {
  const name = path.lastIndexOf("/") + 1;
  const temporary = `${path.slice(0, name)}.${path.slice(name)}.${Deno.pid}.tmp`;
  try {
    {
      using file = createNew(temporary, mode);
      const encoder = new TextEncoder();
      for (const part of parts) writeAll(file, encoder.encode(part));
      if (flush) file.syncSync();
    }
    Deno.renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}

/** Refuses to follow a link in the way, and removes what a killed process left there. */
function createNew(path: string, mode: number): Deno.FsFile {
  const options = { write: true, createNew: true, mode };
  try {
    return Deno.openSync(path, options);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    Deno.removeSync(path);
    return Deno.openSync(path, options);
  }
}

/** Writes all of some bytes: one call may write fewer. */
export function writeAll(file: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

/** Makes a folder; one that is there already must be at its place, and not be led to by a link. */
function ensureFolder(path: string, place: string): void {
  try {
    Deno.mkdirSync(path, { mode: 0o700 });
    return;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  refuseElsewhere(path, place);
}

/** A folder must be at its place, and not be led to by a link. */
function refuseElsewhere(path: string, place: string): void {
  const real = Deno.realPathSync(path);
  if (real !== place) {
    throw new StoreError(`Refusing to write through "${path}": it leads to "${real}"`);
  }
  if (!Deno.statSync(path).isDirectory) throw new StoreError(`"${path}" is not a folder`);
}

/** The folders of ours in this repository: records are no change, wherever the person put them. */
export function ownFolders(named: string | null): string[] {
  const here = `${Deno.cwd()}/`;
  const real = named === null ? null : realPath(named);
  return [OWN_FOLDER, ...(real?.startsWith(here) ? [real.slice(here.length)] : [])];
}

/** Whether a path is one of these folders, or in one. */
export function isIn(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Where a path really is; null where nothing is. */
export function realPath(path: string): string | null {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
}

/** A link would lead elsewhere, and a pipe would never answer. */
function refuseAllButFiles(path: string): void {
  try {
    if (Deno.lstatSync(path).isFile) return;
  } catch {
    return; // Not there yet
  }
  throw new StoreError(`"${path}" is not a plain file`);
}
