/**
 * What some boards tell in more than plain fields: moves into a finished state and out of it, links
 * to bugs, outcomes. Each format has a function here that looks at the whole export once and gives
 * back what to ask of each record; the adapter asks.
 */

import { objectOf, objectsOf, type Values } from "../../lib/text/values.ts";
import { type Document, listIn } from "./document.ts";
import type { Notes } from "./notes.ts";
import { idOf, type Outcome, textOf } from "./task.ts";

/** A record that has an id of its own. */
export interface Found {
  readonly place: number;
  readonly id: string;
  readonly fields: Values;
  readonly created_at: number | null;
}

/** A change from one state to another; a task that is finished afterwards is `to`. */
interface Move {
  readonly at: number;
  readonly from: boolean;
  readonly to: boolean;
}

/** A bug that the board links to a task as its cause. */
export interface BugLink {
  /** The id of the task. */
  readonly task: string;
  /** When the bug was reported; null: when the record of `bug` was created. */
  readonly at: number | null;
  readonly bug: string | null;
  /** Whether the link itself says that it is a bug; otherwise that record must not say it is none. */
  readonly sure: boolean;
  readonly place: number;
}

/** What a board tells of a record beyond its fields. */
export interface Beyond {
  /** Why a record is no task. */
  readonly leftOut?: (record: Found) => string | null;
  readonly finished?: (record: Found) => boolean;
  readonly moves?: (record: Found) => readonly Move[];
  readonly names?: (record: Found) => readonly string[];
  readonly outcome?: (record: Found) => Outcome | null;
  readonly bugs?: (record: Found) => readonly BugLink[];
  /** Whether a record may be a bug; without it, every one may. */
  readonly isBug?: (record: Found) => boolean;
  /** Why a link does not count if its bug has no date. */
  readonly undatedBug?: string;
}

/** The fields that say how a task went; without any of them, no record was kept of that. */
const SHOWING = ["reopened_at", "outcome", "followups"] as const;
const RIGHT = /^(correct|right|success|succeeded|passed|pass|ok|good)$/i;
const WRONG = /^(wrong|incorrect|failure|failed|fail|broken|bad)$/i;
const REPAIR = /\b(bug|bugfix|fix|hotfix|revert|regression|incident|defect)\b/i;

/**
 * `reopened_at` is one date or several. `outcome` is true or false, a word for right or wrong, or
 * `{"correct": true, "at": DATE}`. A follow-up is `{"at": DATE, "type"}` or the id of another task
 * of the list; one with a type counts only if that says bug, fix, revert, regression, incident or
 * defect.
 */
export function seed(_: Document, notes: Notes): Beyond {
  // Without a type, a follow-up is what its name says: something was left to do.
  const isRepair = (type: unknown) =>
    type === undefined || type === null || REPAIR.test(textOf(type) ?? "");
  return {
    moves({ fields, place }) {
      if (SHOWING.some((name) => Object.hasOwn(fields, name))) notes.couldShow = true;
      return [fields["reopened_at"]].flat().map((value) => notes.date(value, place))
        .flatMap((at) => at === null ? [] : { at, from: true, to: false });
    },
    outcome({ fields, place }) {
      const value = fields["outcome"];
      if (value === undefined || value === null || value === "") return null;
      const object = objectOf(value);
      const said = object?.["correct"] ?? object?.["result"] ?? value;
      const correct = said === true || RIGHT.test(textOf(said) ?? "");
      const at = notes.date(object?.["at"] ?? fields["outcome_at"], place);
      if (correct || said === false || WRONG.test(textOf(said) ?? "")) return { correct, at };
      notes.reject("an outcome that says neither right nor wrong", place);
      return null;
    },
    bugs({ fields, place, id: task }) {
      const followups = Array.isArray(fields["followups"]) ? fields["followups"] : [];
      return followups.flatMap((followup: unknown): BugLink[] => {
        const object = objectOf(followup);
        const type = object?.["type"] ?? object?.["kind"];
        if (!isRepair(type)) return [];
        const own = object?.["at"] ?? object?.["created_at"];
        const at = own === undefined ? null : notes.date(own, place);
        if (own !== undefined && at === null) return [];
        const bug = idOf(object?.["id"] ?? followup);
        return [{ task, at, bug, sure: type !== undefined, place }];
      });
    },
    isBug: ({ fields }) => isRepair(fields["type"]),
    undatedBug: "a follow-up with no date",
  };
}

/**
 * A tombstone is a task that was deleted. A bug whose dependency of type `discovered-from` names a
 * task was found through it.
 */
export function beads(): Beyond {
  return {
    leftOut: ({ fields }) =>
      textOf(fields["status"]) === "tombstone" ? "deleted (a tombstone)" : null,
    // An id is made of a prefix and a hash, which may have no digit: `bd-kwro`.
    names: ({ id }) => id.includes("-") ? [id.toLowerCase()] : [],
    bugs({ fields, id: bug, created_at: at, place }) {
      if (fields["issue_type"] !== "bug" || at === null) return [];
      return objectsOf(fields["dependencies"]).flatMap((dependency): BugLink[] => {
        const task = textOf(dependency["depends_on_id"]);
        if (dependency["type"] !== "discovered-from" || task === null || task === bug) return [];
        return [{ task, at, bug, sure: true, place }];
      });
    },
  };
}

/**
 * REST lists hold pull requests too; those are no tasks. An issue that was closed as not planned or
 * as a duplicate was not done. A list does not tell of reopening; a person who wants that puts an
 * issue's timeline events in its field `timeline`, as the interface gives them.
 */
export function github(_: Document, notes: Notes): Beyond {
  return {
    leftOut: ({ fields }) =>
      objectOf(fields["pull_request"]) || fields["isPullRequest"] === true
        ? "a pull request, no task"
        : null,
    finished({ fields, place }) {
      if (!/^closed$/i.test(textOf(fields["state"]) ?? "")) return false;
      const reason = textOf(fields["state_reason"] ?? fields["stateReason"]) ?? "";
      const done = !/^(not_planned|duplicate)$/i.test(reason);
      if (!done) notes.reject("closed as not planned or as a duplicate", place);
      return done;
    },
    moves({ fields, place }) {
      if (Array.isArray(fields["timeline"])) notes.couldShow = true;
      const events = (name: string, to: boolean): Move[] =>
        objectsOf(fields["timeline"]).filter(({ event }) => event === name)
          .map(({ created_at }) => notes.date(created_at, place))
          .flatMap((at) => at === null ? [] : { at, from: !to, to });
      const reopened = events("reopened", false);
      return reopened.length === 0 ? [] : [...reopened, ...events("closed", true)];
    },
    // A commit names an issue, or the pull request that closed it.
    names({ fields, id }) {
      const pulls = objectsOf(fields["closedByPullRequestsReferences"])
        .map(({ number }) => number).filter(Number.isSafeInteger);
      return [`#${id}`, `gh-${id}`, ...pulls.map((number) => `#${number}`)];
    },
  };
}

/**
 * A status is finished if an issue of the export that has it says so by its category, or else by
 * its name. Many projects never set the resolution date, and it is cleared when an issue is
 * reopened, so the changelog counts first.
 *
 * An issue link counts if the other issue is of a type named bug, defect or incident, and the link
 * says that this issue caused it ("causes") or is of a type named defect, bug or regression. The
 * other issue must be in the export, which has the date it was reported.
 */
export function jira(document: Document, notes: Notes): Beyond {
  warnOfPages(document.object, notes);
  const known = new Map<string, boolean>();
  for (const { value } of listIn(document, "issues").rows()) {
    const issue = objectOf(value);
    if (idOf(issue?.["key"]) === null) continue;
    const status = objectOf(objectOf(issue?.["fields"])?.["status"]);
    const name = textOf(status?.["name"])?.toLowerCase();
    const category = textOf(objectOf(status?.["statusCategory"])?.["key"]);
    if (name !== undefined && category !== null) known.set(name, category === "done");
  }
  const isDone = (value: unknown): boolean => {
    const name = textOf(value)?.toLowerCase() ?? "";
    return known.get(name) ?? /^(done|closed|resolved|completed?)$/.test(name);
  };
  const finished = ({ fields }: Found) =>
    isDone(objectOf(objectOf(fields["fields"])?.["status"])?.["name"]);
  return {
    finished,
    moves(record) {
      const moves = statusChanges(record, isDone, notes);
      // Open now, and no change says so: what the changelog calls finished never was.
      return finished(record) || moves.some(({ from, to }) => from && !to) ? moves : [];
    },
    bugs({ fields, id: task, place }) {
      return objectsOf(objectOf(fields["fields"])?.["issuelinks"]).flatMap((link): BugLink[] => {
        const type = objectOf(link["type"]);
        const outward = objectOf(link["outwardIssue"]);
        const other = outward ?? objectOf(link["inwardIssue"]);
        const kind = objectOf(objectOf(other?.["fields"])?.["issuetype"])?.["name"];
        const says = textOf(type?.[outward ? "outward" : "inward"]) ?? "";
        const counts = /^causes\b/i.test(says) ||
          /\b(defect|bug|regression)\b/i.test(textOf(type?.["name"]) ?? "");
        if (!counts || !/\b(bug|defect|incident)\b/i.test(textOf(kind) ?? "")) return [];
        return [{ task, at: null, bug: textOf(other?.["key"]), sure: true, place }];
      });
    },
    undatedBug: "a linked bug that is not in the export, so with no date",
  };
}

function warnOfPages(object: Values | null, notes: Notes): void {
  const { issues, total, isLast, nextPageToken } = object ?? {};
  const found = Array.isArray(issues) ? issues.length : 0;
  if (typeof total === "number" && total > found) {
    notes.warnings.add(
      `Jira found ${total} issues, and the export has ${found}: it is one page of several`,
    );
  } else if (isLast === false || textOf(nextPageToken) !== null) {
    notes.warnings.add(`Jira says that more issues follow: the export is one page of several`);
  }
}

function statusChanges(
  { fields, place }: Found,
  isDone: (status: unknown) => boolean,
  notes: Notes,
): Move[] {
  const changelog = objectOf(fields["changelog"]);
  const histories = objectsOf(changelog?.["histories"]);
  const total = changelog?.["total"];
  if (changelog === null) {
    notes.warnings.add("Issues without a changelog do not tell of reopening: use expand=changelog");
  } else notes.couldShow = true;
  if (typeof total === "number" && total > histories.length) {
    notes.warnings.add("Some issues' changelogs are cut off: reopening may be missing");
  }
  return histories.flatMap(({ created, items }) => {
    const at = notes.date(created, place);
    if (at === null) return [];
    return objectsOf(items).filter(({ field }) => field === "status")
      .map((item) => ({ at, from: isDone(item["fromString"]), to: isDone(item["toString"]) }));
  });
}

/** How many actions Trello exports at most. */
const MOST_ACTIONS = 1000;

/**
 * A card is finished while it is in a list whose name begins with done, completed or finished. When
 * it came there, and when it was taken out again, is in the board's actions (`updateCard` with
 * `listBefore` and `listAfter`).
 */
export function trello({ object }: Document, notes: Notes): Beyond {
  const isDone = (list: Values | null) =>
    /^[^\p{L}]*(done|completed?|finished)\b/iu.test(textOf(list?.["name"]) ?? "");
  const doneLists = new Set(objectsOf(object?.["lists"]).filter(isDone).map(({ id }) => id));
  if (doneLists.size === 0) notes.warnings.add("No list of the board is named Done");
  const actions = Array.isArray(object?.["actions"]) ? object["actions"].map(objectOf) : [];
  if (actions.length > 0) notes.couldShow = true;
  if (actions.length >= MOST_ACTIONS) {
    notes.warnings.add(
      `Trello exports the last ${MOST_ACTIONS} actions only: what happened before is missing`,
    );
  }
  const isIn = (list: Values | null) => doneLists.has(list?.["id"]) || isDone(list);
  const moves = actions.flatMap((action, n) => {
    const at = notes.date(action?.["date"], n + 1);
    const data = objectOf(action?.["data"]);
    const card = textOf(objectOf(data?.["card"])?.["id"]);
    const [before, after] = [objectOf(data?.["listBefore"]), objectOf(data?.["listAfter"])];
    if (at === null || card === null) return [];
    if (action?.["type"] === "createCard") {
      return [{ card, at, from: false, to: isIn(objectOf(data?.["list"])) }];
    }
    if (action?.["type"] !== "updateCard" || before === null || after === null) return [];
    return [{ card, at, from: isIn(before), to: isIn(after) }];
  });
  const byCard = Map.groupBy(moves, ({ card }) => card);
  return {
    finished: ({ fields }) => doneLists.has(fields["idList"]),
    moves: ({ id }) => byCard.get(id) ?? [],
    names: ({ fields, id }) =>
      [id, textOf(fields["shortLink"])?.toLowerCase()].filter((name) => name !== undefined),
  };
}

/**
 * A team names its statuses as it likes, so an issue is finished if it has a date of completion and
 * none of cancellation; one that is called done or completed and has no date lacks it.
 */
export function linear(): Beyond {
  return {
    finished: ({ fields }) =>
      textOf(fields["canceled"]) === null &&
      (textOf(fields["completed"]) !== null ||
        /^(done|completed?)$/i.test(textOf(fields["status"]) ?? "")),
  };
}
