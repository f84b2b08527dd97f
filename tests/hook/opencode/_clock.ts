/** Time that passes when a test says so, for whatever uses timers while it is in charge. */

const { setTimeout: later, clearTimeout: never } = globalThis;

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class Clock implements Disposable {
  now = 1_000_000;
  #ids = 0;
  readonly #timers = new Map<number, Timer>();

  constructor() {
    const set = (run: () => void, ms = 0): number => {
      this.#timers.set(++this.#ids, { at: this.now + ms, run });
      return this.#ids;
    };
    const clear = (id?: number): void => void this.#timers.delete(id ?? 0);
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  }

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Whatever was begun comes as far as it can without time passing. */
  async settle(): Promise<void> {
    await new Promise<void>((done) => void later(done, 0));
  }

  /** Time passes, with everything that is due meanwhile. */
  async passes(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds;
    await this.settle();
    for (let next = this.#next(until); next !== null; next = this.#next(until)) {
      this.now = Math.max(this.now, next.at);
      next.run();
      await this.settle();
    }
    this.now = until;
  }

  #next(until: number): Timer | null {
    const [first] = [...this.#timers].filter(([, { at }]) => at <= until)
      .sort(([, a], [, b]) => a.at - b.at);
    if (first === undefined) return null;
    this.#timers.delete(first[0]);
    return first[1];
  }

  [Symbol.dispose](): void {
    Object.assign(globalThis, { setTimeout: later, clearTimeout: never });
  }
}
