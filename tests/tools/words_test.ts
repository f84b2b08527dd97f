import assert from "node:assert/strict";
import { riddlesIn } from "../../tools/words.ts";

Deno.test("a line that hides who does something is named with its word, and others are not", () => {
  const text =
    "// Nobody waits.\n// The agent waits.\n// Whoever asks, waits for anybody's answer.";
  assert.deepEqual(riddlesIn("a.ts", text), [
    'a.ts:1: "Nobody": name the actor',
    'a.ts:3: "anybody\'s": name the actor',
    'a.ts:3: "Whoever": name the actor',
  ]);
});
