/** What the person declared "done" to mean, and whether the calls or git prove it. */

import type { RequirementKind } from "../schema/names.ts";
import type { RequirementAnswer } from "../schema/types.ts";
import type { Conversation } from "./conversation.ts";
import type { Facts } from "./evidence/facts.ts";

/** One thing that done means here. */
export interface Requirement {
  readonly kind: RequirementKind;
  /** The command of a `check`; empty for the others. */
  readonly command: string;
}

/** What git tells of the repository at the stop. */
export interface RepositoryFacts {
  /** The top folder, absolute. */
  readonly top: string;
  /** A hash of HEAD and of all content that differs from it; null where git could not tell. */
  readonly tree: string | null;
  /** Paths from the top that differ from HEAD, untracked ones included; null: git could not tell. */
  readonly uncommitted: readonly string[] | null;
  /** Those of them that already stood so when the session began. */
  readonly dirtyBefore: readonly string[];
  /** Whether HEAD moved since the session began; null where the start is not known. */
  readonly headMoved: boolean | null;
  /** Whether the remote side has HEAD, by the refs that git keeps of it; null: no remote, or unknown. */
  readonly pushed: boolean | null;
  /** The branch that HEAD should be on, such as `origin/main`; empty where none is configured. */
  readonly upstream: string;
  /** Secrets in lines that this session added; null where they could not be looked for. */
  readonly secrets:
    | readonly { readonly path: string; readonly line: number; readonly what: string }[]
    | null;
}

/** What requirements are answered from. */
export interface Proof {
  readonly conversation: Conversation;
  readonly facts: Facts;
  /** Null where git was not asked. */
  readonly repository: RepositoryFacts | null;
}

/** Answers every requirement, in the order in which they were declared. */
export function answerRequirements(
  _requirements: readonly Requirement[],
  _proof: Proof,
): RequirementAnswer[] {
  throw new Error("Not written yet");
}
