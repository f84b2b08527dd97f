// Records of many sessions in folders, and whether all of them arrived.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { openFleet } from "../../fleet/open.ts";
import { openPlaces } from "../../lib/records/open.ts";
import { parseRecord, type RunRecord } from "../../lib/records/record.ts";
import { runSamples } from "../lib/records/_samples.ts";
import { momentName } from "../../lib/text/names.ts";

/** The stream that records are shipped to. */
export const STREAM = "REFLECTION";

/** Turns of a session, each with one record. */
const TURNS = 5;
const DAWN = Date.UTC(2026, 0, 1);

/** How a record is written, and what it is known by. */
const textOf = (record: unknown) => `${JSON.stringify(record, null, 2)}\n`;
const hashOf = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** What was written about a session, to be compared with what arrives. */
interface Known {
  readonly session: string;
  readonly timestamp: string;
  readonly subject: string;
}

/** All records that were written, by their hash. */
export class Ledger {
  readonly #known = new Map<string, Known>();
  #bytes = 0;

  get size(): number {
    return this.#known.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Writes records of sessions with several turns into a folder. The sessions of any two folders
   * have the same ids, as far as tests care: only repository and session together tell them apart.
   */
  write(folder: string, repo: string, count: number): void {
    Deno.mkdirSync(folder, { recursive: true });
    const samples = runSamples();
    for (let n = 0; n < count; n++) {
      const sample = samples[n % samples.length]!;
      const timestamp = new Date(DAWN + n * 1000).toISOString();
      const session = `session-${Math.floor(n / TURNS)}`;
      const record: RunRecord = { ...sample, session_id: session, timestamp, repo };
      const text = textOf(record);
      if (n < samples.length) {
        assert.equal(typeof parseRecord(new TextEncoder().encode(text)), "object");
      }
      const kind = sample.schema.slice(0, -".v1".length);
      Deno.writeTextFileSync(`${folder}/${session}-${momentName(timestamp)}.${kind}.json`, text);
      const subject = `reflection.${kind}.${repo}`;
      this.#known.set(hashOf(text), { session: `${repo} ${session}`, timestamp, subject });
      this.#bytes += text.length;
    }
  }

  /**
   * Reads everything back: bare, and as everybody reads records.
   *
   * @returns How many messages of the stream were there already under another number.
   */
  async assertArrived(nc: NatsConnection, urls: string): Promise<number> {
    const doubles = await this.#assertBare(nc);
    await this.#assertRead(urls);
    return doubles;
  }

  /** Each message is a file, byte by byte, under its subject and its hash. */
  async #assertBare(nc: NatsConnection): Promise<number> {
    const tally = new Tally(this.#known);
    for await (const { subject, id, data } of messages(nc)) {
      const hash = hashOf(data);
      assert.equal(id, hash, "a message's id is the hash of what is in it");
      assert.equal(subject, this.#known.get(hash)?.subject, "a message has its record's subject");
      tally.take(hash);
    }
    assert.deepEqual(tally.problems(), []);
    return tally.doubles;
  }

  /** Each record once, whatever the stream holds. */
  async #assertRead(urls: string): Promise<void> {
    const tally = new Tally(this.#known);
    const source = await openPlaces([urls], "/", openFleet);
    try {
      for await (const batch of source.read()) {
        for (const found of batch) {
          assert.ok("record" in found, `only records are found, not ${JSON.stringify(found)}`);
          tally.take(hashOf(textOf(found.record)));
        }
      }
    } finally {
      await source.close();
    }
    assert.equal(tally.doubles, 0, "no record is read twice");
    assert.deepEqual(tally.problems(), []);
  }
}

/** Counts what arrives, against what was written. */
class Tally {
  readonly #seen = new Set<string>();
  readonly #latest = new Map<string, string>();
  readonly #unknown: string[] = [];
  readonly #late: string[] = [];
  doubles = 0;

  constructor(readonly known: ReadonlyMap<string, Known>) {}

  take(hash: string): void {
    if (this.#seen.has(hash)) {
      this.doubles++;
      return;
    }
    this.#seen.add(hash);
    const record = this.known.get(hash);
    if (record === undefined) {
      this.#unknown.push(hash);
      return;
    }
    const { session, timestamp } = record;
    if (timestamp < (this.#latest.get(session) ?? "")) this.#late.push(`${session} ${timestamp}`);
    this.#latest.set(session, timestamp);
  }

  /** What is wrong, in words, with a few examples. */
  problems(): string[] {
    const lost = [...this.known.keys()].filter((hash) => !this.#seen.has(hash));
    const told = { "never written": this.#unknown, lost, "out of order": this.#late };
    return Object.entries(told).filter(([, cases]) => cases.length > 0)
      .map(([what, cases]) => `${cases.length} ${what}: ${cases.slice(0, 3).join(", ")}`);
  }
}

/** Every message of the stream, in its order. */
async function* messages(
  nc: NatsConnection,
): AsyncGenerator<{ subject: string; id: string; data: Uint8Array }> {
  const jsm = await jetstreamManager(nc, { timeout: 20_000 });
  const { state } = await jsm.streams.info(STREAM);
  if (state.messages === 0) return;
  const consumer = await jetstream(nc).consumers.get(STREAM);
  const reading = await consumer.consume({ max_messages: 5000 });
  try {
    for await (const { subject, headers, data, seq } of reading) {
      yield { subject, id: headers?.get("Nats-Msg-Id") ?? "", data };
      if (seq >= state.last_seq) return;
    }
  } finally {
    await reading.close();
  }
}
