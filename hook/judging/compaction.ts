/** What a compaction must not lose: saved before it, and told to the agent after it. */

import { type CompactionFacts, compactionFacts, judgeCompaction } from "../../judge/compaction.ts";
import { taskOf } from "../../judge/task.ts";
import { Repository } from "../../lib/git/run.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import { trackedFiles } from "../../lib/git/status.ts";
import { OWN_FOLDER } from "../../lib/store/own_folder.ts";
import { readTranscript } from "../clients/claude_code.ts";
import { type HookContext, openHook } from "../context.ts";
import { readJudgeState, type SavedWork, stateFile, writeJudgeState } from "./judge_state.ts";
import { redactorOf } from "./redact.ts";

/** So much of the work is kept: a state that is larger than it may be is not read again. */
const MAX_TASK = 1500;
const MAX_RESPONSE = 4000;
const MAX_TOOLS = 4000;
const MAX_REFERENCES = 20;
const MAX_REFERENCE = 100;

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
  const { conversation, lastInterrupted } = readTranscript(transcript, settled);
  if (lastInterrupted) return null;
  const task = taskOf(conversation, { settled });
  if (task.messages.length === 0) return null;
  const redact = redactorOf(conversation, task.from);
  return bounded(await redact(compactionFacts(conversation, task)));
}

function bounded(facts: CompactionFacts): SavedWork {
  // Of the tools only what git and GitHub were told says something afterwards.
  const told = facts.tools.split("\n").filter((tool) => /\b(?:git|gh)\b/.test(tool));
  return {
    task: facts.task.slice(0, MAX_TASK),
    references: facts.references.slice(0, MAX_REFERENCES)
      .map((reference) => reference.slice(0, MAX_REFERENCE)),
    lastResponse: facts.lastResponse.slice(-MAX_RESPONSE),
    tools: told.join("\n").slice(-MAX_TOOLS),
    gitCommands: facts.gitCommands,
  };
}

async function remind(
  { store, session, notes }: HookContext,
  judge: "observe" | "on",
): Promise<void> {
  // A state that git tracks came with the clone: it must not speak to the agent.
  const tracked = await trackedFiles(Repository.at(), OWN_FOLDER);
  if (tracked.has(`${store.folder}/${stateFile(session)}`)) return;
  const state = readJudgeState(store, session);
  if (state.saved === null) return;
  // Once: a second compaction saves anew.
  writeJudgeState(store, session, { ...state, saved: null });
  const { action, nudgeMessage } = judgeCompaction(state.saved);
  notes.step(`compaction: ${action}`);
  const { config, problems } = readConfigFiles(".", (name) => Deno.env.get(name));
  for (const problem of problems) notes.error(problem);
  if (nudgeMessage === null || judge === "observe" || !config.judge) return;
  const answer = { hookEventName: "SessionStart", additionalContext: nudgeMessage };
  console.log(JSON.stringify({ hookSpecificOutput: answer }));
}
