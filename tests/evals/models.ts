/**
 * Models that help the floor in an eval. Each is asked as the hooks ask it, with the prompt that is
 * shipped, and combined with the floor by the same rule. Loaded only where a model is named.
 */

import { answerTo } from "../../hook/judging/ask_model.ts";
import { COMPACTION_ACTIONS } from "../../judge/compaction.ts";
import type { ModelSettings } from "../../lib/model/backend.ts";
import { modelSettingsFrom } from "../../lib/model/settings.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import { STUCK_REASONS, VERDICT_SEVERITIES } from "../../schema/names.ts";
import { AGENT_VERDICTS } from "./agent_question.ts";
import type { Answered, Answers, EvalKind, ModelAnswers } from "./answer.ts";
import { findFaults } from "./assertions.ts";
import type { EvalCase } from "./cases.ts";

/** A model that takes longer has failed the case. */
const DEADLINE_MS = 60_000;

/** The answer to a case with a model's help; throws a `ModelError` where it gives none. */
export async function askModel<Kind extends EvalKind>(
  { asked, combine }: Answered<Kind>,
  settings: ModelSettings,
): Promise<Answers[Kind] | null> {
  const asker = { started: Date.now(), modelMs: DEADLINE_MS };
  const { value } = await answerTo(asked, asker, settings, { redact: scrubDeep });
  return combine(value);
}

/** Every answer of a kind that differs in more than words, with these words in it. */
const CANDIDATES: { readonly [Kind in EvalKind]: (words: string) => ModelAnswers[Kind][] } = {
  task: (words) => {
    const found = { feedback: words, missing: [words], next_actions: [words] };
    const done = { feedback: words, missing: [], next_actions: [] };
    const severities = VERDICT_SEVERITIES.toReversed().filter((severity) => severity !== "NONE");
    return [
      { complete: true, severity: "NONE", ...done, requires_human_action: false },
      ...[false, true].flatMap((requires_human_action) => [
        ...["HIGH" as const, ...severities].map((severity) => (
          { complete: false, severity, ...found, requires_human_action }
        )),
        { complete: false, severity: "NONE" as const, ...done, requires_human_action },
      ]),
    ];
  },
  stuck: (words) =>
    STUCK_REASONS.map((reason) => {
      const stuck = reason === "genuinely_stuck";
      const nudge = { shouldNudge: stuck, nudgeMessage: stuck ? words : null };
      return { stuck, reason, confidence: 0.9, ...nudge };
    }),
  compaction: (words) =>
    COMPACTION_ACTIONS.flatMap((action) =>
      [true, false].map((hasActiveGitWork) => ({
        ...{ action, hasActiveGitWork, confidence: 0.9 },
        nudgeMessage: action === "task_complete" ? null : words,
      }))
    ),
  agent: (words) =>
    AGENT_VERDICTS.map((verdict, score) => ({
      ...{ reasoning: words, score, verdict, feedback: words },
      ...{ strengths: [words], issues: [words], recommendations: [words] },
    })),
};

/**
 * A stand-in for a model that answers every case rightly: over HTTP on this machine, by the shipped
 * prompt, read by the shipped schema. What passes with it shows that a right answer of a model comes
 * through, and nothing about any model.
 */
export class StandIn implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #settings: ModelSettings;
  readonly #right = new Map<EvalCase, string>();
  #says = "";

  constructor() {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      const message = { role: "assistant", content: `\`\`\`json\n${this.#says}\n\`\`\`` };
      return Response.json({
        ...{ id: "stand-in", object: "chat.completion", created: 0, model: "stand-in" },
        choices: [{ index: 0, finish_reason: "stop", message }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      });
    });
    const variables: Readonly<Record<string, string>> = {
      REFLECTION_PROVIDER: "openai-compatible",
      REFLECTION_BASE_URL: `http://127.0.0.1:${this.#server.addr.port}/v1`,
      REFLECTION_MODEL_FAST: "stand-in",
      REFLECTION_API_KEY: "made-up",
    };
    this.#settings = modelSettingsFrom({}, (name) => variables[name]);
  }

  /** Finds the right answer to every case: the first candidate that its assertions accept. */
  async learn(kind: EvalKind, cases: readonly EvalCase[]): Promise<void> {
    const given = cases.flatMap((test) =>
      wordsFor(test).flatMap((words) => CANDIDATES[kind](words) as unknown[]).map((candidate) => ({
        test,
        output: JSON.stringify(candidate),
      }))
    );
    const faults = await findFaults(given);
    given.forEach(({ test, output }, index) => {
      if (faults[index] === null && !this.#right.has(test)) this.#right.set(test, output);
    });
  }

  /** Answers a case that it has learned. */
  async answer<Kind extends EvalKind>(answered: Answered<Kind>, test: EvalCase) {
    const right = this.#right.get(test);
    if (right === undefined) {
      throw new RangeError("No answer that a model may give fulfils the assertions");
    }
    this.#says = right;
    return await askModel(answered, this.#settings);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** What a model might write: a plain sentence, and one with the texts that assertions look for. */
function wordsFor({ assertions }: EvalCase): string[] {
  const plain = "What is open stands in the task and in the last message.";
  const texts = assertions.flatMap(({ value }) => value)
    .filter((value) => typeof value === "string" || typeof value === "number");
  return texts.length === 0 ? [plain] : [plain, `${plain} ${texts.join(" ").slice(0, 1000)}`];
}
