/** What is known of a session by a look at it: which role works, and where its state stands. */

import type { Role } from "../../judge/unblock/protocol.ts";

/** How the agent is called that is asked when the coder is blocked. */
export const REFLECTION_AGENT = "reflection-agent";

/** The role that a payload is about; the agent of a plugin has the plugin's name before it. */
export function roleOf({ agent_type }: Readonly<Record<string, unknown>>): Role {
  const name = typeof agent_type === "string" ? agent_type.split(":").at(-1) : null;
  return name === REFLECTION_AGENT ? "reflection" : "coder";
}

/** The state of a session; where it is missing, nothing has failed yet. */
export function attemptsFile(session: string): string {
  return `state/${session}.unblock.json`;
}
