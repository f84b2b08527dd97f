/**
 * The kernel's own records as a corpus: the confidence of each sidecar, and what came of the work.
 *
 * An outcome finds its sidecar by `session_id` if it names one, else by `task_ref`. Where several
 * fit, the latest counts: it was written when the work was done. A sidecar counts once; outcomes
 * that contradict each other about it count for nothing. Whatever is not used is counted by reason:
 * outcomes by their line, sidecars by their place in the order of their names.
 *
 * @module
 */

import type { RecordSource } from "../../lib/records/source.ts";
import type { Reflection } from "../../schema/reflection.ts";
import type { Rejections } from "../finding.ts";
import { type ByteSource, readLines } from "./lines.ts";
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

/** What somebody says about a session or a task. */
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
      else if ("record" in one && one.record.schema === "reflection.v1") {
        found.push([one.origin, sidecarOf(one.record)]);
      }
    }
  }
  const sidecars: Sidecar[] = [];
  for (const [index, [, what]] of found.sort(([a], [b]) => a < b ? -1 : 1).entries()) {
    if (typeof what === "string") rejections.add(`record: ${what}`, index + 1);
    else sidecars.push({ place: index + 1, ...what });
  }
  return sidecars;
}

function sidecarOf(record: Reflection): Omit<Sidecar, "place"> {
  return {
    session: record.session_id,
    task: record.task_ref,
    written: Date.parse(record.timestamp),
    attempt: record.provenance.reflection_attempt,
    confidence: record.confidence ?? null,
  };
}

/** Reads all outcomes. @param name What an error message calls the source. */
export function readOutcomes(
  source: ByteSource,
  name: string,
  rejections: Rejections,
): Outcome[] {
  const outcomes: Outcome[] = [];
  let line = 0;
  readLines(source, name, {
    tooLong: () => rejections.add(`outcome: ${TOO_LONG}`, ++line),
    block(bytes, end) {
      for (let start = 0; start < end;) {
        const lineEnd = bytes.indexOf(10, start);
        const outcome = readOutcome(bytes.subarray(start, lineEnd), ++line);
        if (typeof outcome === "string") rejections.add(`outcome: ${outcome}`, line);
        else if (outcome !== null) outcomes.push(outcome);
        start = lineEnd + 1;
      }
    },
  });
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
  const latest = { session: new Map<string, Sidecar>(), task: new Map<string, Sidecar>() };
  for (const sidecar of sidecars) {
    for (const by of ["session", "task"] as const) {
      const known = latest[by].get(sidecar[by]);
      if (known === undefined || isLater(sidecar, known)) latest[by].set(sidecar[by], sidecar);
    }
  }
  const saidOf = new Map<Sidecar, Outcome[]>();
  const asked = { session: new Set<string>(), task: new Set<string>() };
  for (const outcome of outcomes) {
    const sidecar = latest[outcome.by].get(outcome.key);
    if (sidecar === undefined) {
      rejections.add("outcome: no sidecar of its session or task", outcome.line);
      continue;
    }
    asked[outcome.by].add(outcome.key);
    const said = saidOf.get(sidecar);
    if (said === undefined) saidOf.set(sidecar, [outcome]);
    else said.push(outcome);
  }
  for (const sidecar of sidecars) {
    if (saidOf.has(sidecar)) continue;
    const older = asked.session.has(sidecar.session) || asked.task.has(sidecar.task);
    rejections.add(
      older ? "sidecar: older than another of its session or task" : "sidecar: no outcome",
      sidecar.place,
    );
  }
  return corpusOf(saidOf, rejections);
}

function isLater(one: Sidecar, other: Sidecar): boolean {
  const difference = one.written - other.written || one.attempt - other.attempt ||
    one.place - other.place;
  return difference > 0;
}

function corpusOf(
  saidOf: ReadonlyMap<Sidecar, readonly Outcome[]>,
  rejections: Rejections,
): Corpus {
  const used: [sidecar: Sidecar, confidence: number, correct: boolean][] = [];
  for (const [sidecar, [first, ...others]] of saidOf) {
    if (first === undefined) continue;
    if (others.some(({ correct }) => correct !== first.correct)) {
      for (const { line } of [first, ...others]) {
        rejections.add("outcome: contradicts another of the same sidecar", line);
      }
      continue;
    }
    for (const { line } of others) rejections.add("outcome: says what another line says", line);
    if (sidecar.confidence === null) {
      rejections.add("outcome: its sidecar states no confidence", first.line);
    } else used.push([sidecar, sidecar.confidence, first.correct]);
  }
  const numbers = new Map<string | Sidecar, number>();
  const clusters = Uint32Array.from(used, ([sidecar]) => {
    const cluster = sidecar.session === UNKNOWN ? sidecar : sidecar.session;
    const number = numbers.get(cluster) ?? numbers.size;
    numbers.set(cluster, number);
    return number;
  });
  return {
    confidences: Float64Array.from(used, ([, confidence]) => confidence),
    outcomes: Uint8Array.from(used, ([, , correct]) => correct ? 1 : 0),
    clusters,
    clusterCount: numbers.size,
    namesSessions: true,
    rejections,
  };
}
