/**
 * The kernel's own records as a corpus: the confidence of each sidecar, and what came of the work.
 *
 * An outcome finds its sidecar by `session_id` if it names one, else by `task_ref`. Where several
 * fit, the latest counts: it was written when the work was done. A sidecar counts once; outcomes
 * that contradict each other about it count for nothing. Whatever is not used is counted by reason:
 * outcomes by their line, sidecars by their place in the order of their file names.
 *
 * @module
 */

import { isConfidence, TIMESTAMP_PATTERN } from "../../schema/reflection.ts";
import { reading } from "../../cli/input.ts";
import type { Rejections } from "../report/rejected.ts";
import { type ByteSource, readLines } from "./lines.ts";
import { readCorrect, readObject, TOO_LONG } from "./row.ts";
import type { Corpus } from "./rows.ts";

/** What a sidecar is called. */
const SUFFIX = ".reflection.json";
/** The largest sidecar that is read, in bytes. */
const MAX_SIDECAR = 4 * 1024 * 1024;
/** What the kernel writes where it does not know the session. */
const UNKNOWN = "unknown";

/** What counts of a sidecar. */
export interface Sidecar {
  /** Its place in the order of file names, from 1. */
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

/** Reads all sidecars of a folder. */
export function readSidecars(folder: string, rejections: Rejections): Sidecar[] {
  const names = reading(folder, () => [...Deno.readDirSync(folder)])
    .filter(({ name }) => name.endsWith(SUFFIX))
    .map(({ name }) => name)
    .sort();
  const sidecars: Sidecar[] = [];
  for (const [index, name] of names.entries()) {
    const sidecar = readSidecar(`${folder}/${name}`, index + 1);
    if (typeof sidecar === "string") rejections.add(`sidecar: ${sidecar}`, index + 1);
    else sidecars.push(sidecar);
  }
  return sidecars;
}

function readSidecar(path: string, place: number): Sidecar | string {
  let bytes: Uint8Array;
  try {
    const { isFile, size } = Deno.lstatSync(path);
    if (!isFile) return "a link or a folder, not a file";
    if (size > MAX_SIDECAR) return TOO_LONG;
    bytes = Deno.readFileSync(path);
  } catch {
    return "cannot be read";
  }
  const record = readObject(bytes) ?? "not JSON";
  if (typeof record === "string") return record;
  const { schema, session_id, task_ref, timestamp, confidence = null, provenance } = record;
  if (schema !== "reflection.v1") return "not a reflection.v1 record";
  if (typeof session_id !== "string" || typeof task_ref !== "string") {
    return "session_id or task_ref is not a text";
  }
  if (typeof timestamp !== "string" || !TIMESTAMP_PATTERN.test(timestamp)) {
    return "timestamp is not a moment in UTC";
  }
  if (confidence !== null && !isConfidence(confidence)) {
    return "confidence is not a number from 0 to 1";
  }
  const attempt = (provenance as { reflection_attempt?: unknown } | null | undefined)
    ?.reflection_attempt;
  return {
    place,
    session: session_id,
    task: task_ref,
    written: Date.parse(timestamp),
    attempt: typeof attempt === "number" ? attempt : 0,
    confidence,
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
