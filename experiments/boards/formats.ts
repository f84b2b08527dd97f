/** Every format of board as a row: how an export is recognised, and which fields hold what. */

import type { Values } from "../../lib/text/values.ts";
import { beads, type Beyond, github, jira, linear, seed, trello } from "./beyond.ts";
import type { Document } from "./document.ts";
import type { Notes } from "./notes.ts";

/**
 * One format. A field is a path, `fields.status.name`; of several, parted by `|`, the first that is
 * there counts.
 */
export interface Format {
  /** For the list of formats: what to export. */
  readonly what: string;
  /** What it does not tell, for the caveats; null if it tells all. */
  readonly silent: string | null;
  readonly shape: Document["shape"];
  /** Where the records are, if the export is one object. */
  readonly list?: string;
  /** Fields that most records have; of a table, names of columns. */
  readonly most?: readonly string[];
  /** Fields of which some record has one. */
  readonly some?: readonly string[];
  /** Fields that no record has. */
  readonly none?: readonly string[];
  /** Or how it is recognised as a whole. */
  readonly whole?: (object: Values) => boolean;

  readonly id: string;
  /** Without this field a record is no task. */
  readonly status?: string;
  /** Which status means finished; `beyond` may tell instead. */
  readonly done?: RegExp;
  readonly done_at?: string;
  readonly updated_at?: string;
  readonly created_at?: string;
  /** Whether both dates are that of the record's last change, and may name only a day. */
  readonly oneDate?: true;
  /** Dates that tell only how far the data reach. */
  readonly seen?: readonly string[];
  readonly beyond?: (document: Document, notes: Notes) => Beyond;
}

/** Every format, by its name on the command line. */
const FORMATS = {
  /** The plain list of tasks that the design itself names; one task, a list, or `{"tasks": […]}`. */
  seed: {
    what: "JSON or JSONL: id, status, completed_at, reopened_at, outcome, followups",
    silent: null,
    shape: "json",
    list: "tasks",
    most: ["id", "status"],
    some: ["completed_at", "reopened_at", "outcome", "followups"],
    none: ["issue_type", "closed_at"],
    id: "id",
    status: "status",
    done: /^(done|completed)$/i,
    done_at: "completed_at",
    updated_at: "updated_at",
    created_at: "created_at",
    beyond: seed,
  },
  /** The file holds only the last state: reopening shows in its git history alone. */
  beads: {
    what: "JSONL of beads: id, status, closed_at, issue_type, dependencies",
    silent: "A beads file does not tell that a task was reopened: its git history does, with --git",
    shape: "json",
    most: ["id", "status"],
    some: ["issue_type", "closed_at"],
    none: ["completed_at", "uuid"],
    id: "id",
    status: "status",
    done: /^closed$/,
    done_at: "closed_at",
    updated_at: "updated_at",
    created_at: "created_at",
    seen: ["deleted_at"],
    beyond: beads,
  },
  /** From GitHub's REST interface or from `gh issue list --json`. */
  github: {
    what: "JSON of GitHub issues, by REST or gh issue list --json number,state,closedAt,createdAt",
    silent: "A list of GitHub issues does not tell that one was reopened: only timeline events do",
    shape: "json",
    most: ["number", "state"],
    none: ["uuid", "issue_type"],
    id: "number",
    status: "state",
    done_at: "closed_at|closedAt",
    seen: ["updated_at|updatedAt", "created_at|createdAt"],
    beyond: github,
  },
  /** Jira's search result with `expand=changelog`. */
  jira: {
    what: "JSON of a Jira search with expand=changelog",
    silent: null,
    shape: "json",
    list: "issues",
    most: ["key", "fields"],
    whole: ({ issues, ...page }) =>
      Array.isArray(issues) && issues.length === 0 && ("total" in page || "isLast" in page),
    id: "key",
    done_at: "fields.resolutiondate",
    updated_at: "fields.updated",
    created_at: "fields.created",
    beyond: jira,
  },
  trello: {
    what: "JSON of a Trello board (Share, Export as JSON)",
    silent: null,
    shape: "json",
    list: "cards",
    whole: ({ cards, lists }) => Array.isArray(cards) && Array.isArray(lists),
    id: "id",
    seen: ["dateLastActivity"],
    beyond: trello,
  },
  /**
   * The date is that of the last change of the file, so without the git history a task seems
   * finished later than it was if the file was touched since.
   */
  backlog: {
    what: "Backlog.md's markdown files, one or a folder of them: id, status, updated_date",
    silent:
      "Backlog.md's files do not tell that a task was reopened: their git history does, --git",
    shape: "markdown",
    most: ["id", "status"],
    id: "id",
    status: "status",
    done: /^done$/i,
    done_at: "updated_date",
    updated_at: "updated_date",
    oneDate: true,
    seen: ["created_date"],
  },
  linear: {
    what: "CSV of Linear: ID, Status, Completed, Canceled",
    silent: "Linear's CSV does not tell that an issue was reopened, nor which bug came of it",
    shape: "table",
    most: ["id", "status", "completed", "canceled"],
    id: "id",
    done_at: "completed",
    updated_at: "updated",
    seen: ["created"],
    beyond: linear,
  },
  /** Its `id` is a number on a screen that is given anew, so it names nothing. */
  taskwarrior: {
    what: "JSON of task export: uuid, status, end",
    silent: "Taskwarrior does not tell that a task was done again, nor which bug came of it",
    shape: "json",
    most: ["uuid", "status", "entry"],
    id: "uuid",
    status: "status",
    done: /^completed$/,
    done_at: "end",
    updated_at: "modified",
    seen: ["entry"],
  },
} as const satisfies Readonly<Record<string, Format>>;

/** The name of a format. */
export type FormatName = keyof typeof FORMATS;

/** The names of all formats. */
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** The row of a format. */
export const formatOf = (name: FormatName): Format => FORMATS[name];
