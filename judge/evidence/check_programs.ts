/** Programs that test, build, type-check or lint. A row is a way to call them; the first that fits. */

import type { CheckKind } from "./facts.ts";

/** A way to call a check. Several words stand in one text. */
export interface CheckProgram {
  readonly kind: CheckKind;
  readonly programs: string;
  /** The first plain word has to be one of these. */
  readonly sub?: string;
  /** One of these has to stand among the arguments. */
  readonly needs?: string;
}

export const CHECK_PROGRAMS: readonly CheckProgram[] = [
  {
    kind: "test",
    programs: "deno bun playwright go swift flutter dart dotnet mix react-scripts rails",
    sub: "test",
  },
  { kind: "test", programs: "cargo", sub: "test t nextest" },
  { kind: "test", programs: "node", needs: "--test" },
  { kind: "test", programs: "xcodebuild", needs: "test" },
  { kind: "test", programs: "cypress karma", sub: "run start" },
  {
    kind: "test",
    programs: "vitest jest mocha ava tap pytest py.test unittest nose2 gotestsum ctest rspec " +
      "phpunit pest",
  },
  { kind: "lint", programs: "prettier", needs: "--check -c --list-different -l" },
  { kind: "lint", programs: "deno cargo", sub: "fmt", needs: "--check" },
  { kind: "lint", programs: "ruff", sub: "format", needs: "--check --diff" },
  { kind: "lint", programs: "dotnet mix", needs: "--verify-no-changes --check-formatted" },
  { kind: "lint", programs: "black", needs: "--check --diff" },
  { kind: "lint", programs: "biome ruff", sub: "check lint ci format" },
  {
    kind: "lint",
    programs: "deno cargo go next dart flutter mix golangci-lint pre-commit",
    sub: "lint clippy vet analyze credo run",
  },
  {
    kind: "lint",
    programs: "eslint oxlint stylelint flake8 pylint rubocop shellcheck staticcheck",
  },
  { kind: "types", programs: "deno cargo astro", sub: "check c" },
  { kind: "types", programs: "phpstan", sub: "analyse analyze" },
  { kind: "build", programs: "tsc cmake", needs: "-b --build" },
  { kind: "types", programs: "tsc vue-tsc tsgo svelte-check mypy pyright basedpyright" },
  {
    kind: "build",
    programs: "bun vite nuxt parcel next astro react-scripts go swift flutter",
    sub: "build",
  },
  { kind: "build", programs: "cargo dotnet deno mix", sub: "build b publish compile bundle" },
  { kind: "build", programs: "webpack rollup esbuild tsup ninja xcodebuild" },
];

/** Whose lines a program prints, where its own name is another. */
export const RUNNERS: ReadonlyMap<string, string> = new Map([
  ["py.test", "pytest"],
  ["nose2", "unittest"],
  ["gotestsum", "go"],
  ["staticcheck", "golangci-lint"],
  ["vue-tsc", "tsc"],
  ["tsgo", "tsc"],
  ["basedpyright", "pyright"],
  ["dart", "flutter"],
  ["rails", "minitest"],
  ["ninja", "cmake"],
  ["tsup", "esbuild"],
  ["nuxt", "vite"],
  ["parcel", "vite"],
]);

/** Programs that print nothing where they find nothing. */
export const QUIET = new Set("tsc eslint stylelint flake8 shellcheck go golangci-lint".split(" "));
