/** When the judge has to stop: every number of the loop guard, once, with its reason. */
export const GUARD_LIMITS = {
  /**
   * Feedback for one task. Long work needs several rounds; an agent that was told sixteen times and is
   * not done will not be done by being told again.
   */
  attempts: 16,

  /**
   * Feedback in a row on the same evidence. Once may be bad luck and twice a misunderstanding;
   * after three rounds that changed nothing the agent cannot do it, or the judge is wrong.
   */
  unchangedRounds: 3,

  /**
   * Blocks in a row after which a client overrides its hooks, where it has such a cap and names no
   * other. A run that the client cuts off ends without a result, so the last block of ours is one
   * less, and says that it is the last.
   */
  blockCap: 8,

  /**
   * How long an interruption counts for the next stop, whatever task that names, in milliseconds.
   * The two arrive by different ways and in either order, and the count of messages may lag.
   */
  abortCooldown: 10_000,

  /**
   * How long a judgement may be under way, in milliseconds. No judge takes longer; a process that
   * was killed never says that it is over, and must not mute the session for ever.
   */
  judging: 180_000,

  /** Characters kept of a key. Whatever is longer is none, and the state has to stay small. */
  key: 128,
} as const;
