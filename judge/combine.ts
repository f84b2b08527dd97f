/**
 * Floor, then model: what deterministic rules concluded, and what a model adds to it.
 *
 * The law: nothing that a model says makes a task complete, lowers a severity, or takes back that
 * something is missing or that a person is needed. It may find more. A floor that is sure of whether an agent
 * is stuck or lost is not asked again; where it is not, the model's answer counts, but never as a
 * nudge into work that still runs. Saying the same again changes nothing.
 */

import type { VerdictSeverity } from "../schema/names.ts";
import type { Verdict, VerdictEvidence } from "../schema/types.ts";
import type { AgentEvaluation } from "./agent_evaluation.ts";
import type { CompactionVerdict } from "./compaction.ts";
import { nudgeText } from "./feedback.ts";
import type { ModelVerdict } from "./parse.ts";
import { highest } from "./rules/rule.ts";
import type { StuckVerdict } from "./stuck.ts";
import { effectOf, type VerdictEffect } from "./verdict.ts";
import { oneLine } from "../lib/text/text.ts";

/** A list that grew longer than this would not be read; the floor keeps to less. */
const MOST_ITEMS = 8;

const MOST_ITEM = 300;
const MOST_FEEDBACK = 600;
const MOST_NUDGE = 600;

/** What may be wrong with work that is done. */
const SMALL: ReadonlySet<VerdictSeverity> = new Set(["NONE", "LOW"]);

/** From here on the floor knows better than a model that sees less. */
export const SURE = 0.8;

/** The floor's verdict with what a model adds. */
export function combineVerdicts(floor: Verdict, model: ModelVerdict): Verdict {
  const severity = highest([floor.severity, model.severity]);
  const missing = more(floor.missing, model.missing);
  const actions = more(floor.next_actions, model.next_actions);
  const human = model.requires_human_action && !floor.requires_human_action;
  // A model that finds fault and calls the whole complete has found fault.
  const finds = missing.length > 0 || human ||
    (severity !== floor.severity && !SMALL.has(severity)) || severity === "BLOCKER";
  const complete = floor.complete && model.complete && !finds;
  const turned = floor.complete && !complete;
  const seen = [
    ...turned ? ["Finds the task not done"] : [],
    ...severity === floor.severity ? [] : [`Raises the severity to ${severity}`],
    ...missing.length === 0 ? [] : [`Finds missing: ${missing.join("; ")}`],
    ...actions.length === 0 ? [] : [`Says what to do: ${actions.join("; ")}`],
    ...human ? ["Finds that only a person can go on"] : [],
  ];
  if (seen.length === 0) return floor;
  return {
    complete,
    severity,
    feedback: joined(turned ? "" : floor.feedback, model.feedback) ||
      "A model finds the task not done",
    missing: [...floor.missing, ...missing],
    next_actions: [...floor.next_actions, ...actions],
    requires_human_action: floor.requires_human_action || human,
    evidence: [...floor.evidence, ...seen.map(asEvidence)],
  };
}

/**
 * What becomes of a combined verdict. What the floor alone would send back is sent back: a model
 * that calls for a person must not be a way out of failing tests.
 */
export function combinedEffect(floor: Verdict, combined: Verdict): VerdictEffect {
  return effectOf(floor) === "push" ? "push" : effectOf(combined);
}

/** What the model names beside what the floor has, as far as there is room. */
function more(floor: readonly string[], model: readonly string[]): string[] {
  const key = (item: string): string => oneLine(item, MOST_ITEM).toLowerCase();
  const known = new Set(["", ...floor.map(key)]);
  const found: string[] = [];
  for (const item of model) {
    if (floor.length + found.length >= MOST_ITEMS) break;
    if (known.has(key(item))) continue;
    known.add(key(item));
    found.push(oneLine(item, MOST_ITEM));
  }
  return found;
}

/** Both in one text; what the first says already is not said again. */
function joined(floor: string, model: string): string {
  const said = oneLine(model, MOST_FEEDBACK);
  if (floor === "") return said;
  return said === "" || oneLine(floor, MOST_FEEDBACK).includes(said) ? floor : `${floor} ${said}`;
}

function asEvidence(fact: string): VerdictEvidence {
  return { rule: "model", fact: oneLine(fact, MOST_ITEM), turn: null };
}

/**
 * Whether an agent is stuck. A tool that runs and a message that is only just there are facts that
 * no model sees better: a floor that says `working` stands, and so does a sure one.
 */
export function combineStuck(floor: StuckVerdict, model: StuckVerdict): StuckVerdict {
  const isStuck = model.reason === "genuinely_stuck";
  const contradictsItself = model.stuck !== isStuck;
  if (floor.reason === "working" || floor.confidence >= SURE || contradictsItself) return floor;
  const nudge = isStuck && model.shouldNudge
    ? nudgeOf("Continue", floor.nudgeMessage, model.nudgeMessage)
    : null;
  return {
    stuck: isStuck,
    reason: model.reason,
    confidence: model.confidence,
    shouldNudge: nudge !== null,
    nudgeMessage: nudge,
  };
}

/** What to tell the agent: in the model's words under our title, or as the floor has it. */
function nudgeOf(title: string, floor: string | null, model: string | null): string | null {
  const said = oneLine(model ?? "", MOST_NUDGE);
  return model === floor || said === "" ? floor : nudgeText(title, said);
}

/** What to do after a compaction; git work that was seen stays seen. */
export function combineCompaction(
  floor: CompactionVerdict,
  model: CompactionVerdict,
): CompactionVerdict {
  if (floor.confidence >= SURE) return floor;
  const isDone = model.action === "task_complete";
  const known = model.action === floor.action ? floor.nudgeMessage : null;
  const nudge = isDone ? null : nudgeOf("Context Was Compacted", known, model.nudgeMessage);
  // What to do without how to say it is no answer.
  if (nudge === null && !isDone) return floor;
  return {
    action: model.action,
    hasActiveGitWork: floor.hasActiveGitWork || model.hasActiveGitWork,
    confidence: model.confidence,
    nudgeMessage: nudge,
  };
}

/** How well an agent did: a model may find that it did worse, and never that it did better. */
export function combineEvaluations(
  floor: AgentEvaluation,
  model: AgentEvaluation,
): AgentEvaluation {
  return model.score < floor.score ? model : floor;
}
