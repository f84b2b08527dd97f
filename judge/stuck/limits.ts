/** How long silence may last before it means something, each with its reason. */

/** The limits, in milliseconds unless the name says otherwise. */
export const STUCK_LIMITS = {
  stuckAfterMs: {
    value: 30_000,
    why: "a message younger than this says nothing: the agent may be about to go on",
  },
  uncountedAfterMs: {
    value: 60_000,
    why: "where nobody counts tokens a model that thinks looks like one that is gone",
  },
  writingMs: {
    value: 120_000,
    why: "a message that has text and is not closed is being written, but not for ever",
  },
  longToolMs: {
    value: 600_000,
    why: "installs, builds and test runs take minutes; after this it is less sure that they run",
  },
} as const;
