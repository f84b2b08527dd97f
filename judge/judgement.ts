/** The floor: what a stop comes to without a model. Pure. */

import type { Floor } from "../schema/names.ts";
import type { Observation, RequirementAnswer, Veto } from "../schema/types.ts";
import type { Conversation } from "./conversation.ts";
import { factsIn } from "./evidence/evidence.ts";
import type { Facts } from "./evidence/facts.ts";
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

/** Judges a stop by what the person declared and what the calls and git prove. */
export function judgeFloor(stop: Stop): Judgement {
  const { conversation, from, circumstances } = stop;
  const facts = factsIn(conversation);
  const proof = { conversation, facts, repository: stop.repository };
  const requirements = answerRequirements(stop.requirements, proof);
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
