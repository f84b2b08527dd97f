/** Judging what the conversation shows, and what becomes of the verdict. */

import { combinedEffect } from "../../judge/combine.ts";
import type { Conversation } from "../../judge/conversation.ts";
import { lintEscalation } from "../../judge/unblock/escalation.ts";
import { evidencePrint, gatherEvidence } from "../../judge/evidence.ts";
import { feedbackText } from "../../judge/feedback.ts";
import { conclude, GUARD_LIMITS, type Ticket } from "../../judge/loop_guard.ts";
import { taskOf } from "../../judge/task.ts";
import { judgeTask } from "../../judge/verdict.ts";
import type { SkipReason } from "../../schema/names.ts";
import type { Verdict } from "../../schema/types.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import { scrub } from "../../lib/scrub/scrub.ts";
import { messageOf } from "../../lib/store/notes.ts";
import type { Case } from "./asking.ts";
import { readChangePrint } from "./change_print.ts";
import { cleanJudged } from "./clean.ts";
import type { Heard } from "./heard.ts";
import { type JudgeState, readJudgeState, writeJudgeState } from "./judge_state.ts";
import { scrubConversation } from "./scrub_conversation.ts";
import { ANSWERED, type Decision, type Judged, type JudgedTurn } from "./verdict_record.ts";

/** Judges a conversation that the loop guard has given a ticket for. */
export async function judgeConversation(
  turn: JudgedTurn,
  heard: Heard,
  ticket: Ticket,
): Promise<Decision> {
  const { store, session, judge, notes } = turn;
  const state = readJudgeState(store, session);
  const { config, problems } = readConfigFiles(".", (name) => Deno.env.get(name));
  for (const problem of problems) notes.error(problem);
  const { seen, told } = await readCase(heard.conversation, state.settled);
  const { floor } = told;
  const worked = seen.evidence.done.calls > 0;
  // Nobody waits for a model after a chat: it could only add to what was done. And where a
  // repository keeps the judge from speaking, nobody would hear what it costs to ask.
  const asked = worked && config.judge
    ? await import("./asking.ts").then(({ askModel }) => askModel(turn, told, state, config))
    : null;
  const verdict = asked?.verdict ?? floor;

  const since = heard.since();
  // Others may have written the state while the model thought.
  const now: JudgeState = readJudgeState(store, session);
  const concluded = conclude(now.guard, {
    ticket,
    aborted: since.interrupted,
    effect: combinedEffect(floor, verdict),
    evidence: evidencePrint(seen.evidence, verdict),
    personTurns: ticket.personTurns + since.messages,
    // A repository may not switch the judge on, but keep it from speaking.
    observed: judge === "observe" || !config.judge,
  }, turn);
  const { decision } = concluded;
  const over = decision.kind === "push" ? decision.handOver : SETTLING.has(decision.why);
  writeJudgeState(store, session, {
    ...now,
    guard: concluded.state,
    settled: over ? ticket.personTurns : now.settled,
    // A model that did not answer is not the first to be asked again.
    model: asked === null ? now.model : asked.model,
    instructions: asked?.instructions ?? now.instructions,
  });
  const talk = floor.complete && !worked;
  const judged = await cleanJudged({
    verdict: talk ? ANSWERED : verdict,
    task: worked ? told.task.text : null,
    change: worked ? await readChangePrint(turn) : null,
    skipped: decision.kind === "push" ? null : SKIPS[decision.why] ?? null,
    attempt: decision.attempt,
    decision: decision.kind === "push" ? "pushed" : DECISIONS[decision.why] ?? "let_go",
    stuck: null,
    spent: asked?.spent ?? null,
    failure: asked?.failure ?? null,
  }, turn.notes);
  if (decision.kind !== "push") return { judged, feedback: null };
  return await pushed(turn, judged, verdict, decision);
}

/** A conversation longer than this, in characters, is not scrubbed whole: only what is kept of it. */
const MAX_SCRUBBED = 16 * 1024 * 1024;

/** The facts, what they come to, and the same without secrets, for whoever keeps or sends it. */
async function readCase(
  conversation: Conversation,
  settled: number,
): Promise<{ seen: Case; told: Case }> {
  const seen = caseOf(conversation, settled);
  const { task, floor } = seen;
  // Nothing is kept of mere talk.
  const talk = floor.complete && seen.evidence.done.calls === 0;
  if (talk || lengthOf(conversation, task.from) > MAX_SCRUBBED) return { seen, told: seen };
  const told = caseOf(await scrubConversation(conversation, task.from), settled);
  // What is redacted can hide a fact. The verdict is of what was seen; its words are the cleaner
  // ones where they say the same.
  return { seen, told: isSame(told.floor, floor) ? told : { ...told, floor } };
}

function caseOf(conversation: Conversation, settled: number): Case {
  const task = taskOf(conversation, { settled });
  const evidence = gatherEvidence(conversation, task, lintEscalation);
  return { conversation, task, evidence, floor: judgeTask(task, evidence) };
}

/** Whether two verdicts come to the same, by the same rules. */
function isSame(a: Verdict, b: Verdict): boolean {
  const gist = ({ complete, severity, requires_human_action, evidence }: Verdict): string =>
    JSON.stringify([complete, severity, requires_human_action, evidence.map(({ rule }) => rule)]);
  return gist(a) === gist(b);
}

function lengthOf({ turns }: Conversation, from: number): number {
  return turns.slice(from).reduce(
    (sum, { text, calls }) =>
      calls.reduce((sum, { output }) => sum + (output?.length ?? 0), sum + text.length),
    0,
  );
}

/** The feedback, without what may be secret; where that cannot be told, the agent is let go. */
async function pushed(
  { notes }: JudgedTurn,
  judged: Judged,
  verdict: Verdict,
  { attempt, handOver }: { attempt: number; handOver: boolean },
): Promise<Decision> {
  try {
    const text = feedbackText(verdict, { attempt, maxAttempts: GUARD_LIMITS.attempts, handOver });
    return {
      judged: handOver ? { ...judged, decision: "handed_over" } : judged,
      feedback: await scrub(text),
    };
  } catch (error) {
    notes.error(`Cannot send the agent back: ${messageOf(error)}`);
    return {
      judged: { ...judged, decision: "let_go", failure: messageOf(error) },
      feedback: null,
    };
  }
}

/** After these, what the person says next is another task. */
const SETTLING: ReadonlySet<string> = new Set(["complete", "attempts_used_up", "no_progress"]);

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
