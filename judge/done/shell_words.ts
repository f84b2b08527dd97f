/**
 * Which program a simple command runs, once everything that only stands in front of it is taken
 * away: assignments, `timeout 60`, `npx`, `poetry run`, `docker exec box`, …
 */

/** A program and what it was given. */
export interface Invocation {
  /** Its bare name in lower case: no folder, no version, no `.exe`. */
  readonly program: string;
  readonly args: readonly string[];
}

/** Words of the shell's grammar in front of a command. */
const GRAMMAR = new Set(["if", "then", "else", "elif", "do", "while", "until", "!", "{", "}"]);

interface Wrapper {
  /** The subcommands of which one has to follow; without it the program alone wraps. */
  readonly sub?: readonly string[];
  /** Options that take the next word. */
  readonly valued?: readonly string[];
  /** How many plain words belong to the wrapper itself: a duration, a container. */
  readonly own?: number;
}

/** Programs that run the program behind them. */
const WRAPPERS: Readonly<Record<string, readonly Wrapper[]>> = {
  time: [{}],
  nice: [{ valued: ["-n"] }],
  ionice: [{ valued: ["-c", "-n"] }],
  nohup: [{}],
  exec: [{}],
  command: [{}],
  sudo: [{ valued: ["-u", "-g"] }],
  env: [{ valued: ["-u"] }],
  stdbuf: [{ valued: ["-o", "-e", "-i"] }],
  unbuffer: [{}],
  "xvfb-run": [{}],
  "cross-env": [{}],
  dotenv: [{ valued: ["-e"] }],
  timeout: [{ valued: ["-s", "-k", "--signal", "--kill-after"], own: 1 }],
  gtimeout: [{ valued: ["-s", "-k"], own: 1 }],
  npx: [{ valued: ["-p", "--package"] }],
  bunx: [{}],
  pnpx: [{}],
  npm: [{ sub: ["exec", "x"] }],
  pnpm: [{ sub: ["exec", "dlx"], valued: ["--filter", "-F", "-C", "--dir"] }],
  yarn: [{ sub: ["exec", "dlx"] }],
  bun: [{ sub: ["x"] }],
  poetry: [{ sub: ["run"] }],
  uv: [{ sub: ["run"], valued: ["--with", "--extra", "--group", "-p", "--python", "--directory"] }],
  uvx: [{ valued: ["--with", "--from"] }],
  pipx: [{ sub: ["run"] }],
  pipenv: [{ sub: ["run"] }],
  pdm: [{ sub: ["run"] }],
  rye: [{ sub: ["run"] }],
  conda: [{ sub: ["run"], valued: ["-n", "-p"] }],
  bundle: [{ sub: ["exec"] }],
  mise: [{ sub: ["exec", "x"] }],
  dotenvx: [{ sub: ["run"] }],
  docker: [
    { sub: ["exec"], valued: ["-e", "-w", "-u", "--env", "--workdir", "--user"], own: 1 },
    { sub: ["run"], valued: ["-e", "-w", "-v", "-u", "--name", "--network"], own: 1 },
    { sub: ["compose"], own: 2, valued: ["-f", "-e", "-w", "-u"] },
  ],
  "docker-compose": [{ sub: ["exec", "run"], own: 1, valued: ["-e", "-w", "-u"] }],
};

/** How often a command is unwrapped: `sudo env timeout 60 npx …` is deep already. */
const MOST_WRAPPERS = 8;

/** The program that a command runs in the end; null where it runs none. */
export function invocationOf(words: readonly string[]): Invocation | null {
  let rest = words;
  for (let depth = 0; depth < MOST_WRAPPERS; depth++) {
    const program = withoutPrefix(rest);
    if (program.length === 0) return null;
    const inner = unwrapped(program);
    if (inner === null) {
      return { program: bareName(program[0]!), args: program.slice(1) };
    }
    rest = inner;
  }
  return null;
}

/** Whether a word is an option. */
export function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

function withoutPrefix(words: readonly string[]): readonly string[] {
  const begin = words.findIndex((word) => !GRAMMAR.has(word) && !/^\w{1,80}=/.test(word));
  return begin < 0 ? [] : words.slice(begin);
}

/** `./node_modules/.bin/vitest@3` is vitest. */
function bareName(word: string): string {
  const name = word.slice(word.lastIndexOf("/") + 1).toLowerCase();
  return name.replace(/(?<=.)@[\w.^~-]{1,40}$/, "").replace(/\.(?:exe|cmd|bat)$/, "");
}

function unwrapped(words: readonly string[]): readonly string[] | null {
  const name = bareName(words[0]!);
  if (/^(?:python|pypy|py)[\d.]{0,6}$/.test(name)) {
    const module = words.indexOf("-m");
    return module > 0 && words.slice(1, module).every(isOption) ? words.slice(module + 1) : null;
  }
  const wrappers = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name]! : [];
  for (const wrapper of wrappers) {
    const inner = behind(wrapper, words.slice(1));
    if (inner !== null && inner.length > 0) return inner;
  }
  return null;
}

function behind(wrapper: Wrapper, words: readonly string[]): readonly string[] | null {
  let rest = withoutOptions(words, wrapper.valued ?? []);
  if (wrapper.sub !== undefined) {
    if (!wrapper.sub.includes(rest[0] ?? "")) return null;
    rest = withoutOptions(rest.slice(1), wrapper.valued ?? []);
  }
  for (let own = wrapper.own ?? 0; own > 0; own--) {
    rest = withoutOptions(rest.slice(1), wrapper.valued ?? []);
  }
  return rest;
}

function withoutOptions(words: readonly string[], valued: readonly string[]): readonly string[] {
  let at = 0;
  while (at < words.length && isOption(words[at]!)) {
    if (words[at] === "--") return words.slice(at + 1);
    at += valued.includes(words[at]!) ? 2 : 1;
  }
  return words.slice(at);
}
