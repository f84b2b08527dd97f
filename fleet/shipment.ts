/** Sends folders of records to the engine, until all is acknowledged or for as long as wanted. */

import { setImmediate } from "node:timers";
import { JetStreamApiError } from "@nats-io/jetstream";
import { StoreError } from "../lib/store/store.ts";
import { UserError } from "../lib/text/errors.ts";
import { answerError, type Engine, isPassing, UnreachableError } from "./connect.ts";
import { Cursor } from "./cursor.ts";
import { Lanes, waitToRetry } from "./lanes.ts";
import { lookAt, spooledNames, type SpooledRecord } from "./spool.ts";
import { findStream, type StreamIdentity } from "./stream.ts";

/** So many records are on their way or wait for their turn. */
const MOST = 2_048;
const MOST_BYTES = 64 * 1024 * 1024;
/** After so many failures in a row, it checks whether the stream is still the same. */
const SUSPICIOUS = 4;
/** After the signal to stop it waits no longer for what is on its way, in milliseconds. */
const GRACE = 2_000;
/** The stream takes no message of that size, in the server's numbers. */
const TOO_LARGE = 10054;
/** A header of ours, with what the protocol adds to it, is no larger. */
const HEADER_BYTES = 1_024;
/** So many files that are no records are named; all are counted. */
const MAX_NAMED = 1_000;

/** Files that cannot be sent, each with what is wrong with it. */
export type InvalidFiles = Map<string, string>;

/** Their number and the first of them, as data. */
export function invalidJson(files: InvalidFiles) {
  const invalid = [...files.entries().take(MAX_NAMED)]
    .map(([origin, problem]) => ({ origin, problem }));
  return { invalid_count: files.size, invalid };
}

/** How to go about it. */
interface ShipmentOptions {
  readonly engine: Engine;
  readonly identity: StreamIdentity;
  readonly folders: readonly string[];
  /** Whether to go on with what comes later. */
  readonly follow: boolean;
  readonly stop: AbortSignal;
  /** Without an acknowledgement for so many milliseconds, give up. */
  readonly patience: number;
  readonly say: (message: string) => void;
  readonly progress: (shipped: number, held: number) => void;
}

/** A record on its way, and the folder that it is of. */
interface Freight extends SpooledRecord {
  readonly cursor: Cursor;
  readonly folder: string;
  readonly origin: string;
}

/** One run of the shipper. */
export class Shipment {
  shipped = 0;
  /** Acknowledged at an earlier time. */
  known = 0;
  /** Of those shipped, what the engine had already. */
  doubles = 0;
  bytes = 0;
  readonly invalid: InvalidFiles = new Map();
  readonly #options: ShipmentOptions;
  readonly #lanes: Lanes<Freight>;
  readonly #cursors = new Map<string, Cursor>();
  /** Why folders could not be worked in. */
  readonly #troubled: string[] = [];
  /** What waits or is on its way, by folder and file, so that it is not taken twice. */
  readonly #underway = new Set<string>();
  /** The highest number that the stream gave one of these records. */
  #highest = 0;
  #heard = performance.now();
  #nextTurn: Promise<void> | null = null;

  constructor(options: ShipmentOptions) {
    this.#options = options;
    this.#lanes = new Lanes({
      send: (freight) => this.#send(freight),
      isPassing,
      pause: (failures) => this.#pause(failures),
      most: MOST,
      mostBytes: MOST_BYTES,
    });
  }

  /**
   * Sends everything.
   *
   * @throws {UserError} If the engine refuses it, or does not answer for too long.
   * @throws {StoreError} If a folder has no place for the cursor.
   */
  async run(): Promise<void> {
    const { folders, stop, follow } = this.#options;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const end = () => {
      this.#lanes.stop();
      setTimeout(resolve, GRACE);
    };
    stop.addEventListener("abort", end);
    const all = async (): Promise<void> => {
      await Promise.all(folders.map((folder) => this.#bringOrSay(folder)));
      await this.#lanes.empty();
    };
    try {
      await Promise.race([all(), this.#lanes.failed, over]);
    } finally {
      stop.removeEventListener("abort", end);
      for (const cursor of this.#cursors.values()) cursor.write();
    }
    if (this.#troubled.length > 0) throw new StoreError(this.#troubled.join("\n"));
    if (!follow && [...this.#cursors.values()].some(({ trouble }) => trouble !== null)) {
      throw new UserError(
        "All records arrived, but the cursor could not be written: they will be sent again",
      );
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
    let [said, first] = [false, true];
    for await (const { names, all } of spooledNames(folder, follow ? stop : null)) {
      if (stop.aborted) return;
      if (all && !first) await this.#checkIdentity();
      if (names.length === 0) continue;
      const cursor = this.#cursorOf(folder);
      if (typeof cursor === "string") {
        if (!said) say(cursor);
        said = true;
        continue;
      }
      const known = await this.#bringNames(folder, names, all, cursor);
      if (first) this.known += known;
      first = false;
    }
  }

  /** The cursor of a folder; or in words why there is none now, where there may be one later. */
  #cursorOf(folder: string): Cursor | string {
    const { follow, identity, say } = this.#options;
    const open = this.#cursors.get(folder);
    if (open?.isThere) return open;
    this.#cursors.delete(folder);
    try {
      const cursor = Cursor.open(folder, identity, say);
      if (cursor === null) return `"${folder}" is being brought by another process, and left to it`;
      this.#cursors.set(folder, cursor);
      return cursor;
    } catch (error) {
      if (!(follow && error instanceof StoreError)) throw error;
      return error.message;
    }
  }

  /** @returns How many were acknowledged before. */
  async #bringNames(
    folder: string,
    names: readonly string[],
    all: boolean,
    cursor: Cursor,
  ): Promise<number> {
    let known = 0;
    const present = new Set<string>();
    const isKnown = (hash: string) => cursor.has(hash) || this.#underway.has(folder + hash);
    for (const name of names) {
      if (this.#options.stop.aborted) return known;
      const origin = `${folder}/${name}`;
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
    const { bytes, fileHash, cursor, origin } = freight;
    const answer = await this.#publish(freight);
    this.#underway.delete(freight.folder + fileHash);
    if (typeof answer === "string") return this.#complain(origin, answer);
    cursor.add(fileHash);
    this.#heard = performance.now();
    this.shipped++;
    this.bytes += bytes.length;
    if (answer.duplicate) this.doubles++;
    this.#options.progress(this.shipped, this.#lanes.held);
  }

  /** The engine's acknowledgement, or in words why it never takes such a record. */
  async #publish({ subject, bytes, id }: Freight): Promise<{ duplicate: boolean } | string> {
    const { engine, identity } = this.#options;
    const most = engine.connection.info?.max_payload ?? Infinity;
    if (bytes.length + HEADER_BYTES > most) {
      return `larger than the ${most} bytes that the engine takes`;
    }
    // Records that are ready at the same time leave in one write.
    await (this.#nextTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#nextTurn = null;
        resolve();
      });
    }));
    try {
      const { seq, duplicate } = await engine.client.publish(subject, bytes, {
        msgID: id,
        expect: { streamName: identity.name },
      });
      // Numbers only grow, unless they are of another stream.
      if (!duplicate && seq <= this.#highest) await this.#checkIdentity();
      this.#highest = Math.max(this.#highest, seq);
      return { duplicate };
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === TOO_LARGE) {
        return "larger than what the stream takes";
      }
      throw isPassing(error) ? error : answerError(error, engine.address);
    }
  }

  /** Waits for the next try; or gives up. */
  async #pause(failures: number): Promise<void> {
    const { patience, stop, engine, say } = this.#options;
    if (performance.now() - this.#heard > patience) {
      throw new UnreachableError(
        `No acknowledgement from ${engine.address.shown} for ${patience / 1_000} s`,
      );
    }
    if (failures === 1) say(`No acknowledgement from ${engine.address.shown}; trying again`);
    if (failures % SUSPICIOUS === 0) await this.#checkIdentity();
    await waitToRetry(failures, stop);
  }

  /** Another stream in the place of the first one has none of what was acknowledged. */
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
    const isNew = !this.invalid.has(origin) && this.invalid.size < MAX_NAMED;
    this.invalid.set(origin, problem);
    // A run that follows may never come to its end, where all are named.
    if (isNew && follow) say(`${origin}: ${problem}; left where it is`);
  }
}
