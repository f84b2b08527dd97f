/** A conversation as the client writes it down: one line for every block, appended as it goes. */

/** How a tool's call ended, where that is not well. */
interface ToolEnd {
  /** Whether it failed; the client then puts the exit code before the output. */
  error?: boolean;
}

/** The file of one session. */
export class ClientTranscript {
  #lines = 0;
  #parent: string | null = null;
  /** The client tells at Stop whether the agent was sent back since the person's last message. */
  sentBack = false;
  /** What the agent said last. */
  lastMessage = "";

  constructor(
    readonly path: string,
    readonly session: string,
    readonly cwd: string,
    /** When the first line is written; each later one is a second younger. */
    readonly begun: number = Date.now() - 10 * 60_000,
  ) {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, "");
    this.raw({ type: "queue-operation", operation: "enqueue", sessionId: session, content: "x" });
  }

  /** A line as it is. */
  raw(line: unknown): this {
    const text = typeof line === "string" ? line : JSON.stringify(line);
    Deno.writeTextFileSync(this.path, `${text}\n`, { append: true });
    return this;
  }

  #line(type: "user" | "assistant" | "system", fields: Record<string, unknown>): this {
    const number = ++this.#lines;
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const line = {
      parentUuid: this.#parent,
      isSidechain: false,
      type,
      ...fields,
      uuid,
      timestamp: new Date(this.begun + number * 1000).toISOString(),
      userType: "external",
      entrypoint: "cli",
      cwd: this.cwd,
      sessionId: this.session,
      version: "2.1.325",
      gitBranch: "main",
    };
    this.#parent = uuid;
    return this.raw(line);
  }

  #user(content: unknown, fields: Record<string, unknown> = {}): this {
    return this.#line("user", { message: { role: "user", content }, ...fields });
  }

  #agent(block: Record<string, unknown>, stop_reason: string): this {
    const message = {
      id: `msg_${this.#lines}`,
      type: "message",
      role: "assistant",
      model: "claude-opus-5-5",
      content: [block],
      stop_reason,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 10 },
    };
    return this.#line("assistant", { message });
  }

  /** The person asks for something. */
  person(text: string): this {
    this.sentBack = false;
    return this.#user(text, { permissionMode: "acceptEdits", promptSource: "typed" });
  }

  /** The agent says something, and with that ends its turn. */
  says(text: string): this {
    this.lastMessage = text;
    this.#agent({ type: "text", text }, "end_turn");
    const hooks = { hookCount: 1, hookInfos: [], hookErrors: [], preventedContinuation: false };
    return this.#line("system", { subtype: "stop_hook_summary", ...hooks });
  }

  /** The agent uses a tool. Without an output it is still running. */
  uses(name: string, input: Record<string, unknown>, output?: string, end: ToolEnd = {}): this {
    const id = `toolu_${this.#lines}`;
    this.#agent({ type: "tool_use", id, name, input }, "tool_use");
    if (output === undefined) return this;
    const { error = false } = end;
    const content = error ? `Exit code 1\n${output}` : output;
    const toolUseResult = error
      ? `Error: ${content}`
      : { stdout: output, stderr: "", interrupted: false, isImage: false };
    return this.#user([{ tool_use_id: id, type: "tool_result", content, is_error: error }], {
      toolUseResult,
    });
  }

  /** The agent runs a command. */
  runs(command: string, output?: string, end?: ToolEnd): this {
    return this.uses("Bash", { command, description: "x" }, output, end);
  }

  /** The agent changes a file. */
  edits(file: string): this {
    const input = { file_path: `${this.cwd}/${file}`, old_string: "-", new_string: "+" };
    return this.uses("Edit", input, `The file ${file} has been updated.`);
  }

  /** A hook sent the agent back. */
  feedback(reason: string): this {
    this.sentBack = true;
    return this.#user(`Stop hook feedback:\n${reason}`, { isMeta: true });
  }

  /** The person pressed Esc. */
  interrupted(): this {
    return this.#user([{ type: "text", text: "[Request interrupted by user]" }]);
  }

  /** Something that ran in the background has ended, which wakes the agent. */
  woken(): this {
    this.sentBack = false;
    const notice = "<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n" +
      "<summary>Background command ended</summary>\n</task-notification>";
    return this.#user(notice, { origin: { kind: "task-notification" } });
  }

  /** The person sends something while the client is busy, which keeps it until it is not. */
  sentMeanwhile(content: string): this {
    return this.raw({
      type: "queue-operation",
      operation: "enqueue",
      timestamp: new Date(this.begun + this.#lines * 1000).toISOString(),
      sessionId: this.session,
      content,
    });
  }

  /** The client summarised what was before. */
  compacted(summary: string): this {
    this.#parent = null;
    this.#line("system", {
      subtype: "compact_boundary",
      content: "Conversation compacted",
      compactMetadata: { trigger: "auto", preTokens: 20 },
    });
    const text = "This session is being continued from a previous conversation that ran out of " +
      `context. The summary below covers the earlier portion of the conversation.\n\n${summary}`;
    return this.#user(text, { isCompactSummary: true, isVisibleInTranscriptOnly: true });
  }
}
