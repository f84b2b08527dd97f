/** What a compaction must not lose: saved before it, and told to the agent after it. */

import { compactionFacts, judgeCompaction } from "../../judge/compaction.ts";
import { taskOf } from "../../judge/task.ts";
import { parentOf, Repository } from "../../git/run.ts";
import { trackedFiles } from "../../review/tracked.ts";
import { type Hooked, openHook } from "./hooked.ts";
import { readJudgeState, stateFile, writeJudgeState } from "./judge_state.ts";
import { scrubConversation } from "./scrub_conversation.ts";
import { readTranscript } from "./transcript_file.ts";

/** So much of a task is kept. */
const MAX_TASK = 1500;

/** Saves before a compaction, reminds after it. */
export async function aroundCompaction(judge: "observe" | "on"): Promise<void> {
  const hooked = await openHook();
  if (hooked === null) return;
  await hooked.guarded("Cannot keep the task", async () => {
    if (hooked.event.name === "PreCompact") await save(hooked);
    else await remind(hooked, judge);
  });
}

async function save({ store, session, stop, notes }: Hooked): Promise<void> {
  const state = readJudgeState(store, session);
  if (stop.transcript === null) return;
  const read = readTranscript(stop.transcript, state.settled);
  const conversation = await scrubConversation(read.conversation);
  const task = taskOf(conversation, { settled: state.settled });
  const { action, nudgeMessage } = judgeCompaction(compactionFacts(conversation, task));
  notes.step(`compaction: ${action}`);
  const { scrub } = await import("../../scrub/scrub.ts");
  writeJudgeState(store, session, {
    ...readJudgeState(store, session),
    saved: {
      task: (await scrub(task.text)).slice(0, MAX_TASK),
      nudge: nudgeMessage ? await scrub(nudgeMessage) : null,
    },
  });
}

async function remind({ store, session, notes }: Hooked, judge: "observe" | "on"): Promise<void> {
  // What a clone brings along in our folder must not speak to the agent.
  const brought = await trackedFiles(new Repository(".", { fence: parentOf(Deno.cwd()) }));
  if (brought.has(`${store.folder}/${stateFile(session)}`)) return;
  const state = readJudgeState(store, session);
  if (state.saved === null) return;
  // Once: a second compaction saves anew.
  writeJudgeState(store, session, { ...state, saved: null });
  const { nudge } = state.saved;
  notes.step(nudge === null ? "compaction: nothing to remind of" : "compaction: reminded");
  if (nudge === null || judge === "observe") return;
  const answer = { hookEventName: "SessionStart", additionalContext: nudge };
  console.log(JSON.stringify({ hookSpecificOutput: answer }));
}
