import assert from "node:assert/strict";
import { buildReflection } from "../../schema/reflection.ts";
import type { Phase0Of } from "../../schema/types.ts";
import { deno, type Ran, taskCommand } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { recordOf, runScript, type ScriptStart } from "./script.ts";
import gold from "./stats/gold/calibration.json" with { type: "json" };
import { calibrationMetrics } from "../../experiments/calibration.ts";
import { rankSample } from "../../experiments/stats/ranked_sample.ts";

type Record = Phase0Of<"calibration">;

function calibration(args: string[], start: ScriptStart = {}): Promise<Ran> {
  return runScript("calibration", args, start);
}

function record(args: string[], start: ScriptStart = {}): Promise<Record> {
  return recordOf("calibration", args, start);
}

const jsonl = (rows: readonly unknown[]) =>
  rows.map((row) => JSON.stringify(row)).join("\n") + "\n";

/** Rows whose confidence is worth something: right with a probability that rises with it. */
function useful(n: number, extra: (i: number) => object = () => ({})): string {
  return jsonl(Array.from({ length: n }, (_, i) => {
    const confidence = (i % 20) / 20 + 0.05;
    // Evenly spread, so that no seed has to be lucky.
    const correct = (i * 0.618034) % 1 < confidence ** 2;
    return { confidence, correct, ...extra(i) };
  }));
}

Deno.test("the script's figures of a sample are those that the references are held against", async () => {
  const { confidence, correct } = gold.sets.at(-1)!;
  const rows = confidence.map((c, i) => ({ confidence: c, correct: correct[i] === 1 }));
  const { n, rejected, metrics } = await record(["-"], { stdin: jsonl(rows) });
  const sample = rankSample(Float64Array.from(confidence), Uint8Array.from(correct));
  assert.deepEqual([n, rejected], [confidence.length, []]);
  assert.deepEqual(metrics, calibrationMetrics(sample, 0.8));
});

Deno.test("useful confidence passes; the first line is the verdict, the second is why", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "rows.jsonl": useful(2000) });
  const { code, stdout, stderr } = await calibration([scratch.path("rows.jsonl")]);
  assert.equal(code, 0, stderr);
  const [first, second] = stdout.split("\n");
  assert.equal(first, "# PASS: stated confidence tells right work from wrong");
  assert.match(second!, /^The AUC is 0\.\d+ \(95 % interval .*\), over 0\.6/);
  assert.match(stdout, /range restriction/);
  assert.match(stderr, /^P1: Does stated .*\nKILL if .*\nPASS if .*\nINSUFFICIENT otherwise/);
});

Deno.test("useless confidence is killed, inverted confidence is called inverted", async () => {
  const useless = Array.from({ length: 4000 }, (_, i) => ({
    confidence: (i % 10) / 10,
    correct: (i * 0.618034) % 1 < 0.6,
  }));
  const killed = await record(["-"], { stdin: jsonl(useless) });
  assert.equal(killed.verdict, "kill");
  const inverted = useful(2000).replaceAll("true", "TRUE").replaceAll("false", "true")
    .replaceAll("TRUE", "false");
  const { stdout } = await calibration(["-"], { stdin: inverted });
  assert.match(stdout, /^# KILL: stated confidence is inverted/);
});

Deno.test("a threshold that was changed is called not pre-registered", async () => {
  const rows = useful(2000);
  const { registered, verdict } = await record(["-", "--min-auc", "0.9999"], { stdin: rows });
  assert.equal(registered.preregistered, false);
  assert.equal(verdict, "kill");
  const { stdout, stderr } = await calibration(["-", "--high", "0.7"], { stdin: rows });
  assert.match(stdout, /^# \w+ \(not pre-registered\): /);
  assert.match(stdout, /## Work stated with confidence 0\.7 or more/);
  assert.match(stderr, /--high 0\.7 is not pre-registered \(registered: 0\.8\)/);
});

Deno.test("a file without a usable row is insufficient, whatever is in it", async () => {
  for (const stdin of ["", "\n\n", "\ufeff", "no rows\n", "\0".repeat(1000), "[]\n{}"]) {
    const { verdict, n, why, metrics } = await record(["-"], { stdin });
    assert.deepEqual([verdict, n, why], ["insufficient", 0, "There is no usable row."]);
    assert.equal(metrics.auc, null);
  }
  const { code, stdout } = await calibration(["/dev/null"]);
  assert.equal(code, 0);
  assert.match(stdout, /^# INSUFFICIENT: too little data .*\nThere is no usable row\.\n/);
});

Deno.test("rejected rows are counted by reason with their lines, and never as wrong", async () => {
  const bad =
    '\n{"confidence":"0.8","correct":true}\r\nnonsense\n{"confidence":2,"correct":true}\n' +
    '{"confidence":0.5,"correct":1}\nnonsense';
  const clean = await record(["-"], { stdin: useful(400) });
  const { n, rejected, metrics, caveats } = await record(["-"], { stdin: useful(400) + bad });
  assert.equal(n, 400);
  assert.deepEqual(metrics, clean.metrics);
  assert.deepEqual(rejected, [
    { reason: "not JSON", count: 2, first: [403, 406] },
    { reason: "confidence is not a number", count: 1, first: [402] },
    { reason: "confidence is outside of 0 to 1", count: 1, first: [404] },
    { reason: "correct is not true or false", count: 1, first: [405] },
  ]);
  assert.deepEqual(caveats, []);
  const few = await record(["-"], { stdin: useful(40) + bad });
  assert.match(few.caveats.join(), /5 rows were not used, against 40 that were/);
});

Deno.test("a line of a hundred megabytes is rejected, and what follows is read", async () => {
  await using scratch = await Scratch.make();
  const path = scratch.path("rows.jsonl");
  {
    using file = await Deno.open(path, { write: true, create: true });
    const part = new Uint8Array(1 << 20).fill(97);
    for (let i = 0; i < 100; i++) await file.write(part);
  }
  await Deno.writeTextFile(path, '\n{"confidence":1,"correct":true}', { append: true });
  const { n, rejected } = await record([path]);
  assert.equal(n, 1);
  assert.deepEqual(rejected, [{ reason: "longer than 4 MiB", count: 1, first: [1] }]);
});

Deno.test("what cannot be read is exit 1 with a message that names it", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "outcomes.jsonl": "" });
  const missing = scratch.path("missing.jsonl");
  for (
    const [args, message] of [
      [[missing], `Cannot read "${missing}": no such file`],
      [[scratch.folder], `Cannot read "${scratch.folder}": a folder`],
      [
        ["--from-reflections", missing, "--outcomes", scratch.path("outcomes.jsonl")],
        `Cannot read "${missing}": no such folder`,
      ],
      [
        ["--from-reflections", scratch.folder, "--outcomes", missing],
        `Cannot read "${missing}": no such file`,
      ],
    ] as const
  ) {
    const { code, stdout, stderr } = await calibration([...args]);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.equal(stderr.trimEnd().split("\n").at(-1), message);
  }
});

Deno.test("a wrong command line is exit 2, before anything is read", async () => {
  for (
    const [args, message] of [
      [[], /^No file given/],
      [["a", "b"], /^Unexpected argument "b"/],
      [
        ["a", "--from-reflections", "d", "--outcomes", "o"],
        /^"a" and --from-reflections do not go/,
      ],
      [["--from-reflections", "d"], /^--from-reflections and --outcomes need each other/],
      [["a", "--outcomes", "o"], /^--from-reflections and --outcomes need each other/],
      [["a", "--min-auc", "2"], /^--min-auc must be a number from 0 to 1, got "2"/],
      [["a", "--nonsense"], /^Unknown option/],
    ] as const
  ) {
    const { code, stdout, stderr } = await calibration([...args]);
    assert.equal(code, 2, stderr);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
});

Deno.test("a relative path is meant in the folder of the person who called", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "rows.jsonl": useful(10) });
  assert.equal((await record(["rows.jsonl"], { cwd: scratch.folder })).n, 10);
  const task = [...await taskCommand("experiments:calibration"), "rows.jsonl", "--json"];
  const { code, stdout, stderr } = await deno(task, { env: { INIT_CWD: scratch.folder } });
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).n, 10);
});

Deno.test("rows that name sessions are held against the answer, and --clusters counts them", async () => {
  const named = useful(2000, (i) => ({ session_id: `s${i % 100}` }));
  const plain = await record(["-"], { stdin: named });
  assert.match(plain.caveats.join(), /Rows name their session or repository.*--clusters/);
  const clustered = await record(["-", "--clusters"], { stdin: named });
  assert.match(clustered.caveats.join(), /The 2,000 rows come from 100 different sessions/);
  assert.deepEqual(clustered.metrics, plain.metrics);
  assert.equal(clustered.verdict, plain.verdict);
  const report = () => calibration(["-", "--clusters", "--seed", "5"], { stdin: named });
  const [one, again] = await Promise.all([report(), report()]);
  assert.match(one.stdout, /## By session\n\n.*1,000 times.*0\.\d+ to 0\.\d+ over 100 sessions/);
  assert.equal(one.stdout, again.stdout);
  const unnamed = await record(["-", "--clusters"], { stdin: useful(10) });
  assert.match(unnamed.caveats.join(), /--clusters had no effect/);
});

Deno.test("sidecars and outcomes are joined, and what is left over is counted", async () => {
  await using scratch = await Scratch.make();
  const sidecar = (session: string, task: string, confidence: number | null, minute = 0) =>
    JSON.stringify(buildReflection({
      taskRef: task,
      agent: "unknown",
      sessionId: session,
      timestamp: `2026-01-31T12:${String(minute).padStart(2, "0")}:00.000Z`,
      repo: "shop",
      risk: { needs_review: false, score: 0.1, surface: "docs", reason: "docs surface" },
      filesChanged: ["README.md"],
      mode: "solo",
      selfReport: { confidence },
    }));
  await scratch.write({
    "records/a.reflection.json": sidecar("s1", "t1", 0.9),
    "records/b.reflection.json": sidecar("s2", "t2", 0.3, 1),
    "records/c.reflection.json": sidecar("s2b", "t2", 0.4, 2),
    "records/d.reflection.json": sidecar("s3", "t3", null),
    "records/e.reflection.json": sidecar("s4", "t4", 0.5),
    "records/f.reflection.json": sidecar("s5", "t5", 0.6),
    "records/g.reflection.json": "{",
    "records/h.reflection.json": JSON.stringify({ schema: "reflection.v2" }),
    "records/state/i.reflection.json": "not looked at",
    "records/errors.log": "not looked at",
    "outcomes.jsonl": jsonl([
      { session_id: "s1", correct: true },
      { task_ref: "t2", correct: false },
      { session_id: "s3", correct: true },
      { task_ref: "t4", correct: true },
      { session_id: "s4", correct: false },
      { session_id: "gone", task_ref: "t1", correct: true },
      { correct: true },
      { session_id: "unknown", correct: true },
      { task_ref: "t1", correct: "yes" },
      { task_ref: "t1", correct: true },
    ]),
  });
  const { n, metrics, rejected, caveats } = await record([
    "--from-reflections",
    "records",
    "--outcomes",
    "outcomes.jsonl",
  ], { cwd: scratch.folder });
  assert.equal(n, 2);
  assert.equal(metrics.mean_confidence, (0.9 + 0.4) / 2);
  assert.equal(metrics.auc, 1);
  assert.deepEqual(
    Object.fromEntries(rejected.map(({ reason, first }) => [reason, first])),
    {
      "record: not JSON, or only half of it": [7],
      "record: of a schema that is not known": [8],
      "sidecar: older than another of its session or task": [2],
      "sidecar: no outcome": [6],
      "outcome: its sidecar states no confidence": [3],
      "outcome: contradicts another of the same sidecar": [4, 5],
      "outcome: no sidecar of its session or task": [6],
      "outcome: neither session_id nor task_ref": [7],
      'outcome: session_id "unknown" names no session': [8],
      "outcome: correct is not true or false": [9],
      "outcome: says what another line says": [10],
    },
  );
  assert.match(caveats.join(), /Only sidecars with an outcome count/);
  assert.match(caveats.join(), /the latest counts/);
});

Deno.test("--html needs no more permission than for its page, and replaces nothing but a page of ours", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "rows.jsonl": useful(300), "notes.txt": "mine" });
  await Deno.symlink(scratch.path("rows.jsonl"), scratch.path("link.html"));
  for (const name of ["rows.jsonl", "notes.txt", "link.html", "no/page.html", "."]) {
    const page = scratch.path(name);
    const { code, stdout, stderr } = await calibration(
      [scratch.path("rows.jsonl"), "--html", page],
      { write: page },
    );
    assert.deepEqual([code, stdout], [1, ""], name);
    assert.match(stderr, /Refusing to write over|Cannot write/);
  }
  assert.equal(await Deno.readTextFile(scratch.path("rows.jsonl")), useful(300));
  const page = scratch.path("page.html");
  const args = [scratch.path("rows.jsonl"), "--html", page];
  for (let turn = 0; turn < 2; turn++) {
    assert.equal((await calibration(args, { write: page })).code, 0);
  }
});
