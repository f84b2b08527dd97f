/**
 * What the versions of a board's file tell: when each task was first finished, and when it was open
 * again afterwards.
 *
 * A task that is finished in one version and open in a later one was reopened only if its record
 * changed after it was closed. Otherwise an old record came back, with a merge for example: diffing
 * every version on every branch calls three times as many tasks reopened. Of each task only its
 * state is kept, whatever the number of versions.
 */

import type { Task } from "./task.ts";
import { earliest } from "./values.ts";

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
