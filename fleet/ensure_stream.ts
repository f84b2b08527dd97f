/** Making the stream, or making sure that the one that is there will do. */

import { JetStreamApiError, type StreamInfo } from "@nats-io/jetstream";
import { answerError, type Engine, UnreachableError } from "./connect.ts";
import { DEFAULTS, differences, newStream, type StreamWishes } from "./stream_config.ts";
import { STREAM, SUBJECTS } from "./subject.ts";
import { UserError } from "../lib/text/errors.ts";

/** The server has too few peers for as many replicas, in its numbers. */
const TOO_FEW_PEERS = new Set([10005, 10074]);
/** In milliseconds. */
const SETTLE = 100;
/** There is no such stream. */
const NOT_FOUND = 10059;
/** Another stream holds our subjects. */
const OVERLAP = 10065;

/** The stream as it is. */
interface ReadyStream {
  readonly info: StreamInfo;
  readonly made: boolean;
}

/**
 * Checks the stream, and makes it where there is none. One that disagrees is never changed.
 *
 * @throws {UserError} If it disagrees, or cannot be made.
 */
export async function ensureStream(engine: Engine, wishes: StreamWishes): Promise<ReadyStream> {
  const there = await settledStream(engine);
  if (there !== null) {
    checkStream(there, engine, wishes);
    return { info: there, made: false };
  }
  try {
    await engine.manager.streams.add(newStream(wishes));
  } catch (error) {
    throw await makingError(error, engine, wishes);
  }
  const info = await settledStream(engine);
  if (info === null) {
    throw new UnreachableError(`The stream ${STREAM} on ${engine.address.shown} is gone again`);
  }
  return { info, made: true };
}

/**
 * The stream, with the moment of its making that everybody sees: for some milliseconds after it was
 * made, a server may tell of another one.
 */
export async function settledStream(engine: Engine): Promise<StreamInfo | null> {
  let info = await findStream(engine);
  while (info !== null) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE));
    const again: StreamInfo | null = await findStream(engine);
    if (again?.created === info.created) return again;
    info = again;
  }
  return null;
}

/** The stream, or null where there is none. */
export async function findStream(engine: Engine): Promise<StreamInfo | null> {
  try {
    return await engine.manager.streams.info(STREAM);
  } catch (error) {
    if (codeOf(error) === NOT_FOUND) return null;
    throw answerError(error, engine.address);
  }
}

/** @throws {UserError} If the stream is not as it has to be, or as the user wishes. */
export function checkStream(info: StreamInfo, engine: Engine, wishes: StreamWishes): void {
  const differs = differences(info.config, wishes);
  if (differs.length === 0) return;
  throw new UserError(
    `The stream ${STREAM} on ${engine.address.shown} is not as expected: ${differs.join("; ")}. ` +
      "It was left as it is",
  );
}

async function makingError(
  error: unknown,
  engine: Engine,
  { replicas }: StreamWishes,
): Promise<UserError> {
  const { shown } = engine.address;
  const code = codeOf(error);
  if (code === OVERLAP) {
    const holder = await holdersOf(engine).catch(() => "");
    return new UserError(
      `Cannot make the stream ${STREAM} on ${shown}: another stream${holder} holds ${SUBJECTS} there`,
    );
  }
  const wanted = replicas ?? DEFAULTS.replicas;
  if (TOO_FEW_PEERS.has(code) || wanted > 1 && /replicas|no suitable peers/i.test(String(error))) {
    return new UserError(
      `Cannot make the stream ${STREAM} on ${shown} with ${wanted} replicas: too few servers there. ` +
        "For a single server: deno task fleet:stream --to … --replicas 1",
    );
  }
  return answerError(error, engine.address);
}

/** The streams that stand in the way, which the server does not name by itself. */
async function holdersOf({ manager }: Engine): Promise<string> {
  const names: string[] = [];
  for await (const name of manager.streams.names(SUBJECTS)) names.push(name);
  return names.length === 0 ? "" : ` (${names.join(", ")})`;
}

function codeOf(error: unknown): number {
  return error instanceof JetStreamApiError ? error.code : 0;
}
