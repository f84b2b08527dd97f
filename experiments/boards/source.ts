/**
 * Where the tasks come from: an export on disk, a folder of task files, or task files in a git
 * history; and what that history adds.
 */

import { GitError, type Repository } from "../../lib/git/run.ts";
import { UsageError } from "../../lib/cli/flags.ts";
import { reading } from "../../lib/cli/io.ts";
import type { Progress } from "../../lib/cli/progress.ts";
import { type Adapter, type Format, FORMATS, mostHave, sampleOf } from "./adapter.ts";
import { type Document, LARGEST, linesDocument, parseDocument } from "./document.ts";
import { FileHistory } from "./file_history.ts";
import { folderDocument, isTaskFile, listTaskFiles } from "./folder.ts";
import { ADAPTERS, detectFormat, isEmpty } from "./formats.ts";
import { Notes, REASONS } from "./notes.ts";
import type { Task } from "./task.ts";
import { readFiles, readVersions, type Version } from "./versions.ts";
import { UserError } from "../../lib/text/errors.ts";

/** A board as it was read. */
export interface Board {
  /** Null: there was nothing in it to tell a format by. */
  readonly adapter: Adapter | null;
  readonly tasks: readonly Task[];
}

/** What a history adds to a board. */
interface BoardWithHistory extends Board {
  readonly versions: number;
}

/** Reads an export, a file or a folder. */
export function readBoard(path: string, format: Format | null, notes: Notes): Board {
  return boardFrom(loadExport(path), path, format, notes);
}

/** Reads the task files under a path of the newest commit, and all that came before. */
export async function readBoardFromGit(
  repository: Repository,
  path: string,
  format: Format | null,
  notes: Notes,
  progress: Progress,
): Promise<BoardWithHistory> {
  const files: { path: string; bytes: Uint8Array }[] = [];
  for await (const { path: file, bytes } of readFiles(repository, path)) {
    if (file !== path && !isTaskFile(file)) continue;
    if (bytes !== undefined) files.push({ path: file, bytes });
    else notes.warnings.add(`Cannot read "${file}": not in the repository, or no plain file`);
  }
  const [only] = files;
  const document = files.length === 1 && only!.path === path
    ? parseDocument(only!.bytes)
    : folderDocument(files);
  const board = boardFrom(document, path, format ?? plainFormat(document), notes);
  return await followHistory(repository, path, board, notes, progress, true);
}

/** Adds what the versions of the files under a path tell. */
export async function followHistory(
  repository: Repository,
  path: string,
  board: Board,
  notes: Notes,
  progress: Progress,
  keepGone = false,
): Promise<BoardWithHistory> {
  const history = new FileHistory();
  const lines = new ChangedLines();
  let { adapter } = board;
  let versions = 0;
  for await (const version of readVersions(repository, path)) {
    progress.say(() => `version ${version.number} of ${version.total}`);
    if (version.path !== path && !isTaskFile(version.path)) continue;
    if (version.bytes === null) {
      const last = lines.whole(version.path);
      const tasks = last === null || adapter === null ? [] : adapter.read(last, new Notes(0));
      history.remove(version.path, tasks);
      continue;
    }
    versions++;
    notes.see(version.at);
    if (version.bytes === undefined) {
      notes.reject("a version of the file that cannot be read", version.number);
      continue;
    }
    const document = lines.of(version, version.bytes);
    adapter ??= detectFormat(document);
    if (adapter === null || isEmpty(document)) continue;
    history.add(version.path, readVersion(document, adapter, version, notes), version.at);
  }
  if (versions === 0 && keepGone) throw new UserError(`Cannot find "${path}" in the history`);
  if (versions === 0) notes.warnings.add(`The history has no version of "${path}"`);
  const present = new Set(board.tasks.map(({ id }) => id));
  const gone = keepGone ? [...history.gone(present)] : [];
  if (gone.length > 0) {
    notes.warnings.add(
      `${gone.length} finished tasks are known from the history only: their records are gone`,
    );
  }
  const tasks = [...board.tasks.map((task) => history.complete(task)), ...gone];
  return { adapter, tasks, versions };
}

const BROKEN: ReadonlySet<string> = new Set([REASONS.notRecord, REASONS.noId, REASONS.noStatus]);

/** What is broken in a version is told with the version's number; what is left out there is not. */
function readVersion(
  document: Document,
  adapter: Adapter,
  { number }: Version,
  notes: Notes,
): Task[] {
  const own = new Notes(Infinity);
  const tasks = adapter.read(document, own);
  for (const { reason } of own.rejections.list()) {
    if (BROKEN.has(reason)) {
      notes.reject(`in an older version: ${reason}`, number);
    }
  }
  return tasks;
}

/** Of a file with one record a line, only the lines that its last version did not have. */
class ChangedLines {
  readonly #last = new Map<string, ReadonlySet<string>>();

  of({ path }: Version, bytes: Uint8Array): Document {
    if (!/\.(jsonl|ndjson)$/i.test(path)) return parseDocument(bytes);
    const before = this.#last.get(path) ?? new Set();
    const lines = new TextDecoder().decode(bytes).split("\n");
    this.#last.set(path, new Set(lines));
    const changed = lines.filter((line) => !before.has(line)).join("\n");
    return linesDocument(new TextEncoder().encode(changed));
  }

  /** All lines of the last version. */
  whole(path: string): Document | null {
    const lines = this.#last.get(path);
    if (lines === undefined) return null;
    return linesDocument(new TextEncoder().encode([...lines].join("\n")));
  }
}

/** With a history, an id and a status are enough: the commits have the dates. */
function plainFormat(document: Document): Format | null {
  if (detectFormat(document) !== null || document.shape === "markdown") return null;
  return mostHave(sampleOf(document), "id", "status") ? "seed" : null;
}

function boardFrom(
  document: Document,
  path: string,
  format: Format | null,
  notes: Notes,
): Board {
  const adapter = format === null ? detectFormat(document) : ADAPTERS[format];
  if (adapter !== null) return { adapter, tasks: adapter.read(document, notes) };
  if (isEmpty(document)) return { adapter: null, tasks: [] };
  throw new UsageError(
    `Cannot tell the format of "${path}"; --format may name it: ${FORMATS.join(", ")}`,
  );
}

function loadExport(path: string): Document {
  const { isDirectory, size } = reading(path, () => Deno.statSync(path));
  if (!isDirectory) {
    if (size > LARGEST) {
      throw new UserError(`Cannot read "${path}": ${size} bytes, and at most ${LARGEST} are read`);
    }
    return parseDocument(reading(path, () => Deno.readFileSync(path)));
  }
  const files = listTaskFiles(path);
  return folderDocument(
    files.map((file) => ({ path: file, bytes: reading(file, () => Deno.readFileSync(file)) })),
  );
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
