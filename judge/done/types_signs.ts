/** Lines by which type checkers say what they found. */

import type { Sign } from "./sign.ts";

export const TYPES_SIGNS: readonly Sign[] = [
  ["tsc", "broke", /^\S.{0,300}(?:\(\d+,\d+\):|:\d+:\d+ -) error TS\d+/],
  ["tsc", "broke", /^error TS\d+: /],
  ["tsc", "counts", /^Found \d+ errors?(?: in |\.)/],
  ["tsc", "counts", /^.{1,300} Found [1-9]\d* errors?(?: in |\.)/],
  ["tsc", "ended_well", /^.{0,20}Found 0 errors/],
  ["svelte", "counts", /^(?:====.{0,20})?svelte-check found \d+ errors?/],
  ["deno", "failed", /^error: Type checking failed/],
  ["deno", "broke", /^(?:error: )?TS\d+ \[ERROR\]: /],
  ["deno", "counts", /^Found \d+ errors?\.$/],
  ["mypy", "counts", /^Found \d+ errors? in \d+ files?/],
  ["mypy", "broke", /^\S.{0,200}:\d+: error: /],
  ["mypy", "passed", /^Success: no issues found/],
  ["pyright", "counts", /^\d+ errors?, \d+ warnings?/],
  ["cargo", "failed", /^error: could not compile /],
  ["cargo", "ended_well", /^ {0,8}Finished .{1,60}target\(s\) in /],
];
