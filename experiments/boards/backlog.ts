/**
 * Backlog.md's task files, markdown with a head: `id`, `status: Done`, `updated_date`.
 *
 * The date is that of the last change of the file, so without the git history a task seems finished
 * later than it was if the file was touched since; and only that history tells of reopening. A date
 * that names only a day is too coarse to compare with, so there the commit's time is used instead.
 */

import { type Adapter, identified, mostHave, sampleOf } from "./adapter.ts";
import { isWholeDay } from "../../lib/text/time.ts";
import { plainTask } from "./task.ts";
import { textOf } from "./values.ts";

/** Its adapter. */
export const backlog: Adapter = {
  name: "backlog",
  what: "Backlog.md's markdown files, one or a folder of them: id, status, updated_date",
  silent: "Backlog.md's files do not tell that a task was reopened: their git history does, --git",
  recognises(document) {
    return document.shape === "markdown" && mostHave(sampleOf(document), "id", "status");
  },
  read(document, notes) {
    return [...identified(document.rows(), notes, "id", "status")].map(({ place, id, fields }) => {
      notes.date(fields["created_date"], place);
      const done = /^done$/i.test(textOf(fields["status"]) ?? "");
      const updated = fields["updated_date"];
      const at = done ? notes.doneDate(updated) : notes.date(updated, place);
      return {
        ...plainTask(id, place),
        done,
        done_at: done ? at : null,
        updated_at: isWholeDay(textOf(updated) ?? "") ? null : at,
      };
    });
  },
};
