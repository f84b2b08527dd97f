/** Programs that test, build, type-check or lint. One row per way to call one; the first that fits. */

import type { CheckKind } from "./facts.ts";

/** How a program is called when it is a check. Several words stand in one text. */
interface How {
  /** The first plain word has to be one of these. */
  readonly sub?: string;
  /** One of these has to stand among the arguments. */
  readonly needs?: string;
  /** The first plain word is none of these. */
  readonly not?: string;
  /** What plain words are, where they are no paths: names of tests narrow the run, targets do not. */
  readonly plain?: "names" | "targets";
  /** It prints nothing where it finds nothing. */
  readonly quiet?: true;
}

/** A way to call a check. */
export type CheckProgram = readonly [programs: string, CheckKind, runner: string, how?: How];

const TARGETS = { plain: "targets" } as const;
const QUIET = { quiet: true } as const;

export const CHECK_PROGRAMS: readonly CheckProgram[] = [
  // JavaScript and TypeScript
  ["deno", "test", "deno", { sub: "test" }],
  ["deno", "types", "deno", { sub: "check" }],
  ["deno", "lint", "deno", { sub: "lint" }],
  ["deno", "lint", "deno", { sub: "fmt", needs: "--check" }],
  ["deno", "build", "deno", { sub: "compile bundle", ...TARGETS }],
  ["node", "test", "node", { needs: "--test" }],
  ["bun", "test", "bun", { sub: "test" }],
  ["bun", "build", "bun", { sub: "build", ...TARGETS }],
  ["vitest", "test", "vitest", { not: "list init" }],
  ["react-scripts", "test", "jest", { sub: "test" }],
  ["react-scripts", "build", "webpack", { sub: "build", ...TARGETS }],
  ["jest", "test", "jest"],
  ["mocha", "test", "mocha"],
  ["ava", "test", "ava"],
  ["tap", "test", "tap"],
  ["karma", "test", "karma", { sub: "start", ...TARGETS }],
  ["playwright", "test", "playwright", { sub: "test" }],
  ["cypress", "test", "cypress", { sub: "run" }],
  ["tsc", "build", "tsc", { needs: "-b --build", ...TARGETS, ...QUIET }],
  ["tsc vue-tsc tsgo", "types", "tsc", QUIET],
  ["svelte-check", "types", "svelte"],
  ["astro", "types", "tsc", { sub: "check", ...TARGETS }],
  ["astro", "build", "vite", { sub: "build", ...TARGETS }],
  ["eslint", "lint", "eslint", QUIET],
  ["biome", "lint", "biome", { sub: "check lint ci format" }],
  ["oxlint", "lint", "oxlint"],
  ["stylelint", "lint", "stylelint", QUIET],
  ["prettier", "lint", "prettier", { needs: "--check -c --list-different -l" }],
  ["vite nuxt parcel", "build", "vite", { sub: "build", ...TARGETS }],
  ["webpack", "build", "webpack", { not: "serve", ...TARGETS }],
  ["rollup", "build", "rollup", TARGETS],
  ["esbuild tsup", "build", "esbuild", TARGETS],
  ["next", "build", "next", { sub: "build", ...TARGETS }],
  ["next", "lint", "eslint", { sub: "lint", ...TARGETS }],
  // Python
  ["pytest py.test", "test", "pytest"],
  ["unittest", "test", "unittest", { sub: "discover", ...TARGETS }],
  ["unittest nose2", "test", "unittest", { plain: "names" }],
  ["mypy", "types", "mypy"],
  ["pyright basedpyright", "types", "pyright"],
  ["ruff", "lint", "ruff", { sub: "check" }],
  ["ruff", "lint", "ruff", { sub: "format", needs: "--check --diff" }],
  ["flake8", "lint", "flake8", QUIET],
  ["pylint", "lint", "pylint"],
  ["black", "lint", "black", { needs: "--check --diff" }],
  ["pre-commit", "lint", "pre-commit", { sub: "run", ...TARGETS }],
  // Compiled languages
  ["cargo", "test", "cargo", { sub: "test t", plain: "names" }],
  ["cargo", "test", "cargo", { sub: "nextest", needs: "run r", plain: "names" }],
  ["cargo", "build", "cargo", { sub: "build b", ...TARGETS }],
  ["cargo", "types", "cargo", { sub: "check c", ...TARGETS }],
  ["cargo", "lint", "cargo", { sub: "clippy", ...TARGETS }],
  ["cargo", "lint", "cargo", { sub: "fmt", needs: "--check", ...TARGETS }],
  ["go", "test", "go", { sub: "test" }],
  ["go", "build", "go", { sub: "build", ...QUIET }],
  ["go", "lint", "go", { sub: "vet", ...QUIET }],
  ["gotestsum", "test", "go"],
  ["golangci-lint", "lint", "golangci-lint", { sub: "run" }],
  ["staticcheck", "lint", "golangci-lint", QUIET],
  ["ctest", "test", "ctest", TARGETS],
  ["cmake", "build", "cmake", { needs: "--build", ...TARGETS }],
  ["ninja", "build", "cmake", TARGETS],
  ["dotnet", "test", "dotnet", { sub: "test", ...TARGETS }],
  ["dotnet", "build", "dotnet", { sub: "build publish", ...TARGETS }],
  ["dotnet", "lint", "dotnet", { sub: "format", needs: "--verify-no-changes", ...TARGETS }],
  ["swift", "test", "swift", { sub: "test" }],
  ["swift", "build", "swift", { sub: "build", ...TARGETS }],
  ["xcodebuild", "test", "swift", { needs: "test", ...TARGETS }],
  ["xcodebuild", "build", "swift", TARGETS],
  ["flutter dart", "test", "flutter", { sub: "test" }],
  ["flutter dart", "lint", "flutter", { sub: "analyze" }],
  ["flutter", "build", "flutter", { sub: "build", ...TARGETS }],
  // Others
  ["rspec", "test", "rspec"],
  ["rails", "test", "minitest", { sub: "test" }],
  ["rubocop", "lint", "rubocop"],
  ["phpunit", "test", "phpunit"],
  ["pest", "test", "pest"],
  ["phpstan", "types", "phpstan", { sub: "analyse analyze" }],
  ["mix", "test", "mix", { sub: "test" }],
  ["mix", "build", "mix", { sub: "compile", ...TARGETS }],
  ["mix", "lint", "mix", { sub: "credo" }],
  ["mix", "lint", "mix", { sub: "format", needs: "--check-formatted" }],
  ["shellcheck", "lint", "shellcheck", QUIET],
];
