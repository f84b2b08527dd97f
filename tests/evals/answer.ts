/**
 * The judge's answer to a case: its variables become a conversation, the floor answers, and a model
 * is asked what the hooks would ask it.
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
import { readCalls } from "./calls.ts";

/** Every kind of case. */
export const KINDS = ["task", "stuck", "compaction", "agent"] as const;

/** What a case asks. */
export type EvalKind = (typeof KINDS)[number];

/** Variables as they stand in the file. */
type Variables = Readonly<Record<string, unknown>>;

/** What each kind of case has to give. */
export const VARIABLES: Readonly<Record<EvalKind, readonly string[]>> = {
  task: ["task", "tools_used", "agent_response"],
  stuck: [
    ...["time_since_activity", "message_completed", "output_tokens"],
    ...["last_user_message", "last_assistant_response", "tool_calls"],
  ],
  compaction: [
    ...["task_summary", "last_assistant_response", "tools_used"],
    ...["has_git_commands", "has_pr_issue_ref"],
  ],
  agent: ["task", "trace", "output"],
};

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

/** The floor's answer, null where it does not know; and what a model is asked and adds. */
export interface Answered<Kind extends EvalKind = EvalKind> {
  readonly floor: Answers[Kind] | null;
  readonly asked: Asked<ModelAnswers[Kind]>;
  readonly combine: (model: ModelAnswers[Kind]) => Answers[Kind] | null;
}

const CIRCUMSTANCES = {
  ...{ interrupted: false, messageWaiting: false, planMode: false, subagent: false },
  ...{ escalated: false, backgroundTasks: null },
};

const ANSWER: { readonly [Kind in EvalKind]: (vars: Variables) => Answered<Kind> } = {
  task: (vars) => {
    const conversation = exchange(textIn(vars, "task"), {
      calls: readCalls(vars.tools_used).calls,
      text: textIn(vars, "agent_response"),
    });
    const judgement = judgeFloor({
      ...{ conversation, from: 0, circumstances: CIRCUMSTANCES },
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
      calls: readCalls(vars.tool_calls).calls,
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
      calls: readCalls(vars.tools_used).calls,
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
    const { calls, said } = readCalls(vars.trace);
    const text = textIn(vars, "output").trim() || said;
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
  const missing = VARIABLES[kind].filter((name) => vars[name] === undefined);
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(", ");
    throw new TypeError(`Missing ${missing.length === 1 ? "variable" : "variables"} ${names}`);
  }
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

function textIn(vars: Variables, name: string): string {
  const value = vars[name] ?? "";
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, 1_000_000);
}

function flagIn(vars: Variables, name: string): boolean {
  return /^\s*(?:true|yes|1)\s*$/i.test(textIn(vars, name).slice(0, 50));
}

function numberIn(vars: Variables, name: string): number | null {
  const text = textIn(vars, name).trim();
  return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A variable as milliseconds: `90`, `90s`, `2 minutes`; a bare number counts seconds. */
function durationIn(vars: Variables, name: string): number {
  const text = textIn(vars, name);
  const [, number, unit = "s"] = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*(ms|s|m|h)?/i.exec(text) ?? [];
  if (number === undefined) throw new TypeError(`"${name}" is no time: "${text.slice(0, 100)}"`);
  return Number(number) * UNITS[unit.toLowerCase()]!;
}
