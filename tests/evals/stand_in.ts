/**
 * A stand-in for a model that answers every case rightly. For each case the answers that a model
 * may give are tried against its assertions, and the first that holds is what the stand-in says when
 * it is asked: over HTTP on loopback, by the shipped prompt, read by the shipped schema. So what
 * passes with it shows that a right answer of a model comes through, and nothing about any model.
 */

import { COMPACTION_ACTIONS } from "../../judge/compaction.ts";
import type { ModelSettings } from "../../lib/model/backend.ts";
import { modelSettingsFrom } from "../../lib/model/settings.ts";
import { STUCK_REASONS, VERDICT_SEVERITIES } from "../../schema/names.ts";
import { AGENT_VERDICTS } from "./agent_question.ts";
import type { ModelAnswers } from "./answer.ts";
import { whyNot } from "./assertions.ts";
import type { RunJob } from "./assertions.ts";
import type { EvalCase } from "./suite.ts";
import type { EvalKind } from "./variables.ts";

/** Every answer of a kind that says something of its own, with these words in it. */
const CANDIDATES: { readonly [Kind in EvalKind]: (words: string) => ModelAnswers[Kind][] } = {
  task: (words) => {
    const found = { feedback: words, missing: [words], next_actions: [words] };
    const done = { feedback: words, missing: [], next_actions: [], requires_human_action: false };
    const severities = VERDICT_SEVERITIES.toReversed().filter((severity) => severity !== "NONE");
    return [
      { complete: true, severity: "NONE", ...done },
      ...[false, true].flatMap((requires_human_action) =>
        ["HIGH" as const, ...severities].map((severity) => (
          { complete: false, severity, ...found, requires_human_action }
        ))
      ),
      { complete: false, severity: "NONE", ...done },
      { complete: false, severity: "NONE", ...done, requires_human_action: true },
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

/** The model. */
export class StandIn implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly settings: ModelSettings;
  #says = "";

  constructor() {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      const message = { role: "assistant", content: this.#says };
      return Response.json({
        ...{ id: "stand-in", object: "chat.completion", created: 0, model: "stand-in" },
        choices: [{ index: 0, finish_reason: "stop", message }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      });
    });
    const told: Readonly<Record<string, string>> = {
      REFLECTION_PROVIDER: "openai-compatible",
      REFLECTION_BASE_URL: `http://127.0.0.1:${this.#server.addr.port}/v1`,
      REFLECTION_MODEL_FAST: "stand-in",
      REFLECTION_API_KEY: "made-up",
    };
    this.settings = modelSettingsFrom({}, (name) => told[name]);
  }

  /**
   * Makes it answer a case rightly.
   *
   * @throws {RangeError} If no answer that a model may give fulfils the assertions.
   */
  async learn(kind: EvalKind, test: EvalCase, run: RunJob): Promise<void> {
    for (const words of wordsFor(test)) {
      for (const candidate of CANDIDATES[kind](words)) {
        this.#says = `\`\`\`json\n${JSON.stringify(candidate)}\n\`\`\``;
        if (await whyNot(JSON.stringify(candidate), test, run) === null) return;
      }
    }
    throw new RangeError("No answer that a model may give fulfils the assertions");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** What a model might write: a plain sentence, and then what the assertions or the case speak of. */
function wordsFor({ assertions, vars }: EvalCase): string[] {
  const plain = "What is open stands in the task and in the last message.";
  const literals = assertions.flatMap(({ value }) =>
    typeof value === "string"
      ? [value, ...value.match(/'[^'\n]{1,80}'|"[^"\n]{1,80}"/g) ?? []]
      : [value]
  ).flat().map((literal) => String(literal).replace(/^['"]|['"]$/g, ""));
  const said = Object.values(vars).map((value) => String(value).slice(-150));
  return [
    plain,
    `${plain} ${literals.filter(({ length }) => length < 80).join(" ")}`,
    said.join(" "),
  ];
}
