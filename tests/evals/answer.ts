/**
 * What the judge says to a case: its variables become a conversation, the floor answers, and where
 * a model is asked it is asked as the hooks ask it. Which floor answers which kind stands in one table.
 */

import { combineStuck, judgeStuck } from "../../judge/stuck.ts";
import {
  combineCompaction,
  compactionFacts,
  type CompactionVerdict,
  judgeCompaction,
} from "../../judge/compaction.ts";
import {
  combineVerdicts,
  floorVerdict,
  judgeFloor,
  type ModelVerdict,
} from "../../judge/judgement.ts";
import { type Conversation, conversationOf, type Turn, turnOf } from "../../judge/conversation.ts";
import { askCompaction, askStuck, askTask } from "../../judge/questions.ts";
import type { Asked } from "../../judge/prompt.ts";
import type { StuckVerdict, Verdict } from "../../schema/types.ts";
import { type AgentEvaluation, askAgent, evaluateAgent } from "./agent_question.ts";
import { readTools } from "./read_tools.ts";
import { readTrace } from "./read_trace.ts";
import {
  durationIn,
  type EvalKind,
  flagIn,
  numberIn,
  requireVariables,
  textIn,
  type Variables,
} from "./variables.ts";

/** What a model answers to each kind of case. */
export interface ModelAnswers {
  readonly task: ModelVerdict;
  readonly stuck: StuckVerdict;
  readonly compaction: CompactionVerdict;
  readonly agent: AgentEvaluation;
}

/** What each kind of case is answered with. */
export interface Answers extends Omit<ModelAnswers, "task"> {
  readonly task: Verdict;
}

/** The floor's answer, null where it does not tell; and what a model is asked and adds. */
export interface Answered<Kind extends EvalKind = EvalKind> {
  readonly floor: Answers[Kind] | null;
  readonly asked: Asked<ModelAnswers[Kind]>;
  readonly combine: (model: ModelAnswers[Kind]) => Answers[Kind] | null;
}

const NOTHING_SPECIAL = {
  ...{ interrupted: false, messageWaiting: false, planMode: false, subagent: false },
  ...{ escalated: false, backgroundTasks: null },
};

const ANSWER: { readonly [Kind in EvalKind]: (vars: Variables) => Answered<Kind> } = {
  task: (vars) => {
    const conversation = exchange(textIn(vars, "task"), {
      calls: readTools(vars.tools_used),
      text: textIn(vars, "agent_response"),
    });
    const judgement = judgeFloor({
      ...{ conversation, from: 0, circumstances: NOTHING_SPECIAL },
      ...{ requirements: [], repository: null },
    });
    const floor = floorVerdict(judgement);
    return {
      floor: decided(floor),
      asked: askTask(conversation, 0, judgement, ""),
      combine: (model) => decided(combineVerdicts(floor, model)),
    };
  },

  stuck: (vars) => {
    const idleMs = durationIn(vars, "time_since_activity");
    const conversation = exchange(textIn(vars, "last_user_message"), {
      calls: readTools(vars.tool_calls),
      text: textIn(vars, "last_assistant_response"),
      completed: flagIn(vars, "message_completed"),
      outputTokens: numberIn(vars, "output_tokens"),
    });
    const floor = judgeStuck(conversation, { idleMs });
    return {
      floor,
      asked: askStuck(conversation, 0, idleMs),
      combine: (model) => combineStuck(floor, model),
    };
  },

  compaction: (vars) => {
    const conversation = exchange(textIn(vars, "task_summary"), {
      calls: readTools(vars.tools_used),
      text: textIn(vars, "last_assistant_response"),
    });
    const facts = compactionFacts(conversation, 0);
    const floor = judgeCompaction(facts);
    return {
      floor,
      asked: askCompaction({
        ...facts,
        gitWork: facts.gitWork || flagIn(vars, "has_git_commands"),
      }),
      combine: (model) => combineCompaction(floor, model),
    };
  },

  agent: (vars) => {
    const { calls, said } = readTrace(vars.trace);
    const output = textIn(vars, "output");
    const text = output.trim() === "" ? said : output;
    const floor = evaluateAgent(calls.length, text);
    return {
      floor,
      asked: askAgent(textIn(vars, "task"), calls, text),
      combine: (model) => floor ?? model,
    };
  },
};

/** Answers a case; throws where its variables are not those of its kind. */
export function answer<Kind extends EvalKind>(kind: Kind, vars: Variables): Answered<Kind> {
  requireVariables(kind, vars);
  return ANSWER[kind](vars);
}

/** A verdict that says something. */
function decided(verdict: Verdict): Verdict | null {
  return verdict.complete === null ? null : verdict;
}

/** What was asked, and one turn of the agent. */
function exchange(asked: string, agent: Partial<Turn>): Conversation {
  return conversationOf([
    turnOf({ id: "person", origin: "person", text: asked }),
    turnOf({ id: "agent", ...agent, origin: "agent" }),
  ]);
}
