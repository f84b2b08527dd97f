/**
 * The stream that holds the records of many machines: makes it, checks it, or reads it back in order
 * from any point.
 *
 *     deno task fleet:stream --to nats://host:4222[,host…] [--replicas N] [--max-age AGE] [--max-bytes SIZE]
 *     deno task fleet:stream --to nats://host:4222[,host…] --read [--from POINT] [--follow]
 */

import { parseAge } from "../lib/cli/age.ts";
import {
  numberFlag,
  readFlags,
  refusePositionals,
  runScript,
  UsageError,
} from "../lib/cli/flags.ts";
import { writeLines } from "../lib/cli/output.ts";
import { stopSignal } from "../lib/cli/stop_signal.ts";
import { parseRecord } from "../lib/records/record.ts";
import { count } from "../lib/text/figures.ts";
import { addressFlag } from "./address_flag.ts";
import { closeEngine, type Engine, openEngine } from "./connect.ts";
import { ensureStream } from "./ensure_stream.ts";
import { readStream, type ReadStreamOptions, type Stored } from "./read_stream.ts";
import { type StreamWishes, wishWords } from "./stream_config.ts";
import { STREAM } from "./subject.ts";

const HELP =
  `Makes the stream ${STREAM} that holds the records of many machines, or checks the one that is
there. A stream that is not as expected is an error, and never changed.

Usage: deno task fleet:stream --to nats://host:4222[,host…] [options]

Options:
  --to ADDRESS      The engine, all of its servers
  --replicas N      On so many servers each record is kept: 1, 3 or 5 (default: 3)
  --max-age AGE     How long a record is kept: 90d, 52w, or 0 for ever (default: 0)
  --max-bytes SIZE  How much is kept, the oldest goes first: 500MiB, 50GiB, or 0 for no limit
                    (default: 0)
                    Whichever of these three is not named is not compared with an existing stream
  --read            Print what is in the stream instead, in order, one JSON object a line:
                    sequence, arrived, subject, and record or problem
  --from POINT      Where to begin: a sequence number, or a moment (2026-01-31T12:00:00Z)
  --follow          Go on with what comes later, until SIGTERM or Ctrl-C
  --json            Print what the stream is like as JSON
  --help            Print this text

Credentials come from the environment, as with deno task ship.
Exit: 0 done, 1 failed, 2 wrong usage`;

/** With less, what is acknowledged could be gone at once. */
const LEAST_BYTES = 1024 ** 2;
const UNITS: Readonly<Record<string, number>> = {
  ...{ B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 },
};

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, {
    to: { type: "string" },
    replicas: { type: "string" },
    "max-age": { type: "string" },
    "max-bytes": { type: "string" },
    read: { type: "boolean" },
    from: { type: "string" },
    follow: { type: "boolean" },
    json: { type: "boolean" },
  });
  refusePositionals(positionals);
  const address = addressFlag(values.to);
  const { replicas, "max-age": maxAge, "max-bytes": maxBytes, read = false, from } = values;
  const wishes: StreamWishes = {
    replicas: replicas === undefined ? null : replicasFlag(replicas),
    maxAge: maxAge === undefined ? null : ageFlag(maxAge),
    maxBytes: maxBytes === undefined ? null : sizeFlag(maxBytes),
  };
  if (!read && (from !== undefined || values.follow)) {
    throw new UsageError("--from and --follow go with --read");
  }
  if (read && [replicas, maxAge, maxBytes].some((wish) => wish !== undefined)) {
    throw new UsageError(
      "--read only reads: --replicas, --max-age and --max-bytes do not go with it",
    );
  }
  const point = from === undefined ? {} : { from: pointFlag(from) };
  const engine = await openEngine(address);
  try {
    if (read) await print(engine, { ...point, ...values.follow ? { follow: stopSignal() } : {} });
    else await makeOrCheck(engine, wishes, values.json ?? false);
    return 0;
  } finally {
    await closeEngine(engine);
  }
}

async function makeOrCheck(engine: Engine, wishes: StreamWishes, json: boolean): Promise<void> {
  const { info: { config, state }, made } = await ensureStream(engine, wishes);
  if (json) {
    const { messages, bytes, first_seq, last_seq } = state;
    console.log(JSON.stringify({ made, config, state: { messages, bytes, first_seq, last_seq } }));
    return;
  }
  console.log(`The stream ${STREAM} on ${engine.address.shown} ${made ? "was made" : "is there"}:`);
  for (const [name, value] of Object.entries(wishWords(config))) console.log(`  ${name}: ${value}`);
  console.log(`  records: ${count(state.messages)} (${count(state.bytes)} bytes)`);
}

async function print(engine: Engine, options: ReadStreamOptions): Promise<void> {
  for await (const batch of readStream(engine, options)) {
    if (!writeLines(batch.map(line))) return;
  }
}

function line({ sequence, arrived, subject, bytes }: Stored): string {
  const record = parseRecord(bytes);
  return JSON.stringify({
    ...{ sequence, arrived: new Date(arrived).toISOString(), subject },
    ...typeof record === "string" ? { problem: record } : { record },
  });
}

function replicasFlag(text: string): number {
  const replicas = numberFlag("replicas", text, 1, 5);
  if (replicas % 2 === 1) return replicas;
  throw new UsageError(`--replicas must be 1, 3 or 5, got "${text}"`);
}

function ageFlag(text: string): number {
  const age = text === "0" ? 0 : parseAge(text);
  if (age !== null) return age;
  throw new UsageError(`--max-age must be like 12h, 90d, 52w or 0, got "${text}"`);
}

function sizeFlag(text: string): number {
  if (text === "0") return -1;
  const [, number, unit = "B"] = /^([1-9]\d{0,14})(B|KiB|MiB|GiB|TiB)?$/.exec(text) ?? [];
  const bytes = Number(number) * UNITS[unit]!;
  if (Number.isSafeInteger(bytes) && bytes >= LEAST_BYTES) return bytes;
  throw new UsageError(
    `--max-bytes must be like 500MiB, 50GiB or 0, and 1MiB at least, got "${text}"`,
  );
}

function pointFlag(text: string): NonNullable<ReadStreamOptions["from"]> {
  if (/^[1-9]\d{0,14}$/.test(text)) return { sequence: Number(text) };
  const time = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(time)) return { time };
  throw new UsageError(
    `--from must be a number from 1 or like 2026-01-31T12:00:00Z, got "${text}"`,
  );
}

if (import.meta.main) await runScript(HELP, main);
