import assert from "node:assert/strict";
import { Machine } from "./install/_installer.ts";

const DAY = 24 * 60 * 60 * 1000;
const FOLDER = "project/.mosaic/reflections";
const moment = (days: number): string =>
  new Date(Date.now() - days * DAY).toISOString().replaceAll(/[:.]/g, "-");

/** Old by name, whatever the disk says, and old by the disk where the name says nothing. */
const OLD_BY_NAME = [
  ...["reflection.json", "run.json", "review.json", "review.md", "verdict.json", "escalation.json"],
  "handoff.md",
  ...["unblock.json", "self-report.json"],
].map((kind) => `s-1-${moment(91)}.${kind}`).concat(
  `s-${moment(91)}-2.reflection.json`,
  `.s-x-${moment(91)}.reflection.json.123.tmp`,
);
const OLD_BY_DISK = [
  "state/s.json",
  "state/s.lock",
  "state/.s.json.77.tmp",
  "state/s.judge.json",
  "state/s.judge.lock",
  "state/.s.judge.json.77.tmp",
  "verdict_s.json",
  ".verdict_s.json.77.tmp",
  `s-2000-99-99T00-00-00-000Z.verdict.json`,
];
const KEPT_YOUNG = [`s-${moment(89)}.reflection.json`, `s-${moment(-3)}.reflection.json`];
const KEPT_OTHERS = [
  ...["errors.log", "debug.log", "notes.md", "package.json", "x.tmp", "state/readme.txt"],
  ...[`s-${moment(400)}.txt`, "sub/a.reflection.json", "reflection.json.bak"],
  // Of somebody else, in a folder that was named for the records
  ...["notes.review.md", "my.verdict.json", "state/yarn.lock", "state/terraform.json", ".x.1.tmp"],
  ...["verdict_of_the_jury.json", "verdict.json", "state/of.judge.json", "state/of.judge.lock"],
];

/** What is told from other people's files by what it holds. */
const HELD: Readonly<Record<string, string>> = {
  "state/s.json": '{"attempts":1,"startedAt":null}',
  "state/s.judge.json": '{"guard":{},"settled":0}',
  "verdict_s.json": '{"sessionId":"s","complete":true,"severity":"NONE"}',
};

async function machineWithRecords(): Promise<Machine> {
  const machine = await Machine.make();
  await machine.scratch.git("-C", "project", "init", "--quiet");
  const long = new Date(Date.now() - 200 * DAY);
  for (const name of [...OLD_BY_NAME, ...OLD_BY_DISK, ...KEPT_YOUNG, ...KEPT_OTHERS]) {
    await machine.scratch.write({ [`${FOLDER}/${name}`]: HELD[name] ?? "{}" });
    if (OLD_BY_NAME.includes(name)) continue;
    await Deno.utime(machine.path(`${FOLDER}/${name}`), long, long);
  }
  return machine;
}

const left = async (machine: Machine): Promise<string[]> =>
  Object.entries(await machine.snapshot(FOLDER)).filter(([, text]) => text !== "folder")
    .map(([name]) => name.slice(FOLDER.length + 1)).sort();

Deno.test("prune removes what is older, by the moment in its name or else on disk, and nothing else", async () => {
  await using machine = await machineWithRecords();
  const all = await left(machine);
  const dry = await machine.task("prune", ["--older-than", "90d", "--dry-run"]);
  assert.equal(dry.code, 0, dry.stderr);
  assert.deepEqual(await left(machine), all);
  const { code, stdout, stderr } = await machine.task("prune", ["--older-than", "90d"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await left(machine), [...KEPT_YOUNG, ...KEPT_OTHERS].sort());
  const old = [...OLD_BY_NAME, ...OLD_BY_DISK];
  for (const name of old) assert.ok(stdout.includes(`Removed ${machine.path(FOLDER)}/${name}\n`));
  assert.equal(dry.stdout.replaceAll("Would remove", "Removed"), stdout);
  assert.match(stderr, new RegExp(`^${old.length} files older than 90d`));
});

Deno.test("prune takes hours, days and weeks, and a folder from the flag or the environment", async () => {
  await using machine = await machineWithRecords();
  const folder = machine.path("elsewhere");
  const file = `elsewhere/s-${moment(10)}.reflection.json`;
  for (
    const [age, gone] of [["241h", false], ["11d", false], ["1w", true], ["9d", true]] as const
  ) {
    await machine.scratch.write({ [file]: "{}" });
    const ran = gone
      ? await machine.task("prune", ["--older-than", age, "--dir", "../elsewhere"])
      : await machine.task("prune", ["--older-than", age], { REFLECTION_DIR: folder });
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal([...Deno.readDirSync(folder)].length, gone ? 0 : 1, age);
  }
  const none = await machine.task("prune", ["--older-than", "1d", "--dir", "nowhere"]);
  assert.deepEqual([none.code, none.stdout], [0, ""]);
  assert.match(none.stderr, /^0 files/);
});

Deno.test("prune follows no link: not the folder, not state, not a file", async () => {
  await using machine = await machineWithRecords();
  const name = `s-${moment(400)}.reflection.json`;
  await machine.scratch.write({ [`victim/${name}`]: "{}", "project/b/.keep": "" });
  await Deno.symlink(machine.path("victim"), machine.path("project/link"));
  await Deno.symlink(machine.path("victim"), machine.path("project/b/state"));
  await Deno.symlink(machine.path(`victim/${name}`), machine.path(`${FOLDER}/${name}`));
  for (const folder of ["link", "b"]) {
    const { code, stderr } = await machine.task("prune", ["--older-than", "1d", "--dir", folder]);
    assert.equal(code, 1);
    assert.match(stderr, /Refusing to follow the link/);
  }
  assert.equal((await machine.task("prune", ["--older-than", "1d"])).code, 0);
  assert.ok((await Deno.lstat(machine.path(`${FOLDER}/${name}`))).isSymlink);
  assert.ok((await Deno.lstat(machine.path(`victim/${name}`))).isFile);
  await Deno.rename(machine.path("project/.mosaic"), machine.path("moved"));
  await Deno.symlink(machine.path("moved"), machine.path("project/.mosaic"));
  assert.match((await machine.task("prune", ["--older-than", "1d"])).stderr, /link ".*\.mosaic"/);
});

Deno.test("prune refuses wrong usage with exit code 2 and a missing repository with 1", async () => {
  await using machine = await Machine.make();
  const wrong: [string[], RegExp][] = [
    [[], /--older-than is missing/],
    ...["90", "d", "0d", "-1d", "1.5d", "90m", "1 d"].map((age): [string[], RegExp] => [
      [`--older-than=${age}`],
      new RegExp(`--older-than must be like 12h, 90d or 8w, got "${age}"`),
    ]),
    [["--older-than", "1d", "--dri"], /--dri/],
    [["--older-than", "1d", "here"], /Unexpected argument "here"/],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await machine.task("prune", args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
  const relative = await machine.task("prune", ["--older-than", "1d"], { REFLECTION_DIR: "a" });
  assert.deepEqual([relative.code, /got "a"/.test(relative.stderr)], [2, true]);
  const nowhere = await machine.task("prune", ["--older-than", "1d"]);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /Cannot find a git repository/);
  assert.match((await machine.task("prune", ["--help"])).stdout, /--older-than/);
});
