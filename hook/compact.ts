/**
 * The hook around a compaction: before it, at PreCompact, it saves what the task was and what it is
 * about; after it, at SessionStart, it reminds the agent of that, as context and not as a message
 * that would make it go on.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_JUDGE is `observe` or
 * `on`, and reminds only with `on`. Always exits 0.
 *
 * @module
 */

import { judgeSwitch, runHook } from "./gate.ts";

await runHook(judgeSwitch(), async (judge) => {
  const { aroundCompaction } = await import("./judging/pauses.ts");
  await aroundCompaction(judge);
});
