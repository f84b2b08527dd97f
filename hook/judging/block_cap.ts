/** The client's own cap on hooks that send the agent back. */

import { GUARD_LIMITS } from "../../judge/loop_guard.ts";

/** How often in a row the client lets itself be sent back; whoever raised it gets the default. */
export function blockCap(): number {
  const set = Number(Deno.env.get("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP") || GUARD_LIMITS.blockCap);
  return Number.isInteger(set) && set > 0 ? Math.min(set, GUARD_LIMITS.attempts) : 1;
}
