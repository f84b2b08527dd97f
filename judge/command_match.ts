/**
 * Whether a command that ran is one that was declared: the same program on everything that was
 * declared (`whole`), on less of it (`narrower`), on what cannot be told (`unclear`), or another one.
 * An option in no list here is unclear: a command is never called less than it may have been.
 */

import {
  bareName,
  INTERPRETERS,
  isAssignment,
  isLook,
  isOption,
  nameOf,
  withoutLaunchers,
} from "./evidence/programs.ts";

/** How a command that ran stands to one that was declared. */
export type Match = "whole" | "narrower" | "unclear" | "other";

/**
 * What an option does to what is covered. `whole` and `valued`: nothing, and a valued one takes a value.
 * `more`: only with it all of it.
 */
type Effect = Exclude<Match, "other"> | "valued" | "more";

/**
 * Options by the program, and those of any program: its own rows come first. Of any program the only
 * short ones say how much it prints. Unclear are other settings, and what means two things. What the
 * last that are valued name is the folder of the run, which the caller compares.
 */
const OPTIONS: ReadonlyMap<string, Effect> = new Map(
  `
  any narrower -run --grep --fgrep --filter --match --only --spec --no-run --test-only --testNamePattern
    --test-name-pattern --testPathPattern --testPathPatterns --changed --changedSince --onlyChanged
    --findRelatedTests --related --shard --project --selectProjects --package --workspace --scope
    --include --exclude --ignore --skip --deselect --last-failed --lf --sw --stepwise
    --only-failures --onlyFailures --failed --stale --rerun-failed --tests --name --plain-name
    --example --tag --tags --testsuite --group --files --staged --since --affected --dry-run --list
    --collect-only --co --listTests --help --version
  any whole -v -q --verbose --quiet --silent --coverage --cover --parallel --ci --bail --run
    --fail-fast --no-fail-fast --color --no-color --colors --watch=false --watchAll=false --no-watch
    --runInBand --forceExit --detectOpenHandles --exit --no-coverage --no-cache --logHeapUsage
    --trace --stacktrace --info --debug --no-daemon --offline --locked --frozen --frozen-lockfile
    --no-progress --no-check --no-prompt --nocapture --show-output --no-header --disable-warnings
    --no-summary --pretty --continue --keep-going --rerun-tasks --allow-all --if-present --nologo
    --batch-mode --no-transfer-progress
  any more --all --all-targets --all-features --workspaces --recursive --release --strict
  any valued --reporter --reporters --timeout --testTimeout --jobs --tb --test-concurrency --maxfail
    --durations --maxWorkers --max-workers --workers --concurrency --retries --retry --loglevel
    --log-level --format --formatter --output --outputFile --junitxml --cov --cov-report --seed
    --threads --message-format --console --pool --logger --test-threads --output-format
    --test-reporter --prefix --cwd --dir --directory
  any unclear --config --configFile --config-file --rootdir --root --rootDir
  ava narrower -m
  bun narrower -t
  cargo narrower -p -E --lib --bin --bins --test --bench --doc --examples whole --exact more -r
    --workspace valued -j
  ctest narrower -R -L -E -I -N whole -V valued -j
  cypress unclear -v
  deno whole -A -P -R -W -N -E -S -r --allow-read --allow-write --allow-run --allow-env --allow-net
    --doc
  dotnet valued -v
  eslint valued -f -o unclear -v
  flutter narrower -t -x valued -r -j
  go narrower -run -list -short -skip whole -x -cover -failfast -json -benchmem more -race valued -p
    -timeout -count -parallel -coverprofile -covermode -vet -shuffle
  gradle narrower -x --exclude-task whole -i -s -S -d unclear -v
  jest narrower -t -o whole -i -b valued -w unclear -v
  make narrower -n -q -t -v whole -s -k -B --always-make valued -C -j
  mocha narrower -g -f whole -b valued -t -R
  mvn narrower -pl whole -B -e -X -o -U -ntp valued -T unclear -v
  ninja narrower -n -t valued -C -j -k
  node more --test unclear -v
  playwright narrower -g whole -x valued -j
  pytest narrower -k -m whole -s -x -l -A -ra -rA -rf -rs -rx -rfE valued -r -n -p -o -W
  rspec narrower -e -t valued -f unclear -v
  script narrower -t -g -w -F whole -s more -r valued -C unclear -v
  tsc whole --noEmit -b --build --incremental unclear -v -p --project
  vitest narrower -t unclear -v
`.trim().split(/\n {2}(?! )/).flatMap((row) => {
    const [program, ...words] = row.trim().split(/\s+/);
    let effect: Effect;
    return words.flatMap((word): [string, Effect][] => {
      if (word.startsWith("-")) return [[`${program} ${word}`, effect]];
      effect = word as Effect;
      return [];
    });
  }),
);

/** What an option takes that is no name: `4`, `60s`, `auto`. */
const AMOUNT = /^(?:\d{1,9}(?:\.\d{1,3})?(?:ms|[smh%])?|auto)$/;

/** Other names of programs. What runs the scripts of package.json is one: the script is the same. */
const PROGRAMS: ReadonlyMap<string, string> = new Map(Object.entries({
  ...{ npm: "script", pnpm: "script", yarn: "script", "bun run": "script", "py.test": "pytest" },
  ...{ gmake: "make", gradlew: "gradle", inv: "invoke", mvnd: "mvn", mvnw: "mvn" },
}));

/** Programs that take several targets; those whose second word may be one, or be given to the first. */
const MANY_TARGETS = new Set("make gradle mvn rake ninja turbo sbt task".split(" "));
const MAYBE_MANY = /^(?:just|invoke|mise)$/;

/** Targets of which each does what those before it do, as long as the project sets up no other way. */
const PHASES: ReadonlyMap<string, readonly string[]> = new Map([
  ["gradle", ["test", "check", "build"]],
  ["mvn", ["test", "package", "verify", "install", "deploy"]],
]);

/** Other names of what a program is to do; an empty one only says that it shall do its work once. */
const ALIASES: ReadonlyMap<string, string> = new Map(Object.entries({
  ...{ "script t": "test", "script tst": "test", "script run": "", "script run-script": "" },
  ...{ "composer run": "", "composer run-script": "", "mise r": "", "mise run": "" },
  ...{ "cargo t": "test", "cargo b": "build", "cargo c": "check" },
  ...{ "turbo run": "", "vitest run": "" },
}));

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
  const bare = withoutLaunchers(declared);
  const isOpen = match === "other" && bare.length > 1 && !isLook(ran) &&
    !/^(?:git|gh)$/.test(ran[0]!);
  // It may stand behind a few words that no table knows, and have been run by them.
  const isBehind = isOpen &&
    [1, 2, 3, 4, 5].some((at) => compared(bare, ran.slice(at)) !== "other");
  return isBehind ? "unclear" : match;
}

function compared(declared: readonly string[], ran: readonly string[]): Match {
  const [wanted, given] = [parsed(declared), parsed(ran)];
  if (wanted === null || given === null || wanted.program !== given.program) return "other";
  if (!isSameFile(wanted.from, given.from)) return "other";
  const set = declared.slice(0, -withoutLaunchers(declared).length).filter(isAssignment);
  const words = least([matchVerbs(wanted, given), matchTargets(wanted.targets, given.targets)]);
  return least([
    given.doubtful && words !== "whole" ? "unclear" : words,
    // The shell may have been told before.
    set.every((word) => ran.includes(word)) ? "whole" : "unclear",
    ...given.options.filter((option) => !wanted.options.includes(option))
      .map((option) => effectOf(option, wanted.program)),
    ...wanted.options.filter((option) => !given.options.includes(option))
      .map((option) => withoutOption(option, given.options, wanted.program)),
  ]);
}

/** What a run comes to by all that tells something of it: by the least. */
function least(found: readonly Match[]): Match {
  const order: readonly Match[] = ["other", "narrower", "unclear"];
  return order.find((match) => found.includes(match)) ?? "whole";
}

/** What stands between the names of a target: `test:ci` may be more than `test`, `test:unit` is less. */
const BETWEEN_NAMES = /[:._\-/; ]/;

function matchVerbs({ program, verbs }: Parsed, given: Parsed): Match {
  const many = MANY_TARGETS.has(program);
  if (many && verbs.length === 0) return given.verbs.length === 0 ? "whole" : "other";
  const phases = PHASES.get(program) ?? [];
  const found = verbs.map((verb, at): Match => {
    const others = many ? given.verbs : given.verbs.slice(at, at + 1);
    // `sbt "project core" test`: a word of several is a command of its own.
    if (others.includes(verb)) return others.some((other) => / /.test(other)) ? "unclear" : "whole";
    const isLike = (other: string): boolean =>
      (other.startsWith(verb) && BETWEEN_NAMES.test(other[verb.length]!)) ||
      (other.endsWith(verb) && BETWEEN_NAMES.test(other.at(-verb.length - 1)!)) ||
      phases.slice(0, phases.indexOf(other) + 1).includes(verb);
    const isLater = MAYBE_MANY.test(program) && given.verbs.includes(verb);
    return isLater || others.some(isLike) ? "unclear" : "other";
  });
  if (many || found.includes("other") || given.verbs.length === verbs.length) return least(found);
  const more = given.verbs.slice(verbs.length);
  const isMore = MAYBE_MANY.test(program) || more.every((verb) => MOSTLY.test(verb));
  return isMore ? "unclear" : "narrower";
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
  if (given.length > 0 && given.every(within)) return "narrower";
  // Without a target it may have been everything, and from another folder a path reads otherwise.
  const isNear = given.length === 0 ||
    wanted.every((target) => given.some((other) => isSameFile(target, other)));
  return isNear ? "unclear" : "other";
}

/** What the table says of an option; undefined where it does not know it. */
function knownEffect(option: string, program: string): Effect | undefined {
  const name = nameOf(option);
  const known = [program, "any"].flatMap((key) => [`${key} ${option}`, `${key} ${name}`])
    .find((key) => OPTIONS.has(key));
  if (known !== undefined) return OPTIONS.get(known);
  // `-j4` has its value, and `-vxs` is each of its letters.
  const [, amount, letters] = /^(?:(-[a-z])\d{1,4}|-([A-Za-z]{2,6}))$/.exec(name) ?? [];
  const isWhole = letters === undefined
    ? OPTIONS.get(`${program} ${amount}`) === "valued"
    : [...letters].every((letter) => knownEffect(`-${letter}`, program) === "whole");
  return isWhole ? "whole" : undefined;
}

/** What an option that was not declared does to what is covered. */
function effectOf(option: string, program: string): Match {
  const effect = knownEffect(option, program) ?? "unclear";
  // `-t 5000` is no name of a test.
  const value = option.slice(nameOf(option).length + 1);
  if (effect === "narrower" && AMOUNT.test(value)) return "unclear";
  return effect === "valued" || effect === "more" ? "whole" : effect;
}

/** What a run is without an option that was declared: another one, unless that only narrows or tells. */
function withoutOption(option: string, given: readonly string[], program: string): Match {
  const effect = knownEffect(option, program);
  if (effect === "whole" || effect === "valued") return "whole";
  const name = nameOf(option);
  // `-c` may be short for `--check`, and what the shell's environment says may be said before.
  const short = (name: string): string => name.replace(/^-(-\w)[\w-]+$/, "$1");
  const isSaid = given.map(nameOf).some((other) => short(other) === name || other === short(name));
  return isSaid || effect === "narrower" || !isOption(option) ? "unclear" : "other";
}

function isSameFile(wanted: string, given: string): boolean {
  return wanted === "" || given === "" || `/${wanted}`.endsWith(`/${given}`) ||
    `/${given}`.endsWith(`/${wanted}`);
}

function parsed(words: readonly string[]): Parsed | null {
  const [file = "", ...args] = withoutLaunchers(words);
  const name = bareName(file);
  if (name === "") return null;
  // What runs a file is that file: `node app.js` is no `node --test`.
  const isFile = /^(?!-)/.test(args[0] ?? "-") && (/sh$/.test(name) || /[./]/.test(args[0]!));
  if (INTERPRETERS.test(name) && isFile) return parsed(args);
  const launcher = words.slice(0, words.length - args.length - 1);
  const known = PROGRAMS.get(name) ?? name;
  const { options, verbs: [verb = known === "script" ? "install" : "", ...more], ...read } =
    readArguments(known, args);
  const program = PROGRAMS.get(`${name} ${verb}`) ?? known;
  // Of what `pnpm --filter core exec` starts it covers a part.
  const filters = launcher.join(" ").matchAll(/(?:^| )(?:--filter|-F)[ =](\S{1,200})/g);
  const from = /(?:^|\/)(?:\.?bin|node_modules)\//.test(file) ? "" : file.replace(/^\.\//, "");
  return {
    ...read,
    program,
    from: from.includes("/") ? from : "",
    verbs: [ALIASES.get(`${program} ${verb}`) ?? verb, ...more].filter((word) => word !== ""),
    options: [...options, ...Array.from(filters, ([, name]) => `--filter=${name}`)],
  };
}

function readArguments(program: string, args: readonly string[]): Omit<Parsed, "program" | "from"> {
  const verbs: string[] = [];
  const targets: string[] = [];
  const options: string[] = [];
  const many = MANY_TARGETS.has(program);
  const dashes = args.indexOf("--");
  let doubtful = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const next = args[at + 1];
    if (word === "--" || word.startsWith("+")) continue;
    if (isOption(word) || isAssignment(word)) {
      const value = !word.includes("=") && next !== undefined && !isOption(next) ? next : null;
      const effect = knownEffect(word, program);
      const taken = effect === undefined
        // Whatever the option is, a plain word behind a verb may be its value.
        ? verbs.length > 0
        : effect !== "whole" && effect !== "more";
      if (value !== null && (taken || AMOUNT.test(value))) {
        options.push(`${word}=${value}`);
        at++;
      } else {
        options.push(word);
        doubtful ||= value !== null && effect === undefined;
      }
    } else if (many ? dashes >= 0 && at > dashes : targets.length > 0 || /[./*]/.test(word)) {
      targets.push(word.replace(/^\.\//, "").replace(/(?<=.)\/$/, ""));
    } else verbs.push(word);
  }
  return { verbs, targets, options, doubtful };
}
