/** The client's own cap on hooks that send the agent back. */

import { GUARD_LIMITS } from "../../judge/loop_guard.ts";

/**
 * How often in a row the client lets itself be sent back: its default where it is told nonsense, and
 * null where it is told not to count.
 */
export function blockCap(): number | null {
  // Like the client, which takes the digits that a text begins with.
  const set = Number.parseInt(Deno.env.get("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP") ?? "", 10);
  if (Number.isNaN(set)) return GUARD_LIMITS.blockCap;
  return set > 0 ? set : null;
}
