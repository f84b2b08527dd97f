/** What the stream has to be like. Pure: what is wanted, and where an existing one disagrees. */

import type { StreamConfig } from "@nats-io/jetstream";
import { STREAM, SUBJECTS } from "./subject.ts";

/** What a user may choose; null where nobody did. */
export interface StreamWishes {
  readonly replicas: number | null;
  /** How long a record is kept, in milliseconds; 0 is for ever. */
  readonly maxAge: number | null;
  /** How much is kept, in bytes; -1 is without limit. */
  readonly maxBytes: number | null;
}

/** Nothing chosen: a new stream gets the defaults, an existing one is taken as it is. */
export const NO_WISHES: StreamWishes = { replicas: null, maxAge: null, maxBytes: null };

/** Of a new stream. Losing one of three servers loses nothing. */
export const DEFAULTS = { replicas: 3, maxAge: 0, maxBytes: -1 } as const;

/** The server drops what it was sent twice within this time, in milliseconds. */
const DUPLICATE_WINDOW = 2 * 60_000;

const NANOSECONDS = 1_000_000;

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

/** What is no question of taste: elsewhere records would be lost, or not be found again. */
const FIXED = {
  retention: "limits",
  storage: "file",
  discard: "old",
  // Every server answers for one record, so that pages with many of them open quickly.
  allow_direct: true,
} as const;

/** What a user may choose, as it is, in words. */
export function wishWords(
  config: StreamConfig,
): Record<"replicas" | "max-age" | "max-bytes", string> {
  return {
    replicas: String(config.num_replicas),
    "max-age": age(config.max_age / NANOSECONDS),
    "max-bytes": noLimit(config.max_bytes),
  };
}

/** Where an existing stream disagrees with what is needed and what was chosen, in words. */
export function differences(has: StreamConfig, wishes: StreamWishes): string[] {
  const is = wishWords(has);
  const { replicas, maxAge, maxBytes } = wishes;
  const compared: [what: string, is: unknown, wanted: unknown][] = [
    ["subjects", has.subjects?.join(" ") ?? "none", SUBJECTS],
    ["retention", has.retention, FIXED.retention],
    ["storage", has.storage, FIXED.storage],
    ["discard", has.discard, FIXED.discard],
    ["allow_direct", has.allow_direct, FIXED.allow_direct],
    ["messages per subject", noLimit(has.max_msgs_per_subject), NO_LIMIT],
    ["messages", noLimit(has.max_msgs), NO_LIMIT],
    ["message size", noLimit(has.max_msg_size), NO_LIMIT],
    ["no_ack", has.no_ack ?? false, false],
    ["sealed", has.sealed, false],
    ["mirror", has.mirror?.name ?? "none", "none"],
    ["sources", has.sources?.map(({ name }) => name).join(" ") || "none", "none"],
    [
      "window of message ids",
      Math.min(has.duplicate_window / NANOSECONDS, DUPLICATE_WINDOW),
      DUPLICATE_WINDOW,
    ],
    ["replicas", is.replicas, replicas === null ? null : String(replicas)],
    ["max-age", is["max-age"], maxAge === null ? null : age(maxAge)],
    ["max-bytes", is["max-bytes"], maxBytes === null ? null : noLimit(maxBytes)],
  ];
  return compared.filter(([, is, wanted]) => wanted !== null && is !== wanted)
    .map(([what, is, wanted]) => `${what} is ${is}, expected ${wanted}`);
}

const NO_LIMIT = "no limit";

function noLimit(value: number): string {
  return value <= 0 ? NO_LIMIT : String(value);
}

function age(milliseconds: number): string {
  return milliseconds === 0 ? NO_LIMIT : `${milliseconds / 3_600_000} h`;
}
