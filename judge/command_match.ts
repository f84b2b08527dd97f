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
 * `more`: only with it all of it. `flag`: unclear, and it takes no value.
 */
type Effect = Exclude<Match, "other"> | "valued" | "more" | "flag";

/**
 * Options by the programs, and those of any program: its own rows come first. Of any program the only
 * short one that counts says how much it prints; `-v` prints the version of many. Unclear are other
 * settings, and what means two things. What the last that are valued name is the folder of the run,
 * which the caller compares.
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
  any whole -q --verbose --quiet --silent --coverage --cover --parallel --ci --bail --run
    --fail-fast --no-fail-fast --color --no-color --colors --watch=false --watchAll=false --no-watch
    --runInBand --forceExit --detectOpenHandles --exit --no-coverage --no-cache --logHeapUsage
    --trace --stacktrace --info --debug --no-daemon --offline --locked --frozen --frozen-lockfile
    --no-progress --no-check --no-prompt --nocapture --show-output --no-header --disable-warnings
    --no-summary --pretty --continue --keep-going --rerun-tasks --allow-all --nologo
    --batch-mode --no-transfer-progress
  any flag --if-present -v
  any more --all --all-targets --all-features --workspaces --recursive --release --strict
  any valued --reporter --reporters --timeout --testTimeout --jobs --tb --test-concurrency --maxfail
    --durations --maxWorkers --max-workers --workers --concurrency --retries --retry --loglevel
    --log-level --format --formatter --output --outputFile --junitxml --cov --cov-report --seed
    --threads --message-format --console --pool --logger --test-threads --output-format
    --test-reporter --prefix --cwd --dir --directory
  any unclear --config --configFile --config-file --rootdir --root --rootDir
  ava narrower -m
  ava,cargo,composer,flutter,forge,go,golangci-lint,gotestsum,manage.py,mypy,ninja,nose2,pytest,ruff
    whole -v
  swift,task,tox,unittest whole -v
  bun narrower -t
  cargo narrower -p -E --lib --bin --bins --test --bench --doc --examples whole --exact more -r
    --workspace valued -j
  ctest narrower -R -L -E -I -N whole -V valued -j
  deno whole -A -P -R -W -N -E -S -r --allow-read --allow-write --allow-run --allow-env --allow-net
    --doc
  dotnet valued -v
  eslint valued -f -o
  flutter narrower -t -x valued -r -j
  go narrower -run --run -list -short --short -skip whole -x -cover -failfast -json -benchmem more -race valued -p
    -timeout -count -parallel -coverprofile -covermode -vet -shuffle unclear -count=0
  gradle narrower -x --exclude-task whole -i -s -S -d
  jest narrower -t -o whole -i -b valued -w
  make narrower -n -q -t -v whole -s -k -B --always-make valued -C -j
  mocha narrower -g -f whole -b valued -t -R
  mvn narrower -pl whole -B -e -X -o -U -ntp valued -T
  ninja narrower -n -t valued -C -j -k
  node more --test
  playwright narrower -g whole -x valued -j
  pytest narrower -k -m whole -s -x -l -A -ra -rA -rf -rs -rx -rfE -p=no:cacheprovider
    -p=no:warnings -o=log_cli=true valued -r -n -W unclear -o -p
  rspec narrower -e -t valued -f
  script narrower -t -g -w -F whole -s more -r valued -C unclear -v
  tsc whole --noEmit -b --build --incremental unclear -p --project
  vitest narrower -t
`.trim().split(/\n {2}(?! )/).flatMap((row) => {
    const [programs = "", ...words] = row.trim().split(/\s+/);
    let effect: Effect;
    return words.flatMap((word): [string, Effect][] => {
      if (word.startsWith("-")) {
        return programs.split(",").map((program) => [`${program} ${word}`, effect]);
      }
      effect = word as Effect;
      return [];
    });
  }),
);

/** What an option takes that is no name: `4`, `60s`, `auto`, `off`. */
const AMOUNT =
  /^(?:\d{1,9}(?:\.\d{1,3})?(?:ms|[smh%])?|auto|true|false|on|off|yes|no|always|never)$/;

/** Options that take an amount or nothing, and what the shell puts in for one. */
const COUNTED = /^(?:-j|--jobs)$/;

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

/** Other names of what a program is to do, or of its options; an empty one only says that it shall do its work once. */
const ALIASES: ReadonlyMap<string, string> = new Map(Object.entries({
  ...{ "script t": "test", "script tst": "test", "script run": "", "script run-script": "" },
  ...{ "composer run": "", "composer run-script": "", "mise r": "", "mise run": "" },
  ...{ "cargo t": "test", "cargo b": "build", "cargo c": "check", "cargo --all": "--workspace" },
  ...{ "turbo run": "", "vitest run": "" },
}));

/** Targets that are everything; those of the second kind mostly. A few of these are no verbs. */
const EVERYTHING = /^(?:\.|\.\.\.|\*|\*\*)$/;
const MOSTLY = /^(?:src|source|lib|app|packages|tests?|specs?|__tests__|all|[^/]{1,80}\.slnx?)$/;
const FOLDERS = /^(?:src|source|lib|app|packages|tests|specs|__tests__)$/;

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
  /** Whether a plain word may belong to an option before it that is not known. */
  readonly doubtful: boolean;
  /** Plain words behind options that are known to be whole without one. */
  readonly behind: readonly string[];
}

/** What handles other programs by their names, and words behind which names of programs stand. */
const HANDLERS = new Set(
  ("git gh apt apt-get brew code vim nano chmod chown cp mv rm mkdir touch ln tee killall " +
    "shellcheck shfmt prettier").split(" "),
);
const HANDLING =
  /^(?:i|install|add|remove|rm|uninstall|update|upgrade|require|use|info|show|view|why|ls|list)$|^(?:import|from)\s/;
/** Words behind which even those that handle programs start one: `find -exec`, `git bisect run`. */
const STARTING = /^(?:-{1,2}exec(?:dir)?|bisect|foreach)$/;

/** Among how many words of a command, and at how many of them, a declared one is looked for. */
const MOST_WORDS = 500;
const MOST_PLACES = 8;

/** How a command's words stand to those of one that was declared. Launchers in front do not count. */
export function matchCommand(declared: readonly string[], ran: readonly string[]): Match {
  const match = compared(declared, ran);
  return match === "other" && mayRun(withoutLaunchers(declared), ran) ? "unclear" : match;
}

/** Whether a command stands behind words that no table knows, or within one, and may be run by them. */
function mayRun(bare: readonly string[], ran: readonly string[]): boolean {
  const program = parsed(bare)?.program;
  const [first = "", ...rest] = ran;
  const isTold = /^(?:source|\.)$/.test(first) || rest.some((word) => STARTING.test(word));
  const isHandled = isLook(ran) || HANDLERS.has(bareName(withoutLaunchers(ran)[0] ?? ""));
  if (isHandled && !isTold) return false;
  const end = rest.findIndex((word) => HANDLING.test(word));
  const words = rest.slice(0, end < 0 ? undefined : end)
    .flatMap((word) => word.split(/[\s;&|()'"`]+|(?<=^npm):/)).slice(0, MOST_WORDS);
  const places = words.flatMap((word, at) => {
    const name = bareName(word);
    const names = [name, PROGRAMS.get(name), PROGRAMS.get(`${name} run`)];
    return names.includes(program) ? [at] : [];
  });
  return places.slice(0, MOST_PLACES).some((at) => compared(bare, words.slice(at)) !== "other");
}

function compared(declared: readonly string[], ran: readonly string[]): Match {
  const [wanted, given] = [parsed(declared), parsed(ran)];
  if (wanted === null || given === null || wanted.program !== given.program) return "other";
  if (!isSameFile(wanted.from, given.from)) return "other";
  const set = launchersOf(declared).filter(isAssignment);
  const words = matchWords(wanted, given);
  const isValue = (word: string): boolean => !wanted.verbs.includes(word);
  const isDoubtful = given.doubtful || (words === "narrower" && given.behind.some(isValue));
  const without = withoutOption(given.options, wanted.program);
  return least([
    isDoubtful && words !== "whole" ? "unclear" : words,
    // The shell may have been told before.
    set.every((word) => ran.includes(word)) ? "whole" : "unclear",
    boxOf(declared) === boxOf(ran) ? "whole" : "unclear",
    ...notIn(wanted.options, given.options).map((option) => effectOf(option, wanted.program)),
    ...notIn(given.options, wanted.options).map(without),
  ]);
}

function notIn(known: readonly string[], options: readonly string[]): readonly string[] {
  const all = new Set(known);
  return [...new Set(options)].filter((option) => !all.has(option));
}

function launchersOf(words: readonly string[]): readonly string[] {
  return words.slice(0, words.length - withoutLaunchers(words).length);
}

/** The container that a command is run in, and how: which folder that is there is not known. */
function boxOf(words: readonly string[]): string {
  const launchers = launchersOf(words);
  const at = launchers.findIndex((word) => /^docker(?:-compose)?$/.test(bareName(word)));
  return at < 0 ? "" : launchers.slice(at).join(" ");
}

/** What a run comes to by all that tells something of it: by the least. */
function least(found: readonly Match[]): Match {
  const order: readonly Match[] = ["other", "narrower", "unclear"];
  return order.find((match) => found.includes(match)) ?? "whole";
}

/** What stands between the names of a target: `test:ci` may be more than `test`, `test:unit` is less. */
const BETWEEN_NAMES = /[:._\-/; ]/;

function matchWords(wanted: Parsed, given: Parsed): Match {
  const { program, verbs } = wanted;
  const isMany = MANY_TARGETS.has(program) || MAYBE_MANY.test(program);
  // What only one of them goes on with is what it works on.
  const shared = isMany ? Infinity : Math.min(verbs.length, given.verbs.length);
  const restOf = ({ verbs, targets }: Parsed) => [...verbs.slice(shared), ...targets];
  const targets = matchTargets(restOf(wanted), restOf(given));
  // `mypy src a.py` is more than `mypy src`.
  const isMore = verbs.length <= shared && FOLDERS.test(verbs.at(-1) ?? "");
  return least([
    matchVerbs(program, verbs.slice(0, shared), given.verbs),
    isMore && targets === "narrower" ? "unclear" : targets,
  ]);
}

function matchVerbs(program: string, verbs: readonly string[], given: readonly string[]): Match {
  const isMaybe = MAYBE_MANY.test(program);
  const many = MANY_TARGETS.has(program) || isMaybe;
  if (many && verbs.length === 0) return given.length === 0 ? "whole" : "other";
  const phases = PHASES.get(program) ?? [];
  const isAmong = (verb: string): boolean => given.includes(verb);
  // `ruff check tests src` for `ruff check src tests`.
  const isSorted = verbs.every(isAmong) && (verbs.length > 1 || FOLDERS.test(verbs[0] ?? ""));
  // `sbt "project core" test`: a word of several is a command of its own.
  const isTold = !many || !given.some((word) => / |^help:/.test(word));
  const isSame = !isMaybe || verbs.join(" ") === given.join(" ");
  return least(verbs.map((verb, at): Match => {
    const others = many ? given : given.slice(at, at + 1);
    if (others.includes(verb)) return isTold && isSame ? "whole" : "unclear";
    const isLike = (other: string): boolean =>
      (other.startsWith(verb) && BETWEEN_NAMES.test(other[verb.length]!)) ||
      (other.endsWith(verb) && BETWEEN_NAMES.test(other.at(-verb.length - 1)!)) ||
      phases.slice(0, phases.indexOf(other) + 1).includes(verb);
    return isSorted || others.some(isLike) ? "unclear" : "other";
  }));
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
  const isWithin = (target: string, all: readonly string[]): boolean =>
    all.some((other) => target === other || target.startsWith(`${other}/`));
  if (given.length > 0 && given.every((target) => isWithin(target, wanted))) return "narrower";
  if (wanted.every((target) => isWithin(target, given))) return "unclear";
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
    ? /^(?:valued|whole)$/.test(OPTIONS.get(`${program} ${amount}`) ?? "")
    : [...letters].every((letter) => knownEffect(`-${letter}`, program) === "whole");
  return isWhole ? "whole" : undefined;
}

/** What an option that was not declared does to what is covered. */
function effectOf(option: string, program: string): Match {
  const effect = knownEffect(option, program) ?? "unclear";
  // `-t 5000` is no name of a test, and every name has what `.*` asks for.
  const value = option.slice(nameOf(option).length + 1);
  const isName = !AMOUNT.test(value) && !/^[.*]{1,3}$/.test(value);
  if (effect === "flag" || (effect === "narrower" && !isName)) return "unclear";
  return effect === "valued" || effect === "more" ? "whole" : effect;
}

/** What a run is without an option that was declared: another one, unless that only narrows or tells. */
function withoutOption(given: readonly string[], program: string): (option: string) => Match {
  // `-c` may be short for `--check`, and what the shell's environment says may be said before.
  const short = (name: string): string => name.replace(/^-(-\w)[\w-]+$/, "$1");
  const names = new Set(given.map(nameOf));
  const shorts = new Set([...names].map(short));
  return (option) => {
    const effect = knownEffect(option, program);
    if (effect === "whole" || effect === "valued") return "whole";
    const name = nameOf(option);
    const isSaid = shorts.has(name) || names.has(short(name));
    return isSaid || effect === "narrower" || !isOption(option) ? "unclear" : "other";
  };
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
  const behind: string[] = [];
  let doubtful = false;
  for (let at = 0; at < args.length; at++) {
    const written = args[at]!;
    const next = args[at + 1];
    if (written === "--" || written.startsWith("+")) continue;
    // `/p:Name=value` is an option of MSBuild.
    if (isOption(written) || isAssignment(written) || /^\/\w{1,40}:/.test(written)) {
      const word = ALIASES.get(`${program} ${written}`) ?? written;
      const value = !word.includes("=") && next !== undefined && !isOption(next) ? next : null;
      const effect = knownEffect(word, program);
      const taken = COUNTED.test(word) ? /^[$`]/.test(next ?? "") : effect === undefined
        // Whatever the option is, a plain word behind a verb may be its value.
        ? verbs.length > 0
        : /^(?:valued|narrower|unclear)$/.test(effect);
      if (value !== null && (taken || AMOUNT.test(value))) {
        options.push(`${word}=${value}`);
        at++;
      } else {
        options.push(word);
        doubtful ||= value !== null && effect === undefined;
        if (value !== null && !/[./*]/.test(value)) behind.push(value);
      }
      continue;
    }
    const word = written.replace(/^\.\/(?=.)/, "").replace(/(?<=.)\/$/, "");
    const isTarget = many ? dashes >= 0 && at > dashes : /[./*]/.test(word);
    (isTarget ? targets : verbs).push(word);
  }
  return { verbs, targets, options, doubtful, behind };
}
