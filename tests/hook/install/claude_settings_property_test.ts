import assert from "node:assert/strict";
import fc from "fast-check";
import { HOOKS } from "../../../hook/clients/table.ts";
import {
  entriesFor,
  register,
  type Registered,
  unregister,
  variablesFor,
} from "../../../hook/install/claude_settings.ts";
import { settingsTexts } from "./_settings_texts.ts";

const folders = fc.constantFrom("/opt/kernel", '/home/o\'brien/k "1"', "/ü");
const modes = fc.constantFrom("solo", "orchestrated", null);
const there = fc.constantFrom(
  { REFLECTION_ASK: null, REFLECTION_REVIEW: null, REFLECTION_JUDGE: null },
  { REFLECTION_ASK: '"1"', REFLECTION_REVIEW: '"on"', REFLECTION_JUDGE: '"observe"' },
  { REFLECTION_PROVIDER: '"claude"' },
);
const judges = fc.constantFrom("on" as const, "observe" as const, null);
const switches = fc.record({
  ...{ ask: fc.boolean(), review: fc.boolean(), judge: judges, unblock: fc.boolean() },
  ownModel: fc.boolean(),
});
const wanted: fc.Arbitrary<Registered> = fc.tuple(folders, modes, switches, there)
  .map(([folder, mode, switches, there]) => ({
    entries: entriesFor(HOOKS, { from: "path", folder }),
    env: mode === null ? {} : variablesFor({ mode, ...switches }, there),
  }));
const RUNS = { numRuns: 200 };
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");

Deno.test("what is installed and then uninstalled is what it was, byte for byte", () => {
  fc.assert(
    fc.property(settingsTexts, wanted, (text, ours) => {
      assert.equal(unregister(register(text, ours), text), text);
    }),
    RUNS,
  );
});

Deno.test("installing twice is installing once, byte for byte", () => {
  fc.assert(
    fc.property(settingsTexts, wanted, (text, ours) => {
      const once = register(text, ours);
      assert.equal(register(once, ours, text), once);
    }),
    RUNS,
  );
});

Deno.test("installing again from another folder is as if the first had never been", () => {
  fc.assert(
    fc.property(settingsTexts, wanted, folders, (text, ours, folder) => {
      const moved = { ...ours, entries: entriesFor(HOOKS, { from: "path", folder }) };
      assert.equal(register(register(text, ours), moved, text), register(text, moved));
    }),
    RUNS,
  );
});

Deno.test("installing only inserts: every byte that was there is there, in order", () => {
  fc.assert(
    fc.property(settingsTexts, wanted, (text, ours) => {
      const installed = register(text, { ...ours, env: {} });
      let at = 0;
      for (const character of installed) if (text.startsWith(character, at)) at += character.length;
      assert.equal(at, text.length, installed);
    }),
    RUNS,
  );
});

Deno.test("what is installed is JSON that says what was said before, and our hooks", () => {
  fc.assert(
    fc.property(settingsTexts, wanted, (text, ours) => {
      const before = JSON.parse(withoutMark(text));
      const after = JSON.parse(withoutMark(register(text, ours)));
      for (const event of new Set(ours.entries.map((entry) => entry.event))) {
        const own = ours.entries.filter((entry) => entry.event === event)
          .map(({ matcher, command, timeout }) => ({
            ...matcher === undefined ? {} : { matcher },
            hooks: [{ type: "command", command, timeout }],
          }));
        assert.deepEqual(after.hooks[event], [...before.hooks?.[event] ?? [], ...own]);
      }
      for (const name of Object.keys(before).filter((name) => name !== "hooks" && name !== "env")) {
        assert.deepEqual(after[name], before[name]);
      }
    }),
    RUNS,
  );
});

Deno.test("uninstalling after an edit elsewhere leaves the edit and nothing of ours", () => {
  fc.assert(
    fc.property(settingsTexts, wanted, (text, ours) => {
      const edit = (json: string): string => json.replace(/\}\s*$/, "\n}\n\n");
      const rest = unregister(edit(register(text, ours)), text)!;
      assert.deepEqual(JSON.parse(withoutMark(rest)), JSON.parse(withoutMark(text)));
    }),
    RUNS,
  );
});
