/**
 * Where the tasks come from: an export on disk, a folder of task files (Backlog.md's markdown, or
 * JSON and JSONL with tasks), or task files in a repository's newest commit.
 */

import { UsageError } from "../../lib/cli/flags.ts";
import { reading } from "../../lib/cli/io.ts";
import { GitError, type Repository } from "../../lib/git/run.ts";
import { UserError } from "../../lib/text/errors.ts";
import { objectOf } from "../../lib/text/values.ts";
import { detectFormat, isEmpty, mostHave, readTasks } from "./adapter.ts";
import {
  type Document,
  joinDocuments,
  LARGEST,
  markdownDocument,
  parseDocument,
} from "./document.ts";
import { FORMAT_NAMES, type FormatName } from "./formats.ts";
import type { Notes } from "./notes.ts";
import type { Task } from "./task.ts";
import { readFiles } from "./versions.ts";

/** A board as it was read. */
export interface Board {
  /** Null: there was nothing in it to tell a format by. */
  readonly format: FormatName | null;
  readonly tasks: readonly Task[];
  /** How many versions of its files were read; null: no history of them. */
  readonly versions: number | null;
}

/** How many files of a folder are read at most, and how deep. */
const MOST_FILES = 100_000;
const DEEPEST = 16;

/** A file's content, unless there is too much of it. */
export function readBytes(path: string): Uint8Array {
  const { size } = reading(path, () => Deno.statSync(path));
  if (size > LARGEST) {
    throw new UserError(`Cannot read "${path}": ${size} bytes, and at most ${LARGEST} are read`);
  }
  return reading(path, () => Deno.readFileSync(path));
}

/** Reads an export, a file or a folder. */
export function readBoard(path: string, format: FormatName | null, notes: Notes): Board {
  const document = reading(path, () => Deno.statSync(path)).isDirectory
    ? folderDocument(
      listTaskFiles(path).map((file) => ({
        path: file,
        bytes: reading(file, () => Deno.readFileSync(file)),
      })),
    )
    : parseDocument(readBytes(path));
  return boardFrom(document, path, format, notes);
}

/** Reads the task files under a path of the newest commit. */
export async function readBoardFromGit(
  repository: Repository,
  path: string,
  format: FormatName | null,
  notes: Notes,
): Promise<Board> {
  const files: TaskFile[] = [];
  for await (const { path: file, bytes } of readFiles(repository, path)) {
    if (file !== path && !isTaskFile(file)) continue;
    if (bytes) files.push({ path: file, bytes });
    else notes.warnings.add(`Cannot read "${file}": not in the repository, or no plain file`);
  }
  const document = files.length === 1 && files[0]!.path === path
    ? parseDocument(files[0]!.bytes)
    : folderDocument(files);
  // With a history, an id and a status are enough: the commits have the dates.
  const isPlain = document.shape !== "markdown" && mostHave(document, "id", "status");
  return boardFrom(
    document,
    path,
    format ?? detectFormat(document) ?? (isPlain ? "seed" : null),
    notes,
  );
}

function boardFrom(
  document: Document,
  path: string,
  given: FormatName | null,
  notes: Notes,
): Board {
  const format = given ?? detectFormat(document);
  if (format !== null) return { format, tasks: readTasks(format, document, notes), versions: null };
  if (isEmpty(document)) return { format: null, tasks: [], versions: null };
  throw new UsageError(
    `Cannot tell the format of "${path}"; --format may name it: ${FORMAT_NAMES.join(", ")}`,
  );
}

/** Whether a file may hold tasks, by its name. */
export function isTaskFile(path: string): boolean {
  return /\.(md|json|jsonl|ndjson)$/i.test(path);
}

/** The task files of a folder and the folders in it, by name; links are not followed. */
function listTaskFiles(folder: string): string[] {
  const files: string[] = [];
  const visit = (path: string, depth: number): void => {
    const entries = reading(path, () => [...Deno.readDirSync(path)]);
    for (const { name, isFile, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
      if (isDirectory && depth < DEEPEST && !name.startsWith(".")) {
        visit(`${path}/${name}`, depth + 1);
      } else if (isFile && isTaskFile(name)) files.push(`${path}/${name}`);
      if (files.length > MOST_FILES) {
        throw new UserError(`Cannot read "${folder}": more than ${MOST_FILES} files`);
      }
    }
  };
  visit(folder, 0);
  return files;
}

interface TaskFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Makes one export of task files: markdown if one of them is a task, otherwise JSON. */
function folderDocument(files: readonly TaskFile[]): Document {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > LARGEST) throw new UserError(`Cannot read ${size} bytes: at most ${LARGEST} are`);
  const { marked = [], others = [] } = Object.groupBy(
    files,
    ({ path }) => /\.md$/i.test(path) ? "marked" : "others",
  );
  const heads = markdownDocument(marked.map(({ bytes }) => bytes));
  // A folder of tasks has a README too: a file without a head is no broken task.
  const rows = [...heads.rows()].filter(({ value }) => value !== undefined);
  const isTask = rows.map(({ value }) => objectOf(value))
    .some((fields) => fields && "id" in fields && "status" in fields);
  return isTask
    ? { ...heads, rows: () => rows }
    : joinDocuments(others.map(({ bytes }) => parseDocument(bytes)));
}

/** Where a file of a work tree stands in its repository; null if it is not in it. */
export async function pathInRepository(
  repository: Repository,
  file: string,
): Promise<string | null> {
  let top: string;
  try {
    top = await repository.text("rev-parse", "--show-toplevel");
  } catch (error) {
    if (error instanceof GitError) return null; // A bare repository has no files
    throw error;
  }
  const real = reading(file, () => Deno.realPathSync(file));
  if (real === top) return "";
  return real.startsWith(`${top}/`) ? real.slice(top.length + 1) : null;
}
