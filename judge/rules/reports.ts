/** Rules about what the message says of tests, builds, type checks and linters. */

import type { CheckFact, CheckKind, CommandFact } from "../done/facts.ts";
import { FAILING, isOnlyReport, KIND_WORDS, lastOfKinds } from "./checks.ts";
import { isReportedAsPassed } from "./facts.ts";
import { codeBlocks, quoted, withoutCode } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { mayBeCheck } from "./wishes_met.ts";
import { code } from "../../lib/text/text.ts";

/** Claims that say that the work was tried, if not with which words. */
const VERIFIED =
  /\b(?:verified|confirmed|validated|checked|works|working|passes|passing|green|clean|succeeds|succeeded|successful(?:ly)?|no (?:errors|failures|warnings|issues))\b/i;

/** "It passed twenty times": a result without the name of what was run. */
const PASSED =
  /\b(?:it|they|all|both|and|hooks?|jobs?|scenarios?|everything|runs?|times?|tests?|suite|each(?: time)?) (?:now |all |in a row )?pass(?:ed|es)?\b|\b(?:no|without) (?:an? )?(?:single )?(?:findings|problems?|complaints|failures?|errors?)\b|\b(?:finds?|found|reports?|has) nothing\b|\b(?:is|are|stays?|remains?) (?:all |now )?(?:ok|okay|healthy|green|fine|quiet|silent|happy|clean|satisfied)\b|\btype-?checks\b(?! (?:fail|do|does))/i;

/** Tasks about a test that is not reliable: to speak of it is no dismissal. */
const ABOUT_FLAKY =
  /\b(?:flak(?:y|ey|iness)|intermittent(?:ly)?|sporadic(?:ally)?|unreliable|reliable|non-?deterministic|unstable|race condition|sometimes fails|fails? (?:about |roughly )?(?:once|every|one|1) (?:in|out of))\b/i;

/** Tasks whose end is that nothing warns any more. */
const ABOUT_WARNINGS =
  /\b(?:fix|remove|resolve|clean(?: up)?|get rid of|silence|address|eliminate|clear)\b[^.!?\n]{0,60}\bwarnings?\b/i;
const WARNS = /\bwarn(?:ing)?s?\b|\bdeprecated\b/i;
const NO_WARNINGS = /\b(?:0|no|zero|without) (?:\w+ )?warnings?\b|^\s*(?:[+-]|\/\/|#)/i;

/** Rules against a complete verdict. */
export const REPORT_RULES: readonly Rule[] = [
  {
    name: "unsupported_result",
    when: "the message says that a check passed, and no such command was run",
    why: "a claim about a command that was never called is no evidence",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the output of that check, run after the last edit",
    find: (facts) => {
      if (!facts.work) return [];
      const { done, said, saidAt } = facts;
      // What CI says is asked for with other commands.
      if (done.git.some(({ what, outcome }) => what === "ci" && outcome !== "failed")) return [];
      const claimed = said.reported.filter(({ kind, outcome, quote }) =>
        outcome === "passed" && !namesRun(quote, done.commands) && !done.checks.some((check) =>
          check.kind === kind
        ) &&
        !done.commands.some(({ command }) => mayBeCheck(command, kind)) &&
        !done.checks.some((check) => includes(check, kind))
      );
      return claimed.slice(0, 2).map(({ kind, quote }) => ({
        fact: `The message says ${quoted(quote)}, but no such check was run`,
        turn: saidAt,
        missing: `Evidence for the ${KIND_WORDS[kind]}`,
        action: `Run the ${KIND_WORDS[kind]} and show the result`,
      }));
    },
  },
  {
    name: "untold_result",
    when: "a check was run, and neither its output nor the message tells how it ended",
    why: "that it was run does not say that it passed",
    severity: "LOW",
    effect: "incomplete",
    yields: true,
    settled: "the result of {}",
    find: (facts) => {
      if (!facts.work || facts.fresh.length > 0 || facts.failing.length > 0) return [];
      const { claims, text } = facts.said;
      if (claims.some((claim) => VERIFIED.test(claim)) || PASSED.test(withoutCode(text))) return [];
      const untold = facts.done.checks.filter(({ kind, outcome }) =>
        (outcome === "not_recorded" || (outcome === "unknown" && facts.said.claims.length === 0)) &&
        !facts.said.reported.some((result) => result.kind === kind)
      );
      return lastOfKinds(untold).slice(0, 1).map(({ command, turn }) => ({
        fact: `${code(command)} was run, and nothing says how it ended`,
        turn,
        missing: `The result of ${code(command)}`,
        action: `Run ${code(command)} and say how it ended`,
      }));
    },
  },
  {
    name: "reported_failure",
    when: "the message itself says that a check fails",
    why: "nobody reports a failure that is not there",
    severity: "HIGH",
    effect: "incomplete",
    yields: true,
    settled: "a run of that check after the last edit with no failures",
    find: (facts) => {
      const { said, saidAt } = facts;
      if (!facts.work || isOnlyReport(facts) || (said.dismissed.length > 0 && said.mitigated)) {
        return [];
      }
      const bad = said.reported.filter(({ kind, outcome }) =>
        outcome === "failed" && !isReportedAsPassed(kind, said) &&
        !facts.failing.some((check) => check.kind === kind) &&
        !facts.fresh.some((check) => check.kind === kind && !check.partial)
      );
      return bad.slice(0, 2).map(({ kind, quote }) => ({
        fact: `The message reports ${quoted(quote)}`,
        turn: saidAt,
        missing: `Passing ${KIND_WORDS[kind]}`,
        action: `Fix the failing ${KIND_WORDS[kind]} and run them again`,
        severity: FAILING[kind],
      }));
    },
  },
  {
    name: "warnings_left",
    when: "warnings were to be removed, and the last output shows some",
    why: "here the warnings are the task, and a build that passes proves nothing",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "an output without the warnings",
    find: ({ task, done, said, saidAt, work }) => {
      if (!work || !ABOUT_WARNINGS.test(task.text.slice(0, 4_000))) return [];
      const shown = [
        ...(done.checks.at(-1)?.excerpt ?? "").split("\n"),
        ...codeBlocks(said.text).at(-1) ?? [],
      ];
      const line = shown.find((one) => WARNS.test(one) && !NO_WARNINGS.test(one));
      return line === undefined ? [] : [{
        fact: `The output still warns: ${quoted(line)}`,
        turn: saidAt,
        missing: "An output without the warnings",
        action: "Remove the cause of each warning and run the same command again",
      }];
    },
  },
  {
    name: "flaky_dismissed",
    when: "a failing test is called flaky, known or unrelated, and nothing is done about it",
    why: "a test that may fail is a test that nobody believes",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "a rerun that passes, a fix, or a tracking issue for the quarantined test",
    find: ({ task, said, saidAt, work, fresh }) =>
      !work || said.mitigated || (ABOUT_FLAKY.test(task.text.slice(0, 4_000)) &&
          fresh.some(({ kind }) => kind === "test")) ||
        fresh.some(({ kind, partial, outcome }) =>
          kind === "test" && !partial && outcome === "passed"
        )
        ? []
        : said.dismissed.slice(0, 2).map((quote) => ({
          fact: `A failing test is waved away: ${quoted(quote)}`,
          turn: saidAt,
          missing: "A fix, a rerun that passes, or a tracked quarantine for the failing test",
          action: "Fix the test, or quarantine it with a tracking issue, and run the tests again",
        })),
  },
];

/** Whether a sentence names, as code, a command that was run. */
function namesRun(quote: string, commands: readonly CommandFact[]): boolean {
  return [...quote.matchAll(/`([^`\n]{4,200})`/g)].some(([, named = ""]) =>
    /\s/.test(named) && commands.some(({ command }) => command.includes(named))
  );
}

/** Build tools whose build runs the tests too. */
const BUILDS_AND_TESTS: ReadonlySet<string> = new Set(["gradle", "maven", "mvn", "bazel", "sbt"]);

/** Whether a check does the work of another kind on the way. */
function includes({ kind, runner }: CheckFact, other: CheckKind): boolean {
  if (kind === "test") return other === "build" || other === "types";
  return kind === "build" && (other === "types" || BUILDS_AND_TESTS.has(runner));
}
