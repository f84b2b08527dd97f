/**
 * The verdict from facts alone: deterministic, offline, explained. Every sentence in it comes from a
 * rule and a fact; where nothing shows that a task is done, it is not.
 */

import { VERDICT_SEVERITIES, type VerdictSeverity } from "../schema/names.ts";
import type { Verdict } from "../schema/types.ts";
import type { Evidence } from "./evidence.ts";
import type { Task } from "./task.ts";
import { findingsOf, type Found, type RuleEffect } from "./rules.ts";
import { highest } from "./rules/rule.ts";
import { oneLine } from "../lib/text/text.ts";

/** What becomes of a verdict. */
export type VerdictEffect = "let_go" | "await_user" | "needs_human" | "push";

/** No more than this many things are named as missing, and as to do. */
const MAX_ITEMS = 5;

/** No more than this many facts are kept. */
const MAX_EVIDENCE = 12;

/** So many findings make the feedback's sentences. */
const TOLD = 2;

/** Whether a task is done, by the facts. */
export function judgeTask(task: Task, evidence: Evidence): Verdict {
  const { effect, findings } = weigh(findingsOf(task, evidence));
  const ordered = findings.toSorted((a, b) => rank(b.severity) - rank(a.severity));
  const complete = effect === "complete";
  return {
    complete,
    severity: complete ? "NONE" : highest(ordered.map(({ severity }) => severity)),
    feedback: sentences(ordered),
    missing: complete || effect === "waits" ? [] : distinct(ordered.map(({ missing }) => missing)),
    next_actions: complete || effect === "waits"
      ? []
      : distinct(ordered.map(({ action }) => action)),
    requires_human_action: effect === "human",
    evidence: ordered.slice(0, MAX_EVIDENCE).map(({ rule, fact, turn }) => ({
      rule: rule.name,
      fact: oneLine(fact, 300),
      turn,
    })),
  };
}

/** What becomes of a verdict: let go, wait for the person, tell the person, or push. */
export function effectOf(verdict: Verdict): VerdictEffect {
  if (verdict.complete && verdict.severity !== "BLOCKER") return "let_go";
  if (verdict.requires_human_action && verdict.severity !== "BLOCKER") return "needs_human";
  const nothing = verdict.severity === "NONE" && verdict.missing.length === 0;
  return nothing ? "await_user" : "push";
}

/** The findings that decide, and what they come to. */
export function weigh(
  all: readonly Found[],
): { readonly effect: RuleEffect; readonly findings: readonly Found[] } {
  const of = (effect: RuleEffect): Found[] => all.filter(({ rule }) => rule.effect === effect);
  const [against, waits, human] = [of("incomplete"), of("waits"), of("human")];
  const pressing = against.filter(({ yields }) => !yields);
  if (pressing.length > 0) {
    const waited = waits.length > 0 || human.length > 0;
    return { effect: "incomplete", findings: waited ? pressing : against };
  }
  if (human.length > 0) return { effect: "human", findings: human };
  if (waits.length > 0) return { effect: "waits", findings: waits };
  if (against.length > 0) return { effect: "incomplete", findings: against };
  return { effect: "complete", findings: of("complete") };
}

function rank(severity: VerdictSeverity): number {
  return VERDICT_SEVERITIES.indexOf(severity);
}

function sentences(findings: readonly Found[]): string {
  return distinct(findings.map(({ fact }) => fact), TOLD).map((fact) =>
    /[.!?…]$/.test(fact) ? fact : `${fact}.`
  ).join(" ");
}

function distinct(texts: readonly (string | null | undefined)[], most = MAX_ITEMS): string[] {
  const given = texts.filter((text): text is string => typeof text === "string" && text !== "");
  return [...new Set(given.map((text) => oneLine(text, 240)))].slice(0, most);
}
