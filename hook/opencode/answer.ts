/**
 * One question of the plugin's, answered by the same judge as everywhere: the deterministic answer
 * first, and what a model adds to it where the user named one.
 */

import { combineStuck, judgeStuck } from "../../judge/stuck.ts";
import {
  combineCompaction,
  compactionFacts,
  type CompactionVerdict,
  judgeCompaction,
} from "../../judge/compaction.ts";
import { type Conversation, positionOf, taskText } from "../../judge/conversation.ts";
import { countOf, nameOf, objectOf } from "../../lib/text/values.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import type { StuckVerdict } from "../../schema/types.ts";
import { JUDGE_OFF } from "../clients/turn_off.ts";
import { openHook } from "../context.ts";
import type { HookEvent } from "../event.ts";
import { askQuickly } from "../judging/ask_model.ts";
import { type JudgedTurn, NOTHING_JUDGED } from "../judging/judged.ts";
import { cache, readJudgeState, writeJudgeState } from "../judging/judge_state.ts";
import { redactorOf } from "../judging/redact.ts";
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
  stuck: async (turn, question) => ({ kind: "stuck", verdict: await look(turn, question) }),
  compaction: async (turn, question) => ({
    kind: "compaction",
    verdict: await weigh(turn, question),
  }),
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

async function look(
  turn: JudgedTurn,
  { conversation, idle_ms, failed }: Question,
): Promise<StuckVerdict | null> {
  const { settled } = readJudgeState(turn.store, turn.session);
  const { from } = taskText(conversation, settled);
  const redact = redactorOf(conversation, from);
  const { config } = readConfigFiles(".", (name) => Deno.env.get(name));
  // A finished task is no reason for silence.
  const current = { ...conversation, turns: conversation.turns.slice(from) };
  const floor = judgeStuck(current, { idleMs: idle_ms, failed });
  const model = floor !== null || !config.judge ? null : await askQuickly(
    turn,
    ({ askStuck }) => askStuck(conversation, from, idle_ms),
    { config, redact },
  );
  const stuck = await redact(combineStuck(floor, model));
  turn.notes.step(`silence: ${stuck?.reason ?? "nothing tells"}`);
  if (stuck === null) return null;
  await recordSilence(turn, conversation, stuck);
  // A repository may not switch the judge on, but keep it from speaking.
  return config.judge ? stuck : { ...stuck, shouldNudge: false, nudgeMessage: null };
}

/** Once for what a silence means: to read it again is worth nothing. */
async function recordSilence(
  turn: JudgedTurn,
  conversation: Conversation,
  stuck: StuckVerdict,
): Promise<void> {
  const { store, session, started } = turn;
  const state = readJudgeState(store, session);
  const seen = `${positionOf(conversation)} ${stuck.reason}`;
  if (state.stuck?.value === seen) return;
  writeJudgeState(store, session, { ...state, stuck: cache(seen, started, "stuck") });
  await writeVerdict(turn, { ...NOTHING_JUDGED, decision: "observed", stuck });
}

async function weigh(
  turn: JudgedTurn,
  { conversation }: Question,
): Promise<CompactionVerdict | null> {
  const { settled } = readJudgeState(turn.store, turn.session);
  const { from } = taskText(conversation, settled);
  const redact = redactorOf(conversation, from);
  const { config } = readConfigFiles(".", (name) => Deno.env.get(name));
  const facts = compactionFacts(conversation, from);
  const floor = judgeCompaction(facts);
  const model = floor !== null || !config.judge ? null : await askQuickly(
    turn,
    ({ askCompaction }) => askCompaction(facts),
    { config, redact },
  );
  const verdict = await redact(combineCompaction(floor, model));
  turn.notes.step(`compaction: ${verdict?.action ?? "nothing tells"}`);
  return config.judge || verdict === null ? verdict : { ...verdict, nudgeMessage: null };
}
