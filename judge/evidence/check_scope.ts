/** Whether a check was asked for less than everything: one file, one name, a filter. */

import { isOption } from "./programs.ts";

/** Options by which a runner takes only some of its tests. */
const FILTERS: Readonly<Record<string, string>> = {
  deno: "--filter",
  node: "--test-name-pattern --test-only",
  vitest: "-t --testNamePattern --changed --project --shard",
  jest: "-t --testNamePattern --testPathPattern --testPathPatterns -o --onlyChanged " +
    "--changedSince --findRelatedTests --shard --selectProjects",
  mocha: "-g --grep -f --fgrep",
  ava: "-m --match",
  playwright: "-g --grep --project --shard --last-failed",
  cypress: "-s --spec",
  bun: "-t --test-name-pattern",
  pytest: "-k -m --lf --last-failed --sw --stepwise",
  unittest: "-k",
  cargo: "-p --package --lib --bin --test --doc --example -E",
  go: "-run --run",
  ctest: "-R -L -I --rerun-failed",
  dotnet: "--filter",
  swift: "--filter -only-testing",
  rspec: "-e --example -t --tag --only-failures",
  minitest: "-n --name",
  phpunit: "--filter --testsuite --group",
  pest: "--filter --testsuite --group",
  mix: "--only --failed --stale",
  flutter: "--name --plain-name",
  /** Behind a script any runner may read them. */
  script:
    "-t -k -g --filter --grep --testNamePattern --testPathPattern --testPathPatterns --spec " +
    "--only --test-name-pattern -run",
};

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

/** Folders that hold everything. */
const WHOLE = /^(?:src|source|lib|app|packages|tests?|specs?|__tests__|e2e|cypress)$/;

/** What plain words are to a program, where they are no paths. */
type Plain = "names" | "targets" | undefined;

/** Whether these arguments, those behind the subcommand, narrow a check. */
export function isNarrowed(runner: string, args: readonly string[], plain?: Plain): boolean {
  const filters = (Object.hasOwn(FILTERS, runner) ? FILTERS[runner]! : "").split(" ");
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") continue;
    if (isOption(arg)) {
      const [name = ""] = arg.split("=", 1);
      if (filters.includes(name)) return true;
      if (VALUED.has(arg)) at++;
    } else if (plain === "names" || (plain === undefined && narrows(arg, runner))) return true;
  }
  return false;
}

function narrows(word: string, runner: string): boolean {
  if (/^\.{0,2}\/?$|^(?:\.\/)?\.\.\.$/.test(word) || word.includes("**")) return false;
  if (runner === "go") return true;
  const path = word.slice(0, 500).replace(/^\.\//, "").replace(/\/$/, "");
  if (path.includes("::") || /.\.\w{1,5}(?::\d+)?$/.test(path) || path.includes("/")) return true;
  return BY_NAME.has(runner) && !WHOLE.test(path);
}
