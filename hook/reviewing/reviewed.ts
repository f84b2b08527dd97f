/** What reviews remember: which changes were read, so that none is paid for twice; what was told. */

import type { Store } from "../../lib/store/store.ts";
import type { ReviewConfig } from "../../lib/config/settings.ts";
import type { Reviewer } from "../../review/run_review.ts";
import { readState, writeState } from "../../lib/store/state.ts";
import type { ReviewIssue } from "../../schema/types.ts";

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
    writeState(this.#store, REVIEWED_FILE, this.#keys);
  }
}

function readKeys(store: Store): string[] {
  return readState(store, REVIEWED_FILE, textsIn);
}

/** So many findings are remembered of a session. */
const MAX_TOLD = 1000;

/** The findings that the person was told in a session: one that stays is not told every turn. */
export class Told {
  readonly #store: Store;
  readonly #file: string;
  readonly #keys: Set<string>;

  constructor(store: Store, session: string) {
    this.#store = store;
    this.#file = `state/${session}.told.json`;
    this.#keys = new Set(readState(store, this.#file, textsIn));
  }

  isNew(issue: ReviewIssue): boolean {
    return !this.#keys.has(keyOf(issue));
  }

  /** Remembers these. */
  add(issues: readonly ReviewIssue[]): void {
    for (const issue of issues) this.#keys.add(keyOf(issue));
    writeState(this.#store, this.#file, [...this.#keys].slice(-MAX_TOLD));
  }
}

/** Without the line: it moves with every edit above it. */
function keyOf({ category, description, file }: ReviewIssue): string {
  return JSON.stringify([category, description, file]);
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((key) => typeof key === "string") : [];
}
