import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Commit,
  hasCommits,
  isShallow,
  readCommits,
} from "../../../experiments/history/commits.ts";
import { readHistory } from "../../../experiments/history/history.ts";
import {
  LogParser,
  MAX_PATHS,
  MAX_TAIL,
  MAX_TEXT,
} from "../../../experiments/history/log_parser.ts";
import { openRepository } from "../../../lib/git/run.ts";
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

Deno.test("what a merge is compared with is not for the configuration to say", async () => {
  await using scratch = await Scratch.make();
  await using outside = await Scratch.make();
  const canary = outside.path("canary");
  await scratch.init({ "a.ts": "1\n", ".gitattributes": "*.ts merge=evil\n" });
  await scratch.git("checkout", "--quiet", "-b", "side");
  await scratch.write({ "a.ts": "2\n" });
  await scratch.commit("Side");
  await scratch.git("checkout", "--quiet", "main");
  await scratch.write({ "a.ts": "3\n" });
  await scratch.commit("Main");
  await scratch.git("merge", "--quiet", "--strategy=ours", "--no-commit", "side");
  await scratch.write({ "a.ts": "4\n" });
  await scratch.commit("Merge side");
  await scratch.git("config", "merge.evil.driver", `touch '${canary}'; exit 0`);
  for (const way of ["remerge", "combined", "dense-combined", "separate", "off"]) {
    await scratch.git("config", "log.diffMerges", way);
    const [merge, main, first] = await commitsOf(scratch.folder, { firstParent: true });
    assert.deepEqual([merge?.paths, merge?.statuses], [["a.ts"], "M"], way);
    assert.deepEqual([main?.message, first?.message], ["Main\n", "First\n"], way);
    assert.deepEqual((await commitsOf(scratch.folder))[0]?.paths, [], way);
    // Nor for who forgets to say it.
    await (await openRepository(scratch.folder)).run("log", "-m", "--raw");
    await assert.rejects(Deno.lstat(canary), Deno.errors.NotFound, way);
  }
  await scratch.git("config", "log.diffMerges", "remerge");
  await scratch.git("log", "--first-parent", "-m", "--raw");
  await Deno.lstat(canary); // The trap is real: plain git springs it.
});

Deno.test("a file's earlier names are not followed, whatever the configuration says", async () => {
  await using scratch = await Scratch.make();
  await scratch.init({ "a.ts": "1\n2\n3\n" });
  await scratch.git("mv", "a.ts", "b.ts");
  await scratch.commit("Move");
  await scratch.git("config", "log.follow", "true");
  const messages = (await commitsOf(scratch.folder, { paths: ["b.ts"] })).map((c) => c.message);
  assert.deepEqual(messages, ["Move\n"]);
  // The trap is real.
  assert.equal((await scratch.git("log", "--format=%s", "--", "b.ts")).trim(), "Move\nFirst");
});

Deno.test("the history is the one that was committed, without replacements and grafts", async () => {
  await using scratch = await Scratch.make();
  await scratch.init();
  const first = await scratch.git("rev-parse", "HEAD");
  const second = await scratch.commit("Second");
  const third = await scratch.commit("Third");
  const subjects = async () =>
    (await commitsOf(scratch.folder)).map(({ message }) => message.trim());
  const real = ["Third", "Second", "First"];
  await scratch.git("replace", third, first);
  assert.equal(await scratch.git("log", "--format=%s"), "First");
  assert.deepEqual(await subjects(), real);
  await scratch.git("replace", "--delete", third);
  await scratch.write({ ".git/info/grafts": `${second}\n` });
  assert.equal(await scratch.git("log", "--format=%s"), "Third\nSecond");
  assert.deepEqual(await subjects(), real);
  const { stderr } = await (await openRepository(scratch.folder)).run("log");
  assert.equal(stderr, "");
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

Deno.test("of a message of 100 MB the beginning and the last lines are kept", async () => {
  await using scratch = await Scratch.make();
  await scratch.git("init", "--quiet", "--initial-branch=main");
  const size = 100_000_000;
  const head = new TextEncoder().encode(
    `commit refs/heads/main\ncommitter A <a@example.invalid> 1700000000 +0000\ndata ${size}\nBig `,
  );
  const stream = new Uint8Array(head.length + size - 4 + 1).fill(120);
  stream.set(head);
  const end = "\n\nFixes: deadbeef\n";
  stream.set(new TextEncoder().encode(end), stream.length - end.length);
  const made = await run("git", ["fast-import", "--quiet"], { cwd: scratch.folder, stdin: stream });
  assert.equal(made.code, 0, made.stderr);
  await scratch.git("commit", "--quiet", "--allow-empty", "--message", "Next");
  const [next, big] = await commitsOf(scratch.folder);
  assert.equal(next?.message, "Next\n");
  assert.ok(big?.message.startsWith("Big xxx"));
  assert.equal(big?.message.slice(MAX_TEXT).trimEnd(), "\n\nFixes: deadbeef");
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

Deno.test("a newest commit that is missing or damaged is an error, not an empty history", async () => {
  await using scratch = await Scratch.make();
  await scratch.init();
  const sha = await scratch.git("rev-parse", "HEAD");
  await Deno.remove(scratch.path(`.git/objects/${sha.slice(0, 2)}/${sha.slice(2)}`));
  const repository = await openRepository(scratch.folder);
  const missing = { name: "GitError", message: new RegExp(`newest commit "${sha}"`) };
  await assert.rejects(() => hasCommits(repository), missing);
  for (const nonsense of ["nonsense\n", ""]) {
    await scratch.write({ ".git/refs/heads/main": nonsense });
    const broken = { name: "GitError", message: /the branch that HEAD names is damaged/ };
    await assert.rejects(() => hasCommits(repository), broken);
  }
  await scratch.git("symbolic-ref", "HEAD", "refs/heads/unborn");
  assert.equal(await hasCommits(repository), false);
});

Deno.test("a commit with more paths than are kept says how many, and the history counts it", async () => {
  const sha = "1".repeat(40);
  const change = `:100644 100644 ${sha} ${sha} M\0a\0`;
  const parser = new LogParser();
  parser.push(new TextEncoder().encode(`${sha}\0\x001\0x\0\n${change.repeat(MAX_PATHS)}`));
  assert.deepEqual(parser.push(new TextEncoder().encode(change.repeat(2))), []);
  const [crowded] = parser.push(new TextEncoder().encode(`${sha}\0\x001\0x\0`));
  assert.deepEqual([crowded?.paths.length, crowded?.morePaths], [MAX_PATHS, 2]);
  assert.equal(parser.end()?.morePaths, 0);

  await using scratch = await Scratch.make();
  await scratch.git("init", "--quiet", "--initial-branch=main");
  const paths = Array.from({ length: MAX_PATHS + 1 }, (_, n) => `M 100644 :1 ${n % 400}/${n}\n`);
  const head = "commit refs/heads/main\ncommitter A <a@example.invalid> 1700000000 +0000\n";
  const stdin = new TextEncoder().encode(
    `blob\nmark :1\ndata 1\nx\n${head}data 3\none\n${paths.join("")}${head}data 3\ntwo\n`,
  );
  const made = await run("git", ["fast-import", "--quiet"], { cwd: scratch.folder, stdin });
  assert.equal(made.code, 0, made.stderr);
  const { commits, crowded: many } = await readHistory(await openRepository(scratch.folder));
  assert.deepEqual([many, commits.map((commit) => commit.paths.length)], [1, [0, MAX_PATHS]]);
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
    name: "GitError",
  });
});

Deno.test("a long message reads the same however it is cut into pieces", () => {
  const sha = "1".repeat(40);
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}`).join("\n");
  const short = "x".repeat(MAX_TEXT + 1);
  const log = new TextEncoder().encode(
    `${sha}\0\x001\0${lines}\nLast\0${sha}\0\x001\0${short}\0`,
  );
  const read = (cuts: number[]) => {
    const parser = new LogParser();
    const places = [0, ...cuts.sort((a, b) => a - b), log.length];
    const commits = places.flatMap((from, n) =>
      parser.push(log.slice(from, places[n + 1] ?? from))
    );
    assert.ok(parser.end()?.message === short, "what follows is whole");
    return commits[0]?.message ?? "";
  };
  const whole = read([]);
  assert.ok(whole.startsWith(lines.slice(0, MAX_TEXT)));
  assert.ok(whole.endsWith("\nline 19999\nLast"));
  assert.ok(whole.length > MAX_TEXT + MAX_TAIL - 20 && whole.length <= MAX_TEXT + MAX_TAIL);
  fc.assert(fc.property(fc.array(fc.nat(log.length)), (cuts) => read(cuts) === whole));
});
