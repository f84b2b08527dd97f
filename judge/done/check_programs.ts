/** Programs that test, build, type-check or lint. One row per way to call one. */

import type { CheckKind } from "./facts.ts";

/** How a program is called when it is a check. */
export interface CheckProgram {
  readonly kind: CheckKind;
  readonly runner: string;
  /** The first plain word; `null`: none, or one that is not in `not`. Without it: any. */
  readonly sub?: readonly string[] | null;
  /** One of these words has to stand among the arguments. */
  readonly needs?: readonly string[];
  /** None of these may. */
  readonly not?: readonly string[];
  /** Plain words are names of tests, so that any of them narrows the run. */
  readonly names?: true;
  /** Plain words are targets or goals, so that none of them narrows the run. */
  readonly targets?: true;
  /** It says nothing where it finds nothing. */
  readonly quiet?: true;
}

type Rows = Readonly<Record<string, readonly CheckProgram[]>>;

const test = (runner: string, more: Partial<CheckProgram> = {}): CheckProgram => ({
  kind: "test",
  runner,
  ...more,
});
const build = (runner: string, more: Partial<CheckProgram> = {}): CheckProgram => ({
  kind: "build",
  runner,
  ...more,
});
const types = (runner: string, more: Partial<CheckProgram> = {}): CheckProgram => ({
  kind: "types",
  runner,
  ...more,
});
const lint = (runner: string, more: Partial<CheckProgram> = {}): CheckProgram => ({
  kind: "lint",
  runner,
  ...more,
});

const JAVASCRIPT: Rows = {
  deno: [
    test("deno", { sub: ["test"] }),
    types("deno", { sub: ["check"], quiet: true }),
    lint("deno", { sub: ["lint"] }),
    lint("deno", { sub: ["fmt"], needs: ["--check"] }),
    build("deno", { sub: ["compile", "bundle"], targets: true }),
  ],
  node: [test("node", { needs: ["--test"] })],
  bun: [test("bun", { sub: ["test"] }), build("bun", { sub: ["build"], targets: true })],
  vitest: [test("vitest", { not: ["list", "init"] })],
  jest: [test("jest")],
  "react-scripts": [
    test("jest", { sub: ["test"] }),
    build("webpack", { sub: ["build"], targets: true }),
  ],
  mocha: [test("mocha")],
  ava: [test("ava")],
  tap: [test("tap")],
  karma: [test("karma", { sub: ["start"], targets: true })],
  playwright: [test("playwright", { sub: ["test"] })],
  cypress: [test("cypress", { sub: ["run"] })],
  tsc: [
    types("tsc", { needs: ["--noEmit"], quiet: true }),
    build("tsc", { needs: ["-b", "--build"], targets: true, quiet: true }),
    types("tsc", { quiet: true }),
  ],
  "vue-tsc": [types("tsc", { quiet: true })],
  "svelte-check": [types("svelte")],
  astro: [
    types("tsc", { sub: ["check"], targets: true }),
    build("vite", { sub: ["build"], targets: true }),
  ],
  eslint: [lint("eslint", { quiet: true })],
  biome: [lint("biome", { sub: ["check", "lint", "ci", "format"] })],
  oxlint: [lint("oxlint")],
  stylelint: [lint("stylelint", { quiet: true })],
  prettier: [lint("prettier", { needs: ["--check", "-c", "--list-different", "-l"] })],
  vite: [build("vite", { sub: ["build"], targets: true })],
  webpack: [build("webpack", { not: ["serve"], targets: true })],
  rollup: [build("rollup", { targets: true })],
  esbuild: [build("esbuild", { targets: true })],
  tsup: [build("esbuild", { targets: true })],
  next: [
    build("next", { sub: ["build"], targets: true }),
    lint("eslint", { sub: ["lint"], targets: true }),
  ],
  nuxt: [build("vite", { sub: ["build"], targets: true })],
  parcel: [build("vite", { sub: ["build"], targets: true })],
};

const PYTHON: Rows = {
  pytest: [test("pytest")],
  "py.test": [test("pytest")],
  unittest: [
    test("unittest", { sub: ["discover"], targets: true }),
    test("unittest", { names: true }),
  ],
  nose2: [test("unittest", { names: true })],
  mypy: [types("mypy")],
  pyright: [types("pyright")],
  basedpyright: [types("pyright")],
  ruff: [
    lint("ruff", { sub: ["check"] }),
    lint("ruff", { sub: ["format"], needs: ["--check", "--diff"] }),
  ],
  flake8: [lint("flake8", { quiet: true })],
  pylint: [lint("pylint")],
  black: [lint("black", { needs: ["--check", "--diff"] })],
  "pre-commit": [lint("pre-commit", { sub: ["run"], targets: true })],
};

const COMPILED: Rows = {
  cargo: [
    test("cargo", { sub: ["test", "t"], names: true }),
    test("cargo", { sub: ["nextest"], needs: ["run", "r"], names: true }),
    build("cargo", { sub: ["build", "b"], targets: true }),
    types("cargo", { sub: ["check", "c"], targets: true }),
    lint("cargo", { sub: ["clippy"], targets: true }),
    lint("cargo", { sub: ["fmt"], needs: ["--check"], targets: true }),
  ],
  go: [
    test("go", { sub: ["test"] }),
    build("go", { sub: ["build"], quiet: true }),
    lint("go", { sub: ["vet"], quiet: true }),
  ],
  gotestsum: [test("go")],
  "golangci-lint": [lint("golangci-lint", { sub: ["run"] })],
  staticcheck: [lint("golangci-lint", { quiet: true })],
  ctest: [test("ctest", { targets: true })],
  cmake: [build("cmake", { needs: ["--build"], targets: true })],
  ninja: [build("cmake", { targets: true })],
  dotnet: [
    test("dotnet", { sub: ["test"], targets: true }),
    build("dotnet", { sub: ["build", "publish"], targets: true }),
    lint("dotnet", { sub: ["format"], needs: ["--verify-no-changes"], targets: true }),
  ],
  swift: [
    test("swift", { sub: ["test"] }),
    build("swift", { sub: ["build"], targets: true }),
  ],
  xcodebuild: [
    test("swift", { needs: ["test"], targets: true }),
    build("swift", { targets: true }),
  ],
  flutter: [
    test("flutter", { sub: ["test"] }),
    lint("flutter", { sub: ["analyze"] }),
    build("flutter", { sub: ["build"], targets: true }),
  ],
  dart: [test("flutter", { sub: ["test"] }), lint("flutter", { sub: ["analyze"] })],
};

const OTHERS: Rows = {
  rspec: [test("rspec")],
  rails: [test("minitest", { sub: ["test"] })],
  rubocop: [lint("rubocop")],
  phpunit: [test("phpunit")],
  pest: [test("pest")],
  phpstan: [types("phpstan", { sub: ["analyse", "analyze"] })],
  mix: [
    test("mix", { sub: ["test"] }),
    build("mix", { sub: ["compile"], targets: true }),
    lint("mix", { sub: ["credo"] }),
    lint("mix", { sub: ["format"], needs: ["--check-formatted"] }),
  ],
  shellcheck: [lint("shellcheck", { quiet: true })],
};

/** Which calls of a program are checks, the first that fits. */
export const CHECK_PROGRAMS: Rows = { ...JAVASCRIPT, ...PYTHON, ...COMPILED, ...OTHERS };
