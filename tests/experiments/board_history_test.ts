import assert from "node:assert/strict";
import type { Phase0Of } from "../../schema/types.ts";
import type { Ran } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { FORMAT_NAMES } from "../../experiments/boards/formats.ts";
import { EXPORTS, jsonl } from "./boards/fixtures.ts";
import { recordOf, runScript } from "./script.ts";

function start(scratch: Scratch, ...args: string[]): Promise<Ran> {
  return runScript("board_history", args, { cwd: scratch.folder });
}

function record(scratch: Scratch, ...args: string[]): Promise<Phase0Of<"board_history">> {
  return recordOf("board_history", args, { cwd: scratch.folder });
}

const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();

/** So many tasks, finished on the first of January, of which so many were reopened. */
function board(tasks: number, reopened: number): string {
  const rows = Array.from({ length: tasks }, (_, n) => ({
    id: `T-${n}`,
    status: "done",
    completed_at: day(1),
    ...n < reopened ? { reopened_at: day(1 + n % 25) } : {},
  }));
  return jsonl(...rows, { id: "last", status: "open", updated_at: day(60) });
}

Deno.test("board_history says no, yes, or that it does not know, in the first line", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "no": board(100, 5), "yes": board(100, 50), "who knows": board(80, 16) });
  for (
    const [file, first, second] of [
      ["no", /^# KILL: too few finished tasks/, /^Of 100 finished tasks, 5 showed within 30 days/],
      ["yes", /^# PASS: enough finished tasks/, /50 showed .* at or over the 20 %/],
      ["who knows", /^# INSUFFICIENT: the data do not tell/, /estimated 20\.0 %/],
    ] as const
  ) {
    const { code, stdout, stderr } = await start(scratch, file);
    assert.equal(code, 0, stderr);
    const lines = stdout.split("\n");
    assert.match(lines[0]!, first);
    assert.match(lines[1]!, second);
    assert.match(stdout, /\| reopened +\| \d+ +\| 0 +\| it was opened again/);
    assert.match(stderr, /^P3: [^\n]*\nKILL if [^\n]* under 20 %/);
    assert.match(stderr, /^Format: seed \(/m);
  }
});

Deno.test("board_history does not say no from an export that could not show a failure", async () => {
  await using scratch = await Scratch.make();
  const closed = Array.from({ length: 100 }, (_, n) => ({
    id: `bd-${n}`,
    status: "closed",
    issue_type: "task",
    updated_at: day(1),
    closed_at: day(1),
  }));
  const open = { id: "bd-x", status: "open", issue_type: "task", updated_at: day(60) };
  await scratch.write({ "beads.jsonl": jsonl(...closed, open) });
  const { verdict, why, metrics } = await record(scratch, "beads.jsonl");
  assert.equal(verdict, "insufficient");
  assert.ok(metrics.rate_ci95 && metrics.rate_ci95[1] < 0.2);
  assert.match(why, /nothing in it could show that a task was reopened or mended: give --git/);
});

Deno.test("board_history does not answer from a handful of tasks, nor from fields that nobody kept", async () => {
  await using scratch = await Scratch.make();
  const issue = (n: number) => ({
    key: `S-${n}`,
    fields: {
      status: { name: "Done", statusCategory: { key: "done" } },
      created: day(1),
      resolutiondate: day(1),
      updated: day(n === 0 ? 60 : 1),
    },
  });
  const plain = (n: number) => ({
    ...{ id: `T-${n}`, status: "done", completed_at: day(1) },
    updated_at: day(n === 0 ? 60 : 1),
  });
  const hundred = Array.from({ length: 100 }, (_, n) => n);
  await scratch.write({
    "one": board(1, 1),
    "jira": JSON.stringify({ total: 100, issues: hundred.map(issue) }),
    "seed": jsonl(...hundred.map(plain)),
  });
  const one = await record(scratch, "one");
  assert.deepEqual([one.verdict, one.metrics.detectable], ["insufficient", 1]);
  assert.match(one.why, /^Of 1 finished task, .* at least 60 are needed/);
  for (const file of ["jira", "seed"]) {
    const { verdict, metrics } = await record(scratch, file);
    assert.deepEqual([verdict, metrics.blind, metrics.done], ["insufficient", true, 100], file);
  }
});

Deno.test("board_history finds every format by itself, and takes the name of one", async () => {
  await using scratch = await Scratch.make();
  await Promise.all(FORMAT_NAMES.map(async (format) => {
    await scratch.write({ [format]: EXPORTS[format].text });
    const found = await start(scratch, format);
    assert.match(
      found.stdout,
      new RegExp(`Format: ${format} \\(found by looking\\)`),
      found.stderr,
    );
    const { metrics } = await record(scratch, format, "--format", format);
    assert.equal(metrics.done, 1, format);
  }));
});

Deno.test("board_history refuses a format that it cannot tell, and lists those it can", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({
    "x.json": '{"id": "1", "status": "completed", "completed": "2026-01-01"}',
  });
  const { code, stdout, stderr } = await start(scratch, "x.json");
  assert.deepEqual([code, stdout], [2, ""]);
  for (const format of FORMAT_NAMES) assert.ok(stderr.includes(format));
  // Who says what it is gets an answer: nothing of it can be used.
  const { verdict, rejected, n } = await record(scratch, "x.json", "--format", "seed");
  assert.deepEqual([verdict, n], ["insufficient", 0]);
  assert.deepEqual(rejected, [
    { reason: "finished, but with no date that can be read", count: 1, first: [1] },
  ]);
});

Deno.test("board_history refuses a wrong command line before it reads anything", async () => {
  await using scratch = await Scratch.make();
  for (
    const [args, message] of [
      [[], /Expected an export/],
      [["a", "b"], /Unexpected argument "b"/],
      [["a", "--format", "excel"], /--format must be auto, seed, .* got "excel"/],
      [["a", "--as-of", "2026-02-30"], /--as-of must be a date such as .* got "2026-02-30"/],
      [["a", "--ci", "b"], /--ci needs --git/],
      [["a", "--path", "b"], /--path needs --git/],
      [["--git", "a"], /Expected an export/],
      [["--git", "a", "--path", "../b"], /--path must be a path from .* got "\.\.\/b"/],
      [["--git", "a", "--path", "/b"], /--path must be a path from .* got "\/b"/],
      [["a", "--window", "0"], /--window must be a number/],
    ] as const
  ) {
    const { code, stdout, stderr } = await start(scratch, ...args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /KILL/);
  }
});

Deno.test("board_history fails on a file that is not there, with its name", async () => {
  await using scratch = await Scratch.make();
  const { code, stdout, stderr } = await start(scratch, "not here");
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /Cannot read ".*not here": no such file$/m);
});

Deno.test("a file without a usable row is insufficient, and no failure", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "empty": "", "list": "[]", "open": EXPORTS.taskwarrior.text });
  await Deno.mkdir(scratch.path("folder"));
  for (const name of ["empty", "list", "folder"]) {
    const { verdict, n, metrics } = await record(scratch, name);
    assert.deepEqual([verdict, n, metrics.rate, metrics.rate_ci95], [
      "insufficient",
      0,
      null,
      null,
    ]);
  }
  const { verdict, metrics } = await record(scratch, "list", "--format", "jira");
  assert.deepEqual([verdict, metrics.done], ["insufficient", 0]);
});

Deno.test("data problems are counted by reason and are no signal", async () => {
  await using scratch = await Scratch.make();
  const done = { status: "done", completed_at: day(10) };
  await scratch.write({
    "board.jsonl": jsonl(
      { id: "a1", ...done },
      { id: "a1", ...done, outcome: "wrong" },
      { id: "a2", status: "done" },
      { id: "a3", status: "done", completed_at: "soon" },
      { id: "a4", status: "done", completed_at: "2026-03-02", outcome: "wrong" },
      { id: "a5", ...done, reopened_at: day(9) },
      { id: "a6", ...done, reopened_at: "2026-03-02" },
      { ...done },
      "a7",
    ),
  });
  const { rejected, metrics } = await record(scratch, "board.jsonl", "--as-of", "2026-03-01");
  assert.deepEqual(rejected.map(({ reason, count, first }) => [reason, count, first]), [
    ["finished, but with no date that can be read", 2, [3, 4]],
    ["an id that was there before", 1, [2]],
    ["no id", 1, [8]],
    ["not a record", 1, [9]],
    ["finished in the future", 1, [5]],
    ["a reopening before the task was finished", 1, [6]],
    ["a reopening in the future", 1, [7]],
  ]);
  assert.deepEqual([metrics.done, metrics.detectable, metrics.rate], [3, 0, 0]);
});

Deno.test("the data reach to their latest date, not to today and not to a date after it", async () => {
  await using scratch = await Scratch.make();
  const rows = [
    { id: "a1", status: "done", completed_at: day(1) },
    { id: "a2", status: "open", updated_at: day(20) },
  ];
  await scratch.write({
    "board": jsonl(...rows),
    "odd": jsonl(...rows, { id: "a3", status: "done", completed_at: "9998-01-01" }),
  });
  const { metrics, verdict } = await record(scratch, "board");
  assert.deepEqual([metrics.censored, verdict], [1, "insufficient"]);
  const later = await record(scratch, "board", "--as-of", "2026-03-01");
  assert.equal(later.metrics.censored, 0);
  const odd = await record(scratch, "odd");
  assert.deepEqual([odd.metrics.done, odd.metrics.censored], [1, 1]);
  assert.equal(odd.rejected[0]?.reason, "finished in the future");
});

Deno.test("an outcome without a date counts, and the reader is told", async () => {
  await using scratch = await Scratch.make();
  const done = { status: "done", completed_at: day(1) };
  await scratch.write({
    "board": jsonl(
      { id: "a1", ...done, outcome: "correct" },
      { id: "a2", ...done, outcome: { correct: false, at: day(3) } },
      { id: "a3", ...done },
    ),
  });
  const { metrics, caveats } = await record(scratch, "board", "--as-of", "2026-03-01");
  assert.deepEqual([metrics.wrong, metrics.correct, metrics.detectable], [1, 1, 2]);
  assert.ok(caveats.some((text) => /1 outcomes? ha.* no date/.test(text)), caveats.join("\n"));
});

Deno.test("a changed threshold is called not pre-registered", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "board": board(100, 5) });
  const { stdout, stderr } = await start(scratch, "board", "--window", "7");
  assert.match(stdout, /^# KILL \(not pre-registered\): /);
  assert.match(stderr, /--window 7 is not pre-registered \(registered: 30\)/);
});

Deno.test("a folder of task files is a board: markdown or JSON", async () => {
  await using scratch = await Scratch.make();
  const head = (id: string, status: string) =>
    `---\nid: ${id}\nstatus: ${status}\nupdated_date: '2026-01-10 12:00'\n---\n# A task\n`;
  await scratch.write({
    "backlog/tasks/task-1 - One.md": head("task-1", "Done"),
    "backlog/tasks/task-2 - Two.md": head("task-2", "To Do"),
    "backlog/completed/task-3 - Three.md": head("task-3", "Done"),
    "backlog/README.md": "# Not a task\n",
    "backlog/config.yml": "id: x\nstatus: Done\n",
    "data/1.json": JSON.stringify({ id: 1, status: "done", completed_at: day(1) }),
    "data/2.json": JSON.stringify({ id: 2, status: "open" }),
    "data/more/3.jsonl": jsonl({ id: 3, status: "done", completed_at: day(40) }),
    "data/README.md": "# Tasks\n",
  });
  await Deno.symlink("/", scratch.path("data/root"));
  const backlog = await record(scratch, "backlog");
  assert.deepEqual([backlog.metrics.done, backlog.rejected], [2, []]);
  const data = await record(scratch, "data");
  assert.deepEqual([data.metrics.done, data.rejected], [2, []]);
});

Deno.test("the page has the plot of how much was detected by which day", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "board": board(100, 40) });
  const page = scratch.path("page.html");
  const { code, stderr } = await runScript("board_history", ["board", "--html", page], {
    cwd: scratch.folder,
    write: page,
  });
  assert.equal(code, 0, stderr);
  const html = await Deno.readTextFile(page);
  assert.match(html, /<svg/);
  assert.match(html, /How many tasks have shown whether they were right, by day/);
});
