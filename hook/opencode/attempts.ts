/**
 * Shell commands that an agent ran, handed to the script that counts attempts. What the script says
 * about one goes to the agent with the command's output, as Claude Code's hooks have it.
 *
 * The client waits for the script, so that the agent hears of an attempt before it makes the next;
 * the script has a deadline, and an output of which nothing is said stays as it is.
 */

import { isOurs, OURS } from "../../judge/transcript/opencode.ts";
import { countOf, nameOf, objectOf } from "../../lib/text/values.ts";
import type { OpencodeClient } from "./client.ts";
import type { EndedCall, SentMessage, ToolOutput } from "./plugin_api.ts";
import type { Scripts } from "./scripts.ts";

/** What counting needs of the world. */
interface CountingWorld {
  readonly client: Pick<OpencodeClient, "session">;
  readonly scripts: Pick<Scripts, "available" | "attempt">;
  readonly directory: string;
}

/** What is known of a session by its messages. */
interface Asked {
  /** The agent that works in it. */
  readonly agent: string | null;
  /** The person's last message. */
  readonly promptId: string | null;
}

/** The client's tools that run commands. */
const SHELLS: ReadonlySet<string> = new Set(["bash", "shell"]);

/** How it ended stands last. The script is given no more than it reads. */
const MAX_OUTPUT = 200_000;
const MAX_COMMAND = 20_000;

/** Sessions that are remembered, and how deep they may lie in others. */
const MAX_SESSIONS = 200;
const MAX_DEPTH = 8;

/** The commands of a project's sessions. */
export class Attempts {
  readonly #world: CountingWorld;
  readonly #asked = new Map<string, Asked>();
  readonly #parents = new Map<string, Promise<string | null>>();

  constructor(world: CountingWorld) {
    this.#world = world;
  }

  /** A message that is about to be sent to an agent. */
  message(session: string, agent: unknown, { message, parts }: SentMessage): void {
    const byPerson = !parts.some(({ metadata }) => isOurs(metadata)) &&
      !parts.every(({ synthetic }) => synthetic === true);
    const promptId = byPerson ? nameOf(message?.id) : this.#asked.get(session)?.promptId ?? null;
    remember(this.#asked, session, { agent: nameOf(agent), promptId });
  }

  /** A call that has ended; adds to its output what the agent is to be told. */
  async ended({ tool, sessionID, args }: EndedCall, result: ToolOutput): Promise<void> {
    const command = objectOf(args)?.command;
    const metadata = objectOf(result.metadata) ?? {};
    // Without a status the person stopped it, or the client did.
    const exit = countOf(metadata.exit);
    if (!SHELLS.has(tool) || !this.#world.scripts.available || exit === null) return;
    if (typeof command !== "string" || typeof result.output !== "string") return;
    const main = await this.#mainOf(sessionID);
    const output = result.output.slice(-MAX_OUTPUT);
    const text = await this.#world.scripts.attempt({
      session_id: main,
      cwd: this.#world.directory,
      prompt_id: this.#asked.get(main)?.promptId ?? null,
      agent_type: this.#asked.get(sessionID)?.agent ?? null,
      tool_name: tool,
      tool_input: { command: command.slice(0, MAX_COMMAND) },
      ...exit === 0
        ? { hook_event_name: "PostToolUse", tool_response: { stdout: output } }
        : { hook_event_name: "PostToolUseFailure", error: `Exit code ${exit}\n${output}` },
    });
    if (text === null) return;
    const added = `\n\n${text}`;
    result.output += added;
    // Who reads the conversation later must not take it for what the command printed.
    result.metadata = { ...metadata, [OURS]: { added: added.length } };
  }

  /** The session that the person talks to: what a subagent ran is counted there. */
  async #mainOf(session: string): Promise<string> {
    let at = session;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const parent = await this.#parentOf(at);
      if (parent === null) break;
      at = parent;
    }
    return at;
  }

  #parentOf(session: string): Promise<string | null> {
    const known = this.#parents.get(session);
    if (known !== undefined) return known;
    const asked = this.#world.client.session(session).then(({ parentID }) => nameOf(parentID));
    remember(this.#parents, session, asked);
    // Asked again next time
    asked.catch(() => this.#parents.delete(session));
    return asked;
  }
}

/** Keeps an entry as the latest, and no more than so many. */
function remember<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > MAX_SESSIONS) entries.delete(entries.keys().next().value!);
}
