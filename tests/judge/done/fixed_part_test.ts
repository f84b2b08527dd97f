import { equal, ok } from "node:assert/strict";
import { BUILD_SIGNS } from "../../../judge/done/build_signs.ts";
import { fixedPart } from "../../../judge/done/fixed_part.ts";
import { LINT_SIGNS } from "../../../judge/done/lint_signs.ts";
import { TEST_SIGNS } from "../../../judge/done/test_signs.ts";
import { TYPES_SIGNS } from "../../../judge/done/types_signs.ts";
import { samplesOf } from "../_samples.ts";

Deno.test("fixedPart() is the longest text that cannot be left out", () => {
  for (
    const [pattern, part] of [
      [/^error: Test failed/, "error: Test failed"],
      [/^Found \d+ errors?\.$/, "Found "],
      [/^(?:a|b)? {0,4}built in /, "built in "],
      [/^one|two/, ""],
      [/^\[!\] x*/, "[!] "],
      [/^[ab]{2}\S+$/, ""],
      [/^a+bc{2,3}d/, "bc"],
    ] as const
  ) equal(fixedPart(pattern), part, String(pattern));
});

Deno.test("every line that a sign fits has its fixed part", () => {
  for (const [, , line] of [...TEST_SIGNS, ...BUILD_SIGNS, ...LINT_SIGNS, ...TYPES_SIGNS]) {
    for (const text of samplesOf(line, 20)) ok(text.includes(fixedPart(line)), `${line}: ${text}`);
  }
});
