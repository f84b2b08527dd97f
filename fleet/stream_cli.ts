/**
 * Makes or checks the stream that holds the records of many machines, or reads it back in order from
 * any point.
 *
 *     deno task fleet:stream --to nats://host:4222[,host…] [--replicas N] [--max-age AGE] [--max-bytes SIZE]
 *     deno task fleet:stream --to nats://host:4222[,host…] --read [--from POINT] [--follow]
 */

import { command } from "../lib/cli/command.ts";
import { flag, required, value, type Values } from "../lib/cli/flags.ts";
import { writeLines } from "../lib/cli/io.ts";
import { stopSignal } from "../lib/cli/progress.ts";
import { parseRecord } from "../lib/records/record.ts";
import { count } from "../lib/text/figures.ts";
import { parseAge, parseMoment } from "../lib/text/time.ts";
import { closeEngine, type Engine, openEngine } from "./connect.ts";
import { addressFlag, WHERE } from "./open.ts";
import { readStream, type ReadStreamOptions, type Stored } from "./read_stream.ts";
import { ensureStream, STREAM, type StreamWishes, wishWords } from "./stream.ts";

/** A smaller stream could drop what it just acknowledged. */
const LEAST_BYTES = 1024 ** 2;
const UNITS: Readonly<Record<string, number>> = {
  ...{ B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 },
};

const FLAGS = {
  to: required(addressFlag("The engine, all of its servers"), WHERE),
  replicas: value(
    "N",
    "On so many servers each record is kept: 1, 3 or 5 (default: 3)",
    "1, 3 or 5",
    (text) => /^[135]$/.test(text) ? Number(text) : null,
  ),
  maxAge: value(
    "AGE",
    "How long a record is kept: 90d, 52w, or 0 for ever (default: 0)",
    "like 12h, 90d, 52w or 0",
    (text) => text === "0" ? 0 : parseAge(text),
  ),
  maxBytes: value(
    "SIZE",
    "How much is kept, the oldest goes first: 500MiB, 50GiB, or 0 for no limit (default: 0)\n" +
      "Whichever of these three is not named is not compared with an existing stream",
    "like 500MiB, 50GiB or 0, and 1MiB at least",
    parseSize,
  ),
  read: flag(
    "Print what is in the stream instead, in order, one JSON object a line: sequence, arrived, " +
      "subject, and record or problem",
  ),
  from: value(
    "POINT",
    "Where to begin: a sequence number, or a moment (2026-01-31T12:00:00Z)",
    "a number from 1 or like 2026-01-31T12:00:00Z",
    parsePoint,
  ),
  follow: flag("Go on with what comes later, until SIGTERM or Ctrl-C"),
  json: flag("Print what the stream is like as JSON"),
};

async function run({ to, read, from, follow, json, ...given }: Values<typeof FLAGS>) {
  const { replicas = null, maxAge = null, maxBytes = null } = given;
  const point = from === undefined ? {} : { from };
  const engine = await openEngine(to);
  try {
    if (read) await print(engine, { ...point, ...follow ? { follow: stopSignal() } : {} });
    else await makeOrCheck(engine, { replicas, maxAge, maxBytes }, json);
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

function parseSize(text: string): number | null {
  if (text === "0") return -1;
  const [, number, unit = "B"] = /^([1-9]\d{0,14})(B|KiB|MiB|GiB|TiB)?$/.exec(text) ?? [];
  const bytes = Number(number) * UNITS[unit]!;
  return Number.isSafeInteger(bytes) && bytes >= LEAST_BYTES ? bytes : null;
}

function parsePoint(text: string): NonNullable<ReadStreamOptions["from"]> | null {
  if (/^[1-9]\d{0,14}$/.test(text)) return { sequence: Number(text) };
  const time = parseMoment(text);
  return time === null ? null : { time };
}

if (import.meta.main) {
  await command({
    name: "fleet:stream",
    summary:
      `Makes the stream ${STREAM} that holds the records of many machines, or checks the one that ` +
      "is there. A stream that is not as expected is an error, and never changed.",
    usage: ["--to nats://host:4222[,host…]"],
    flags: FLAGS,
    needs: { from: "read", follow: "read" },
    apart: [["read", "replicas"], ["read", "maxAge"], ["read", "maxBytes"]],
    notes: ["Credentials come from the environment, as with deno task ship."],
    run,
  });
}
