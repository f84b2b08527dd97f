/**
 * The judge's model, where the user named one: asked once, and not for long. It adds to what the
 * facts say; whatever goes wrong leaves that as it is. What it is told and what it answers is
 * redacted.
 */

import type { z } from "zod";
import { combineVerdicts } from "../../judge/combine.ts";
import type { CompactionVerdict } from "../../judge/compaction.ts";
import type { Conversation, ToolCall } from "../../judge/conversation.ts";
import type { Done } from "../../judge/done/facts.ts";
import type { Evidence } from "../../judge/evidence.ts";
import type { ModelVerdict } from "../../judge/parse.ts";
import { buildJudgePrompt, type JudgePromptParts } from "../../judge/prompt.ts";
import type { Task } from "../../judge/task.ts";
import type { ModelSettings } from "../../lib/model/backend.ts";
import { modelSettingsFrom, type UserModelConfig } from "../../lib/model/settings.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { realPath } from "../../lib/store/store.ts";
import type { StuckVerdict, Verdict } from "../../schema/types.ts";
import type { JudgedTurn, Spent } from "./judged.ts";
import { cache, type Cached, fresh, type JudgeState } from "./judge_state.ts";
import type { Redact } from "./redact.ts";

/** For reading and writing, beside asking: all of it must end before the client ends the hook. */
const BESIDE_MS = 20_000;

/** The latest of each kind of fact say where the work stands. */
const MAX_FACTS = 20;

/** So many of the last calls a model is shown. */
const MAX_CALLS = 10;

/** What there is to ask with. */
interface Asking {
  readonly config: UserModelConfig;
  readonly redact: Redact;
}

/** What the model is asked about. */
interface TaskCase {
  readonly conversation: Conversation;
  readonly task: Task;
  readonly evidence: Evidence;
  readonly floor: Verdict;
}

/** What came of asking whether a task is done. */
export interface AskedModel {
  readonly verdict: Verdict;
  readonly spent: Spent | null;
  readonly failure: string | null;
  /** What need not be asked or read again for a while. */
  readonly model: Cached<string> | null;
  readonly instructions: Cached<string> | null;
}

/** Whether a task is done; null where no model is named. */
export async function askAboutTask(
  turn: JudgedTurn,
  { conversation, task, evidence, floor }: TaskCase,
  { state, ...asking }: Asking & { readonly state: JudgeState },
): Promise<AskedModel | null> {
  const settings = settingsFor(turn, asking);
  if (settings === null) return null;
  const known = fresh(state.model, Date.now(), "model");
  if (known !== null) settings.models.fast ??= known;
  const kept = fresh(state.instructions, Date.now(), "instructions");
  const instructions = kept ?? await readInstructions();
  const read = kept === null ? cache(instructions, Date.now(), "instructions") : null;
  try {
    const { value, ...spent } = await answerTo(
      "task",
      {
        task: task.text,
        calls: lastCalls(conversation, task),
        response: evidence.said.text,
        evidence: { ...evidence, done: latest(evidence.done) },
        instructions,
        floor,
      },
      turn,
      settings,
      asking,
    );
    return {
      instructions: read,
      verdict: combineVerdicts(floor, value),
      spent,
      failure: null,
      model: cache(spent.model, Date.now(), "model"),
    };
  } catch (error) {
    turn.notes.error(`The model did not judge: ${messageOf(error)}`);
    return {
      instructions: read,
      verdict: floor,
      spent: null,
      failure: messageOf(error),
      model: null,
    };
  }
}

/** What a model answers to each kind of question. */
interface Answers {
  readonly task: ModelVerdict;
  readonly stuck: StuckVerdict;
  readonly compaction: CompactionVerdict;
}

/** A quick question; null where no model is named, or it gives no answer. */
export async function askQuickly<Kind extends "stuck" | "compaction">(
  turn: JudgedTurn,
  kind: Kind,
  parts: JudgePromptParts[Kind],
  asking: Asking,
): Promise<Answers[Kind] | null> {
  const settings = settingsFor(turn, asking);
  if (settings === null) return null;
  try {
    return (await answerTo(kind, parts, turn, settings, asking)).value;
  } catch (error) {
    turn.notes.error(`The model did not judge: ${messageOf(error)}`);
    return null;
  }
}

function settingsFor({ notes, host }: JudgedTurn, { config }: Asking): ModelSettings | null {
  const settings = modelSettingsFrom(config, (name) => Deno.env.get(name), host);
  for (const problem of settings.problems) notes.error(problem);
  return settings.backend === "none" || settings.inside ? null : settings;
}

async function answerTo<Kind extends keyof Answers>(
  kind: Kind,
  parts: JudgePromptParts[Kind],
  { started, modelMs }: JudgedTurn,
  settings: ModelSettings,
  { redact }: Asking,
): Promise<Spent & { readonly value: Answers[Kind] }> {
  const [{ ask }, { judgeAnswers }] = await Promise.all([
    import("../../lib/model/ask.ts"),
    import("../../judge/answers.ts"),
  ]);
  const { system, prompt } = buildJudgePrompt(kind, await redact(parts), {
    nonce: crypto.randomUUID(),
  });
  const left = Math.min(modelMs, started + modelMs + BESIDE_MS - Date.now());
  const answer = await ask({
    system,
    prompt,
    schema: judgeAnswers[kind] as unknown as z.ZodType<Answers[Kind]>,
    tier: "fast",
    signal: AbortSignal.timeout(Math.max(0, left)),
  }, settings);
  return { ...answer, value: await redact(answer.value) };
}

/** The last calls of the agent that the person talks to. */
export function lastCalls({ turns }: Conversation, { from }: Task): ToolCall[] {
  return turns.slice(from).flatMap(({ calls, subagent }) => subagent ? [] : calls)
    .slice(-MAX_CALLS);
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

/** Where a project instructs every agent, in the order in which the files are looked for. */
const INSTRUCTIONS = ["AGENTS.md", "CLAUDE.md"];

/** So much of the instructions a judge needs to know. */
const MAX_INSTRUCTIONS = 1500;

/** So much is read: far more, so that no secret is cut before it is looked for. */
const MAX_READ = 64 * 1024;

/** The beginning of the project's instructions, scrubbed; empty where there are none. */
async function readInstructions(): Promise<string> {
  for (const name of INSTRUCTIONS) {
    try {
      // A link in a repository may lead to a file that is not to be sent away.
      if (realPath(name) !== `${Deno.cwd()}/${name}`) continue;
      if (!Deno.statSync(name).isFile) continue;
      const { scrub } = await import("../../lib/scrub/scrub.ts");
      return (await scrub(beginningOf(name))).slice(0, MAX_INSTRUCTIONS);
    } catch {
      // Not there, not readable, or secrets could not be looked for: as if there were none
    }
  }
  return "";
}

function beginningOf(path: string): string {
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(MAX_READ);
  let length = 0;
  for (let read; (read = file.readSync(bytes.subarray(length))) !== null && read > 0;) {
    length += read;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}
