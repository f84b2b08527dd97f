/**
 * What is handed over when an agent is blocked: the original task, where the source stands, the
 * bounded payload, what to look at first, what fails, and the decisions that bind. Nothing of what
 * the agent said or thought.
 *
 * A packet that was built is accepted by the check, unless the facts that it was built from
 * contradict each other: then the check says how. Reads no file and runs nothing; the cost is linear
 * in what it is given, and `checkHandoff` never throws.
 */

export { buildHandoff } from "./handoff/build.ts";
export { checkHandoff } from "./handoff/check.ts";
export { formatHandoff } from "./handoff/format.ts";
export { MAX_HANDOFF } from "./handoff/limits.ts";
export { POLLUTION, type PollutionCode } from "./handoff/pollution.ts";
export type { HandoffCheckOptions, HandoffFacts } from "./handoff/types.ts";
