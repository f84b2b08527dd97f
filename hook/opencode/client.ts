/**
 * The part of OpenCode's client that is used, and nothing else of it: reading a session, saying
 * something in it, a toast, and asking one of the user's own models in a session of its own.
 */

import { nameOf, objectOf, objectsOf, type Values } from "../../lib/text/values.ts";
import type { Addressee } from "./conversation.ts";
import { type Kind, markOf, type Toast } from "./messages.ts";
import type { GivenClient, PromptBody, Query } from "./plugin_api.ts";
import type { ModelName, ModelReply, ModelRequest } from "./question.ts";

/** How sessions are called in which a model judges: by this they are known, and never judged. */
export const JUDGE_TITLE = "reflection-kernel: judge";

/** A model that takes longer is not waited for. */
const ASK_MS = 180_000;

/** Which models there are does not change often. */
const MODELS_MS = 5 * 60_000;

/** The client, as it is used. */
export interface OpencodeClient {
  session(id: string): Promise<{ parentID?: unknown; title?: unknown }>;
  messages(id: string): Promise<unknown>;
  /** Says something to the agent of the last message, with its model, variant, prompt and tools. */
  say(id: string, text: string, kind: Kind, to: Addressee | null): Promise<void>;
  toast(toast: Toast): Promise<void>;
  log(message: string): Promise<void>;
  /** Asks a model without tools, in a session below this one that is deleted afterwards. */
  ask(
    id: string,
    request: ModelRequest["ask"],
    own: ModelName | null,
    signal: AbortSignal,
  ): Promise<ModelReply>;
}

/** Wraps the client that a plugin is given. */
export function opencodeClient(
  given: GivenClient,
  directory: string,
  now: () => number,
): OpencodeClient {
  const query = { directory };
  const models = cachedModels(given, query, now);
  return {
    async session(id) {
      return objectOf(dataOf(await given.session.get({ path: { id }, query }))) ?? {};
    },
    async messages(id) {
      return dataOf(await given.session.messages({ path: { id }, query }));
    },
    async say(id, text, kind, to) {
      const part = { type: "text" as const, text, metadata: markOf(kind) };
      const { agent, model, variant, system, tools } = to ?? {};
      const terms = { agent, model, variant, system, tools };
      const told = Object.entries(terms).filter(([, value]) =>
        value !== null && value !== undefined
      );
      const body: PromptBody = { parts: [part], ...Object.fromEntries(told) };
      dataOf(await given.session.promptAsync({ path: { id }, query, body }));
    },
    async toast({ message, variant }) {
      await given.tui.showToast({ query, body: { title: "Reflection", message, variant } });
    },
    async log(message) {
      const body = { service: "reflection-kernel", level: "debug" as const, message };
      await given.app.log({ query, body });
    },
    async ask(id, { id: asked, system, prompt, model: named, quick, ms }, own, signal) {
      try {
        const model = named ?? (quick === null ? own : pickModel(quick, await models(), own));
        const over = AbortSignal.any([signal, AbortSignal.timeout(Math.min(ms, ASK_MS))]);
        const body = { system, prompt, model, parentID: id, signal: over };
        return { id: asked, ...await ask(given, query, body) };
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        return { id: asked, text: null, failure };
      }
    },
  };
}

/** The models that the client has, by provider; asked for once in a while. */
function cachedModels(
  { config }: GivenClient,
  query: Query,
  now: () => number,
): () => Promise<Record<string, string[]>> {
  let cached: { list: Record<string, string[]>; until: number } | null = null;
  return async () => {
    if (cached !== null && cached.until > now()) return cached.list;
    const data = objectOf(dataOf(await config.providers({ query })));
    const list = Object.fromEntries(
      objectsOf(data?.providers).flatMap(({ id, models }) => {
        const name = nameOf(id);
        return name === null ? [] : [[name, Object.keys(objectOf(models) ?? {})]];
      }),
    );
    cached = { list, until: now() + MODELS_MS };
    return list;
  };
}

/** A session of its own, without tools, which is gone afterwards whatever happens. */
async function ask(
  { session }: GivenClient,
  query: Query,
  { system, prompt, model, parentID, signal }: {
    system: string;
    prompt: string;
    model: ModelName | null;
    /** Below another session it shows in no list, should it outlive us. */
    parentID: string;
    signal: AbortSignal;
  },
): Promise<Omit<ModelReply, "id">> {
  const created = dataOf(await session.create({ query, body: { title: JUDGE_TITLE, parentID } }));
  const id = nameOf(objectOf(created)?.id);
  if (id === null) throw new TypeError("OpenCode made no session");
  const path = { id };
  try {
    const answered = await session.prompt({
      path,
      query,
      body: {
        system,
        tools: { "*": false },
        parts: [{ type: "text", text: prompt, metadata: markOf("feedback") }],
        ...model && { model },
      },
      signal,
    });
    return replyOf(objectOf(dataOf(answered)) ?? {});
  } finally {
    // A model that is not waited for any more is stopped: it would go on, and be paid for.
    await session.abort({ path, query }).catch(() => {});
    await session.delete({ path, query }).catch(() => {});
  }
}

function replyOf({ info, parts }: Values): Omit<ModelReply, "id"> {
  const error = objectOf(objectOf(info)?.error);
  if (error !== null) {
    return { text: null, failure: nameOf(error.name) ?? "The model gave no answer" };
  }
  const text = objectsOf(parts).filter(({ type }) => type === "text")
    .map(({ text }) => typeof text === "string" ? text : "").join("\n");
  const { providerID, modelID } = objectOf(info) ?? {};
  return { text, failure: null, model: `${nameOf(providerID)}/${nameOf(modelID)}` };
}

/** What a call gave; it tells of errors instead of throwing them. */
function dataOf(result: { data?: unknown; error?: unknown }): unknown {
  if (result.error !== undefined) {
    const { name, message } = objectOf(result.error) ?? {};
    throw new Error(`OpenCode refused: ${nameOf(message) ?? nameOf(name) ?? "no reason given"}`);
  }
  return result.data;
}

/**
 * The first quick model of the provider that the session uses; the session's own where there is
 * none. Never another provider's: what a session says to one is not for another to see.
 *
 * @param quick Quick models by provider, the best first.
 * @param available What the client has, by provider.
 */
function pickModel(
  quick: Readonly<Record<string, readonly string[]>>,
  available: Readonly<Record<string, readonly string[]>>,
  own: ModelName | null,
): ModelName | null {
  if (own === null) return null;
  const { providerID } = own;
  const models = Object.hasOwn(available, providerID) ? available[providerID] ?? [] : [];
  const names = Object.hasOwn(quick, providerID) ? quick[providerID] ?? [] : [];
  const modelID = names.find((name) => models.includes(name));
  return modelID === undefined ? own : { providerID, modelID };
}
