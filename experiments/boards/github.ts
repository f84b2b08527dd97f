/**
 * GitHub's issues, from its REST interface or from `gh issue list --json`: `number`, `state`,
 * `closed_at` or `closedAt`. REST lists hold pull requests too; those are no tasks. An issue that was
 * closed as not planned or as a duplicate was not done.
 *
 * The lists do not tell of reopening. Who wants that puts an issue's timeline events in its field
 * `timeline`, as the interface gives them (`event`, `created_at`).
 */

import { type Adapter, identified, mostHave, sampleOf, someHave } from "./adapter.ts";
import type { Notes } from "./notes.ts";
import { plainTask, type Task } from "./task.ts";
import { earliest, listOf, textOf } from "./values.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";

const NOT_DONE = /^(not_planned|duplicate)$/i;

/** Its adapter. */
export const github: Adapter = {
  name: "github",
  what: "JSON of GitHub issues, by REST or gh issue list --json number,state,closedAt,createdAt",
  silent: "A list of GitHub issues does not tell that one was reopened: only timeline events do",
  recognises(document) {
    if (document.shape !== "rows" && document.shape !== "object") return false;
    const sample = sampleOf(document);
    return mostHave(sample, "number", "state") && !someHave(sample, "uuid", "issue_type");
  },
  read(document, notes) {
    const tasks: Task[] = [];
    for (const { place, id, fields } of identified(document.rows(), notes, "number", "state")) {
      notes.date(fields["updated_at"] ?? fields["updatedAt"], place);
      notes.date(fields["created_at"] ?? fields["createdAt"], place);
      if (objectOf(fields["pull_request"]) || fields["isPullRequest"] === true) {
        notes.reject("a pull request, no task", place);
      } else tasks.push(readIssue(id, place, fields, notes));
    }
    return tasks;
  },
};

function readIssue(id: string, place: number, fields: Values, notes: Notes): Task {
  const closed = /^closed$/i.test(textOf(fields["state"]) ?? "");
  const reason = textOf(fields["state_reason"] ?? fields["stateReason"]) ?? "";
  const done = closed && !NOT_DONE.test(reason);
  if (closed && !done) notes.reject("closed as not planned or as a duplicate", place);
  const last = done ? notes.doneDate(fields["closed_at"] ?? fields["closedAt"]) : null;
  const events = listOf(fields["timeline"]).map(objectOf);
  if (Array.isArray(fields["timeline"])) notes.couldShow = true;
  const times = (event: string): number[] =>
    events.filter((fields) => fields?.["event"] === event)
      .map((fields) => notes.date(fields?.["created_at"], place))
      .filter((at) => at !== null);
  const reopened_at = times("reopened");
  const closings = reopened_at.length > 0 ? times("closed") : [];
  return {
    ...plainTask(id, place),
    names: namesOf(id, fields),
    done,
    done_at: earliest([...closings, last]),
    reopened_at,
  };
}

/** A commit names an issue, or the pull request that closed it. */
function namesOf(id: string, fields: Values): string[] {
  const pulls = listOf(fields["closedByPullRequestsReferences"]).map(objectOf)
    .map((pull) => pull?.["number"]).filter(Number.isSafeInteger);
  return [`#${id}`, `gh-${id}`, ...pulls.map((number) => `#${number}`)];
}
