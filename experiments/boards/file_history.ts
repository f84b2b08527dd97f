/**
 * What the versions of a board's file tell: when each task was first finished, and when it was open
 * again afterwards.
 *
 * A task that is finished in one version and open in a later one was reopened only if its record
 * changed after it was closed. Otherwise an old record came back, with a merge for example: diffing
 * every version on every branch calls three times as many tasks reopened. Of each task only its
 * state is kept, whatever the number of versions.
 */

import type { Progress } from "../../lib/cli/progress.ts";
import type { Repository } from "../../lib/git/run.ts";
import { UserError } from "../../lib/text/errors.ts";
import { detectFormat, isEmpty, readTasks } from "./adapter.ts";
import { type Document, linesDocument, parseDocument } from "./document.ts";
import { Notes, REASONS } from "./notes.ts";
import { type Board, isTaskFile } from "./source.ts";
import { earliest, type Task } from "./task.ts";
import { readVersions } from "./versions.ts";

/** What is broken in a version is told with its number; what is left out there is not. */
const BROKEN: ReadonlySet<string> = new Set([REASONS.notRecord, REASONS.noId, REASONS.noStatus]);

/** Adds what the versions of the files under a path tell. */
export async function followHistory(
  repository: Repository,
  path: string,
  board: Board,
  notes: Notes,
  progress: Progress,
  keepGone = false,
): Promise<Board> {
  const history = new FileHistory();
  const lines = new ChangedLines();
  let { format } = board;
  let versions = 0;
  for await (const { number, total, path: file, at, bytes } of readVersions(repository, path)) {
    progress.say(() => `version ${number} of ${total}`);
    if (file !== path && !isTaskFile(file)) continue;
    if (bytes === null) {
      const last = lines.whole(file);
      const tasks = last === null || format === null ? [] : readTasks(format, last, new Notes(0));
      history.remove(file, tasks);
      continue;
    }
    versions++;
    notes.see(at);
    if (bytes === undefined) {
      notes.reject("a version of the file that cannot be read", number);
      continue;
    }
    const document = lines.of(file, bytes);
    format ??= detectFormat(document);
    if (format === null || isEmpty(document)) continue;
    const own = new Notes(Infinity);
    history.add(file, readTasks(format, document, own), at);
    for (const { reason } of own.rejections.list()) {
      if (BROKEN.has(reason)) notes.reject(`in an older version: ${reason}`, number);
    }
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
  return { format, tasks, versions };
}

/** Of a file with one record a line, only the lines that its last version did not have. */
class ChangedLines {
  readonly #last = new Map<string, ReadonlySet<string>>();

  of(path: string, bytes: Uint8Array): Document {
    if (!/\.(jsonl|ndjson)$/i.test(path)) return parseDocument(bytes);
    const before = this.#last.get(path);
    const lines = new Set(new TextDecoder().decode(bytes).split("\n"));
    this.#last.set(path, lines);
    return documentOf(before === undefined ? lines : lines.difference(before));
  }

  /** All lines of the last version. */
  whole(path: string): Document | null {
    const lines = this.#last.get(path);
    return lines === undefined ? null : documentOf(lines);
  }
}

function documentOf(lines: ReadonlySet<string>): Document {
  return linesDocument(new TextEncoder().encode([...lines].join("\n")));
}

interface State {
  /** As it was last seen. */
  task: Task;
  done: boolean;
  /** The file that said last that it is finished. */
  path: string;
  /** When it was first finished. */
  first: number | null;
  /** When it was last finished. */
  closed: number;
  readonly reopened: number[];
}

/** Follows the tasks of a board through its versions. */
export class FileHistory {
  readonly #states = new Map<string, State>();
  readonly #paths = new Set<string>();

  /** Takes the tasks of the next version of a file, committed then. */
  add(path: string, tasks: readonly Task[], committed: number): void {
    this.#paths.add(path);
    for (const task of tasks) {
      const state = this.#stateOf(task);
      if (task.done) {
        state.done = true;
        state.path = path;
        const at = task.done_at ?? (state.first === null ? committed : state.closed);
        // An older date comes back with an old record: it undoes nothing.
        state.closed = Math.max(state.closed, at);
        state.first ??= at;
      } else if (state.done) {
        const changed = task.updated_at ?? committed;
        // A copy of the task in another file says nothing while the one that is finished stands.
        const copy = path !== state.path && this.#paths.has(state.path);
        if (copy || changed <= state.closed) continue;
        state.done = false;
        state.reopened.push(changed);
      }
    }
  }

  /** A file was deleted; its last version as a whole, in which tasks tell about each other. */
  remove(path: string, last: readonly Task[]): void {
    this.#paths.delete(path);
    for (const task of last) this.#stateOf(task);
  }

  /** A task with what its history adds. */
  complete(task: Task): Task {
    const state = this.#states.get(task.id);
    if (state === undefined) return task;
    return {
      ...task,
      done_at: earliest([task.done_at, state.first]),
      reopened_at: [...task.reopened_at, ...state.reopened],
    };
  }

  /** Tasks that were finished in some version and are not among these any more. */
  *gone(present: ReadonlySet<string>): Generator<Task> {
    for (const [id, { task, first }] of this.#states) {
      if (first !== null && !present.has(id)) yield this.complete(task);
    }
  }

  #stateOf(task: Task): State {
    let state = this.#states.get(task.id);
    if (state === undefined) {
      state = { task, done: false, path: "", first: null, closed: 0, reopened: [] };
      this.#states.set(task.id, state);
    }
    state.task = task;
    return state;
  }
}
