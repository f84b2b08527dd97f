/** How well was a task done, from 0 to 5? A model grades; code knows only who did nothing at all. */

import { type ToolCall, turnOf } from "../../judge/conversation.ts";
import { turnLines } from "../../judge/prompt_lines.ts";
import {
  answerOf,
  type Asked,
  numberTo,
  type Question,
  text,
  texts,
  z,
} from "../../judge/prompt.ts";

/** The grades, by their score. */
export const AGENT_VERDICTS = [
  "NO_ATTEMPT",
  "FAILED",
  "ATTEMPTED",
  "PARTIAL",
  "MOSTLY_COMPLETE",
  "COMPLETE",
] as const;

/** How well an agent did, in a word. */
type AgentVerdict = (typeof AGENT_VERDICTS)[number];

/** How well an agent did. */
export interface AgentEvaluation {
  readonly reasoning: string;
  /** From 0 to 5. */
  readonly score: number;
  readonly verdict: AgentVerdict;
  readonly feedback: string;
  readonly strengths: string[];
  readonly issues: string[];
  readonly recommendations: string[];
}

const NO_ATTEMPT: AgentEvaluation = {
  reasoning: "NO_ATTEMPT: it called no tool and gave nothing back",
  score: 0,
  verdict: "NO_ATTEMPT",
  feedback: "Nothing was done.",
  strengths: [],
  issues: ["No tool was called, and nothing was given back"],
  recommendations: ["Begin with the task"],
};

/** The grade that needs no reading; null where only reading tells. */
export function evaluateAgent(calls: number, output: string): AgentEvaluation | null {
  return calls === 0 && output.trim() === "" ? NO_ATTEMPT : null;
}

const MEANINGS: Readonly<Record<AgentVerdict, string>> = {
  NO_ATTEMPT: "nothing was done",
  FAILED: "wrong, or it broke something",
  ATTEMPTED: "serious work, no working result",
  PARTIAL: "a main part is done, another is not",
  MOSTLY_COMPLETE: "small things are open",
  COMPLETE: "all of it done and shown to work",
};

/** A grade is the name of its score; between two scores either name will do. */
function gradeFits({ score, verdict }: Pick<AgentEvaluation, "score" | "verdict">): boolean {
  return Math.abs(AGENT_VERDICTS.indexOf(verdict) - score) <= 0.5;
}

/** The question. */
export const AGENT: Question<AgentEvaluation> = {
  role: "You grade how well a coding agent did a task, from the trace of what it did.",
  rules: [
    "Evidence beats claims: grade what the trace shows, not what the output says about it.",
    AGENT_VERDICTS.map((grade, score) => `${score}, ${grade}: ${MEANINGS[grade]}`).join("; ") + ".",
    "Claimed success without anything that shows it is at most PARTIAL.",
    "A task to research or explain is graded by its findings, not by code.",
  ],
  sections: [
    { title: "The task:", shows: "task" },
    { title: "What the agent did, step by step:", shows: "trace" },
    { title: "What it gave back at the end:", shows: "output" },
  ],
  answer: answerOf(
    z.object({
      reasoning: text("step by step, short"),
      score: numberTo(AGENT_VERDICTS.length - 1),
      verdict: z.enum(AGENT_VERDICTS),
      feedback: text("a sentence or two"),
      strengths: texts("what is good"),
      issues: texts("what is not"),
      recommendations: texts("what to do better"),
    }).refine(gradeFits, { error: "Expected the verdict that is the name of the score" }),
  ),
};

/** Asks how well a task was done; `output` is what the agent gave back at the end. */
export function askAgent(
  task: string,
  calls: readonly ToolCall[],
  output: string,
): Asked<AgentEvaluation> {
  return {
    question: AGENT,
    parts: { task, trace: turnLines([turnOf({ origin: "agent", calls })]), output },
  };
}
