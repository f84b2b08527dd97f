import assert from "node:assert/strict";
import { PACKAGE } from "../../../hook/clients/command.ts";
import { commandsIn, Machine } from "./_installer.ts";

const SOLO = ["--mode", "solo", "--no-ask"];

async function settings(machine: Machine): Promise<{ env: Record<string, string> }> {
  return JSON.parse(await Deno.readTextFile(machine.settings));
}

/** The scripts that are registered, by event. */
async function scripts(machine: Machine): Promise<Record<string, string[]>> {
  const commands = commandsIn(await Deno.readTextFile(machine.settings));
  return Object.fromEntries(
    Object.entries(commands).map(([event, list]) => [
      event,
      list.map((command) => /\/((?:hook|review)\/\w+)\.ts'/.exec(command)?.[1] ?? command),
    ]),
  );
}

Deno.test("install-hook --with judge registers the judge's hooks beside capture, and switches it on", async () => {
  await using machine = await Machine.make();
  await machine.install(...SOLO, "--with", "judge");
  assert.deepEqual((await settings(machine)).env, {
    REFLECTION_MODE: "solo",
    REFLECTION_JUDGE: "on",
  });
  assert.deepEqual(await scripts(machine), {
    SessionStart: ["hook/start", "hook/compact"],
    Stop: ["hook/stop", "hook/judge"],
    StopFailure: ["hook/stop"],
    SessionEnd: ["hook/stop"],
    PreCompact: ["hook/compact"],
    Notification: ["hook/idle"],
  });
});

Deno.test("install-hook --observe lets the judge only look, and a later install lets it speak", async () => {
  await using machine = await Machine.make();
  await machine.install(...SOLO, "--with", "judge", "--observe");
  assert.equal((await settings(machine)).env.REFLECTION_JUDGE, "observe");
  await machine.install(...SOLO, "--with", "judge");
  assert.equal((await settings(machine)).env.REFLECTION_JUDGE, "on");
});

Deno.test("installing again without the judge takes its hooks out and turns it off", async () => {
  await using machine = await Machine.make();
  await machine.install(...SOLO, "--with", "review,judge");
  await machine.install(...SOLO, "--with", "review");
  assert.deepEqual((await settings(machine)).env, {
    REFLECTION_MODE: "solo",
    REFLECTION_REVIEW: "on",
    REFLECTION_JUDGE: "off",
  });
  assert.deepEqual((await scripts(machine)).Stop, ["hook/stop", "hook/review"]);
  assert.equal((await scripts(machine)).PreCompact, undefined);
});

Deno.test("uninstalling takes the judge out without a trace", async () => {
  await using machine = await Machine.make();
  const before = '{\n  "env": { "REFLECTION_JUDGE": "observe" }\n}\n';
  await machine.scratch.write({ "project/.claude/settings.local.json": before });
  await machine.install(...SOLO, "--with", "judge");
  await machine.install("--uninstall");
  assert.equal(await Deno.readTextFile(machine.settings), before);
});

Deno.test("what the judge loads by itself is fetched beforehand with the published package", async () => {
  await using machine = await Machine.make();
  await machine.install(...SOLO, "--with", "judge", "--from", "jsr");
  const log = await Deno.readTextFile(machine.path("deno.log"));
  for (const part of ["hook-judge", "hook-judgement", "hook-compact", "hook-idle"]) {
    assert.ok(log.includes(` ${PACKAGE}/${part} `), part);
  }
});

Deno.test("install-hook --with unblock registers its hooks for the tools that run commands", async () => {
  await using machine = await Machine.make();
  await machine.install(...SOLO, "--with", "unblock");
  assert.deepEqual((await settings(machine)).env, {
    REFLECTION_MODE: "solo",
    REFLECTION_UNBLOCK: "on",
  });
  assert.deepEqual(await scripts(machine), {
    SessionStart: ["hook/start"],
    Stop: ["hook/stop", "hook/escalation"],
    StopFailure: ["hook/stop"],
    SessionEnd: ["hook/stop"],
    PostToolUse: ["hook/attempt"],
    PostToolUseFailure: ["hook/attempt"],
    SubagentStop: ["hook/escalation"],
  });
  const { hooks } = JSON.parse(await Deno.readTextFile(machine.settings));
  assert.equal(hooks.PostToolUse[0].matcher, "Bash|PowerShell");
  assert.equal(hooks.Stop[1].matcher, undefined);
  await machine.install(...SOLO);
  assert.equal((await settings(machine)).env.REFLECTION_UNBLOCK, "off");
  await machine.install("--uninstall");
  await assert.rejects(Deno.stat(machine.settings));
});
