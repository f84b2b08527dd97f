/**
 * The hook for Stop and SubagentStop that reads what an agent hands over: an `<ESCALATION>` is
 * checked, kept as `escalation.v1`, and made into a clean packet for whoever goes on; the answer of
 * the reflection agent is checked and kept as `unblock.v1`.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_UNBLOCK is `on`. Prints
 * nothing, decides nothing, dispatches nobody. Always exits 0.
 *
 * @module
 */

const mode = Deno.env.get("REFLECTION_MODE");
if ((mode === "solo" || mode === "orchestrated") && Deno.env.get("REFLECTION_UNBLOCK") === "on") {
  try {
    const { noteStop } = await import("./unblocking/stop.ts");
    await noteStop();
  } catch (error) {
    console.error(`reflection: ${error instanceof Error ? error.message : error}`);
  }
}
Deno.exit(0);
