/** Bringing folders of records to the engine, until all is acknowledged or for as long as wanted. */

import { JetStreamApiError } from "@nats-io/jetstream";
import { backoff, wait } from "./backoff.ts";
import { answerError, type Engine, FleetError, isPassing, UnreachableError } from "./connect.ts";
import { Cursor, type StreamIdentity } from "./cursor.ts";
import { findStream } from "./ensure_stream.ts";
import { Lanes } from "./lanes.ts";
import { lookAt, spooledNames, type SpooledRecord } from "./spool.ts";
import { Together } from "./together.ts";

/** So many records are on their way or wait for their turn. */
const MOST = 2_048;
const MOST_BYTES = 64 * 1024 * 1024;
/** So many files that are no records are named; all are counted. */
const MAX_NAMED = 1_000;
/** After so many failures in a row, whether the stream is still the one that it was. */
const SUSPICIOUS = 4;
/** A header of ours, and what the protocol adds to it, is no larger. */
const HEADER_BYTES = 1_024;

/** What came of it so far. */
export interface Tally {
  shipped: number;
  /** Acknowledged at an earlier time. */
  known: number;
  /** Of those shipped, what the engine had already. */
  doubles: number;
  bytes: number;
  invalidCount: number;
  readonly invalid: Map<string, string>;
}

/** How to go about it. */
export interface ShipmentOptions {
  readonly engine: Engine;
  readonly identity: StreamIdentity;
  readonly folders: readonly string[];
  /** Whether to go on with what comes later. */
  readonly follow: boolean;
  readonly stop: AbortSignal;
  /** Without an acknowledgement for so many milliseconds, give up; null is never. */
  readonly patience: number | null;
  readonly say: (message: string) => void;
  readonly progress: (tally: Tally, held: number) => void;
}

/** A record on its way, and whose folder it is of. */
interface Freight extends SpooledRecord {
  readonly cursor: Cursor;
  readonly origin: string;
}

/** One run of the shipper. */
export class Shipment {
  readonly tally: Tally = {
    ...{ shipped: 0, known: 0, doubles: 0, bytes: 0, invalidCount: 0 },
    invalid: new Map(),
  };
  readonly #options: ShipmentOptions;
  readonly #lanes: Lanes<Freight>;
  readonly #together = new Together();
  readonly #cursors: Cursor[] = [];
  #heard = performance.now();
  #unwritable = false;

  constructor(options: ShipmentOptions) {
    this.#options = options;
    this.#lanes = new Lanes({
      send: (freight) => this.#send(freight),
      isPassing: isPassingAnswer,
      pause: (failures) => this.#pause(failures),
      idle: () => this.#remember(),
      most: MOST,
      mostBytes: MOST_BYTES,
    });
  }

  /**
   * Brings everything.
   *
   * @throws {FleetError} If the engine refuses it, or does not answer for too long.
   * @throws {StoreError} If a folder has no place for the cursor.
   */
  async run(): Promise<void> {
    const { folders, stop, follow } = this.#options;
    const letGo = () => this.#lanes.stop();
    stop.addEventListener("abort", letGo);
    try {
      await Promise.all(folders.map((folder) => this.#bring(folder)));
      await this.#lanes.empty();
    } finally {
      stop.removeEventListener("abort", letGo);
      this.#remember();
    }
    if (this.#unwritable && !follow) {
      throw new FleetError("All was acknowledged, and not all of that could be written down");
    }
  }

  /** How many wait or are on their way. */
  get held(): number {
    return this.#lanes.held;
  }

  async #bring(folder: string): Promise<void> {
    const { identity, stop, follow, say } = this.#options;
    let cursor: Cursor | null = null;
    let told = false;
    for await (const { names, all } of spooledNames(folder, follow ? stop : null)) {
      if (stop.aborted) return;
      if (names.length === 0) continue;
      cursor ??= Cursor.open(folder, identity);
      if (cursor === null) {
        if (!told) say(`"${folder}" is being brought by another process, and left to it`);
        told = true;
        continue;
      }
      if (!this.#cursors.includes(cursor)) this.#cursors.push(cursor);
      await this.#bringNames(folder, names, all, cursor);
    }
  }

  async #bringNames(
    folder: string,
    names: readonly string[],
    all: boolean,
    cursor: Cursor,
  ): Promise<void> {
    const { stop } = this.#options;
    const present = new Set<string>();
    for (const name of names) {
      if (stop.aborted) return;
      const origin = `${folder}/${name}`;
      const found = lookAt(folder, name, (print) => cursor.has(print));
      switch (found.kind) {
        case "invalid":
          this.#complain(origin, found.problem);
          break;
        case "known":
          present.add(found.print);
          if (all) this.tally.known++;
          break;
        case "record":
          present.add(found.record.print);
          await this.#lanes.take({ ...found.record, cursor, origin });
      }
    }
    if (all) cursor.keepOnly(present);
  }

  async #send({ subject, bytes, id, print, cursor, origin }: Freight): Promise<void> {
    const { engine, identity, progress } = this.#options;
    const most = engine.connection.info?.max_payload ?? Infinity;
    if (bytes.length + HEADER_BYTES > most) {
      this.#complain(origin, `larger than the ${most} bytes that the engine takes`);
      return;
    }
    await this.#together.turn();
    const { duplicate } = await engine.client.publish(subject, bytes, {
      msgID: id,
      expect: { streamName: identity.name },
    }).catch((error) => {
      throw isPassingAnswer(error) ? error : answerError(error, engine.address);
    });
    if (cursor.add(print)) this.#remember();
    this.#heard = performance.now();
    this.tally.shipped++;
    this.tally.bytes += bytes.length;
    if (duplicate) this.tally.doubles++;
    progress(this.tally, this.#lanes.held);
  }

  /** Waits for the next try; or gives up. */
  async #pause(failures: number): Promise<void> {
    const { patience, stop, engine, say } = this.#options;
    if (patience !== null && performance.now() - this.#heard > patience) {
      throw new UnreachableError(
        `No acknowledgement from ${engine.address.shown} for ${patience / 1_000} s`,
      );
    }
    if (failures === 1) say(`No acknowledgement from ${engine.address.shown}; trying again`);
    if (failures % SUSPICIOUS === 0) await this.#checkIdentity();
    await wait(backoff(failures, Math.random()), stop);
  }

  /** Another stream in the place of the one that it was has none of what was acknowledged. */
  async #checkIdentity(): Promise<void> {
    const { engine, identity } = this.#options;
    const info = await findStream(engine).catch((error) => {
      if (error instanceof UnreachableError) return undefined;
      throw error;
    });
    if (info === undefined || info?.created === identity.created) return;
    throw new FleetError(
      `The stream ${identity.name} on ${engine.address.shown} was removed or replaced meanwhile; ` +
        "nothing is lost: start again",
    );
  }

  #complain(origin: string, problem: string): void {
    const { invalid } = this.tally;
    if (invalid.get(origin) === problem) return;
    if (!invalid.has(origin)) this.tally.invalidCount++;
    if (invalid.size < MAX_NAMED || invalid.has(origin)) {
      invalid.set(origin, problem);
      if (this.#options.follow) this.#options.say(`${origin}: ${problem}; left where it is`);
    }
  }

  /** A disk that is full now may have room later; what is forgotten is brought twice, not lost. */
  #remember(): void {
    try {
      for (const cursor of this.#cursors) cursor.write();
      this.#unwritable = false;
    } catch (error) {
      if (!this.#unwritable) {
        this.#options.say(
          `Cannot write down what was acknowledged: ${(error as Error).message}; going on`,
        );
      }
      this.#unwritable = true;
    }
  }
}

/** Whether a refusal may be none the next time: a cluster without a leader says so too. */
function isPassingAnswer(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.apiError().code === 503;
  return isPassing(error);
}
