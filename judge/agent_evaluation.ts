/** How well an agent did, from 0 to 5: a model grades, and code knows only who did nothing at all. */

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
export type AgentVerdict = (typeof AGENT_VERDICTS)[number];

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
