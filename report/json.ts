/** Runs as data, for programs. Texts stand as they do in the records. */

import type { Book } from "./book.ts";
import { holdingJudgement, type Run, runId } from "./run.ts";
import { needsReviewNow, trustIn } from "./trust.ts";

/** One run. */
export function runJson(run: Run) {
  const { capture, standing } = run;
  const judgement = holdingJudgement(run);
  const { name, says, tone } = trustIn(run);
  return {
    id: runId(run),
    time: new Date(run.time).toISOString(),
    repo: run.repo,
    task_ref: run.task,
    agent: run.agent,
    session_id: run.session,
    turn: run.turn,
    latest: run.latest,
    needs_review_now: needsReviewNow(run),
    trust: { rule: name, says, tone },
    risk: capture === null ? null : {
      needs_review: capture.needsReview,
      score: capture.score,
      surface: capture.surface,
    },
    files_changed: capture?.files ?? null,
    confidence: capture?.confidence ?? null,
    doubt: capture?.doubt ?? null,
    degraded: capture?.degraded ?? null,
    verdict: judgement === null ? null : {
      complete: judgement.complete,
      severity: judgement.severity,
      requires_human_action: judgement.needsPerson,
      unmet: judgement.unmet,
      observations: judgement.observations,
      skipped: judgement.skipped,
      stuck: judgement.silence,
      decision: judgement.decision,
    },
    findings: standing === null ? null : {
      ...standing.found,
      failed: standing.failed,
      of_this_turn: run.readings.includes(standing),
    },
  };
}

/** The lines of a whole report, one run a line: a large one is read as easily as a small one. */
export function* jsonLines(runs: readonly Run[], book: Book): Generator<string> {
  const problems = book.problems();
  yield `{"runs":[`;
  for (const [index, run] of runs.entries()) {
    yield `${JSON.stringify(runJson(run))}${index < runs.length - 1 ? "," : ""}`;
  }
  yield `],"problems":${JSON.stringify(problems)}}`;
}
