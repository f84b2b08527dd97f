/**
 * The hook for Notification, where the client says that it waits for the person: it records whether
 * the agent is stuck. The client shows nobody what such a hook prints, so it prints nothing.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_JUDGE is `observe` or
 * `on`. Always exits 0.
 *
 * @module
 */

const mode = Deno.env.get("REFLECTION_MODE");
const judge = Deno.env.get("REFLECTION_JUDGE");
if ((mode === "solo" || mode === "orchestrated") && (judge === "observe" || judge === "on")) {
  try {
    const { lookAtSilence } = await import("./judging/silence.ts");
    await lookAtSilence();
  } catch (error) {
    console.error(`reflection: ${error instanceof Error ? error.message : error}`);
  }
}
Deno.exit(0);
