// Records on their way: servers, folders, a shipper, and what became of it all.

import assert from "node:assert/strict";
import { statfsSync } from "node:fs";
import type { NatsConnection } from "@nats-io/transport-node";
import { Scratch } from "../support/repository.ts";
import type { Cluster } from "./_cluster.ts";
import { Ledger, STREAM } from "./_records.ts";
import { type ShipOptions, Shipper } from "./_shipper.ts";
import { until } from "./_wait.ts";

/** What is to be shipped. */
interface Cargo {
  /** How many records each folder holds. */
  readonly records: number;
  readonly folders: number;
}

/** Folders of records, and the servers that they go to. */
export class Voyage implements AsyncDisposable {
  readonly ledger = new Ledger();
  readonly folders: string[] = [];
  readonly #stack = new AsyncDisposableStack();
  #connection: NatsConnection | null = null;

  private constructor(readonly cluster: Cluster, readonly scratch: Scratch) {
    this.#stack.use(scratch);
  }

  /** Writes the records. They are not shipped yet. */
  static async prepare(cluster: Cluster, { records, folders }: Cargo): Promise<Voyage> {
    const voyage = new Voyage(cluster, await Scratch.make("fleet-records-", roomyMemory()));
    for (let n = 0; n < folders; n++) {
      const folder = voyage.scratch.path(`shop-${n}`);
      voyage.ledger.write(folder, `shop-${n}`, records);
      voyage.folders.push(folder);
    }
    return voyage;
  }

  /** Starts a shipper of these folders, or of all. */
  async ship(folders: readonly string[] = this.folders, options?: ShipOptions): Promise<Shipper> {
    const shipper = await Shipper.start(
      ["--to", this.cluster.urls, ...folders, "--json", "--patience", "60"],
      options,
    );
    this.#stack.use(shipper);
    return shipper;
  }

  /** Waits until the stream holds so many records, which must be but a part. */
  async reached(count: number): Promise<void> {
    await until(
      `${count} records to arrive`,
      async () => await this.cluster.count(STREAM) >= count,
    );
  }

  /** That a fault hit while there was still something to lose. */
  async assertMidway(shipper: Shipper): Promise<void> {
    const count = await this.cluster.count(STREAM);
    assert.ok(shipper.running, "the shipper had work to do");
    assert.ok(count > 0 && count < this.ledger.size, `${count} of ${this.ledger.size} were there`);
  }

  /** The test's own connection. */
  async connection(): Promise<NatsConnection> {
    if (this.#connection === null) {
      const connection = await this.cluster.connect();
      this.#stack.defer(() => connection.close());
      this.#connection = connection;
    }
    return this.#connection;
  }

  /** That every record arrived, and by now each server holds the same. */
  async assertArrived(): Promise<{ doubles: number }> {
    await this.cluster.ready();
    const doubles = await this.ledger.assertArrived(
      await this.connection(),
      this.cluster.urlsHere,
    );
    for (const n of this.cluster.nodes.keys()) {
      await until(
        `server ${n} to hold all`,
        async () => await this.cluster.heldBy(n, STREAM) === this.ledger.size + doubles,
      );
    }
    return { doubles };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

/** Many small files are written many times faster to memory, where there is enough of it. */
function roomyMemory(): string | null {
  const place = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize > 2 ** 30 ? place : null;
  } catch {
    return null;
  }
}
