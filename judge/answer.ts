/** What a requirement comes to. */

import type { RequirementState } from "../schema/names.ts";
import type { EvidencePointer } from "../schema/types.ts";

/** The answer to one requirement. */
export interface Answer {
  readonly state: RequirementState;
  /** Whether it can mean something here; where not, nothing is told of it. */
  readonly applies: boolean;
  readonly evidence: string;
  readonly at: EvidencePointer | null;
}

/** The answer to a requirement that can mean something here. */
export function answerOf(
  state: RequirementState,
  evidence: string,
  at: EvidencePointer | null = null,
): Answer {
  return { state, applies: true, evidence, at };
}

/** The answer to one that can mean nothing here. */
export function notApplying(evidence: string): Answer {
  return { state: "cannot_tell", applies: false, evidence, at: null };
}
