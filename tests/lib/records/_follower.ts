// A reader that follows a place, as the report does, and can be asked what is there by now.

import type { Found, RecordSource } from "../../../lib/records/source.ts";

/** By name, what stands there: the session of a record, or the problem. */
type Seen = Readonly<Record<string, string>>;

/** Reads a source until it is let go. */
export class Follower implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #reader: AsyncIterator<readonly Found[]>;
  readonly #seen = new Map<string, string>();
  /** Everything that was ever said, one entry for each time that all was told. */
  readonly history: Seen[] = [];

  constructor(source: RecordSource) {
    this.#reader = source.read({ follow: this.#stop.signal })[Symbol.asyncIterator]();
  }

  /** What is there the next time that all is told; null where it has ended. */
  async next(): Promise<Seen | null> {
    while (true) {
      const { done, value } = await this.#reader.next();
      if (done) return null;
      if (value.length === 0) {
        const seen = Object.fromEntries([...this.#seen].toSorted());
        this.history.push(seen);
        return seen;
      }
      for (const found of value) this.#take(found);
    }
  }

  /** Reads on until what is there is this. */
  async until(wanted: Seen): Promise<void> {
    const text = JSON.stringify(Object.fromEntries(Object.entries(wanted).toSorted()));
    for (let seen = await this.next(); JSON.stringify(seen) !== text; seen = await this.next()) {
      if (seen === null) throw new Error(`It ended before there was ${text}`);
    }
  }

  /** Asks it to end. */
  stop(): void {
    this.#stop.abort();
  }

  #take(found: Found): void {
    const name = found.origin.slice(found.origin.lastIndexOf("/") + 1);
    if ("gone" in found) this.#seen.delete(name);
    else if ("problem" in found) this.#seen.set(name, found.problem);
    else {
      const { record } = found;
      this.#seen.set(name, "session_id" in record ? record.session_id : record.schema);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    while (await this.next() !== null);
  }
}
