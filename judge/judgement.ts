/**
 * Floor, then model: what the calls and git prove of a stop, and what a model adds to it. Pure.
 *
 * The law: nothing that a model says makes an unmet requirement met, lowers a severity, lifts a veto
 * or takes back that a person is needed. It may find more. Where the floor does not tell, the model
 * does; where neither does, nothing is claimed. Saying the same again changes nothing.
 */

import { type Floor, VERDICT_SEVERITIES, type VerdictSeverity } from "../schema/names.ts";
import type { Observation, RequirementAnswer, Verdict, Veto } from "../schema/types.ts";
import { oneLine } from "../lib/text/text.ts";
import type { Conversation } from "./conversation.ts";
import { factsIn } from "./evidence/evidence.ts";
import type { Facts } from "./evidence/facts.ts";
import type { VerdictEffect } from "./loop_guard.ts";
import { observationsOf } from "./observations.ts";
import { answerRequirements, type RepositoryFacts, type Requirement } from "./requirements.ts";
import { type Circumstances, vetoesOf } from "./vetoes.ts";

/** What there is to judge. */
export interface Stop {
  readonly conversation: Conversation;
  /** The first turn, among those kept, of the task at hand. */
  readonly from: number;
  readonly circumstances: Circumstances;
  readonly requirements: readonly Requirement[];
  /** Null where git was not asked. */
  readonly repository: RepositoryFacts | null;
}

/** What a stop comes to without a model. */
export interface Judgement {
  readonly floor: Floor;
  readonly facts: Facts;
  readonly requirements: readonly RequirementAnswer[];
  readonly observations: readonly Observation[];
  readonly vetoes: readonly Veto[];
}

/** What a model says about a task: the facts are the floor's alone. */
export interface ModelVerdict extends Omit<Verdict, "complete" | "evidence"> {
  readonly complete: boolean;
}

/** Judges a stop by what the person declared and what the calls and git prove. */
export function judgeFloor(stop: Stop): Judgement {
  const { conversation, from, circumstances } = stop;
  const facts = factsIn(conversation);
  const requirements = answerRequirements(stop.requirements, { ...stop, facts });
  return {
    floor: floorOf(requirements),
    facts,
    requirements,
    observations: observationsOf(conversation, facts, from),
    vetoes: vetoesOf(conversation, facts, circumstances),
  };
}

/** One that is unmet decides; all that apply must be met, and one at least must apply. */
function floorOf(answers: readonly RequirementAnswer[]): Floor {
  if (answers.some(({ state }) => state === "unmet")) return "incomplete";
  const applying = answers.filter(({ applies }) => applies);
  return applying.length > 0 && applying.every(({ state }) => state === "met")
    ? "complete"
    : "unknown";
}

/** A list that grew longer than this would not be read; the floor keeps to less. */
const MOST_ITEMS = 8;

const MOST_ITEM = 300;
const MOST_FEEDBACK = 600;

/** The verdict of the floor alone. */
export function floorVerdict(
  { floor, requirements }: Pick<Judgement, "floor" | "requirements">,
): Verdict {
  const unmet = requirements.filter(({ state }) => state === "unmet");
  const told = unmet.length > 0 ? unmet : requirements.filter(({ state }) => state === "met");
  return {
    complete: floor === "unknown" ? null : floor === "complete",
    severity: highest(unmet.map(({ severity }) => severity)),
    feedback: oneLine(told.map(({ evidence }) => evidence).join("; "), MOST_FEEDBACK),
    missing: listOf(unmet.map(({ name, evidence }) => `${name}: ${evidence}`)),
    next_actions: listOf(unmet.map(({ settle }) => settle)),
    requires_human_action: false,
    evidence: told.map(({ kind, evidence, at }) => ({
      rule: kind,
      fact: oneLine(evidence, MOST_ITEM),
      turn: at?.turn ?? null,
    })),
  };
}

/** The floor's verdict with what a model adds; null where no model answered. */
export function combineVerdicts(floor: Verdict, model: ModelVerdict | null): Verdict {
  if (model === null) return floor;
  const severity = highest([floor.severity, model.severity]);
  const missing = listOf([...floor.missing, ...model.missing]);
  const next_actions = listOf([...floor.next_actions, ...model.next_actions]);
  const found = missing.slice(floor.missing.length);
  const actions = next_actions.slice(floor.next_actions.length);
  const human = model.requires_human_action && !floor.requires_human_action;
  // A model that finds fault and calls the whole complete has found fault. Little may be wrong with
  // work that is done.
  const raised = severity !== floor.severity && severity !== "LOW";
  const finds = found.length > 0 || human || raised || severity === "BLOCKER";
  const complete = floor.complete !== false && model.complete && !finds;
  const turned = complete !== floor.complete;
  const done = complete ? "done" : "not done";
  const seen = [
    turned ? `Finds the task ${done}` : "",
    severity === floor.severity ? "" : `Raises the severity to ${severity}`,
    found.length === 0 ? "" : `Finds missing: ${found.join("; ")}`,
    actions.length === 0 ? "" : `Says what to do: ${actions.join("; ")}`,
    human ? "Finds that only a person can go on" : "",
  ].filter((fact) => fact !== "");
  if (seen.length === 0) return floor;
  const facts = seen.map((fact) => ({ rule: "model", fact: oneLine(fact, MOST_ITEM), turn: null }));
  return {
    complete,
    severity,
    feedback: joined(turned ? "" : floor.feedback, model.feedback) ||
      `A model finds the task ${done}`,
    missing,
    next_actions,
    requires_human_action: floor.requires_human_action || human,
    evidence: [...floor.evidence, ...facts],
  };
}

/**
 * What becomes of a stop. A veto forbids to send the agent back, whether the floor or a model would. A
 * stop that neither can judge is only watched. What the floor alone would send back is sent back: a
 * model that calls for a person must not be a way out of an unmet requirement.
 */
export function effectOf(
  floor: Verdict,
  combined: Verdict,
  vetoes: Judgement["vetoes"] = [],
): VerdictEffect {
  if (vetoes.length > 0) return "hold";
  if (floor.complete === false) return "push";
  const { complete, severity, missing, requires_human_action } = combined;
  if (complete === null) return "watch";
  if (complete && severity !== "BLOCKER") return "let_go";
  if (requires_human_action && severity !== "BLOCKER") return "needs_human";
  // Nothing is missing but an answer.
  return severity === "NONE" && missing.length === 0 ? "hold" : "push";
}

/** The highest of several severities; NONE of none. */
function highest(severities: readonly VerdictSeverity[]): VerdictSeverity {
  const ranks = severities.map((severity) => VERDICT_SEVERITIES.indexOf(severity));
  return VERDICT_SEVERITIES[Math.max(0, ...ranks)] ?? "NONE";
}

/** What is said in a list, once each, as far as there is room. */
function listOf(items: readonly string[]): string[] {
  const said = new Map<string, string>();
  for (const line of items.map((item) => oneLine(item, MOST_ITEM))) {
    const key = line.toLowerCase();
    if (line !== "" && !said.has(key)) said.set(key, line);
  }
  return [...said.values()].slice(0, MOST_ITEMS);
}

/** Both in one text; what the first says already is not said again. */
function joined(floor: string, model: string): string {
  const said = oneLine(model, MOST_FEEDBACK);
  if (floor === "") return said;
  return said === "" || oneLine(floor, MOST_FEEDBACK).includes(said) ? floor : `${floor} ${said}`;
}
