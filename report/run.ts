/** One run: what the records of one end of a turn come to. */

import type {
  Answer,
  Capture,
  Entry,
  Escalation,
  Judgement,
  Reading,
} from "../lib/records/entry.ts";

/** The entries that belong together, oldest first. */
export interface Run {
  readonly repo: string;
  readonly session: string;
  readonly task: string;
  readonly agent: string;
  /** When the turn ended, in milliseconds since 1970. */
  readonly time: number;
  /** Which run of its session it is, from 1. */
  readonly turn: number;
  /**
   * Whether no later run of its session takes its place. A capture holds all that the session changed
   * so far, so only the next capture takes the place of one.
   */
  readonly latest: boolean;
  /** Null where the turn was judged, read or given up, and never captured. */
  readonly capture: Capture | null;
  readonly judgements: readonly Judgement[];
  readonly readings: readonly Reading[];
  readonly escalations: readonly Escalation[];
  readonly answers: readonly Answer[];
  /**
   * The review that holds for this run: its own, else the latest earlier one of the session,
   * because a change that was read before is not read again.
   */
  readonly standing: Reading | null;
  /**
   * What was handed over in this run or an earlier one of the session, where nothing shows that
   * it was answered: a message of the person's after it, a complete verdict, or an answer that
   * sends the coder on.
   */
  readonly blockedBy: Escalation | Answer | null;
}

/** Names a run, in addresses and on command lines. */
export function runId({ session, time }: Pick<Run, "session" | "time">): string {
  return `${session}@${new Date(time).toISOString()}`;
}

/** Every entry of a run. */
export function entriesOf(run: Run): readonly Entry[] {
  const { capture, judgements, readings, escalations, answers } = run;
  return [
    ...capture === null ? [] : [capture],
    ...judgements,
    ...readings,
    ...escalations,
    ...answers,
  ];
}

/** The judgement that holds: the last one that judged anything, else the last one. */
export function holdingJudgement({ judgements }: Run): Judgement | null {
  return judgements.findLast(({ judged, silence }) => judged || silence !== null) ??
    judgements.at(-1) ?? null;
}
