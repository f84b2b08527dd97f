/**
 * Asking git about a repository that is not trusted.
 *
 * A repository's own configuration can name programs that git runs while it merely looks around:
 * file-system monitors, hooks, external diffs, text converters, clean filters, promisor remotes.
 * Every call here switches those off, passes no more of the environment than git needs, and never
 * goes through a shell. That keeps an ordinary hostile repository from running code; it is no
 * sandbox, git itself is still trusted.
 *
 * Needs `--allow-run=git`, `--allow-env=HOME,PATH`, and `--allow-read` of the repository or one more
 * call of git. A hook starts with this file: it imports nothing.
 */

/** How long a hook waits, told to everything that makes it wait. */
export class Deadline {
  readonly seconds: number;
  /** Resolves when the time is up. */
  readonly over: Promise<unknown>;

  constructor(seconds: number) {
    this.seconds = seconds;
    // A first setTimeout costs milliseconds of start-up; waiting on a cell that is never woken does not.
    const cell = new Int32Array(new SharedArrayBuffer(4));
    const { async, value } = Atomics.waitAsync(cell, 0, 0, seconds * 1000);
    this.over = async ? value : Promise.resolve();
  }
}

/** What a git command left behind. */
export interface GitResult {
  /** Whether it exited with 0. */
  ok: boolean;
  /** Raw, because file names are bytes and not text. */
  stdout: Uint8Array;
  /** For messages. */
  stderr: string;
}

/** A git command whose output is read while it runs. */
interface GitStream {
  /** Raw, in pieces as git writes them. */
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Only where `piped` was asked for: what git reads. */
  stdin: WritableStream<Uint8Array<ArrayBuffer>> | null;
  /** Resolves when git has ended; read `stdout` to its end first. */
  ended: Promise<{ ok: boolean; stderr: string }>;
  /** For who has seen enough: git need not go on. */
  stop(): void;
}

/** git could not be started, did not answer in time, or could not do what is needed. */
export class GitError extends Error {
  override name = "GitError";
}

type Setting = readonly [key: string, value: string];

/** Nothing that looks at a repository needs any of these. */
const HARMLESS: readonly Setting[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.untrackedCache", "false"],
  ["diff.external", ""],
  // Where `-m` is asked for, "remerge" would redo every merge, through the drivers it names.
  ["log.diffMerges", "off"],
  ["log.showSignature", "false"],
  ["protocol.allow", "never"],
];

/** For every `git diff`: its drivers are named in attributes, which only these flags overrule. */
export const SAFE_DIFF: readonly string[] = [
  "--no-ext-diff",
  "--no-textconv",
  // Looking into a submodule would run git there, under that repository's own configuration.
  "--ignore-submodules=dirty",
];

/** Everything that differs from HEAD, with the branch; read it with `parseStatus`. */
export const STATUS: readonly string[] = [
  "status",
  "--porcelain=v2",
  "--branch",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=dirty",
];

/** A repository on disk, looked at only through calls that its configuration cannot hijack. */
export class Repository {
  /** Where git is run: the top folder of the repository, or one in it. */
  readonly folder: string;
  readonly #deadline: Deadline | undefined;
  readonly #ceiling: string | undefined;
  #filters: Promise<readonly Setting[]> | undefined;

  /**
   * @param folder Any folder of the repository; its top one saves a call.
   * @param options.deadline After it every call fails, whatever git or its children still do.
   * @param options.ceiling The folder above the repository's top one, absolute: where the repository
   * turns out to be broken, git must not go on to another one further up.
   */
  constructor(folder: string, options: { deadline?: Deadline; ceiling?: string } = {}) {
    this.folder = folder;
    this.#deadline = options.deadline;
    this.#ceiling = options.ceiling;
  }

  /** The repository that has its top folder here, or there. */
  static at(top = ".", deadline?: Deadline): Repository {
    const ceiling = parentOf(top === "." ? Deno.cwd() : top);
    return new Repository(top, { ceiling, ...deadline === undefined ? {} : { deadline } });
  }

  /** Runs git with these arguments in the repository's folder. */
  async run(...args: string[]): Promise<GitResult> {
    this.#filters ??= this.#readFilters();
    return await this.#spawn([...HARMLESS, ...await this.#filters], args);
  }

  /** The output of a command that must succeed, as text without the last line's end. */
  async text(...args: string[]): Promise<string> {
    const result = await this.run(...args);
    if (!result.ok) throw new GitError(result.stderr.trim() || `git ${args[0]} failed`);
    return new TextDecoder().decode(result.stdout).replace(/\n$/, "");
  }

  /** Starts git with these arguments, for output that is too much to hold. No deadline applies. */
  async stream(
    args: readonly string[],
    options: { stdin?: "null" | "piped" } = {},
  ): Promise<GitStream> {
    this.#filters ??= this.#readFilters();
    const settings = [...HARMLESS, ...await this.#filters];
    return follow(start(this.folder, settings, args, this.#ceiling, options.stdin), options.stdin);
  }

  async #spawn(settings: readonly Setting[], args: readonly string[]): Promise<GitResult> {
    return await spawn(this.folder, settings, args, this.#deadline, this.#ceiling);
  }

  /** Clean filters run on every comparison of a changed file, so each that is named is emptied. */
  async #readFilters(): Promise<readonly Setting[]> {
    if (hasPlainConfiguration(this.folder)) return [];
    const listing = await this.#spawn(HARMLESS, LIST_FILTERS);
    const keys = decodeStrictly(listing.stdout).split("\0").filter(Boolean);
    const filters = new Set(keys.map((key) => key.slice(0, key.lastIndexOf("."))));
    return [...filters].flatMap((filter): Setting[] => [
      [`${filter}.clean`, ""],
      [`${filter}.process`, ""],
      [`${filter}.required`, "false"],
    ]);
  }
}

/** The top folder of the repository that a folder belongs to. */
export async function findTop(folder: string, deadline?: Deadline): Promise<string> {
  const result = await spawn(folder, HARMLESS, ["rev-parse", "--show-toplevel"], deadline);
  if (!result.ok) {
    throw new GitError(`Cannot find a git repository in "${folder}": ${result.stderr.trim()}`);
  }
  return new TextDecoder().decode(result.stdout).replace(/\n$/, "");
}

/** The repository that a folder belongs to, or that it is: a work tree, or a bare git directory. */
export async function openRepository(folder: string): Promise<Repository> {
  const result = await spawn(
    folder,
    HARMLESS,
    ["rev-parse", "--is-inside-work-tree", "--absolute-git-dir"],
    undefined,
  );
  if (!result.ok) {
    throw new GitError(`Cannot find a git repository in "${folder}": ${result.stderr.trim()}`);
  }
  const [inside, gitDirectory = ""] = new TextDecoder().decode(result.stdout).split("\n");
  return Repository.at(inside === "true" ? await findTop(folder) : gitDirectory);
}

/** The folder that a folder stands in. */
function parentOf(folder: string): string {
  return folder.slice(0, Math.max(folder.lastIndexOf("/"), 1));
}

const LIST_FILTERS = ["config", "--null", "--name-only", "--get-regexp", "^filter\\."];

/**
 * Whether the repository's configuration surely names no filter, by a look at its text: asking git
 * costs as much again as the question a hook has. The user's own configuration is trusted.
 */
function hasPlainConfiguration(folder: string): boolean {
  try {
    // With this file, git reads the configuration of another folder.
    Deno.lstatSync(`${folder}/.git/commondir`);
    return false;
  } catch {
    // Not there, as in nearly every repository
  }
  try {
    const text = Deno.readTextFileSync(`${folder}/.git/config`);
    return !/filter|include|worktreeconfig/i.test(text);
  } catch {
    return false; // A linked worktree, a submodule, a subfolder, or not readable
  }
}

async function spawn(
  folder: string,
  settings: readonly Setting[],
  args: readonly string[],
  deadline: Deadline | undefined,
  ceiling?: string,
): Promise<GitResult> {
  const child = start(folder, settings, args, ceiling);
  const output = child.output();
  // Killing git is not enough: a child of its own may hold the pipe open. So this does not wait for it.
  const late = deadline?.over.then(() => null) ?? new Promise<never>(() => {});
  const result = await Promise.race([output, late]);
  if (result === null) {
    output.catch(() => {});
    try {
      child.kill("SIGKILL");
    } catch {
      // Ended in the meantime
    }
    throw new GitError(`git ${args[0]} took longer than ${deadline?.seconds} s`);
  }
  const { success, stdout, stderr } = result;
  return { ok: success, stdout, stderr: new TextDecoder().decode(stderr) };
}

function follow(child: Deno.ChildProcess, stdin: "null" | "piped" = "null"): GitStream {
  const stderr = new Response(child.stderr).text();
  return {
    stdout: child.stdout,
    stdin: stdin === "piped" ? child.stdin : null,
    ended: Promise.all([child.status, stderr]).then(([{ success }, text]) => ({
      ok: success,
      stderr: text,
    })),
    stop() {
      try {
        child.kill("SIGTERM");
      } catch {
        // Ended in the meantime
      }
    },
  };
}

function start(
  folder: string,
  settings: readonly Setting[],
  args: readonly string[],
  ceiling: string | undefined,
  stdin: "null" | "piped" = "null",
): Deno.ChildProcess {
  try {
    return new Deno.Command("git", {
      args: ["--no-pager", "--no-optional-locks", ...args],
      cwd: folder,
      clearEnv: true,
      // Without a conversation, git need not push out every commit by itself.
      env: { ...environment(settings, ceiling), ...stdin === "null" ? { GIT_FLUSH: "0" } : {} },
      stdin,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new GitError(
      isFile(folder)
        ? `Cannot find a git repository in "${folder}": it is not a folder`
        : `Cannot run git in "${folder}": no such folder, or git is not on PATH`,
    );
  }
}

function isFile(path: string): boolean {
  try {
    return !Deno.statSync(path).isDirectory;
  } catch {
    return false; // Not there, or not to be looked at
  }
}

/** A key that is not text could not be overruled, so a repository that has one is not looked at. */
function decodeStrictly(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new GitError("The repository's configuration names a filter that is not UTF-8");
  }
}

/** Settings travel in the environment: unlike `-c`, that takes keys with any character in them. */
function environment(
  settings: readonly Setting[],
  ceiling: string | undefined,
): Record<string, string> {
  const env: Record<string, string> = {
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    // The history as it was committed, not as a replacement has it.
    GIT_NO_REPLACE_OBJECTS: "1",
    // Cannot exist, so git says nothing; at any file that does, it begins to give advice.
    GIT_GRAFT_FILE: "/dev/null/none",
    ...(ceiling === undefined ? {} : { GIT_CEILING_DIRECTORIES: ceiling }),
    GIT_CONFIG_COUNT: String(settings.length),
  };
  // HOME has the user's own settings, and the programs those name are found through PATH.
  for (const name of ["HOME", "PATH"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  settings.forEach(([key, value], n) => {
    env[`GIT_CONFIG_KEY_${n}`] = key;
    env[`GIT_CONFIG_VALUE_${n}`] = value;
  });
  return env;
}
