/**
 * The judge for OpenCode: the plugin gives it a conversation on stdin and gets a verdict on stdout.
 * Everything that needs a permission or a package happens here, outside of the client: the state,
 * the lock, the scrubber, the record, and asking a model that the user named.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_JUDGE is `observe` or
 * `on`; otherwise it does nothing. Always exits 0.
 *
 * @module
 */

import { judgeSwitch, runHook } from "../gate.ts";

await runHook(judgeSwitch(), async (judge) => {
  const { answerQuestion } = await import("./answer.ts");
  await answerQuestion(judge);
});
