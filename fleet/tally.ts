/** What came of bringing records, so far. */

/** So many files that are no records are named; all are counted. */
const MAX_NAMED = 1_000;

/** Counts. */
export class Tally {
  shipped = 0;
  /** Acknowledged at an earlier time. */
  known = 0;
  /** Of those shipped, what the engine had already. */
  doubles = 0;
  bytes = 0;
  readonly #invalid = new Set<string>();
  readonly #named: { readonly origin: string; readonly problem: string }[] = [];

  /** How many files cannot be brought. */
  get invalid(): number {
    return this.#invalid.size;
  }

  /** The first of them, each with what is wrong with it. */
  get named(): readonly { readonly origin: string; readonly problem: string }[] {
    return this.#named;
  }

  /** Counts a file that cannot be brought, once. @returns Whether it is one more to be named. */
  complain(origin: string, problem: string): boolean {
    if (this.#invalid.has(origin)) return false;
    this.#invalid.add(origin);
    if (this.#named.length >= MAX_NAMED) return false;
    this.#named.push({ origin, problem });
    return true;
  }
}
