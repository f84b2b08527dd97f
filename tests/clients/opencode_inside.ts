/**
 * The part that runs inside of the network namespace: the stand-in API, OpenCode's server, and
 * whoever talks to it. A scenario comes in as JSON on stdin, what happened goes out on stdout.
 */

import { type Asked, type ChatApi, type ChatTurn, serveChat } from "./chat_api.ts";

/** What is done with the client, one after the other. */
export type Step =
  /** A person writes something, to whom and under which terms. */
  | { prompt: string; agent?: string; system?: string; tools?: Record<string, boolean> }
  /** A person runs a command in the client: `!command`. */
  | { shell: string }
  /** A person uses a command that the client was configured with: `/command`. */
  | { command: string }
  /** A person takes the last message back: `/undo`. */
  | { undo: true }
  /** The project is closed, and opened again by whatever comes next. */
  | { reopen: true }
  /** Waits for one more event of this kind in the person's session, or of no session. */
  | { until: string }
  /** Waits until the agent has asked the model so often. */
  | { asked: number }
  /** Waits until a file of the repository's records, by the end of its name, is there so often. */
  | { records: number; ending: string }
  /** Waits until a tool of the agent's runs. */
  | { toolRuns: true }
  /** Waits until a judging model has been asked so often. */
  | { judgeAsked: number }
  /** Lets seconds pass: only for what shall not happen. */
  | { passes: number }
  /** Asks for the agents that the client knows. */
  | { agents: true }
  | { abort: true }
  /** `/compact` */
  | { compact: true }
  /** Answers the question that the agent asked. */
  | { answer: string };

/** What to play. */
export interface OpencodeScenario {
  program: string;
  /** `serve`, and what is done with it; or the arguments of a client that ends by itself. */
  args: string[];
  cwd: string;
  env: Record<string, string>;
  config: Record<string, unknown>;
  turns: ChatTurn[];
  /** What a judging model says; null for none that ever comes. */
  judged: string | null;
  steps: Step[];
  /** Seconds after which everything is ended. */
  deadline: number;
}

/** An event of the client's. */
interface ClientEvent {
  type: string;
  // deno-lint-ignore no-explicit-any
  properties: any;
}

/** What became of it. */
export interface OpencodeHappened {
  asked: Asked[];
  events: ClientEvent[];
  /** The messages of the person's session. */
  // deno-lint-ignore no-explicit-any
  messages: any[];
  /** The agents that the client knows, where they were asked for. */
  // deno-lint-ignore no-explicit-any
  agents: any[];
  /** Every session that is there at the end. */
  // deno-lint-ignore no-explicit-any
  sessions: any[];
  output: string;
  /** What it was waiting for when the time was up. */
  late: string | null;
}

const RECORDS = ".mosaic/reflections";

async function play(scenario: OpencodeScenario): Promise<OpencodeHappened> {
  const { program, args, cwd, env, turns, judged, config, deadline } = scenario;
  const api = serveChat(turns, judged);
  const happened: OpencodeHappened = {
    asked: api.asked,
    ...{ events: [], messages: [], agents: [], sessions: [], output: "", late: null },
  };
  const child = new Deno.Command(program, {
    args,
    cwd,
    env: { ...env, OPENCODE_CONFIG_CONTENT: JSON.stringify(configured(config, api.url)) },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const listening = Promise.withResolvers<string>();
  const ended = Promise.all([child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      happened.output += text;
      const [, url] = /listening on (http:\S+)/.exec(happened.output) ?? [];
      if (url) listening.resolve(url);
    }
  }));
  const serves = args[0] === "serve";
  let doing = "the server";
  const work = async (): Promise<void> => {
    if (!serves) return void await ended;
    const talk = new Talk(await listening.promise, cwd, api.reached, happened);
    await talk.open();
    for (const step of scenario.steps) {
      doing = JSON.stringify(step);
      await talk.take(step);
    }
    await talk.close();
  };
  const late = new Promise<void>((resolve) =>
    setTimeout(() => {
      happened.late = doing;
      resolve();
    }, deadline * 1000)
  );
  await Promise.race([work(), late]);
  try {
    child.kill("SIGKILL");
  } catch {
    // Ended by itself
  }
  return happened;
}

/** A provider at the stand-in API, with a model that is compacted early, and quick ones. */
function configured(config: Record<string, unknown>, baseURL: string): Record<string, unknown> {
  const limit = { context: 20_000, output: 2_000 };
  const models = { own: { name: "Own", limit }, "gpt-4o-mini": { name: "Quick", limit } };
  const options = { baseURL, apiKey: "made-up" };
  return {
    model: "openai/own",
    small_model: "openai/own",
    share: "disabled",
    autoupdate: false,
    permission: { edit: "allow", bash: "allow" },
    provider: {
      openai: { npm: "@ai-sdk/openai-compatible", name: "Stand-in", options, models },
    },
    ...config,
  };
}

/** A person's side of the client. */
class Talk {
  #session = "";
  readonly #seen = new Map<string, number>();
  #changed = Promise.withResolvers<void>();

  constructor(
    readonly url: string,
    readonly cwd: string,
    readonly reached: ChatApi["reached"],
    readonly happened: OpencodeHappened,
  ) {}

  async open(): Promise<void> {
    await this.#hear();
    const session = await this.#request("POST", "/session", { title: "Work" });
    this.#session = (session as { id: string }).id;
  }

  async take(step: Step): Promise<void> {
    const path = `/session/${this.#session}`;
    if ("prompt" in step) {
      const { prompt, ...terms } = step;
      const body = { parts: [{ type: "text", text: prompt }], ...terms };
      await this.#request("POST", `${path}/prompt_async`, body);
    } else if ("shell" in step) {
      await this.#request("POST", `${path}/shell`, { agent: "build", command: step.shell });
    } else if ("command" in step) {
      await this.#request("POST", `${path}/command`, { command: step.command, arguments: "" });
    } else if ("undo" in step) await this.#undo(path);
    else if ("reopen" in step) await this.#request("POST", "/instance/dispose");
    else if ("until" in step) await this.#until(step.until);
    else if ("asked" in step) await this.reached(step.asked);
    else if ("records" in step) await this.#records(step.records, step.ending);
    else if ("toolRuns" in step) await this.#until("tool:running");
    else if ("judgeAsked" in step) await this.reached(step.judgeAsked, "judge");
    else if ("passes" in step) await new Promise((done) => setTimeout(done, step.passes * 1000));
    else if ("agents" in step) this.happened.agents = await this.#request("GET", "/agent") as [];
    else if ("abort" in step) await this.#request("POST", `${path}/abort`);
    else if ("compact" in step) {
      await this.#request("POST", `${path}/summarize`, { providerID: "openai", modelID: "own" });
    } else {
      const [asked] = await this.#request("GET", "/question") as { id: string }[];
      await this.#request("POST", `/question/${asked!.id}/reply`, { answers: [[step.answer]] });
    }
  }

  async close(): Promise<void> {
    this.happened.messages = await this.#request("GET", `/session/${this.#session}/message`) as [];
    this.happened.sessions = await this.#request("GET", "/session") as [];
  }

  /** Hears what happens from now on; a project that is closed says nothing until it is heard anew. */
  async #hear(): Promise<void> {
    const stream = await fetch(`${this.url}/event`);
    void this.#listen(stream.body!).then(() => this.#hear()).catch(() => {});
  }

  async #undo(path: string): Promise<void> {
    const messages = await this.#request("GET", `${path}/message`) as {
      info: { id: string; role: string };
    }[];
    const messageID = messages.findLast(({ info }) => info.role === "user")!.info.id;
    await this.#request("POST", `${path}/revert`, { messageID });
  }

  async #request(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...body === undefined ? {} : { body: JSON.stringify(body) },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  }

  async #listen(stream: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const events = `${rest}${text}`.split("\n\n");
      rest = events.pop()!;
      for (const event of events) {
        if (event.startsWith("data:")) this.#heard(JSON.parse(event.slice(5)));
      }
    }
  }

  #heard(event: ClientEvent): void {
    const { type, properties } = event;
    if (properties.part?.type === "tool") this.#count(`tool:${properties.part.state.status}`);
    if (/^(message\.part|plugin|catalog|integration|reference|file)\./.test(type)) return;
    this.happened.events.push(event);
    if ((properties.sessionID ?? this.#session) !== this.#session) return;
    this.#count(type);
    if (type === "session.status") this.#count(`${type}:${properties.status.type}`);
  }

  #count(what: string): void {
    this.#seen.set(what, (this.#seen.get(what) ?? 0) + 1);
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** One more than was waited for before. */
  async #until(type: string): Promise<void> {
    while ((this.#seen.get(type) ?? 0) === 0) await this.#changed.promise;
    this.#seen.set(type, this.#seen.get(type)! - 1);
  }

  async #records(count: number, ending: string): Promise<void> {
    const folder = `${this.cwd}/${RECORDS}`;
    await Deno.mkdir(folder, { recursive: true });
    using changes = Deno.watchFs(folder);
    const there = () =>
      Array.from(Deno.readDirSync(folder)).filter(({ name }) => name.endsWith(ending)).length;
    if (there() >= count) return;
    for await (const _ of changes) if (there() >= count) return;
  }
}

if (import.meta.main) {
  const scenario: OpencodeScenario = await new Response(Deno.stdin.readable).json();
  console.log(JSON.stringify(await play(scenario)));
  Deno.exit(0);
}
