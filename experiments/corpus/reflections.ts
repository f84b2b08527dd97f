/**
 * The kernel's own records as a corpus: the confidence of each sidecar, and what came of the work.
 *
 * An outcome finds its sidecar by `session_id` if it names one, else by `task_ref`. Where several
 * fit, the latest counts: it was written when the work was done. A sidecar counts once; outcomes
 * that contradict each other about it count for nothing. What is not used is counted by reason:
 * outcomes by their line, sidecars by their place in the order of their names.
 */

import type { RecordSource } from "../../lib/records/source.ts";
import type { Rejections } from "../finding.ts";
import { type ByteSource, readBlocks } from "./lines.ts";
import { readCorrect, readObject, TOO_LONG } from "./row.ts";
import type { Corpus } from "./rows.ts";

/** What the kernel writes where it does not know the session. */
const UNKNOWN = "unknown";

/** What counts of a sidecar. */
export interface Sidecar {
  /** Its place in the order of names, from 1. */
  readonly place: number;
  readonly session: string;
  readonly task: string;
  /** When it was written, in milliseconds. */
  readonly written: number;
  /** Which capture of its session it is. */
  readonly attempt: number;
  /** Null if the agent did not say. */
  readonly confidence: number | null;
}

/** What came of a session or a task. */
export interface Outcome {
  readonly line: number;
  readonly by: "session" | "task";
  readonly key: string;
  readonly correct: boolean;
}

/** Reads all sidecars of a place. What is no record there is counted too: it may have been one. */
export async function readSidecars(
  source: RecordSource,
  rejections: Rejections,
): Promise<Sidecar[]> {
  const found: [origin: string, what: Omit<Sidecar, "place"> | string][] = [];
  for await (const batch of source.read()) {
    for (const one of batch) {
      if ("problem" in one) found.push([one.origin, one.problem]);
      if (!("record" in one) || one.record.schema !== "reflection.v1") continue;
      const { session_id, task_ref, timestamp, provenance, confidence = null } = one.record;
      const written = Date.parse(timestamp);
      const attempt = provenance.reflection_attempt;
      const sidecar = { session: session_id, task: task_ref, written, attempt, confidence };
      found.push([one.origin, sidecar]);
    }
  }
  return found.sort(([a], [b]) => a < b ? -1 : 1).flatMap(([, what], index) => {
    if (typeof what !== "string") return [{ place: index + 1, ...what }];
    rejections.add(`record: ${what}`, index + 1);
    return [];
  });
}

/** Reads all outcomes. @param name What an error message calls the source. */
export function readOutcomes(source: ByteSource, name: string, rejections: Rejections): Outcome[] {
  const outcomes: Outcome[] = [];
  let line = 0;
  for (const block of readBlocks(source, name)) {
    if (block === null) {
      rejections.add(`outcome: ${TOO_LONG}`, ++line);
      continue;
    }
    for (let start = 0, end; start < block.length; start = end + 1) {
      end = block.indexOf(10, start);
      const outcome = readOutcome(block.subarray(start, end), ++line);
      if (typeof outcome === "string") rejections.add(`outcome: ${outcome}`, line);
      else if (outcome !== null) outcomes.push(outcome);
    }
  }
  return outcomes;
}

function readOutcome(bytes: Uint8Array, line: number): Outcome | null | string {
  const object = readObject(bytes);
  if (object === null || typeof object === "string") return object;
  const { session_id = null, task_ref = null } = object;
  const by = session_id === null ? "task" : "session";
  const key = session_id ?? task_ref;
  if (key === null) return "neither session_id nor task_ref";
  if (typeof key !== "string") return "session_id or task_ref is not a text";
  if (by === "session" && key === UNKNOWN) return `session_id "${UNKNOWN}" names no session`;
  const correct = readCorrect(object);
  return typeof correct === "string" ? correct : { line, by, key, correct };
}

/** Brings confidences and outcomes together. */
export function joinOutcomes(
  sidecars: readonly Sidecar[],
  outcomes: readonly Outcome[],
  rejections: Rejections,
): Corpus {
  const latest = new Map<string, Sidecar>();
  for (const sidecar of sidecars) {
    for (const key of keysOf(sidecar)) {
      const known = latest.get(key);
      if (known === undefined || isLater(sidecar, known)) latest.set(key, sidecar);
    }
  }
  const said = new Map<Sidecar, Outcome[]>();
  const asked = new Set<string>();
  for (const outcome of outcomes) {
    const key = `${outcome.by} ${outcome.key}`;
    const sidecar = latest.get(key);
    if (sidecar === undefined) {
      rejections.add("outcome: no sidecar of its session or task", outcome.line);
      continue;
    }
    asked.add(key);
    said.set(sidecar, [...said.get(sidecar) ?? [], outcome]);
  }
  for (const sidecar of sidecars) {
    if (said.has(sidecar)) continue;
    const older = keysOf(sidecar).some((key) => asked.has(key));
    rejections.add(
      older ? "sidecar: older than another of its session or task" : "sidecar: no outcome",
      sidecar.place,
    );
  }
  return corpusOf(said, rejections);
}

function keysOf({ session, task }: Sidecar): string[] {
  return [`session ${session}`, `task ${task}`];
}

function isLater(one: Sidecar, other: Sidecar): boolean {
  const difference = one.written - other.written || one.attempt - other.attempt ||
    one.place - other.place;
  return difference > 0;
}

function corpusOf(
  said: ReadonlyMap<Sidecar, readonly Outcome[]>,
  rejections: Rejections,
): Corpus {
  const confidences: number[] = [];
  const outcomes: number[] = [];
  const clusters: number[] = [];
  const numbers = new Map<string | Sidecar, number>();
  for (const [sidecar, all] of said) {
    const [first, ...others] = all as [Outcome, ...Outcome[]];
    if (others.some(({ correct }) => correct !== first.correct)) {
      for (const { line } of all) {
        rejections.add("outcome: contradicts another of the same sidecar", line);
      }
      continue;
    }
    for (const { line } of others) rejections.add("outcome: says what another line says", line);
    if (sidecar.confidence === null) {
      rejections.add("outcome: its sidecar states no confidence", first.line);
      continue;
    }
    const cluster = sidecar.session === UNKNOWN ? sidecar : sidecar.session;
    if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
    confidences.push(sidecar.confidence);
    outcomes.push(Number(first.correct));
    clusters.push(numbers.get(cluster)!);
  }
  return {
    confidences: Float64Array.from(confidences),
    outcomes: Uint8Array.from(outcomes),
    clusters: Uint32Array.from(clusters),
    clusterCount: numbers.size,
    namesSessions: true,
    rejections,
  };
}
