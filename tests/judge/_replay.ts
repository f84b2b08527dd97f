/** A transcript, judged at every stop in it as the hook does, without a hook. */

import { floorVerdict, judgeFloor } from "../../judge/judgement.ts";
import { type Conversation, countPersonTurns } from "../../judge/conversation.ts";
import { finishJudging, newGuardState, startJudging } from "../../judge/loop_guard.ts";
import { read } from "./_transcript.ts";

/** What the person declared done to mean where the transcripts are from. */
const REQUIRED = [{ kind: "check", command: "node --test" }] as const;

/** What became of every stop: `pushed`, or why the agent was let go. */
export function replay(lines: readonly string[]): string[] {
  let guard = newGuardState();
  return stopsIn(lines).map((end) => {
    const { conversation, lastInterrupted } = read(lines.slice(0, end));
    const personTurns = countPersonTurns(conversation);
    const options = { blockCap: 8 };
    const backgroundTasks = runningIn(conversation);
    const asked = startJudging(guard, {
      ...{ subagent: false, planMode: false, backgroundTasks },
      aborted: lastInterrupted,
      personTurns,
      ...feedbackIn(conversation),
      position: String(end),
    }, options);
    guard = asked.state;
    if (!asked.decision.judge) return asked.decision.reason;
    const judgement = judgeFloor({
      conversation,
      from: 0,
      circumstances: {
        ...{ interrupted: lastInterrupted, messageWaiting: false, planMode: false },
        ...{ subagent: false, escalated: false, backgroundTasks },
      },
      requirements: REQUIRED,
      repository: null,
    });
    const { complete, severity } = floorVerdict(judgement);
    const [veto] = judgement.vetoes;
    const { state, decision } = finishJudging(guard, {
      run: asked.decision.run,
      effect: veto ? "hold" : complete === null ? "watch" : complete ? "let_go" : "push",
      evidence: String(end),
      personTurns,
      ...{ aborted: false, observed: false },
    }, options);
    guard = state;
    if (decision.kind === "push") return `pushed [${severity}]`;
    return decision.why === "hold" ? veto!.name : decision.why;
  });
}

/** Where the agent ended a turn: behind the lines that say so. */
function stopsIn(lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => {
    const { type, isSidechain, message } = JSON.parse(line);
    const stops = type === "assistant" && !isSidechain && message.stop_reason === "end_turn";
    return stops ? [index + 1] : [];
  });
}

/** The client tells a hook what runs in the background; in the transcript it is calls without an end. */
function runningIn({ turns }: Conversation): number {
  return turns.flatMap(({ calls }) => calls)
    .filter(({ background, state }) => background && state === "running").length;
}

/** The same for whether the agent was sent back. */
function feedbackIn({ turns }: Conversation): { feedbacks: number; continued: boolean } {
  const last = turns.findLastIndex(({ origin }) => origin === "person");
  const feedbacks = turns.slice(last + 1).filter(({ origin }) => origin === "feedback").length;
  return { feedbacks, continued: feedbacks > 0 };
}
