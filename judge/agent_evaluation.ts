/** How well an agent did, from 0 to 5, by the same facts and rules as the verdict. */

import type { Evidence } from "./evidence.ts";
import type { Task } from "./task.ts";
import { findingsOf, type Found } from "./rules.ts";
import { readFacts } from "./rules/facts.ts";
import { judgeTask, weigh } from "./verdict.ts";
import { oneLine } from "../lib/text/text.ts";

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

/** No more than this many lines in each list. */
const MAX_LINES = 5;

/** Rules whose findings are small gaps where the work itself has evidence. */
const SMALL = new Set(["LOW", "NONE"]);

/** Rules that say that it went wrong, and not only that it is not finished. */
const WRONG: ReadonlySet<string> = new Set([
  "failing_check",
  "contradicted_result",
  "wrong_file",
  "pivot_ignored",
  "off_task",
  "reported_failure",
  "failed_step",
  "failed_command",
  "danger",
  "lock_taken_off",
  "expectation_bent",
  "change_taken_back",
  "act_failed",
  "action_loop",
]);

/** How well an agent did its task. */
export function evaluateAgent(task: Task, evidence: Evidence): AgentEvaluation {
  const findings = findingsOf(task, evidence);
  const verdict = judgeTask(task, evidence);
  const against = findings.filter(({ rule }) => rule.effect !== "complete");
  const strengths = findings.filter(({ rule }) => rule.effect === "complete");
  const score = scoreOf(task, evidence, findings);
  const grade = AGENT_VERDICTS[score] ?? "NO_ATTEMPT";
  return {
    reasoning: reasoning(grade, strengths, against),
    score,
    verdict: grade,
    feedback: verdict.feedback === "" ? "Nothing is known of what was done." : verdict.feedback,
    strengths: lines(strengths.map(({ fact }) => fact)),
    issues: lines(against.map(({ fact }) => fact)),
    recommendations: lines(against.map(({ action }) => action ?? "")),
  };
}

function scoreOf(task: Task, evidence: Evidence, findings: readonly Found[]): number {
  const facts = readFacts(task, evidence);
  const { effect, findings: counted } = weigh(findings);
  const supported = findings.some(({ rule }) => rule.effect === "complete");
  if (!facts.acted && facts.done.calls === 0 && (facts.said.empty || facts.said.substance === 0)) {
    if (effect !== "complete") return 0;
  }
  if (effect === "complete") {
    const verified = !facts.work || facts.fresh.length > 0 || facts.tried.length > 0 ||
      !facts.wantsCheck;
    return verified ? 5 : 4;
  }
  const wrong = counted.some(({ rule, severity }) =>
    WRONG.has(rule.name) && (severity === "HIGH" || severity === "BLOCKER")
  );
  const small = counted.every(({ severity, rule }) =>
    SMALL.has(severity) && rule.effect === "incomplete"
  );
  if (small && supported && facts.acted) return 4;
  // Something was made, and it does not work: less than work that is only unfinished.
  if (wrong) return facts.edits.length > 0 && facts.fresh.length > 0 ? 2 : 1;
  if (!facts.acted) return facts.done.calls > 0 || facts.said.substance > 0 ? 2 : 1;
  return facts.edits.length > 0 || facts.fresh.length > 0 || facts.done.git.length > 0 ? 3 : 2;
}

function reasoning(
  grade: AgentVerdict,
  strengths: readonly Found[],
  against: readonly Found[],
): string {
  const [good] = strengths;
  const [bad] = against;
  const parts = [
    good === undefined ? "Nothing speaks for the work" : good.fact,
    bad === undefined ? "nothing speaks against it" : `against it: ${bad.fact}`,
  ];
  return oneLine(`${grade}: ${parts.join("; ")}.`, 400);
}

function lines(texts: readonly string[]): string[] {
  const given = texts.map((text) => oneLine(text, 240)).filter((text) => text !== "");
  return [...new Set(given)].slice(0, MAX_LINES);
}
