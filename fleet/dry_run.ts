/** What would be brought to the engine, were it for real. */

import { dirname } from "node:path";
import type { RecordSource } from "../lib/records/source.ts";
import { count, counted } from "../lib/text/figures.ts";
import { markdownTable } from "../lib/page/doc.ts";
import type { FleetAddress } from "../lib/records/address.ts";
import { closeEngine, openEngine } from "./connect.ts";
import { acknowledgedIn, type StreamIdentity } from "./cursor.ts";
import { checkStream, settledStream } from "./ensure_stream.ts";
import { fileHashOf } from "./spool.ts";
import { NO_WISHES } from "./stream_config.ts";
import { STREAM, subjectOf } from "./subject.ts";

/** So many files that are no records are named; all are counted. */
const MAX_NAMED = 1_000;

/** What would happen. */
interface Plan {
  readonly to: string | null;
  /** Whether the stream would have to be made; null where nobody asked the engine. */
  readonly makes_stream: boolean | null;
  readonly would_ship: number;
  readonly known: number;
  /** By subject. */
  readonly subjects: Readonly<Record<string, number>>;
  readonly invalid_count: number;
  readonly invalid: readonly { readonly origin: string; readonly problem: string }[];
}

/** Looks at everything, and changes nothing. */
export async function dryRun(source: RecordSource, to: FleetAddress | null): Promise<Plan> {
  const stream = to === null ? null : await streamAt(to);
  const isKnown = knownBy(stream);
  const subjects = new Map<string, number>();
  const invalid: { origin: string; problem: string }[] = [];
  let [would, known, problems] = [0, 0, 0];
  for await (const batch of source.read()) {
    for (const found of batch) {
      if ("problem" in found) {
        problems++;
        if (invalid.length < MAX_NAMED) invalid.push(found);
      } else if ("record" in found) {
        if (isKnown(found.origin)) {
          known++;
          continue;
        }
        would++;
        const subject = subjectOf(found.record);
        subjects.set(subject, (subjects.get(subject) ?? 0) + 1);
      }
    }
  }
  return {
    to: to?.shown ?? null,
    makes_stream: to === null ? null : stream === null,
    would_ship: would,
    known,
    subjects: Object.fromEntries([...subjects].toSorted(([a], [b]) => a < b ? -1 : 1)),
    invalid_count: problems,
    invalid,
  };
}

async function streamAt(to: FleetAddress): Promise<StreamIdentity | null> {
  const engine = await openEngine(to);
  try {
    const info = await settledStream(engine);
    if (info === null) return null;
    checkStream(info, engine, NO_WISHES);
    return { name: info.config.name, created: info.created };
  } finally {
    await closeEngine(engine);
  }
}

/** Whether what stands at an origin was acknowledged already; what is no file never was. */
function knownBy(stream: StreamIdentity | null): (origin: string) => boolean {
  if (stream === null) return () => false;
  const folders = new Map<string, ReadonlySet<string>>();
  return (origin) => {
    const folder = dirname(origin);
    let acknowledged = folders.get(folder);
    if (acknowledged === undefined) {
      folders.set(folder, acknowledged = acknowledgedIn(folder, stream));
    }
    if (acknowledged.size === 0) return false;
    const hash = fileHashOf(origin);
    return hash !== null && acknowledged.has(hash);
  };
}

/** For people. */
export function* dryRunLines(plan: Plan): Generator<string> {
  const { to, makes_stream, would_ship, known, subjects } = plan;
  if (makes_stream) yield `The stream ${STREAM} would be made on ${to}`;
  yield `${counted(would_ship, "record")} would be brought${to === null ? "" : ` to ${to}`}; ` +
    `${count(known)} were acknowledged before`;
  if (would_ship === 0) return;
  yield "";
  yield markdownTable(
    ["subject", "records"],
    Object.entries(subjects).map(([subject, number]) => [subject, count(number)]),
  );
}
