/** What a compaction must not lose: saved before it, and told to the agent after it. */

import {
  combineCompaction,
  type CompactionFacts,
  compactionFacts,
  judgeCompaction,
} from "../../judge/compaction.ts";
import { taskText } from "../../judge/conversation.ts";
import { Repository } from "../../lib/git/run.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import type { UserModelConfig } from "../../lib/model/settings.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import { trackedFiles } from "../../lib/git/status.ts";
import { OWN_FOLDER } from "../../lib/store/own_folder.ts";
import { readTranscript } from "../clients/claude_code.ts";
import { type HookContext, openHook } from "../context.ts";
import { readJudgeState, type SavedWork, stateFile, writeJudgeState } from "./judge_state.ts";
import { redactorOf } from "./redact.ts";

/** So much of the work is kept: a state that is larger than it may be is not read again. */
const MAX_TASK = 1500;
const MAX_RESPONSE = 4000;
const MAX_TOOLS = 8000;

/** A model that takes longer, in milliseconds, is not waited for: the person's session is. */
const MODEL_MS = 30_000;

/** Asking a model, loaded only where structure does not tell and one may be named. */
const ASK_MODEL = "./ask_model.ts";

/** Saves before a compaction, reminds after it. */
export async function aroundCompaction(judge: "observe" | "on"): Promise<void> {
  const context = await openHook();
  if (context === null) return;
  await context.guarded("Cannot keep the task", async () => {
    if (context.event.name === "PreCompact") await save(context);
    else await remind(context, judge);
  });
}

async function save({ store, session, stop, notes }: HookContext): Promise<void> {
  const { settled } = readJudgeState(store, session);
  if (stop.transcript === null) return;
  const saved = await workIn(stop.transcript, settled);
  notes.step(saved === null ? "compaction: nothing to go on with" : "compaction: saved the task");
  // Also where there is nothing: what an earlier compaction left is not what is at hand now.
  writeJudgeState(store, session, { ...readJudgeState(store, session), saved });
}

/** What is under way, without secrets; null where the person stopped it, or asked for nothing. */
async function workIn(transcript: string, settled: number): Promise<SavedWork | null> {
  const { conversation, lastInterrupted } = readTranscript(transcript);
  if (lastInterrupted) return null;
  const { text, from } = taskText(conversation, settled);
  if (text === "") return null;
  return bounded(await redactorOf(conversation, from)(compactionFacts(conversation, from)));
}

function bounded(facts: CompactionFacts): SavedWork {
  return {
    ...facts,
    task: facts.task.slice(0, MAX_TASK),
    lastResponse: facts.lastResponse.slice(-MAX_RESPONSE),
    tools: facts.tools.join("\n").slice(-MAX_TOOLS).split("\n"),
  };
}

async function remind(context: HookContext, judge: "observe" | "on"): Promise<void> {
  const { store, session, notes } = context;
  // A state that git tracks came with the clone: it must not speak to the agent.
  const tracked = await trackedFiles(Repository.at(), OWN_FOLDER);
  if (tracked.has(`${store.folder}/${stateFile(session)}`)) return;
  const { saved } = readJudgeState(store, session);
  if (saved === null) return;
  const { config, problems } = readConfigFiles(".", (name) => Deno.env.get(name));
  for (const problem of problems) notes.error(problem);
  const speaks = judge === "on" && config.judge;
  const floor = judgeCompaction(saved);
  let model: Awaited<ReturnType<typeof askModel>> = null;
  if (floor === null && speaks) model = await askModel(context, saved, config);
  const verdict = combineCompaction(floor, model);
  // Once: a second compaction saves anew. Other hooks may have written the state meanwhile.
  writeJudgeState(store, session, { ...readJudgeState(store, session), saved: null });
  notes.step(`compaction: ${verdict?.action ?? "nothing tells"}`);
  const said = verdict?.nudgeMessage ?? null;
  if (said === null || !speaks) return;
  const answer = { hookEventName: "SessionStart", additionalContext: said };
  console.log(JSON.stringify({ hookSpecificOutput: answer }));
}

/** What a quick model says, where the person named one. What was saved holds no secret any more. */
async function askModel(context: HookContext, saved: SavedWork, config: UserModelConfig) {
  const { askQuickly }: typeof import("./ask_model.ts") = await import(ASK_MODEL);
  const asker = { ...context, modelMs: MODEL_MS, host: null };
  return await askQuickly(asker, ({ askCompaction }) => askCompaction(saved), {
    ...{ config, redact: scrubDeep },
  });
}
