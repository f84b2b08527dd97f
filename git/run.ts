/**
 * Asking git about a repository that nobody vouches for.
 *
 * A repository's own configuration can name programs that git runs while it merely looks around:
 * file-system monitors, hooks, external diffs, text converters, clean filters, promisor remotes.
 * Every call here switches those off, passes no more of the environment than git needs, and never
 * goes through a shell. That keeps an ordinary hostile repository from running code; it is no
 * sandbox, git itself is still trusted.
 *
 * Needs `--allow-run=git` and `--allow-env=PATH,HOME`.
 */

/** What a git command left behind. */
export interface GitResult {
  /** Whether it exited with 0. */
  ok: boolean;
  /** Raw, because file names are bytes and not text. */
  stdout: Uint8Array;
  /** For messages. */
  stderr: string;
}

/** git could not be started, or could not do what the caller cannot go on without. */
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

/** A repository on disk, looked at only through calls that its configuration cannot hijack. */
export class Repository {
  readonly #folder: string;
  #filters: readonly Setting[] | undefined;

  /** @param folder Any folder of the repository. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs git with these arguments in the repository's folder. */
  async run(...args: string[]): Promise<GitResult> {
    this.#filters ??= filterOverrides(await spawn(this.#folder, HARMLESS, LIST_FILTERS));
    return await spawn(this.#folder, [...HARMLESS, ...this.#filters], args);
  }

  /** The output of a command that must succeed, as text without the last line's end. */
  async text(...args: string[]): Promise<string> {
    const result = await this.run(...args);
    if (!result.ok) throw new GitError(result.stderr.trim() || `git ${args[0]} failed`);
    return new TextDecoder().decode(result.stdout).replace(/\n$/, "");
  }
}

const LIST_FILTERS = ["config", "--null", "--name-only", "--get-regexp", "^filter\\."];

/** Clean filters run on every comparison of a changed file, so each one that is named is emptied. */
function filterOverrides(listing: GitResult): Setting[] {
  const keys = new TextDecoder().decode(listing.stdout).split("\0").filter(Boolean);
  const filters = new Set(keys.map((key) => key.slice(0, key.lastIndexOf("."))));
  return [...filters].flatMap((filter): Setting[] => [
    [`${filter}.clean`, ""],
    [`${filter}.process`, ""],
    [`${filter}.required`, "false"],
  ]);
}

async function spawn(
  folder: string,
  settings: readonly Setting[],
  args: readonly string[],
): Promise<GitResult> {
  try {
    const output = await new Deno.Command("git", {
      args: ["--no-pager", "--no-optional-locks", ...args],
      cwd: folder,
      clearEnv: true,
      env: environment(settings),
      stdin: "null",
    }).output();
    return {
      ok: output.success,
      stdout: output.stdout,
      stderr: new TextDecoder().decode(output.stderr),
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new GitError(`Cannot run git in "${folder}": no such folder, or git is not on PATH`);
    }
    throw error;
  }
}

/** Settings travel in the environment: unlike `-c`, that takes keys with any character in them. */
function environment(settings: readonly Setting[]): Record<string, string> {
  const env: Record<string, string> = {
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_CONFIG_COUNT: String(settings.length),
  };
  for (const name of ["PATH", "HOME"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  settings.forEach(([key, value], n) => {
    env[`GIT_CONFIG_KEY_${n}`] = key;
    env[`GIT_CONFIG_VALUE_${n}`] = value;
  });
  return env;
}

/** The top folder of the repository that a folder belongs to. */
export async function findTop(folder: string): Promise<string> {
  const result = await spawn(folder, HARMLESS, ["rev-parse", "--show-toplevel"]);
  if (!result.ok) {
    throw new GitError(`Cannot find a git repository in "${folder}": ${result.stderr.trim()}`);
  }
  return new TextDecoder().decode(result.stdout).replace(/\n$/, "");
}
