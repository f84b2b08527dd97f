/** A small export in each format: one finished task, one that is open, and what the format tells. */

import { type Document, parseDocument } from "../../../experiments/boards/document.ts";
import type { FormatName } from "../../../experiments/boards/formats.ts";

/** The bytes of a text. */
export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** An export from a text, or from values to be written as JSON. */
export function documentOf(content: unknown): Document {
  return parseDocument(bytes(typeof content === "string" ? content : JSON.stringify(content)));
}

/** Values as JSONL. */
export function jsonl(...rows: unknown[]): string {
  return rows.map((row) => JSON.stringify(row)).join("\n") + "\n";
}

const status = (name: string, key: string) => ({ name, statusCategory: { key } });

/** One export of each format. In each, `done` is finished on 2026-01-10 at noon, UTC. */
export const EXPORTS: Readonly<Record<FormatName, { text: string; done: string; open: string }>> = {
  seed: {
    done: "T-1",
    open: "T-2",
    text: jsonl(
      {
        id: "T-1",
        status: "done",
        completed_at: "2026-01-10T12:00:00Z",
        reopened_at: "2026-01-12T12:00:00Z",
      },
      { id: "T-2", status: "open" },
    ),
  },
  beads: {
    done: "bd-a1",
    open: "bd-b2",
    text: jsonl(
      {
        id: "bd-a1",
        title: "Parse flags",
        status: "closed",
        issue_type: "task",
        created_at: "2026-01-01T00:00:00Z",
        updated_at: "2026-01-10T04:00:00.123456-08:00",
        closed_at: "2026-01-10T04:00:00-08:00",
      },
      {
        id: "bd-b2",
        title: "Crash on an empty flag",
        status: "open",
        issue_type: "bug",
        created_at: "2026-01-15T12:00:00Z",
        updated_at: "2026-01-15T12:00:00Z",
        dependencies: [{ issue_id: "bd-b2", depends_on_id: "bd-a1", type: "discovered-from" }],
      },
      {
        id: "bd-c3",
        title: "Gone",
        status: "tombstone",
        issue_type: "task",
        created_at: "2026-01-01T00:00:00Z",
        updated_at: "2026-01-15T12:00:00Z",
      },
    ),
  },
  github: {
    done: "7",
    open: "8",
    text: JSON.stringify([
      {
        number: 7,
        state: "closed",
        closed_at: "2026-01-10T12:00:00Z",
        created_at: "2026-01-02T08:00:00Z",
        timeline: [
          { event: "closed", created_at: "2026-01-10T12:00:00Z" },
          { event: "labeled" },
          { event: "reopened", created_at: "2026-01-11T12:00:00Z" },
        ],
      },
      { number: 8, state: "open", closed_at: null, created_at: "2026-01-02T08:00:00Z" },
      { number: 9, state: "closed", closed_at: "2026-01-03T08:00:00Z", pull_request: { url: "x" } },
    ]),
  },
  jira: {
    done: "KEY-1",
    open: "KEY-2",
    text: JSON.stringify({
      startAt: 0,
      total: 2,
      issues: [
        {
          key: "KEY-1",
          fields: {
            status: status("Shipped", "done"),
            issuetype: { name: "Story" },
            created: "2026-01-01T00:00:00.000+0000",
            updated: "2026-01-20T00:00:00.000+0000",
            resolutiondate: "2026-01-18T12:00:00.000+0000",
            issuelinks: [{
              type: { name: "Problem/Incident", inward: "is caused by", outward: "causes" },
              outwardIssue: { key: "KEY-2", fields: { issuetype: { name: "Bug" } } },
            }],
          },
          changelog: {
            total: 3,
            histories: [
              change("2026-01-10T07:00:00.000-0500", "In Progress", "Shipped"),
              change("2026-01-14T12:00:00.000+0000", "Shipped", "In Progress"),
              change("2026-01-18T12:00:00.000+0000", "In Progress", "Shipped"),
            ],
          },
        },
        {
          key: "KEY-2",
          fields: {
            status: status("In Progress", "indeterminate"),
            issuetype: { name: "Bug" },
            created: "2026-01-13T12:00:00.000+0000",
          },
          changelog: { total: 0, histories: [] },
        },
      ],
    }),
  },
  trello: {
    done: "c1",
    open: "c2",
    text: JSON.stringify({
      lists: [{ id: "l1", name: "To do" }, { id: "l2", name: "✅ Done this week" }],
      cards: [
        { id: "c1", idList: "l1", shortLink: "AbCd1234", dateLastActivity: "2026-01-16T12:00:00Z" },
        { id: "c2", idList: "l1", shortLink: "EfGh5678", dateLastActivity: "2026-01-02T12:00:00Z" },
      ],
      actions: [
        move("c1", "l2", "l1", "2026-01-16T12:00:00.000Z"),
        move("c1", "l1", "l2", "2026-01-10T12:00:00.000Z"),
        { type: "commentCard", date: "2026-01-09T12:00:00.000Z", data: {} },
      ],
    }),
  },
  backlog: {
    done: "task-1",
    open: "",
    text: "---\nid: task-1\ntitle: 'Parse: flags'\nstatus: Done\nlabels:\n  - cli\n" +
      "created_date: '2026-01-01'\nupdated_date: '2026-01-10 12:00'\n---\n\n# Parse flags\n",
  },
  linear: {
    done: "ENG-1",
    open: "ENG-2",
    text: "ID,Title,Status,Created,Completed,Canceled,Labels\r\n" +
      'ENG-1,"Parse ""flags"",\r\nall of them",Shipped,2026-01-01T00:00:00.000Z,' +
      "2026-01-10T12:00:00.000Z,,\r\n" +
      "ENG-2,Lint,Todo,2026-01-01T00:00:00.000Z,,,Bug\r\n" +
      "ENG-3,Not now,Canceled,2026-01-01T00:00:00.000Z,,2026-01-03T00:00:00.000Z,\r\n",
  },
  taskwarrior: {
    done: "00000000-0000-4000-8000-000000000001",
    open: "00000000-0000-4000-8000-000000000002",
    text: JSON.stringify([
      {
        id: 0,
        uuid: "00000000-0000-4000-8000-000000000001",
        status: "completed",
        entry: "20260101T000000Z",
        end: "20260110T120000Z",
      },
      {
        id: 1,
        uuid: "00000000-0000-4000-8000-000000000002",
        status: "pending",
        entry: "20260101T000000Z",
      },
    ]),
  },
};

function change(created: string, fromString: string, toString: string) {
  return { created, items: [{ field: "status", fromString, toString }] };
}

function move(card: string, from: string, to: string, date: string) {
  const data = { card: { id: card }, listBefore: { id: from }, listAfter: { id: to } };
  return { type: "updateCard", date, data };
}
