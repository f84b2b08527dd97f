/** Judging what the conversation shows: gather, decide, write. */

import { lintEscalation } from "../../judge/unblock/escalation.ts";
import { combineVerdicts } from "../../judge/combine.ts";
import { gatherEvidence } from "../../judge/evidence.ts";
import type { Judgement } from "../../judge/judgement.ts";
import type { JudgeRun } from "../../judge/loop_guard.ts";
import { taskOf } from "../../judge/task.ts";
import { judgeTask } from "../../judge/verdict.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import type { TranscriptSnapshot } from "../clients/claude_code.ts";
import { decide, type Gathered, type RedactedTexts } from "./decide.ts";
import { ANSWERED, type Decision, type JudgedTurn } from "./judged.ts";
import { readJudgeState, writeJudgeState } from "./judge_state.ts";
import { type Redact, redactorOf, redactOrWithhold } from "./redact.ts";
import type { Notes } from "../../lib/store/notes.ts";
import { readRepositoryState } from "./repository_state.ts";

/**
 * Judges a conversation for which the loop guard has started a run. The state is on disk when this
 * returns; the record, and then what is said, is the caller's to write.
 */
export async function judgeConversation(
  turn: JudgedTurn,
  snapshot: TranscriptSnapshot,
  run: JudgeRun,
): Promise<Decision> {
  const { state, ...decision } = decide(await gather(turn, snapshot, run));
  writeJudgeState(turn.store, turn.session, state);
  return decision;
}

async function gather(
  turn: JudgedTurn,
  { conversation, inputSince }: TranscriptSnapshot,
  run: JudgeRun,
): Promise<Gathered> {
  const { store, session, judge, blockCap, notes } = turn;
  const before = readJudgeState(store, session);
  const { config, problems } = readConfigFiles(".", (name) => Deno.env.get(name));
  for (const problem of problems) notes.error(problem);
  const task = taskOf(conversation, { settled: before.settled });
  const evidence = gatherEvidence(conversation, task, lintEscalation);
  const floor = judgeTask(task, evidence);
  const redact = redactorOf(conversation, task.from);
  const worked = evidence.done.calls > 0;
  // After a chat no model is asked: it could only add to what was done. Nor where a repository
  // keeps the judge from speaking: the answer costs money, and would reach no agent.
  const asked = worked && config.judge
    ? await import("./ask_model.ts").then(({ askAboutTask }) =>
      askAboutTask(turn, { conversation, from: task.from, judgement: NOTHING_DECLARED }, {
        state: before,
        config,
        redact,
      })
    )
    : null;
  const change = worked ? await readRepositoryState(turn) : null;
  const texts = {
    verdict: combineVerdicts(floor, asked?.answer ?? null),
    task: worked ? task.text : null,
    failure: asked?.failure ?? null,
  };
  // Before the decision: it takes a while, in which other hooks may write the state.
  const redacted = floor.complete && !worked
    ? { ...texts, verdict: ANSWERED, withheld: false }
    : await redactTexts(texts, redact, notes);
  return {
    run,
    blockCap,
    // A repository may not switch the judge on, but keep it from speaking.
    observed: judge === "observe" || !config.judge,
    evidence,
    floor,
    asked,
    change,
    redacted,
    // Last of all that is read: the person may have acted, and other hooks written, meanwhile.
    since: inputSince(),
    state: readJudgeState(store, session),
  };
}

/** What a model is shown of the floor while that reads no requirements here. */
const NOTHING_DECLARED: Judgement = {
  floor: "unknown",
  facts: {
    ...{ runs: [], checks: [], edits: [], calls: [], todos: [], git: [], background: [] },
    ...{ delegated: [], total: 0, running: 0 },
  },
  requirements: [],
  observations: [],
  vetoes: [],
};

/** Where secrets cannot be looked for, what was decided is left, and none of the words. */
async function redactTexts(
  texts: Omit<RedactedTexts, "withheld">,
  redact: Redact,
  notes: Notes,
): Promise<RedactedTexts> {
  const { value, failure } = await redactOrWithhold(texts, redact, notes);
  if (value !== null) return { ...value, withheld: false };
  const none = { feedback: "", missing: [], next_actions: [], evidence: [] };
  return { verdict: { ...texts.verdict, ...none }, task: null, failure, withheld: true };
}
