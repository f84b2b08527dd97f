import assert from "node:assert/strict";
import { JUDGE_TITLE, opencodeClient } from "../../../hook/opencode/client.ts";
import { isOurs } from "../../../judge/transcript/opencode.ts";
import type {
  GivenClient,
  OfSession,
  PromptBody,
  Result,
} from "../../../hook/opencode/plugin_api.ts";
import type { ModelRequest } from "../../../hook/opencode/question.ts";
import { MODEL } from "./_messages.ts";

const REQUEST: ModelRequest["ask"] = {
  id: 7,
  ms: 30_000,
  system: "You judge",
  prompt: "Is it done?",
  model: null,
  quick: null,
};
/** Quick models, the best first; of Anthropic's the client does not have the best. */
const QUICK = { anthropic: ["haiku-9", "haiku", "haiku-3"], openai: ["mini"] };

/** A client that writes down what it is asked for. */
class Given {
  readonly done: string[] = [];
  readonly prompts: (OfSession & { body: PromptBody; signal?: AbortSignal })[] = [];
  created: Record<string, unknown> | null = null;
  /** What a model answers. */
  answers: (signal: AbortSignal | undefined) => Result = () => data({ info: MODEL, parts: [] });

  client(now: () => number = () => 0): ReturnType<typeof opencodeClient> {
    const note = (what: string, gives?: unknown) => {
      this.done.push(what);
      return data(gives);
    };
    const given: GivenClient = {
      session: {
        create: ({ body }) => {
          this.created = body;
          return note("create", { id: "ses_judge" });
        },
        get: () => note("get", { title: "Work" }),
        messages: () => note("messages", []),
        prompt: (options) => {
          this.prompts.push(options);
          this.done.push("prompt");
          return this.answers(options.signal);
        },
        promptAsync: (options) => {
          this.prompts.push(options);
          return note("promptAsync");
        },
        abort: ({ path }) => note(`abort ${path.id}`),
        delete: ({ path }) => note(`delete ${path.id}`),
      },
      config: {
        providers: () =>
          note("providers", {
            providers: [
              { id: "anthropic", models: { "haiku-3": {}, haiku: {}, mini: {} } },
              { id: "openai", models: { large: {} } },
            ],
          }),
      },
      tui: { showToast: () => note("toast") },
      app: { log: () => note("log") },
    };
    return opencodeClient(given, "/project", now);
  }
}

function data(data: unknown): Result {
  return Promise.resolve({ data });
}

const never = new AbortController().signal;

Deno.test("What we say is marked, and goes to an agent and a model under all terms", async () => {
  const given = new Given();
  const terms = { variant: "high", system: "Be brief", tools: { write: false } };
  await given.client().say("ses_1", "Go on", "nudge", { agent: "docs", model: MODEL, ...terms });
  const { path, body } = given.prompts[0]!;
  assert.equal(path.id, "ses_1");
  const { parts, ...told } = body;
  assert.deepEqual(told, { agent: "docs", model: MODEL, ...terms });
  assert.deepEqual(parts.map(({ text, metadata }) => [text, isOurs(metadata)]), [["Go on", true]]);
});

Deno.test("What we say names nothing that nobody named", async () => {
  const given = new Given();
  const nothing = { agent: null, model: null, variant: null, system: null, tools: null };
  for (const to of [nothing, null]) {
    await given.client().say("ses_1", "Go on", "feedback", to);
    assert.deepEqual(Object.keys(given.prompts.pop()!.body), ["parts"]);
  }
});

Deno.test("A message that the client refuses is an error", async () => {
  const given = new Given();
  const client = given.client();
  given.answers = () => Promise.resolve({ error: { name: "NotFound", message: "No session" } });
  const { text, failure } = await client.ask("ses_1", REQUEST, MODEL, never);
  assert.deepEqual([text, failure], [null, "OpenCode refused: No session"]);
});

Deno.test("A model is asked without tools, in a session below, which is gone afterwards", async () => {
  const given = new Given();
  const parts = [{ type: "reasoning", text: "Hm" }, { type: "text", text: "Yes" }];
  given.answers = () => data({ info: MODEL, parts });
  const reply = await given.client().ask("ses_1", REQUEST, MODEL, never);
  assert.deepEqual(reply, {
    id: 7,
    text: "Yes",
    failure: null,
    model: "anthropic/claude-opus-4-6",
  });
  assert.deepEqual(given.created, { title: JUDGE_TITLE, parentID: "ses_1" });
  const { path, body } = given.prompts[0]!;
  assert.equal(path.id, "ses_judge");
  assert.deepEqual([body.model, body.tools, body.system], [MODEL, { "*": false }, "You judge"]);
  assert.ok(body.parts.every(({ metadata }) => isOurs(metadata)));
  assert.deepEqual(given.done, ["create", "prompt", "abort ses_judge", "delete ses_judge"]);
});

const own = (providerID: string) => ({ providerID, modelID: "own" });

for (
  const [what, request, session, expected] of [
    ["The model that the user named", { model: MODEL, quick: QUICK }, null, MODEL],
    ["The session's own model", {}, MODEL, MODEL],
    ["The best quick model that the session's provider has", { quick: QUICK }, MODEL, {
      providerID: "anthropic",
      modelID: "haiku",
    }],
    // Never another provider's, though its quick model is there under that name
    [
      "The session's own model, where its provider has no quick one,",
      { quick: QUICK },
      own("openai"),
      own("openai"),
    ],
    ["The session's own model, where no quick one is named,", { quick: {} }, MODEL, MODEL],
    [
      "The session's own model, of a provider with the name of a property of every object,",
      { quick: QUICK },
      own("constructor"),
      own("constructor"),
    ],
    ["The client's choice, where the session has no model,", { quick: QUICK }, null, undefined],
  ] as const
) {
  Deno.test(`${what} is asked`, async () => {
    const given = new Given();
    await given.client().ask("ses_1", { ...REQUEST, ...request }, session, never);
    assert.deepEqual(given.prompts[0]!.body.model, expected);
  });
}

Deno.test("Which models there are is asked for once in five minutes", async () => {
  const given = new Given();
  let now = 0;
  const client = given.client(() => now);
  const ask = () => client.ask("ses_1", { ...REQUEST, quick: QUICK }, MODEL, never);
  await ask();
  now += 4 * 60_000;
  await ask();
  assert.equal(given.done.filter((what) => what === "providers").length, 1);
  now += 2 * 60_000;
  await ask();
  assert.equal(given.done.filter((what) => what === "providers").length, 2);
});

Deno.test("A model that fails gives no text, but the reason and the id", async () => {
  const given = new Given();
  given.answers = () => data({ info: { error: { name: "ProviderAuthError" } }, parts: [] });
  const { id, text, failure } = await given.client().ask("ses_1", REQUEST, MODEL, never);
  assert.deepEqual([id, text, failure], [7, null, "ProviderAuthError"]);
});

/** A model that answers when it is not waited for any more. */
function held(signal: AbortSignal | undefined): Result {
  return new Promise((_, reject) =>
    signal!.addEventListener("abort", () => reject(signal!.reason), { once: true })
  );
}

Deno.test("A model is waited for as long as the question says, and is stopped then", async () => {
  const given = new Given();
  given.answers = held;
  const { id, text, failure } = await given.client().ask(
    "ses_1",
    { ...REQUEST, ms: 10 },
    MODEL,
    never,
  );
  assert.deepEqual([id, text], [7, null]);
  assert.match(failure!, /timeout/);
  assert.deepEqual(given.done.slice(-2), ["abort ses_judge", "delete ses_judge"]);
});

Deno.test("A model is stopped when nobody wants to know any more", async () => {
  const given = new Given();
  given.answers = held;
  const calledOff = new AbortController();
  const asked = given.client().ask("ses_1", REQUEST, MODEL, calledOff.signal);
  await Promise.resolve();
  calledOff.abort();
  assert.equal((await asked).text, null);
  assert.deepEqual(given.done.slice(-2), ["abort ses_judge", "delete ses_judge"]);
});
