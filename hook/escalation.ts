/**
 * The hook for Stop and SubagentStop that reads what an agent hands over: an `<ESCALATION>` is
 * checked, kept as `escalation.v1`, and made into a clean packet for the agent that goes on; the
 * answer of the reflection agent is checked and kept as `unblock.v1`.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_UNBLOCK is `on`. Prints
 * nothing, decides nothing, starts no agent. Always exits 0.
 *
 * @module
 */

import { isOn, runHook } from "./gate.ts";

await runHook(isOn() && Deno.env.get("REFLECTION_UNBLOCK") === "on", async () => {
  const { noteStop } = await import("./unblocking/gate.ts");
  await noteStop();
});
