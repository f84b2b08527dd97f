/**
 * The end of a turn, judged: from the conversation to a `verdict.v1` record, and to feedback for the
 * agent where the user wants that and the loop guard allows it. What goes wrong on the way makes the
 * record poorer; the agent is then let go.
 */

import { combinedEffect } from "../../judge/combine.ts";
import { countPersonTurns } from "../../judge/conversation.ts";
import { evidencePrint, gatherEvidence } from "../../judge/evidence.ts";
import { feedbackText } from "../../judge/feedback.ts";
import { askToJudge, conclude, GUARD_LIMITS, type Ticket } from "../../judge/loop_guard.ts";
import { taskOf } from "../../judge/task.ts";
import { judgeTask } from "../../judge/verdict.ts";
import type { SkipReason, Verdict } from "../../schema/verdict.ts";
import { messageOf } from "../notes.ts";
import { openHook } from "./hooked.ts";
import { type JudgeState, readJudgeState, writeJudgeState } from "./judge_state.ts";
import type { StopEvent } from "./stop_event.ts";
import {
  interruptedSince,
  positionOf,
  type ReadTranscript,
  readWholeTranscript,
} from "./transcript_file.ts";
import { type Judged, type JudgedTurn, NOTHING_JUDGED, writeVerdict } from "./verdict_record.ts";

/** What a turn's end leads to: what is recorded, and what the agent is told. */
interface Decision {
  readonly judged: Judged;
  readonly feedback: string | null;
}

/** Judges the turn that has just ended. */
export async function judgeTurn(judge: "observe" | "on"): Promise<void> {
  const hooked = await openHook();
  if (hooked === null) return;
  const turn: JudgedTurn = { ...hooked, judge };
  const { store, session, notes, started } = turn;
  const { judged, feedback } = await decide(turn);
  // Whatever is said to the agent is said after it stands on disk that it was.
  await writeVerdict(turn, judged);
  await notes.write(store, session, new Date(started).toISOString());
  if (feedback !== null) say(JSON.stringify({ decision: "block", reason: feedback }));
}

/** One session at a time; the kernel frees the lock of a process that was killed. */
async function decide(turn: JudgedTurn): Promise<Decision> {
  const { store, session, event, stop, notes } = turn;
  // Without an id there is nothing to remember the attempts by.
  if (event.sessionId === "unknown") return skipped("unreadable");
  try {
    if (!store.lock(`state/${session}.judge.lock`)) return skipped("concurrent");
    return await judgeStop(turn, stop);
  } catch (error) {
    notes.error(`Cannot judge: ${messageOf(error)}`);
    return skipped("unreadable", messageOf(error));
  }
}

async function judgeStop(turn: JudgedTurn, stop: StopEvent): Promise<Decision> {
  const { store, session, notes, started: now } = turn;
  const state = readJudgeState(store, session);
  const judgeSession = (Deno.env.get("REFLECTION_INSIDE") ?? "") !== "";
  if (!judgeSession && !stop.subagent && stop.transcript === null) return skipped("unreadable");
  const read = judgeSession || stop.subagent || stop.transcript === null
    ? null
    : await readWholeTranscript(stop.transcript, state.settled, turn.event.lastMessage);
  if (read !== null) notes.step(`judge: ${read.lines} lines, ${read.broken} broken`);
  const asked = askToJudge(state.guard, {
    ...stop,
    judgeSession,
    aborted: read?.lastInterrupted ?? false,
    personTurns: read === null ? 0 : countPersonTurns(read.conversation),
    feedbacks: read === null ? 0 : feedbacksOf(read),
    print: read === null ? "" : positionOf(read.conversation),
  }, { now, blockCap: blockCap() });
  writeJudgeState(store, session, { ...state, guard: asked.state });
  if (!asked.decision.judge) return skipped(asked.decision.reason, null, asked.decision.attempt);
  return await judgeTranscript(turn, stop, read!, asked.decision.ticket);
}

async function judgeTranscript(
  turn: JudgedTurn,
  { transcript }: StopEvent,
  read: ReadTranscript,
  ticket: Ticket,
): Promise<Decision> {
  const { store, session, judge } = turn;
  const { conversation } = read;
  const state = readJudgeState(store, session);
  const task = taskOf(conversation, { settled: state.settled });
  const evidence = gatherEvidence(conversation, task);
  const floor = judgeTask(task, evidence);
  const worked = evidence.done.calls > 0;
  // Nobody waits for a model after a chat: it could only add to what was done.
  const asked = worked
    ? await import("./asking.ts").then(({ askModel }) =>
      askModel(turn, { conversation, task, evidence, floor }, state)
    )
    : null;
  const verdict = asked?.verdict ?? floor;

  const aborted = interruptedSince(transcript!, read.bytes);
  // Others may have written the state while the model thought.
  const now: JudgeState = readJudgeState(store, session);
  const concluded = conclude(now.guard, {
    ticket,
    aborted,
    effect: combinedEffect(floor, verdict),
    evidence: evidencePrint(evidence),
    personTurns: ticket.personTurns,
    observed: judge === "observe",
  }, { blockCap: blockCap() });
  const { decision } = concluded;
  const over = decision.kind === "let_go" && SETTLING.has(decision.why);
  writeJudgeState(store, session, {
    ...now,
    guard: concluded.state,
    settled: over ? ticket.personTurns : now.settled,
    model: asked?.model ?? now.model,
    instructions: asked?.instructions ?? now.instructions,
  });
  const judged: Judged = {
    verdict,
    task: worked ? task.text : null,
    worked,
    skipped: decision.kind === "push" ? null : SKIPS[decision.why] ?? null,
    attempt: decision.attempt,
    decision: decision.kind === "push" ? "pushed" : DECISIONS[decision.why] ?? "let_go",
    stuck: null,
    spent: asked?.spent ?? null,
    failure: asked?.failure ?? null,
  };
  if (decision.kind !== "push") return { judged, feedback: null };
  return await pushed(turn, judged, verdict, decision);
}

/** The feedback, without what may be secret; where that cannot be told, the agent is let go. */
async function pushed(
  { notes }: JudgedTurn,
  judged: Judged,
  verdict: Verdict,
  { attempt, handOver }: { attempt: number; handOver: boolean },
): Promise<Decision> {
  try {
    const { scrub } = await import("../../scrub/scrub.ts");
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

function skipped(reason: SkipReason, failure: string | null = null, attempt = 0): Decision {
  return { judged: { ...NOTHING_JUDGED, skipped: reason, attempt, failure }, feedback: null };
}

/** How many of our own messages came after the person's last one. */
function feedbacksOf({ conversation: { turns } }: ReadTranscript): number {
  const last = turns.findLastIndex(({ origin }) => origin === "person");
  return turns.slice(last + 1).filter(({ origin }) => origin === "feedback").length;
}

/** How often in a row the client lets itself be sent back; whoever raised it gets the default. */
function blockCap(): number {
  const set = Number(Deno.env.get("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP") || GUARD_LIMITS.blockCap);
  return Number.isInteger(set) && set > 0 ? Math.min(set, GUARD_LIMITS.attempts) : 1;
}

/** The client takes the answer only if nothing else was printed. */
function say(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
