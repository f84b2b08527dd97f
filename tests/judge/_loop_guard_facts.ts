import type { StopFacts, VerdictFacts } from "../../judge/loop_guard.ts";

/** A stop of the agent in its own session, after the person's first message. */
export function stopOf(given: Partial<StopFacts> = {}): StopFacts {
  return {
    subagent: false,
    planMode: false,
    backgroundTasks: 0,
    aborted: false,
    personTurns: 1,
    feedbacks: 0,
    position: "somewhere",
    continued: false,
    ...given,
  };
}

/** A verdict that sends the agent back, with nothing in its way. */
export function verdictOf(
  given: Pick<VerdictFacts, "run"> & Partial<VerdictFacts>,
): VerdictFacts {
  return {
    effect: "push",
    evidence: "evidence",
    personTurns: given.run.personTurns,
    aborted: false,
    observed: false,
    ...given,
  };
}
