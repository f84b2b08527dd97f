/**
 * Floor, then model: what the calls and git prove, and what a model adds to it.
 *
 * The law: nothing that a model says makes an unmet requirement met, lowers a severity, lifts a veto
 * or takes back that a person is needed. It may find more. Where the floor does not tell, the model
 * does; where neither does, nothing is claimed. Saying the same again changes nothing.
 */

import { VERDICT_SEVERITIES, type VerdictSeverity } from "../schema/names.ts";
import type { StuckVerdict, Verdict, VerdictEvidence } from "../schema/types.ts";
import { oneLine } from "../lib/text/text.ts";
import type { CompactionAction, CompactionVerdict } from "./compaction.ts";
import { markedText } from "./feedback_marks.ts";
import type { Judgement } from "./judgement.ts";
import type { VerdictEffect } from "./loop_guard.ts";
import type { ModelVerdict } from "./prompt/task.ts";

/** A list that grew longer than this would not be read; the floor keeps to less. */
const MOST_ITEMS = 8;

const MOST_ITEM = 300;
const MOST_FEEDBACK = 600;
const MOST_NUDGE = 600;

/** What may be wrong with work that is done. */
const SMALL: ReadonlySet<VerdictSeverity> = new Set(["NONE", "LOW"]);

/** The verdict of the floor alone. */
export function floorVerdict(
  { floor, requirements }: Pick<Judgement, "floor" | "requirements">,
): Verdict {
  const unmet = requirements.filter(({ state }) => state === "unmet");
  const told = unmet.length > 0 ? unmet : requirements.filter(({ state }) => state === "met");
  const line = (text: string): string => oneLine(text, MOST_ITEM);
  return {
    complete: floor === "unknown" ? null : floor === "complete",
    severity: highest(unmet.map(({ severity }) => severity)),
    feedback: oneLine(told.map(({ evidence }) => evidence).join(" "), MOST_FEEDBACK),
    missing: unmet.slice(0, MOST_ITEMS).map(({ name, evidence }) => line(`${name}: ${evidence}`)),
    next_actions: unmet.slice(0, MOST_ITEMS).map(({ settle }) => line(settle)),
    requires_human_action: false,
    evidence: told.map(({ kind, evidence, at }) => ({
      rule: kind,
      fact: line(evidence),
      turn: at?.turn ?? null,
    })),
  };
}

/** The floor's verdict with what a model adds; null where no model answered. */
export function combineVerdicts(floor: Verdict, model: ModelVerdict | null): Verdict {
  if (model === null) return floor;
  const severity = highest([floor.severity, model.severity]);
  const missing = more(floor.missing, model.missing);
  const actions = more(floor.next_actions, model.next_actions);
  const human = model.requires_human_action && !floor.requires_human_action;
  // A model that finds fault and calls the whole complete has found fault.
  const finds = missing.length > 0 || human ||
    (severity !== floor.severity && !SMALL.has(severity)) || severity === "BLOCKER";
  const complete = floor.complete !== false && model.complete && !finds;
  const turned = complete !== floor.complete;
  const seen = [
    ...turned ? [complete ? "Finds the task done" : "Finds the task not done"] : [],
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
      `A model finds the task ${complete ? "done" : "not done"}`,
    missing: [...floor.missing, ...missing],
    next_actions: [...floor.next_actions, ...actions],
    requires_human_action: floor.requires_human_action || human,
    evidence: [...floor.evidence, ...seen.map(asEvidence)],
  };
}

/**
 * What becomes of a stop. A veto holds whatever is missing, and whoever says so; what nothing tells of
 * is only watched. What the floor alone would send back is sent back: a model that calls for a
 * person must not be a way out of an unmet requirement.
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
 * Whether an agent is stuck. What structure proves no model sees better; where it does not tell, a
 * model's answer counts, in its words under our title. Null where neither tells, and where the
 * model contradicts itself.
 */
export function combineStuck(
  floor: StuckVerdict | null,
  model: StuckVerdict | null,
): StuckVerdict | null {
  if (floor !== null || model === null) return floor;
  const { reason, confidence } = model;
  const stuck = reason === "genuinely_stuck";
  if (model.stuck !== stuck) return null;
  const nudgeMessage = stuck && model.shouldNudge
    ? nudgeOf("Continue", oneLine(model.nudgeMessage ?? "", MOST_NUDGE) || "Go on with the task.")
    : null;
  return { stuck, reason, confidence, shouldNudge: nudgeMessage !== null, nudgeMessage };
}

/** Where a model names an action and not how to say it. */
const NUDGES: Readonly<Record<CompactionAction, string | null>> = {
  needs_github_update:
    "Update the pull request or issue with `gh pr comment` or `gh issue comment`: " +
    "what is done, what is left, what comes next. Then go on with the task.",
  continue_task: "Go on with the task. Check the state of the files first.",
  needs_clarification: "Summarise the state of the work and what is next before you go on. " +
    "If that is not clear, ask the person.",
  task_complete: null,
};

/** What to do after a compaction, by the same law. */
export function combineCompaction(
  floor: CompactionVerdict | null,
  model: CompactionVerdict | null,
): CompactionVerdict | null {
  if (floor !== null || model === null) return floor;
  const nudge = NUDGES[model.action];
  const nudgeMessage = nudge === null
    ? null
    : nudgeOf("Context Was Compacted", oneLine(model.nudgeMessage ?? "", MOST_NUDGE) || nudge);
  return { ...model, nudgeMessage };
}

/** What to tell the agent, in a model's words or ours. */
function nudgeOf(title: string, text: string): string {
  return markedText(title, oneLine(text, MOST_NUDGE));
}
