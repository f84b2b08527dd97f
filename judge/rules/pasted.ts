/**
 * Results that the last message shows as pasted output. They count only for a check that was really
 * run and whose own output nobody kept: where outputs are there, what stands in a code block of a
 * message decides nothing.
 */

import type { CheckFact } from "../done/facts.ts";
import { readOutput } from "../done/output_reading.ts";
import type { ReportedResult } from "../said/quote.ts";
import type { Statements } from "../said.ts";
import { codeBlocks } from "./quote.ts";
import { oneLine } from "../../lib/text/text.ts";

/** So many lines of a block are read. */
const MAX_LINES = 400;

/** What a message reports, with what it shows of checks whose output was not kept. */
export function withPasted(said: Statements, checks: readonly CheckFact[]): Statements {
  const unkept = checks.filter(({ outcome }) => outcome === "not_recorded");
  if (unkept.length === 0) return said;
  const blocks = codeBlocks(said.text);
  const kinds = new Map(unkept.map((check) => [check.kind, check]));
  const shown = [...kinds.values()].flatMap((check) => {
    const result = blocks.map((lines) => resultOf(lines, check)).findLast((one) => one !== null);
    return result ? [result] : [];
  });
  // A shown failure outweighs what the words say of it; a shown success only stands in for them.
  return {
    ...said,
    reported: [
      ...shown.filter(({ outcome }) => outcome === "passed"),
      ...said.reported,
      ...shown.filter(({ outcome }) => outcome === "failed"),
    ],
  };
}

function resultOf(lines: readonly string[], { kind, runner }: CheckFact): ReportedResult | null {
  const printed = { kind, runner: runner === "unknown" ? null : runner };
  const { says, excerpt } = readOutput(lines.slice(-MAX_LINES), printed);
  return says === "passed" || says === "failed"
    ? { kind, outcome: says, quote: oneLine(excerpt === "" ? says : excerpt) }
    : null;
}
