import assert from "node:assert/strict";
import fc from "fast-check";
import { detectFormat, readTasks } from "../../../experiments/boards/adapter.ts";
import { parseDocument } from "../../../experiments/boards/document.ts";
import { FORMAT_NAMES, type FormatName } from "../../../experiments/boards/formats.ts";
import { Notes } from "../../../experiments/boards/notes.ts";
import { bytes, documentOf, EXPORTS, jsonl } from "./fixtures.ts";

function rejectedBy(format: FormatName, content: unknown) {
  const notes = new Notes(Infinity);
  const tasks = readTasks(format, documentOf(content), notes);
  return { tasks, rejected: notes.rejections.list() };
}

Deno.test("whatever stands in a file, no adapter fails on it", () => {
  const anything = fc.oneof(
    fc.json(),
    fc.array(fc.json()).map((lines) => lines.join("\n")),
    fc.string(),
    fc.array(fc.constantFrom('"', ",", "\n", "\r", "a", "---\n", "id: x\n")).map((all) =>
      all.join("")
    ),
  );
  fc.assert(fc.property(anything, (text) => {
    const document = parseDocument(bytes(text));
    detectFormat(document);
    for (const format of FORMAT_NAMES) readTasks(format, document, new Notes(Infinity));
  }));
});

Deno.test("values of a wrong type in the fields of a format are never taken for a signal", () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom("__proto__", "toString", "constructor"));
  const row = fc.dictionary(
    fc.constantFrom(
      ...["id", "uuid", "number", "key", "status", "state", "fields", "changelog", "timeline"],
      ...["completed_at", "closed_at", "reopened_at", "dependencies", "followups", "issuelinks"],
    ),
    value,
  );
  fc.assert(fc.property(fc.array(row), (rows) => {
    for (const format of FORMAT_NAMES) {
      for (const content of [rows, { issues: rows }, { cards: rows, lists: rows, actions: rows }]) {
        for (const { done_at, reopened_at, bugs } of rejectedBy(format, content).tasks) {
          for (const at of [done_at ?? 0, ...reopened_at, ...bugs]) assert.ok(Number.isFinite(at));
        }
      }
    }
  }));
});

Deno.test("what cannot be used is counted by reason, with its lines", () => {
  const text = 'not json\n{"id":"a1","status":"done","completed_at":"2026-01-10"}\n\n[]\n' +
    '{"status":"done"}\n{"id":"a1","status":"done"}\n{"id":"a2"}\n' +
    '{"id":"a3","status":"done","updated_at":"2026-02-30"}\n';
  const { tasks, rejected } = rejectedBy("seed", text);
  assert.deepEqual(tasks.map(({ id }) => id), ["a1", "a3"]);
  assert.deepEqual(rejected, [
    { reason: "not a record", count: 2, first: [1, 4] },
    { reason: "no id", count: 1, first: [5] },
    { reason: "an id that was there before", count: 1, first: [6] },
    { reason: "no status", count: 1, first: [7] },
    { reason: "a date that cannot be read", count: 1, first: [8] },
  ]);
  assert.equal(detectFormat(documentOf(text)), "seed");
});

Deno.test("names of an object's own machinery are ids like any other", () => {
  const ids = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const rows = ids.map((id) => ({ id, status: "done", completed_at: "2026-01-10" }));
  assert.deepEqual(rejectedBy("seed", jsonl(...rows)).tasks.map(({ id }) => id), ids);
  const head = "---\n__proto__: x\nid: a1\nstatus: Done\nupdated_date: 2026-01-10\n---\n";
  assert.equal(rejectedBy("backlog", head).tasks[0]?.id, "a1");
  assert.equal(rejectedBy("linear", "__proto__,ID,Status\nx,a1,Done\n").tasks[0]?.id, "a1");
});

Deno.test("JSON that is nested a hundred thousand times is no export, and no crash", () => {
  const depth = 100_000;
  for (const text of ["[".repeat(depth) + "]".repeat(depth), '{"a":'.repeat(depth)]) {
    assert.equal(detectFormat(documentOf(text)), null);
  }
});

Deno.test("a change of status that is a function by inheritance is no change", () => {
  const issue = {
    key: "K-1",
    fields: { status: { name: "Done" } },
    changelog: { histories: [{ created: "2026-01-10T12:00:00Z", items: [{ field: "status" }] }] },
  };
  const task = rejectedBy("jira", { issues: [issue] }).tasks[0];
  assert.deepEqual([task?.done, task?.done_at, task?.reopened_at], [true, null, []]);
});

Deno.test("a table row that lost a comma is rejected, and so is all after a stray quote", () => {
  const head = "ID,Status,Completed,Canceled\n";
  const good = "E-1,Done,2026-01-10,\n";
  assert.deepEqual(rejectedBy("linear", `${head}${good}E-2,Done,2026-01-10\n`).rejected, [
    { reason: "not a record", count: 1, first: [3] },
  ]);
  const { tasks, rejected } = rejectedBy("linear", `${head}${good}E-"2,Done,,\nE-3,Done,,\n`);
  assert.deepEqual(tasks.map(({ id }) => id), ["E-1"]);
  assert.deepEqual(rejected, [{ reason: "not a record", count: 1, first: [3] }]);
});

Deno.test("bytes that are no UTF-8, and a byte order mark, do not hide a format", () => {
  for (const format of FORMAT_NAMES) {
    const text = bytes(EXPORTS[format].text);
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...text]);
    assert.equal(detectFormat(parseDocument(marked)), format);
  }
  const broken = bytes(EXPORTS.beads.text.replace("Parse flags", "Parse \u0001\u0001"));
  broken[broken.indexOf(1)] = 0xff;
  broken[broken.indexOf(0xff) + 1] = 0xfe;
  assert.equal(detectFormat(parseDocument(broken)), "beads");
});
