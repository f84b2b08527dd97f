/** Judging what the conversation shows, and what becomes of the verdict: read, decide, write. */

import { combinedEffect } from "../../judge/combine.ts";
import { lintEscalation } from "../../judge/unblock/escalation.ts";
import { evidenceHash, gatherEvidence } from "../../judge/evidence.ts";
import { feedbackText } from "../../judge/feedback.ts";
import { finishJudging, GUARD_LIMITS, type JudgeRun } from "../../judge/loop_guard.ts";
import { taskOf } from "../../judge/task.ts";
import { judgeTask } from "../../judge/verdict.ts";
import type { SkipReason } from "../../schema/names.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import { readRepositoryState } from "./repository_state.ts";
import {
  ANSWERED,
  type Decision,
  type Judged,
  type JudgedTurn,
  type TranscriptSnapshot,
} from "./judged.ts";
import { readJudgeState, writeJudgeState } from "./judge_state.ts";
import { redactJudged, redactorOf } from "./redact.ts";

/** Judges a conversation for which the loop guard has started a run. */
export async function judgeConversation(
  turn: JudgedTurn,
  { conversation, inputSince }: TranscriptSnapshot,
  run: JudgeRun,
): Promise<Decision> {
  const { store, session, judge, notes } = turn;
  const before = readJudgeState(store, session);
  const { config, problems } = readConfigFiles(".", (name) => Deno.env.get(name));
  for (const problem of problems) notes.error(problem);
  const task = taskOf(conversation, { settled: before.settled });
  const evidence = gatherEvidence(conversation, task, lintEscalation);
  const floor = judgeTask(task, evidence);
  const redact = redactorOf(conversation, task.from);
  const worked = evidence.done.calls > 0;
  // After a chat no model is asked: it could only add to what was done. Nor where a repository
  // keeps the judge from speaking: the answer costs money, and would reach no agent.
  const asked = worked && config.judge
    ? await import("./ask_model.ts").then(({ askAboutTask }) =>
      askAboutTask(turn, { conversation, task, evidence, floor }, { state: before, config, redact })
    )
    : null;
  const verdict = asked?.verdict ?? floor;
  const change = worked ? await readRepositoryState(turn) : null;
  // Last of all that is read: the person may have acted, and other hooks written, meanwhile.
  const since = inputSince();
  const now = readJudgeState(store, session);

  const { state: guard, decision } = finishJudging(now.guard, {
    run,
    aborted: since.interrupted,
    effect: combinedEffect(floor, verdict),
    evidence: evidenceHash(evidence, verdict),
    personTurns: run.personTurns + since.messages,
    // A repository may not switch the judge on, but keep it from speaking.
    observed: judge === "observe" || !config.judge,
  }, turn);
  const over = decision.kind === "push" ? decision.handOver : FINISHING.has(decision.why);

  writeJudgeState(store, session, {
    ...now,
    guard,
    settled: over ? run.personTurns : now.settled,
    // A model that did not answer is not the first to be asked again.
    model: asked === null ? now.model : asked.model,
    instructions: asked?.instructions ?? now.instructions,
  });
  const talk = floor.complete && !worked;
  const judged: Judged = {
    verdict: talk ? ANSWERED : verdict,
    task: worked ? task.text : null,
    change,
    skipped: decision.kind === "push" ? null : SKIPS[decision.why] ?? null,
    attempt: decision.attempt,
    decision: decision.kind === "push" ? "pushed" : DECISIONS[decision.why] ?? "let_go",
    stuck: null,
    spent: asked?.spent ?? null,
    failure: asked?.failure ?? null,
  };
  const kept = talk ? judged : await redactJudged(judged, redact, notes);
  if (decision.kind !== "push" || kept.decision !== "pushed" || kept.verdict === null) {
    return { judged: kept, feedback: null };
  }
  const { attempt, handOver } = decision;
  return {
    judged: handOver ? { ...kept, decision: "handed_over" } : kept,
    feedback: feedbackText(kept.verdict, {
      attempt,
      maxAttempts: GUARD_LIMITS.attempts,
      handOver,
    }),
  };
}

/** After these, what the person says next is another task. */
const FINISHING: ReadonlySet<string> = new Set(["complete", "attempts_used_up", "no_progress"]);

/** Why an agent was let go, as the record calls it. */
const SKIPS: Readonly<Record<string, SkipReason>> = {
  awaiting_user: "awaiting_user",
  needs_human: "awaiting_user",
  aborted: "aborted",
  already_judged: "already_judged",
  attempts_used_up: "attempts_used_up",
  no_progress: "no_progress",
  concurrent: "concurrent",
};

/** What became of a verdict, where it is more than letting the agent go. */
const DECISIONS: Readonly<Record<string, Judged["decision"]>> = {
  observed: "observed",
  attempts_used_up: "handed_over",
  no_progress: "handed_over",
};
