/** Reading the stream back, in its order, from any point. */

import {
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  type StoredMsg,
  type StreamState,
} from "@nats-io/jetstream";
import { answerError, type Engine, UnreachableError } from "./connect.ts";
import { findStream, settledStream } from "./ensure_stream.ts";
import { STREAM } from "./subject.ts";
import { UserError } from "../lib/text/errors.ts";

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
/** How often a reader that follows makes sure of what it reads, in milliseconds. */
const LOOK = 5_000;
/** The engine counts nanoseconds, and knows no moment after 2262. */
const LATEST = Date.UTC(2262, 0);
/** Who says nothing for so long will say no more, in milliseconds. */
const SILENCE = 10_000;

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
  // Known before anything is read, so that whatever takes its place later is another one.
  const known = follow === undefined ? null : await settledStream(engine);
  const end = await lastSequence(engine, from);
  if (end === null && follow === undefined) return;
  const messages = await consume(engine, from);
  try {
    if (follow === undefined) yield* untilEnd(messages, end!, engine);
    else {
      using _guard = stopWhenReplaced(engine, known?.created, messages);
      yield* following(messages, end, follow);
      if (!follow.aborted) {
        throw new UserError(
          `The stream ${STREAM} on ${engine.address.shown} was removed or replaced; start again`,
        );
      }
    }
  } finally {
    messages.stop();
  }
}

/**
 * Up to where there is something to read from a point on; null where there is nothing. The stream is
 * asked, not the one that hands it out: that may be a server which has not got everything yet.
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

/** Looks now and then whether the stream is still the one that is read: a new one says nothing. */
function stopWhenReplaced(
  engine: Engine,
  created: string | undefined,
  messages: ConsumerMessages,
): Disposable {
  const look = async (): Promise<void> => {
    const info = await findStream(engine).catch(() => undefined);
    // Whoever cannot be asked now is asked the next time.
    if (info !== undefined && info?.created !== created) messages.stop();
  };
  const timer = setInterval(look, LOOK);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** The last message that is there: of those that were removed, only the numbers are. */
async function lastMessage(
  engine: Engine,
  { messages, first_seq, last_seq }: StreamState,
): Promise<StoredMsg | null> {
  if (messages === 0) return null;
  try {
    for (let sequence = last_seq; sequence >= first_seq; sequence--) {
      const message = await engine.manager.streams.getMessage(STREAM, { seq: sequence });
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
  // Whoever reads to an end wants to hear that there is none in sight.
  let heard = performance.now();
  const watchdog = setInterval(() => {
    if (performance.now() - heard > SILENCE) messages.stop();
  }, SILENCE / 10);
  try {
    let batch: Stored[] = [];
    for await (const message of messages) {
      batch.push(stored(message));
      // Whatever comes while it is read is for the next time.
      const last = message.seq >= end;
      if (batch.length < BATCH && !last) continue;
      // Nobody is waited for while those who asked are busy.
      heard = Infinity;
      yield batch;
      heard = performance.now();
      if (last) return;
      batch = [];
    }
  } finally {
    clearInterval(watchdog);
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
