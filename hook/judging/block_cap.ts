/** The client's own cap on hooks that send the agent back. */

import { GUARD_LIMITS } from "../../judge/loop_guard.ts";

/** How often in a row the client lets itself be sent back; its default where it is told nonsense. */
export function blockCap(): number {
  const set = Number(Deno.env.get("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP") || NaN);
  return Number.isInteger(set) ? Math.max(1, set) : GUARD_LIMITS.blockCap;
}
