/** Reads the stream back, in its order, from any point. */

import {
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  type StreamState,
} from "@nats-io/jetstream";
import { UserError } from "../lib/text/errors.ts";
import { answerError, type Engine, UnreachableError } from "./connect.ts";
import { contentHash, findStream, settledStream, STREAM } from "./stream.ts";

/** One message, as it is kept. */
export interface Stored {
  readonly sequence: number;
  readonly subject: string;
  /** When it arrived, in milliseconds since 1970. */
  readonly arrived: number;
  readonly bytes: Uint8Array;
}

/** From where on, and how far. */
export interface ReadStreamOptions {
  /** The first sequence number, or the first moment (milliseconds since 1970). The beginning if left out. */
  readonly from?: { readonly sequence: number } | { readonly time: number };
  /** With one, reading goes on with what comes later, until it is aborted. */
  readonly follow?: AbortSignal;
}

/** So many are handed on together. */
const BATCH = 512;
/** So many are asked for beforehand. */
const AHEAD = 4 * BATCH;
/** How often a reader that follows checks that the stream is still the same, in milliseconds. */
const CHECK_EVERY = 5_000;
/** A reader that does not follow waits so long for the next message, in milliseconds. */
const SILENCE = 10_000;
/** The engine counts nanoseconds, and knows no moment after 2262. */
const LATEST = Date.UTC(2262, 0);

/**
 * Everything in the stream from a point on, some at a time. While following, an empty batch says:
 * that is all for now.
 *
 * @throws {UserError} If there is no stream, or the engine is lost for good.
 */
export async function* readStream(
  engine: Engine,
  { from, follow }: ReadStreamOptions = {},
): AsyncGenerator<readonly Stored[]> {
  // Asked before anything is read, so that a stream made in its place later is seen as another.
  const created = follow === undefined ? undefined : (await settledStream(engine))?.created;
  const end = await lastSequence(engine, from);
  if (follow === undefined) {
    if (end === null) return;
    yield* untilEnd(await consume(engine, from), end, engine);
    return;
  }
  const messages = await consume(engine, from);
  // A stream that took the place of this one sends nothing to this reader.
  const timer = setInterval(async () => {
    const info = await findStream(engine).catch(() => undefined);
    if (info !== undefined && info?.created !== created) messages.stop();
  }, CHECK_EVERY);
  try {
    yield* following(messages, end, follow);
  } finally {
    clearInterval(timer);
    messages.stop();
  }
  if (follow.aborted) return;
  throw new UserError(
    `The stream ${STREAM} on ${engine.address.shown} was removed or replaced; start again`,
  );
}

/**
 * The last number to read from a point on; null where there is nothing. The stream is asked, not the
 * server that hands its messages out, which may not have all of them yet.
 */
async function lastSequence(
  engine: Engine,
  from: ReadStreamOptions["from"],
): Promise<number | null> {
  const info = await findStream(engine);
  if (info === null) {
    throw new UserError(`There is no stream ${STREAM} on ${engine.address.shown}`);
  }
  const last = await lastMessage(engine, info.state);
  if (last === null) return null;
  const isThere = from === undefined ||
    ("sequence" in from ? from.sequence <= last.seq : from.time <= last.time.getTime());
  return isThere ? last.seq : null;
}

/** The last message that is there: the state counts removed ones too. */
async function lastMessage(engine: Engine, { messages, first_seq, last_seq }: StreamState) {
  if (messages === 0) return null;
  try {
    for (let seq = last_seq; seq >= first_seq; seq--) {
      const message = await engine.manager.streams.getMessage(STREAM, { seq });
      if (message !== null) return message;
    }
    return null;
  } catch (error) {
    throw answerError(error, engine.address);
  }
}

async function consume(
  engine: Engine,
  from: ReadStreamOptions["from"],
): Promise<ConsumerMessages> {
  const start = from === undefined
    ? { deliver_policy: DeliverPolicy.All }
    : "sequence" in from
    ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: Math.max(1, from.sequence) }
    : {
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(Math.min(from.time, LATEST)).toISOString(),
    };
  try {
    const consumer = await engine.client.consumers.get(STREAM, start);
    return await consumer.consume({ max_messages: AHEAD });
  } catch (error) {
    throw answerError(error, engine.address);
  }
}

async function* untilEnd(
  messages: ConsumerMessages,
  end: number,
  { address }: Engine,
): AsyncGenerator<readonly Stored[]> {
  let heard = performance.now();
  const watchdog = setInterval(() => {
    if (performance.now() - heard > SILENCE) messages.stop();
  }, SILENCE / 10);
  try {
    let batch: Stored[] = [];
    for await (const message of messages) {
      batch.push(stored(message));
      const isLast = message.seq >= end;
      if (batch.length < BATCH && !isLast) continue;
      // The time that the caller takes is no silence of the engine's.
      heard = Infinity;
      yield batch;
      if (isLast) return;
      heard = performance.now();
      batch = [];
    }
  } finally {
    clearInterval(watchdog);
    messages.stop();
  }
  throw new UnreachableError(`${address.shown} stopped answering while it was read`);
}

async function* following(
  messages: ConsumerMessages,
  end: number | null,
  follow: AbortSignal,
): AsyncGenerator<readonly Stored[]> {
  const stop = () => messages.stop();
  follow.addEventListener("abort", stop);
  try {
    if (follow.aborted) return;
    if (end === null) yield [];
    let batch: Stored[] = [];
    let behind = end !== null;
    for await (const message of messages) {
      batch.push(stored(message));
      const arrived = end === null || message.seq >= end;
      const all = arrived && (behind || message.info.pending === 0);
      if (batch.length < BATCH && !all) continue;
      yield batch;
      batch = [];
      if (!all) continue;
      behind = false;
      yield [];
    }
  } finally {
    follow.removeEventListener("abort", stop);
  }
}

function stored(message: JsMsg): Stored {
  return {
    sequence: message.seq,
    subject: message.subject,
    arrived: message.info.timestampNanos / 1e6,
    bytes: message.data,
  };
}

/** So much of a hash tells records apart. */
const HASH_LENGTH = 32;

/**
 * Remembers records by their content. The engine drops what it gets twice within minutes; what was
 * sent again later, readers drop with this.
 */
export class SeenRecords {
  /** By the first digit of their hash: one set holds no more than 16 million. */
  readonly #hashes = Array.from({ length: 16 }, () => new Set<string>());

  /** Whether these bytes come for the first time. */
  isNew(bytes: Uint8Array): boolean {
    const hash = contentHash(bytes).slice(0, HASH_LENGTH);
    const hashes = this.#hashes[parseInt(hash[0]!, 16)]!;
    const before = hashes.size;
    return hashes.add(hash).size > before;
  }
}
