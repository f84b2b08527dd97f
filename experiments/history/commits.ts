/**
 * A repository's commits, newest first, from one `git log` that reads commits and trees and never a
 * file's content: `--raw` without renames. `--numstat`, `-M` and `-p` would read every blob, take
 * eight times as long and fail on partial clones.
 *
 * What a repository's own configuration could change about the output is overruled. If git fails,
 * at an object that is missing for example, that is an error after the commits that were read.
 *
 * Needs what `lib/git/run.ts` needs.
 */

import { type Flag, value } from "../../lib/cli/flags.ts";
import { GitError, type Repository, SAFE_DIFF } from "../../lib/git/run.ts";
import { isWholeDay, parseDate } from "../../lib/text/time.ts";
import { type Commit, LOG_FORMAT, LogParser } from "./log_parser.ts";

export type { Commit } from "./log_parser.ts";

/** As much as a pipe holds, and some more. */
const BUFFER = 262_144;

/** Which commits. */
export interface CommitRange {
  /** Only commits after this date; check it with `parseGitDate`. */
  readonly since?: string;
  /** Only commits before this date; check it with `parseGitDate`. */
  readonly until?: string;
  /**
   * Follow only the first parent of merges, and show what each merge brought in.
   *
   * @default {false}
   */
  readonly firstParent?: boolean;
  /** Only commits that touch these; literal paths from the top, no patterns. */
  readonly paths?: readonly string[];
}

const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?$/;
const AGO = /^\d{1,5}[ .](?:day|week|month|year)s?[ .]ago$/;

/** A flag that names a date; its value is a text for git. */
export function gitDate(help: string): Flag<string | undefined> {
  const expected = 'a date like 2024-01-31, 2024-01-31T12:00:00Z or "6 months ago"';
  return value("DATE", help, expected, parseGitDate);
}

/**
 * A date that git cannot misread, as git is told it; null for any other text. Git itself takes any
 * text for a date and reads nonsense as today.
 */
export function parseGitDate(text: string): string | null {
  if (AGO.test(text)) return text;
  if (parseDate(text) === null) return null;
  // Git reads a bare day as that day at this hour of the clock.
  if (isWholeDay(text)) return `${text}T00:00:00Z`;
  return MOMENT.test(text) ? text : null;
}

/** What a range leaves out, in words: a choice that a reader of the result must know of. */
export function choicesOf({ since, until, firstParent }: CommitRange): string[] {
  return [
    ...since === undefined ? [] : [`Only commits after ${since} were looked at (--since).`],
    ...until === undefined ? [] : [`Only commits before ${until} were looked at (--until).`],
    ...firstParent ? ["Only first parents were followed, so a merge is one change."] : [],
  ];
}

/** The arguments for git; the bench runs the very same command. */
export function logArguments(range: CommitRange = {}): string[] {
  const { since, until, firstParent = false, paths = [] } = range;
  return [
    "--literal-pathspecs",
    ...["-c", "log.showRoot=true", "-c", "log.follow=false"],
    "log",
    ...["-z", "--raw", "--no-renames", "--no-abbrev", "--no-color", "--no-notes", "--no-relative"],
    // The configuration may name a file to order paths by; this is how to name none.
    "-O/dev/null",
    ...SAFE_DIFF,
    "--encoding=UTF-8",
    LOG_FORMAT,
    // Not `-m`: the configuration says what that means, and it may mean to redo every merge.
    ...firstParent ? ["--first-parent", "--diff-merges=first-parent"] : [],
    ...since === undefined ? [] : [`--since=${since}`],
    ...until === undefined ? [] : [`--until=${until}`],
    "--end-of-options",
    "HEAD",
    "--",
    ...paths,
  ];
}

/**
 * Reads commits, newest first.
 *
 * @throws {GitError} After the commits that could be read, if git failed.
 */
export async function* readCommits(
  repository: Repository,
  range: CommitRange = {},
): AsyncGenerator<Commit> {
  for await (const commits of readBatches(repository, range)) yield* commits;
}

/** The same in batches, as they come: cheaper where there are many. */
export async function* readBatches(
  repository: Repository,
  range: CommitRange = {},
): AsyncGenerator<readonly Commit[]> {
  const log = await repository.stream(logArguments(range));
  const parser = new LogParser();
  let finished = false;
  try {
    // One buffer, lent and given back: a fresh one for every piece would be most of the memory.
    const reader = log.stdout.getReader({ mode: "byob" });
    let buffer = new Uint8Array(BUFFER);
    while (true) {
      const { value, done } = await reader.read(buffer);
      if (done) break;
      const commits = parser.push(value);
      if (commits.length > 0) yield commits;
      buffer = new Uint8Array(value.buffer);
    }
    finished = true;
  } finally {
    if (!finished) log.stop();
  }
  const { ok, stderr } = await log.ended;
  if (!ok) {
    throw new GitError(`Cannot read the whole history: ${stderr.trim() || "git log failed"}`);
  }
  const last = parser.end();
  if (last !== null) yield [last];
}

/**
 * Whether there is any commit at all to begin with. There is none only where nothing was ever
 * committed to the branch.
 *
 * @throws {GitError} If there should be one that cannot be read.
 */
export async function hasCommits(repository: Repository): Promise<boolean> {
  if ((await repository.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}")).ok) return true;
  const named = await repository.run("rev-parse", "--verify", "--quiet", "HEAD");
  if (named.ok) {
    const sha = new TextDecoder().decode(named.stdout).trim();
    throw new GitError(`Cannot read the newest commit "${sha}": it is missing or damaged`);
  }
  // Git names a branch that is yet to come, but not one whose file holds no object id.
  if ((await repository.run("symbolic-ref", "--quiet", "HEAD")).ok) return false;
  throw new GitError("Cannot read the newest commit: the branch that HEAD names is damaged");
}

/** Whether the history was cut off when it was cloned. */
export async function isShallow(repository: Repository): Promise<boolean> {
  return await repository.text("rev-parse", "--is-shallow-repository") === "true";
}
