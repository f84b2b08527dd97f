/**
 * Keeping records and personal settings out of a repository, through the exclude file that git has
 * beside it: no tracked file changes, and no other clone does.
 */

import { resolve } from "node:path";
import { findTop, GitError, Repository } from "../../lib/git/run.ts";
import { DEFAULT_FOLDER, INPUT_FILE } from "../../lib/store/store.ts";
import { type FileChange, readText } from "../../lib/cli/file_change.ts";
import { UserError } from "../../lib/text/errors.ts";

/** The line above ours, by which they are found again. */
const MARK =
  "# Added by reflection-kernel, which removes this and the patterns below on --uninstall";

/** A pattern, and what it has to cover. */
interface Pattern {
  readonly pattern: string;
  readonly covers: readonly string[];
}

/** Patterns for what installing into a client leaves in a project: paths of this machine. */
export const PERSONAL = {
  claude: "**/.claude/settings.local.json*",
  opencode: "**/.opencode/plugin/reflection-kernel.ts",
} as const;

/** What every installation keeps out: untracked files would count as an agent's change. */
const SHARED: readonly Pattern[] = [
  { pattern: `${DEFAULT_FOLDER}/`, covers: [`${DEFAULT_FOLDER}/any`] },
  { pattern: INPUT_FILE, covers: [INPUT_FILE] },
];

/** Every line that may stand below the mark. */
const KNOWN: readonly string[] = [
  ...SHARED.map(({ pattern }) => pattern),
  ...Object.values(PERSONAL),
];

/** What is to be done about the exclude file; the note says why where it is nothing. */
interface ExcludePlan {
  readonly change: FileChange | null;
  readonly patterns: readonly string[];
  readonly note: string | null;
}

/**
 * Plans the lines that make git ignore what we write, where it does not already.
 *
 * @param folder The project.
 * @param personal What this installation leaves in it.
 */
export async function planExclude(folder: string, personal: Pattern): Promise<ExcludePlan> {
  return await plan(folder, async (repository, path, before) => {
    const patterns: string[] = [];
    for (const { pattern, covers } of [...SHARED, personal]) {
      const missing = await Promise.all(covers.map((file) => isMissing(repository, file)));
      if (missing.includes(true) && !lines(before).includes(pattern)) patterns.push(pattern);
    }
    if (patterns.length === 0) return { change: null, patterns, note: null };
    const start = before === null || before === "" || before.endsWith("\n")
      ? before ?? ""
      : `${before}\n`;
    const after = `${start}${[MARK, ...patterns].join("\n")}\n`;
    return { change: { path, before, after }, patterns, note: null };
  });
}

/**
 * Plans the removal of what {@linkcode planExclude} added. What all installations share stays while
 * there is another one.
 */
export async function planInclude(folder: string, personal: string): Promise<ExcludePlan> {
  return await plan(folder, (_repository, path, before) => {
    const others = Object.values(PERSONAL).filter((pattern) => pattern !== personal);
    const shared = lines(before).some((line) => (others as string[]).includes(line));
    const patterns: string[] = [];
    const kept: string[] = [];
    let section: string[] | null = null;
    for (const line of [...lines(before), null]) {
      if (section !== null && line !== null && KNOWN.includes(line)) {
        const goes = line === personal || (!shared && !(others as string[]).includes(line));
        (goes ? patterns : section).push(line);
        continue;
      }
      // A mark with nothing below it goes too.
      if (section !== null && section.length > 1) kept.push(...section);
      section = line === MARK ? [line] : null;
      if (line !== null && section === null) kept.push(line);
    }
    if (kept.length === lines(before).length) return { change: null, patterns, note: null };
    const after = kept.join("\n");
    return { change: { path, before, after: after === "" ? null : after }, patterns, note: null };
  });
}

/** Finds the exclude file and reads it; a repository that does not allow that is left alone. */
async function plan(
  folder: string,
  make: (
    repository: Repository,
    path: string,
    before: string | null,
  ) => Promise<ExcludePlan> | ExcludePlan,
): Promise<ExcludePlan> {
  try {
    const top = await findTop(folder);
    const repository = new Repository(top);
    const path = resolve(top, await repository.text("rev-parse", "--git-path", "info/exclude"));
    return await make(repository, path, readText(path));
  } catch (error) {
    if (error instanceof GitError) {
      return { change: null, patterns: [], note: `No git repository in "${folder}"` };
    }
    if (!(error instanceof UserError)) throw error;
    return { change: null, patterns: [], note: `git's exclude file stays: ${error.message}` };
  }
}

/** Whether git would show a file as untracked. What is tracked already is asked about the same. */
async function isMissing(repository: Repository, file: string): Promise<boolean> {
  return !(await repository.run("check-ignore", "--quiet", "--no-index", "--", file)).ok;
}

function lines(text: string | null): string[] {
  return text === null ? [] : text.split("\n");
}
