/** Whether an agent that says nothing any more is stuck: recorded, for a person or a tool that looks. */

import { combineStuck, judgeStuck } from "../../judge/stuck.ts";
import { type Conversation, positionOf, taskText } from "../../judge/conversation.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import { readTranscript } from "../clients/claude_code.ts";
import { type HookContext, openHook } from "../context.ts";
import { NOTHING_JUDGED } from "./judged.ts";
import { cache, fresh, readJudgeState, writeJudgeState } from "./judge_state.ts";
import { redactorOf, redactOrWithhold } from "./redact.ts";
import { writeVerdict } from "./verdict_record.ts";

/** A model that takes longer, in milliseconds, is not waited for. */
const MODEL_MS = 30_000;

/** Asking a model, loaded only where structure does not tell and one may be named. */
const ASK_MODEL = "./ask_model.ts";

/** Looks once per place in the conversation and minute. */
export async function lookAtSilence(): Promise<void> {
  const context = await openHook();
  if (context === null || context.stop.transcript === null) return;
  const { store, session, stop, started, notes } = context;
  await context.guarded("Cannot tell whether the agent is stuck", async () => {
    const state = readJudgeState(store, session);
    const { conversation } = readTranscript(stop.transcript!);
    const position = positionOf(conversation);
    if (fresh(state.stuck, started, "stuck") === position) return;
    const idleMs = idleFor(conversation, started);
    const floor = judgeStuck(conversation, { idleMs });
    const { from } = taskText(conversation, state.settled);
    const stuck = floor ?? combineStuck(null, await askModel(context, conversation, from, idleMs));
    notes.step(`silence: ${stuck?.reason ?? "nothing tells"}`);
    // Other hooks may have written the state meanwhile.
    const now = readJudgeState(store, session);
    writeJudgeState(store, session, { ...now, stuck: cache(position, started, "stuck") });
    if (stuck === null) return;
    const { value, failure } = await redactOrWithhold(stuck, redactorOf(conversation), notes);
    await writeVerdict(context, {
      ...NOTHING_JUDGED,
      decision: "observed",
      stuck: value ?? { ...stuck, nudgeMessage: null },
      failure,
    });
  });
}

/** What a quick model says, where the person named one. */
async function askModel(
  context: HookContext,
  conversation: Conversation,
  from: number,
  idleMs: number,
) {
  const { config } = readConfigFiles(".", (name) => Deno.env.get(name));
  if (!config.judge) return null;
  const { askQuickly }: typeof import("./ask_model.ts") = await import(ASK_MODEL);
  return await askQuickly(
    { ...context, modelMs: MODEL_MS, host: null },
    ({ askStuck }) => askStuck(conversation, from, idleMs),
    { config, redact: redactorOf(conversation, from) },
  );
}

/** How long nothing has happened. A clock that went back means that it just did. */
function idleFor({ turns }: Conversation, now: number): number {
  const moments = turns.flatMap(({ at, calls }) => [at, ...calls.map(({ endedAt }) => endedAt)])
    .filter((moment) => moment !== null);
  return moments.length === 0 ? 0 : Math.max(0, now - Math.max(...moments));
}
