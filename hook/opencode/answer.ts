/**
 * One question of the plugin's, answered by the same judge as everywhere: the deterministic answer
 * first, and what a model adds to it where the user named one.
 */

import type { Conversation } from "../../judge/conversation.ts";
import { countOf, nameOf, objectOf } from "../../lib/text/values.ts";
import { JUDGE_OFF } from "../clients/turn_off.ts";
import { type HookEvent, openHook } from "../event.ts";
import type { JudgedTurn } from "../judging/judged.ts";
import { readJudgeState } from "../judging/judge_state.ts";
import { judgeSilence, judgeWork, workIn } from "../judging/pauses.ts";
import { feedbacksIn, judgeStop } from "../judging/stop.ts";
import { writeVerdict } from "../judging/verdict_record.ts";
import { MODEL_MS, ownModel, PluginLines } from "./plugin_lines.ts";
import type { Answer, JudgedStop, Question } from "./question.ts";

/** Reads the question from stdin, and answers it on stdout. */
export async function answerQuestion(judge: "observe" | "on"): Promise<void> {
  const lines = new PluginLines();
  const question = readQuestion(await lines.question());
  const context = await openHook(() => Promise.resolve(eventOf(question)));
  if (context === null) return;
  const turn: JudgedTurn = {
    ...context,
    judge,
    modelMs: MODEL_MS[question.kind],
    blockCap: null,
    judgeOff: JUDGE_OFF.opencode,
    host: ownModel(lines, question),
  };
  await turn.guarded("Cannot answer the plugin", async () => {
    lines.say(await ANSWERS[question.kind](turn, question));
  });
}

const ANSWERS: {
  readonly [Kind in Question["kind"]]: (turn: JudgedTurn, question: Question) => Promise<Answer>;
} = {
  task: async (turn, question) => ({ kind: "task", outcome: await judgeTask(turn, question) }),
  stuck: async (turn, { conversation, idle_ms: idleMs, failed }) => ({
    kind: "stuck",
    verdict: await judgeSilence(turn, conversation, { idleMs, failed }),
  }),
  compaction: async (turn, { conversation }) => {
    const { settled } = readJudgeState(turn.store, turn.session);
    const verdict = await judgeWork(turn, await workIn(conversation, settled));
    return { kind: "compaction", verdict };
  },
};

/**
 * The question in a line. The plugin is ours, but it speaks through a pipe.
 *
 * @throws {TypeError} If it is none.
 */
function readQuestion(line: unknown): Question {
  const given = objectOf(line) ?? {};
  const kind = (["task", "stuck", "compaction"] as const).find((name) => name === given.kind);
  const session = nameOf(given.session_id);
  const conversation = objectOf(given.conversation);
  if (kind === undefined || session === null || !Array.isArray(conversation?.turns)) {
    throw new TypeError("Cannot read the plugin's question: no kind, session or conversation");
  }
  return {
    kind,
    session_id: session,
    prompt_id: nameOf(given.prompt_id),
    conversation: conversation as unknown as Conversation,
    plan_mode: given.plan_mode === true,
    idle_ms: countOf(given.idle_ms) ?? 0,
    failed: given.failed === true,
  };
}

/** A stop, as the hooks know it. */
function eventOf({ session_id, prompt_id }: Question): HookEvent {
  return {
    name: "Stop",
    sessionId: session_id,
    promptId: prompt_id,
    cwd: null,
    lastMessage: null,
    payload: {},
    cut: false,
    problem: null,
  };
}

async function judgeTask(
  turn: JudgedTurn,
  { conversation, plan_mode }: Question,
): Promise<JudgedStop> {
  const { judged, feedback } = await judgeStop(turn, {
    subagent: false,
    planMode: plan_mode,
    backgroundTasks: null,
    continued: feedbacksIn(conversation) > 0,
  }, () =>
    Promise.resolve({
      conversation,
      interrupted: false,
      teammate: false,
      // The plugin sees what the person does, and drops what comes too late.
      inputSince: () => ({ interrupted: false, messages: 0 }),
    }));
  await writeVerdict(turn, judged);
  const { decision, skipped, verdict } = judged;
  return {
    decision,
    skipped,
    feedback,
    complete: verdict?.complete ?? null,
    human: decision !== "skipped" && (verdict?.requires_human_action ?? false),
    summary: verdict?.missing[0] ?? verdict?.feedback ?? "",
  };
}
