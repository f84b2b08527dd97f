// Records of runs as they come in life, told in a few words each.

import { EntryMaker } from "../../lib/records/entry.ts";
import type { AnyRecord, RunRecord } from "../../lib/records/record.ts";
import type { RecordSource } from "../../lib/records/source.ts";
import { assemblePage, type PageParts } from "../../report/page/data.ts";
import { renderPage } from "../../report/page/document.ts";
import { Book } from "../../report/book.ts";
import type { ReviewSurface } from "../../schema/reflection.ts";
import type { Severity, VerdictSeverity } from "../../schema/names.ts";
import { sampleEscalation } from "../schema/_escalation_records.ts";
import { sampleRecord } from "../schema/_records.ts";
import { sampleReview } from "../schema/_review_records.ts";
import { sampleVerdict } from "../schema/_verdict_records.ts";

/** A run in a few words. What is not said was not recorded. */
export interface Told {
  /** ISO-8601. */
  time: string;
  repo: string;
  task: string;
  session: string;
  agent?: string;
  /** Surface and score of the risk floor; 0.5 and more asks for a review. */
  risk?: [surface: ReviewSurface, score: number];
  files?: string[];
  confidence?: number;
  doubt?: string;
  hidden?: string;
  asked?: string;
  /** Done, or how bad it is that it is not, and what is missing. */
  judged?: true | [severity: VerdictSeverity, ...missing: string[]];
  person?: boolean;
  waits?: boolean;
  found?: [severity: Severity, description: string][];
  gaveUp?: string;
  degraded?: boolean;
}

/** The records of a run. */
export function recordsOf(told: Told): RunRecord[] {
  const head = {
    task_ref: told.task,
    agent: told.agent ?? "claude-code",
    session_id: told.session,
    timestamp: told.time,
    repo: told.repo,
  };
  const prompt_id = `prompt of ${told.session} at ${told.time}`;
  return [
    ...told.risk ? [captured(told, told.risk, head)] : [],
    ...told.judged || told.waits
      ? [{
        ...sampleVerdict(),
        ...head,
        prompt_id,
        task: told.asked ?? null,
        skipped: told.waits ? "awaiting_user" as const : null,
        stuck: null,
        ...{ requirements: [], observations: [], vetoes: [] },
        verdict: told.waits ? null : judgement(told),
        outcome: {
          decision: told.waits ? "skipped" as const : told.judged === true ? "let_go" : "pushed",
          attempt: 1,
          max_attempts: 16,
        } as const,
        failure: null,
      }]
      : [],
    ...told.found
      ? [{
        ...sampleReview(),
        ...head,
        prompt_id,
        issues: told.found.map(([severity, description]) => ({
          ...sampleReview().issues[0]!,
          severity,
          description,
          impact: null,
          recommendation: null,
          file: told.files?.[0] ?? null,
        })),
        summary: told.found.length === 0 ? "Sound" : "Not sound yet",
      }]
      : [],
    ...told.gaveUp
      ? [{
        ...sampleEscalation(),
        ...head,
        prompt_id,
        valid: true,
        violations: [],
        payload: {
          ...sampleEscalation().payload!,
          task_scope: told.asked ?? told.task,
          request: [told.gaveUp],
        },
      }]
      : [],
  ];
}

function captured(told: Told, [surface, score]: [ReviewSurface, number], head: object): RunRecord {
  const whole = sampleRecord();
  return {
    ...whole,
    ...head,
    confidence: told.confidence ?? null,
    most_likely_wrong: told.doubt ? { surface, description: told.doubt } : null,
    known_not_in_diff: told.hidden ?? null,
    risk: {
      needs_review: score >= 0.5,
      score,
      surface,
      reason: `${surface} surface, ${told.files?.length ?? 1} files`,
    },
    files_changed: told.files ?? [`src/${surface}.ts`],
    provenance: { ...whole.provenance, degraded: told.degraded ?? false },
  };
}

function judgement({ judged, person }: Told) {
  const [severity, ...missing] = judged === true || judged === undefined ? ["NONE"] : judged;
  return {
    complete: judged === true,
    severity: severity as VerdictSeverity,
    feedback: judged === true ? "The tests ran and passed after the last change" : "Not there yet",
    missing,
    next_actions: missing.map((item) => `See to it: ${item}`),
    requires_human_action: person ?? false,
    evidence: [{
      rule: judged === true ? "passing_check" : "failing_check",
      fact: judged === true ? "deno test: 118 passed" : "deno test: 2 failed",
      turn: 12,
    }],
  };
}

/** What a page is given of these records. */
export async function partsOf(
  records: readonly RunRecord[],
  problems: Record<string, string> = {},
): Promise<PageParts> {
  const byOrigin = new Map<string, AnyRecord>(
    records.map((record, index) => [`${index}.${record.schema}.json`, record]),
  );
  const source: RecordSource = {
    place: "~/code",
    async *read() {},
    again: (origin) => Promise.resolve(byOrigin.get(origin) ?? null),
    close: () => Promise.resolve(),
  };
  const book = new Book();
  const found = [...byOrigin].map(([origin, record]) => ({ origin, record }));
  book.add(new EntryMaker().entriesOf(found));
  book.add(Object.entries(problems).map(([origin, problem]) => ({ origin, problem })));
  const runs = book.runs().sort((a, b) => b.time - a.time);
  return await assemblePage({ book, runs, source }, "2026-11-17T16:30:00.000Z");
}

/** The page of these records, whole. */
export async function pageOf(
  records: readonly RunRecord[],
  problems: Record<string, string> = {},
): Promise<string> {
  const { data, details } = await partsOf(records, problems);
  return [...renderPage(data, details, { live: false })].join("");
}
