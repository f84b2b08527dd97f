/** What becomes of a conversation that was judged: pure, from all that was gathered for it. */

import { combinedEffect, combineVerdicts } from "../../judge/combine.ts";
import { type Evidence, evidenceHash } from "../../judge/evidence.ts";
import { feedbackText } from "../../judge/feedback.ts";
import { finishJudging, type JudgeRun } from "../../judge/loop_guard.ts";
import { GUARD_LIMITS } from "../../judge/loop_guard_state.ts";
import type { RepositoryState } from "../../lib/records/header.ts";
import type { SkipReason } from "../../schema/names.ts";
import type { Verdict } from "../../schema/types.ts";
import type { InputSince } from "../clients/claude_code.ts";
import type { AskedModel } from "./ask_model.ts";
import type { Decision, Judged } from "./judged.ts";
import type { JudgeState } from "./judge_state.ts";

/** What is known of a conversation when it is judged. */
export interface Gathered {
  /** What the loop guard gave for it. */
  readonly run: JudgeRun;
  /** How often in a row the client lets itself be sent back; null where it does not count. */
  readonly blockCap: number | null;
  /** Whether the agent is not sent back in any case. */
  readonly observed: boolean;
  readonly evidence: Evidence;
  /** The verdict from facts alone. */
  readonly floor: Verdict;
  /** Null where no model was asked. */
  readonly asked: AskedModel | null;
  readonly change: RepositoryState | null;
  readonly redacted: RedactedTexts;
  readonly since: InputSince;
  /** As it is by now. */
  readonly state: JudgeState;
}

/** The texts of a judgement as they may be kept and said. */
export interface RedactedTexts extends Pick<Judged, "task" | "failure"> {
  readonly verdict: Verdict;
  /** Whether secrets could not be looked for, and what could hold one was left out. */
  readonly withheld: boolean;
}

/** The decision, and the state that has to be on disk before anything of it is said. */
interface Decided extends Decision {
  readonly state: JudgeState;
}

/** Decides whether the agent is sent back, and what is remembered and recorded. */
export function decide(gathered: Gathered): Decided {
  const { run, evidence, floor, asked, redacted, since, state: now } = gathered;
  const { withheld, ...texts } = redacted;
  const verdict = combineVerdicts(floor, asked?.answer ?? null);
  const effect = combinedEffect(floor, verdict);
  const { state: guard, decision } = finishJudging(now.guard, {
    run,
    aborted: since.interrupted,
    effect: effect === "await_user" ? "hold" : effect,
    evidence: evidenceHash(evidence, verdict),
    personTurns: run.personTurns + since.messages,
    // Without its texts there is nothing to send the agent back with: no attempt is spent on it.
    observed: gathered.observed || withheld,
  }, gathered);
  const pushed = decision.kind === "push";
  const over = pushed ? decision.handOver : FINISHING.has(decision.why);
  const state: JudgeState = {
    ...now,
    guard,
    settled: over ? run.personTurns : now.settled,
    // A model that did not answer is not the first to be asked again.
    model: asked === null ? now.model : asked.model,
    instructions: asked?.instructions ?? now.instructions,
  };
  const judged: Judged = {
    ...texts,
    change: gathered.change,
    skipped: pushed ? null : SKIPS[decision.why] ?? null,
    attempt: decision.attempt,
    decision: pushed
      ? decision.handOver ? "handed_over" : "pushed"
      : decision.why === "observed" && !gathered.observed
      ? "let_go"
      : DECISIONS[decision.why] ?? "let_go",
    stuck: null,
    spent: asked?.spent ?? null,
  };
  const feedback = pushed
    ? feedbackText(texts.verdict, {
      attempt: decision.attempt,
      maxAttempts: GUARD_LIMITS.attempts,
      handOver: decision.handOver,
    })
    : null;
  return { state, judged, feedback };
}

/** After these, what the person says next is another task. */
const FINISHING: ReadonlySet<string> = new Set(["complete", "attempts_used_up", "no_progress"]);

/** Why an agent was not sent back, as the record calls it. */
const SKIPS: Readonly<Record<string, SkipReason>> = {
  hold: "awaiting_user",
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
