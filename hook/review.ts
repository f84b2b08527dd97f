/**
 * The background worker of the Stop hook: it reviews what the session changed.
 *
 * The registered shell starts it and does not wait: its stdio leads nowhere, so it prints nothing,
 * and no hook needs the permission to run deno. (Nothing has to be printed for the client to go on:
 * it does so by itself.) Acts only while REFLECTION_MODE is `solo` or `orchestrated` and
 * REFLECTION_REVIEW is `on`, and never inside of a review. `clients/table.ts` has the command
 * and the permissions that it is started with. Always exits 0.
 *
 * @module
 */

import { isOn, runHook } from "./gate.ts";

const on = isOn() && Deno.env.get("REFLECTION_REVIEW") === "on" &&
  !Deno.env.get("REFLECTION_INSIDE");
await runHook(on, async () => {
  const { work } = await import("./review_worker.ts");
  await work();
});
