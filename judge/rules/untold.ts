/** A rule about checks that were run in a way that tells nothing. */

import { isOnlyReport, KIND_WORDS, lastOfKinds } from "./checks.ts";
import { isReportedAsPassed } from "./facts.ts";
import type { Rule } from "./rule.ts";
import { code, oneLine } from "../../lib/text/text.ts";

/** A rule against a complete verdict. */
export const UNTOLD_RULE: Rule = {
  name: "mute_check",
  when: "the output of a check is there and does not say that it passed, and nothing else does",
  why:
    "a run without tests, or with its output thrown away, proves nothing, whatever is said of it",
  severity: "MEDIUM",
  effect: "incomplete",
  yields: true,
  settled: "a run of {} whose output says how it ended",
  find: (facts) => {
    const { work, done, fresh, failing, stale, tried, said } = facts;
    if (!work || isOnlyReport(facts)) return [];
    const mute = done.checks.filter(({ kind, outcome }) =>
      outcome === "unknown" &&
      ![...fresh, ...failing, ...stale].some((check) => check.kind === kind) &&
      (isReportedAsPassed(kind, said) || (fresh.length === 0 && tried.length === 0))
    );
    return lastOfKinds(mute).slice(0, 1).map(({ command, turn, kind, excerpt }) => {
      const told = excerpt === "" ? "" : `: ${oneLine(excerpt, 120)}`;
      return {
        fact: `The output of ${code(command)} does not say that the ${
          KIND_WORDS[kind]
        } passed${told}`,
        turn,
        missing: `A run of ${code(command)} that tells how it ended`,
        action: `Run ${code(command)} so that its output shows how it ended, with tests that run`,
        severity: isReportedAsPassed(kind, said) ? "MEDIUM" as const : "LOW" as const,
      };
    });
  },
};
