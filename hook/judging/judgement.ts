/** Judging what the conversation shows: gather, decide, write. */

import { combineVerdicts, effectOf, floorVerdict, judgeFloor } from "../../judge/judgement.ts";
import { type Conversation, lastAgentTurn, taskStart, taskText } from "../../judge/conversation.ts";
import { feedbackText } from "../../judge/feedback.ts";
import { GUARD_LIMITS } from "../../judge/loop_guard.ts";
import { readConfigFiles } from "../../lib/config/config.ts";
import { requirementsFor } from "../../lib/config/requirements.ts";
import { messageOf, type Notes } from "../../lib/store/notes.ts";
import { requireLine } from "../clients/turn_off.ts";
import { decide, evidenceHash, type Gathered, type RedactedTexts } from "./decide.ts";
import type { Decision, Found, JudgedTurn, StartedStop } from "./judged.ts";
import { readJudgeState, writeJudgeState } from "./judge_state.ts";
import { type Redact, redactFound, redactorOf } from "./redact.ts";
import { readRepositoryFacts } from "./repository_state.ts";

/**
 * Judges a stop. The state is on disk when this returns; the record, and then what is said, is the
 * caller's to write.
 */
export async function judgeConversation(turn: JudgedTurn, stop: StartedStop): Promise<Decision> {
  const gathered = await gather(turn, stop);
  const { state, judged, push } = decide(gathered);
  writeJudgeState(turn.store, turn.session, state);
  const { verdict, found: { requirements } } = gathered.redacted;
  const feedback = push && feedbackText(verdict, {
    attempt: push.attempt,
    maxAttempts: GUARD_LIMITS.attempts,
    handOver: push.handOver,
    requirements,
    turnOff: {
      judge: turn.judgeOff,
      remove: (words) => requireLine(`--remove ${words}`, Deno.cwd()),
    },
  });
  return { judged, feedback };
}

async function gather(
  turn: JudgedTurn,
  { snapshot, run, ...stop }: StartedStop,
): Promise<Gathered> {
  const { store, session, judge, blockCap, notes } = turn;
  const { conversation, interrupted, inputSince } = snapshot;
  const before = readJudgeState(store, session);
  const env = (name: string): string | undefined => Deno.env.get(name);
  const { config, problems } = readConfigFiles(".", env);
  const declared = await requirementsFor(".", env);
  for (const problem of new Set([...problems, ...declared.problems])) notes.error(problem);

  const task = taskText(conversation, before.settled);
  const from = taskStart(conversation, before.settled);
  const worked = conversation.turns.slice(from).some(({ calls }) => calls.length > 0);
  const git = worked ? await readRepositoryFacts(turn, declared.requirements) : null;
  const judgement = judgeFloor({
    conversation,
    from,
    circumstances: {
      ...stop.circumstances,
      interrupted,
      messageWaiting: inputSince().messages > 0,
      escalated: await isEscalated(conversation),
    },
    requirements: declared.requirements,
    repository: git?.facts ?? null,
  });
  const floor = floorVerdict(judgement);
  const tree = git?.facts.tree ?? null;
  const unchanged = judgement.floor === "incomplete" &&
    evidenceHash(tree, judgement.requirements) === before.guard.evidence;
  const redact = redactorOf(conversation, from);
  // Where nothing may be said in any case, an answer would cost money and reach no agent.
  const asks = worked && judgement.vetoes.length === 0 && !unchanged && config.judge;
  const asked = asks
    ? await import("./ask_model.ts").then(({ askAboutTask }) =>
      askAboutTask(turn, { conversation, from, judgement }, {
        state: before,
        config,
        redact,
      })
    )
    : null;
  const verdict = combineVerdicts(floor, asked?.answer ?? null);
  const texts = {
    verdict,
    task: worked && task.text !== "" ? task.text : null,
    failure: asked?.failure ?? null,
    found: foundIn(judgement),
  };
  return {
    run,
    blockCap,
    // A repository may not switch the judge on, but keep it from speaking.
    observed: judge === "observe" || !config.judge,
    effect: effectOf(floor, verdict, judgement.vetoes),
    found: texts.found,
    tree,
    asked,
    change: git?.change ?? null,
    // Before the decision: it takes a while, in which other hooks may write the state.
    redacted: await redactTexts(texts, redact, notes),
    // Last of all that is read: the person may have acted, and other hooks written, meanwhile.
    since: inputSince(),
    state: readJudgeState(store, session),
  };
}

/** Whether the agent's last message hands the task over, as the unblock protocol asks. */
export async function isEscalated(conversation: Conversation): Promise<boolean> {
  const text = lastAgentTurn(conversation)?.text ?? "";
  if (!text.includes("<ESCALATION>")) return false;
  const { lintEscalation } = await import("../../judge/unblock/form.ts");
  return lintEscalation(text).violations.length === 0;
}

/** More observations of one stop are not looked at. */
const MAX_OBSERVATIONS = 12;

function foundIn({ floor, requirements, observations, vetoes }: Found): Found {
  return { floor, requirements, observations: observations.slice(0, MAX_OBSERVATIONS), vetoes };
}

/** Where secrets cannot be looked for, what was decided is left, and none of the words. */
async function redactTexts(
  texts: Omit<RedactedTexts, "withheld">,
  redact: Redact,
  notes: Notes,
): Promise<RedactedTexts> {
  if (!isQuoting(texts)) return { ...texts, withheld: false };
  const { found, ...others } = texts;
  try {
    const clean = await redactFound(found, redact);
    return { ...await redact(others), found: clean, withheld: false };
  } catch (error) {
    notes.error(`Cannot look for secrets: ${messageOf(error)}`);
    return {
      verdict: { ...texts.verdict, feedback: "", missing: [], next_actions: [], evidence: [] },
      ...{ task: null, failure: messageOf(error), withheld: true },
      found: {
        floor: found.floor,
        requirements: found.requirements.map((answer) => ({ ...answer, ...WITHHELD, ...NAMELESS })),
        observations: found.observations.map((observation) => ({ ...observation, ...WITHHELD })),
        vetoes: found.vetoes.map(({ name }) => ({ name, evidence: "" })),
      },
    };
  }
}

const WITHHELD = { evidence: "", at: null };
const NAMELESS = { name: "", settle: "" };

/** Whether anything in it is of the conversation, or of a file: what we say ourselves is no secret. */
function isQuoting({ task, failure, verdict, found }: Omit<RedactedTexts, "withheld">): boolean {
  if (task !== null || failure !== null || verdict.feedback !== "") return true;
  const { requirements, observations, vetoes } = found;
  return requirements.length + observations.length > 0 ||
    vetoes.some(({ evidence }) => evidence.includes("`"));
}
