/** Which changes were reviewed already, and how: none is read, nor paid for, twice. */

import type { Store } from "../../lib/store/store.ts";
import type { ReviewConfig } from "../../lib/config/settings.ts";
import type { Reviewer } from "../../review/run_review.ts";

/** Where they are remembered, in a folder of records. */
export const REVIEWED_FILE = "state/reviewed.json";
/** More than enough for every branch that somebody goes back and forth between. */
const MAX_KEYS = 200;

/** What tells one review of a change from another: the same change, depth and kind of model. */
export function reviewKey(
  hash: string,
  { depth }: Pick<ReviewConfig, "depth">,
  model: Reviewer | null,
): string {
  return [hash, depth, ...model === null ? ["none"] : model.models].join(" ");
}

/** The reviews of a folder of records. */
export class Reviewed {
  readonly #store: Store;
  #keys: readonly string[];

  private constructor(store: Store, keys: readonly string[]) {
    this.#store = store;
    this.#keys = keys;
  }

  /**
   * Reads what is remembered, and makes sure that more can be: otherwise every turn would be paid
   * for again.
   *
   * @param believed Whether the file is ours; one that a clone brought along is not.
   */
  static open(store: Store, believed: boolean): Reviewed {
    const reviewed = new Reviewed(store, believed ? readKeys(store) : []);
    reviewed.#save();
    return reviewed;
  }

  has(key: string): boolean {
    return this.#keys.includes(key);
  }

  add(key: string): void {
    // Another session may have added one meanwhile.
    this.#keys = [...new Set([...readKeys(this.#store), ...this.#keys, key])].slice(-MAX_KEYS);
    this.#save();
  }

  #save(): void {
    this.#store.write(REVIEWED_FILE, JSON.stringify(this.#keys));
  }
}

function readKeys(store: Store): string[] {
  try {
    const keys: unknown = JSON.parse(store.read(REVIEWED_FILE) ?? "[]");
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  } catch {
    return []; // Begun anew
  }
}
