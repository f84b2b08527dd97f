/** What a rule is: one row of the table, and what it finds. */

import { VERDICT_SEVERITIES, type VerdictSeverity } from "../../schema/names.ts";
import type { Facts } from "./facts.ts";

/** What a finding does to a verdict. */
export type RuleEffect =
  /** The task is not done, and the agent can go on. */
  | "incomplete"
  /** What a complete verdict rests on. */
  | "complete"
  /** The task is not done, and the agent rightly waits. */
  | "waits"
  /** The task is not done, and only a person can go on. */
  | "human";

/** One thing that a rule found. */
export interface Finding {
  /** What was seen, as a sentence. */
  readonly fact: string;
  /** The turn it comes from; null where it is not of one turn. */
  readonly turn: number | null;
  /** What is missing; null where nothing is. */
  readonly missing?: string | null;
  /** What to do about it; null where there is nothing to do. */
  readonly action?: string | null;
  /** Where it is not the rule's own. */
  readonly severity?: VerdictSeverity;
  /** Where it is not the rule's own. */
  readonly yields?: boolean;
}

/** A rule of the judge. */
export interface Rule {
  readonly name: string;
  /** When it applies, for people. */
  readonly when: string;
  /** The reason for having it. */
  readonly why: string;
  readonly severity: VerdictSeverity;
  readonly effect: RuleEffect;
  /** Whether it gives way where the agent waits for a person: that has to come first. */
  readonly yields: boolean;
  /** Whether nothing else counts where it finds something; absent: no. */
  readonly alone?: true;
  /** What would settle it; `{}` stands for the command or the file that the fact names. */
  readonly settled: string;
  readonly find: (facts: Facts) => readonly Finding[];
}

/** A finding and the rule that has it. */
export interface Found extends Finding {
  readonly rule: Rule;
  readonly severity: VerdictSeverity;
  readonly yields: boolean;
}

/** What a rule says about the facts, with its own severity where a finding has none. */
export function apply(rule: Rule, facts: Facts): Found[] {
  return rule.find(facts).map((finding) => ({
    severity: rule.severity,
    yields: rule.yields,
    ...finding,
    rule,
  }));
}

/** The highest of several severities; NONE of none. */
export function highest(severities: readonly VerdictSeverity[]): VerdictSeverity {
  const ranks = severities.map((severity) => VERDICT_SEVERITIES.indexOf(severity));
  return VERDICT_SEVERITIES[Math.max(0, ...ranks)] ?? "NONE";
}
