/**
 * A stand-in for a chat completions API that plays a script: one turn for each time the agent asks,
 * in order. What is asked beside that (summaries, subagents, a judge) is answered politely and is no
 * turn. Imports nothing, because it runs where there is no network.
 */

/** What the model answers: it says something and is done, or it uses a tool. */
export type ChatTurn =
  | { say: string; tokens?: number }
  /** Calls have ids of their own, unless the provider is one that repeats them. */
  | { use: string; input: Record<string, unknown>; tokens?: number; callId?: string }
  /** It says something, and then the connection breaks. */
  | { breakAfter: string }
  /** The request is refused with this HTTP status, as often as the client tries. */
  | { refuse: number }
  /** No answer ever comes. */
  | { hold: true };

/** A request, as it came. */
interface ChatRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
}

/** With this in its first message, an agent that the agent started says something and is done. */
export const SUBAGENT = "[[subagent]]";

/** Who asks: the agent, by its tools; or somebody beside it. */
type Asker = "agent" | "subagent" | "summary" | "title" | "judge" | "other";

/** A request with who made it. */
export interface Asked {
  by: Asker;
  request: ChatRequest;
}

/** A running API. */
export interface ChatApi {
  url: string;
  asked: Asked[];
  /** Resolves when the agent, or somebody else, has asked so often. */
  reached(count: number, by?: Asker): Promise<void>;
}

/** Serves the script on a free port of the loopback interface. */
export function serveChat(turns: readonly ChatTurn[], judged: string | null): ChatApi {
  const asked: Asked[] = [];
  const waiting: { by: Asker; count: number; resolve: () => void }[] = [];
  const askedBy = (who: Asker): number => asked.filter(({ by }) => by === who).length;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (given) => {
    const request: ChatRequest = await given.json();
    const by = askerOf(request);
    asked.push({ by, request });
    for (const wait of waiting) if (wait.count <= askedBy(wait.by)) wait.resolve();
    if (by === "judge") return judged === null ? await never() : answer(request, { say: judged });
    if (by !== "agent") return answer(request, { say: POLITE[by] });
    const last = turns.at(-1);
    const turn = turns[askedBy("agent") - 1] ?? (last && "refuse" in last ? last : undefined);
    if (turn === undefined) return refusal(400, "The script is over");
    if ("refuse" in turn) return refusal(turn.refuse, "Refused by the script");
    if ("breakAfter" in turn) return broken(request, turn.breakAfter);
    return "hold" in turn ? await never() : answer(request, turn);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    asked,
    reached: (count, by = "agent") =>
      askedBy(by) >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ by, count, resolve })),
  };
}

/** What others than the agent are told. */
const POLITE: Readonly<Record<Exclude<Asker, "agent" | "judge">, string>> = {
  subagent: "Looked around.",
  summary: "A summary of the conversation.",
  title: "A title",
  other: "Fine.",
};

function askerOf({ messages, tools }: ChatRequest): Asker {
  const text = JSON.stringify(messages);
  if (text.includes('"complete": true or false') || /You judge|You are a judge/.test(text)) {
    return "judge";
  }
  const user = JSON.stringify(messages.find(({ role }) => role === "user")?.content ?? "");
  if (user.includes(SUBAGENT)) return "subagent";
  const names = tools?.map((tool) => tool.function.name) ?? [];
  if (names.includes("bash")) return "agent";
  if (text.includes("You are a title generator")) return "title";
  return /summar/i.test(text) ? "summary" : "other";
}

function never(): Promise<never> {
  return new Promise<never>(() => {});
}

function refusal(status: number, message: string): Response {
  return Response.json({ error: { message, type: "invalid_request_error" } }, { status });
}

let calls = 0;

function answer({ model }: ChatRequest, turn: Extract<ChatTurn, { tokens?: number }>): Response {
  const says = "say" in turn;
  const delta = says ? { content: turn.say } : {
    content: "",
    tool_calls: [{
      index: 0,
      id: turn.callId ?? `call_${++calls}`,
      type: "function",
      function: { name: turn.use, arguments: JSON.stringify(turn.input) },
    }],
  };
  const prompt_tokens = turn.tokens ?? 100;
  const usage = { prompt_tokens, completion_tokens: 10, total_tokens: prompt_tokens + 10 };
  const body = chunk(model, delta, null) +
    chunk(model, {}, says ? "stop" : "tool_calls", { usage });
  return new Response(`${body}data: [DONE]\n\n`, { headers: STREAM });
}

function broken({ model }: ChatRequest, content: string): Response {
  const stream = new ReadableStream<string>({
    start: (to) => to.enqueue(chunk(model, { content }, null)),
    async pull(to) {
      // The client shall have read what was said.
      await new Promise((done) => setTimeout(done, 300));
      to.error(new Error("Broken by the script"));
    },
  }, { highWaterMark: 2 });
  return new Response(stream.pipeThrough(new TextEncoderStream()), { headers: STREAM });
}

const STREAM = { "content-type": "text/event-stream" };

function chunk(model: string, delta: unknown, finish_reason: string | null, more = {}): string {
  const choices = [{ index: 0, delta: { role: "assistant", ...delta as object }, finish_reason }];
  const head = { id: "chat", object: "chat.completion.chunk", created: 1, model };
  return `data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`;
}
