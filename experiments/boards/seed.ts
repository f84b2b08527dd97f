/**
 * The plain list of tasks that the design itself names: JSON (one task, a list, or `{"tasks": [...]}`)
 * or JSONL with `id`, `status` (`done` or `completed`), `completed_at`, and, where known,
 * `reopened_at` (one date or several), `outcome` and `followups[]`.
 *
 * `outcome` is true or false, a word for right or wrong, or `{"correct": true, "at": DATE}`. A
 * follow-up is `{"at": DATE, "type"}` or the id of another task of the list; one with a type counts
 * only if that says bug, fix, revert, regression, incident or defect.
 */

import { type Adapter, identified, mostHave, sampleOf, someHave } from "./adapter.ts";
import { type Document, listDocument } from "./document.ts";
import type { Notes } from "./notes.ts";
import { type Outcome, plainTask, type Task } from "./task.ts";
import { idOf, listOf, textOf } from "./values.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";

const DONE = /^(done|completed)$/i;
const RIGHT = /^(correct|right|success|succeeded|passed|pass|ok|good)$/i;
const WRONG = /^(wrong|incorrect|failure|failed|fail|broken|bad)$/i;
const REPAIR = /\b(bug|bugfix|fix|hotfix|revert|regression|incident|defect)\b/i;

/** The fields that say how a task went; without any of them, nobody kept track. */
const SHOWING = ["reopened_at", "outcome", "followups"] as const;

/** A follow-up that is to be found in the list, and the kind of every task that has one. */
interface Known {
  readonly created_at: number | null;
  readonly repair: boolean;
}

/** Its adapter. */
export const seed: Adapter = {
  name: "seed",
  what: "JSON or JSONL: id, status, completed_at, reopened_at, outcome, followups",
  silent: null,
  recognises(document) {
    if (document.shape !== "rows" && document.shape !== "object") return false;
    const sample = sampleOf(listed(document));
    return mostHave(sample, "id", "status") &&
      someHave(sample, "completed_at", "reopened_at", "outcome", "followups") &&
      !someHave(sample, "issue_type", "closed_at");
  },
  read(document, notes) {
    const tasks: Task[] = [];
    const known = new Map<string, Known>();
    const followups = new Map<string, readonly unknown[]>();
    for (
      const { place, id, fields } of identified(listed(document).rows(), notes, "id", "status")
    ) {
      tasks.push(readTask(id, place, fields, notes));
      const created_at = notes.date(fields["created_at"], place);
      const repair = isRepair(fields["type"]);
      if (created_at !== null || !repair) known.set(id, { created_at, repair });
      const followed = listOf(fields["followups"]);
      if (followed.length > 0) followups.set(id, followed);
    }
    if (followups.size === 0) return tasks;
    return tasks.map((task) => ({
      ...task,
      bugs: (followups.get(task.id) ?? []).flatMap((followup) =>
        bugOf(followup, known, task.place, notes)
      ),
    }));
  },
};

function listed(document: Document): Document {
  const tasks = document.object?.["tasks"];
  return Array.isArray(tasks) ? listDocument(tasks) : document;
}

function readTask(id: string, place: number, fields: Values, notes: Notes): Task {
  const done = DONE.test(textOf(fields["status"]) ?? "");
  const plain = plainTask(id, place);
  const reopened_at = fields["reopened_at"] === undefined
    ? plain.reopened_at
    : [fields["reopened_at"]].flat().map((value) => notes.date(value, place))
      .filter((at) => at !== null);
  // A task that was reopened was done before, whatever it is now.
  const done_at = done
    ? notes.doneDate(fields["completed_at"])
    : reopened_at.length > 0
    ? notes.date(fields["completed_at"], place)
    : null;
  if (SHOWING.some((name) => Object.hasOwn(fields, name))) notes.couldShow = true;
  const updated_at = notes.date(fields["updated_at"], place);
  const outcome = readOutcome(fields, place, notes);
  return { ...plain, done, done_at, updated_at, reopened_at, outcome };
}

function readOutcome(fields: Values, place: number, notes: Notes): Outcome | null {
  const value = fields["outcome"];
  if (value === undefined || value === null || value === "") return null;
  const object = objectOf(value);
  const said = object?.["correct"] ?? object?.["result"] ?? value;
  const correct = typeof said === "boolean"
    ? said
    : RIGHT.test(textOf(said) ?? "")
    ? true
    : WRONG.test(textOf(said) ?? "")
    ? false
    : null;
  const at = notes.date(object?.["at"] ?? fields["outcome_at"], place);
  if (correct === null) notes.reject("an outcome that says neither right nor wrong", place);
  return correct === null ? null : { correct, at };
}

function bugOf(
  followup: unknown,
  known: ReadonlyMap<string, Known>,
  place: number,
  notes: Notes,
): number[] {
  const object = objectOf(followup);
  const task = known.get(idOf(object?.["id"] ?? followup) ?? "");
  const type = object?.["type"] ?? object?.["kind"];
  if (type === undefined ? task?.repair === false : !isRepair(type)) return [];
  const own = object?.["at"] ?? object?.["created_at"];
  const at = own === undefined ? task?.created_at ?? null : notes.date(own, place);
  if (at !== null) return [at];
  if (own === undefined) notes.reject("a follow-up with no date", place);
  return [];
}

/** Without a type, a follow-up is what its name says: something was left to do. */
function isRepair(type: unknown): boolean {
  return type === undefined || type === null || REPAIR.test(textOf(type) ?? "");
}
