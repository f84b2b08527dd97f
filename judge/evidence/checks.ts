/**
 * Which runs are checks, and how they ended: programs that test, build, type-check or lint, and names
 * that a project chose, such as `npm run lint`, `make test` or `./scripts/run-tests.sh`. To mention a
 * test is none.
 */

import type { CheckFact, CheckKind, Outcome } from "./facts.ts";
import { type Reading, readOutput } from "./outputs.ts";
import {
  bareName,
  commandText,
  INTERPRETERS,
  invocationOf,
  isOption,
  onlyAsks,
} from "./programs.ts";
import type { Run } from "./runs.ts";

type Pattern = readonly [CheckKind, RegExp];

/** Programs with their plain words, and behind these their options. The first that fits. */
const PROGRAMS: readonly Pattern[] = [
  ["test", /^(?:deno|bun|playwright|go|swift|flutter|dart|dotnet|mix|react-scripts|rails) test\b/],
  ["test", /^(?:cargo (?:t|test|nextest)|node\b.* --test|cypress run|karma start)\b/],
  ["test", /^(?:vitest|jest|mocha|ava|tap|ctest|rspec|phpunit|pest)\b(?! (?:list|init)\b)/],
  ["test", /^(?:pytest|py\.test|unittest|nose2|gotestsum|tox|nox)(?: |$)/],
  ["lint", /^(?:prettier|black|(?:deno|cargo) fmt|(?:ruff|dotnet|mix) format) .*-(?:c|l|-check)\b/],
  ["lint", /^(?:(?:biome|ruff) (?:check|lint|ci)|(?:golangci-lint|pre-commit) run|deno lint)\b/],
  ["lint", /^(?:cargo clippy|go vet|next lint|(?:dart|flutter) analyze|mix credo)\b/],
  ["lint", /^(?:eslint|oxlint|stylelint|flake8|pylint|rubocop|shellcheck|staticcheck)(?: |$)/],
  ["types", /^(?:(?:deno|cargo|astro) check|cargo c|phpstan analy[sz]e)(?: |$)/],
  ["build", /^(?:tsc|cmake) .*(?:-b|--build)\b/],
  ["types", /^(?:tsc|vue-tsc|tsgo|svelte-check|mypy|pyright|basedpyright)(?: |$)/],
  ["build", /^(?:bun|vite|next|astro|react-scripts|go|swift|flutter|cargo|dotnet) build\b/],
  ["build", /^(?:cargo b|mix compile|webpack|rollup|esbuild|tsup|ninja|xcodebuild)(?: |$)/],
];

/** What the name of a script says, the first that fits. */
const NAMES: readonly Pattern[] = [
  ["types", /^(?:type-?check|types|check[:_-]types?|tsc|svelte-check)(?:[:_-]|$)/],
  ["lint", /^(?:lint\w*|eslint|clippy|vet|(?:fmt|format|style|prettier)[:_-]check)(?:[:_-]|$)/],
  ["lint", /^(?:check[:_-](?:fmt|format|lint|style)|(?:check)?[sS]tyle(?:Main)?|spotlessCheck)$/],
  ["build", /^(?:build|compile|bundle|assemble|dist|package|install)(?:[:_-]|[A-Z]|$)/],
  ["test", /^(?:\w+[:_-])?(?:tests?|specs?|e2e|unit|integration)(?:[:_-]|$)/],
  ["test", /^(?:ci|verify|validate|ok|integration-test|t|tst|check-all|coverage)$/],
  ["test", /^(?:check|run)[:_-]?tests?$|^(?:test[A-Z]\w{0,40}|\w{0,40}Test)$/],
  ["types", /^check(?:[:_-]|$)/],
];

/** Programs that run a script behind one of these words. */
const RUN =
  /^(?:(?:npm|pnpm|yarn|bun|mise|composer|turbo|nx|hatch) (?:run|r|run-script|run-many|affected|tasks?|workspaces foreach|workspace \S+)|deno task)(?: run| foreach)* /;
/** Those to which the script's name is enough. Their own verbs only look like names. */
const BARE =
  /^(?:npm|pnpm|yarn|just|task|rake|composer|turbo|ng|sbt|hatch|poe|invoke) (?!(?:install|ci|validate|pack|package|dist)(?: |$))/;
/** Those of goals, of which one line may name several; alone, `make` builds. */
const GOALS = /^(?:(?:g?make|bazel)(?! install)|gradlew?|mvn[wd]?)(?: |$)/;
const WITHOUT_TESTS = / -DskipTests| -Dmaven\.test\.skip| -x(?: |$)/;

/** Options that take the next word, in front of or behind a script's name. */
const VALUED = new Set(
  ("-C --dir --prefix --cwd -f --file -w --workspace -F --filter -p --project --config -j --jobs " +
    "--log-level -pl --directory --makefile --concurrency -x").split(" "),
);

/** What the command with these words checks; null where it checks nothing. */
export function checkKindOf(words: readonly string[]): CheckKind | null {
  const invocation = invocationOf(words);
  if (invocation === null || onlyAsks(invocation)) return null;
  const text = commandText(invocation, VALUED);
  // These also run the programs of a project's packages by their bare names.
  const behind = text.replace(/^(?:npm|pnpm|yarn|bun) (?:run |exec )?/, "");
  return kindOf(PROGRAMS, text) ?? kindOf(PROGRAMS, behind) ?? kindOfScript(text) ??
    (isTestFile(invocation) ? "test" : null);
}

function kindOf(patterns: readonly Pattern[], text: string): CheckKind | null {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

function kindOfScript(text: string): CheckKind | null {
  const goals = GOALS.exec(text)?.[0];
  if (goals === undefined) {
    const launcher = (RUN.exec(text) ?? BARE.exec(text))?.[0];
    const [name = ""] = launcher === undefined ? [] : text.slice(launcher.length).split(" ");
    return kindOf(NAMES, name.replace(/^\/\/[^:]*:/, ""));
  }
  const names = text.slice(goals.length).split(" ").filter((word) => !/^-|^$/.test(word))
    .map((word) => word.slice(word.lastIndexOf(":") + 1));
  if (names.length === 0) return /make/.test(goals) ? "build" : null;
  // By convention `make check` and `gradle check` run the tests.
  const kinds = names.map((name) => name === "check" ? "test" : kindOf(NAMES, name));
  if (kinds.includes("test")) return WITHOUT_TESTS.test(text) ? "build" : "test";
  return kinds.find((kind) => kind !== null) ?? null;
}

/** Files whose name says that running them is a test. A binary named `x-test` is none. */
const TEST_SCRIPT =
  /^(?:[\w.-]{0,60}[_.-])?(?:run[_-]?)?(?:tests?|specs?)(?:[_.-][\w.-]{0,60})?\.(?:sh|bash|py|[mc]?[jt]s|tsx|rb|php|pl)$/i;
const TEST_COMMAND = /^(?:run[_-]?)?(?:all[_-]?)?tests?$/i;

function isTestFile({ program, file: ran, args }: Run["invocation"]): boolean {
  if (!INTERPRETERS.test(program)) {
    return ran.includes("/") && (TEST_SCRIPT.test(program) || TEST_COMMAND.test(program));
  }
  if (args.includes("-c") || args.includes("-e")) return false;
  const file = args.find((arg, at) => !isOption(arg) && (at > 0 || arg !== "run")) ?? "";
  return TEST_SCRIPT.test(bareName(file)) ||
    (/(?:^|\/)(?:manage\.py|artisan)$/.test(file) && args.includes("test"));
}

/** Programs that print nothing where they find nothing. */
const QUIET = /^(?:tsc|vue-tsc|tsgo|eslint|stylelint|flake8|shellcheck|go|golangci-lint)$/;

/** The checks among the runs of one call. */
export function checksOf(runs: readonly Run[]): CheckFact[] {
  const checks = runs.flatMap((run) => {
    const kind = isData(run) ? null : checkKindOf(run.words);
    return kind === null ? [] : [{ run, kind }];
  });
  const found: CheckFact[] = [];
  for (const { run, kind } of checks) {
    const { turn, step, command, lines } = run;
    const { says, failed, excerpt } = readOutput(lines, kind, checks.length === 1);
    // What two of a kind printed cannot be told apart.
    const alone = checks.filter((other) => other.kind === kind).length === 1;
    const stopped = found.some(({ outcome }, at) =>
      outcome === "failed" && isChained(checks[at]!.run, run)
    );
    const outcome = outcomeOf(run, kind, alone ? says : "silent", stopped);
    found.push({ turn, step, kind, command, outcome, failed, excerpt });
  }
  return found;
}

/** Whether the second runs only where the first passes. */
function isChained({ siblings, at }: Run, second: Run): boolean {
  return siblings === second.siblings && at < second.at &&
    siblings.slice(at, second.at).every(({ after }) => after === "&&");
}

/** The exit status decides; where it is hidden, what the runner itself says of its end. */
function outcomeOf(run: Run, kind: CheckKind, says: Reading["says"], stopped: boolean): Outcome {
  const { outcome } = run;
  if (outcome === "passed" || outcome === "failed") return says === "nothing" ? "unknown" : outcome;
  if (outcome !== "unknown") return outcome;
  if (stopped) return "not_run";
  if (says === "failed") return "failed";
  const last = run.siblings.findIndex(({ after }, at) => at >= run.at && after !== "|");
  const shown = run.siblings.slice(run.at + 1, last < 0 ? undefined : last + 1);
  if (says === "passed" && shown.every(({ words }) => showsFailures(words))) return "passed";
  const quiet = kind !== "test" && QUIET.test(invocationOf(run.words)?.program ?? "");
  const silent = quiet && shown.length > 0 && run.lines.every((line) => line === "") &&
    shown.every(({ words }) => /^(?:head|tail|cat|tee)$/.test(words[0] ?? ""));
  return silent ? "passed" : "unknown";
}

/** Whether a command behind a pipe would have shown a failure, which stands at the end. */
function showsFailures(words: readonly string[]): boolean {
  const [program = "", ...args] = words;
  if (/^(?:tail|cat|tee|less|more|nl|ts|strip-ansi)$/.test(program)) return true;
  if (!/^(?:[ef]?grep|rg)$/.test(program)) return false;
  return /fail|tests?\b|✗|✖|×/i.test(args.join(" ").slice(0, 500)) &&
    !args.some((arg) => /^-\w{0,6}v|^--invert/.test(arg));
}

/** Findings that are handed on as data are for another program to count: `eslint -f json | jq`. */
function isData({ words, simple }: Run): boolean {
  return simple.after === "|" &&
    /(?:^| )(?:-f|--format|--reporter|--output-format)[ =]json\b|--json\b/
      .test(words.join(" ").slice(0, 2_000));
}
