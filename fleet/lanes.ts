/**
 * Sends many things at once, bounded, and in order where order counts: of one lane only one is ever
 * on its way, so that none can overtake another whose sending failed.
 */

import { setTimeout as sleep } from "node:timers/promises";

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
  /** So many are held at the most. */
  readonly most: number;
  /** And together no more bytes than these, but for a single larger one. */
  readonly mostBytes: number;
}

/** Everything that waits or is on its way. */
export class Lanes<Item extends Parcel> {
  readonly #options: LanesOptions<Item>;
  /** The last one held of each lane: the next one waits until it was sent. */
  readonly #last = new Map<string, Promise<void>>();
  #held = 0;
  #bytes = 0;
  #failures = 0;
  #pausing: Promise<void> | null = null;
  #stopped = false;
  #broken: { readonly error: unknown } | null = null;
  readonly #breaking: PromiseWithResolvers<never> = Promise.withResolvers();
  #changed: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(options: LanesOptions<Item>) {
    this.#options = options;
    // Not every user of this class waits for it: unheard, a rejection would end the process.
    this.#breaking.promise.catch(() => {});
  }

  /** Rejected with the error that no further try can mend. */
  get failed(): Promise<never> {
    return this.#breaking.promise;
  }

  /** How many wait or are on their way; after an error, how many were not sent. */
  get held(): number {
    return this.#held;
  }

  /**
   * Takes something in as soon as there is room.
   *
   * @throws The error that no further try can mend, be it of something else.
   */
  async take(item: Item): Promise<void> {
    const { most, mostBytes } = this.#options;
    const { lane, bytes: { length } } = item;
    await this.#until(() =>
      this.#held === 0 || this.#held < most && this.#bytes + length <= mostBytes
    );
    if (this.#stopped) return;
    this.#held++;
    this.#bytes += length;
    if (lane === null) {
      this.#send(item);
      return;
    }
    const before = this.#last.get(lane);
    const sent = before === undefined ? this.#send(item) : before.then(() => this.#send(item));
    this.#last.set(lane, sent);
    sent.then(() => {
      if (this.#last.get(lane) === sent) this.#last.delete(lane);
    });
  }

  /**
   * Ends when nothing is held any more.
   *
   * @throws The error that no further try can mend.
   */
  async empty(): Promise<void> {
    await this.#until(() => this.#held === 0);
  }

  /** Drops what is not on its way yet. */
  stop(): void {
    this.#stopped = true;
  }

  /** Sends one, in as many tries as it takes; it never rejects. */
  async #send(item: Item): Promise<void> {
    const { send, isPassing } = this.#options;
    let sent = false;
    while (!sent && !this.#stopped && this.#broken === null) {
      try {
        await send(item);
        sent = true;
        this.#failures = 0;
      } catch (error) {
        if (!isPassing(error)) this.#break(error);
        else if (!this.#stopped) await this.#pause().catch((error) => this.#break(error));
      }
    }
    if (!sent && this.#broken !== null) return;
    this.#held--;
    this.#bytes -= item.bytes.length;
    this.#tell();
  }

  #break(error: unknown): void {
    this.#broken ??= { error };
    this.#breaking.reject(error);
    this.#tell();
  }

  /** One pause for all: what failed together is tried again together. */
  #pause(): Promise<void> {
    return this.#pausing ??= this.#options.pause(++this.#failures)
      .finally(() => this.#pausing = null);
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

/** The wait after the first failure and the longest one, in milliseconds. */
const FIRST = 100;
const LONGEST = 5_000;

/** The wait after so many failures in a row: longer each time. @param random From 0 up to 1. */
export function backoff(failures: number, random: number): number {
  const most = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 20));
  return most * (0.5 + random / 2);
}

/** Waits before the next try, or until the signal; at random, so that not all try together. */
export async function waitToRetry(failures: number, stop: AbortSignal): Promise<void> {
  await sleep(backoff(failures, Math.random()), undefined, { signal: stop }).catch(() => {});
}
