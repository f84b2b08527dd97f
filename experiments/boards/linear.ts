/**
 * Linear's CSV: `ID`, `Status`, `Completed`, `Canceled`. A team names its statuses as it likes, so
 * an issue is finished if it has a date of completion and none of cancellation; one that is called
 * done or completed and has no date lacks it.
 */

import { type Adapter, identified } from "./adapter.ts";
import { plainTask } from "./task.ts";
import { textOf } from "./values.ts";

const DONE = /^(done|completed?)$/i;

/** Its adapter. */
export const linear: Adapter = {
  name: "linear",
  what: "CSV of Linear: ID, Status, Completed, Canceled",
  silent: "Linear's CSV does not tell that an issue was reopened, nor which bug came of it",
  recognises({ shape, head }) {
    return shape === "table" &&
      ["id", "status", "completed", "canceled"].every((name) => head.includes(name));
  },
  read(document, notes) {
    return [...identified(document.rows(), notes, "id")].map(({ place, id, fields }) => {
      const updated_at = notes.date(fields["updated"], place);
      notes.date(fields["created"], place);
      const canceled = textOf(fields["canceled"]) !== null;
      const completed = textOf(fields["completed"]);
      const done = !canceled &&
        (completed !== null || DONE.test(textOf(fields["status"]) ?? ""));
      const done_at = done ? notes.doneDate(completed) : null;
      return { ...plainTask(id, place), done, done_at, updated_at };
    });
  },
};
