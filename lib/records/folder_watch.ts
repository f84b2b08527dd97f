/** Watching a folder of records, also one that is still to be made. */

import { dirname } from "node:path";

/** Files that are written together are looked at together, in milliseconds. */
const SETTLE = 40;

/** Watches a folder, or while there is none, the folders above it. */
export class FolderWatch implements Disposable {
  readonly #watcher: Deno.FsWatcher;
  /** Whether the folder itself is watched. */
  readonly #there: boolean;
  readonly #inode: number | null;
  readonly #stop = () => this[Symbol.dispose]();
  #closed = false;

  constructor(readonly folder: string, readonly signal: AbortSignal) {
    const { place, watcher } = watchNearest(folder);
    this.#there = place === folder;
    this.#inode = inodeOf(folder);
    this.#watcher = watcher;
    signal.addEventListener("abort", this.#stop);
  }

  /** The names that changed, together where they came together; ends where all must be read anew. */
  async *changes(): AsyncGenerator<Set<string>> {
    let names = new Set<string>();
    let settled: Promise<"settled"> | null = null;
    const events = this.#watcher[Symbol.asyncIterator]();
    let next = events.next();
    while (!this.signal.aborted) {
      const first = await (settled === null ? next : Promise.race([next, settled]));
      if (first === "settled") {
        // No event tells that a folder is gone of which a program still has files open.
        if (inodeOf(this.folder) !== this.#inode) return await this.#leave();
        yield names;
        names = new Set();
        settled = null;
        continue;
      }
      if (first.done) return;
      next = events.next();
      const { kind, paths, flag } = first.value;
      if (kind === "access") continue;
      // The folder came, went, or more happened than the system could tell.
      if (!this.#there || flag === "rescan" || paths.includes(this.folder)) {
        return await this.#leave();
      }
      for (const path of paths) {
        if (dirname(path) === this.folder) names.add(path.slice(this.folder.length + 1));
      }
      settled ??= new Promise((resolve) => setTimeout(resolve, SETTLE, "settled"));
    }
  }

  /** Deno stops watching a moment later, and then also a new folder at the same place. */
  async #leave(): Promise<void> {
    this[Symbol.dispose]();
    await new Promise((resolve) => setTimeout(resolve, SETTLE));
  }

  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closed = true;
    this.signal.removeEventListener("abort", this.#stop);
    this.#watcher.close();
  }
}

/** Watches the nearest folder that is there; one that is made or removed meanwhile is not missed. */
function watchNearest(folder: string): { place: string; watcher: Deno.FsWatcher } {
  while (true) {
    const place = nearestFolder(folder);
    let watcher: Deno.FsWatcher;
    try {
      watcher = Deno.watchFs(place, { recursive: false });
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    if (nearestFolder(folder) === place) return { place, watcher };
    watcher.close();
  }
}

function nearestFolder(folder: string): string {
  for (let place = folder;; place = dirname(place)) {
    try {
      if (Deno.statSync(place).isDirectory || place === "/") return place;
    } catch {
      // Not there yet: look further up
    }
  }
}

function inodeOf(path: string): number | null {
  try {
    return Deno.statSync(path).ino;
  } catch {
    return null;
  }
}
