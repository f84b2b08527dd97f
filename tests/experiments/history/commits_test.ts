import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Commit,
  hasCommits,
  isShallow,
  readCommits,
} from "../../../experiments/history/commits.ts";
import { readHistory } from "../../../experiments/history/history.ts";
import { LogParser, MAX_TEXT } from "../../../experiments/history/log_parser.ts";
import { openRepository } from "../../../git/run.ts";
import { run } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";

async function commitsOf(folder: string, range = {}): Promise<Commit[]> {
  return await Array.fromAsync(readCommits(await openRepository(folder), range));
}

Deno.test("commits come newest first, with what each did to which path", async () => {
  await using scratch = await Scratch.make();
  await scratch.init({ "a.ts": "1", ":odd": "1" });
  await scratch.write({ "a.ts": "2", "sub/ü.ts": "1" });
  await Deno.remove(scratch.path(":odd"));
  const sha = await scratch.commit("Second\n\nwith \x1e\x1f\x1d and\n:100644 decoys");
  const [second, first, ...rest] = await commitsOf(scratch.folder);
  assert.deepEqual(rest, []);
  assert.equal(second?.sha, sha);
  assert.equal(second.message, "Second\n\nwith \x1e\x1f\x1d and\n:100644 decoys\n");
  assert.deepEqual(second.paths, [":odd", "a.ts", "sub/ü.ts"]);
  assert.equal(second.statuses, "DMA");
  assert.deepEqual(second.parents, [first?.sha]);
  assert.deepEqual(first?.parents, []);
  assert.equal(first.statuses, "AA");
  assert.equal(first.time, Number(await scratch.git("log", "-1", "--format=%ct", "HEAD~1")));
});

Deno.test("a bare repository and a git directory are read as well", async () => {
  await using scratch = await Scratch.make();
  await scratch.init();
  await scratch.git("clone", "--quiet", "--bare", ".", "bare.git");
  for (const folder of [scratch.path(".git"), scratch.path("bare.git")]) {
    assert.equal((await commitsOf(folder)).length, 1, folder);
  }
});

Deno.test("a merge has paths only where first parents are followed", async () => {
  await using scratch = await Scratch.make();
  await scratch.init();
  await scratch.git("checkout", "--quiet", "-b", "side");
  await scratch.write({ "side.ts": "1" });
  await scratch.commit("Side");
  await scratch.git("checkout", "--quiet", "main");
  await scratch.git("merge", "--quiet", "--no-ff", "--message", "Merge side", "side");
  const all = await commitsOf(scratch.folder);
  assert.equal(all.length, 3);
  assert.deepEqual(all.find(({ parents }) => parents.length === 2)?.paths, []);
  const [merge, first, ...rest] = await commitsOf(scratch.folder, { firstParent: true });
  assert.deepEqual(merge?.paths, ["side.ts"]);
  assert.deepEqual([first?.message, rest.length], ["First\n", 0]);
});

Deno.test("paths are literal, and a range by date is git's", async () => {
  await using scratch = await Scratch.make();
  await scratch.init({ "a*": "1", "ab": "1" });
  await scratch.write({ "ab": "2" });
  await scratch.commit("Second");
  assert.equal((await commitsOf(scratch.folder, { paths: ["a*"] })).length, 1);
  assert.equal((await commitsOf(scratch.folder, { until: "2001-01-01T00:00:00Z" })).length, 0);
});

Deno.test("the repository's own settings do not change what is read", async () => {
  await using scratch = await Scratch.make();
  await scratch.init({ "a.ts": "1\n2\n3\n", "sub/x": "1" });
  await scratch.git("mv", "a.ts", "b.ts");
  await scratch.commit("Move");
  for (
    const [key, value] of [
      ["log.showRoot", "false"],
      ["diff.renames", "true"],
      ["diff.relative", "true"],
      ["color.ui", "always"],
      ["diff.orderFile", "/dev/nonexistent"],
      ["log.showSignature", "true"],
      ["format.pretty", "oneline"],
      ["i18n.logOutputEncoding", "UTF-16"],
      ["log.diffMerges", "combined"],
    ] as const
  ) await scratch.git("config", key, value);
  const [move, first] = await commitsOf(scratch.path("sub"));
  assert.deepEqual(move?.paths, ["a.ts", "b.ts"]);
  assert.deepEqual(first?.paths, ["a.ts", "sub/x"]);
});

Deno.test("a message in another encoding is text, and bytes that are none are replaced", async () => {
  await using scratch = await Scratch.make();
  await scratch.init();
  const tree = await scratch.git("rev-parse", "HEAD^{tree}");
  const make = async (header: string, message: number[]): Promise<void> => {
    const who = "A <a@example.invalid> 1700000000 +0000";
    const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n${header}\n`;
    const raw = new Uint8Array([...new TextEncoder().encode(text), ...message]);
    await scratch.write({ raw });
    const sha = await scratch.git("hash-object", "-t", "commit", "-w", "raw");
    await scratch.git("update-ref", "refs/heads/main", sha);
  };
  await make("encoding ISO-8859-1\n", [0x66, 0xfc, 0x72]);
  assert.equal((await commitsOf(scratch.folder))[0]?.message.trim(), "für");
  await make("", [0x66, 0xfc, 0x72]);
  assert.equal((await commitsOf(scratch.folder))[0]?.message.trim(), "f\ufffdr");
});

Deno.test("of a message of 100 MB the beginning is kept", async () => {
  await using scratch = await Scratch.make();
  await scratch.git("init", "--quiet", "--initial-branch=main");
  const size = 100_000_000;
  const head = new TextEncoder().encode(
    `commit refs/heads/main\ncommitter A <a@example.invalid> 1700000000 +0000\ndata ${size}\nBig `,
  );
  const stream = new Uint8Array(head.length + size - 4 + 1).fill(120);
  stream.set(head);
  stream[stream.length - 1] = 10;
  const made = await run("git", ["fast-import", "--quiet"], { cwd: scratch.folder, stdin: stream });
  assert.equal(made.code, 0, made.stderr);
  await scratch.git("commit", "--quiet", "--allow-empty", "--message", "Next");
  const [next, big] = await commitsOf(scratch.folder);
  assert.equal(next?.message, "Next\n");
  assert.equal(big?.message.length, MAX_TEXT);
  assert.ok(big.message.startsWith("Big xxx"));
});

Deno.test("an empty repository has no commits, a shallow one says so", async () => {
  await using scratch = await Scratch.make();
  await scratch.git("init", "--quiet");
  assert.equal(await hasCommits(await openRepository(scratch.folder)), false);
  await scratch.commit("One");
  await scratch.commit("Two");
  assert.equal(await hasCommits(await openRepository(scratch.folder)), true);
  assert.equal(await isShallow(await openRepository(scratch.folder)), false);
  await scratch.git("clone", "--quiet", "--depth=1", `file://${scratch.folder}`, "shallow");
  assert.equal(await isShallow(await openRepository(scratch.path("shallow"))), true);
});

Deno.test("an object that is missing is an error that says so", async () => {
  await using scratch = await Scratch.make();
  await scratch.init();
  const first = await scratch.git("rev-parse", "HEAD");
  await scratch.commit("Second");
  await Deno.remove(scratch.path(`.git/objects/${first.slice(0, 2)}/${first.slice(2)}`));
  await assert.rejects(() => commitsOf(scratch.folder), {
    name: "GitError",
    message: new RegExp(`Cannot read the whole history: [^]*${first}`),
  });
});

Deno.test("a kept history has the same paths, and of messages what later questions need", async () => {
  await using scratch = await Scratch.make();
  await scratch.init({ "a.ts": "1", "b.ts": "1" });
  await scratch.write({ "b.ts": "2" });
  await scratch.commit("Second\n\nA long story.");
  await scratch.commit("Third\n\nThis reverts commit deadbeef.");
  const { commits, names } = await readHistory(await openRepository(scratch.folder));
  assert.deepEqual(commits.map(({ message }) => message.trimEnd()), [
    "Third\n\nThis reverts commit deadbeef.",
    "Second",
    "First",
  ]);
  assert.deepEqual(commits.map(({ paths }) => paths.map((path) => names[path])), [
    [],
    ["b.ts"],
    ["a.ts", "b.ts"],
  ]);
  assert.deepEqual(commits.map(({ parents }) => parents.length), [1, 1, 0]);
});

Deno.test("a log reads the same however it is cut into pieces", () => {
  const sha = (n: number) => String(n).repeat(40);
  const raw = `:100644 100644 ${sha(1)} ${sha(2)} M\0`;
  const log = new TextEncoder().encode(
    `${sha(1)}\0${sha(2)}\x00100\0Über\n\0\n${raw}a/ö\0${raw}:b\0` +
      `${sha(2)}\0\x0099\0\0${sha(3)}\0${sha(4)} ${sha(5)}\x0098\0x\0`,
  );
  const whole = new LogParser();
  const expected = [...whole.push(log), whole.end()];
  assert.deepEqual(expected.map((commit) => commit?.paths.length), [2, 0, 0]);
  fc.assert(fc.property(fc.array(fc.nat(log.length)), (cuts) => {
    const parser = new LogParser();
    const places = [0, ...cuts.sort((a, b) => a - b), log.length];
    const commits = places.flatMap((from, n) =>
      parser.push(log.slice(from, places[n + 1] ?? from))
    );
    assert.deepEqual([...commits, parser.end()], expected);
  }));
  assert.throws(() => new LogParser().push(new TextEncoder().encode("nonsense\0")), {
    name: "LogSyntaxError",
  });
});
