/**
 * The hook for Notification, where the client says that it waits for the person: it records whether
 * the agent is stuck. The client never shows what such a hook prints, so it prints nothing.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_JUDGE is `observe` or
 * `on`. Always exits 0.
 *
 * @module
 */

import { judgeSwitch, runHook } from "./gate.ts";

await runHook(judgeSwitch(), async () => {
  const { lookAtSilence } = await import("./judging/pauses.ts");
  await lookAtSilence();
});
