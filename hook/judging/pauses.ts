/**
 * The two pauses that are judged beside a stop: a silence, recorded for a person or a tool that
 * looks, and a compaction, which must not lose the task. The facts tell first; where they do not, a
 * quick model does that the person named.
 */

import { combineStuck, judgeStuck } from "../../judge/stuck.ts";
import {
  combineCompaction,
  type CompactionFacts,
  compactionFacts,
  type CompactionVerdict,
  judgeCompaction,
} from "../../judge/compaction.ts";
import type { Asked } from "../../judge/prompt.ts";
import { type Conversation, positionOf, taskText } from "../../judge/conversation.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import { Repository } from "../../lib/git/run.ts";
import { trackedFiles } from "../../lib/git/status.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { OWN_FOLDER } from "../../lib/store/own_folder.ts";
import type { StuckVerdict } from "../../schema/types.ts";
import { readTranscript } from "../clients/claude_code.ts";
import { type HookContext, openHook } from "../event.ts";
import type { Asker, Asking, Questions } from "./ask_model.ts";
import { NOTHING_JUDGED } from "./judged.ts";
import {
  cache,
  fresh,
  readJudgeState,
  type SavedWork,
  stateFile,
  writeJudgeState,
} from "./judge_state.ts";
import { redactorOf } from "./redact.ts";
import { writeVerdict } from "./verdict_record.ts";

/** A hook that may ask a quick model. */
type QuickAsker = HookContext & Asker;

/** A model that takes longer, in milliseconds, is not waited for: the person's session is. */
const MODEL_MS = 30_000;

/** Not by a name that deno can read: it is loaded only where the facts do not tell. */
const ASK_MODEL = "./ask_model.ts";

/** Claude Code waits for the person: looks once per place in the conversation and minute. */
export async function lookAtSilence(): Promise<void> {
  const context = await openHook();
  if (context === null) return;
  const { store, session, stop: { transcript }, started } = context;
  if (transcript === null) return;
  await context.guarded("Cannot tell whether the agent is stuck", async () => {
    const { conversation } = readTranscript(transcript);
    const last = fresh(readJudgeState(store, session).stuck, started, "stuck");
    if (last?.startsWith(`${positionOf(conversation)} `)) return;
    const idleMs = idleFor(conversation, started);
    await judgeSilence({ ...context, modelMs: MODEL_MS, host: null }, conversation, { idleMs });
  });
}

/** How long nothing has happened. A clock that went back means that it just did. */
function idleFor({ turns }: Conversation, now: number): number {
  const moments = turns.flatMap(({ at, calls }) => [at, ...calls.map(({ endedAt }) => endedAt)])
    .filter((moment) => moment !== null);
  return moments.length === 0 ? 0 : Math.max(0, now - Math.max(...moments));
}

/** What a silence means; recorded once for where it is and what it means. Null where nothing tells. */
export async function judgeSilence(
  context: QuickAsker,
  conversation: Conversation,
  silence: { readonly idleMs: number; readonly failed?: boolean },
): Promise<StuckVerdict | null> {
  const { store, session, started, notes } = context;
  const { from } = taskText(conversation, readJudgeState(store, session).settled);
  const redact = redactorOf(conversation, from);
  const { config } = readConfigFiles(".", (name) => Deno.env.get(name));
  // A finished task is no reason for silence.
  const current = { ...conversation, turns: conversation.turns.slice(from) };
  const floor = judgeStuck(current, silence);
  const model = floor === null && config.judge
    ? await askModel(
      context,
      ({ askStuck }) => askStuck(conversation, from, silence.idleMs),
      { config, redact },
    )
    : null;
  const stuck = combineStuck(floor, model);
  notes.step(`silence: ${stuck?.reason ?? "nothing tells"}`);
  // Other hooks may have written the state meanwhile.
  const state = readJudgeState(store, session);
  const seen = `${positionOf(conversation)} ${stuck?.reason ?? "nothing"}`;
  writeJudgeState(store, session, { ...state, stuck: cache(seen, started, "stuck") });
  if (stuck === null) return null;
  let [clean, failure]: [StuckVerdict, string | null] = [stuck, null];
  try {
    clean = await redact(stuck);
  } catch (error) {
    failure = messageOf(error);
    notes.error(`Cannot look for secrets: ${failure}`);
    clean = { ...stuck, nudgeMessage: null };
  }
  if (state.stuck?.value !== seen) {
    await writeVerdict(context, {
      ...NOTHING_JUDGED,
      ...{ decision: "observed", stuck: clean, failure },
    });
  }
  // A repository may not switch the judge on, but keep it from speaking.
  return config.judge ? clean : { ...clean, shouldNudge: false, nudgeMessage: null };
}

/** Saves the task before a compaction of Claude Code's, and reminds the agent of it afterwards. */
export async function aroundCompaction(judge: "observe" | "on"): Promise<void> {
  const context = await openHook();
  if (context === null) return;
  await context.guarded("Cannot keep the task", async () => {
    if (context.event.name === "PreCompact") await save(context);
    else await remind({ ...context, modelMs: MODEL_MS, host: null }, judge);
  });
}

async function save({ store, session, stop: { transcript }, notes }: HookContext): Promise<void> {
  if (transcript === null) return;
  const { conversation, lastInterrupted } = readTranscript(transcript);
  const { settled } = readJudgeState(store, session);
  const { text } = taskText(conversation, settled);
  // A task that the person stopped is not brought up again.
  const saved = lastInterrupted || text === "" ? null : await workIn(conversation, settled);
  notes.step(saved === null ? "compaction: nothing to go on with" : "compaction: saved the task");
  // Also where there is nothing: what an earlier compaction left is not what is at hand now.
  writeJudgeState(store, session, { ...readJudgeState(store, session), saved });
}

/** So much of the work is kept: a state that is larger than it may be is not read again. */
const MAX_TASK = 1500;
const MAX_RESPONSE = 4000;
const MAX_TOOLS = 8000;

/** What is under way, without secrets. */
export async function workIn(conversation: Conversation, settled: number): Promise<SavedWork> {
  const { from } = taskText(conversation, settled);
  const facts = await redactorOf(conversation, from)(compactionFacts(conversation, from));
  return {
    ...facts,
    task: facts.task.slice(0, MAX_TASK),
    lastResponse: facts.lastResponse.slice(-MAX_RESPONSE),
    tools: facts.tools.join("\n").slice(-MAX_TOOLS).split("\n"),
  };
}

async function remind(context: QuickAsker, judge: "observe" | "on"): Promise<void> {
  const { store, session } = context;
  // A state that git tracks came with the clone: it must not speak to the agent.
  const tracked = await trackedFiles(Repository.at(), OWN_FOLDER);
  if (tracked.has(`${store.folder}/${stateFile(session)}`)) return;
  const { saved } = readJudgeState(store, session);
  if (saved === null) return;
  const verdict = await judgeWork(context, saved, judge === "on");
  // Once: a second compaction saves anew. Other hooks may have written the state meanwhile.
  writeJudgeState(store, session, { ...readJudgeState(store, session), saved: null });
  const additionalContext = verdict?.nudgeMessage ?? null;
  if (additionalContext === null || judge !== "on") return;
  const hookSpecificOutput = { hookEventName: "SessionStart", additionalContext };
  console.log(JSON.stringify({ hookSpecificOutput }));
}

/** What an agent needs after a compaction, by facts without secrets; null where nothing tells. */
export async function judgeWork(
  context: QuickAsker,
  facts: CompactionFacts,
  speaks = true,
): Promise<CompactionVerdict | null> {
  const { config, problems } = readConfigFiles(".", (name) => Deno.env.get(name));
  for (const problem of problems) context.notes.error(problem);
  const floor = judgeCompaction(facts);
  // An answer that no agent may hear is not paid for.
  const model = floor === null && speaks && config.judge
    ? await askModel(
      context,
      ({ askCompaction }) => askCompaction(facts),
      { config, redact: scrubDeep },
    )
    : null;
  const verdict = combineCompaction(floor, model);
  context.notes.step(`compaction: ${verdict?.action ?? "nothing tells"}`);
  return config.judge || verdict === null ? verdict : { ...verdict, nudgeMessage: null };
}

async function askModel<Answer>(
  context: QuickAsker,
  asked: (questions: Questions) => Asked<Answer>,
  asking: Asking,
): Promise<Answer | null> {
  const { askQuickly }: typeof import("./ask_model.ts") = await import(ASK_MODEL);
  return await askQuickly(context, asked, asking);
}
