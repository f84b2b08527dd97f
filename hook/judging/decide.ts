/** What becomes of a conversation that was judged: pure, from all that was gathered for it. */

import {
  type FinishDecision,
  finishJudging,
  GUARD_LIMITS,
  type JudgeRun,
  type VerdictEffect,
} from "../../judge/loop_guard.ts";
import type { RepositoryState } from "../../lib/records/header.ts";
import { quickHash } from "../../lib/text/names.ts";
import type { SkipReason, VetoName } from "../../schema/names.ts";
import type { RequirementAnswer, Verdict, Veto } from "../../schema/types.ts";
import type { InputSince } from "../clients/claude_code.ts";
import type { AskedModel } from "./ask_model.ts";
import type { Decision, Found, Judged } from "./judged.ts";
import type { JudgeState } from "./judge_state.ts";

/** What is known of a conversation when it is judged. */
export interface Gathered {
  /** What the loop guard gave for it. */
  readonly run: JudgeRun;
  /** How often in a row the client lets itself be sent back; null where it does not count. */
  readonly blockCap: number | null;
  /** Whether the agent is not sent back in any case. */
  readonly observed: boolean;
  /** What the verdict asks for. */
  readonly effect: VerdictEffect;
  /** What the floor found, as it is. */
  readonly found: Found;
  /** The state of the working tree; null where git could not tell. */
  readonly tree: string | null;
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
  readonly found: Found;
  /** Whether secrets could not be looked for, and what could hold one was left out. */
  readonly withheld: boolean;
}

/** What is recorded, and what has to be on disk before anything is said. */
interface Decided extends Pick<Decision, "judged"> {
  readonly state: JudgeState;
  /** How the agent is sent back; null where it is let go. */
  readonly push: { readonly attempt: number; readonly handOver: boolean } | null;
}

/** Decides whether the agent is sent back, and what is remembered and recorded. */
export function decide(gathered: Gathered): Decided {
  const { run, asked, redacted, since, state: now } = gathered;
  const { state: guard, decision } = finishJudging(now.guard, {
    run,
    aborted: since.interrupted,
    effect: gathered.effect,
    evidence: evidenceHash(gathered.tree, gathered.found.requirements),
    personTurns: run.personTurns + since.messages,
    // Without its texts there is nothing to send the agent back with: no attempt is spent on it.
    observed: gathered.observed || redacted.withheld,
  }, gathered);
  const pushed = decision.kind === "push";
  const state: JudgeState = {
    ...now,
    guard,
    settled: isOver(decision, gathered) ? run.personTurns : now.settled,
    // A model that did not answer is not the first to be asked again.
    model: asked === null ? now.model : asked.model,
    instructions: asked?.instructions ?? now.instructions,
  };
  const { vetoes } = redacted.found;
  const late = lateVeto(decision, since, vetoes);
  const judged: Judged = {
    verdict: redacted.verdict,
    task: redacted.task,
    failure: redacted.failure,
    found: { ...redacted.found, vetoes: [...vetoes, ...late === null ? [] : [late]] },
    change: gathered.change,
    skipped: pushed ? null : skipOf(decision.why, vetoes),
    attempt: decision.attempt,
    decision: decisionOf(decision, gathered.observed),
    stuck: null,
    spent: asked?.spent ?? null,
  };
  return { state, judged, push: pushed ? decision : null };
}

/**
 * What a push would rest on, by content: the working tree, and which requirements are unmet. Where
 * none is, it rests on a model's word.
 */
export function evidenceHash(
  tree: string | null,
  requirements: readonly Pick<RequirementAnswer, "name" | "state">[],
): string {
  const unmet = requirements.filter(({ state }) => state === "unmet").map(({ name }) => name);
  return quickHash(JSON.stringify([tree, unmet.length > 0 ? unmet.sort() : "model"]));
}

/** Whether what the person says next is another task. */
function isOver(decision: FinishDecision, { found: { floor, vetoes } }: Gathered): boolean {
  if (decision.kind === "push") return decision.handOver;
  // An answer is the end of a question, and nothing is left open by it.
  const answered = floor !== "incomplete" && vetoes.every(({ name }) => name === "changed_nothing");
  return FINISHING.has(decision.why) || decision.why === "watch" ||
    (decision.why === "hold" && vetoes.length > 0 && answered);
}

const FINISHING: ReadonlySet<string> = new Set(["complete", "attempts_used_up", "no_progress"]);

type LetGo = Extract<FinishDecision, { kind: "let_go" }>["why"];

function decisionOf(decision: FinishDecision, observed: boolean): Judged["decision"] {
  if (decision.kind === "push") return decision.handOver ? "handed_over" : "pushed";
  const { why } = decision;
  if (why === "attempts_used_up" || why === "no_progress") return "handed_over";
  return why === "observed" && observed ? "observed" : "let_go";
}

/** Why an agent was not sent back, as the record calls it. */
function skipOf(why: LetGo, vetoes: readonly Veto[]): SkipReason | null {
  if (why !== "hold") return SKIPS[why] ?? null;
  const [first] = vetoes;
  return first === undefined ? "awaiting_user" : VETOED[first.name] ?? null;
}

const SKIPS: Partial<Record<LetGo, SkipReason>> = {
  needs_human: "awaiting_user",
  aborted: "aborted",
  attempts_used_up: "attempts_used_up",
  no_progress: "no_progress",
  concurrent: "concurrent",
};

const VETOED: Partial<Record<VetoName, SkipReason>> = {
  interrupted: "aborted",
  permission_denied: "awaiting_user",
  message_waiting: "concurrent",
  question: "awaiting_user",
  escalated: "awaiting_user",
  plan_mode: "plan_mode",
  subagent: "subagent",
  background_work: "background_tasks",
};

/** The veto that only the loop guard knows of, or that came while the stop was judged. */
function lateVeto(
  decision: FinishDecision,
  since: InputSince,
  vetoes: readonly Veto[],
): Veto | null {
  if (decision.kind === "push") return null;
  const { why, attempt } = decision;
  const name: VetoName | null = why === "no_progress"
    ? "unchanged"
    : why === "attempts_used_up"
    ? attempt >= GUARD_LIMITS.attempts ? "attempts_used_up" : "client_cap"
    : why === "aborted"
    ? "interrupted"
    : since.messages > 0
    ? "message_waiting"
    : null;
  const known = name === null || vetoes.some((veto) => veto.name === name);
  return known ? null : { name, evidence: LATE[name] ?? "" };
}

const LATE: Partial<Record<VetoName, string>> = {
  unchanged: "The working tree and what is not met are as they were when the agent was told last",
  attempts_used_up: `The agent was told ${GUARD_LIMITS.attempts} times, and no more is said`,
  client_cap: "The client would end the run if the agent were sent back once more",
  interrupted: "The person interrupted the agent while the stop was judged",
  message_waiting: "The person wrote, or ran a command, while the stop was judged",
};
