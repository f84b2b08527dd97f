/**
 * What the judge says to a case: its variables become a conversation, and the deterministic core
 * answers. Which core answers which kind stands in one table.
 */

import { type AgentEvaluation, evaluateAgent } from "../../judge/agent_evaluation.ts";
import {
  compactionFactsFromTexts,
  type CompactionVerdict,
  judgeCompaction,
} from "../../judge/compaction.ts";
import { type Conversation, conversationOf, type Turn, turnOf } from "../../judge/conversation.ts";
import { gatherEvidence } from "../../judge/evidence.ts";
import type { JudgeKind, JudgePromptParts } from "../../judge/prompt.ts";
import { judgeStuck, type StuckVerdict } from "../../judge/stuck.ts";
import { taskOf } from "../../judge/task.ts";
import { judgeTask } from "../../judge/verdict.ts";
import type { Verdict } from "../../schema/types.ts";
import { readTools } from "./read_tools.ts";
import { readTrace } from "./read_trace.ts";
import {
  durationIn,
  flagIn,
  numberIn,
  requireVariables,
  textIn,
  type Variables,
} from "./variables.ts";

/** What each kind of case is answered with. */
export interface Answers {
  readonly task: Verdict;
  readonly stuck: StuckVerdict;
  readonly compaction: CompactionVerdict;
  readonly agent: AgentEvaluation;
}

/** The deterministic answer, and what a model would be asked with. */
export interface Answered<Kind extends JudgeKind = JudgeKind> {
  readonly floor: Answers[Kind];
  readonly parts: JudgePromptParts[Kind];
}

/** Every kind of case. */
export const KINDS = ["task", "stuck", "compaction", "agent"] as const satisfies JudgeKind[];

const ANSWER: { readonly [Kind in JudgeKind]: (vars: Variables) => Answered<Kind> } = {
  task: (vars) => {
    const calls = readTools(vars.tools_used);
    const conversation = exchange(textIn(vars, "task"), {
      calls,
      text: textIn(vars, "agent_response"),
    });
    const task = taskOf(conversation);
    const evidence = gatherEvidence(conversation, task);
    const floor = judgeTask(task, evidence);
    const response = textIn(vars, "agent_response");
    return {
      floor,
      parts: { task: task.text, calls, response, evidence, instructions: null, floor },
    };
  },

  stuck: (vars) => {
    const idleMs = durationIn(vars, "time_since_activity");
    const asked = textIn(vars, "last_user_message");
    const said = {
      calls: readTools(vars.tool_calls),
      text: textIn(vars, "last_assistant_response"),
      completed: flagIn(vars, "message_completed"),
      outputTokens: numberIn(vars, "output_tokens"),
    };
    const floor = judgeStuck(exchange(asked, said), { idleMs });
    const parts = { ...said, response: said.text, asked, seconds: idleMs / 1000, floor };
    return { floor, parts };
  },

  compaction: (vars) => {
    const facts = compactionFactsFromTexts({
      task_summary: textIn(vars, "task_summary"),
      last_assistant_response: textIn(vars, "last_assistant_response"),
      tools_used: textIn(vars, "tools_used"),
      has_git_commands: textIn(vars, "has_git_commands"),
      has_pr_issue_ref: textIn(vars, "has_pr_issue_ref"),
    });
    const floor = judgeCompaction(facts);
    return {
      floor,
      parts: {
        task: facts.task,
        response: facts.lastResponse,
        calls: readTools(vars.tools_used),
        hasGitCommands: facts.gitCommands,
        hasReferences: facts.references.length > 0,
        floor,
      },
    };
  },

  agent: (vars) => {
    const { calls, said } = readTrace(vars.trace);
    const output = textIn(vars, "output");
    const text = output.trim() === "" ? said : output;
    const conversation = exchange(textIn(vars, "task"), { calls, text });
    const task = taskOf(conversation);
    const floor = evaluateAgent(task, gatherEvidence(conversation, task));
    return { floor, parts: { task: task.text, calls, output: text, floor } };
  },
};

/** Answers a case; throws where its variables are not those of its kind. */
export function answer<Kind extends JudgeKind>(kind: Kind, vars: Variables): Answered<Kind> {
  requireVariables(kind, vars);
  return ANSWER[kind](vars);
}

/** What was asked, and one turn of the agent. */
function exchange(asked: string, agent: Partial<Turn>): Conversation {
  return conversationOf([
    ...messagesIn(asked).map((text) => turnOf({ id: "person", origin: "person", text })),
    turnOf({ id: "agent", ...agent, origin: "agent" }),
  ]);
}

/** How somebody begins who has changed their mind. */
const CHANGED_MIND =
  /^(?:actually|no\b|wait|stop|instead|scratch|forget|never ?mind|hold on|sorry|i changed)/i;

/**
 * The messages in a text. Several are numbered there, as everywhere; but a list is one message, and
 * only who changed their mind has certainly spoken twice.
 */
function messagesIn(asked: string): string[] {
  const parts = asked.split(/^\s*(?:\[\d{1,3}\]|\d{1,3}[.)])\s+/m);
  const messages = parts.slice(1).map((part) => part.trim());
  const spoke = parts[0]?.trim() === "" && messages.length > 1 &&
    messages.slice(1).some((message) => CHANGED_MIND.test(message));
  return spoke ? messages : [asked];
}
