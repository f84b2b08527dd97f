import assert from "node:assert/strict";
import { asFiles, BESIDE } from "../lib/records/_samples.ts";
import { run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { recordsOf, type Told } from "./_page_records.ts";
import { listed, report, reportCommand, reportJson } from "./_report.ts";

const RUN: Told = {
  time: "2026-01-03T09:00:00.000Z",
  ...{ repo: "shop", task: "shop/login", session: "s", risk: ["auth", 1], judged: true },
};

Deno.test("what is no record is counted and named, and stops nothing", async () => {
  await using scratch = await Scratch.make();
  const [record] = recordsOf(RUN);
  const text = JSON.stringify(record);
  const secret = scratch.path("secret.json");
  const wrong: Record<string, [content: string | Uint8Array | null, problem: string]> = {
    "half.json": [text.slice(0, 100), "not JSON, or only half of it"],
    "empty.json": ["", "empty"],
    "bytes.json": [Uint8Array.of(0x7b, 0xff), "not UTF-8"],
    "list.json": ["[]", "not an object"],
    "other.json": ['{"name":"deno"}', "no schema named"],
    "newer.json": ['{"schema":"reflection.v9"}', "of a schema that is not known"],
    "wrong.json": [
      JSON.stringify({ ...record, timestamp: "now" }),
      "not a valid reflection.v1 record: timestamp",
    ],
    "notes.txt": ["Hello", "not a record by its name"],
    ".s-9.reflection.json.123.tmp": [text.slice(0, 100), "was never written to its end"],
    "link.json": [null, "not a plain file"],
    "pipe.json": [null, "not a plain file"],
    "huge.json": [null, "larger than 8 MiB"],
    "secret.json": [text, "cannot be read"],
  };
  await scratch.write({ ...BESIDE, ...asFiles(recordsOf(RUN)), "folder.json/a.json": text });
  for (const [name, [content]] of Object.entries(wrong)) {
    if (content !== null) await scratch.write({ [name]: content });
  }
  await Deno.symlink(scratch.path("s-0.reflection.json"), scratch.path("link.json"));
  await run("mkfifo", [scratch.path("pipe.json")]);
  await Deno.writeTextFile(scratch.path("huge.json"), text);
  await Deno.truncate(scratch.path("huge.json"), 8 * 1024 * 1024 + 1);

  const denied = [`--deny-read=${secret}`];
  const inJson = await report([scratch.folder, "--json"], {}, denied);
  assert.equal(inJson.code, 0, inJson.stderr);
  const { runs, problems } = JSON.parse(inJson.stdout);
  assert.deepEqual(runs.map(({ id }: { id: string }) => id), ["s@2026-01-03T09:00:00.000Z"]);
  assert.equal(problems.count, Object.keys(wrong).length);
  assert.deepEqual(
    Object.fromEntries(
      problems.first.map(({ origin, problem }: Record<string, string>) => [origin, problem]),
    ),
    Object.fromEntries(
      Object.entries(wrong).map(([name, [, problem]]) => [scratch.path(name), problem]),
    ),
  );

  const { code, stdout, stderr } = await report([scratch.folder], {}, denied);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^! 2026-01-03 09:00 .*shop\/login/m);
  const [summary, count, ...named] = stderr.trimEnd().split("\n");
  assert.equal(summary, "1 run, 1 of them needs a review now (!)");
  assert.equal(count, "13 files are no records:");
  assert.equal(named.pop(), "  and 8 more; --json names them");
  const known = Object.entries(wrong).map(([name, [, why]]) => `  ${scratch.path(name)}: ${why}`);
  assert.equal(named.length, 5);
  for (const line of named) assert.ok(known.includes(line), line);
});

Deno.test("what a session's files hold and what they are called drives no terminal", async () => {
  await using scratch = await Scratch.make();
  const bad = "\x1b[2J\x07\u009b31m\u202egnp\u2066\r\u2028";
  const told = (session: string): Told => ({
    ...{ ...RUN, session, repo: bad, task: `${bad}task`, agent: bad },
    ...{ doubt: bad, hidden: bad, asked: bad, files: [bad], found: [["LOW", bad]] },
  });
  await scratch.write({
    ...asFiles([`${bad}1`, `${bad}2`].map(told).flatMap(recordsOf)),
    [`${bad.replace("\r", "")}.json`]: "{}",
  });
  const shows = [
    [],
    ["--md"],
    ["--session", `${bad}1`],
    ["--session", `${bad}1`, "--md"],
    ["--session", "\x1b[2J"],
  ];
  for (const flags of shows) {
    const { code, stdout, stderr } = await report([scratch.folder, ...flags]);
    assert.equal(code, flags.at(-1) === "\x1b[2J" ? 2 : 0, stderr);
    // What a person typed is theirs; everything else comes from the records.
    const said = (stdout + stderr).replaceAll('--session "\x1b[2J"', "");
    assert.doesNotMatch(said, /(?!\n)[\p{Cc}\u2028\u202a-\u202e\u2066-\u2069]/u, flags.join(" "));
    assert.match(said, /\\u202egnp/, flags.join(" "));
  }
});

Deno.test("names that mean something to a program mean nothing here", async () => {
  await using scratch = await Scratch.make();
  const names = ["__proto__", "constructor", "toString", "", "unknown"];
  await scratch.write(asFiles(
    names.flatMap((name) => recordsOf({ ...RUN, repo: name, task: name, session: name })),
  ));
  assert.deepEqual((await listed([scratch.folder])).toSorted(), names.toSorted());
  assert.deepEqual(await listed([scratch.folder, "--repo", "__proto__"]), ["__proto__"]);
  const { stdout } = await report([scratch.folder, "--session", "__proto__"]);
  assert.match(stdout, /^__proto__: /);
});

Deno.test("runs of which only a part was recorded are runs too", async () => {
  await using scratch = await Scratch.make();
  const { risk: _, ...uncaptured } = RUN;
  await scratch.write(asFiles(
    [
      { ...uncaptured, session: "judged", judged: true as const },
      { ...uncaptured, session: "read", judged: undefined as never, found: [] },
      { ...uncaptured, session: "gave-up", judged: undefined as never, gaveUp: "Help" },
    ].flatMap((told) => recordsOf(told)),
  ));
  const { runs } = await reportJson([scratch.folder]);
  assert.deepEqual(
    Object.fromEntries(runs.map(({ session_id, trust, risk }) => [session_id, [trust.rule, risk]])),
    {
      "judged": ["records_incomplete", null],
      "read": ["records_incomplete", null],
      "gave-up": ["blocked", null],
    },
  );
});

Deno.test("runs of an unknown session have nothing to do with each other", async () => {
  await using scratch = await Scratch.make();
  const at = (hour: string): Told => ({
    ...{ ...RUN, session: "unknown", time: `2026-01-03T${hour}:00:00.000Z` },
  });
  await scratch.write(asFiles([at("08"), at("09"), at("10")].flatMap(recordsOf)));
  const { runs } = await reportJson([scratch.folder, "--needs-review"]);
  assert.deepEqual(runs.map(({ turn, latest }) => [turn, latest]), Array(3).fill([1, true]));
});

Deno.test("a session of many thousand records is told turn by turn", async () => {
  await using scratch = await Scratch.make();
  const many = Array.from({ length: 3_000 }, (_, index) =>
    recordsOf({
      ...RUN,
      task: `shop/${index}`,
      time: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString(),
    })).flat();
  await scratch.write(asFiles(many));
  const { runs } = await reportJson([scratch.folder]);
  assert.equal(runs.length, 3_000);
  assert.deepEqual(runs.map(({ turn }) => turn), runs.map((_, index) => 3_000 - index));
  assert.deepEqual(runs.filter(({ latest }) => latest).map(({ task_ref }) => task_ref), [
    "shop/2999",
  ]);
  assert.ok(runs.every(({ verdict }) => verdict?.complete === true), "each with its verdict");
});

Deno.test("however much records hold, little of it is kept in memory", async () => {
  await using scratch = await Scratch.make();
  const long = "x".repeat(7_000_000);
  const name = "x".repeat(200_000);
  const told = { ...RUN, doubt: long, asked: long, task: name, agent: name, session: name };
  for (const record of recordsOf(told)) {
    const first = scratch.path(`${record.schema}-0.json`);
    await Deno.writeTextFile(first, JSON.stringify(record));
    for (let n = 1; n < 20; n++) await Deno.link(first, scratch.path(`${record.schema}-${n}.json`));
  }
  // All texts together are 300 MB.
  const little = ["--v8-flags=--max-old-space-size=150"];
  const { code, stdout, stderr } = await report([scratch.folder, "--json"], {}, little);
  assert.equal(code, 0, stderr);
  const [run] = JSON.parse(stdout).runs;
  assert.equal(run.doubt, `${"x".repeat(159)}…`);
  assert.equal(run.task_ref, `${"x".repeat(199)}…`);
});

Deno.test("who reads only the first lines of a long list gets them, and no error", async () => {
  await using scratch = await Scratch.make();
  const many = Array.from({ length: 2_000 }, (_, index) => ({ ...RUN, session: `s-${index}` }));
  await scratch.write(asFiles(many.flatMap(recordsOf)));
  const { stdout, stderr } = await run("sh", [
    "-c",
    '{ "$@"; echo "exit $?" >&2; } | head -n 1',
    ...["sh", Deno.execPath(), ...reportCommand([scratch.folder])],
  ]);
  assert.match(stdout, /^ {2}time \(UTC\) .*\n$/);
  assert.equal(stderr, "2,000 runs, 2,000 of them need a review now (!)\nexit 0\n");
});

Deno.test("a folder that may not be read exits 1, and names it", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(asFiles(recordsOf(RUN), "kept/"));
  await Deno.chmod(scratch.path("kept"), 0);
  // For the superuser there is no such folder, unless that power is given away first.
  const powerless = Deno.uid() === 0
    ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    : [];
  const [program, ...args] = [
    ...powerless,
    ...[Deno.execPath(), ...reportCommand([scratch.path("kept")])],
  ];
  const { code, stdout, stderr } = await run(program!, args);
  await Deno.chmod(scratch.path("kept"), 0o700);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.ok(stderr.startsWith(`Cannot read "${scratch.path("kept")}"`), stderr);
});
