/** Whether an agent that says nothing any more is stuck: recorded, for a person or a tool that looks. */

import { type Conversation, positionOf } from "../../judge/conversation.ts";
import { lintEscalation } from "../../judge/unblock/escalation.ts";
import { judgeStuck } from "../../judge/stuck.ts";
import { readTranscript } from "../clients/claude_code.ts";
import { openHook } from "../context.ts";
import { NOTHING_JUDGED } from "./judged.ts";
import { cache, fresh, readJudgeState, writeJudgeState } from "./judge_state.ts";
import { redactorOf, redactOrWithhold } from "./redact.ts";
import { writeVerdict } from "./verdict_record.ts";

/** Looks once per place in the conversation and minute. */
export async function lookAtSilence(): Promise<void> {
  const context = await openHook();
  if (context === null || context.stop.transcript === null) return;
  const { store, session, stop, started, notes } = context;
  await context.guarded("Cannot tell whether the agent is stuck", async () => {
    const state = readJudgeState(store, session);
    const { conversation } = readTranscript(stop.transcript!, state.settled);
    const position = positionOf(conversation);
    if (fresh(state.stuck, started, "stuck") === position) return;
    const stuck = judgeStuck(conversation, {
      idleMs: idleFor(conversation, started),
      readEscalation: lintEscalation,
    });
    notes.step(`silence: ${stuck.reason}`);
    const { value, failure } = await redactOrWithhold(stuck, redactorOf(conversation), notes);
    // Other hooks may have written the state meanwhile.
    const now = readJudgeState(store, session);
    writeJudgeState(store, session, { ...now, stuck: cache(position, started, "stuck") });
    await writeVerdict(context, {
      ...NOTHING_JUDGED,
      decision: "observed",
      stuck: value ?? { ...stuck, nudgeMessage: null },
      failure,
    });
  });
}

/** How long nothing has happened. A clock that went back means that it just did. */
function idleFor({ turns }: Conversation, now: number): number {
  const moments = turns.flatMap(({ at, calls }) => [at, ...calls.map(({ endedAt }) => endedAt)])
    .filter((moment) => moment !== null);
  return moments.length === 0 ? 0 : Math.max(0, now - Math.max(...moments));
}
