/**
 * A stand-in for the Messages API that plays a script: one turn for each time the agent asks, in
 * order. What the client asks beside that (token counts, titles) is answered politely and is no
 * turn. Imports nothing, because it runs where there is no network.
 */

/** What the model answers: it says something and is done, or it uses a tool. */
type Answer =
  | { say: string }
  | { use: "Write" | "Bash" | "Agent" | typeof STRUCTURED; input: Record<string, unknown> };

/** The tool by which the client takes an answer of a certain shape. */
const STRUCTURED = "StructuredOutput";

/** With this in its prompt, an agent that the agent started says something and is done. */
export const SUBAGENT_MARK = "[[subagent]]";

/** How the client asks for a summary before it compacts. */
const SUMMARY_MARK = "Respond with TEXT ONLY";

/** In place of an answer of a certain shape: none ever comes. */
export const NO_ANSWER = "no answer";

/** What happens when it is the model's turn. */
export type Turn =
  | Answer
  /** The request is refused with this HTTP status, and so is every other way the client tries. */
  | { refuse: number }
  /** No answer ever comes; whoever started the API is told that the client waits. */
  | { hold: true };

/** A request of the agent, as it came. */
export interface Asked {
  system?: unknown;
  messages: unknown[];
}

/** A running API. */
interface MessagesApi {
  url: string;
  /** Every request that got a turn of the script, and any after its end. */
  asked: Asked[];
  /** Every question for an answer of a certain shape. */
  questions: Asked[];
}

interface MessagesRequest extends Asked {
  model: string;
  stream?: boolean;
  tools?: { name: string }[];
}

/** Serves the script on a free port of the loopback interface. */
export function serveMessages(
  turns: readonly Turn[],
  onHold: () => void,
  structured: { answer: unknown; after: Promise<void> },
): MessagesApi {
  const asked: Asked[] = [];
  const questions: Asked[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST") return new Response(null);
    if (pathname === "/v1/messages/count_tokens") return Response.json({ input_tokens: 1 });
    if (pathname !== "/v1/messages") return refusal(404, "There is nothing here");

    const body: MessagesRequest = await request.json();
    // Whoever asked for an answer of a certain shape gets it through a tool of this name.
    if (body.tools?.some((tool) => tool.name === STRUCTURED)) {
      questions.push({ system: body.system, messages: body.messages });
      if (structured.answer === NO_ANSWER) return await new Promise<never>(() => {});
      await structured.after;
      return answer(body, { use: STRUCTURED, input: structured.answer as Record<string, unknown> });
    }
    if (JSON.stringify(body.messages[0]).includes(SUBAGENT_MARK)) {
      return answer(body, { say: "Looked around." });
    }
    if (JSON.stringify(body.messages.at(-1)).includes(SUMMARY_MARK)) {
      return answer(body, { say: "A summary of the conversation." });
    }
    // Only the agent itself may write files; side questions come without that tool.
    if (!body.tools?.some((tool) => tool.name === "Write")) return answer(body, { say: "Fine." });
    const last = turns.at(-1);
    const turn = turns[asked.length] ?? (last && "refuse" in last ? last : undefined);
    asked.push({ system: body.system, messages: body.messages });
    if (turn === undefined) return refusal(400, "The script is over");
    if ("refuse" in turn) return refusal(turn.refuse, "Refused by the script");
    if ("hold" in turn) {
      onHold();
      return await new Promise<never>(() => {});
    }
    return answer(body, turn);
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, asked, questions };
}

function refusal(status: number, message: string): Response {
  const error = { type: "invalid_request_error", message };
  return Response.json({ type: "error", error }, { status });
}

/** One message with one block, whole or as the events that build it. */
function answer(request: MessagesRequest, turn: Answer): Response {
  const says = "say" in turn;
  const block = says
    ? { type: "text", text: turn.say }
    : { type: "tool_use", id: newId("toolu"), name: turn.use, input: turn.input };
  const message = {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model: request.model,
    content: [block],
    stop_reason: says ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  };
  if (!request.stream) return Response.json(message);

  const { stop_reason, stop_sequence, usage } = message;
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    {
      type: "content_block_start",
      index: 0,
      content_block: says ? { ...block, text: "" } : { ...block, input: {} },
    },
    {
      type: "content_block_delta",
      index: 0,
      delta: says
        ? { type: "text_delta", text: turn.say }
        : { type: "input_json_delta", partial_json: JSON.stringify(turn.input) },
    },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(body.join(""), { headers: { "content-type": "text/event-stream" } });
}

function newId(kind: string): string {
  return `${kind}_${crypto.randomUUID().replaceAll("-", "")}`;
}
