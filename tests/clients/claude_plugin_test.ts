import assert from "node:assert/strict";
import { PROJECT } from "../support/process.ts";
import { clientTest, Place } from "./claude.ts";

clientTest("Claude Code accepts this project as a plugin", async () => {
  await using place = await Place.make({ hooks: false });
  const { code, stdout, stderr } = await place.claude(["plugin", "validate", PROJECT, "--strict"]);
  assert.equal(code, 0, stdout + stderr);
});

clientTest("The plugin leaves a record, and the client offers its agents", async () => {
  await using place = await Place.make({ hooks: false, env: { REFLECTION_MODE: "solo" } });
  const { code, hooks, agents } = await place.work(
    [place.write("src/auth.ts"), { say: "Done." }],
    { args: [`--plugin-dir=${PROJECT}`] },
  );
  assert.equal(code, 0);
  const ours = agents.filter((name) => name.startsWith("reflection-kernel:"));
  assert.deepEqual(ours.sort(), [
    "reflection-kernel:reflection-agent",
    "reflection-kernel:reflective-reviewer",
  ]);
  // Also the hooks of what is not switched on are there, and do nothing.
  const events = [
    "SessionStart",
    "SessionStart",
    "UserPromptSubmit",
    "Stop",
    "Stop",
    "Stop",
    "Stop",
  ];
  assert.deepEqual(hooks.map((hook) => hook.hook_event), events);
  assert.ok(hooks.every(({ exit_code, stdout }) => exit_code === 0 && stdout === ""));
  assert.deepEqual((await place.record()).files_changed, ["src/auth.ts"]);
});
