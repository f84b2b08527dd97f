/**
 * One question of the plugin's, answered by the same judge as everywhere: the deterministic answer
 * first, and what a model adds to it where the user named one.
 */

import { combineCompaction, combineStuck, SURE } from "../../../judge/combine.ts";
import {
  compactionFacts,
  type CompactionVerdict,
  judgeCompaction,
} from "../../../judge/compaction.ts";
import {
  type Conversation,
  lastAgentTurn,
  positionOf,
  type ToolCall,
} from "../../../judge/conversation.ts";
import { lintEscalation } from "../../../judge/unblock/escalation.ts";
import { judgeStuck } from "../../../judge/stuck.ts";
import { type Task, taskOf } from "../../../judge/task.ts";
import type { HookEvent } from "../../event.ts";
import { cleanJudged } from "../../judging/clean.ts";
import { type HookContext, openHook } from "../../context.ts";
import { cache, readJudgeState, writeJudgeState } from "../../judging/judge_state.ts";
import { scrubConversation } from "../../judging/scrub_conversation.ts";
import { feedbacksIn, judgeStop } from "../../judging/stopped.ts";
import { type JudgedTurn, NOTHING_JUDGED, writeVerdict } from "../../judging/verdict_record.ts";
import { readConfigFiles } from "../../../lib/config/config.ts";
import type { StuckVerdict } from "../../../schema/types.ts";
import type { Answer, JudgedStop, Question } from "../question.ts";
import { askQuickly } from "./ask_quickly.ts";
import { PluginLines } from "./lines.ts";
import { ownModel, TASK_MS } from "./own_model.ts";
import { readQuestion } from "./read_question.ts";

/** So many of the last calls a model is shown. */
const MAX_CALLS = 10;

/** Reads the question from stdin, and answers it on stdout. */
export async function answerQuestion(judge: "observe" | "on"): Promise<void> {
  const lines = new PluginLines();
  const question = readQuestion(await lines.question());
  const context = await openHook(() => Promise.resolve(eventOf(question)));
  if (context === null) return;
  const host = ownModel(lines, question);
  const turn: JudgedTurn = { ...context, judge, modelMs: TASK_MS, blockCap: null, host };
  await turn.guarded("Cannot answer the plugin", async () => {
    lines.say(await ANSWERS[question.kind](turn, question));
  });
}

const ANSWERS: {
  readonly [Kind in Question["kind"]]: (turn: JudgedTurn, question: Question) => Promise<Answer>;
} = {
  task: async (turn, question) => ({ kind: "task", outcome: await judgeTask(turn, question) }),
  stuck: async (turn, question) => ({ kind: "stuck", verdict: await look(turn, question) }),
  compaction: async (turn, question) => ({
    kind: "compaction",
    verdict: await weigh(turn, question),
  }),
};

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
    backgroundTasks: 0,
    continued: feedbacksIn(conversation) > 0,
  }, () =>
    Promise.resolve({
      conversation,
      interrupted: false,
      // The plugin sees what the person does, and drops what comes too late.
      since: () => ({ interrupted: false, messages: 0 }),
    }));
  await writeVerdict(turn, judged);
  const { decision, skipped, verdict } = judged;
  return {
    decision,
    skipped,
    feedback,
    human: decision !== "skipped" && (verdict?.requires_human_action ?? false),
    summary: verdict?.missing[0] ?? verdict?.feedback ?? "",
  };
}

async function look(turn: JudgedTurn, question: Question): Promise<StuckVerdict> {
  const { conversation, task } = await clean(turn, question);
  const { config } = readConfigFiles(".", (name) => Deno.env.get(name));
  const idleMs = question.idle_ms;
  // Tasks that are settled are nobody's silence.
  const current = { ...conversation, turns: conversation.turns.slice(task.from) };
  const floor = judgeStuck(current, { idleMs, readEscalation: lintEscalation });
  const last = lastAgentTurn(current);
  const model = floor.reason === "working" || floor.confidence >= SURE || !config.judge
    ? null
    : await askQuickly(turn, config, "stuck", {
      seconds: Math.round(idleMs / 1000),
      completed: last?.completed ?? false,
      outputTokens: last?.outputTokens ?? null,
      asked: current.turns.findLast(({ origin }) => origin === "person")?.text ?? "",
      response: last?.text ?? "",
      calls: callsOf(conversation, task),
      floor,
    });
  const stuck = model === null ? floor : combineStuck(floor, model);
  turn.notes.step(`silence: ${stuck.reason}`);
  await recordSilence(turn, conversation, stuck);
  // A repository may not switch the judge on, but keep it from speaking.
  return config.judge ? stuck : { ...stuck, shouldNudge: false, nudgeMessage: null };
}

/** Once for what a silence means: looking again is worth nothing to whoever reads it. */
async function recordSilence(
  turn: JudgedTurn,
  conversation: Conversation,
  stuck: StuckVerdict,
): Promise<void> {
  const { store, session, started, notes } = turn;
  const state = readJudgeState(store, session);
  const seen = `${positionOf(conversation)} ${stuck.reason}`;
  if (state.stuck?.value === seen) return;
  writeJudgeState(store, session, { ...state, stuck: cache(seen, started, "stuck") });
  const judged = { ...NOTHING_JUDGED, decision: "observed" as const, stuck };
  await writeVerdict(turn, await cleanJudged(judged, notes));
}

async function weigh(turn: JudgedTurn, question: Question): Promise<CompactionVerdict> {
  const { conversation, task } = await clean(turn, question);
  const { config } = readConfigFiles(".", (name) => Deno.env.get(name));
  const facts = compactionFacts(conversation, task);
  const floor = judgeCompaction(facts);
  const sure = floor.confidence >= SURE || !config.judge;
  const model = sure ? null : await askQuickly(turn, config, "compaction", {
    task: facts.task,
    response: facts.lastResponse,
    calls: callsOf(conversation, task),
    hasGitCommands: facts.gitCommands,
    hasReferences: facts.references.length > 0,
    floor,
  });
  const verdict = model === null ? floor : combineCompaction(floor, model);
  turn.notes.step(`compaction: ${verdict.action}`);
  return config.judge ? verdict : { ...verdict, nudgeMessage: null };
}

/** The conversation without secrets, and the task in it. */
async function clean(
  { store, session }: HookContext,
  question: Question,
): Promise<{ conversation: Conversation; task: Task }> {
  const conversation = await scrubConversation(question.conversation);
  const { settled } = readJudgeState(store, session);
  return { conversation, task: taskOf(conversation, { settled }) };
}

function callsOf({ turns }: Conversation, { from }: Task): ToolCall[] {
  return turns.slice(from).flatMap(({ calls }) => calls).slice(-MAX_CALLS);
}
