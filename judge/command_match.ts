/**
 * Whether a command that ran is one that was declared: the same program on everything that was
 * declared (`whole`), on less of it (`narrower`), on what cannot be told (`unclear`), or another one.
 * An option in no list here is unclear: a command is never called less than it may have been.
 */

import { bareName, isLook, isOption, withoutLaunchers } from "./evidence/programs.ts";

/** How a command that ran stands to one that was declared. */
export type Match = "whole" | "narrower" | "unclear" | "other";

/** Words by the program that they are of, or `any`. */
type Lists = Readonly<Record<string, ReadonlySet<string>>>;

function lists(words: Readonly<Record<string, string>>): Lists {
  return Object.fromEntries(
    Object.entries(words).map(([name, list]) => [name, new Set(list.split(" "))]),
  );
}

/** Options by which programs take only a part. */
const NARROWING = lists({
  any: "-t -k -g -p -w -F -run --grep --fgrep --filter --match --only --spec --testNamePattern " +
    "--test-name-pattern --testPathPattern --testPathPatterns --test-only --changed --changedSince " +
    "--onlyChanged --findRelatedTests --related --shard --project --selectProjects --package " +
    "--workspace --scope --include --exclude --ignore --skip --deselect --last-failed --lf --sw " +
    "--stepwise --only-failures --onlyFailures --failed --stale --rerun-failed --tests --name " +
    "--plain-name --example --tag --tags --testsuite --group --files --staged --since --affected " +
    "--dry-run --list --collect-only --co --listTests --help --version --no-run -list -short",
  cargo: "--lib --bin --bins --test --bench --doc --examples -E",
  rspec: "-e",
  ctest: "-R -L -E -I -N",
  jest: "-o",
  pytest: "-m",
  ava: "-m",
  mocha: "-f",
});

/** Options that leave what is covered as it is. Those of a program outrank the list above. */
const HARMLESS = lists({
  any: "-v -q -s -x -r -A --verbose --quiet --silent --coverage --cover --parallel --ci --bail " +
    "--run --fail-fast --no-fail-fast --color --no-color --colors --watch=false --watchAll=false " +
    "--no-watch --runInBand --forceExit --detectOpenHandles --exit --no-coverage --no-cache " +
    "--logHeapUsage --trace --stacktrace --info --debug --no-daemon --offline --locked --frozen " +
    "--frozen-lockfile --release --all --all-targets --all-features --workspaces --recursive " +
    "--no-progress --allow-all --no-check --no-prompt --nocapture --show-output --no-header " +
    "--disable-warnings --no-summary --pretty --strict --continue --keep-going --rerun-tasks",
  cargo: "--workspace --exact",
  go: "-race -cover -failfast -p -json -benchmem",
  make: "-k -B -i --always-make",
  jest: "-i",
  pytest: "-ra -rA -rf",
  tsc: "--noEmit -b --build --incremental",
  deno: "-P -R -W -N -E -S --allow-read --allow-write --allow-run --allow-env --allow-net --doc",
});

/** Harmless options with a value, which may be the next word. */
const VALUED = new Set(
  ("--reporter --reporters --timeout --testTimeout -timeout -j --jobs -n --tb --maxfail --durations " +
    "--maxWorkers --max-workers --workers --concurrency --retries --retry --loglevel --log-level " +
    "--format --formatter --output --outputFile --junitxml --cov --cov-report --seed --threads " +
    "--message-format --console --pool --logger --test-threads --output-format -count -parallel " +
    // What these name is the folder of the run, which the caller compares.
    "-coverprofile -covermode -vet -shuffle -C --prefix --cwd --dir --directory").split(" "),
);

/** What an option takes that is no name: `4`, `60s`, `auto`. */
const AMOUNT = /^(?:\d{1,9}(?:\.\d{1,3})?(?:ms|[smh%])?|auto)$/;

/** Options with a value that may narrow or not: other settings, or an option that means two things. */
const DOUBTFUL = lists({
  any: "-c --config --configFile --config-file --rootdir --root --rootDir",
  tsc: "-p --project",
  jest: "-w",
});

/** Programs that run the scripts of package.json: the script is the same, whichever runs it. */
const SCRIPT_RUNNERS = new Set(["npm", "pnpm", "yarn", "bun"]);

/** Programs that take several targets: with more of them they do more. */
const MANY_TARGETS = new Set("make gmake gradle gradlew mvn mvnw rake ninja turbo".split(" "));

/** Other names of what a program is to do. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  script: { t: "test", tst: "test" },
  cargo: { t: "test", b: "build", c: "check" },
};

/** Words that only say that a program shall do its work once. */
const ONCE = lists({ vitest: "run", mise: "run" });

/** Targets that are everything; those of the second kind mostly. */
const EVERYTHING = /^(?:\.|\.\.\.|\*|\*\*)$/;
const MOSTLY = /^(?:src|source|lib|app|packages|tests?|specs?|__tests__)$/;

/** A command as it is compared. */
interface Parsed {
  readonly program: string;
  /** The folder that the program's file stands in, as it is written; empty for installed ones. */
  readonly from: string;
  /** What the program is to do: `test`, and plain names behind that. */
  readonly verbs: readonly string[];
  /** On what: files, folders, patterns. */
  readonly targets: readonly string[];
  /** Each with its value, as `--name=value`. */
  readonly options: readonly string[];
  /** Whether a plain word may belong to an option before it. */
  readonly doubtful: boolean;
}

/** How a command's words stand to those of one that was declared. Launchers in front do not count. */
export function matchCommand(declared: readonly string[], ran: readonly string[]): Match {
  const match = compared(declared, ran);
  return match === "other" && standsBehind(withoutLaunchers(declared), ran) ? "unclear" : match;
}

/** So many words that no table knows may stand in front of a command. */
const MOST_BEFORE = 5;

/** Whether a command stands behind words that no table knows, and may have been run by them. */
function standsBehind(declared: readonly string[], ran: readonly string[]): boolean {
  if (declared.length < 2 || isLook(ran) || /^(?:git|gh)$/.test(ran[0]!)) return false;
  return ran.slice(1, 1 + MOST_BEFORE)
    .some((_, at) => compared(declared, ran.slice(at + 1)) !== "other");
}

function compared(declared: readonly string[], ran: readonly string[]): Match {
  const [wanted, given] = [parsed(declared), parsed(ran)];
  if (wanted === null || given === null || wanted.program !== given.program) return "other";
  if (!isSameFile(wanted.from, given.from)) return "other";
  const verbs = matchVerbs(wanted, given);
  if (verbs === "other") return "other";
  const { program } = wanted;
  return least([
    verbs,
    matchTargets(wanted.targets, given.targets),
    ...given.options.filter((option) => !wanted.options.includes(option))
      .map((option) => effectOf(option, program)),
    // Without an option of the person's it was another run, unless the option changes nothing.
    ...wanted.options.filter((option) => !given.options.includes(option))
      .map((option) => effectOf(option, program) === "whole" ? "whole" as const : "unclear"),
  ]);
}

function least(found: readonly Match[]): Match {
  return found.includes("narrower") ? "narrower" : found.includes("unclear") ? "unclear" : "whole";
}

function matchVerbs(wanted: Parsed, given: Parsed): Match {
  const many = MANY_TARGETS.has(wanted.program);
  const found = wanted.verbs.map((verb, at) => {
    const others = (many ? given.verbs : given.verbs.slice(at, at + 1)).map((other) =>
      like(verb, other)
    );
    return others.includes("whole") ? "whole" : others.includes("unclear") ? "unclear" : "other";
  });
  if (found.includes("other")) return "other";
  if (many && wanted.verbs.length === 0) return given.verbs.length === 0 ? "whole" : "other";
  if (many || given.verbs.length === wanted.verbs.length) return least(found);
  const more = given.verbs.slice(wanted.verbs.length);
  return given.doubtful || more.every((verb) => MOSTLY.test(verb)) ? "unclear" : "narrower";
}

/** `test:ci` may be more than `test`, and `test:unit` less: a name does not tell. */
function like(verb: string, other: string): Match {
  if (verb === other) return "whole";
  return other.startsWith(verb) && /[:._-]/.test(other[verb.length]!) ? "unclear" : "other";
}

function matchTargets(wanted: readonly string[], given: readonly string[]): Match {
  const isAll = (target: string): boolean => EVERYTHING.test(target);
  if (given.some(isAll) || wanted.length + given.length === 0) return "whole";
  if (wanted.every(isAll)) {
    // A script that names packages itself is given more of them.
    const isMost = (target: string): boolean =>
      MOSTLY.test(target) || (wanted.length === 0 && target.endsWith("/..."));
    return given.every(isMost) ? "unclear" : "narrower";
  }
  if (wanted.every((target) => given.includes(target))) return "whole";
  const within = (target: string): boolean =>
    wanted.some((other) => target === other || target.startsWith(`${other}/`));
  return given.length > 0 && given.every(within) ? "narrower" : "unclear";
}

function isListed(lists: Lists, of: string, ...names: readonly string[]): boolean {
  return Object.hasOwn(lists, of) && names.some((name) => lists[of]!.has(name));
}

/** What an option that only one side has does to what is covered. */
function effectOf(option: string, program: string): Match {
  const name = option.split("=", 1)[0]!;
  const isIn = (lists: Lists, of: string): boolean => isListed(lists, of, option, name);
  if (isIn(DOUBTFUL, program) || isIn(DOUBTFUL, "any")) return "unclear";
  if (isIn(HARMLESS, program)) return "whole";
  if (isIn(NARROWING, program) || isIn(NARROWING, "any")) return "narrower";
  if (isIn(HARMLESS, "any") || VALUED.has(name)) return "whole";
  return /^-(?:[vqsx]{1,6}|[jn]\d{1,4})$/.test(name) ? "whole" : "unclear";
}

function isSameFile(wanted: string, given: string): boolean {
  return wanted === "" || given === "" || `/${wanted}`.endsWith(`/${given}`) ||
    `/${given}`.endsWith(`/${wanted}`);
}

function parsed(words: readonly string[]): Parsed | null {
  const [file = "", ...rest] = withoutLaunchers(words);
  const program = bareName(file);
  if (program === "") return null;
  const [script = ""] = rest;
  if (/^(?:ba|z|da)?sh$/.test(program) && script !== "" && !isOption(script)) return parsed(rest);
  const launcher = words.slice(0, words.length - rest.length - 1);
  const read = readArguments(program, rest);
  const from = /(?:^|\/)(?:\.?bin|node_modules)\//.test(file) ? "" : file.replace(/^\.\//, "");
  return {
    ...SCRIPT_RUNNERS.has(program) ? asScript(program, read) : { program, ...read },
    from: from.includes("/") ? from : "",
    options: [...read.options, ...launcher.filter((word) => /^(?:--filter|-F)(?:=|$)/.test(word))],
  };
}

type Arguments = Pick<Parsed, "verbs" | "targets" | "options" | "doubtful">;

function readArguments(program: string, args: readonly string[]): Arguments {
  const verbs: string[] = [];
  const targets: string[] = [];
  const options: string[] = [];
  let doubtful = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const next = args[at + 1];
    if (word === "--" || word.startsWith("+")) continue;
    if (isOption(word) || /^\w{1,80}=/.test(word)) {
      const effect = effectOf(word, program);
      const value = !word.includes("=") && next !== undefined && !isOption(next) ? next : null;
      const taken = VALUED.has(word) || effect === "narrower" || AMOUNT.test(value ?? "") ||
        isListed(DOUBTFUL, "any", word) || isListed(DOUBTFUL, program, word) ||
        // Whatever the option is, a plain word behind a verb may be its value.
        (effect === "unclear" && verbs.length > 0);
      if (value !== null && taken) {
        options.push(`${word}=${value}`);
        at++;
      } else {
        options.push(word);
        if (value !== null && effect === "unclear") doubtful = true;
      }
    } else if (targets.length > 0 || /[./*]/.test(word)) {
      targets.push(word.replace(/^\.\//, "").replace(/(?<=.)\/$/, ""));
    } else if (!isListed(ONCE, program, word)) verbs.push(word);
  }
  const alias = Object.hasOwn(ALIASES, program) ? ALIASES[program]![verbs[0] ?? ""] : undefined;
  return {
    verbs: alias === undefined ? verbs : [alias, ...verbs.slice(1)],
    targets,
    options,
    doubtful,
  };
}

/** Scripts of package.json by their name; what else a package manager does is its own. */
function asScript(
  program: string,
  { verbs: [verb = "", ...rest], ...read }: Arguments,
): Arguments & Pick<Parsed, "program"> {
  const runs = verb === "run" || verb === "run-script";
  const name = runs ? rest[0] ?? "" : verb;
  const isScript = runs || program === "yarn" || program === "pnpm" ||
    (program === "npm" && /^(?:t|tst|test|start|stop|restart)$/.test(verb));
  if (!isScript) return { program, verbs: [verb, ...rest], ...read };
  const known = ALIASES.script![name] ?? name;
  return { program: "script", verbs: [known, ...runs ? rest.slice(1) : rest], ...read };
}
