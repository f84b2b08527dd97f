/**
 * Taskwarrior's `task export`, a JSON list or JSONL: `uuid`, `status` completed, `end`. Its `id` is
 * a number on a screen that is given anew, so it names nothing.
 */

import { type Adapter, identified, mostHave, sampleOf } from "./adapter.ts";
import { plainTask } from "./task.ts";

/** Its adapter. */
export const taskwarrior: Adapter = {
  name: "taskwarrior",
  what: "JSON of task export: uuid, status, end",
  silent: "Taskwarrior does not tell that a task was done again, nor which bug came of it",
  recognises(document) {
    if (document.shape !== "rows" && document.shape !== "object") return false;
    return mostHave(sampleOf(document), "uuid", "status", "entry");
  },
  read(document, notes) {
    return [...identified(document.rows(), notes, "uuid", "status")].map(
      ({ place, id, fields }) => {
        notes.date(fields["entry"], place);
        const updated_at = notes.date(fields["modified"], place);
        const done = fields["status"] === "completed";
        const done_at = done ? notes.doneDate(fields["end"]) : null;
        return { ...plainTask(id, place), done, done_at, updated_at };
      },
    );
  },
};
