/**
 * How far a run can be trusted, and why: one table, of which the first row that applies counts. It
 * looks at what was observed: the risk floor, the verdict on the evidence, what the review
 * found, and whether the records are whole. What the agent says of its own confidence has no part
 * in it: that is shown, and ranked on by nothing while the gate is closed.
 */

import type { Tone } from "../lib/page/doc.ts";
import { SEVERITIES, VERDICT_SEVERITIES } from "../schema/names.ts";
import type { Judgement, Reading } from "../lib/records/entry.ts";
import { holdingJudgement, type Run } from "./run.ts";

/** One row of the table. */
interface TrustRule {
  readonly name: string;
  /** When it applies, in words. */
  readonly when: string;
  /** What it says of a run. */
  readonly says: string;
  readonly tone: Tone;
  /** Whether a person has to look at the run. */
  readonly asks: boolean;
  readonly applies: (facts: Facts) => boolean;
}

/** What the rules look at. */
interface Facts {
  readonly run: Run;
  readonly judgement: Judgement | null;
  readonly reading: Reading | null;
}

/** The table. */
export const TRUST_RULES: readonly TrustRule[] = [
  {
    name: "blocked",
    when: "an escalation is unanswered, or its answer hands over to a person",
    says: "Blocked: a person has to decide",
    tone: "bad",
    asks: true,
    applies: ({ run }) => run.blockedBy !== null,
  },
  {
    name: "person_needed",
    when: "by the evidence only a person can go on",
    says: "Only a person can go on",
    tone: "bad",
    asks: true,
    applies: ({ judgement }) => judgement?.complete === false && judgement.needsPerson,
  },
  {
    name: "not_done",
    when: "a requirement is not met, or a model says that the task is not done",
    says: "Not done, by the evidence",
    tone: "bad",
    asks: true,
    applies: ({ judgement }) => judgement?.complete === false && !isWaiting(judgement),
  },
  {
    name: "stuck",
    when: "the agent is silent and will not go on by itself",
    says: "Stuck",
    tone: "bad",
    asks: true,
    applies: ({ judgement }) => judgement?.silence === "genuinely_stuck",
  },
  {
    name: "high_finding",
    when: "the review found something CRITICAL or HIGH",
    says: "The review found something CRITICAL or HIGH",
    tone: "bad",
    asks: true,
    applies: ({ reading }) => reading !== null && reading.found.CRITICAL + reading.found.HIGH > 0,
  },
  {
    name: "needs_review_unread",
    when: "the risk floor asks for a review, and no review read the whole change",
    says: "Review needed: not reviewed yet",
    tone: "review",
    asks: true,
    applies: ({ run, reading }) =>
      run.capture?.needsReview === true && (reading === null || reading.failed),
  },
  {
    name: "needs_review_read",
    when: "the risk floor asks for a review, and the review found nothing CRITICAL or HIGH",
    says: "A person has to review; the review found nothing CRITICAL or HIGH",
    tone: "review",
    asks: true,
    applies: ({ run }) => run.capture?.needsReview === true,
  },
  {
    name: "waits",
    when: "the agent waits for an answer, or for something that comes by itself",
    says: "Waits",
    tone: "look",
    asks: false,
    applies: ({ judgement }) =>
      isWaiting(judgement) || judgement?.silence === "waiting_for_user" ||
      judgement?.skipped === "awaiting_user",
  },
  {
    name: "finding",
    when: "the review found something MEDIUM",
    says: "Worth a look: the review found something MEDIUM",
    tone: "look",
    asks: false,
    applies: ({ reading }) => reading !== null && reading.found.MEDIUM > 0,
  },
  {
    name: "observed",
    when: "the judge observed something in the calls or the change",
    says: "Worth a look: the judge observed something",
    tone: "look",
    asks: false,
    applies: ({ judgement }) => judgement !== null && judgement.observations > 0,
  },
  {
    name: "records_incomplete",
    when: "there is no capture, or one that is degraded and was not judged",
    says: "The records are incomplete",
    tone: "unknown",
    asks: false,
    applies: ({ run, judgement }) =>
      run.capture === null || run.capture.degraded && judgement?.complete !== true,
  },
  {
    name: "not_judged",
    when: "the change is below the floor, and nothing tells whether the task is done",
    says: "Below the floor; not judged",
    tone: "unknown",
    asks: false,
    applies: ({ judgement }) => judgement?.complete !== true,
  },
  {
    name: "done",
    when:
      "all that is required is met, or a model says that the task is done, and the change is below the floor",
    says: "Done, by the evidence, and below the floor",
    tone: "fine",
    asks: false,
    applies: () => true,
  },
];

/** The row that counts for a run. */
export function trustIn(run: Run): TrustRule {
  const facts: Facts = {
    run,
    judgement: holdingJudgement(run),
    reading: run.standing,
  };
  return TRUST_RULES.find(({ applies }) => applies(facts))!;
}

/** Whether a person has to look at a run now. An earlier one is part of the latest of its session. */
export function needsReviewNow(run: Run): boolean {
  return run.latest && trustIn(run).asks;
}

/** Whether a judgement that is not complete lacks nothing but an answer. */
export function isWaiting(judgement: Judgement | null): boolean {
  return judgement?.complete === false && judgement.severity === "NONE" &&
    judgement.missing === 0 && !judgement.needsPerson;
}

/**
 * Which of two runs to look at first: the higher risk floor, then the worse evidence, then the newer.
 * For sorting.
 */
export function byUrgency(a: Run, b: Run): number {
  return (b.capture?.score ?? 0) - (a.capture?.score ?? 0) ||
    evidenceWeight(b) - evidenceWeight(a) ||
    b.time - a.time;
}

/** How bad what was seen is, from 0; work that was not judged weighs more than work that is done. */
function evidenceWeight(run: Run): number {
  const judgement = holdingJudgement(run);
  const judged = judgement?.complete === false
    ? VERDICT_SEVERITIES.indexOf(judgement.severity) + (judgement.needsPerson ? 0.5 : 0)
    : judgement?.complete === true
    ? 0
    : 0.25;
  const { standing } = run;
  const worst = standing === null ? -1 : SEVERITIES.findIndex((name) => standing.found[name] > 0);
  const found = worst < 0 ? 0 : SEVERITIES.length - worst;
  return Math.max(judged, found, run.blockedBy !== null ? VERDICT_SEVERITIES.length : 0);
}
