/**
 * The end of a turn in Claude Code, judged: from what the client tells to a `verdict.v1` record, and
 * to feedback for the agent where the user wants that and the loop guard allows it. What goes wrong
 * on the way makes the record poorer; the agent is then let go.
 */

import type { SkipReason } from "../../schema/names.ts";
import { JUDGE_OFF } from "../clients/turn_off.ts";
import { type HookContext, openHook, type StopEvent } from "../event.ts";
import { type Decision, skipped } from "./judged.ts";
import { writeVerdict } from "./verdict_record.ts";

/** A model that takes longer, in milliseconds, is not waited for. */
export const MODEL_MS = 30_000;

/** Judges the turn that has just ended. */
export async function judgeTurn(judge: "observe" | "on", modelMs = MODEL_MS): Promise<void> {
  const context = await openHook();
  if (context === null) return;
  const { judged, feedback } = await decide(context, judge, modelMs);
  // Whatever is said to the agent is said after it stands on disk that it was.
  await writeVerdict(context, judged);
  await context.writeNotes();
  if (feedback !== null) say(JSON.stringify({ decision: "block", reason: feedback }));
}

async function decide(
  context: HookContext,
  judge: "observe" | "on",
  modelMs: number,
): Promise<Decision> {
  const { event, stop: { transcript, ...circumstances } } = context;
  // What was lost may have said that this agent is not to be judged.
  if (event.cut) return skipped("unreadable", event.problem);
  const reason = reasonToSkip(context.stop);
  if (reason !== null) return skipped(reason);
  if (transcript === null) return skipped("unreadable");
  const [{ blockCap, takeSnapshot }, { judgeStop }] = await Promise.all([
    import("../clients/claude_code.ts"),
    import("./stop.ts"),
  ]);
  const turn = {
    ...{ ...context, judge, modelMs, host: null },
    blockCap: blockCap(),
    judgeOff: JUDGE_OFF.claude,
  };
  return await judgeStop(turn, circumstances, (state) => takeSnapshot(context, transcript, state));
}

/**
 * Why a stop is not judged, where what the client tells is enough to know: then the conversation is
 * not read, and nothing is remembered. After a block the loop guard has to see the stop all the
 * same, because it counts them.
 */
function reasonToSkip(stop: StopEvent): SkipReason | null {
  if ((Deno.env.get("REFLECTION_INSIDE") ?? "") !== "") return "judge_session";
  if (stop.subagent) return "subagent";
  if (stop.continued) return null;
  if (stop.planMode) return "plan_mode";
  return (stop.backgroundTasks ?? 0) > 0 ? "background_tasks" : null;
}

/** The client takes the answer only if nothing else was printed. */
function say(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
