/**
 * Jira's search result with `expand=changelog`: `key`, the status's category, `resolutiondate`.
 *
 * The resolution date is cleared when an issue is reopened, and many projects never set it, so the
 * first change of the status to a finished one counts where it is earlier. A status is finished if
 * an issue of the export that has it says so by its category, or else by its name.
 *
 * An issue link counts if the other issue is of a type named bug, defect or incident, and the link
 * says that this issue caused it ("causes") or is of a type named defect, bug or regression. The
 * other issue must be in the export, or nobody knows when it was reported.
 */

import { type Adapter, identified, mostHave, sampleOf } from "./adapter.ts";
import { type Document, listDocument } from "./document.ts";
import type { Notes } from "./notes.ts";
import { plainTask, type Task } from "./task.ts";
import { earliest, listOf, textOf } from "./values.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";

const DONE_NAME = /^(done|closed|resolved|completed?)$/i;
const BUG = /\b(bug|defect|incident)\b/i;
const BUG_LINK = /\b(defect|bug|regression)\b/i;

/** Its adapter. */
export const jira: Adapter = {
  name: "jira",
  what: "JSON of a Jira search with expand=changelog",
  silent: null,
  recognises(document) {
    const issues = document.object?.["issues"];
    if (Array.isArray(issues) && issues.length === 0) {
      return "total" in document.object! || "isLast" in document.object!;
    }
    return mostHave(sampleOf(listed(document)), "key", "fields");
  },
  read(document, notes) {
    warnOfPages(document.object, notes);
    const rows = [...identified(listed(document).rows(), notes, "key")];
    const finished = finishedStatuses(rows.map(({ fields }) => fields));
    const created = new Map(rows.map(({ id, place, fields }) => [
      id,
      notes.date(objectOf(fields["fields"])?.["created"], place),
    ]));
    return rows.map(({ id, place, fields }) => {
      const task = readIssue(id, place, fields, finished, notes);
      return { ...task, bugs: readBugs(fields, created, place, notes) };
    });
  },
};

function listed(document: Document): Document {
  const issues = document.object?.["issues"];
  return Array.isArray(issues) ? listDocument(issues) : document;
}

function warnOfPages(object: Values | null, notes: Notes): void {
  const issues = listOf(object?.["issues"]).length;
  const total = object?.["total"];
  if (typeof total === "number" && total > issues) {
    notes.warnings.add(
      `Jira found ${total} issues, and the export has ${issues}: it is one page of several`,
    );
  } else if (object?.["isLast"] === false || textOf(object?.["nextPageToken"]) !== null) {
    notes.warnings.add(`Jira says that more issues follow: the export is one page of several`);
  }
}

/** The names of the statuses that mean finished, in small letters. */
function finishedStatuses(issues: readonly Values[]): (name: unknown) => boolean {
  const known = new Map<string, boolean>();
  for (const issue of issues) {
    const status = objectOf(objectOf(issue["fields"])?.["status"]);
    const name = textOf(status?.["name"])?.toLowerCase();
    const category = textOf(objectOf(status?.["statusCategory"])?.["key"]);
    if (name !== undefined && category !== null) known.set(name, category === "done");
  }
  return (value) => {
    const name = textOf(value)?.toLowerCase() ?? "";
    return known.get(name) ?? DONE_NAME.test(name);
  };
}

function readIssue(
  id: string,
  place: number,
  issue: Values,
  finished: (name: unknown) => boolean,
  notes: Notes,
): Task {
  const fields = objectOf(issue["fields"]);
  const done = finished(objectOf(fields?.["status"])?.["name"]);
  const changes = statusChanges(issue, place, notes);
  const into = changes.filter(({ from, to }) => !finished(from) && finished(to));
  const out = changes.filter(({ from, to }) => finished(from) && !finished(to));
  const first = earliest(into.map(({ at }) => at));
  const resolved = done && first === null
    ? notes.doneDate(fields?.["resolutiondate"])
    : notes.date(fields?.["resolutiondate"], place);
  return {
    ...plainTask(id, place),
    done,
    done_at: done || out.length > 0 ? earliest([first, resolved]) : null,
    updated_at: notes.date(fields?.["updated"], place),
    reopened_at: out.map(({ at }) => at),
  };
}

interface Change {
  readonly at: number;
  readonly from: unknown;
  readonly to: unknown;
}

function statusChanges(issue: Values, place: number, notes: Notes): Change[] {
  const changelog = objectOf(issue["changelog"]);
  const histories = listOf(changelog?.["histories"]).map(objectOf);
  const total = changelog?.["total"];
  if (changelog === null) {
    notes.warnings.add("Issues without a changelog do not tell of reopening: use expand=changelog");
  } else notes.couldShow = true;
  if (typeof total === "number" && total > histories.length) {
    notes.warnings.add("Some issues' changelogs are cut off: reopening may be missing");
  }
  return histories.flatMap((history) => {
    const at = notes.date(history?.["created"], place);
    if (at === null) return [];
    return listOf(history?.["items"]).map(objectOf)
      .filter((item) => item?.["field"] === "status")
      .map((item) => ({ at, from: item?.["fromString"], to: item?.["toString"] }));
  });
}

function readBugs(
  issue: Values,
  created: ReadonlyMap<string, number | null>,
  place: number,
  notes: Notes,
): number[] {
  return listOf(objectOf(issue["fields"])?.["issuelinks"]).map(objectOf).flatMap((link) => {
    const type = objectOf(link?.["type"]);
    const outward = objectOf(link?.["outwardIssue"]);
    const other = outward ?? objectOf(link?.["inwardIssue"]);
    const kind = objectOf(objectOf(other?.["fields"])?.["issuetype"])?.["name"];
    const says = textOf(type?.[outward ? "outward" : "inward"]) ?? "";
    const counts = /^causes\b/i.test(says) || BUG_LINK.test(textOf(type?.["name"]) ?? "");
    if (!counts || !BUG.test(textOf(kind) ?? "")) return [];
    const at = created.get(textOf(other?.["key"]) ?? "") ?? null;
    if (at === null) notes.reject("a linked bug that is not in the export, so with no date", place);
    return at === null ? [] : [at];
  });
}
