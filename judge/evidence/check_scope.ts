/** Whether a check was asked for less than everything: one file, one name, a filter. */

import { isOption } from "./programs.ts";

/** Options by which runners take only some of their tests, and those that mean it to one alone. */
const FILTERS =
  ("-t -k -g --filter --grep --test-name-pattern --test-only --testNamePattern --changed --shard " +
    "--testPathPattern --testPathPatterns --onlyChanged --changedSince --findRelatedTests --spec " +
    "--selectProjects --match --last-failed --lf --stepwise --only --failed --stale " +
    "--rerun-failed -only-testing --example --only-failures --testsuite --group --plain-name")
    .split(" ");
const FILTERS_OF: Readonly<Record<string, string>> = {
  vitest: "--project",
  playwright: "--project",
  jest: "-o",
  go: "-run --run",
  mocha: "-f --fgrep",
  pytest: "-m --sw",
  cargo: "-p --package --lib --bin --test --doc -E",
  ctest: "-R -L -I",
  rspec: "-e --tag",
  minitest: "-n --name",
  cypress: "-s",
};
/** Runners to which one of the common options means something else. */
const OTHERWISE: Readonly<Record<string, string>> = { go: "-t -k", tsc: "-t", eslint: "-g" };

/** Options of any runner that take the next word, which is then no path. */
const VALUED = new Set(
  ("-n --tb -c --config --config-file -p --project --rootdir --root -r --require -R --reporter " +
    "--reporters --maxfail --durations -W --timeout -timeout -j --jobs --features --target " +
    "--profile --manifest-path --color --message-format -count -tags -coverprofile -parallel -o " +
    "--ext --max-warnings -f --format --ignore-path --rule --parser --select --ignore " +
    "--output-format --python-version --maxWorkers -w --testTimeout --environment --pool " +
    "--outputFile --junitxml --loader --import --permit-no-files -s -t --outDir --target -C " +
    "--formatter --concurrency --workers --browser --cov --cov-report --exclude").split(" "),
);

/** Runners to which a plain word is part of a name, not a folder. */
const BY_NAME = new Set(["vitest", "jest", "bun", "playwright", "ava", "script"]);

/** Runners to which any plain word is the name of a test or a package. */
const BY_WORD = new Set(["go", "cargo", "unittest"]);

/** Runners that take targets in plain words, and choose tests by options alone. */
const BY_OPTION = new Set(["ctest", "dotnet", "xcodebuild", "karma", "pre-commit"]);

/** Folders that hold everything. */
const WHOLE = /^(?:src|source|lib|app|packages|tests?|specs?|__tests__|e2e|cypress)$/;

/** Whether these arguments, those behind the subcommand, narrow a check. */
export function isNarrowed(runner: string, args: readonly string[]): boolean {
  const own = (table: Readonly<Record<string, string>>): string[] =>
    Object.hasOwn(table, runner) ? table[runner]!.split(" ") : [];
  const other = own(OTHERWISE);
  const filters = [...FILTERS, ...own(FILTERS_OF)].filter((option) => !other.includes(option));
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") continue;
    if (isOption(arg)) {
      const [name = ""] = arg.split("=", 1);
      if (filters.includes(name)) return true;
      if (VALUED.has(arg)) at++;
    } else if (narrows(arg, runner)) return true;
  }
  return false;
}

function narrows(word: string, runner: string): boolean {
  if (/^\.{0,2}\/?$|^(?:\.\/)?\.\.\.$/.test(word) || word.includes("**")) return false;
  if (BY_WORD.has(runner)) return true;
  if (BY_OPTION.has(runner)) return false;
  const path = word.slice(0, 500).replace(/^\.\//, "").replace(/\/$/, "");
  if (path.includes("::") || /.\.\w{1,5}(?::\d+)?$/.test(path) || path.includes("/")) return true;
  return BY_NAME.has(runner) && !WHOLE.test(path);
}
