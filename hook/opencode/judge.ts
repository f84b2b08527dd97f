/**
 * The judge for OpenCode: the plugin gives it a conversation on stdin and gets a verdict on stdout.
 * Everything that needs a permission or a package happens here, outside of the client: the state,
 * the lock, the scrubber, the record, and asking a model that the user named.
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
    const { answerQuestion } = await import("./judging/answer.ts");
    await answerQuestion(judge);
  } catch (error) {
    console.error(`reflection: ${error instanceof Error ? error.message : error}`);
  }
}
Deno.exit(0);
