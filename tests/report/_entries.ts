// Entries of a session, in a few words and at random.

import fc from "fast-check";
import type {
  Answer,
  Capture,
  Entry,
  Escalation,
  Judgement,
  Keys,
  Reading,
} from "../../lib/records/entry.ts";
import { joinSession } from "../../report/join.ts";
import type { Run } from "../../report/run.ts";
import { REVIEW_SURFACES } from "../../schema/reflection.ts";
import { SKIP_REASONS, STUCK_REASONS, VERDICT_SEVERITIES } from "../../schema/names.ts";

let made = 0;

function head(time: number) {
  return {
    origin: `${++made}.json`,
    ...{ repo: "shop", session: "s-1", task: "shop/main", agent: "claude-code" },
    ...{ written: time, began: time, prompt: null, head: null, degraded: false },
  };
}

export function capture(time: number, changes: Partial<Capture> = {}): Capture {
  return {
    ...head(time),
    ...{ kind: "capture", needsReview: false, score: 0, surface: "docs", files: 1 },
    ...{ confidence: null, doubt: null },
    ...changes,
  };
}

/** What the capture of the same moment is joined by. */
export function keys(time: number, changes: Partial<Keys> = {}): Keys {
  return { ...head(time), ...{ kind: "keys" }, ...changes };
}

export function judgement(time: number, changes: Partial<Judgement> = {}): Judgement {
  return {
    ...head(time),
    ...{ kind: "judgement", complete: true, severity: "NONE", missing: 0, needsPerson: false },
    ...{ skipped: null, silence: null, decision: "let_go", asked: null },
    ...{ unmet: 0, observations: 0, judged: changes.complete !== null },
    ...changes,
  };
}

/** What a second reading found, where it found anything. */
type Findings = Partial<Reading["found"]>;

export function reading(time: number, found: Findings = {}, changes: Partial<Reading> = {}) {
  const none = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  const entry: Reading = {
    ...head(time),
    ...{ kind: "reading", found: { ...none, ...found }, failed: false },
    ...changes,
  };
  return entry;
}

export function escalation(time: number, changes: Partial<Escalation> = {}): Escalation {
  return { ...head(time), ...{ kind: "escalation", role: "coder", valid: true }, ...changes };
}

export function answer(time: number, next: Answer["next"], changes: Partial<Answer> = {}): Answer {
  return { ...head(time), ...{ kind: "answer", valid: true, next }, ...changes };
}

/** The only run of these entries. */
export function runOf(...entries: Entry[]): Run {
  const [run, ...more] = joinSession(entries);
  if (run === undefined || more.length > 0) throw new Error(`${more.length + 1} runs and not one`);
  return run;
}

// Times are close to each other, or the laws would hardly ever be tried.
const times = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map((n) => n * 1_000),
  fc.integer({ min: 0, max: 60 }).map((n) => n * 60_000),
);
const count = fc.nat({ max: 2 });

/** What an entry that is no capture may be joined by. */
const joins = fc.record({
  prompt: fc.option(fc.constantFrom("p-1", "p-2", "p-3")),
  head: fc.option(fc.constantFrom("0".repeat(40), "1".repeat(40))),
});
const lasting = fc.constantFrom(0, 0, 1_500, 90_000);

/** Any entry. */
const anyEntry: fc.Arbitrary<Entry> = fc.oneof(
  fc.tuple(
    times,
    fc.record({
      needsReview: fc.boolean(),
      score: fc.constantFrom(0, 0.25, 0.5, 1),
      surface: fc.constantFrom(...REVIEW_SURFACES),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      degraded: fc.boolean(),
    }),
  ).map(([time, changes]) => capture(time, changes)),
  fc.tuple(
    times,
    lasting,
    joins,
    fc.record({
      complete: fc.option(fc.boolean()),
      observations: count,
      severity: fc.constantFrom(...VERDICT_SEVERITIES),
      missing: count,
      needsPerson: fc.boolean(),
      skipped: fc.option(fc.constantFrom(...SKIP_REASONS)),
      silence: fc.option(fc.constantFrom(...STUCK_REASONS)),
    }),
  ).map(([time, ms, join, changes]) => judgement(time, { began: time - ms, ...join, ...changes })),
  fc.tuple(
    times,
    lasting,
    joins,
    fc.record({ CRITICAL: count, HIGH: count, MEDIUM: count, LOW: count }),
    fc.boolean(),
  ).map(([time, ms, join, found, failed]) =>
    reading(time, found, { began: time - ms, ...join, failed })
  ),
  fc.tuple(times, joins).map(([time, join]) => escalation(time, join)),
  fc.tuple(times, joins).map(([time, join]) => keys(time, join)),
  fc.tuple(times, joins, fc.option(fc.constantFrom("coder" as const, "person" as const)))
    .map(([time, join, next]) => answer(time, next, join)),
);

/** The entries of a session, each from a place of its own. */
export const sessions: fc.Arbitrary<Entry[]> = fc.array(anyEntry, { maxLength: 14 })
  .map((entries) => entries.map((entry, n) => ({ ...entry, origin: `${n}.json` })));
