/**
 * How a message of ours is told from a person's: by metadata on its text, which the client keeps.
 * A message without it would count as a new task and start everything over.
 */

/** What we say to an agent: that a task is not done, or that it should go on. */
export type Kind = "feedback" | "nudge";

const KEY = "reflection-kernel";

/** The metadata of a message of ours. */
export function markOf(kind: Kind): Record<string, unknown> {
  return { [KEY]: { kind } };
}

/** Whether metadata is ours. */
export function isOurs(metadata: unknown): boolean {
  return typeof metadata === "object" && metadata !== null && KEY in metadata;
}
