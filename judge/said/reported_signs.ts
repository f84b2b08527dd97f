/** The words of a sentence that name a check, or say how one went. */

import type { CheckKind } from "../done.ts";

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

/** The first that fits at a place wins; each alternative is tried in this order. */
const SIGNS:
  readonly (readonly [words: string, sign: Kinds | ((text: string) => Kinds), reason: string])[] = [
    [
      "\\d[\\d,]* ?(?:\\/|of|out of) ?(?:the )?\\d[\\d,]*(?: (?:unit |integration |e2e )?(?:tests?|specs?|checks?|suites?|test cases|test files))?(?: (?:are |is |now |still |were |all ){0,3}(?:pass(?:es|ed|ing)?|green|succeed(?:ed)?|ok|fail(?:s|ed|ing)?))?",
      (text) => {
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
      "42/42 pass, 3 of 10 tests fail",
    ],
    [
      "(?:0|zero|no) (?:(?:failing|failed|broken|red) (?:unit |integration |e2e )?(?:tests?|specs?)|(?:unit |integration |e2e )?test failures?|(?:unit |integration |e2e )?(?:tests?|specs?) (?:are |is |were )?(?:fail(?:s|ed|ing)?|broken|red))",
      { kind: "test", says: "passed" },
      "no failing tests, no tests failed",
    ],
    [
      "(?:0|zero|no|without(?: any)?) (?:new )?(?:type(?:script)?|typing|types) (?:errors?|issues|problems|warnings)",
      { kind: "types", says: "passed" },
      "no type errors",
    ],
    [
      "(?:0|zero|no|without(?: any)?) (?:new )?(?:es)?lint(?:er|ing)? (?:errors?|issues|problems|warnings)",
      { kind: "lint", says: "passed" },
      "no lint errors",
    ],
    [
      "(?:0|zero|no|without(?: any)?) (?:build|compile|compiler|compilation) (?:errors?|issues|problems|warnings)",
      { kind: "build", says: "passed" },
      "no build errors",
    ],
    ["[1-9]\\d* type(?:script)? errors?", { kind: "types", says: "failed" }, "3 type errors"],
    [
      "[1-9]\\d* (?:es)?lint(?:ing|er)? (?:errors?|problems?)",
      { kind: "lint", says: "failed" },
      "2 lint errors",
    ],
    [
      "[1-9]\\d* (?:build|compile|compiler|compilation) errors?",
      { kind: "build", says: "failed" },
      "2 build errors",
    ],
    [
      "(?:does not|doesn't|do not|don't|won't|fails? to|failed to|failing to|no longer|can't|cannot) (?:compile|build)",
      { kind: "build", says: "failed" },
      "does not compile",
    ],
    [
      "(?:code|project|app|application|everything|it|crate|package|bundle|now|all|solution|workspace|binary|site|and|still|module|program|tree|repo) (?:compiles|builds|compiled|built)(?: (?:cleanly|successfully|fine|without (?:errors?|warnings?|issues)|again|ok))?|(?:compiles|builds|compiled|built) (?:cleanly|successfully|fine|without (?:any )?(?:errors?|warnings?|issues)|ok)",
      { kind: "build", says: "passed" },
      "the project compiles",
    ],
    [
      "\\b(?:all )?\\d[\\d,]* (?:(?:unit|integration|e2e|new|existing|of the|other|more|regression) ){0,2}(?:tests?|specs?|test cases?|checks?|assertions?|suites?|scenarios?)?(?: (?:are|is|were|now|still|all|currently|have|has)){0,3} ?(?:pass(?:es|ed|ing)?|green|ok|succeeded)",
      (text) => ({
        kind: /test|spec|suite/.test(text) ? "test" : null,
        says: "passed",
        counted: true,
      }),
      "42 tests passing",
    ],
    [
      "\\b\\d[\\d,]* (?:(?:unit|integration|e2e|new|existing|of the|other|more|regression) ){0,2}(?:tests?|specs?|test cases?|checks?|assertions?|suites?|scenarios?)?(?: (?:are|is|were|now|still|all|currently|have|has)){0,3} ?(?:fail(?:s|ed|ing|ures?)?|red|broken)",
      (text) => {
        const none = /^(?:all )?0+\b/.test(text);
        return {
          kind: /test|spec|suite/.test(text) ? "test" : null,
          says: none ? "passed" : "failed",
          counted: true,
        };
      },
      "3 failed",
    ],
    [
      "⟦test⟧|(?:npm|pnpm|yarn|bun|cargo|go|deno|make|dotnet|mvn|gradle) (?:run )?test\\b|\\b(?:(?:unit|integration|e2e|end-to-end|regression|smoke|snapshot|acceptance|parser|api) )?(?:test|tests|specs|spec|testsuite)(?:[- ](?:suites?|cases?|runs?))?\\b(?! (?:file|helper|coverage|data|plan|fixture|runner config|case for)s?\\b)|\\b(?:pytest|vitest|jest|rspec|mocha|playwright|cypress|suite|suites|phpunit)\\b",
      { kind: "test" },
      "tests by any name",
    ],
    [
      "⟦types⟧|\\btype[- ]?check(?:s|ing|er)?\\b|\\b(?:tsc|mypy|pyright|typescript|typings|types|typing|deno check|cargo check)\\b",
      { kind: "types" },
      "type checks by any name",
    ],
    [
      "⟦lint⟧|\\b(?:eslint|lint|linter|linting|lints|ruff|clippy|biome|pylint|flake8|rubocop|deno lint|golangci-lint)\\b",
      { kind: "lint" },
      "linters by any name",
    ],
    [
      "⟦build⟧|(?:npm run|pnpm|yarn|bun run|cargo|go|vite|next|docker) build\\b|\\b(?:build|builds|compilation|compile step|bundle|bundling)\\b(?! (?:step was|script|file|config|system|tool)s?\\b)",
      { kind: "build" },
      "builds by any name",
    ],
    ["✓", { says: "passed", mark: true }, "a tick"],
    ["✗", { says: "failed", mark: true }, "a cross"],
    [
      "\\b(?:(?:0|zero|no|without(?: any)?) (?:errors?|issues?|problems?|warnings?|failures?|complaints|diagnostics|regressions|findings)|exit(?:s|ed)?(?: with)?(?: code| status)?:? 0\\b|(?:code|status) 0\\b|error-free|all[- ]green|all good)",
      { says: "passed" },
      "no errors, exit code 0",
    ],
    [
      "\\b(?:exit(?:s|ed)?(?: with)?(?: code| status):? [1-9]\\d*|[1-9]\\d* errors?|non-zero)\\b",
      { says: "failed" },
      "4 errors, exit code 1",
    ],
    [
      "\\b(?:pass|passes|passed|passing|green|succeeds?|succeeded|success|successful|successfully|clean|cleanly|ok|okay|fine)\\b",
      { says: "passed" },
      "passes, is green",
    ],
    [
      "\\b(?:fail|fails|failed|failing|failures?|red|broken|breaks|broke|erroring|errors out|crash(?:es|ed|ing))\\b",
      { says: "failed" },
      "fails, is broken",
    ],
  ];

const ANY = new RegExp(SIGNS.map(([words]) => `(${words})`).join("|"), "g");

/** The signs of a text from left to right. */
export function signsIn(text: string): Sign[] {
  const signs: Sign[] = [];
  for (const match of text.matchAll(ANY)) {
    const index = match.slice(1).findIndex((group) => group !== undefined);
    const found = SIGNS[index]?.[1];
    if (found === undefined) continue;
    signs.push({
      at: match.index,
      end: match.index + match[0].length,
      kind: null,
      says: null,
      counted: false,
      mark: false,
      ...(typeof found === "function" ? found(match[0]) : found),
    });
  }
  return signs;
}
