import assert from "node:assert/strict";
import { serve } from "../../../hook/opencode/serve.ts";
import type { PluginInput } from "../../../hook/opencode/plugin_api.ts";
import { readSwitches } from "../../../hook/opencode/serve.ts";

const OFF = { on: false, judges: false, speaks: false, counts: false, ask: false, debug: false };

/** A project whose client nobody may touch. */
const PROJECT: PluginInput = {
  directory: "/nowhere",
  client: new Proxy({} as PluginInput["client"], {
    get: (_, name) => assert.fail(`The client was asked for "${String(name)}"`),
  }),
};

Deno.test("Without a variable everything is off", () => {
  assert.deepEqual(readSwitches({}), OFF);
});

for (const mode of ["solo", "orchestrated"]) {
  Deno.test(`REFLECTION_MODE=${mode} captures, and no more than that`, () => {
    assert.deepEqual(readSwitches({ REFLECTION_MODE: mode }), { ...OFF, on: true });
  });
}

for (const mode of ["", "on", "1", "SOLO", " solo", "solo,orchestrated", "off"]) {
  Deno.test(`REFLECTION_MODE="${mode}" is off, and registers nothing`, () => {
    const env = { REFLECTION_MODE: mode, REFLECTION_JUDGE: "on", REFLECTION_ASK: "1" };
    assert.equal(readSwitches(env).on, false);
    assert.deepEqual(serve(PROJECT, env), {});
  });
}

for (
  const [judge, judges, speaks] of [
    ["observe", true, false],
    ["on", true, true],
    ["off", false, false],
    ["", false, false],
    ["ON", false, false],
    ["1", false, false],
    [undefined, false, false],
  ] as const
) {
  Deno.test(`REFLECTION_JUDGE=${judge} judges: ${judges}, speaks: ${speaks}`, () => {
    const env = { REFLECTION_MODE: "solo", REFLECTION_JUDGE: judge };
    assert.deepEqual(readSwitches(env), { ...OFF, on: true, judges, speaks });
  });
}

Deno.test("Inside of a judge's own run everything is off", () => {
  for (const inside of ["1", "0", "judge"]) {
    const env = { REFLECTION_MODE: "solo", REFLECTION_JUDGE: "on", REFLECTION_INSIDE: inside };
    assert.equal(readSwitches(env).on, false);
  }
  assert.equal(readSwitches({ REFLECTION_MODE: "solo", REFLECTION_INSIDE: "" }).on, true);
});

Deno.test("The self-report and the log are asked for with 1, and with nothing else", () => {
  for (const [value, is] of [["1", true], ["0", false], ["true", false], ["", false]] as const) {
    const env = { REFLECTION_MODE: "solo", REFLECTION_ASK: value, REFLECTION_DEBUG: value };
    assert.deepEqual(readSwitches(env), { ...OFF, on: true, ask: is, debug: is });
  }
});
