/**
 * Which program a simple command runs, once everything that only stands in front of it is taken
 * away: assignments, `timeout 60`, `npx`, `uv run`, `mise exec --`, `docker exec box`, …
 */

/** A program and what it was given. */
export interface Invocation {
  /** Its bare name in lower case: no folder, no version, no `.exe`. */
  readonly program: string;
  /** As it is written. */
  readonly file: string;
  readonly args: readonly string[];
}

/** Words of the shell's grammar: a command may stand behind the first, and none behind the others. */
const GRAMMAR = new Set("if then else elif fi do done while until esac ! { }".split(" "));
const NO_COMMAND = new Set("for case select function [[ ((".split(" "));

/** How a program is called when it runs the program behind it. */
interface Wrapper {
  readonly programs: string;
  /** The subcommands of which one has to follow; without it the program alone wraps. */
  readonly sub?: string;
  /** Options that take the next word. */
  readonly valued?: string;
  /** How many plain words belong to the wrapper itself: a duration, a container. */
  readonly own?: number;
  /** Whether the command stands behind `--`, whatever stands before that. */
  readonly dashes?: true;
}

const IN_BOX = "-e -w -u -v --env --workdir --user --name --network";

const WRAPPERS: readonly Wrapper[] = [
  { programs: "time nohup exec command unbuffer caffeinate xvfb-run cross-env bunx pnpx" },
  { programs: "nice ionice stdbuf", valued: "-n -c -e -o -i" },
  { programs: "sudo env dotenv", valued: "-u -g -e" },
  { programs: "timeout gtimeout", valued: "-s -k --signal --kill-after", own: 1 },
  { programs: "npx", valued: "-p --package" },
  { programs: "uvx", valued: "--with --from" },
  { programs: "npm yarn bun asdf bundle", sub: "exec x dlx" },
  { programs: "pnpm", sub: "exec dlx", valued: "--filter -F -C --dir" },
  { programs: "poetry pipx pipenv pdm rye pixi dotenvx", sub: "run" },
  { programs: "uv", sub: "run", valued: "--with --extra --group -p --python --directory" },
  { programs: "conda", sub: "run", valued: "-n -p" },
  { programs: "mise", sub: "exec x", dashes: true },
  { programs: "direnv", sub: "exec", own: 1 },
  { programs: "docker docker-compose", sub: "exec run", valued: IN_BOX, own: 1 },
  { programs: "docker", sub: "compose", valued: `-f ${IN_BOX}`, own: 2 },
];

/** How often a command is unwrapped, and the longest that patterns are tried on, in UTF-16 units. */
const MOST_WRAPPERS = 8;
const LONGEST = 1000;

/** The program that a command runs in the end; null where it runs none. */
export function invocationOf(words: readonly string[]): Invocation | null {
  const [file, ...args] = withoutLaunchers(words);
  return file === undefined ? null : { program: bareName(file), file, args };
}

/** The words from the program on that runs in the end; none where none runs. */
export function withoutLaunchers(words: readonly string[]): readonly string[] {
  let rest = withoutPrefix(words);
  for (let depth = 0; depth < MOST_WRAPPERS && rest.length > 0; depth++) {
    const inner = unwrapped(rest);
    if (inner === null) return rest;
    rest = withoutPrefix(inner);
  }
  return [];
}

/** Programs that run the file or the text that they are given. */
export const INTERPRETERS =
  /^(?:bash|sh|zsh|node|tsx|ts-node|bun|deno|ruby|php|perl|python[\d.]{0,6})$/;

/** Whether a word sets a variable. */
export function isAssignment(word: string): boolean {
  return /^\w{1,80}=/.test(word);
}

/** Whether a word is an option. */
export function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

/** The arguments that are no options, nor what one of those that are `valued` takes. */
export function plainWords(args: readonly string[], valued?: ReadonlySet<string>): string[] {
  return args.filter((arg, at) => !isOption(arg) && valued?.has(args[at - 1] ?? "") !== true);
}

/** A command with its options behind all other words; without assignments and toolchains. */
export function commandText({ program, args }: Invocation, valued?: ReadonlySet<string>): string {
  const plain = plainWords(args, valued).filter((arg) =>
    !arg.startsWith("+") && !isAssignment(arg)
  );
  return [program, ...plain, ...args.filter(isOption)].join(" ").slice(0, LONGEST);
}

const ONLY_ASKS = new Set(
  ("--help -h --version -V -version --listTests --list --collect-only --co --no-run --showConfig " +
    "--init --print-config --show-config --dry-run --clearCache").split(" "),
);

/** Whether a program is only asked something: nothing is checked or done then. */
export function onlyAsks({ args }: Invocation): boolean {
  return args.some((arg) => ONLY_ASKS.has(arg));
}

/** The name of an option, without the value behind `=`. */
export function nameOf(option: string): string {
  return option.split("=", 1)[0]!;
}

/** What the first option with such a name is given: behind `=`, or as the next word. */
export function valueOf(words: readonly string[], name: RegExp): string | undefined {
  const at = words.findIndex((word) => name.test(nameOf(word)));
  const [, value] = /=(.*)/s.exec(words[at] ?? "") ?? [];
  return at < 0 ? undefined : value ?? words[at + 1];
}

/** The line that `bash -c` or `eval` was given; null for other programs. */
export function innerLine({ program, args }: Invocation): string | null {
  if (program === "eval") return args.join(" ");
  return /^(?:ba|z|da)?sh$/.test(program) ? valueOf(args, /^-\w{0,4}c$/) ?? null : null;
}

/** Programs that change nothing, unless their output is written to a file. */
const LOOKS = new Set(
  ("ls cat bat head tail less more grep egrep fgrep rg ag ack find fd tree pwd cd wc sort uniq cut " +
    "tr awk sed jq yq stat file du df which type command whereis env printenv echo printf date " +
    "whoami hostname uname ps top lsof pgrep diff cmp md5sum sha256sum test [ true false sleep nl " +
    "column realpath dirname basename readlink xxd hexdump strings history id export set wait man " +
    "help source . exit return kill pkill").split(" "),
);
const GIT_LOOKS = new Set(
  ("status log diff show blame grep remote ls-files ls-tree rev-parse describe reflog shortlog " +
    "config fetch cat-file merge-base").split(" "),
);

/** Options in front of what git and its like are to do that take the next word. */
export const GIT_VALUED = new Set(["-C", "-c", "--git-dir", "--work-tree", "-R", "--repo"]);

/** Whether a command only looks or waits: that it found nothing is an answer and no failure. */
export function isLook(words: readonly string[]): boolean {
  const { program, args } = invocationOf(words) ?? { program: "true", args: [] };
  if (program === "git") return GIT_LOOKS.has(plainWords(args, GIT_VALUED)[0] ?? "");
  return LOOKS.has(program);
}

function withoutPrefix(words: readonly string[]): readonly string[] {
  const begin = words.findIndex((word) => !GRAMMAR.has(word) && !isAssignment(word));
  return begin < 0 || NO_COMMAND.has(words[begin]!) ? [] : words.slice(begin);
}

/** `./node_modules/.bin/vitest@3` is vitest. */
export function bareName(word: string): string {
  const name = word.slice(word.lastIndexOf("/") + 1).toLowerCase();
  return name.replace(/(?<=.)@[\w.^~-]{1,40}$/, "").replace(/\.(?:exe|cmd|bat)$/, "");
}

function unwrapped(words: readonly string[]): readonly string[] | null {
  const name = bareName(words[0]!);
  if (/^(?:python|pypy|py)[\d.]{0,6}$/.test(name)) {
    const module = words.indexOf("-m");
    return module > 0 && words.slice(1, module).every(isOption) ? words.slice(module + 1) : null;
  }
  for (const { programs, sub, valued = "", own = 0, dashes = false } of WRAPPERS) {
    let rest = programs.split(" ").includes(name) ? withoutOptions(words.slice(1), valued) : [];
    if (sub !== undefined && !sub.split(" ").includes(rest[0] ?? "-")) continue;
    const end = dashes ? rest.indexOf("--") : -1;
    const skipped = end < 0 ? own + (sub === undefined ? 0 : 1) : 0;
    for (let at = 0; at < skipped; at++) rest = withoutOptions(rest.slice(1), valued);
    rest = rest.slice(end + 1);
    if (rest.length > 0) return rest;
  }
  return null;
}

function withoutOptions(words: readonly string[], valued: string): readonly string[] {
  const taking = valued.split(" ");
  let at = 0;
  while (isOption(words[at] ?? "") && words[at - 1] !== "--") {
    at += taking.includes(words[at]!) ? 2 : 1;
  }
  return words.slice(at);
}
