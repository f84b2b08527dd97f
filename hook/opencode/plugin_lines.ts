/** Talking with the plugin: a line of JSON each, in both directions; and asking its models that way. */

import { LineCutter } from "../../lib/text/lines.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";
import type { Backend } from "../../lib/model/backend.ts";
import { ModelError } from "../../lib/model/errors.ts";
import { CLIENTS_CHOICE, FAST_MODELS } from "../../lib/model/tiers.ts";
import type { ModelRequest, Question } from "./question.ts";

/** A conversation of a whole day, bounded as it is, has less. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The plugin at the other end of stdin and stdout. */
export class PluginLines {
  readonly #chunk = new Uint8Array(256 * 1024);
  readonly #lines: string[] = [];
  readonly #cutter = new LineCutter(MAX_BYTES, (line, length) => {
    if (length > MAX_BYTES) throw new RangeError(`The line has more than ${MAX_BYTES} bytes`);
    this.#lines.push(new TextDecoder().decode(line));
  });
  readonly #replies = new Map<unknown, (reply: Values | null) => void>();
  #listening: Promise<void> | null = null;
  #ended = false;
  #asked = 0;

  /** The first line: what is asked of us. */
  async question(): Promise<unknown> {
    return await this.#next();
  }

  /** Says something. */
  say(line: unknown): void {
    const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  }

  /** Asks the plugin; null where it is gone. What comes later than it is waited for is dropped. */
  async ask(request: Values, signal: AbortSignal | undefined): Promise<Values | null> {
    const id = ++this.#asked;
    const reply = Promise.withResolvers<Values | null>();
    this.#replies.set(id, reply.resolve);
    const giveUp = () => reply.reject(signal?.reason);
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      this.#listening ??= this.#listen();
      this.say({ ask: { id, ...request } });
      return this.#ended ? null : await reply.promise;
    } finally {
      signal?.removeEventListener("abort", giveUp);
      this.#replies.delete(id);
    }
  }

  async #listen(): Promise<void> {
    try {
      for (let line; (line = await this.#next()) !== null;) {
        const reply = objectOf(line);
        this.#replies.get(reply?.id)?.(reply);
      }
    } catch {
      // As if it were gone
    }
    this.#ended = true;
    for (const resolve of this.#replies.values()) resolve(null);
  }

  /** The next line; null where none comes any more. */
  async #next(): Promise<unknown> {
    while (this.#lines.length === 0) {
      const read = await Deno.stdin.read(this.#chunk);
      if (read === null) return null;
      this.#cutter.push(this.#chunk.subarray(0, read));
    }
    return JSON.parse(this.#lines.shift()!);
  }
}

/** So long a model is waited for, by what it is asked, in milliseconds. */
export const MODEL_MS = { task: 180_000, stuck: 30_000, compaction: 30_000 } as const;

/**
 * A backend that asks through the plugin. Whether a task is done is worth the model that the session
 * uses; a silence and a compaction are quick questions.
 */
export function ownModel(lines: PluginLines, { kind }: Pick<Question, "kind">): Backend {
  const quick = kind === "task" ? null : FAST_MODELS;
  return async ({ system, messages, model, jsonSchema, signal }) => {
    const request: Omit<ModelRequest["ask"], "id"> = {
      system: `${system}\n\nAnswer with nothing but JSON of this schema:\n${
        JSON.stringify(jsonSchema)
      }`,
      prompt: messages.map(({ role, content }) =>
        role === "user" ? content : `You answered before:\n${content}`
      ).join("\n\n"),
      model: named(model),
      quick,
      ms: MODEL_MS[kind],
    };
    const { text, model: asked, failure } = await lines.ask({ ...request }, signal) ?? {};
    if (typeof text !== "string") {
      throw new ModelError(
        "permanent",
        `OpenCode's model gave no answer: ${failure ?? "it ended"}`,
      );
    }
    return { text, model: String(asked), usage: null, cost_usd: null };
  };
}

/** A model that the user named, as `provider/model`. */
function named(model: string): ModelRequest["ask"]["model"] {
  if (model === CLIENTS_CHOICE) return null;
  const [providerID = "", ...rest] = model.split("/");
  if (rest.length === 0) {
    throw new ModelError("not_configured", `Model "${model}" must be named as provider/model`);
  }
  return { providerID, modelID: rest.join("/") };
}
