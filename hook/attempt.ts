/**
 * The hook for PostToolUse and PostToolUseFailure that counts attempts: what fails again after it
 * was changed is the next one, and the agent is told which, with what that asks for.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_UNBLOCK is `on`. It may
 * add context for the agent and never decides anything. Always exits 0.
 *
 * @module
 */

import { isOn, runHook } from "./gate.ts";

await runHook(isOn() && Deno.env.get("REFLECTION_UNBLOCK") === "on", async () => {
  const { noteToolUse } = await import("./unblocking/gate.ts");
  await noteToolUse();
});
