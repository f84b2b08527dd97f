/**
 * The part of OpenCode's plugin interface that is used, written down here: the package that has all
 * of it brings a runtime along that nothing here needs. The tests with the real client hold it to
 * what that really does.
 */

/** Which project a request is about. */
export interface Query {
  readonly directory: string;
}

/** What every request gives. */
export type Result = Promise<{ data?: unknown; error?: unknown }>;

interface ById {
  readonly path: { readonly id: string };
  readonly query: Query;
}

/** What a message to an agent consists of. */
export interface PromptBody {
  readonly parts: readonly {
    readonly type: "text";
    readonly text: string;
    readonly metadata: Record<string, unknown>;
  }[];
  readonly agent?: string;
  readonly model?: { readonly providerID: string; readonly modelID: string };
  readonly system?: string;
  readonly tools?: Readonly<Record<string, boolean>>;
}

/** The client that a plugin is given. */
export interface GivenClient {
  readonly session: {
    create(options: { query: Query; body: { title: string } }): Result;
    get(options: ById): Result;
    messages(options: ById): Result;
    /** Ends when the agent has answered. */
    prompt(options: ById & { body: PromptBody; signal?: AbortSignal }): Result;
    /** Ends when the message is accepted. */
    promptAsync(options: ById & { body: PromptBody }): Result;
    abort(options: ById): Result;
    delete(options: ById): Result;
  };
  readonly config: { providers(options: { query: Query }): Result };
  readonly tui: {
    showToast(options: {
      query: Query;
      body: { title: string; message: string; variant: string };
    }): Result;
  };
  readonly app: {
    log(options: {
      query: Query;
      body: { service: string; level: "debug"; message: string };
    }): Result;
  };
}

/** What a plugin is given. */
export interface PluginInput {
  readonly client: GivenClient;
  /** The folder that the client was opened in. */
  readonly directory: string;
}

/** What a plugin gives back. */
export interface Hooks {
  event?: (input: { event: { type: string; properties: unknown } }) => Promise<void>;
  "chat.message"?: (
    input: { sessionID: string },
    output: { parts: readonly { metadata?: unknown; synthetic?: unknown }[] },
  ) => Promise<void>;
  "experimental.chat.system.transform"?: (
    input: { sessionID?: string },
    output: { system: string[] },
  ) => Promise<void>;
  dispose?: () => Promise<void>;
}
