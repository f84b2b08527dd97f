/** Where records are read from. Nobody who reads them has to know what kind of place that is. */

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
