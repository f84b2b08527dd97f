/**
 * The hook for Stop that judges: is the task really done? It leaves a `verdict.v1` record, and with
 * REFLECTION_JUDGE=on it may send the agent back with what is missing, once per stop and never for
 * ever. That is the only thing it ever prints.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_JUDGE is `observe` or
 * `on`; otherwise it does nothing, and imports nothing either. Always exits 0.
 *
 * @module
 */

const mode = Deno.env.get("REFLECTION_MODE");
const judge = Deno.env.get("REFLECTION_JUDGE");
if ((mode === "solo" || mode === "orchestrated") && (judge === "observe" || judge === "on")) {
  try {
    const { judgeTurn } = await import("./judging/turn.ts");
    await judgeTurn(judge);
  } catch (error) {
    // Nowhere to write it to: stderr is seen by whoever debugs the client, and by nobody else.
    console.error(`reflection: ${error instanceof Error ? error.message : error}`);
  }
}
// Running off the end would wait for what may still hang.
Deno.exit(0);
