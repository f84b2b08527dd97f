/** Whether a check was asked for less than everything. */

import { isOption } from "./shell_words.ts";

/** Options by which a runner takes only some of its tests. */
const FILTERS: Readonly<Record<string, string>> = {
  deno: "--filter",
  node: "--test-name-pattern --test-only",
  vitest: "-t --testNamePattern --changed --project --shard",
  jest:
    "-t --testNamePattern --testPathPattern --testPathPatterns -o --onlyChanged --changedSince " +
    "--findRelatedTests --shard --selectProjects",
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

/** What plain words mean to a program. */
interface Scope {
  readonly runner: string;
  /** The arguments behind the subcommand. */
  readonly args: readonly string[];
  readonly names: boolean;
  readonly targets: boolean;
}

/** What of everything a check was asked for; both empty: all of it. */
export interface Narrowing {
  /** Files, folders and names of tests. */
  readonly paths: readonly string[];
  /** Other choices, such as `-k login` or a package. */
  readonly filters: readonly string[];
}

/** Filters that stand alone. */
const WITHOUT_VALUE = new Set(
  ("--lf --last-failed --sw --stepwise --lib --doc --only-failures --rerun-failed --failed --stale " +
    "-o --onlyChanged --test-only").split(" "),
);

/** How the arguments narrow the check. */
export function narrowingOf({ runner, args, names, targets }: Scope): Narrowing {
  const known = (Object.hasOwn(FILTERS, runner) ? FILTERS[runner]! : "").split(" ");
  const paths: string[] = [];
  const filters: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === "--") continue;
    if (isOption(arg)) {
      const name = arg.includes("=") ? arg.slice(0, arg.indexOf("=")) : arg;
      if (known.includes(name)) {
        const alone = name !== arg || WITHOUT_VALUE.has(arg) || isOption(args[at + 1] ?? "-x");
        filters.push(alone ? arg.replace("=", " ") : `${arg} ${args[++at]!}`);
      } else if (VALUED.has(arg)) at++;
    } else if (names || (!targets && narrows(arg, runner))) {
      paths.push(arg.replace(/^\.\//, "").replace(/\/$/, ""));
    }
  }
  return { paths, filters };
}

/** Files of settings that a program takes by itself. */
const USUAL_SETTINGS =
  /^(?:\.|(?:\.\/)?(?:tsconfig\.json|(?:vite|vitest|jest|playwright|eslint)\.config\.\w{2,4}))$/;
const SETTINGS = /^(?:--config|-c|--project|-p)$/;
const WITH_SETTINGS = new Set(["tsc", "vitest", "jest", "playwright", "cypress", "mocha"]);

/** Settings of a project decide what is covered: with others it is another check. */
export function settingsOf(runner: string, args: readonly string[]): string[] {
  if (!WITH_SETTINGS.has(runner)) return [];
  return args.flatMap((arg, at) => {
    const [name = "", given] = arg.split("=", 2);
    const value = given ?? args[at + 1] ?? "";
    return SETTINGS.test(name) && value !== "" && !isOption(value) && !USUAL_SETTINGS.test(value)
      ? [`settings ${value}`]
      : [];
  });
}

function narrows(word: string, runner: string): boolean {
  if (/^\.{0,2}\/?$|^(?:\.\/)?\.\.\.$/.test(word) || word.includes("**")) return false;
  if (runner === "go") return true;
  const path = word.replace(/^\.\//, "").replace(/\/$/, "");
  if (path.includes("::") || /.\.\w{1,5}(?::\d+)?$/.test(path)) return true;
  if (path.includes("/")) return true;
  return BY_NAME.has(runner) && !WHOLE.test(path);
}
