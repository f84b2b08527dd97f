/**
 * Whether a silent agent is stuck: it works, waits for the person, is done, or needs a nudge.
 *
 * Silence alone says nothing: what the agent did and said last does. In doubt there is no nudge.
 */

import { STUCK_REASONS, type StuckReason } from "../schema/names.ts";
import type { StuckVerdict } from "../schema/types.ts";
import { type Conversation, lastAgentTurn } from "./conversation.ts";
import { type EscalationFound, gatherEvidence } from "./evidence.ts";
import { nudgeText } from "./feedback.ts";
import { quoted } from "./rules/quote.ts";
import { SIGNS } from "./stuck_signs.ts";
import { STUCK_LIMITS } from "./stuck_signs.ts";
import { taskOf } from "./task.ts";
import { judgeTask } from "./verdict.ts";
import { oneLine } from "../lib/text/text.ts";

export { STUCK_REASONS, type StuckReason, type StuckVerdict };

/** Options of {@linkcode judgeStuck}. */
interface StuckOptions {
  /** How long nothing has happened, in milliseconds. */
  readonly idleMs: number;
  /** Reads an escalation out of the agent's last message. @default none is read */
  readonly readEscalation?: (text: string) => EscalationFound;
}

/** What silence after the end of a conversation means. */
export function judgeStuck(
  conversation: Conversation,
  { idleMs, readEscalation }: StuckOptions,
): StuckVerdict {
  const task = taskOf(conversation);
  const evidence = gatherEvidence(conversation, task, readEscalation);
  const turn = evidence.saidAt === null ? null : lastAgentTurn(conversation);
  const silence = {
    task,
    evidence,
    turn,
    idleMs,
    complete: judgeTask(task, evidence).complete === true,
  };
  for (const sign of SIGNS) {
    const seen = sign.see(silence);
    if (seen === null) continue;
    const recent = !(idleMs >= STUCK_LIMITS.stuckAfterMs.value);
    if (sign.reason !== "genuinely_stuck") return quiet(sign.reason, sign.confidence);
    // Under the threshold nothing is stuck: the agent may be about to go on.
    return recent ? quiet("working", sign.confidence) : {
      stuck: true,
      reason: "genuinely_stuck",
      confidence: sign.confidence,
      shouldNudge: true,
      nudgeMessage: nudge(seen, task.text),
    };
  }
  return quiet(idleMs >= STUCK_LIMITS.stuckAfterMs.value ? "complete" : "working", 0.5);
}

function quiet(reason: StuckReason, confidence: number): StuckVerdict {
  return { stuck: false, reason, confidence, shouldNudge: false, nudgeMessage: null };
}

function nudge(seen: string, task: string): string {
  const about = task.trim() === "" ? "" : ` The task: ${quoted(task, 160)}.`;
  return nudgeText("Continue", `${oneLine(seen, 400)}${about}`);
}
