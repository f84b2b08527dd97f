/**
 * Beads' JSONL: `id`, `status` closed, `closed_at`. A tombstone is a task that was deleted, and is
 * left out. A bug whose dependency of type `discovered-from` names a task was found through it.
 *
 * The file holds only the last state: reopening shows in its git history alone.
 */

import { type Adapter, identified, mostHave, sampleOf, someHave } from "./adapter.ts";
import { plainTask, type Task } from "./task.ts";
import { addTo, listOf, textOf } from "./values.ts";
import { objectOf } from "../../lib/text/values.ts";

/** Its adapter. */
export const beads: Adapter = {
  name: "beads",
  what: "JSONL of beads: id, status, closed_at, issue_type, dependencies",
  silent: "A beads file does not tell that a task was reopened: its git history does, with --git",
  recognises(document) {
    if (document.shape !== "rows" && document.shape !== "object") return false;
    const sample = sampleOf(document);
    return mostHave(sample, "id", "status") && !someHave(sample, "completed_at", "uuid") &&
      (mostHave(sample, "issue_type") || someHave(sample, "closed_at"));
  },
  read(document, notes) {
    const tasks: Task[] = [];
    const bugs = new Map<string, number[]>();
    for (const { place, id, fields } of identified(document.rows(), notes, "id", "status")) {
      const status = textOf(fields["status"]);
      if (status === "tombstone") {
        notes.date(fields["deleted_at"], place);
        notes.reject("deleted (a tombstone)", place);
        continue;
      }
      const done = status === "closed";
      const done_at = done ? notes.doneDate(fields["closed_at"]) : null;
      const updated_at = notes.date(fields["updated_at"], place);
      const created_at = notes.date(fields["created_at"], place);
      // Its ids are made of a prefix and a hash, which may have no digit: `bd-kwro`.
      const names = id.includes("-") ? [id.toLowerCase()] : [];
      tasks.push({ ...plainTask(id, place), names, done, done_at, updated_at });
      if (fields["issue_type"] !== "bug" || created_at === null) continue;
      for (const dependency of listOf(fields["dependencies"]).map(objectOf)) {
        const cause = textOf(dependency?.["depends_on_id"]);
        if (dependency?.["type"] !== "discovered-from" || cause === null || cause === id) continue;
        addTo(bugs, cause, created_at);
      }
    }
    return tasks.map((task) => ({ ...task, bugs: bugs.get(task.id) ?? [] }));
  },
};
