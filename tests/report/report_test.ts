import assert from "node:assert/strict";
import { asFiles } from "../lib/records/_samples.ts";
import { PROJECT } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { recordsOf, type Told } from "./_page_records.ts";
import { inRepository, listed, RECORDS, report, reportJson } from "./_report.ts";

const RISKY: Told = {
  time: "2026-01-03T09:00:00.000Z",
  ...{ repo: "shop", task: "shop/login", session: "3f2a", risk: ["auth", 1], confidence: 0.75 },
  doubt: "Old sessions\nmay end at once",
  judged: true,
};
const FINE: Told = {
  time: "2026-01-02T09:00:00.000Z",
  ...{ repo: "site", task: "site/words", session: "77aa", risk: ["docs", 0.1], judged: true },
  found: [],
};
const BAD: Told = {
  time: "2026-01-01T09:00:00.000Z",
  ...{ repo: "shop", task: "shop/prices", session: "b10c", risk: ["data", 0.4] },
  judged: ["HIGH", "A passing test run"],
  found: [["CRITICAL", "The sum is wrong"], ["LOW", "A name"], ["LOW", "Another"]],
};
const toldRecords = (...told: Told[]) => told.flatMap(recordsOf);

Deno.test("the report lists runs, newest first, a line each with what is known of it", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(asFiles(toldRecords(FINE, BAD, RISKY)));
  const { code, stdout, stderr } = await report([scratch.folder]);
  assert.equal(code, 0, stderr);
  assert.equal(
    stdout,
    `\
  time (UTC)        repo  task         surface  score  confidence  complete?  findings           doubt
! 2026-01-03 09:00  shop  shop/login   auth     1.00   0.75        yes        –                  Old sessions may end at once
  2026-01-02 09:00  site  site/words   docs     0.10   –           yes        nothing
! 2026-01-01 09:00  shop  shop/prices  data     0.40   –           no (HIGH)  1 critical, 2 low
`,
  );
  assert.equal(stderr, "3 runs, 2 of them need a review now (!)\n");
});

Deno.test("a folder without records is no error", async () => {
  await using scratch = await Scratch.make();
  const { code, stdout, stderr } = await report([scratch.folder]);
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "No runs\n" });
  assert.deepEqual(await reportJson([scratch.folder]), {
    runs: [],
    problems: { count: 0, first: [] },
  });
});

Deno.test("--since, --repo, --needs-review and --last narrow the list down, also together", async () => {
  await using scratch = await Scratch.make();
  const hours = (age: number) => new Date(Date.now() - age * 3_600_000).toISOString();
  const young = { ...FINE, session: "young", task: "site/young", time: hours(1) };
  const older = { ...FINE, session: "older", task: "site/older", time: hours(5 * 24) };
  await scratch.write(asFiles(toldRecords(FINE, BAD, RISKY, young, older)));
  const expected: [string, string[]][] = [
    ["--since 2h", ["site/young"]],
    ["--since 4d", ["site/young"]],
    ["--since 6d", ["site/young", "site/older"]],
    ["--since 1w", ["site/young", "site/older"]],
    ["--since 2026-01-02", ["site/young", "site/older", "shop/login", "site/words"]],
    [
      "--since 2026-01-02T09:00:00.001Z --needs-review",
      ["shop/login"],
    ],
    ["--repo shop", ["shop/login", "shop/prices"]],
    ["--repo sho", []],
    ["--repo shop --last 1", ["shop/login"]],
    ["--needs-review", ["shop/login", "shop/prices"]],
    ["--last 2", ["site/young", "site/older"]],
  ];
  await Promise.all(expected.map(async ([flags, tasks]) => {
    assert.deepEqual(await listed([scratch.folder, ...flags.split(" ")]), tasks, flags);
  }));
});

Deno.test("only the latest turn of a session asks for a person", async () => {
  await using scratch = await Scratch.make();
  const later = { ...RISKY, time: "2026-01-03T10:00:00.000Z", task: "shop/later" };
  await scratch.write(asFiles(toldRecords(RISKY, later)));
  assert.deepEqual(await listed([scratch.folder]), ["shop/later", "shop/login"]);
  assert.deepEqual(await listed([scratch.folder, "--needs-review"]), ["shop/later"]);
});

Deno.test("a risky change asks for a person until another capture holds it, whatever else comes", async () => {
  await using scratch = await Scratch.make();
  const uncaptured: Told = { ...RISKY, time: "2026-01-03T10:00:00.000Z", task: "shop/later" };
  delete uncaptured.risk;
  await scratch.write(asFiles(toldRecords(RISKY, uncaptured)));
  assert.deepEqual(await listed([scratch.folder]), ["shop/later", "shop/login"]);
  assert.deepEqual(await listed([scratch.folder, "--needs-review"]), ["shop/login"]);
});

Deno.test("several folders and repositories are read as one, and each once", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({
    ...inRepository("one", toldRecords(RISKY)),
    ...inRepository("two", toldRecords(BAD)),
    ...asFiles(toldRecords(FINE), "kept/"),
    "new/.git/HEAD": "ref: refs/heads/main\n",
  });
  await Deno.symlink(scratch.path("one"), scratch.path("link"));
  const places = ["one", `one/${RECORDS}`, "link", "two", "kept", "new"];
  const env = { INIT_CWD: scratch.folder };
  assert.deepEqual(await listed(places, { env }), ["shop/login", "site/words", "shop/prices"]);
  assert.deepEqual(await listed(["two", "kept"], { env }), ["site/words", "shop/prices"]);
});

Deno.test("a record that stands in a folder and in its copy counts once", async () => {
  await using scratch = await Scratch.make();
  const records = toldRecords(RISKY, BAD);
  await scratch.write({ ...asFiles(records, "kept/"), ...asFiles(records, "copy/") });
  const { runs } = await reportJson([scratch.path("kept"), scratch.path("copy")]);
  assert.deepEqual(runs.map(({ task_ref, turn, latest }) => [task_ref, turn, latest]), [
    ["shop/login", 1, true],
    ["shop/prices", 1, true],
  ]);
  assert.equal(runs[1]?.findings?.CRITICAL, 1);
});

Deno.test("without a folder it is REFLECTION_DIR, else the repository one stands in", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({
    ...inRepository("shop", toldRecords(RISKY)),
    ...asFiles(toldRecords(FINE), "kept/"),
    "shop/src/deep/a.ts": "",
    "nowhere/a.ts": "",
  });
  await scratch.git("init", "--quiet", "shop");
  const INIT_CWD = scratch.path("shop/src/deep");
  assert.deepEqual(await listed([], { env: { INIT_CWD } }), ["shop/login"]);
  const REFLECTION_DIR = scratch.path("kept");
  assert.deepEqual(await listed([], { env: { INIT_CWD, REFLECTION_DIR } }), ["site/words"]);
  const { code, stderr } = await report([], { env: { INIT_CWD: scratch.path("nowhere") } });
  assert.equal(code, 1);
  assert.match(stderr, /nowhere/);
  assert.doesNotMatch(stderr, / at /, "no stack");
});

Deno.test("--json gives a program all that the list knows, and names the row of trust", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(asFiles(toldRecords(BAD)));
  const { runs } = await reportJson([scratch.folder]);
  assert.deepEqual(runs, [{
    id: "b10c@2026-01-01T09:00:00.000Z",
    time: "2026-01-01T09:00:00.000Z",
    repo: "shop",
    task_ref: "shop/prices",
    agent: "claude-code",
    session_id: "b10c",
    turn: 1,
    latest: true,
    needs_review_now: true,
    trust: { rule: "not_done", says: "Not done, by the evidence", tone: "bad" },
    risk: { needs_review: false, score: 0.4, surface: "data" },
    files_changed: 1,
    confidence: null,
    doubt: null,
    degraded: false,
    verdict: {
      complete: false,
      severity: "HIGH",
      requires_human_action: false,
      unmet: 0,
      observations: 0,
      skipped: null,
      stuck: null,
      decision: "pushed",
    },
    findings: { CRITICAL: 1, HIGH: 0, MEDIUM: 0, LOW: 2, failed: false, of_this_turn: true },
  }]);
});

Deno.test("--md is a table in which nothing of a record is more than text", async () => {
  await using scratch = await Scratch.make();
  const hostile: Told = { ...RISKY, task: "a\\|b`c`", doubt: "<img src=x> [y](z) *w* __v__" };
  await scratch.write(asFiles(toldRecords(hostile)));
  const { code, stdout, stderr } = await report([scratch.folder, "--md"]);
  assert.equal(code, 0, stderr);
  const [summary, blank, head, , row, ...rest] = stdout.split("\n");
  assert.equal(summary, "1 run, 1 of them needs a review now (!)");
  assert.equal(blank, "");
  assert.match(head!, /^\| now +\| time \(UTC\) +\|.*\| trust +\|$/);
  assert.ok(row!.includes("| a\\\\\\|b\\`c\\` |"), row);
  assert.ok(row!.includes("| \\<img src=x> \\[y](z) \\*w\\* \\_\\_v\\_\\_ |"), row);
  assert.deepEqual(rest, [""]);
});

Deno.test("--html writes one page where the user said, replaces it, and prints where it is", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(asFiles(toldRecords(RISKY, FINE), "kept/"));
  const start = { env: { INIT_CWD: scratch.folder } };
  const page = scratch.path("report.html");
  const first = await report(["kept", "--html", "report.html"], start);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.stdout, `2 runs, 1 of them needs a review now (!): ${page}\n`);
  assert.match(await Deno.readTextFile(page), /^<!doctype html>[^]*shop\/login[^]*<\/html>\s*$/);
  assert.equal((await Deno.stat(page)).mode! & 0o777, 0o600);
  const again = await report(["kept", "--html", page, "--repo", "site"], start);
  assert.equal(again.stdout, `1 run, 0 of them need a review now: ${page}\n`);
  assert.doesNotMatch(await Deno.readTextFile(page), /shop\/login/);
  assert.deepEqual([...Deno.readDirSync(scratch.folder)].map(({ name }) => name).toSorted(), [
    "kept",
    "report.html",
  ]);
});

Deno.test("--html writes over nothing but a page", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "notes.html": "My notes", "folder/a": "", "kept/a.txt": "" });
  await Deno.symlink(scratch.path("notes.html"), scratch.path("link.html"));
  for (const name of ["notes.html", "folder", "link.html", "none/a.html"]) {
    const { code, stdout, stderr } = await report([
      scratch.path("kept"),
      ...["--html", scratch.path(name)],
    ]);
    assert.deepEqual([code, stdout], [1, ""], name);
    assert.ok(stderr.includes(`"${scratch.path(name)}"`), stderr);
    assert.doesNotMatch(stderr, / at /, "no stack");
  }
  assert.equal(await Deno.readTextFile(scratch.path("notes.html")), "My notes");
});

Deno.test("wrong usage exits 2, and names what is wrong", async () => {
  await using scratch = await Scratch.make();
  const wrong: [string[], string][] = [
    [["--nope"], "'--nope'"],
    [["--last", "0"], 'got "0"'],
    [["--last", "2.5"], 'got "2.5"'],
    [["--last", "many"], 'got "many"'],
    [["--since", "yesterday"], 'got "yesterday"'],
    [["--since", "0d"], 'got "0d"'],
    [["--since", "7m"], 'got "7m"'],
    [["--since", "2026-13-01"], 'got "2026-13-01"'],
    [["--repo"], "'--repo <value>'"],
    [["--html", ""], "--html"],
    [["--json", "--md"], "--json and --md do not go together"],
    [["--md", "--html", "x.html"], "--md and --html do not"],
    [["--session", "s", "--html", "x.html"], "--session"],
    [["--session", "nobody"], '"nobody"'],
    [["--session", ""], '""'],
  ];
  await Promise.all(wrong.map(async ([flags, named]) => {
    const { code, stdout, stderr } = await report([scratch.folder, ...flags]);
    assert.deepEqual([code, stdout], [2, ""], flags.join(" "));
    assert.ok(stderr.includes(named), stderr);
    assert.match(stderr, /--help tells what is accepted\n$/);
  }));
});

Deno.test("a folder that is none exits 1, and names it", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "file": "" });
  for (const name of ["file", "nowhere"]) {
    const { code, stdout, stderr } = await report([name], { env: { INIT_CWD: scratch.folder } });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, new RegExp(`^Cannot read "${name}": (?:not a|no such) folder\n$`));
  }
});

Deno.test("--help tells every flag that there is", async () => {
  const { code, stdout } = await report(["--help"]);
  assert.equal(code, 0);
  const flags = ["since", "repo", "needs-review", "session", "last", "json", "md", "html", "watch"];
  for (const flag of flags) assert.match(stdout, new RegExp(`^  --${flag} `, "m"));
  const doc = await Deno.readTextFile(`${PROJECT}/docs/report.md`);
  for (const flag of flags) assert.ok(doc.includes(`--${flag}`), flag);
});
