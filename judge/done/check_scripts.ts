/**
 * Checks behind a name that the project chose: `npm run lint`, `make test`, `./gradlew build`,
 * `./scripts/run-tests.sh`. Any runner may speak in their output.
 */

import type { CheckKind } from "./facts.ts";
import { type Invocation, isOption } from "./shell_words.ts";

/** A check that the project named. */
interface ScriptCheck {
  readonly kind: CheckKind;
  /** What the project calls it. */
  readonly name: string;
  /** What follows the name. */
  readonly rest: readonly string[];
  /** One package of several was named. */
  readonly narrowed: boolean;
  /** Those packages. */
  readonly packages: readonly string[];
}

/** What a script's name says, the first that fits. */
const NAMES: readonly (readonly [CheckKind, RegExp])[] = [
  ["types", /^(?:type-?check|types|check[:_-]types?|tsc|svelte-check)(?:[:_-]|$)/],
  ["lint", /^(?:lint\w*|eslint|clippy|vet|(?:fmt|format|style|prettier)[:_-]check)(?:[:_-]|$)/],
  ["lint", /^(?:check[:_-](?:fmt|format|lint|style)|(?:check)?[sS]tyle(?:Main)?|spotlessCheck)$/],
  ["build", /^(?:build|compile|bundle|assemble|dist|package|install)(?:[:_-]|[A-Z]|$)/],
  ["test", /^(?:\w+[:_-])?(?:tests?|specs?|e2e|unit|integration)(?:[:_-]|$)/],
  ["test", /^(?:ci|verify|validate|ok|integration-test|t|tst|check-all|coverage)$/],
  ["test", /^(?:check|run)[:_-]?tests?$/],
  ["test", /^(?:test[A-Z]\w{0,40}|\w{0,40}Test)$/],
  ["types", /^check(?:[:_-]|$)/],
];

/** Options that take the next word, in front of or behind a script's name. */
const VALUED = new Set([
  ..."-C --dir --prefix --cwd -f --file -w --workspace -F --filter -p --project --config".split(
    " ",
  ),
  ..."-j --jobs --log-level -pl --directory --makefile --concurrency".split(" "),
]);

/** Options that name one package of several. */
const PACKAGES = /^(?:-w|--workspace|-F|--filter|-pl|--projects?|--scope)(?:=|$)/;

interface Launcher {
  /** A word that stands before the script's name. */
  readonly run?: readonly string[];
  /** Whether the name may also stand there without that word. */
  readonly bare?: boolean;
  /** What it does without any name. */
  readonly alone?: CheckKind;
}

const LAUNCHERS: Readonly<Record<string, Launcher>> = {
  npm: { run: ["run", "run-script", "rum", "urn"], bare: true },
  pnpm: { run: ["run"], bare: true },
  yarn: { run: ["run", "workspaces", "foreach"], bare: true },
  bun: { run: ["run"] },
  deno: { run: ["task"] },
  make: { bare: true, alone: "build" },
  gmake: { bare: true, alone: "build" },
  just: { bare: true },
  task: { bare: true },
  rake: { bare: true },
  composer: { run: ["run", "run-script"], bare: true },
  turbo: { run: ["run"], bare: true },
  nx: { run: ["run", "run-many", "affected"], bare: true },
  lerna: { run: ["run"] },
  ng: { bare: true },
  gradle: { bare: true },
  gradlew: { bare: true },
  mvn: { bare: true },
  mvnw: { bare: true },
  mvnd: { bare: true },
  sbt: { bare: true },
  bazel: { bare: true },
  tox: { alone: "test" },
  nox: { alone: "test" },
  hatch: { run: ["run"], bare: true },
  poe: { bare: true },
  invoke: { bare: true },
  docker: { bare: true },
};

/** A launcher's own words that only look like the name of a script. */
const NOT_A_SCRIPT: Readonly<Record<string, readonly string[]>> = {
  npm: ["install", "ci", "t:", "pack", "package", "dist", "dist-tag"],
  pnpm: ["install", "ci"],
  yarn: ["install", "check"],
  composer: ["install", "validate"],
  make: ["install"],
  gmake: ["install"],
  hatch: ["build"],
  docker: ["install", "test", "ci"],
  task: ["install"],
  just: ["install"],
};

/** The check that a launcher or a script was asked for; null where it is none. */
export function scriptCheckOf(
  invocation: Invocation,
  word: string,
): ScriptCheck | null {
  return launched(invocation) ?? testFile(invocation, word);
}

function launched({ program, args }: Invocation): ScriptCheck | null {
  const launcher = Object.hasOwn(LAUNCHERS, program) ? LAUNCHERS[program]! : null;
  if (launcher === null) return null;
  const plain = plainWords(args);
  const runs = launcher.run?.includes(plain[0]?.word ?? "") ?? false;
  let at = runs ? 1 : 0;
  if (program === "yarn" && plain[0]?.word === "workspace") at = 2;
  while (runs && launcher.run!.includes(plain[at]?.word ?? "")) at++;
  const narrowed = args.some((arg) => PACKAGES.test(arg)) || (at === 2 && !runs);
  const packages = packagesIn(args, at === 2 && !runs ? plain[1]?.word : undefined);
  const named = plain[at];
  if (named === undefined) {
    const target = args.find((arg) => /^(?:-t|--targets?)=/.test(arg))?.split("=")[1];
    const kind = target === undefined ? launcher.alone : kindOfName(target);
    if (kind === undefined || kind === null) return null;
    return { kind, name: target ?? "all", rest: [], narrowed, packages };
  }
  if (!runs && launcher.bare !== true) {
    if (launcher.alone === undefined) return null;
    const packages = [named.word];
    return { kind: launcher.alone, name: "all", rest: [], narrowed: true, packages };
  }
  if (!runs && NOT_A_SCRIPT[program]?.includes(named.word)) return null;
  return goal(program, plain.slice(at).map(({ word }) => word), args, { narrowed, packages }) ??
    script(named, args, { narrowed, packages });
}

type Packages = Pick<ScriptCheck, "narrowed" | "packages">;

function packagesIn(args: readonly string[], workspace: string | undefined): string[] {
  const named = args.flatMap((arg, at) => {
    if (!PACKAGES.test(arg)) return [];
    return arg.includes("=") ? [arg.slice(arg.indexOf("=") + 1)] : [args[at + 1] ?? ""];
  });
  return workspace === undefined ? named : [...named, workspace];
}

const GOALS = new Set(["gradle", "gradlew", "mvn", "mvnw", "mvnd", "make", "gmake", "bazel"]);
/** `package` and `install` run the tests as well, unless told not to. */
const TESTS_TOO = /^(?:package|install|verify|build|check)$/;
const WITHOUT_TESTS = /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$|^-x$/;

function goal(
  program: string,
  words: readonly string[],
  args: readonly string[],
  { narrowed, packages }: Packages,
): ScriptCheck | null {
  if (!GOALS.has(program)) return null;
  const filtered = args.some((arg) => FILTERED.test(arg));
  const skips = args.some((arg) => WITHOUT_TESTS.test(arg));
  const kinds = words.map((word) => kindOfGoal(word.slice(word.lastIndexOf(":") + 1)));
  const tests = kinds.includes("test") && !(skips && words.every((word) => TESTS_TOO.test(word)));
  const kind = tests ? "test" : kinds.find((kind) => kind !== null && kind !== "test") ?? null;
  if (kind === null) return null;
  const word = words[kinds.indexOf(kind)]!;
  const split = word.lastIndexOf(":");
  const some = [
    ...packages,
    ...split > 0 ? [word.slice(0, split)] : [],
    ...args.flatMap((arg, at) => FILTERED.test(arg) ? [`${arg} ${args[at + 1] ?? ""}`] : []),
  ];
  const name = word.slice(split + 1);
  return { kind, name, rest: [], narrowed: narrowed || filtered, packages: some };
}

const FILTERED = /^(?:--tests|-Dtest=|-Dit\.test=)/;

/** By convention `make check` and `gradle check` run the tests. */
function kindOfGoal(name: string): CheckKind | null {
  return name === "check" ? "test" : kindOfName(name);
}

function script(
  named: { readonly word: string; readonly at: number },
  args: readonly string[],
  { narrowed, packages }: Packages,
): ScriptCheck | null {
  const kind = kindOfName(named.word);
  if (kind === null) return null;
  const rest = args.slice(named.at + 1).filter((arg) => arg !== "--");
  return { kind, name: named.word, rest, narrowed, packages };
}

function kindOfName(name: string): CheckKind | null {
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

function plainWords(args: readonly string[]): { word: string; at: number }[] {
  const plain: { word: string; at: number }[] = [];
  for (let at = 0; at < args.length; at++) {
    if (VALUED.has(args[at]!)) at++;
    else if (!isOption(args[at]!) && !/^\w{1,80}=/.test(args[at]!)) {
      plain.push({ word: args[at]!, at });
    }
  }
  return plain;
}

/** Files whose name says that running them is a test. */
const TEST_FILE = /(?:^|[/_.-])(?:run[_-]?)?tests?(?:[/_.-]|$)|_spec\.|\.spec\./i;
const INTERPRETERS = /^(?:bash|sh|zsh|node|tsx|ts-node|bun|deno|ruby|php|perl|python[\d.]{0,6})$/;
const SCRIPT_FILE = /\.(?:sh|bash|py|js|mjs|cjs|ts|mts|tsx|rb|php|pl)$/;

/** The test run that a program is; null where it is none. */
function testFile({ program, args }: Invocation, word: string): ScriptCheck | null {
  if (INTERPRETERS.test(program)) {
    const rest = program === "deno" && args[0] === "run" ? args.slice(1) : args;
    const file = rest.find((arg) => !isOption(arg));
    if (file === undefined || rest.includes("-c") || rest.includes("-e")) return null;
    if (/(?:^|\/)(?:manage\.py|artisan)$/.test(file) && rest.includes("test")) {
      const behind = rest.slice(rest.indexOf("test") + 1);
      return { kind: "test", name: file, rest: behind, narrowed: false, packages: [] };
    }
    if (!SCRIPT_FILE.test(file) || !TEST_FILE.test(file)) return null;
    const narrowed = !/\.(?:sh|bash)$|run[_-]?tests?/.test(file);
    return { kind: "test", name: file, rest: [], narrowed, packages: narrowed ? [file] : [] };
  }
  const isFile = word.includes("/") && TEST_FILE.test(word.slice(word.lastIndexOf("/")));
  return isFile ? { kind: "test", name: word, rest: [], narrowed: false, packages: [] } : null;
}
