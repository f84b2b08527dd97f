/** The words of a sentence that name a check, or say how one went. */

import type { CheckKind } from "../done/facts.ts";
import { mentions } from "../mentions.ts";

/** A word or two that matter. */
export interface Sign {
  readonly at: number;
  readonly end: number;
  /** The check that it names; null where it names none. */
  readonly kind: CheckKind | null;
  /** How the check went; null where it only names one. */
  readonly says: "passed" | "failed" | null;
  /** Whether it counts: "42 passed" is about tests without saying so. */
  readonly counted: boolean;
  /** Whether it is a tick or a cross. */
  readonly mark: boolean;
}

type Kinds = Partial<Pick<Sign, "kind" | "says" | "counted" | "mark">>;

/** One way of naming a check or saying how it went. */
interface SignRow {
  /** One of these stands in every text that the row fits: see `Rule`. */
  readonly words: string;
  readonly says: string;
  readonly means: Kinds | ((text: string) => Kinds);
  readonly reason: string;
}

/** The first that fits at a place wins. */
export const SIGNS: readonly SignRow[] = [
  {
    words: "failures:",
    says: "tests run: \\d+, failures: \\d+(?:, errors: \\d+)?",
    means: (text) => ({
      kind: "test",
      says: /failures: 0(?:$|, errors: 0$)/.test(text) ? "passed" : "failed",
      counted: true,
    }),
    reason: "Tests run: 57, Failures: 0, Errors: 0",
  },
  {
    words: "failed: failures: failure: passed: errors: error:",
    says:
      "\\b(?:failed|failures?|passed|errors?): ?\\d[\\d,]*(?:,? (?:and )?(?:failed|failures?|passed|errors?|skipped|ignored|total): ?\\d+){1,6}",
    means: (text) => ({
      kind: "test",
      says: /(?:failed|failures?|errors?): ?[1-9]/.test(text) ? "failed" : "passed",
      counted: true,
    }),
    reason: "Failed: 0, Passed: 128, Skipped: 0",
  },
  {
    words: "failed=",
    says: "\\b(?:\\w+=\\d+ {1,4}){0,6}failed=\\d+",
    means: (text) => ({ says: text.endsWith("failed=0") ? "passed" : "failed" }),
    reason: "ok=9 changed=3 failed=0",
  },
  {
    words: "of",
    says:
      "\\bof (?:the |our |all |these )?\\d[\\d,]* (?:\\w+ )?(?:tests?|specs?|test cases)[, ]{1,3}(?:only )?\\d[\\d,]* (?:now |still )?(?:pass(?:es|ed)?|succeed(?:ed)?|are green)",
    means: (text) => {
      const [all, some] = text.replace(/(\d),(?=\d)/g, "$1").match(/\d+/g) ?? [];
      return { kind: "test", says: some === all ? "passed" : "failed", counted: true };
    },
    reason: "of the 240 tests 233 pass",
  },
  {
    words: "/ of",
    says:
      "\\d[\\d,]* ?(?:\\/|of|out of) ?(?:the )?\\d[\\d,]*(?: (?:unit |integration |e2e )?(?:tests?|specs?|checks?|suites?|test cases|test files|runs|times))?(?: (?:are |is |now |still |were |all ){0,3}(?:pass(?:es|ed|ing)?|green|succeed(?:ed)?|ok|fail(?:s|ed|ing)?))?",
    means: (text) => {
      const [some, all] = text.replace(/(\d),(?=\d)/g, "$1").match(/\d+/g) ?? [];
      const fails = /fail/.test(text);
      const words = /pass|green|succeed|ok|fail/.test(text);
      const passed = fails ? Number(some) === 0 : some === all;
      const test = /test|spec|suite/.test(text);
      return {
        kind: test && words ? "test" : null,
        says: passed ? "passed" : "failed",
        counted: words,
      };
    },
    reason: "42/42 pass, 3 of 10 tests fail",
  },
  {
    words: "test spec",
    says:
      "(?:0|zero|no) (?:(?:failing|failed|broken|red) (?:unit |integration |e2e )?(?:tests?|specs?)|(?:unit |integration |e2e )?test failures?|(?:unit |integration |e2e )?(?:tests?|specs?) (?:are |is |were )?(?:fail(?:s|ed|ing)?|broken|red))",
    means: { kind: "test", says: "passed" },
    reason: "no failing tests, no tests failed",
  },
  {
    words: "typ",
    says:
      "(?:0|zero|no|without(?: any)?) (?:new )?(?:type(?:script)?|typing|types) (?:errors?|issues|problems|warnings)",
    means: { kind: "types", says: "passed" },
    reason: "no type errors",
  },
  {
    words: "lint",
    says:
      "(?:0|zero|no|without(?: any)?) (?:new )?(?:es)?lint(?:er|ing)? (?:errors?|issues|problems|warnings)",
    means: { kind: "lint", says: "passed" },
    reason: "no lint errors",
  },
  {
    words: "build compil",
    says:
      "(?:0|zero|no|without(?: any)?) (?:build|compile|compiler|compilation) (?:errors?|issues|problems|warnings)",
    means: { kind: "build", says: "passed" },
    reason: "no build errors",
  },
  {
    words: "type",
    says: "[1-9]\\d* type(?:script)? errors?",
    means: { kind: "types", says: "failed" },
    reason: "3 type errors",
  },
  {
    words: "lint",
    says: "[1-9]\\d* (?:es)?lint(?:ing|er)? (?:errors?|problems?)",
    means: { kind: "lint", says: "failed" },
    reason: "2 lint errors",
  },
  {
    words: "build compil",
    says: "[1-9]\\d* (?:build|compile|compiler|compilation) errors?",
    means: { kind: "build", says: "failed" },
    reason: "2 build errors",
  },
  {
    words: "compile build",
    says:
      "(?:does not|doesn't|do not|don't|won't|fails? to|failed to|failing to|no longer|can't|cannot) (?:compile|build)",
    means: { kind: "build", says: "failed" },
    reason: "does not compile",
  },
  {
    words: "compile build built",
    says:
      "(?:code|project|app|application|image|container|everything|it|crate|package|bundle|now|all|solution|workspace|binary|site|and|still|module|program|tree|repo) (?:compiles|builds|compiled|built)(?: (?:cleanly|successfully|fine|without (?:errors?|warnings?|issues)|again|ok))?|(?:compiles|builds|compiled|built) (?:cleanly|successfully|fine|without (?:any )?(?:errors?|warnings?|issues)|ok)",
    means: { kind: "build", says: "passed" },
    reason: "the project compiles",
  },
  {
    words: "pass green ok succeeded",
    says:
      "\\b(?:all )?\\d(?:[\\d,]*\\d)? (?:(?:unit|integration|e2e|new|existing|of the|other|more|regression) ){0,2}(?:tests?|specs?|test cases?|checks?|assertions?|suites?|scenarios?)?(?: (?:are|is|were|now|still|all|currently|have|has)){0,3} ?(?:pass(?:es|ed|ing)?|green|ok|succeeded)\\b",
    means: (text) => ({
      kind: /test|spec|suite/.test(text) ? "test" : null,
      says: "passed",
      counted: true,
    }),
    reason: "42 tests passing",
  },
  {
    words: "fail red broken",
    says:
      "\\b\\d(?:[\\d,]*\\d)? (?:(?:unit|integration|e2e|new|existing|of the|other|more|regression) ){0,2}(?:tests?|specs?|test cases?|checks?|assertions?|suites?|scenarios?)?(?: (?:are|is|were|now|still|all|currently|have|has)){0,3} ?(?:fail(?:s|ed|ing|ures?)?|red|broken)\\b",
    means: (text) => {
      const none = /^(?:all )?0+\b/.test(text);
      return {
        kind: /test|spec|suite/.test(text) ? "test" : null,
        says: none ? "passed" : "failed",
        counted: true,
      };
    },
    reason: "3 failed",
  },
  {
    words: "test spec suite jest mocha playwright cypress phpunit",
    says:
      "⟦test⟧|(?:npm|pnpm|yarn|bun|cargo|go|deno|make|dotnet|mvn|gradle) (?:run )?test\\b|\\b(?:(?:unit|integration|e2e|end-to-end|regression|smoke|snapshot|acceptance|parser|api) )?(?:test|tests|specs|spec|testsuite)(?:[- ](?:suites?|cases?|runs?))?\\b(?! (?:file|helper|coverage|data|plan|fixture|runner config|case for)s?\\b)|\\b(?:pytest|vitest|jest|rspec|mocha|playwright|cypress|suite|suites|phpunit)\\b",
    means: { kind: "test" },
    reason: "tests by any name",
  },
  {
    words: "typ tsc mypy pyright check",
    says:
      "⟦types⟧|\\btype[- ]?check(?:s|ing|er)?\\b|\\b(?:tsc|mypy|pyright|typescript|typings|types|typing|deno check|cargo check)\\b",
    means: { kind: "types" },
    reason: "type checks by any name",
  },
  {
    words: "lint ruff clippy shellcheck biome flake8 rubocop",
    says:
      "⟦lint⟧|\\b(?:eslint|lint|linter|linting|lints|ruff|clippy|shellcheck|biome|pylint|flake8|rubocop|deno lint|golangci-lint)\\b",
    means: { kind: "lint" },
    reason: "linters by any name",
  },
  {
    words: "build compil bundl",
    says:
      "⟦build⟧|(?:npm run|pnpm|yarn|bun run|cargo|go|vite|next|docker) build\\b|\\b(?:build|builds|compilation|compile step|bundle|bundling)\\b(?! (?:step was|script|file|config|system|tool)s?\\b)",
    means: { kind: "build" },
    reason: "builds by any name",
  },
  {
    words: "✓",
    says: "✓",
    means: { says: "passed", mark: true },
    reason: "a tick",
  },
  {
    words: "✗",
    says: "✗",
    means: { says: "failed", mark: true },
    reason: "a cross",
  },
  {
    words:
      "error issue problem warning failure complaints diagnostics regressions findings 0 green good",
    says:
      "\\b(?:(?:0|zero|no|without(?: any)?) (?:errors?|issues?|problems?|warnings?|failures?|complaints|diagnostics|regressions|findings)|exit(?:s|ed)?(?: with)?(?: code| status)?:? 0\\b|(?:code|status) 0\\b|error-free|all[- ]green|all good)",
    means: { says: "passed" },
    reason: "no errors, exit code 0",
  },
  {
    words: "exit error non-zero",
    says:
      "\\b(?:exit(?:s|ed)?(?: with)?(?: code| status):? [1-9]\\d*|[1-9]\\d* errors?|non-zero)\\b",
    means: { says: "failed" },
    reason: "4 errors, exit code 1",
  },
  {
    words: "pass green succe clean ok fine happy",
    says:
      "\\b(?:pass|passes|passed|passing|green|succeeds?|succeeded|success|successful|successfully|clean|cleanly|ok|okay|fine|happy)\\b",
    means: { says: "passed" },
    reason: "passes, is green",
  },
  {
    words: "fail red broke break error crash",
    says:
      "\\b(?:fail|fails|failed|failing|failures?|red|broken|breaks|broke|erroring|errors out|crash(?:es|ed|ing))\\b",
    means: { says: "failed" },
    reason: "fails, is broken",
  },
];

/** A row of the table while a text is read: where it fits next. */
interface Reader {
  readonly pattern: RegExp;
  readonly sign: SignRow;
  next: RegExpExecArray | null;
}

const PATTERNS = new Map<SignRow, RegExp>();

function patternOf(row: SignRow): RegExp {
  let pattern = PATTERNS.get(row);
  if (pattern === undefined) PATTERNS.set(row, pattern = new RegExp(row.says, "g"));
  return pattern;
}

function fit({ pattern }: Pick<Reader, "pattern">, text: string, from: number): Reader["next"] {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** The signs of a text from left to right; at one place the first row of the table wins. */
export function signsIn(text: string): Sign[] {
  const readers: Reader[] = SIGNS.filter(({ words }) => mentions(text, words)).map((sign) => {
    const pattern = patternOf(sign);
    return { pattern, sign, next: fit({ pattern }, text, 0) };
  });
  const signs: Sign[] = [];
  for (;;) {
    let first: Reader | null = null;
    for (const reader of readers) {
      if (reader.next === null) continue;
      if (first === null || reader.next.index < first.next!.index) first = reader;
    }
    if (first === null) return signs;
    const { index, 0: found } = first.next!;
    const end = index + found.length;
    signs.push({
      at: index,
      end,
      kind: null,
      says: null,
      counted: false,
      mark: false,
      ...(typeof first.sign.means === "function" ? first.sign.means(found) : first.sign.means),
    });
    for (const reader of readers) {
      if (reader.next !== null && reader.next.index < end) reader.next = fit(reader, text, end);
    }
  }
}
