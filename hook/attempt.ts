/**
 * The hook for PostToolUse and PostToolUseFailure that counts attempts: what fails again after it
 * was changed is the next one, and the agent is told which, with what that asks for.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_UNBLOCK is `on`. It may
 * add context for the agent and never decides anything. Always exits 0.
 *
 * @module
 */

const mode = Deno.env.get("REFLECTION_MODE");
if ((mode === "solo" || mode === "orchestrated") && Deno.env.get("REFLECTION_UNBLOCK") === "on") {
  try {
    const { noteToolUse } = await import("./unblocking/tool_use.ts");
    await noteToolUse();
  } catch (error) {
    console.error(`reflection: ${error instanceof Error ? error.message : error}`);
  }
}
Deno.exit(0);
