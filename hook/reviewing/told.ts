/** What a person was told of a session's findings: a finding that stays is not told every turn. */

import type { Store } from "../../lib/store/store.ts";
import type { ReviewIssue } from "../../schema/types.ts";

const MAX_KEYS = 1000;

/** The findings that were told in a session. */
export class Told {
  readonly #store: Store;
  readonly #file: string;
  readonly #keys: Set<string>;

  constructor(store: Store, session: string) {
    this.#store = store;
    this.#file = `state/${session}.told.json`;
    this.#keys = new Set(readKeys(store, this.#file));
  }

  isNew(issue: ReviewIssue): boolean {
    return !this.#keys.has(keyOf(issue));
  }

  /** Remembers these. */
  add(issues: readonly ReviewIssue[]): void {
    for (const issue of issues) this.#keys.add(keyOf(issue));
    this.#store.write(this.#file, JSON.stringify([...this.#keys].slice(-MAX_KEYS)));
  }
}

/** Without the line: it moves with every edit above it. */
function keyOf({ category, description, file }: ReviewIssue): string {
  return JSON.stringify([category, description, file]);
}

function readKeys(store: Store, file: string): string[] {
  try {
    const keys: unknown = JSON.parse(store.read(file) ?? "[]");
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}
