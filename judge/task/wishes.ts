/** What is asked for by name: only what is told to be done, and not what is told not to be. */

import { mentions } from "../mentions.ts";
import { type Clause, clausesOf } from "./clauses.ts";

/** What the person asked for by name; each wants evidence of its own. */
export type Wish =
  | "test"
  | "build"
  | "types"
  | "lint"
  | "commit"
  | "push"
  | "pull_request"
  | "deploy"
  | "run";

/** What lies between a verb and its object: "all of the existing unit". */
const SOME = "(?:[\\w./@'-]+ ){0,5}?";

const RUN = "(?:run|rerun|re-run|execute|do|pass|check|verify|use)";
const WORKS = "(?:is|are|be|to be|stays?|must|should|needs? to|has to|have to|still)";
const GOOD = "(?:pass(?:es|ing)?|green|succeeds?|succeeding|clean|work(?:s|ing)?|happy)";
/** "Make sure …", "get …", and what then has to be so. */
const MAKE = "(?:make sure|ensure|check|verify|confirm|get|keep|make|until|so that|see that)";

const TEST = "(?:tests?|test ?suite|specs?|pytest|vitest|jest|rspec|e2e)";
const BUILD = "(?:build|compilation|compile)";
const TYPES =
  "(?:type ?-?checks?|type ?-?checker|type ?-?checking|types|tsc|mypy|pyright|deno check|cargo check)";
const LINT =
  "(?:lint|lints|linter|linters|linting|eslint|clippy|ruff|biome|deno lint|golangci-lint)";

const about = (what: string) => [
  `^${RUN} ${SOME}${what}\\b`,
  `^${MAKE} ${SOME}${what} (?:${WORKS} )?${GOOD}\\b`,
  `^(?:the |all )?${SOME}${what} (?:must|should|needs? to|has to|have to) ${SOME}${GOOD}\\b`,
  `^fix ${SOME}${what}(?: errors?| failures?| issues?| problems?| warnings?)?\\b`,
];

/**
 * Each with words of which one stands in every such clause, and with how a clause begins that asks
 * for it. The first that fits is meant.
 */
const ASKED: readonly (readonly [Wish, words: string, readonly string[]])[] = [
  ["test", "test spec jest e2e", [
    ...about(TEST),
    `^(?:add|write|extend|update) ${SOME}${TEST}\\b`,
    "^test (?:it|this|that|them|everything|the|your|all|thoroughly)\\b",
    "^(?:npm|yarn|pnpm|bun|deno|cargo|go|mvn|gradle|make)(?: run)? test\\b",
  ]],
  ["types", "type tsc mypy pyright check", [...about(TYPES), `^type ?-?check\\b`]],
  ["lint", "lint clippy ruff biome", [...about(LINT), "^lint\\b"]],
  ["build", "build compil", [
    // "Build a page" makes something; "build it" compiles it.
    `^${RUN} ${SOME}${BUILD}\\b`,
    `^${MAKE} ${SOME}${BUILD} (?:${WORKS} )?${GOOD}\\b`,
    `^${MAKE} ${SOME}(?:builds|compiles)\\b`,
    `^(?:the )?(?:code|project|app|build|it) (?:must|should|has to|needs to) ${SOME}(?:build|compile|pass|succeed)\\b`,
    `^fix (?:the |our |that )?(?:broken |failing |ci |compile |compilation )*(?:build|compile errors?)\\b`,
    "^(?:re)?build (?:it|the (?:project|app|package|image|binary|site|workspace))$",
    "^compile (?:it|the)\\b",
  ]],
  ["pull_request", "pr pull merge mr", [
    `^(?:open|create|make|raise|submit|file|send|put up|prepare|do) ${SOME}(?:pr|prs|pull ?-?requests?|merge ?-?requests?|mr)\\b`,
    "^pr (?:it|this)\\b",
  ]],
  ["commit", "commit", [
    "^(?:git )?commit(?! (?:message|hash|history|hook|id|sha|log)\\b)(?:$| )",
    "^(?:make|create|do) (?:a |one |separate |small |atomic |git )*commits?\\b",
  ]],
  ["push", "push", [
    "^(?:git |force ?-?)?push(?! (?:back|notifications?|down|a|an|the (?:button|limits?|envelope))\\b)(?:$| )",
  ]],
  ["deploy", "deploy publish ship roll release", [
    "^(?:re)?deploy\\b(?!ment)",
    "^(?:publish|ship|roll out)(?:$| (?:it|this|the|to|a|new)\\b)",
    "^release (?:it|this|a|the|version|v?\\d|to)\\b(?! notes)",
  ]],
  ["run", "run execute start launch", [
    "^(?:run|rerun|re-run|execute|start|launch)(?! (?:by|with|over|from scratch|out)\\b) \\S",
  ]],
];

const TABLE = ASKED.map(([wish, words, patterns]) => {
  const pattern = new RegExp(patterns.join("|"));
  return { wish, test: (text: string) => mentions(text, words) && pattern.test(text) };
});

/** "Run lint, tests and the build", "make sure it builds and tests pass": the verb is shared. */
const SHARED_VERB: readonly (readonly [Wish, RegExp])[] = [
  ["test", new RegExp(`^(?:the |all |unit )*${TEST}(?: (?:${WORKS} )?${GOOD})?$`)],
  ["types", new RegExp(`^(?:the )?${TYPES}$`)],
  ["lint", new RegExp(`^(?:the )?${LINT}$`)],
  ["build", /^(?:the )?build$/],
];

/** What is done, where it is said not to be: "without committing". */
const GERUNDS: ReadonlyMap<string, string> = new Map([
  ["committing", "commit"],
  ["pushing", "push"],
  ["running", "run"],
  ["executing", "execute"],
  ["deploying", "deploy"],
  ["publishing", "publish"],
  ["releasing", "release"],
  ["testing", "test"],
  ["linting", "lint"],
  ["building", "build"],
  ["opening", "open"],
  ["creating", "create"],
  ["making", "make"],
  ["starting", "start"],
]);

/** No clause is looked at further than this: a wish stands at its beginning. */
const LONGEST = 300;

/** What the messages wish for, the newest word on it counting. */
export function wishesOf(messages: readonly string[]): Wish[] {
  const wishes = new Set<Wish>();
  for (const message of messages) {
    const clauses = clausesOf(message);
    let before: { wish: Wish | null; negated: boolean } = { wish: null, negated: false };
    for (const [index, clause] of clauses.entries()) {
      const wish = wishIn(clause, before.wish !== null);
      const negated = isNegated(clause, wish, before);
      // "Don't commit without tests" wants the tests, and says nothing against the commit.
      const onlyWith = clauses[index + 1]?.joint === "without";
      if (wish && !negated) wishes.add(wish);
      else if (wish && !onlyWith) wishes.delete(wish);
      before = { wish, negated };
    }
  }
  return TABLE.map(({ wish }) => wish).filter((wish) => wishes.has(wish));
}

function wishIn({ text, negated }: Clause, follows: boolean): Wish | null {
  const [first = ""] = text.split(" ", 1);
  const verb = negated ? GERUNDS.get(first) : undefined;
  const clause = (verb === undefined ? text : verb + text.slice(first.length)).slice(0, LONGEST);
  const shared = follows ? SHARED_VERB.find(([, pattern]) => pattern.test(clause)) : undefined;
  if (shared) return shared[0];
  return TABLE.find(({ test }) => test(clause))?.wish ??
    (negated ? SHARED_VERB.find(([, pattern]) => pattern.test(clause))?.[0] ?? null : null);
}

function isNegated(
  { negated, joint }: Clause,
  wish: Wish | null,
  before: { wish: Wish | null; negated: boolean },
): boolean {
  if (joint === "without" && before.negated) return false;
  if (negated) return true;
  // "Don't commit or push" is about both; "don't stop and run it" is not.
  const shares = joint === "or" || joint === "nor" || joint === "and" && before.wish !== null;
  return before.negated && shares && wish !== null;
}
