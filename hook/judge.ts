/**
 * The hook for Stop that judges: is the task really done? It leaves a `verdict.v1` record, and with
 * REFLECTION_JUDGE=on it may send the agent back with what is missing, once per stop and never for
 * ever. That is the only thing it ever prints.
 *
 * Acts only while REFLECTION_MODE is `solo` or `orchestrated` and REFLECTION_JUDGE is `observe` or
 * `on`; otherwise it does nothing. Always exits 0.
 *
 * @module
 */

import { judgeSwitch, runHook } from "./gate.ts";

await runHook(judgeSwitch(), async (judge) => {
  const { judgeTurn } = await import("./judging/turn.ts");
  await judgeTurn(judge);
});
