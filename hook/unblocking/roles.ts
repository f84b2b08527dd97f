/** Who works, as far as the client tells. */

import type { Role } from "../../judge/unblock/contract.ts";

/** How the agent is called that is asked when the coder is blocked. */
export const REFLECTION_AGENT = "reflection-agent";

/** The role of whoever the payload is about; the agent of a plugin has the plugin's name before it. */
export function roleOf({ agent_type }: Readonly<Record<string, unknown>>): Role {
  const name = typeof agent_type === "string" ? agent_type.split(":").at(-1) : null;
  return name === REFLECTION_AGENT ? "reflection" : "coder";
}
