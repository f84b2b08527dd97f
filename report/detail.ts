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

/** The records of a run, and the earlier ones that hold for it, as far as they are still there. */
export async function recordsOf(run: Run, source: RecordSource): Promise<RunRecord[]> {
  const entries = [...entriesOf(run), run.standing, run.blockedBy];
  const origins = new Set(entries.flatMap((entry) => entry === null ? [] : [entry.origin]));
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

/** What a person has to see to, in the section of this title. */
export const OPEN = "What is open";

/** The sections of a run; those without anything to say are left out. */
export async function sectionsOf(run: Run, source: RecordSource): Promise<Section[]> {
  const records = (await recordsOf(run, source))
    .sort((a, b) => a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0);
  const of = <Name extends RunRecord["schema"]>(name: Name) =>
    records.filter((one): one is Extract<RunRecord, { schema: Name }> => one.schema === name);
  const reflection = of("reflection.v1")[0] ?? null;
  const [verdicts, reviews] = [of("verdict.v1"), of("review.v1")];
  const escalations = of("escalation.v1");
  const blocked = [...escalations.map(escalated), ...of("unblock.v1").map(answered)];
  const sections: [title: string, points: readonly Point[]][] = [
    ["Why look at it", whyLook(run, reflection)],
    ["What changed", whatChanged(reflection)],
    ["What the agent doubts", doubts(reflection)],
    ["What the judge says", verdicts.map(judged)],
    ["What the reviewer says", readings(run, reviews)],
    ["Where it is blocked", blocked],
    [OPEN, whatIsOpen(run, reflection, verdicts, reviews, escalations)],
  ];
  return sections.filter(([, points]) => points.length > 0)
    .map(([title, points]) => ({ title, points }));
}

function whyLook(run: Run, reflection: Reflection | null): Point[] {
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
  const { files_changed: files } = reflection;
  if (files.length === 0) return [{ text: "No files" }];
  return [{ text: counted(files.length, "file"), under: few(files, MAX_FILES) }];
}

function doubts(reflection: Reflection | null): Point[] {
  if (reflection === null) return [];
  const { confidence = null, most_likely_wrong = null, known_not_in_diff = null } = reflection;
  const points: Point[] = [];
  if (confidence !== null) {
    const share = shareWords(confidence);
    points.push({ text: `It states a confidence of ${share}; nothing is ranked on that` });
  }
  if (most_likely_wrong !== null) {
    const { surface, description } = most_likely_wrong;
    points.push({ text: `Most likely wrong, in ${surface}`, under: [cut(description)] });
  }
  if (known_not_in_diff !== null) {
    points.push({ text: "Known, and not in the diff", under: [cut(known_not_in_diff)] });
  }
  if (reflection.provenance.degraded) {
    const text = "The record is not whole: something was missing or unreadable";
    points.push({ text, tone: "look" });
  }
  return points;
}

function judged(record: VerdictRecord): Point {
  const { timestamp, task, verdict, skipped, stuck, outcome, failure } = record;
  const when = momentWords(Date.parse(timestamp));
  const asked = named("Asked", task);
  const trouble = named("Not whole", failure);
  if (verdict === null) {
    const why = spaced(skipped ?? stuck?.reason ?? "no reason given");
    return { text: `${when}: not judged (${why})`, tone: "unknown", under: [...asked, ...trouble] };
  }
  const { says, tone } = answerIn(verdict);
  const { decision, attempt, max_attempts } = outcome;
  const { requirements = [], observations = [], vetoes = [] } = record;
  return {
    text: `${when}: ${says}; ${spaced(decision)}, ${attempt} of ${max_attempts}`,
    tone,
    under: [
      ...asked,
      ...verdict.feedback === "" ? [] : [cut(verdict.feedback)],
      ...few(verdict.missing).map((item) => `Missing: ${item}`),
      ...few(verdict.next_actions).map((item) => `Next: ${item}`),
      ...few(verdict.evidence.map(({ rule, fact }) => `${rule}: ${fact}`)),
      ...few(requirements.map(requirementLine)),
      ...few(
        observations.map(({ name, evidence, at }) =>
          `Observed, ${spaced(name)}: ${evidence}${placeIn(at)}`
        ),
      ),
      ...few(
        vetoes.map(({ name, evidence }) => `Nothing may be said, ${spaced(name)}: ${evidence}`),
      ),
      ...trouble,
    ],
  };
}

function answerIn({ complete, severity }: Verdict): { says: string; tone: Tone } {
  if (complete === null) return { says: "watched, nothing tells", tone: "unknown" };
  return complete
    ? { says: "done", tone: "fine" }
    : { says: `not done (${severity})`, tone: "bad" };
}

function requirementLine({ name, state, applies, evidence, at }: RequirementAnswer): string {
  const answer = applies ? spaced(state) : "means nothing here";
  return `Required, ${name}: ${answer}. ${evidence}${placeIn(at)}`;
}

/** Where something was seen, for a person who looks it up. */
function placeIn(at: EvidencePointer | null): string {
  if (at === null) return "";
  const { turn, call, path, line } = at;
  const places = [
    ...fileLine(path, line),
    ...turn === null ? [] : [`turn ${turn}`],
    ...call === null ? [] : [`call ${call}`],
  ];
  return places.length === 0 ? "" : ` (${places.join(", ")})`;
}

function fileLine(path: string | null, line: number | null): string[] {
  return path === null ? [] : [line === null ? path : `${path}:${line}`];
}

function readings(run: Run, reviews: readonly Review[]): Point[] {
  const points = reviews.flatMap(reviewed);
  if (points.length === 0 || run.readings.length > 0) return points;
  return [{ text: "Of an earlier turn: the change was not read again since" }, ...points];
}

function reviewed({ timestamp, model, issues, summary, failure }: Review): Point[] {
  const when = momentWords(Date.parse(timestamp));
  const by = model === null ? "by the checks alone" : cut(`by the checks and ${model}`);
  const rest = issues.length - MAX_ITEMS;
  return [
    {
      text: `${when}: ${counted(issues.length, "finding")} ${by}`,
      under: [...summary === null ? [] : [cut(summary)], ...named("Not whole", failure)],
    },
    ...issues.slice(0, MAX_ITEMS).map(found),
    ...rest > 0 ? [{ text: `and ${counted(rest, "finding")} more` }] : [],
  ];
}

function found(issue: ReviewIssue): Point {
  const { severity, category, description, impact, recommendation, file, line, source } = issue;
  return {
    text: `${severity} (${category}, ${source}): ${cut(description)}`,
    tone: isHigh(issue) ? "bad" : "look",
    under: [
      ...fileLine(file, line),
      ...named("Impact", impact),
      ...named("Recommendation", recommendation),
    ],
  };
}

function isHigh({ severity }: ReviewIssue): boolean {
  return severity === "CRITICAL" || severity === "HIGH";
}

function escalated(
  { timestamp, role, valid, attempt, payload, violations }: EscalationRecord,
): Point {
  const when = momentWords(Date.parse(timestamp));
  const tries = attempt === null ? "" : ` after attempt ${attempt}`;
  const form = valid ? "" : ", in a form that breaks the protocol";
  return {
    text: `${when}: the ${role} gave up${tries}${form}`,
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
  const what = output === null ? "an answer that cannot be read" : spaced(output);
  const step = next?.step === "none" ? "nothing" : `the ${next?.step}`;
  return {
    text: `${when}: the reflection agent: ${what}${valid ? "" : ", which breaks the protocol"}`,
    tone: valid ? "look" : "bad",
    under: [
      ...named("Believes", report?.new_hypothesis ?? null),
      ...named(`Next is ${step}`, next?.why ?? null),
      ...few(violations.map(({ message }) => message)),
    ],
  };
}

function whatIsOpen(
  run: Run,
  reflection: Reflection | null,
  verdicts: readonly VerdictRecord[],
  reviews: readonly Review[],
  escalations: readonly EscalationRecord[],
): Point[] {
  const verdict = verdicts.findLast(({ verdict }) => verdict !== null)?.verdict;
  const missing = verdict?.complete === false ? verdict.missing : [];
  const high = (reviews.at(-1)?.issues ?? []).filter(isHigh)
    .map(({ description, recommendation }) => recommendation ?? description);
  const asks = run.blockedBy === null
    ? []
    : escalations.at(-1)?.payload?.request ?? ["A person has to decide how it goes on"];
  return [
    ...[missing, high, asks].flatMap((texts) => few(texts))
      .map((text): Point => ({ text, tone: "bad" })),
    ...reflection?.risk.needs_review && run.latest
      ? [{ text: "A review by a person who did not write it", tone: "review" as const }]
      : [],
  ];
}

/** The first of a list, and how many more there are. */
function few(items: readonly string[], most: number = MAX_ITEMS): string[] {
  const rest = items.length - most;
  return [...items.slice(0, most).map(cut), ...rest > 0 ? [`and ${rest} more`] : []];
}

/** `name: text`; nothing where there is no text. */
function named(name: string, text: string | null): string[] {
  return text === null ? [] : [`${name}: ${cut(text)}`];
}

function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

function cut(text: string): string {
  return shortened(text, MAX_TEXT);
}
