import assert from "node:assert/strict";
import type { GivenClient, PluginInput } from "../../../hook/opencode/plugin_api.ts";
import { serve } from "../../../hook/opencode/serve.ts";
import { Clock } from "./_clock.ts";
import { SESSION } from "./_project.ts";

const ENV = { REFLECTION_MODE: "solo", REFLECTION_JUDGE: "on", PATH: "/nowhere" };

/** A project whose client never answers. */
function projectAt(directory: string): PluginInput {
  const never = () => new Promise<never>(() => {});
  const client = { session: { get: never, messages: never }, tui: { showToast: never } };
  return { directory, client: client as unknown as GivenClient };
}

Deno.test("A project is served by one, and by the next when that one is gone", async () => {
  const [first, second] = [projectAt("/serve/1"), projectAt("/serve/2")];
  const hooks = serve(first, ENV);
  assert.deepEqual(serve(first, ENV), {}, "taken");
  const others = serve(second, ENV);
  assert.ok(others.event, "another project is not");
  await hooks.dispose!();
  const again = serve(first, ENV);
  assert.ok(again.event);
  await Promise.all([again.dispose!(), others.dispose!()]);
});

Deno.test("Whoever opens a project is served while its last server still comes to an end", async () => {
  using clock = new Clock();
  const project = projectAt("/serve/3");
  const hooks = serve(project, ENV);
  await hooks["chat.message"]!({ sessionID: SESSION }, { parts: [{}] });
  await hooks.event!({ event: { type: "session.idle", properties: { sessionID: SESSION } } });
  let over = false;
  const disposed = hooks.dispose!().then(() => over = true);
  await clock.settle();
  assert.equal(over, false, "the client is not done yet");
  const next = serve(project, ENV);
  assert.ok(next.event, "and the next one serves");
  await clock.passes(10_000);
  await disposed;
  assert.deepEqual(serve(project, ENV), {}, "which the end of the first does not change");
  await next.dispose!();
});

Deno.test("No error of ours reaches the client", async () => {
  const hooks = serve(projectAt("/serve/4"), ENV);
  for (const properties of [null, undefined, 7, { sessionID: SESSION, info: 7 }]) {
    await hooks.event!({ event: { type: "session.idle", properties } });
  }
  await hooks["chat.message"]!({ sessionID: SESSION }, { parts: null as never });
  using clock = new Clock();
  const disposed = hooks.dispose!();
  await clock.passes(10_000);
  await disposed;
});

Deno.test("The self-report is asked for only where the user wants it", async () => {
  const hooks = serve(projectAt("/serve/5"), ENV);
  assert.deepEqual(Object.keys(hooks).sort(), ["chat.message", "dispose", "event"]);
  await hooks.dispose!();
  const asking = serve(projectAt("/serve/5"), { ...ENV, REFLECTION_ASK: "1" });
  assert.deepEqual(
    Object.keys(asking).filter((name) => name.startsWith("experimental.")).sort(),
    ["experimental.chat.system.transform", "experimental.session.compacting"],
  );
  await asking.dispose!();
});
