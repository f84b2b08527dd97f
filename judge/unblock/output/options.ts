/** What the check of an answer is given besides the answer. */

import type { Role } from "../contract.ts";
import type { Decision } from "../decision_memory.ts";
import type { LintedEscalation } from "../escalation.ts";
import type { Violation } from "../violation.ts";

/** Compares a proposal with the decisions that bind. */
export type FindInProposal = (text: string, memory: readonly Decision[]) => readonly Violation[];

/** What is known about the rescue that an answer belongs to. */
export interface OutputOptions {
  /**
   * Who answers.
   *
   * @default {"reflection"}
   */
  readonly role?: Role;
  /** The number of the rescue attempt; null where nobody counted, and then no mode is enforced. */
  readonly attempt: number | null;
  /** What was tried before, a statement each. */
  readonly tried?: readonly string[];
  /** The decisions that bind. */
  readonly memory?: readonly Decision[];
  /**
   * Checks a payload.
   *
   * @default {lintEscalation}
   */
  readonly lintEscalation?: (text: string, options: { role: Role }) => LintedEscalation;
  /**
   * Finds rejected paths in a proposal.
   *
   * @default {findRejectedReuse}
   */
  readonly findRejectedReuse?: FindInProposal;
  /**
   * Finds in a proposal that a tag or record is to be removed.
   *
   * @default {findRemovedTags}
   */
  readonly findRemovedTags?: FindInProposal;
}
