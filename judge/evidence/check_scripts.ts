/**
 * Checks behind a name that the project chose: `npm run lint`, `make test`, `mise run test`,
 * `./gradlew build`, `./scripts/run-tests.sh`. Any runner may speak in their output.
 */

import type { CheckKind } from "./facts.ts";
import { bareName, INTERPRETERS, type Invocation, isOption } from "./programs.ts";

/** A check that the project named. */
interface ScriptCheck {
  readonly kind: CheckKind;
  /** What follows the name. */
  readonly rest: readonly string[];
}

/** What a script's name says, the first that fits. */
const NAMES: readonly (readonly [CheckKind, RegExp])[] = [
  ["types", /^(?:type-?check|types|check[:_-]types?|tsc|svelte-check)(?:[:_-]|$)/],
  ["lint", /^(?:lint\w*|eslint|clippy|vet|(?:fmt|format|style|prettier)[:_-]check)(?:[:_-]|$)/],
  ["lint", /^(?:check[:_-](?:fmt|format|lint|style)|(?:check)?[sS]tyle(?:Main)?|spotlessCheck)$/],
  ["build", /^(?:build|compile|bundle|assemble|dist|package|install)(?:[:_-]|[A-Z]|$)/],
  ["test", /^(?:\w+[:_-])?(?:tests?|specs?|e2e|unit|integration)(?:[:_-]|$)/],
  ["test", /^(?:ci|verify|validate|ok|integration-test|t|tst|check-all|coverage)$/],
  ["test", /^(?:check|run)[:_-]?tests?$|^(?:test[A-Z]\w{0,40}|\w{0,40}Test)$/],
  ["types", /^check(?:[:_-]|$)/],
];

/** Programs that run what the project named, and the words that stand before that name. */
const RUN: Readonly<Record<string, string>> = {
  npm: "run run-script rum urn",
  pnpm: "run",
  yarn: "run workspaces foreach",
  bun: "run",
  deno: "task",
  mise: "run r task tasks",
  composer: "run run-script",
  turbo: "run",
  nx: "run run-many affected",
  hatch: "run",
};
/** Those to which a name is enough, and what they do without one. */
const BARE = new Set(
  ("npm pnpm yarn make gmake just task rake composer turbo ng gradle gradlew mvn mvnw mvnd sbt " +
    "bazel hatch poe invoke").split(" "),
);
const ALONE: Readonly<Record<string, CheckKind>> = {
  make: "build",
  gmake: "build",
  tox: "test",
  nox: "test",
};

/** Words of the launchers' own that only look like the name of a script; to maven they are goals. */
const OWN = /^(?:install|ci|validate|pack|package|dist|dist-tag)$/;

/** Options that take the next word, in front of or behind a script's name. */
const VALUED = new Set(
  ("-C --dir --prefix --cwd -f --file -w --workspace -F --filter -p --project --config -j --jobs " +
    "--log-level -pl --directory --makefile --concurrency").split(" "),
);

/** Launchers of goals, of which one line may name several. */
const GOALS = new Set("gradle gradlew mvn mvnw mvnd make gmake bazel".split(" "));

/** Goals that run the tests as well, unless told not to. */
const TESTS_TOO = /^(?:package|install|verify|build|check)$/;
const WITHOUT_TESTS = /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$|^-x$/;

/** The check that a launcher or a script was asked for; null where it is none. */
export function scriptCheckOf(invocation: Invocation, word: string): ScriptCheck | null {
  return launched(invocation) ?? testFile(invocation, word);
}

function launched({ program, args }: Invocation): ScriptCheck | null {
  const run = (Object.hasOwn(RUN, program) ? RUN[program]! : "").split(" ");
  const alone = Object.hasOwn(ALONE, program) ? ALONE[program]! : null;
  const bare = BARE.has(program);
  if (run[0] === "" && !bare && alone === null) return null;
  const words = plainArguments(args);
  const workspace = program === "yarn" && words[0]?.word === "workspace";
  let at = workspace ? 2 : 0;
  while (run.includes(words[at]?.word ?? "-")) at++;
  const named = words[at];
  if (named === undefined || (at === 0 && !bare)) {
    return alone === null || at > 0 ? null : { kind: alone, rest: words.map(({ word }) => word) };
  }
  if (at === 0 && OWN.test(named.word) && !/^(?:gradlew?|mvn[wd]?)$/.test(program)) return null;
  const goals = GOALS.has(program);
  const asked = goals ? words.slice(at).map(({ word }) => word) : [named.word];
  const names = goals ? asked.map((word) => word.slice(word.lastIndexOf(":") + 1)) : asked;
  // By convention `make check` and `gradle check` run the tests.
  const kinds = names.map((name) => goals && name === "check" ? "test" : kindOfName(name));
  const skips = args.some((arg) => WITHOUT_TESTS.test(arg)) &&
    names.every((name) => TESTS_TOO.test(name));
  const kind = kinds.includes("test") && !skips
    ? "test"
    : kinds.find((kind) => kind !== null && kind !== "test");
  const rest = goals
    ? asked.filter((word) => /.:./.test(word))
    : args.slice(workspace ? 1 : named.at + 1);
  return kind ? { kind, rest } : null;
}

/** What a script is, by the last part of its name: `//web:test` is `test`. */
function kindOfName(given: string): CheckKind | null {
  const name = given.slice(0, 100).replace(/^\/\/[\w./-]{0,80}:/, "");
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

function plainArguments(args: readonly string[]): { word: string; at: number }[] {
  const plain: { word: string; at: number }[] = [];
  for (let at = 0; at < args.length; at++) {
    if (VALUED.has(args[at]!)) at++;
    else if (!isOption(args[at]!) && !/^\w{1,80}=/.test(args[at]!)) {
      plain.push({ word: args[at]!, at });
    }
  }
  return plain;
}

/** Files whose name says that running them is a test. A binary named `x-test` is none. */
const TEST_SCRIPT =
  /^(?:[\w.-]{0,60}[_.-])?(?:run[_-]?)?(?:tests?|specs?)(?:[_.-][\w.-]{0,60})?\.(?:sh|bash|py|[mc]?[jt]s|tsx|rb|php|pl)$/i;
const TEST_COMMAND = /^(?:run[_-]?)?(?:all[_-]?)?tests?$/i;

/** The test run that a program is; null where it is none. */
function testFile({ program, args }: Invocation, word: string): ScriptCheck | null {
  if (!INTERPRETERS.test(program)) {
    const name = bareName(word);
    const is = word.includes("/") && (TEST_SCRIPT.test(name) || TEST_COMMAND.test(name));
    return is ? { kind: "test", rest: [] } : null;
  }
  const given = program === "deno" && args[0] === "run" ? args.slice(1) : args;
  const file = given.find((arg) => !isOption(arg));
  if (file === undefined || given.includes("-c") || given.includes("-e")) return null;
  if (/(?:^|\/)(?:manage\.py|artisan)$/.test(file) && given.includes("test")) {
    return { kind: "test", rest: given.slice(given.indexOf("test") + 1) };
  }
  if (!TEST_SCRIPT.test(bareName(file))) return null;
  return { kind: "test", rest: /\.(?:sh|bash)$|run[_-]?tests?/.test(file) ? [] : [file] };
}
