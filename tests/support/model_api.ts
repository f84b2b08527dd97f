/**
 * A stand-in for the Messages API and for chat completions, on loopback. What it does is said per
 * request, in order; it records every request. It speaks HTTP by hand, because a server that is
 * well-behaved cannot reset a connection or stop in the middle of a body.
 */

/** What happens to one request. */
export type Step =
  /** The model says this: a string as it is, anything else as JSON. */
  | { say: unknown; model?: string; usage?: { input: number; output: number } | null }
  /** The same after some time; for tests of deadlines, which never wait for its end. */
  | { slow: number; say: unknown }
  /** A status with an error in the API's own shape. */
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Exactly this body, with a 200: malformed, or JSON of another shape. */
  | { body: string }
  /** A body of this many bytes. */
  | { huge: number }
  /** Nothing, for ever. */
  | { hang: true }
  /** The connection ends with a reset, before or within the reply. */
  | { reset: "before" | "within" };

/** A request as it arrived. */
interface Recorded {
  method: string;
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** The body as JSON, null if it is none. */
  // deno-lint-ignore no-explicit-any -- tests look into it as they like
  json: any;
}

/** A step for every request in order, or a function that says which. */
export type Steps = readonly Step[] | ((request: Recorded, index: number) => Step);

/** The server. Where the script of steps has ended, its last step is repeated. */
export class ModelApi implements AsyncDisposable {
  /** Every request, in order. */
  readonly requests: Recorded[] = [];
  readonly #listener: Deno.TcpListener;
  readonly #open = new Set<Deno.TcpConn>();
  readonly #handlers = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #watchers: { count: number; seen: () => void }[] = [];
  #steps: Steps;
  readonly #accepting: Promise<void>;

  private constructor(steps: Steps) {
    this.#steps = steps;
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.#accepting = this.#accept();
  }

  /** Starts it. */
  static start(steps: Steps): ModelApi {
    return new ModelApi(steps);
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  /** Its address, without a path. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<void> {
    if (this.requests.length >= count) return Promise.resolve();
    return new Promise((seen) => void this.#watchers.push({ count, seen }));
  }

  /** Another script, from the next request on. */
  program(steps: Steps): void {
    this.#steps = steps;
    this.requests.length = 0;
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener) {
      this.#open.add(connection);
      const handler = this.#serve(connection).catch(() => {}).finally(() => {
        this.#open.delete(connection);
        close(connection);
        this.#handlers.delete(handler);
      });
      this.#handlers.add(handler);
    }
  }

  /** One request per connection: simple, and a reset hurts nobody else. */
  async #serve(connection: Deno.TcpConn): Promise<void> {
    const incoming = new Incoming(connection);
    const request = await incoming.allButTheEnd();
    if (request === null) return;
    const index = this.requests.push(request) - 1;
    for (const { count, seen } of this.#watchers) if (this.requests.length >= count) seen();
    const step = typeof this.#steps === "function"
      ? this.#steps(request, index)
      : this.#steps[Math.min(index, this.#steps.length - 1)];
    if (step === undefined) throw new RangeError("The stand-in has no steps");
    // Closed with a byte unread, the kernel sends a reset; and so nothing may read it then.
    if (!("reset" in step)) await incoming.end();
    await this.#perform(connection, request, step);
  }

  async #perform(connection: Deno.TcpConn, request: Recorded, step: Step): Promise<void> {
    if ("hang" in step) return await this.#closed();
    if ("reset" in step) {
      if (step.reset === "within") await write(connection, head(200, 1000) + '{"id":"m');
      return;
    }
    if ("huge" in step) return await flood(connection, step.huge);
    if ("status" in step) {
      return await reply(connection, step.status, errorBody(request, step), step.headers);
    }
    if ("body" in step) return await reply(connection, 200, step.body);
    if ("slow" in step) await this.#sleep(step.slow);
    await reply(connection, 200, answerBody(request, step));
  }

  #closed(): Promise<void> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
  }

  async #sleep(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([
      new Promise<void>((resolve) => timer = setTimeout(resolve, ms)),
      this.#closed(),
    ]);
    clearTimeout(timer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    this.#listener.close();
    for (const connection of this.#open) close(connection);
    await this.#accepting;
    await Promise.all(this.#handlers);
  }
}

/** A request that is read from a connection. */
class Incoming {
  #hasBody = false;

  constructor(readonly connection: Deno.TcpConn) {}

  /** The request; only the last byte of its body is left. Null if nothing was sent. */
  async allButTheEnd(): Promise<Recorded | null> {
    const text = await this.#until("\r\n\r\n");
    if (text === null) return null;
    const [first = "", ...lines] = text.trimEnd().split("\r\n");
    const [method = "", path = ""] = first.split(" ");
    const headers = Object.fromEntries(lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }));
    const length = Number(headers["content-length"] ?? 0);
    this.#hasBody = length > 0;
    // Every body here is a JSON object, and ends like one.
    const body = length === 0 ? "" : await this.#exactly(length - 1) + "}";
    return { method, path, headers, body, json: parse(body) };
  }

  async end(): Promise<void> {
    if (this.#hasBody && await this.#exactly(1) !== "}") {
      throw new Error("The request is not a JSON object");
    }
  }

  /** Read byte by byte, so that nothing behind it is taken. */
  async #until(mark: string): Promise<string | null> {
    let text = "";
    const byte = new Uint8Array(1);
    while (!text.endsWith(mark)) {
      if (await this.connection.read(byte) === null) return null;
      text += String.fromCharCode(byte[0] ?? 0);
    }
    return text;
  }

  async #exactly(length: number): Promise<string> {
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      const count = await this.connection.read(bytes.subarray(filled));
      if (count === null) throw new Error("The request ends early");
      filled += count;
    }
    return new TextDecoder().decode(bytes);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It is closed.
  }
}

async function write(connection: Deno.TcpConn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

function head(status: number, length: number, headers: Record<string, string> = {}): string {
  const all = {
    "content-type": "application/json",
    ...headers,
    "content-length": String(length),
    "connection": "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Stand-in\r\n${lines.join("")}\r\n`;
}

async function reply(
  connection: Deno.TcpConn,
  status: number,
  body: string,
  headers?: Record<string, string>,
): Promise<void> {
  const length = new TextEncoder().encode(body).length;
  await write(connection, head(status, length, headers) + body);
}

async function flood(connection: Deno.TcpConn, size: number): Promise<void> {
  await write(connection, head(200, size));
  const piece = "x".repeat(64 * 1024);
  for (let sent = 0; sent < size; sent += piece.length) {
    await write(connection, piece.slice(0, size - sent));
  }
}

function isChat({ path }: Recorded): boolean {
  return path.endsWith("/chat/completions");
}

function errorBody(
  request: Recorded,
  { status, message = "Made up" }: { status: number; message?: string },
): string {
  const type = status === 429
    ? "rate_limit_error"
    : status === 404
    ? "not_found_error"
    : "api_error";
  return JSON.stringify(
    isChat(request)
      ? { error: { message, type, param: null, code: null } }
      : { type: "error", error: { type, message } },
  );
}

/** The model's words in the API's own shape, by tool or by text as the request asks for. */
function answerBody(
  request: Recorded,
  { say, model = request.json?.model ?? "made-up", usage = { input: 100, output: 20 } }: {
    say: unknown;
    model?: string;
    usage?: { input: number; output: number } | null;
  },
): string {
  const text = typeof say === "string" ? say : JSON.stringify(say);
  if (isChat(request)) {
    return JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 0,
      model,
      choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
      ...(usage === null ? {} : {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
        },
      }),
    });
  }
  const tool = request.json?.tool_choice?.name ?? request.json?.tools?.[0]?.name;
  const byTool = tool !== undefined && typeof say === "object" && say !== null;
  return JSON.stringify({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: byTool
      ? [{ type: "tool_use", id: "toolu_1", name: tool, input: say }]
      : [{ type: "text", text }],
    stop_reason: byTool ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: usage?.input ?? 0, output_tokens: usage?.output ?? 0 },
  });
}
