/** The stream that holds the records of many machines: what it is like, made and checked. */

import { createHash } from "node:crypto";
import { JetStreamApiError, type StreamConfig, type StreamInfo } from "@nats-io/jetstream";
import type { AnyRecord } from "../lib/records/record.ts";
import { UserError } from "../lib/text/errors.ts";
import { answerError, type Engine, UnreachableError } from "./connect.ts";

/** The stream that holds all records. */
export const STREAM = "REFLECTION";
/** Every record in it is filed under `reflection.<record>.<repo>`. */
const SUBJECTS = "reflection.>";

/** A token of a subject; dots, stars and spaces mean something there. */
const SAFE = /^[A-Za-z0-9_-]{1,100}$/;
/** How a changed name ends. A name that ends so by itself is changed too, so that no two meet. */
const MARKED = /-h[0-9a-f]{16}$/;
/** Stands where a record names no repository. */
const NOWHERE = "-";

/** The subject of a record. */
export function subjectOf(record: AnyRecord): string {
  const kind = record.schema.slice(0, record.schema.indexOf("."));
  return `reflection.${kind}.${repoToken("repo" in record ? record.repo : null)}`;
}

/**
 * A repository's name as one token: the name where that is safe, else its safe characters and a hash
 * of the whole, so that two names never share a subject.
 */
export function repoToken(repo: string | null): string {
  if (repo === null) return NOWHERE;
  if (SAFE.test(repo) && repo !== NOWHERE && !MARKED.test(repo)) return repo;
  const kept = repo.slice(0, 200).replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^[-_]+/, "")
    .slice(0, 60);
  return `${kept || "repo"}-h${contentHash(new TextEncoder().encode(repo)).slice(0, 16)}`;
}

/** The SHA-256 of some bytes in hexadecimal. Two records are the same when theirs are. */
export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A stream that was removed and made again is another one and holds nothing of the first. */
export interface StreamIdentity {
  readonly name: string;
  /** When the server made it, in the server's words. */
  readonly created: string;
}

/** What a person chose; null where they chose nothing. */
export interface StreamWishes {
  readonly replicas: number | null;
  /** How long a record is kept, in milliseconds; 0 is for ever. */
  readonly maxAge: number | null;
  /** How much is kept, in bytes; -1 is without limit. */
  readonly maxBytes: number | null;
}

/** Nothing chosen: a new stream gets the defaults, an existing one is taken as it is. */
export const NO_WISHES: StreamWishes = { replicas: null, maxAge: null, maxBytes: null };

/** Of a new stream. With three replicas the loss of one server loses nothing. */
const DEFAULTS = { replicas: 3, maxAge: 0, maxBytes: -1 } as const;
/** Within this time the server drops a message that it has already, in milliseconds. */
const DUPLICATE_WINDOW = 2 * 60_000;
const NANOSECONDS = 1_000_000;
/** With other values records would be lost, or not be found again. */
const FIXED = {
  retention: "limits",
  storage: "file",
  discard: "old",
  // Every server answers for one record, so that pages with many of them open quickly.
  allow_direct: true,
} as const;

/** The configuration of a new stream. */
export function newStream(wishes: StreamWishes): Partial<StreamConfig> & { name: string } {
  return {
    name: STREAM,
    description: "Records of the reflection kernel",
    ...FIXED,
    subjects: [SUBJECTS],
    num_replicas: wishes.replicas ?? DEFAULTS.replicas,
    max_age: (wishes.maxAge ?? DEFAULTS.maxAge) * NANOSECONDS,
    max_bytes: wishes.maxBytes ?? DEFAULTS.maxBytes,
    duplicate_window: DUPLICATE_WINDOW * NANOSECONDS,
  };
}

/** What a person may choose, as it is, in words. */
export function wishWords(
  config: StreamConfig,
): Record<"replicas" | "max-age" | "max-bytes", string> {
  return {
    replicas: String(config.num_replicas),
    "max-age": ageWords(config.max_age / NANOSECONDS),
    "max-bytes": limitWords(config.max_bytes),
  };
}

/**
 * Checks the stream, and makes it where there is none. One that differs is never changed.
 *
 * @throws {UserError} If it differs, or cannot be made.
 */
export async function ensureStream(
  engine: Engine,
  wishes: StreamWishes,
): Promise<{ info: StreamInfo; made: boolean }> {
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

/** How long a server that just made a stream may tell another moment of it, in milliseconds. */
const SETTLE = 100;

/** The stream, once two answers in a row agree on when it was made; null where there is none. */
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

/** Numbers of the server: no such stream; another has our subjects; too few servers. */
const NOT_FOUND = 10059;
const OVERLAP = 10065;
const TOO_FEW_PEERS = [10005, 10074];

/** The stream, or null where there is none. */
export async function findStream(engine: Engine): Promise<StreamInfo | null> {
  try {
    return await engine.manager.streams.info(STREAM);
  } catch (error) {
    if (codeOf(error) === NOT_FOUND) return null;
    throw answerError(error, engine.address);
  }
}

/** @throws {UserError} If the stream is not as records need it, or as the person wishes. */
export function checkStream(info: StreamInfo, engine: Engine, wishes: StreamWishes): void {
  const { config } = info;
  const is = wishWords(config);
  const { replicas, maxAge, maxBytes } = wishes;
  const compared: [what: string, is: unknown, wanted: unknown][] = [
    ["subjects", config.subjects?.join(" ") ?? "none", SUBJECTS],
    ["retention", config.retention, FIXED.retention],
    ["storage", config.storage, FIXED.storage],
    ["discard", config.discard, FIXED.discard],
    ["allow_direct", config.allow_direct, FIXED.allow_direct],
    ["messages per subject", limitWords(config.max_msgs_per_subject), NO_LIMIT],
    ["messages", limitWords(config.max_msgs), NO_LIMIT],
    ["message size", limitWords(config.max_msg_size), NO_LIMIT],
    ["no_ack", config.no_ack ?? false, false],
    ["sealed", config.sealed, false],
    ["mirror", config.mirror?.name ?? "none", "none"],
    ["sources", config.sources?.map(({ name }) => name).join(" ") || "none", "none"],
    [
      "window of message ids",
      Math.min(config.duplicate_window / NANOSECONDS, DUPLICATE_WINDOW),
      DUPLICATE_WINDOW,
    ],
    ["replicas", is.replicas, replicas === null ? null : String(replicas)],
    ["max-age", is["max-age"], maxAge === null ? null : ageWords(maxAge)],
    ["max-bytes", is["max-bytes"], maxBytes === null ? null : limitWords(maxBytes)],
  ];
  const differs = compared.filter(([, is, wanted]) => wanted !== null && is !== wanted)
    .map(([what, is, wanted]) => `${what} is ${is}, expected ${wanted}`);
  if (differs.length === 0) return;
  throw new UserError(
    `The stream ${STREAM} on ${engine.address.shown} is not as expected: ${differs.join("; ")}. ` +
      "It was left as it is",
  );
}

const NO_LIMIT = "no limit";

function limitWords(value: number): string {
  return value <= 0 ? NO_LIMIT : String(value);
}

function ageWords(milliseconds: number): string {
  return milliseconds === 0 ? NO_LIMIT : `${milliseconds / 3_600_000} h`;
}

async function makingError(
  error: unknown,
  engine: Engine,
  { replicas }: StreamWishes,
): Promise<UserError> {
  const cannot = `Cannot make the stream ${STREAM} on ${engine.address.shown}`;
  const code = codeOf(error);
  if (code === OVERLAP) {
    const holders = await holdersOf(engine).catch(() => "");
    return new UserError(`${cannot}: another stream${holders} holds ${SUBJECTS} there`);
  }
  const wanted = replicas ?? DEFAULTS.replicas;
  const tooFew = TOO_FEW_PEERS.includes(code) ||
    wanted > 1 && /replicas|no suitable peers/i.test(String(error));
  if (!tooFew) return answerError(error, engine.address);
  return new UserError(
    `${cannot} with ${wanted} replicas: too few servers there. ` +
      "For a single server: deno task fleet:stream --to … --replicas 1",
  );
}

/** The streams that have our subjects; the server's error does not name them. */
async function holdersOf({ manager }: Engine): Promise<string> {
  const names: string[] = [];
  for await (const name of manager.streams.names(SUBJECTS)) names.push(name);
  return names.length === 0 ? "" : ` (${names.join(", ")})`;
}

function codeOf(error: unknown): number {
  return error instanceof JetStreamApiError ? error.code : 0;
}
