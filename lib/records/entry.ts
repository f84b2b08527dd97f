/**
 * What is kept of a record where many are read: however large records are, an entry is small. For
 * the rest, a record is read once more from where it came.
 */

import type { ReviewSurface } from "../../schema/reflection.ts";
import {
  SEVERITIES,
  type Severity,
  type SkipReason,
  type StuckReason,
  type VerdictSeverity,
} from "../../schema/names.ts";
import type { NextStep } from "../../schema/types.ts";
import { oneLine, shortened } from "../text/text.ts";
import { isRunRecord, type RunRecord } from "./record.ts";
import type { Found, ReadOptions, RecordSource } from "./source.ts";

/** What every entry has. Moments are milliseconds since 1970, in UTC. */
interface Head {
  /** Where the record came from. */
  readonly origin: string;
  readonly repo: string;
  readonly session: string;
  readonly task: string;
  readonly agent: string;
  /** When the record was written. */
  readonly written: number;
  /** When the hook that wrote it began, as far as the record tells. */
  readonly began: number;
  readonly prompt: string | null;
  readonly head: string | null;
  readonly degraded: boolean;
}

/** Of a `reflection.v1` record. */
export interface Capture extends Head {
  readonly kind: "capture";
  readonly needsReview: boolean;
  readonly score: number;
  readonly surface: ReviewSurface;
  readonly files: number;
  /** As the agent stated it. Shown, and never ranked on. */
  readonly confidence: number | null;
  /** The most likely way the work is wrong, as the agent put it, in one short line. */
  readonly doubt: string | null;
}

/** Of a `run.v1` record: the prompt and the commit of the capture that was written with it. */
export interface Keys extends Head {
  readonly kind: "keys";
}

/** Of a `review.v1` record. */
export interface Reading extends Head {
  readonly kind: "reading";
  readonly found: Readonly<Record<Severity, number>>;
  readonly failed: boolean;
}

/** Of a `verdict.v1` record. */
export interface Judgement extends Head {
  readonly kind: "judgement";
  /** Whether there is a verdict at all. */
  readonly judged: boolean;
  /** Null where nothing was judged, and where nothing tells. */
  readonly complete: boolean | null;
  readonly severity: VerdictSeverity;
  /** How many things are missing. */
  readonly missing: number;
  readonly needsPerson: boolean;
  /** How many requirements are not met, and how many things are worth a look. */
  readonly unmet: number;
  readonly observations: number;
  readonly skipped: SkipReason | null;
  /** Why the agent is silent, where that was the question. */
  readonly silence: StuckReason | null;
  readonly decision: string;
  /** What was asked, in one short line. */
  readonly asked: string | null;
}

/** Of an `escalation.v1` record. */
export interface Escalation extends Head {
  readonly kind: "escalation";
  readonly role: string;
  readonly valid: boolean;
}

/** Of an `unblock.v1` record. */
export interface Answer extends Head {
  readonly kind: "answer";
  readonly valid: boolean;
  /** Who is next; null where the answer does not say. */
  readonly next: NextStep["step"] | null;
}

/** What is kept of one record. */
export type Entry = Capture | Keys | Reading | Judgement | Escalation | Answer;

/** What was found, with the record as its entry. */
export type FoundEntry = Exclude<Found, { record: unknown }> | {
  readonly origin: string;
  /** Null for a record that is of no run. */
  readonly entry: Entry | null;
};

/** The entries of a place, in batches as the place gives them. */
export async function* readEntries(
  source: RecordSource,
  options?: ReadOptions,
): AsyncGenerator<readonly FoundEntry[]> {
  const maker = new EntryMaker();
  for await (const batch of source.read(options)) yield maker.entriesOf(batch);
}

/** A line in a list is no longer than this. */
const MAX_LINE = 160;
/** A name is no longer than this. */
const MAX_NAME = 200;

/** Makes entries. The same repository, session or task is kept in memory once. */
export class EntryMaker {
  readonly #names = new Map<string, string>();

  /** A batch of what was found, with entries in the place of records. */
  entriesOf(batch: readonly Found[]): FoundEntry[] {
    return batch.map((found) => {
      if (!("record" in found)) return found;
      const { origin, record } = found;
      return { origin, entry: isRunRecord(record) ? this.#entryOf(origin, record) : null };
    });
  }

  #entryOf(origin: string, record: RunRecord): Entry {
    const written = Date.parse(record.timestamp);
    const joins = record.schema === "reflection.v1" ? null : record;
    const head: Head = {
      origin,
      repo: this.#name(record.repo),
      session: this.#name(record.session_id),
      task: this.#name(record.task_ref),
      agent: this.#name(record.agent),
      written,
      began: written,
      prompt: joins?.prompt_id == null ? null : this.#name(joins.prompt_id),
      head: joins?.head ?? null,
      degraded: degradedIn(record),
    };
    switch (record.schema) {
      case "reflection.v1":
        return {
          ...head,
          kind: "capture",
          needsReview: record.risk.needs_review,
          score: record.risk.score,
          surface: record.risk.surface,
          files: record.files_changed.length,
          confidence: record.confidence ?? null,
          doubt: lineOf(record.most_likely_wrong?.description),
        };
      case "run.v1":
        return { ...head, kind: "keys" };
      case "review.v1": {
        const found = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<
          Severity,
          number
        >;
        for (const { severity } of record.issues) found[severity]++;
        return {
          ...head,
          kind: "reading",
          began: beginning(written, record),
          found,
          failed: record.failure !== null,
        };
      }
      case "verdict.v1":
        return {
          ...head,
          kind: "judgement",
          began: beginning(written, record),
          judged: record.verdict !== null,
          complete: record.verdict?.complete ?? null,
          severity: record.verdict?.severity ?? "NONE",
          missing: record.verdict?.missing.length ?? 0,
          needsPerson: record.verdict?.requires_human_action ?? false,
          unmet: record.requirements?.filter(({ state }) => state === "unmet").length ?? 0,
          observations: record.observations?.length ?? 0,
          skipped: record.skipped,
          silence: record.stuck?.reason ?? null,
          decision: record.outcome.decision,
          asked: lineOf(record.task),
        };
      case "escalation.v1":
        return { ...head, kind: "escalation", role: record.role, valid: record.valid };
      case "unblock.v1":
        return {
          ...head,
          kind: "answer",
          valid: record.valid,
          next: record.next?.step ?? null,
        };
    }
  }

  #name(text: string): string {
    const name = beginningOf(text, MAX_NAME);
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    this.#names.set(name, name);
    return name;
  }
}

function degradedIn(record: RunRecord): boolean {
  if (record.schema === "run.v1") return false;
  return record.schema === "reflection.v1" ? record.provenance.degraded : record.degraded;
}

/** A text of bounded length, of its own: a mere part of a long one would keep all of it in memory. */
function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : flat(shortened(text, most));
}

function flat(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

/** No hook of ours works longer than this, in milliseconds, whatever a record says. */
const LONGEST = 10 * 60_000;

function beginning(written: number, { duration_ms }: { duration_ms: number }): number {
  return written - Math.min(duration_ms, LONGEST);
}

/** A text in one line of bounded length; null where there is none. */
function lineOf(text: string | null | undefined): string | null {
  const line = oneLine(text ?? "", MAX_LINE);
  return line === "" ? null : line === text ? text : flat(line);
}
