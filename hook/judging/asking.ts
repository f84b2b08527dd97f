/**
 * The judge's model, where the user named one: asked once per stop, in half a minute at most. It adds
 * to the floor's verdict; whatever goes wrong leaves that as it is.
 */

import { combineVerdicts } from "../../judge/combine.ts";
import type { Conversation } from "../../judge/conversation.ts";
import type { Done } from "../../judge/done/facts.ts";
import type { Evidence } from "../../judge/evidence.ts";
import { buildJudgePrompt } from "../../judge/prompt.ts";
import type { Task } from "../../judge/task.ts";
import { modelSettingsFrom, type UserModelConfig } from "../../lib/model/settings.ts";
import type { Verdict } from "../../schema/types.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { readInstructions } from "./instructions.ts";
import { cache, type Cached, fresh, type JudgeState } from "./judge_state.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import type { JudgedTurn, Spent } from "./verdict_record.ts";

/** For reading and writing, beside asking: all of it must end before the client ends the hook. */
const BESIDE_MS = 20_000;

/** The latest of each kind of fact say where the work stands; each has to be scrubbed. */
const MAX_FACTS = 20;
const MAX_CALLS = 10;

/** What the model is asked about. */
export interface Case {
  readonly conversation: Conversation;
  readonly task: Task;
  readonly evidence: Evidence;
  readonly floor: Verdict;
}

/** What came of asking. */
export interface AskedModel {
  readonly verdict: Verdict;
  readonly spent: Spent | null;
  readonly failure: string | null;
  /** What need not be asked or read again for a while. */
  readonly model: Cached<string> | null;
  readonly instructions: Cached<string> | null;
}

/** Asks the model that the user named; null where none is. */
export async function askModel(
  { notes, started, modelMs, host }: JudgedTurn,
  about: Case,
  state: JudgeState,
  config: UserModelConfig,
): Promise<AskedModel | null> {
  const settings = modelSettingsFrom(config, (name) => Deno.env.get(name), host);
  for (const problem of settings.problems) notes.error(problem);
  if (settings.backend === "none" || settings.inside) return null;

  const known = fresh(state.model, Date.now(), "model");
  if (known !== null) settings.models.fast ??= known;
  const kept = fresh(state.instructions, Date.now(), "instructions");
  const instructions = kept ?? await readInstructions();
  const again = {
    instructions: kept === null ? cache(instructions, Date.now(), "instructions") : null,
  };
  try {
    const [{ ask }, { judgeAnswers }] = await Promise.all([
      import("../../lib/model/ask.ts"),
      import("../../judge/answers.ts"),
    ]);
    const { system, prompt } = await questionOf(about, instructions);
    const { value, ...spent } = await ask({
      system,
      prompt,
      schema: judgeAnswers.task,
      tier: "fast",
      signal: AbortSignal.timeout(
        Math.max(0, Math.min(modelMs, started + modelMs + BESIDE_MS - Date.now())),
      ),
    }, settings);
    const verdict = combineVerdicts(about.floor, value);
    return {
      ...again,
      verdict,
      spent,
      failure: null,
      model: cache(spent.model, Date.now(), "model"),
    };
  } catch (error) {
    notes.error(`The model did not judge: ${messageOf(error)}`);
    return { ...again, verdict: about.floor, spent: null, failure: messageOf(error), model: null };
  }
}

async function questionOf({ conversation, task, evidence, floor }: Case, instructions: string) {
  const calls = conversation.turns.slice(task.from)
    .flatMap(({ calls, subagent }) => subagent ? [] : calls).slice(-MAX_CALLS);
  const parts = await scrubDeep({
    task: task.text,
    calls,
    response: evidence.said.text,
    evidence: { ...evidence, done: latest(evidence.done) },
    floor,
  });
  return buildJudgePrompt("task", { ...parts, instructions }, { nonce: crypto.randomUUID() });
}

/** The end of every list of facts. */
function latest(done: Done): Done {
  return Object.fromEntries(
    Object.entries(done).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(-MAX_FACTS) : value,
    ]),
  ) as unknown as Done;
}
