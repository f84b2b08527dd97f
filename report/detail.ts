/**
 * One run in full, from its records, read once more: a document that the terminal, markdown and the
 * page show alike. Its texts are bounded.
 */

import type { Doc, Point, Section, Tone } from "../lib/page/doc.ts";
import { isRunRecord, type RunRecord } from "../lib/records/record.ts";
import type { RecordSource } from "../lib/records/source.ts";
import type {
  EscalationRecord,
  EvidencePointer,
  RequirementAnswer,
  Review,
  ReviewIssue,
  UnblockRecord,
  Verdict,
  VerdictRecord,
} from "../schema/types.ts";
import type { Reflection } from "../schema/reflection.ts";
import { counted } from "../lib/text/figures.ts";
import { momentWords, shareWords } from "./list.ts";
import { entriesOf, type Run } from "./run.ts";
import { trustIn } from "./trust.ts";
import { shortened } from "../lib/text/text.ts";

/** The longest text, and the longest list. */
const MAX_TEXT = 2_000;
const MAX_ITEMS = 50;
const MAX_FILES = 200;

/** The records of one run, by kind, oldest first. */
interface Records {
  readonly reflection: Reflection | null;
  readonly verdicts: readonly VerdictRecord[];
  readonly reviews: readonly Review[];
  readonly escalations: readonly EscalationRecord[];
  readonly unblocks: readonly UnblockRecord[];
}

/** The records of a run, and the earlier ones that hold for it, as far as they are still there. */
export async function recordsOf(run: Run, source: RecordSource): Promise<RunRecord[]> {
  const own = entriesOf(run).map(({ origin }) => origin);
  const origins = new Set(own);
  for (const earlier of [run.standing, run.blockedBy]) {
    if (earlier !== null) origins.add(earlier.origin);
  }
  const records: RunRecord[] = [];
  for (const origin of origins) {
    const record = await source.again(origin);
    if (record !== null && isRunRecord(record)) records.push(record);
  }
  return records;
}

/** All that there is to say about a run. */
export async function runDoc(run: Run, source: RecordSource): Promise<Doc> {
  const { repo, task, agent, session, turn, time } = run;
  const { says, tone } = trustIn(run);
  return {
    title: `${task}: ${says}`,
    tone,
    lead: [`${momentWords(time)} UTC, ${repo}, agent ${agent}, session ${session}, turn ${turn}`],
    sections: await sectionsOf(run, source),
  };
}

/** The sections of a run; those without anything to say are left out. */
export async function sectionsOf(run: Run, source: RecordSource): Promise<Section[]> {
  const records = sorted(await recordsOf(run, source));
  return [
    { title: "Why look at it", points: whyLook(run, records) },
    { title: "What changed", points: whatChanged(records.reflection) },
    { title: "What the agent doubts", points: doubts(records.reflection) },
    { title: "What the judge says", points: records.verdicts.map(judged) },
    { title: "What the reviewer says", points: readings(run, records.reviews) },
    {
      title: "Where it is blocked",
      points: [...records.escalations.map(escalated), ...records.unblocks.map(answered)],
    },
    { title: "What is open", points: whatIsOpen(run, records) },
  ].filter(({ points }) => points.length > 0);
}

function sorted(all: readonly RunRecord[]): Records {
  const of = <Name extends RunRecord["schema"]>(name: Name) =>
    all.filter((record): record is Extract<RunRecord, { schema: Name }> => record.schema === name)
      .toSorted((a, b) => a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0);
  return {
    reflection: of("reflection.v1")[0] ?? null,
    verdicts: of("verdict.v1"),
    reviews: of("review.v1"),
    escalations: of("escalation.v1"),
    unblocks: of("unblock.v1"),
  };
}

function whyLook(run: Run, { reflection }: Records): Point[] {
  const { says, tone, when } = trustIn(run);
  const points: Point[] = [{ text: says, tone, under: [`Because ${when}`] }];
  if (reflection !== null) {
    const { needs_review, score, reason } = reflection.risk;
    const asks = needs_review ? "The risk floor asks for a review" : "Below the risk floor";
    points.push({
      text: `${asks}: score ${shareWords(score)}`,
      tone: needs_review ? "review" : "fine",
      under: [cut(reason)],
    });
  }
  if (!run.latest) {
    points.push({ text: "A later turn of the session holds all of this change, and more" });
  }
  return points;
}

function whatChanged(reflection: Reflection | null): Point[] {
  if (reflection === null) return [];
  const { files_changed } = reflection;
  if (files_changed.length === 0) return [{ text: "No files" }];
  return [{
    text: counted(files_changed.length, "file"),
    under: few(files_changed, MAX_FILES),
  }];
}

function doubts(reflection: Reflection | null): Point[] {
  if (reflection === null) return [];
  const { confidence = null, most_likely_wrong = null, known_not_in_diff = null } = reflection;
  const points: Point[] = [];
  if (confidence !== null) {
    points.push({
      text: `It states a confidence of ${shareWords(confidence)}; nothing is ranked on that`,
    });
  }
  if (most_likely_wrong !== null) {
    points.push({
      text: `Most likely wrong, in ${most_likely_wrong.surface}`,
      under: [cut(most_likely_wrong.description)],
    });
  }
  if (known_not_in_diff !== null) {
    points.push({ text: "Known, and not in the diff", under: [cut(known_not_in_diff)] });
  }
  if (reflection.provenance.degraded) {
    points.push({
      text: "The record is not whole: something was missing or unreadable",
      tone: "look",
    });
  }
  return points;
}

function judged(record: VerdictRecord): Point {
  const { timestamp, task, verdict, skipped, stuck, outcome, failure } = record;
  const when = momentWords(Date.parse(timestamp));
  const asked = task === null ? [] : [`Asked: ${cut(task)}`];
  const trouble = failure === null ? [] : [`Not whole: ${cut(failure)}`];
  if (verdict === null) {
    const why = skipped ?? stuck?.reason ?? "no reason given";
    return {
      text: `${when}: not judged (${why.replaceAll("_", " ")})`,
      tone: "unknown",
      under: [...asked, ...trouble],
    };
  }
  const { says, tone } = answerIn(verdict);
  const became = outcome.decision.replaceAll("_", " ");
  return {
    text: `${when}: ${says}; ${became}, ${outcome.attempt} of ${outcome.max_attempts}`,
    tone,
    under: [
      ...asked,
      cut(verdict.feedback),
      ...few(verdict.missing).map((item) => `Missing: ${item}`),
      ...few(verdict.next_actions).map((item) => `Next: ${item}`),
      ...few(verdict.evidence.map(({ rule, fact }) => `${rule}: ${fact}`)),
      ...few((record.requirements ?? []).map(requirementLine)),
      ...few(
        (record.observations ?? []).map(({ name, evidence, at }) =>
          `Observed, ${name.replaceAll("_", " ")}: ${evidence}${placeIn(at)}`
        ),
      ),
      ...few(
        (record.vetoes ?? []).map(({ name, evidence }) =>
          `Nothing may be said, ${name.replaceAll("_", " ")}: ${evidence}`
        ),
      ),
      ...trouble,
    ].filter((line) => line !== ""),
  };
}

function answerIn({ complete, severity }: Verdict): { says: string; tone: Tone } {
  if (complete === null) return { says: "watched, nothing tells", tone: "unknown" };
  return complete
    ? { says: "done", tone: "fine" }
    : { says: `not done (${severity})`, tone: "bad" };
}

function requirementLine({ name, state, applies, evidence, at }: RequirementAnswer): string {
  const answer = applies ? state.replaceAll("_", " ") : "means nothing here";
  return `Required, ${name}: ${answer}. ${evidence}${placeIn(at)}`;
}

/** Where something was seen, for a person who looks it up. */
function placeIn(at: EvidencePointer | null): string {
  if (at === null) return "";
  const { turn, call, path, line } = at;
  const places = [
    ...path === null ? [] : [line === null ? path : `${path}:${line}`],
    ...turn === null ? [] : [`turn ${turn}`],
    ...call === null ? [] : [`call ${call}`],
  ];
  return places.length === 0 ? "" : ` (${places.join(", ")})`;
}

function readings(run: Run, reviews: readonly Review[]): Point[] {
  const points = reviews.flatMap(reviewed);
  if (points.length === 0 || run.readings.length > 0) return points;
  return [{ text: "Of an earlier turn: the change was not read again since" }, ...points];
}

function reviewed(review: Review): Point[] {
  const when = momentWords(Date.parse(review.timestamp));
  const by = review.model === null ? "by the checks alone" : `by the checks and ${review.model}`;
  const head: Point = {
    text: `${when}: ${counted(review.issues.length, "finding")} ${cut(by)}`,
    under: [
      ...review.summary === null ? [] : [cut(review.summary)],
      ...review.failure === null ? [] : [`Not whole: ${cut(review.failure)}`],
    ],
  };
  const rest = review.issues.length - MAX_ITEMS;
  return [
    head,
    ...review.issues.slice(0, MAX_ITEMS).map(found),
    ...rest > 0 ? [{ text: `and ${counted(rest, "finding")} more` }] : [],
  ];
}

function found(issue: ReviewIssue): Point {
  const { severity, category, description, impact, recommendation, file, line, source } = issue;
  const place = file === null ? [] : [line === null ? file : `${file}:${line}`];
  return {
    text: `${severity} (${category}, ${source}): ${cut(description)}`,
    tone: severity === "CRITICAL" || severity === "HIGH" ? "bad" : "look",
    under: [
      ...place,
      ...impact === null ? [] : [`Impact: ${cut(impact)}`],
      ...recommendation === null ? [] : [`Recommendation: ${cut(recommendation)}`],
    ],
  };
}

function escalated(
  { timestamp, role, valid, attempt, payload, violations }: EscalationRecord,
): Point {
  const when = momentWords(Date.parse(timestamp));
  const tries = attempt === null ? "" : ` after attempt ${attempt}`;
  return {
    text: `${when}: the ${role} gave up${tries}${
      valid ? "" : ", in a form that breaks the protocol"
    }`,
    tone: "bad",
    under: [
      ...payload === null ? [] : [
        cut(payload.task_scope),
        ...few(payload.what_did_not_work).map((item) => `Did not work: ${item}`),
        ...few(payload.request).map((item) => `Asks: ${item}`),
      ],
      ...few(violations.map(({ message }) => message)),
    ],
  };
}

function answered({ timestamp, output, report, valid, violations, next }: UnblockRecord): Point {
  const when = momentWords(Date.parse(timestamp));
  const what = output === null ? "an answer that cannot be read" : output.replaceAll("_", " ");
  return {
    text: `${when}: the reflection agent: ${what}${valid ? "" : ", which breaks the protocol"}`,
    tone: valid ? "look" : "bad",
    under: [
      ...report === null ? [] : [`Believes: ${cut(report.new_hypothesis)}`],
      ...next === null
        ? []
        : [`Next is ${next.step === "none" ? "nothing" : `the ${next.step}`}: ${cut(next.why)}`],
      ...few(violations.map(({ message }) => message)),
    ],
  };
}

function whatIsOpen(run: Run, { reflection, verdicts, reviews, escalations }: Records): Point[] {
  const points: Point[] = [];
  const verdict = verdicts.findLast(({ verdict }) => verdict !== null)?.verdict;
  if (verdict?.complete === false) {
    points.push(...few(verdict.missing).map((text) => ({ text, tone: "bad" as const })));
  }
  const review = reviews.at(-1);
  const grave = (review?.issues ?? []).filter(({ severity }) =>
    severity === "CRITICAL" || severity === "HIGH"
  );
  points.push(
    ...few(grave.map(({ description, recommendation }) => recommendation ?? description))
      .map((text) => ({ text, tone: "bad" as const })),
  );
  if (run.blockedBy !== null) {
    const asks = escalations.at(-1)?.payload?.request ?? ["A person has to decide how it goes on"];
    points.push(...few(asks).map((text) => ({ text, tone: "bad" as const })));
  }
  if (reflection?.risk.needs_review && run.latest) {
    points.push({ text: "A review by a person who did not write it", tone: "review" });
  }
  return points;
}

function few(items: readonly string[], most: number = MAX_ITEMS): string[] {
  const rest = items.length - most;
  return [...items.slice(0, most).map(cut), ...rest > 0 ? [`and ${rest} more`] : []];
}

function cut(text: string): string {
  return shortened(text, MAX_TEXT);
}
