/**
 * Sending many things at once, bounded, and still in order where order counts: of one lane only one
 * is ever on its way, so that none can overtake another whose sending failed.
 */

/** Something to send. */
export interface Parcel {
  /** What must stay in order; null where nothing does. */
  readonly lane: string | null;
  readonly bytes: Uint8Array;
}

/** How to send, and how patiently. */
interface LanesOptions<Item extends Parcel> {
  /** Sends one; rejects where that failed. */
  readonly send: (item: Item) => Promise<void>;
  /** Whether sending it once more may help. */
  readonly isPassing: (error: unknown) => boolean;
  /** Ends when it is time to try again, after so many failures in a row. */
  readonly pause: (failures: number) => Promise<void>;
  /** Called when nothing is held any more. */
  readonly idle: () => void;
  /** So many are held at the most. */
  readonly most: number;
  /** And together no more bytes than these, but for a single larger one. */
  readonly mostBytes: number;
}

/** Everything that waits or is on its way. */
export class Lanes<Item extends Parcel> {
  readonly #options: LanesOptions<Item>;
  /** What waits for an earlier one of its lane. A lane with an empty list has one on its way. */
  readonly #waiting = new Map<string, Item[]>();
  #held = 0;
  #bytes = 0;
  #failures = 0;
  #pausing: Promise<void> | null = null;
  #broken: { readonly error: unknown } | null = null;
  readonly #breaking: PromiseWithResolvers<never> = Promise.withResolvers();
  #stopped = false;
  #changed: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(options: LanesOptions<Item>) {
    this.#options = options;
    // Whoever does not care is not told.
    this.#breaking.promise.catch(() => {});
  }

  /** Rejected with what sending failed of for good, for whoever waits for something else. */
  get failed(): Promise<never> {
    return this.#breaking.promise;
  }

  /** How many wait or are on their way. */
  get held(): number {
    return this.#held;
  }

  /**
   * Takes something in as soon as there is room.
   *
   * @throws What sending failed of for good, be it of something else.
   */
  async take(item: Item): Promise<void> {
    const { most, mostBytes } = this.#options;
    await this.#until(() =>
      this.#held === 0 || this.#held < most && this.#bytes + item.bytes.length <= mostBytes
    );
    if (this.#stopped) return;
    this.#held++;
    this.#bytes += item.bytes.length;
    const before = item.lane === null ? undefined : this.#waiting.get(item.lane);
    if (before !== undefined) {
      before.push(item);
      return;
    }
    if (item.lane !== null) this.#waiting.set(item.lane, []);
    this.#run(item);
  }

  /**
   * Ends when nothing is held any more.
   *
   * @throws What sending failed of for good.
   */
  async empty(): Promise<void> {
    await this.#until(() => this.#held === 0);
  }

  /** Drops what is not on its way yet. */
  stop(): void {
    this.#stopped = true;
    for (const lane of this.#waiting.values()) {
      for (const item of lane.splice(0)) this.#let(item);
    }
  }

  async #run(first: Item): Promise<void> {
    for (let item: Item | undefined = first; item !== undefined;) {
      const sent = await this.#sendAtLast(item);
      this.#let(item);
      if (!sent) return;
      const lane: Item[] | undefined = item.lane === null
        ? undefined
        : this.#waiting.get(item.lane);
      const next: Item | undefined = lane?.shift();
      if (next === undefined && item.lane !== null) this.#waiting.delete(item.lane);
      item = next;
    }
  }

  /** Whether it was sent; not so where all is over. */
  async #sendAtLast(item: Item): Promise<boolean> {
    while (this.#broken === null) {
      try {
        await this.#options.send(item);
        this.#failures = 0;
        return true;
      } catch (error) {
        if (!this.#options.isPassing(error)) this.#break(error);
        if (this.#broken !== null || this.#stopped) break;
        await this.#pause().catch((error) => this.#break(error));
        if (this.#stopped) break;
      }
    }
    this.#tell();
    return false;
  }

  #break(error: unknown): void {
    this.#broken ??= { error };
    this.#breaking.reject(error);
  }

  /** One pause for all: what failed together is tried again together. */
  async #pause(): Promise<void> {
    if (this.#pausing === null) {
      this.#failures++;
      this.#pausing = this.#options.pause(this.#failures).finally(() => this.#pausing = null);
    }
    await this.#pausing;
  }

  #let(item: Item): void {
    this.#held--;
    this.#bytes -= item.bytes.length;
    if (this.#held === 0) this.#options.idle();
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #until(holds: () => boolean): Promise<void> {
    while (true) {
      if (this.#broken !== null) throw this.#broken.error;
      if (holds() || this.#stopped && this.#held === 0) return;
      await this.#changed.promise;
    }
  }
}
