/** The one adapter: tells which format an export is of, and reads its records by that format's row. */

import { isWholeDay } from "../../lib/text/time.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";
import type { BugLink, Found } from "./beyond.ts";
import { type Document, listIn, type Row } from "./document.ts";
import { type Format, FORMAT_NAMES, type FormatName, formatOf } from "./formats.ts";
import { type Notes, REASONS } from "./notes.ts";
import { earliest, idOf, plainTask, type Task, textOf } from "./task.ts";

/** How many records are looked at to tell a format. */
const SAMPLE = 200;

/** The one format that an export is surely of; null if it is of none, or may be of several. */
export function detectFormat(document: Document): FormatName | null {
  const found = FORMAT_NAMES.filter((name) => recognises(formatOf(name), document));
  return found.length === 1 ? found[0]! : null;
}

/** Whether there is nothing in an export at all. */
export function isEmpty(document: Document): boolean {
  for (const _ of document.rows()) return false;
  return document.shape !== "table" || document.head.length === 0;
}

/** Whether most records of an export have these fields; a few broken records do not matter. */
export function mostHave(document: Document, ...names: readonly string[]): boolean {
  return isMost(sampleOf(document), names);
}

function recognises(format: Format, document: Document): boolean {
  const { shape, most, some, none = [], list, whole } = format;
  if (document.object !== null && whole?.(document.object)) return true;
  if (shape !== document.shape || most === undefined) return false;
  if (shape === "table") return most.every((name) => document.head.includes(name));
  const sample = sampleOf(list === undefined ? document : listIn(document, list));
  const someHave = (names: readonly string[]): boolean =>
    sample.some((fields) => names.some((name) => Object.hasOwn(fields, name)));
  return isMost(sample, most) && (some === undefined || someHave(some)) && !someHave(none);
}

function isMost(sample: readonly Values[], names: readonly string[]): boolean {
  const having = sample.filter((fields) => names.every((name) => Object.hasOwn(fields, name)));
  return having.length > 0 && having.length * 2 > sample.length;
}

function sampleOf(document: Document): Values[] {
  const sample: Values[] = [];
  let looked = 0;
  for (const { value } of document.rows()) {
    const fields = objectOf(value);
    if (fields !== null) sample.push(fields);
    if (++looked >= SAMPLE) break;
  }
  return sample;
}

/** Reads the tasks of an export; what cannot be used is noted. */
export function readTasks(name: FormatName, document: Document, notes: Notes): Task[] {
  const format = formatOf(name);
  const board = format.list === undefined ? document : listIn(document, format.list);
  if (format.most === undefined && board === document) {
    notes.reject("not a Trello board", 1);
    return [];
  }
  const { undatedBug, ...beyond } = format.beyond?.(document, notes) ?? {};
  const field = {
    status: fieldAt(format.status),
    done_at: fieldAt(format.done_at),
    updated_at: fieldAt(format.updated_at),
    created_at: fieldAt(format.created_at),
    seen: (format.seen ?? []).map(fieldAt),
  };
  const tasks: Task[] = [];
  const links: BugLink[] = [];
  // Of the records that a link may name as its bug, what that needs to know.
  const bugs = new Map<string, { created_at: number | null; isBug: boolean }>();
  for (const { place, id, fields } of identified(board.rows(), notes, format)) {
    for (const seen of field.seen) notes.date(seen(fields), place);
    const left = beyond.leftOut?.({ place, id, fields, created_at: null }) ?? null;
    if (left !== null) {
      notes.reject(left, place);
      continue;
    }
    const created_at = notes.date(field.created_at(fields), place);
    const record: Found = { place, id, fields, created_at };
    const done = beyond.finished?.(record) ??
      format.done?.test(textOf(field.status(fields)) ?? "") ?? false;
    const moves = beyond.moves?.(record) ?? [];
    const first = earliest(moves.filter(({ from, to }) => to && !from).map(({ at }) => at));
    const reopened_at = moves.filter(({ from, to }) => from && !to).map(({ at }) => at);
    // A task that was reopened was finished before, whatever it is now.
    const given = field.done_at(fields);
    const dated = done && first === null
      ? notes.doneDate(given)
      : done || moves.length > 0
      ? notes.date(given, place)
      : null;
    const updated_at = format.oneDate && done ? dated : notes.date(field.updated_at(fields), place);
    tasks.push({
      ...plainTask(id, place),
      ...beyond.names === undefined ? {} : { names: beyond.names(record) },
      done,
      done_at: earliest([first, dated]),
      updated_at: format.oneDate && isWholeDay(textOf(given) ?? "") ? null : updated_at,
      ...reopened_at.length === 0 ? {} : { reopened_at },
      outcome: beyond.outcome?.(record) ?? null,
    });
    links.push(...beyond.bugs?.(record) ?? []);
    if (undatedBug !== undefined) {
      bugs.set(id, { created_at, isBug: beyond.isBug?.(record) ?? true });
    }
  }
  const byTask = Map.groupBy(links, ({ task }) => task);
  const reportedAt = ({ at, bug, sure, place }: BugLink): number[] => {
    const record = bugs.get(bug ?? "");
    if (!sure && record?.isBug === false) return [];
    const reported = at ?? record?.created_at ?? null;
    if (reported === null && undatedBug !== undefined) notes.reject(undatedBug, place);
    return reported === null ? [] : [reported];
  };
  return byTask.size === 0 ? tasks : tasks.map((task) => {
    const own = byTask.get(task.id);
    return own === undefined ? task : { ...task, bugs: own.flatMap(reportedAt) };
  });
}

type Identified = Omit<Found, "created_at">;

/** The records that can be used; the others are noted, the second of an id among them. */
function* identified(
  rows: Iterable<Row>,
  notes: Notes,
  { id: idField, status }: Format,
): Generator<Identified> {
  const seen = new Set<string>();
  for (const { place, value } of rows) {
    const fields = objectOf(value);
    const id = idOf(fields?.[idField]);
    if (fields === null) notes.reject(REASONS.notRecord, place);
    else if (id === null) notes.reject(REASONS.noId, place);
    else if (status !== undefined && textOf(fields[status]) === null) {
      notes.reject(REASONS.noStatus, place);
    } else if (seen.has(id)) notes.reject(REASONS.sameId, place);
    else {
      seen.add(id);
      yield { place, id, fields };
    }
  }
}

/** Reads the field at a path; see `Format`. */
function fieldAt(path: string | undefined): (fields: Values) => unknown {
  const ways = path?.split("|").map((way) => way.split(".")) ?? [];
  return (fields) => {
    for (const way of ways) {
      let value: unknown = fields;
      for (const name of way) value = objectOf(value)?.[name];
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  };
}
