/** What the plugin does for a project, by what is switched on. */

import { ASK } from "../ask.ts";
import { Attempts } from "./attempts.ts";
import { opencodeClient } from "./client.ts";
import type { Hooks, PluginInput } from "./plugin_api.ts";
import { denoScripts } from "./scripts.ts";
import { Sessions } from "./sessions.ts";

/** By what the client knows the plugin. */
export const PLUGIN_ID = "reflection-kernel";

/** So the client's own agent is told what it is that finds a title for a session. */
const TITLE = "You are a title generator";

/** Serves a project; off, or where another copy of the plugin does, it registers nothing. */
export function serve(
  { client: given, directory }: PluginInput,
  env: Readonly<Record<string, string | undefined>>,
): Hooks {
  const switches = readSwitches(env);
  if (!switches.on) return {};
  // The same plugin may be registered twice, for the user and for the project: one is enough.
  const release = claim(directory);
  if (release === null) return {};

  const now = () => Date.now();
  const client = opencodeClient(given, directory, now);
  const log = (message: string): void => {
    if (switches.debug) void client.log(message).catch(() => {});
  };
  const scripts = denoScripts(directory, { env, log });
  const sessions = new Sessions({ client, scripts, directory, now, log, ...switches });
  const attempts = new Attempts({ client, scripts, directory });
  return {
    event: ({ event }) => calmly(() => sessions.event(event.type, event.properties)),
    "chat.message": ({ sessionID, agent }, sent) =>
      calmly(() => {
        sessions.message(sessionID, sent.parts);
        attempts.message(sessionID, agent, sent);
      }),
    dispose: async () => {
      // First: a client that opens the project meanwhile is served by another copy.
      release();
      await sessions.dispose();
    },
    ...switches.counts && {
      "tool.execute.after": async (call, output) => {
        try {
          await attempts.ended(call, output);
        } catch {
          // The agent sees the output as it is
        }
      },
    },
    ...switches.ask && {
      "experimental.session.compacting": ({ sessionID }) =>
        calmly(() => sessions.compacting(sessionID)),
      "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
        try {
          if (sessionID === undefined || system[0]?.startsWith(TITLE)) return;
          if (await sessions.isWork(sessionID)) system.push(ASK);
        } catch {
          // The request goes on without
        }
      },
    },
  };
}

/** The client waits for nothing here, and no error of ours reaches it. */
function calmly(take: () => void): Promise<void> {
  try {
    take();
  } catch {
    // Whatever it was, the session matters more
  }
  return Promise.resolve();
}

/** Who serves which project, in this process; two copies of this module share it. */
const CLAIMS = Symbol.for("reflection-kernel.opencode.projects");

/** Takes a project; null where it is taken. */
function claim(directory: string): (() => void) | null {
  const shared = globalThis as { [CLAIMS]?: Set<string> };
  const claims = shared[CLAIMS] ??= new Set();
  if (claims.has(directory)) return null;
  claims.add(directory);
  return () => claims.delete(directory);
}

/** What the user switched on, by the same variables as elsewhere. */
interface Switches {
  readonly on: boolean;
  /** Whether anything is judged. */
  readonly judges: boolean;
  /** Whether the agent and the person hear of it. */
  readonly speaks: boolean;
  /** Whether attempts are counted. */
  readonly counts: boolean;
  /** Whether the agent is asked for its self-report. */
  readonly ask: boolean;
  readonly debug: boolean;
}

/** Reads them; anything odd is off. */
export function readSwitches(env: Readonly<Record<string, string | undefined>>): Switches {
  const { REFLECTION_MODE: mode, REFLECTION_JUDGE: judge, REFLECTION_INSIDE: inside } = env;
  const on = (mode === "solo" || mode === "orchestrated") && !inside;
  return {
    on,
    judges: judge === "observe" || judge === "on",
    speaks: judge === "on",
    counts: env.REFLECTION_UNBLOCK === "on",
    ask: env.REFLECTION_ASK === "1",
    debug: env.REFLECTION_DEBUG === "1",
  };
}
