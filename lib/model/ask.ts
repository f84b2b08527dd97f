/**
 * Asking a model a question whose answer has a shape.
 *
 * A wrong answer is shown to the model once, with what is wrong about it; a transient failure is
 * tried again once. Nothing is asked inside of an answer: a review never starts a review. What a
 * backend needs is loaded only when it is asked.
 *
 * @module
 */

import type { TokenUsage } from "../../schema/types.ts";
import { jsonIn } from "../text/json_in_text.ts";
import type {
  Backend,
  BackendName,
  Message,
  ModelReply,
  ModelRequest,
  ModelSettings,
} from "./backend.ts";
import { ModelError, withoutKey } from "./errors.ts";
import { cost } from "./prices.ts";
import { modelsFor, type Tier } from "./tiers.ts";
import type { z } from "zod";

export { ModelError } from "./errors.ts";

/** What is asked. */
export interface Question<T> {
  /** Who the model is and what it must do. */
  system: string;
  /** What it works on. */
  prompt: string;
  /** The shape of the answer; it must have a JSON Schema. */
  schema: z.ZodType<T>;
  /** How much thought it is worth. */
  tier: Tier;
  /** A deadline, or another reason to give up. */
  signal?: AbortSignal;
  /**
   * The most that the model may write, per try.
   * @default {4096}
   */
  maxOutputTokens?: number;
}

/** What came back. */
export interface Answer<T> {
  /** Of the shape that was asked for. */
  value: T;
  /** The model, as it calls itself. */
  model: string;
  /** What it charged for, a wrong answer included; null if it did not say. */
  usage: TokenUsage | null;
  /** What that costs; null if it is not known. */
  cost_usd: number | null;
}

/** Between a transient failure and the second try. */
const RETRY_AFTER_MS = 2000;

const MAX_OUTPUT_TOKENS = 4096;

/** How much of a wrong answer the model is shown again. */
const MAX_SHOWN = 20_000;

/** What a backend needs is loaded only where it is asked; a client's own models need nothing. */
const LOADERS: Record<Exclude<BackendName, "none" | "opencode">, () => Promise<{ send: Backend }>> =
  {
    "claude": () => import("./backends/claude.ts"),
    "anthropic": () => import("./backends/anthropic.ts"),
    "openai-compatible": () => import("./backends/openai_compatible.ts"),
  };

/** Asks a model; throws a `ModelError` where there is no answer of the shape asked for. */
export async function ask<T>(question: Question<T>, settings: ModelSettings): Promise<Answer<T>> {
  if (settings.inside) {
    throw new ModelError("not_configured", "A model is not asked inside of a review");
  }
  if (settings.backend === "none") {
    throw new ModelError("not_configured", settings.problems[0] ?? "No model is configured");
  }
  const models = modelsFor(question.tier, settings);
  if (models.length === 0) {
    throw new ModelError(
      "not_configured",
      `No model is named for tier "${question.tier}" of "${settings.backend}"`,
    );
  }
  throwIfAborted(question.signal);
  const send = await backendOf(settings);
  const conversation = new Conversation(question, models, send, settings);
  const first = await conversation.say([{ role: "user", content: question.prompt }]);
  const answer = readAnswer(first.text, question.schema);
  if (answer.ok) return conversation.answer(answer.value);

  const second = await conversation.say([
    { role: "user", content: question.prompt },
    // No API takes an empty message.
    { role: "assistant", content: first.text.trim().slice(0, MAX_SHOWN) || "(nothing)" },
    { role: "user", content: repairRequest(answer) },
  ]);
  const repaired = readAnswer(second.text, question.schema);
  if (repaired.ok) return conversation.answer(repaired.value);
  throw new ModelError(
    "invalid_answer",
    "The model answered twice with something else than was asked for: " +
      withoutKey(repaired.problem, settings.apiKey),
    { spent: conversation.spent },
  );
}

async function backendOf({ backend, host, problems }: ModelSettings): Promise<Backend> {
  if (backend !== "none" && backend !== "opencode") return (await LOADERS[backend]()).send;
  if (host !== null) return host;
  throw new ModelError("not_configured", problems[0] ?? "No model is configured");
}

function repairRequest(answer: Answered<unknown> & { ok: false }): string {
  return `That is not an answer of the shape that was asked for: ${answer.problem}\n` +
    "Answer again, with nothing but one JSON value that follows the schema.";
}

/** The requests of one question: it finds the model, tries again, and keeps count of the cost. */
class Conversation<T> {
  readonly #question: Question<T>;
  #models: readonly string[];
  readonly #send: Backend;
  readonly #settings: ModelSettings;
  readonly #replies: ModelReply[] = [];

  constructor(
    question: Question<T>,
    models: readonly string[],
    send: Backend,
    settings: ModelSettings,
  ) {
    this.#question = question;
    this.#models = models;
    this.#send = send;
    this.#settings = settings;
  }

  /** Sends the messages to the first model that the provider has. */
  async say(messages: readonly Message[]): Promise<ModelReply> {
    while (true) {
      const [model = "", ...others] = this.#models;
      try {
        const reply = await this.#tryTwice(this.#request(model, messages));
        this.#models = [model];
        this.#replies.push(reply);
        return reply;
      } catch (error) {
        const unknown = error instanceof ModelError && error.status === 404;
        if (!unknown || others.length === 0) throw this.#withCosts(error);
        this.#models = others;
      }
    }
  }

  #request(model: string, messages: readonly Message[]): ModelRequest {
    const { system, schema, signal, maxOutputTokens = MAX_OUTPUT_TOKENS } = this.#question;
    // What the schema takes in, before any transformation; which draft it is helps no model.
    const { $schema: _, ...jsonSchema } = schema.toJSONSchema({ io: "input" });
    return { model, system, messages, jsonSchema, maxOutputTokens, signal };
  }

  async #tryTwice(request: ModelRequest): Promise<ModelReply> {
    const { signal } = request;
    try {
      return await this.#tryOnce(request);
    } catch (error) {
      if (!(error instanceof ModelError) || error.kind !== "transient") throw error;
      await this.#settings.wait(RETRY_AFTER_MS, signal).catch((reason) => {
        throwIfAborted(signal);
        throw reason;
      });
      return await this.#tryOnce(request);
    }
  }

  async #tryOnce(request: ModelRequest): Promise<ModelReply> {
    throwIfAborted(request.signal);
    try {
      return await this.#send(request, this.#settings);
    } catch (error) {
      // Whatever it failed with, the asker had given up.
      throwIfAborted(request.signal);
      throw error;
    }
  }

  /** An error of a later request also says what the earlier ones cost. */
  #withCosts(error: unknown): unknown {
    if (!(error instanceof ModelError) || this.#replies.length === 0) return error;
    return new ModelError(error.kind, error.message, {
      spent: this.spent,
      ...(error.status === null ? {} : { status: error.status }),
    });
  }

  answer(value: T): Answer<T> {
    return { value, ...this.spent };
  }

  /** All that was asked so far; a sum with an unknown in it is unknown. */
  get spent(): Omit<Answer<T>, "value"> {
    const { model } = this.#replies.at(-1) ?? { model: "" };
    const usages = this.#replies.map(({ usage }) => usage);
    const costs = this.#replies.map((reply) =>
      reply.cost_usd ?? (reply.usage === null ? null : cost(reply.model, reply.usage))
    );
    return {
      model,
      usage: usages.reduce((sum, usage) =>
        sum === null || usage === null ? null : {
          input_tokens: sum.input_tokens + usage.input_tokens,
          output_tokens: sum.output_tokens + usage.output_tokens,
        }, { input_tokens: 0, output_tokens: 0 }),
      cost_usd: costs.reduce((sum, cost) => sum === null || cost === null ? null : sum + cost, 0),
    };
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  const late = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
  throw new ModelError(
    "aborted",
    late ? "The model did not answer in time" : "The request to the model was cancelled",
  );
}

/** A value of the right shape, or what is wrong. */
type Answered<T> = { ok: true; value: T } | { ok: false; problem: string };

/** As many faults as a model needs to see; a long list would cost more than it helps. */
const MAX_FAULTS = 10;

/**
 * Reads a text that should be JSON; a code fence around it, or words beside it, are no fault. Of
 * several values the one of the right shape is meant; of several different ones, none is taken.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Answered<T> {
  const checks = [...jsonIn(text)].map((value) => schema.safeParse(value));
  const good = checks.filter((check) => check.success).map(({ data }) => data);
  if (good.length > 0) {
    return areSame(good)
      ? { ok: true, value: good[0] as T }
      : { ok: false, problem: `it has ${good.length} answers that differ` };
  }
  const [wrong] = checks;
  if (wrong?.error === undefined) {
    return { ok: false, problem: text.trim() === "" ? "it is empty" : "it is not JSON" };
  }
  const faults = wrong.error.issues.slice(0, MAX_FAULTS).map(({ path, message }) =>
    `${path.length === 0 ? "the value" : path.map(String).join(".")}: ${message}`
  );
  return { ok: false, problem: faults.join("; ").slice(0, 2000) };
}

function areSame(values: readonly unknown[]): boolean {
  if (values.length < 2) return true;
  return new Set(values.map((value) => JSON.stringify(value))).size === 1;
}
