/**
 * A stop after mere talk: no call was made for the task at hand. Then nothing can be unmet and nothing
 * was changed, so that git is not asked and no model either. Most stops are such, which is why they
 * load next to nothing. Of what was said nothing is kept.
 */

import { type Conversation, taskStart } from "../../judge/conversation.ts";
import type { Facts } from "../../judge/evidence/facts.ts";
import type { Verdict } from "../../schema/types.ts";
import { vetoesOf } from "../../judge/vetoes.ts";
import { decide } from "./decide.ts";
import type { Decision, Found, JudgedTurn, StartedStop } from "./judged.ts";
import { type JudgeState, writeJudgeState } from "./judge_state.ts";

/** Whether nothing but words came since the last task was settled. */
export function isTalk(conversation: Conversation, settled: number): boolean {
  const { turns } = conversation;
  return turns.slice(taskStart(conversation, settled)).every(({ calls }) => calls.length === 0);
}

/** Judges such a stop. The state is on disk when this returns. */
export function judgeTalk(
  turn: JudgedTurn,
  { snapshot, circumstances, run }: StartedStop,
  state: JudgeState,
): Decision {
  const { interrupted, conversation, inputSince } = snapshot;
  const since = inputSince();
  const vetoes = vetoesOf(conversation, NO_CALLS, {
    ...circumstances,
    ...{ interrupted, messageWaiting: since.messages > 0, escalated: false },
  });
  const found: Found = {
    ...{ floor: "unknown", requirements: [], observations: [] },
    // A quotation stands at the end.
    vetoes: vetoes.map(({ name, evidence }) => ({ name, evidence: evidence.split(": `")[0]! })),
  };
  const { state: after, judged } = decide({
    ...{ run, blockCap: turn.blockCap, observed: turn.judge === "observe", effect: "hold", found },
    ...{ tree: null, asked: null, change: null, since, state },
    redacted: { verdict: NOTHING_TELLS, task: null, failure: null, found, withheld: false },
  });
  writeJudgeState(turn.store, turn.session, after);
  return { judged, feedback: null };
}

const NO_CALLS: Facts = {
  ...{ runs: [], checks: [], edits: [], calls: [], todos: [], git: [], background: [] },
  ...{ delegated: [], total: 0, running: 0 },
};

const NOTHING_TELLS: Verdict = {
  ...{ complete: null, severity: "NONE", feedback: "", missing: [], next_actions: [] },
  ...{ requires_human_action: false, evidence: [] },
};
