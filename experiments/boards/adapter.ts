/** What the adapter of a board's format is, and the part of reading that all of them share. */

import type { Document, Row } from "./document.ts";
import { type Notes, REASONS } from "./notes.ts";
import type { Task } from "./task.ts";
import { idOf, textOf } from "./values.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";

/** Every format, by its name on the command line. */
export const FORMATS = [
  "seed",
  "beads",
  "github",
  "jira",
  "trello",
  "backlog",
  "linear",
  "taskwarrior",
] as const;

/** The name of a format. */
export type Format = (typeof FORMATS)[number];

/** Knows one format. */
export interface Adapter {
  readonly name: Format;
  /** For the list of formats: what to export. */
  readonly what: string;
  /** What the format does not tell, for the caveats; null if it tells all. */
  readonly silent: string | null;
  /** Whether an export is surely of this format. */
  recognises(document: Document): boolean;
  read(document: Document, notes: Notes): Task[];
}

/** A row that is a record with an id of its own. */
interface Identified {
  readonly place: number;
  readonly id: string;
  readonly fields: Values;
}

/**
 * The rows that can be used; the others are noted, the second of an id among them. Without a status
 * a record is no task, or nobody knows whether it is finished.
 */
export function* identified(
  rows: Iterable<Row>,
  notes: Notes,
  idField: string,
  statusField?: string,
): Generator<Identified> {
  const seen = new Set<string>();
  for (const { place, value } of rows) {
    const fields = objectOf(value);
    const id = idOf(fields?.[idField]);
    if (fields === null) notes.reject(REASONS.notRecord, place);
    else if (id === null) notes.reject(REASONS.noId, place);
    else if (statusField !== undefined && textOf(fields[statusField]) === null) {
      notes.reject(REASONS.noStatus, place);
    } else if (seen.has(id)) notes.reject(REASONS.sameId, place);
    else {
      seen.add(id);
      yield { place, id, fields };
    }
  }
}

/** How many records are looked at to tell a format. */
const SAMPLE = 200;

/** The first records of a list, to tell the format by. */
export function sampleOf(document: Document): Values[] {
  const sample: Values[] = [];
  let looked = 0;
  for (const { value } of document.rows()) {
    const fields = objectOf(value);
    if (fields !== null) sample.push(fields);
    if (++looked >= SAMPLE) break;
  }
  return sample;
}

/** Whether there is a record and most have all of these fields: a few broken ones do not matter. */
export function mostHave(sample: readonly Values[], ...names: string[]): boolean {
  const having = sample.filter((fields) => names.every((name) => Object.hasOwn(fields, name)));
  return having.length > 0 && having.length * 2 > sample.length;
}

/** Whether some record has one of these fields. */
export function someHave(sample: readonly Values[], ...names: string[]): boolean {
  return sample.some((fields) => names.some((name) => Object.hasOwn(fields, name)));
}
