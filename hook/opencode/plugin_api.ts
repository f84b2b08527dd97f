/**
 * The part of OpenCode's plugin interface that is used, written down here: the package that has all
 * of it brings a runtime along that nothing here needs. The tests with the real client hold it to
 * what that really does.
 */

/** Which project a request is about. */
export interface Query {
  /** The folder that the client was opened in. */
  readonly directory: string;
}

/** What every request gives. */
export type Result = Promise<{ data?: unknown; error?: unknown }>;

/** A request about one session. */
export interface OfSession {
  /** Which session. */
  readonly path: { readonly id: string };
  /** Which project. */
  readonly query: Query;
}

/** What a message to an agent consists of. */
export interface PromptBody {
  /** Its texts. */
  readonly parts: readonly {
    readonly type: "text";
    readonly text: string;
    readonly metadata: Record<string, unknown>;
  }[];
  /** Which agent gets it; the client's default where none is named. */
  readonly agent?: string;
  /** Which model answers; the client's default where none is named. */
  readonly model?: { readonly providerID: string; readonly modelID: string };
  /** How hard the model is to think. */
  readonly variant?: string;
  /** More for the system prompt. */
  readonly system?: string;
  /** Tools by name, `*` for all, and whether they may be used. */
  readonly tools?: Readonly<Record<string, boolean>>;
}

/** What the client does with sessions. */
export interface SessionRequests {
  /** Makes one. */
  create(options: { query: Query; body: { title: string; parentID?: string } }): Result;
  /** What it is. */
  get(options: OfSession): Result;
  /** All that was said and done in it. */
  messages(options: OfSession): Result;
  /** Says something in it, and ends when the agent has answered. */
  prompt(options: OfSession & { body: PromptBody; signal?: AbortSignal }): Result;
  /** Says something in it, and ends when the message is accepted. */
  promptAsync(options: OfSession & { body: PromptBody }): Result;
  /** Stops the agent. */
  abort(options: OfSession): Result;
  /** Removes it. */
  delete(options: OfSession): Result;
}

/** The client that a plugin is given. */
export interface GivenClient {
  /** Sessions. */
  readonly session: SessionRequests;
  /** Which models there are. */
  readonly config: { providers(options: { query: Query }): Result };
  /** The terminal. */
  readonly tui: {
    showToast(options: {
      query: Query;
      body: { title: string; message: string; variant: string };
    }): Result;
  };
  /** The client's log. */
  readonly app: {
    log(options: {
      query: Query;
      body: { service: string; level: "debug"; message: string };
    }): Result;
  };
}

/** What a plugin is given. */
export interface PluginInput {
  /** How to talk to the client. */
  readonly client: GivenClient;
  /** The folder that the client was opened in. */
  readonly directory: string;
}

/** A part of a message that is about to be sent. */
export interface SentPart {
  /** What others have noted about it. */
  readonly metadata?: unknown;
  /** Whether the client wrote it. */
  readonly synthetic?: unknown;
}

/** A message that is about to be sent. */
export interface SentMessage {
  /** The message itself. */
  readonly message?: { readonly id?: unknown };
  /** What it consists of. */
  readonly parts: readonly SentPart[];
}

/** A tool call that has ended. */
export interface EndedCall {
  /** The tool's name. */
  readonly tool: string;
  /** In which session it was made. */
  readonly sessionID: string;
  /** What the tool was given. */
  readonly args?: unknown;
}

/** What the agent and the client see of a call; it may be changed. */
export interface ToolOutput {
  /** What the agent sees. */
  output?: unknown;
  /** What the client notes about it, and keeps. */
  metadata?: unknown;
}

/** What a plugin gives back: what it wants to be told, and what it may change. */
export interface Hooks {
  /** Everything that happens. */
  event?: (input: { event: { type: string; properties: unknown } }) => Promise<void>;
  /** A message that is about to be sent to the agent. */
  "chat.message"?: (
    input: { sessionID: string; agent?: unknown },
    output: SentMessage,
  ) => Promise<void>;
  /** A tool call that has ended; the client waits for what is done about it. */
  "tool.execute.after"?: (input: EndedCall, output: ToolOutput) => Promise<void>;
  /** The system prompt of a request. */
  "experimental.chat.system.transform"?: (
    input: { sessionID?: string },
    output: { system: string[] },
  ) => Promise<void>;
  /** A summary that is about to be written. */
  "experimental.session.compacting"?: (input: { sessionID: string }) => Promise<void>;
  /** The end of the client, which waits for it. */
  dispose?: () => Promise<void>;
}

/** A plugin, as OpenCode wants it. */
export interface Plugin {
  /** By what the client knows it. */
  readonly id: string;
  /** Called once for every project that the client opens. */
  readonly server: (input: PluginInput) => Promise<Hooks>;
}
