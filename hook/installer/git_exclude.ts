/**
 * Keeping records and personal settings out of a repository, through the exclude file that git has
 * beside it: no tracked file changes, and nobody else is affected.
 */

import { resolve } from "node:path";
import { findTop, GitError, Repository } from "../../git/run.ts";
import { DEFAULT_FOLDER, INPUT_FILE } from "../store.ts";
import { type FileChange, FileError, readText } from "./file_change.ts";

/** The line above ours, by which they are found again. */
const MARK =
  "# Added by reflection-kernel, which removes this and the patterns below on --uninstall";

/** A pattern, and what it has to cover, relative to the top folder. */
interface Pattern {
  readonly pattern: string;
  readonly covers: readonly string[];
}

/** What is to be done about the exclude file; the note says why where it is nothing. */
export interface ExcludePlan {
  readonly change: FileChange | null;
  readonly patterns: readonly string[];
  readonly note: string | null;
}

/**
 * Plans the lines that make git ignore what we write, where it does not already.
 *
 * @param folder The project.
 * @param settings The settings file in it, an absolute path.
 */
export async function planExclude(folder: string, settings: string): Promise<ExcludePlan> {
  return await plan(folder, async (repository, path, before) => {
    const patterns: string[] = [];
    for (const { pattern, covers } of wanted(settings)) {
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

/** Plans the removal of what {@linkcode planExclude} added. */
export async function planInclude(folder: string, settings: string): Promise<ExcludePlan> {
  const known = wanted(settings).map(({ pattern }) => pattern);
  return await plan(folder, (_repository, path, before) => {
    const kept: string[] = [];
    const patterns: string[] = [];
    let ours = false;
    for (const line of lines(before)) {
      ours = line === MARK || ours && known.includes(line);
      if (!ours) kept.push(line);
      else if (line !== MARK) patterns.push(line);
    }
    if (kept.length === lines(before).length) return { change: null, patterns, note: null };
    const after = kept.join("\n");
    return { change: { path, before, after: after === "" ? null : after }, patterns, note: null };
  });
}

function wanted(settings: string): Pattern[] {
  return [
    { pattern: `${DEFAULT_FOLDER}/`, covers: [`${DEFAULT_FOLDER}/any`] },
    { pattern: INPUT_FILE, covers: [INPUT_FILE] },
    // Ours holds a path of this machine, and untracked files would count as an agent's change.
    {
      pattern: "**/.claude/settings.local.json*",
      covers: [settings, `${settings}.before-reflection`],
    },
  ];
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
    if (!(error instanceof FileError)) throw error;
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
