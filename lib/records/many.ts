/** Several places read as one. */

import type { AnyRecord } from "./record.ts";
import type { Found, ReadOptions, RecordSource } from "./source.ts";

/** One source made of several. */
export class ManySources implements RecordSource {
  readonly place: string;

  constructor(readonly sources: readonly RecordSource[]) {
    this.place = sources.map(({ place }) => place).join(", ");
  }

  async *read({ follow }: ReadOptions = {}): AsyncGenerator<readonly Found[]> {
    if (follow === undefined) {
      for (const source of this.sources) yield* source.read();
      return;
    }
    yield* this.#follow(follow);
  }

  async again(origin: string): Promise<AnyRecord | null> {
    for (const source of this.sources) {
      const record = await source.again(origin);
      if (record !== null) return record;
    }
    return null;
  }

  async close(): Promise<void> {
    await Promise.all(this.sources.map((source) => source.close()));
  }

  /** Whichever has something next; "all for now" only once every source has said so. */
  async *#follow(follow: AbortSignal): AsyncGenerator<readonly Found[]> {
    const behind = new Set(this.sources);
    // Whoever reads no further, be it for an error, must not leave anybody waiting for changes.
    const done = new AbortController();
    const until = AbortSignal.any([follow, done.signal]);
    const next = (reader: AsyncIterator<readonly Found[]>, source: RecordSource) =>
      reader.next().then((result) => ({ reader, source, result }));
    const pending = new Map(this.sources.map((source) => {
      const reader = source.read({ follow: until })[Symbol.asyncIterator]();
      return [reader, next(reader, source)] as const;
    }));
    try {
      while (pending.size > 0) {
        const { reader, source, result } = await Promise.race(pending.values());
        if (result.done) {
          pending.delete(reader);
          behind.delete(source);
          continue;
        }
        pending.set(reader, next(reader, source));
        if (result.value.length === 0) behind.delete(source);
        if (result.value.length > 0 || behind.size === 0) yield result.value;
      }
    } finally {
      done.abort();
      await Promise.allSettled(pending.values());
      await Promise.all([...pending.keys()].map((reader) => reader.return?.()));
    }
  }
}
