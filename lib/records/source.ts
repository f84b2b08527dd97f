/** Where records are read from, alike for every kind of place, and several places read as one. */

import type { AnyRecord } from "./record.ts";

/** Something that stands where records stand. `origin` names it, there and for people. */
export type Found =
  | { readonly origin: string; readonly record: AnyRecord }
  /** It is there and is no record, for this reason. */
  | { readonly origin: string; readonly problem: string }
  /** It was there and is not any more. */
  | { readonly origin: string; readonly gone: true };

/** How to read. */
export interface ReadOptions {
  /** With one, reading goes on with what comes later, until it is aborted. */
  readonly follow?: AbortSignal;
}

/** A place with records. */
export interface RecordSource {
  /** The place, as the user named it. */
  readonly place: string;
  /**
   * Everything there, in no order that may be relied on, some at a time. An empty batch says: that
   * is all for now. The same origin again replaces what was found there before.
   */
  read(options?: ReadOptions): AsyncIterable<readonly Found[]>;
  /** One record once more; null where it is gone or no record any more. */
  again(origin: string): Promise<AnyRecord | null>;
  close(): Promise<void>;
}

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

  /** Batches as they come from any source; "all for now" only once every source has said so. */
  async *#follow(follow: AbortSignal): AsyncGenerator<readonly Found[]> {
    const behind = new Set(this.sources);
    // A caller that reads no further, be it for an error, must not leave a source waiting.
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
