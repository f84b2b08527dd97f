/**
 * The judge's model, where the person named one: asked once, and not for long. It adds to what the
 * floor says; whatever goes wrong leaves that as it is. What it is told and what it answers is
 * redacted. What asking needs is loaded only where a model is named.
 */

import type { Conversation } from "../../judge/conversation.ts";
import type { Judgement, ModelVerdict } from "../../judge/judgement.ts";
import type { Asked } from "../../judge/prompt.ts";
import type { ModelSettings } from "../../lib/model/backend.ts";
import { modelSettingsFrom, type UserModelConfig } from "../../lib/model/settings.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { realPath } from "../../lib/store/store.ts";
import type { HookContext } from "../event.ts";
import type { JudgedTurn, Spent } from "./judged.ts";
import { cache, type Cached, fresh, type JudgeState } from "./judge_state.ts";
import type { Redact } from "./redact.ts";

/** For reading and writing, beside asking: all of it must end before the client ends the hook. */
const BESIDE_MS = 20_000;

/** Everything that asking needs and a stop without a model does not. */
export type Questions = typeof import("../../judge/questions.ts");

/** Who asks, and for how long: a hook with its settings. */
export type Asker = Pick<JudgedTurn, "started" | "modelMs" | "host"> & Pick<HookContext, "notes">;

/** What there is to ask with. */
export interface Asking {
  readonly config: UserModelConfig;
  readonly redact: Redact;
}

/** What the model is asked about. */
interface TaskCase {
  readonly conversation: Conversation;
  /** The first turn, among those kept, of the task. */
  readonly from: number;
  readonly judgement: Judgement;
}

/** What came of asking whether a task is done. */
export interface AskedModel {
  /** For `combineVerdicts`; null where it gave none. */
  readonly answer: ModelVerdict | null;
  readonly spent: Spent | null;
  readonly failure: string | null;
  /** What need not be asked or read again for a while. */
  readonly model: Cached<string> | null;
  readonly instructions: Cached<string> | null;
}

/** Whether a task is done; null where no model is named. */
export async function askAboutTask(
  asker: Asker,
  { conversation, from, judgement }: TaskCase,
  { state, ...asking }: Asking & { readonly state: Pick<JudgeState, "model" | "instructions"> },
): Promise<AskedModel | null> {
  const settings = settingsFor(asker, asking);
  if (settings === null) return null;
  const known = fresh(state.model, Date.now(), "model");
  if (known !== null) settings.models.fast ??= known;
  const kept = fresh(state.instructions, Date.now(), "instructions");
  const text = kept ?? await readInstructions();
  const instructions = kept === null ? cache(text, Date.now(), "instructions") : null;
  try {
    const { askTask } = await loadQuestions();
    const asked = askTask(conversation, from, judgement, text);
    const { value, ...spent } = await answerTo(asked, asker, settings, asking);
    return {
      answer: value,
      spent,
      failure: null,
      model: cache(spent.model, Date.now(), "model"),
      instructions,
    };
  } catch (error) {
    asker.notes.error(`The model did not judge: ${messageOf(error)}`);
    return { answer: null, spent: null, failure: messageOf(error), model: null, instructions };
  }
}

/** A quick question; null where no model is named, or it gives no answer. */
export async function askQuickly<Answer>(
  asker: Asker,
  askedOf: (questions: Questions) => Asked<Answer>,
  asking: Asking,
): Promise<Answer | null> {
  const settings = settingsFor(asker, asking);
  if (settings === null) return null;
  try {
    const asked = askedOf(await loadQuestions());
    return (await answerTo(asked, asker, settings, asking)).value;
  } catch (error) {
    asker.notes.error(`The model did not judge: ${messageOf(error)}`);
    return null;
  }
}

function settingsFor({ notes, host }: Asker, { config }: Asking): ModelSettings | null {
  const settings = modelSettingsFrom(config, (name) => Deno.env.get(name), host);
  for (const problem of settings.problems) notes.error(problem);
  return settings.backend === "none" || settings.inside ? null : settings;
}

function loadQuestions(): Promise<Questions> {
  return import("../../judge/questions.ts");
}

/** Asks a model one question, and reads its answer; throws a `ModelError` where there is none. */
export async function answerTo<Answer>(
  { question, parts }: Asked<Answer>,
  { started, modelMs }: Pick<Asker, "started" | "modelMs">,
  settings: ModelSettings,
  { redact }: Pick<Asking, "redact">,
): Promise<Spent & { readonly value: Answer }> {
  const [{ ask }, { buildPrompt }] = await Promise.all([
    import("../../lib/model/ask.ts"),
    import("../../judge/prompt.ts"),
  ]);
  const asked = { question, parts: await redact(parts) };
  const { system, prompt } = buildPrompt(asked, crypto.randomUUID());
  const left = Math.min(modelMs, started + modelMs + BESIDE_MS - Date.now());
  const answer = await ask({
    system,
    prompt,
    schema: question.answer,
    tier: "fast",
    signal: AbortSignal.timeout(Math.max(0, left)),
  }, settings);
  return { ...answer, value: await redact(answer.value) };
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
