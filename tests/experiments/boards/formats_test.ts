import assert from "node:assert/strict";
import { detectFormat, isEmpty, readTasks } from "../../../experiments/boards/adapter.ts";
import { FORMAT_NAMES, type FormatName } from "../../../experiments/boards/formats.ts";
import { Notes } from "../../../experiments/boards/notes.ts";
import type { Task } from "../../../experiments/boards/task.ts";
import { documentOf, EXPORTS, jsonl } from "./fixtures.ts";

const NOON = Date.UTC(2026, 0, 10, 12);
const DAY = 86_400_000;

function read(format: FormatName, content: unknown = EXPORTS[format].text) {
  const notes = new Notes(Infinity);
  const tasks = readTasks(format, documentOf(content), notes);
  return { notes, tasks, byId: new Map(tasks.map((task) => [task.id, task])) };
}

function only(tasks: readonly Task[]): Task {
  assert.equal(tasks.length, 1);
  return tasks[0]!;
}

for (const format of FORMAT_NAMES) {
  Deno.test(`an export of ${format} is recognised as that and as no other`, () => {
    assert.equal(detectFormat(documentOf(EXPORTS[format].text)), format);
  });

  Deno.test(`a finished task of ${format} has its id and its date, an open one has none`, () => {
    const { byId } = read(format);
    const { done, open } = EXPORTS[format];
    assert.equal(byId.get(done)?.done_at, NOON);
    if (open !== "") {
      assert.deepEqual([byId.get(open)?.done, byId.get(open)?.done_at], [false, null]);
    }
  });
}

Deno.test("what is near a format, but lacks its fields, is of none", () => {
  for (
    const content of [
      { id: "0042-x", status: "completed", completed: "2026-01-10T12:00:00Z" },
      { hello: "world" },
      [1, 2, 3],
      "name,age\nAda,36\n",
      "---\ntitle: A page\n---\n",
      "just text\n",
    ]
  ) assert.equal(detectFormat(documentOf(content)), null, JSON.stringify(content));
});

Deno.test("an empty file and an empty list are empty, a table with only a head is not", () => {
  assert.equal(isEmpty(documentOf("")), true);
  assert.equal(isEmpty(documentOf(" \n\n")), true);
  assert.equal(isEmpty(documentOf([])), true);
  assert.equal(isEmpty(documentOf("ID,Status,Completed,Canceled\n")), false);
  assert.equal(detectFormat(documentOf("ID,Status,Completed,Canceled\n")), "linear");
});

Deno.test("seed reads one task, a list, a wrapped list and lines alike", () => {
  const task = { id: 3, status: "Completed", completed_at: "2026-01-10T12:00:00Z" };
  const contents = [task, [task], { tasks: [task] }, jsonl(task, { id: 4, status: "open" })];
  for (const content of contents) {
    assert.equal(detectFormat(documentOf(content)), "seed");
    const { byId } = read("seed", content);
    assert.equal(byId.get("3")?.done_at, NOON);
  }
});

Deno.test("seed reads outcomes as words, as truth values and with a date", () => {
  const outcome = (value: unknown, more = {}) =>
    only(read("seed", [{ id: "a1", status: "done", outcome: value, ...more }]).tasks).outcome;
  assert.deepEqual(outcome("correct"), { correct: true, at: null });
  assert.deepEqual(outcome("Wrong", { outcome_at: "2026-01-10T12:00:00Z" }), {
    correct: false,
    at: NOON,
  });
  assert.deepEqual(outcome(false), { correct: false, at: null });
  assert.deepEqual(outcome({ correct: true, at: "2026-01-10T12:00:00Z" }), {
    correct: true,
    at: NOON,
  });
  assert.equal(outcome(null), null);
  const { notes, tasks } = read("seed", [{ id: "a1", status: "done", outcome: "maybe" }]);
  assert.equal(only(tasks).outcome, null);
  assert.equal(notes.rejections.list()[0]?.reason, "an outcome that says neither right nor wrong");
});

Deno.test("seed counts follow-ups that repair, by their own date or that of the task they name", () => {
  const { byId, notes } = read("seed", [
    {
      id: "a1",
      status: "done",
      completed_at: "2026-01-01",
      followups: [
        { at: "2026-01-10T12:00:00Z", type: "bug" },
        { at: "2026-01-10T12:00:00Z", type: "feature" },
        "a2",
        "a3",
        "a4",
        "a5",
      ],
    },
    { id: "a5", status: "open", type: "feature" },
    { id: "a2", status: "open", type: "bug", created_at: "2026-01-11T12:00:00Z" },
    { id: "a3", status: "open", type: "feature", created_at: "2026-01-11T12:00:00Z" },
  ]);
  assert.deepEqual(byId.get("a1")?.bugs, [NOON, NOON + DAY]);
  assert.deepEqual(notes.rejections.list(), [
    { reason: "a follow-up with no date", count: 1, first: [1] },
  ]);
});

Deno.test("seed keeps the completion of a task that was reopened and is open now", () => {
  const { tasks } = read("seed", [{
    id: "a1",
    status: "open",
    completed_at: "2026-01-10T12:00:00Z",
    reopened_at: ["2026-01-11T12:00:00Z", "2026-01-12T12:00:00Z"],
  }]);
  const task = only(tasks);
  assert.deepEqual([task.done, task.done_at], [false, NOON]);
  assert.deepEqual(task.reopened_at, [NOON + DAY, NOON + 2 * DAY]);
});

Deno.test("beads leaves tombstones out and links a bug to the task it was found through", () => {
  const { byId, notes } = read("beads");
  assert.deepEqual([...byId.keys()], ["bd-a1", "bd-b2"]);
  assert.deepEqual(byId.get("bd-a1")?.bugs, [Date.UTC(2026, 0, 15, 12)]);
  assert.deepEqual(notes.rejections.list(), [
    { reason: "deleted (a tombstone)", count: 1, first: [3] },
  ]);
});

Deno.test("github leaves pull requests and what was not planned out, and reads gh's own names", () => {
  const { tasks, notes } = read("github");
  assert.deepEqual(tasks.map(({ id }) => id), ["7", "8"]);
  assert.deepEqual(tasks[0]?.reopened_at, [NOON + DAY]);
  assert.deepEqual(notes.rejections.list(), [
    { reason: "a pull request, no task", count: 1, first: [3] },
  ]);
  const gh = read("github", [
    {
      number: 5,
      state: "CLOSED",
      stateReason: "COMPLETED",
      closedAt: "2026-01-10T12:00:00Z",
      closedByPullRequestsReferences: [{ number: 6 }],
    },
    { number: 9, state: "CLOSED", stateReason: "NOT_PLANNED", closedAt: "2026-01-10T12:00:00Z" },
  ]);
  assert.equal(gh.byId.get("5")?.done_at, NOON);
  assert.deepEqual(gh.byId.get("5")?.names, ["#5", "gh-5", "#6"]);
  assert.deepEqual([gh.byId.get("9")?.done, gh.byId.get("9")?.done_at], [false, null]);
});

Deno.test("jira takes the first change to a finished status, and changes back as reopening", () => {
  const { byId, notes } = read("jira");
  assert.deepEqual(byId.get("KEY-1")?.reopened_at, [Date.UTC(2026, 0, 14, 12)]);
  assert.deepEqual(byId.get("KEY-1")?.bugs, [Date.UTC(2026, 0, 13, 12)]);
  assert.deepEqual(byId.get("KEY-2")?.bugs, []);
  assert.deepEqual([...notes.warnings], []);
});

Deno.test("jira warns of a page of several, of cut changelogs and of none", () => {
  const warnings = (object: unknown) => [...read("jira", object).notes.warnings].join("; ");
  const issue = { key: "K-1", fields: { status: { name: "Done" } } };
  assert.match(warnings({ total: 9, issues: [issue] }), /found 9 issues, and the export has 1/);
  assert.match(warnings({ isLast: false, issues: [issue] }), /more issues follow/);
  assert.match(warnings({ issues: [issue] }), /use expand=changelog/);
  const cut = { ...issue, changelog: { total: 5, histories: [] } };
  assert.match(warnings({ issues: [cut] }), /cut off/);
});

Deno.test("jira does not take an issue that a bug caused for its cause", () => {
  const link = { type: { name: "Problem/Incident", inward: "is caused by", outward: "causes" } };
  const bug = { key: "K-2", fields: { issuetype: { name: "Bug" } } };
  const issues = (links: unknown[]) => ({
    issues: [
      { key: "K-1", fields: { issuelinks: links }, changelog: {} },
      { key: "K-2", fields: { created: "2026-01-10T12:00:00.000+0000" }, changelog: {} },
    ],
  });
  const bugs = (links: unknown[]) => read("jira", issues(links)).byId.get("K-1")?.bugs;
  assert.deepEqual(bugs([{ ...link, outwardIssue: bug }]), [NOON]);
  assert.deepEqual(bugs([{ ...link, inwardIssue: bug }]), []);
  assert.deepEqual(bugs([{ type: { name: "Relates" }, outwardIssue: bug }]), []);
  assert.deepEqual(bugs([{ type: { name: "Defect" }, inwardIssue: bug }]), [NOON]);
});

Deno.test("trello takes a card's first move to a list named done, and moves out as reopening", () => {
  const { byId } = read("trello");
  assert.deepEqual(byId.get("c1")?.reopened_at, [Date.UTC(2026, 0, 16, 12)]);
  assert.equal(byId.get("c1")?.done, false);
  assert.deepEqual(byId.get("c1")?.names, ["c1", "abcd1234"]);
});

Deno.test("trello warns at 1,000 actions and without a list named done", () => {
  const board = (actions: number, name: string) => ({
    lists: [{ id: "l", name }],
    cards: [],
    actions: Array.from({ length: actions }, () => ({ type: "x", date: "2026-01-01" })),
  });
  assert.deepEqual([...read("trello", board(999, "Done")).notes.warnings], []);
  assert.match([...read("trello", board(1000, "Done")).notes.warnings][0]!, /last 1000 actions/);
  assert.match([...read("trello", board(0, "Undone")).notes.warnings][0]!, /No list/);
});

Deno.test("linear leaves canceled issues unfinished, and knows done without a date", () => {
  const { byId } = read("linear");
  assert.equal(byId.get("ENG-3")?.done, false);
  const { tasks } = read("linear", "Id,Status,Completed,Canceled\nE-1,Done,,\n");
  assert.deepEqual([only(tasks).done, only(tasks).done_at], [true, null]);
});

Deno.test("taskwarrior reads lines as well as a list", () => {
  const rows = JSON.parse(EXPORTS.taskwarrior.text);
  const { byId } = read("taskwarrior", jsonl(...rows));
  assert.equal(byId.get(EXPORTS.taskwarrior.done)?.done_at, NOON);
  assert.equal(detectFormat(documentOf(jsonl(...rows))), "taskwarrior");
});
