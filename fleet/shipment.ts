/** Bringing folders of records to the engine, until all is acknowledged or for as long as wanted. */

import { setImmediate } from "node:timers";
import { StoreError } from "../lib/store/store.ts";
import { backoff, wait } from "./backoff.ts";
import { answerError, type Engine, isPassing, UnreachableError } from "./connect.ts";
import { Cursor, type StreamIdentity } from "./cursor.ts";
import { Cursors } from "./cursor.ts";
import { findStream } from "./ensure_stream.ts";
import { Lanes } from "./lanes.ts";
import { lookAt, spooledNames, type SpooledRecord } from "./spool.ts";
import { Tally } from "./tally.ts";
import { JetStreamApiError } from "@nats-io/jetstream";
import { UserError } from "../lib/text/errors.ts";

/** So many records are on their way or wait for their turn. */
const MOST = 2_048;
const MOST_BYTES = 64 * 1024 * 1024;
/** After so many failures in a row, whether the stream is still the one that it was. */
const SUSPICIOUS = 4;
/** Told to stop, it waits no longer than this for what is on its way, in milliseconds. */
const GRACE = 2_000;
/** The stream takes no message of that size, in the server's numbers. */
const TOO_LARGE = 10054;
/** A header of ours, and what the protocol adds to it, is no larger. */
const HEADER_BYTES = 1_024;

/** How to go about it. */
interface ShipmentOptions {
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
  readonly folder: string;
  readonly origin: string;
}

/** One run of the shipper. */
export class Shipment {
  readonly tally: Tally = new Tally();
  readonly #options: ShipmentOptions;
  readonly #lanes: Lanes<Freight>;
  readonly #batch = new WriteBatch();
  readonly #cursors: Cursors;
  /** Folders that could not be worked in, in words. */
  readonly #troubled: string[] = [];
  /** What waits or is on its way, by folder and file: whoever looks again need not take it again. */
  readonly #underway = new Set<string>();
  /** The highest number that the stream gave one of these records. */
  #highest = 0;
  #heard = performance.now();

  constructor(options: ShipmentOptions) {
    this.#options = options;
    this.#cursors = new Cursors(options.say);
    this.#lanes = new Lanes({
      send: (freight) => this.#send(freight),
      isPassing,
      pause: (failures) => this.#pause(failures),
      idle: () => this.#cursors.writeSoon(),
      most: MOST,
      mostBytes: MOST_BYTES,
    });
  }

  /**
   * Brings everything.
   *
   * @throws {UserError} If the engine refuses it, or does not answer for too long.
   * @throws {StoreError} If a folder has no place for the cursor.
   */
  async run(): Promise<void> {
    const { folders, stop, follow } = this.#options;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const letGo = () => {
      this.#lanes.stop();
      setTimeout(resolve, GRACE);
    };
    stop.addEventListener("abort", letGo);
    const all = async (): Promise<void> => {
      await Promise.all(folders.map((folder) => this.#bringOrSay(folder)));
      await this.#lanes.empty();
    };
    try {
      await Promise.race([all(), this.#lanes.failed, over]);
    } finally {
      stop.removeEventListener("abort", letGo);
      this.#cursors.write();
    }
    if (this.#troubled.length > 0) throw new StoreError(this.#troubled.join("\n"));
    if (this.#cursors.unwritable && !follow) {
      throw new UserError("All was acknowledged, and not all of that could be written down");
    }
  }

  /** How many wait or are on their way. */
  get held(): number {
    return this.#lanes.held;
  }

  /** One folder that cannot be worked in does not keep the others waiting. */
  async #bringOrSay(folder: string): Promise<void> {
    try {
      await this.#bring(folder);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (this.#options.follow) this.#options.say(error.message);
      this.#troubled.push(error.message);
    }
  }

  async #bring(folder: string): Promise<void> {
    const { stop, follow, say } = this.#options;
    let cursor: Cursor | null = null;
    let told = false;
    let first = true;
    for await (const { names, all } of spooledNames(folder, follow ? stop : null)) {
      if (stop.aborted) return;
      if (all && !first) await this.#checkIdentity();
      if (names.length === 0) continue;
      if (cursor?.isThere === false) {
        this.#cursors.delete(cursor);
        cursor = null;
      }
      const opened: Cursor | string = cursor ?? this.#openCursor(folder);
      if (typeof opened === "string") {
        if (!told) say(opened);
        told = true;
        continue;
      }
      cursor = opened;
      this.#cursors.add(cursor);
      const known = await this.#bringNames(folder, names, all, cursor);
      if (first) this.tally.known += known;
      first = false;
    }
  }

  /** The cursor of a folder; or in words why there is none now, where there may be one later. */
  #openCursor(folder: string): Cursor | string {
    try {
      return Cursor.open(folder, this.#options.identity) ??
        `"${folder}" is being brought by another process, and left to it`;
    } catch (error) {
      if (!(this.#options.follow && error instanceof StoreError)) throw error;
      return error.message;
    }
  }

  async #bringNames(
    folder: string,
    names: readonly string[],
    all: boolean,
    cursor: Cursor,
  ): Promise<number> {
    const { stop } = this.#options;
    let known = 0;
    const present = new Set<string>();
    for (const name of names) {
      if (stop.aborted) return known;
      const origin = `${folder}/${name}`;
      const isKnown = (hash: string) => cursor.has(hash) || this.#underway.has(folder + hash);
      const found = lookAt(folder, name, isKnown);
      switch (found.kind) {
        case "invalid":
          this.#complain(origin, found.problem);
          break;
        case "known":
          present.add(found.fileHash);
          known++;
          break;
        case "record":
          present.add(found.record.fileHash);
          this.#underway.add(folder + found.record.fileHash);
          await this.#lanes.take({ ...found.record, cursor, folder, origin });
      }
    }
    if (all) cursor.keepOnly(present);
    return known;
  }

  async #send(freight: Freight): Promise<void> {
    await this.#publish(freight);
    this.#underway.delete(freight.folder + freight.fileHash);
  }

  async #publish({ subject, bytes, id, fileHash, cursor, origin }: Freight): Promise<void> {
    const { engine, identity, progress } = this.#options;
    const most = engine.connection.info?.max_payload ?? Infinity;
    if (bytes.length + HEADER_BYTES > most) {
      this.#complain(origin, `larger than the ${most} bytes that the engine takes`);
      return;
    }
    await this.#batch.wait();
    const answer = await engine.client.publish(subject, bytes, {
      msgID: id,
      expect: { streamName: identity.name },
    }).catch((error) => {
      if (error instanceof JetStreamApiError && error.code === TOO_LARGE) return null;
      throw isPassing(error) ? error : answerError(error, engine.address);
    });
    if (answer === null) return this.#complain(origin, "larger than what the stream takes");
    const { seq, duplicate } = answer;
    // Numbers only grow, unless they are of another stream.
    if (!duplicate && seq <= this.#highest) await this.#checkIdentity();
    this.#highest = Math.max(this.#highest, seq);
    if (cursor.add(fileHash)) this.#cursors.write();
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
    throw new UserError(
      `The stream ${identity.name} on ${engine.address.shown} was removed or replaced meanwhile; ` +
        "nothing is lost: start again",
    );
  }

  #complain(origin: string, problem: string): void {
    const { follow, say } = this.#options;
    const isNew = this.tally.complain(origin, problem);
    // Whoever follows may never see the end, where all are named.
    if (isNew && follow) say(`${origin}: ${problem}; left where it is`);
  }
}

/** Holds back records that are ready at the same time, so that they leave in one write. */
class WriteBatch {
  #waiting: (() => void)[] = [];

  /** Resolves at the next turn of the event loop, for every record that waited until then. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#release());
      this.#waiting.push(resolve);
    });
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn();
  }
}
