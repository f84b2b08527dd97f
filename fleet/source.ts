/** The records of many machines, read from the engine as if they stood in a folder. */

import { type AnyRecord, parseRecord } from "../lib/records/record.ts";
import type { Found, ReadOptions, RecordSource } from "../lib/records/source.ts";
import { type FleetAddress, parseFleetAddress } from "../lib/records/address.ts";
import { closeEngine, type Engine, openEngine } from "./connect.ts";
import { readStream, SeenRecords, type Stored } from "./read_stream.ts";
import { STREAM } from "./stream.ts";

/** Opens a place that is an address. */
export function fleetSource(place: string): RecordSource {
  return new StreamSource(parseFleetAddress(place));
}

/** The stream as a place with records. It connects when it is first asked. */
class StreamSource implements RecordSource {
  readonly place: string;
  /** What the origins of all its records begin with. One server names the engine: it is said often. */
  readonly #beginning: string;
  #engine: Promise<Engine> | null = null;

  constructor(readonly address: FleetAddress) {
    this.place = address.shown;
    this.#beginning = `${address.shown.split(",")[0]}/${STREAM}/`;
  }

  async *read({ follow }: ReadOptions = {}): AsyncGenerator<readonly Found[]> {
    const seen = new SeenRecords();
    const engine = await this.#open();
    for await (const batch of readStream(engine, follow === undefined ? {} : { follow })) {
      const found = batch.map((stored) => this.#find(stored, seen)).filter((one) => one !== null);
      if (found.length > 0 || batch.length === 0) yield found;
    }
  }

  async again(origin: string): Promise<AnyRecord | null> {
    const sequence = this.#sequenceOf(origin);
    if (sequence === null) return null;
    const { manager } = await this.#open();
    const message = await manager.direct.getMessage(STREAM, { seq: sequence }).catch(() => null);
    const record = message === null ? null : parseRecord(message.data);
    return typeof record === "string" ? null : record;
  }

  async close(): Promise<void> {
    const engine = await this.#engine?.catch(() => null);
    if (engine) await closeEngine(engine);
  }

  #open(): Promise<Engine> {
    return this.#engine ??= openEngine(this.address);
  }

  #find({ sequence, bytes }: Stored, seen: SeenRecords): Found | null {
    if (!seen.isNew(bytes)) return null;
    const origin = this.#beginning + sequence;
    const record = parseRecord(bytes);
    return typeof record === "string" ? { origin, problem: record } : { origin, record };
  }

  #sequenceOf(origin: string): number | null {
    if (!origin.startsWith(this.#beginning)) return null;
    const rest = origin.slice(this.#beginning.length);
    return /^\d+$/.test(rest) ? Number(rest) : null;
  }
}
