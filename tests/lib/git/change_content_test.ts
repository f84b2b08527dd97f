import assert from "node:assert/strict";
import type { Change } from "../../../lib/git/change.ts";
import { Repository } from "../../../lib/git/run.ts";
import { chooseFiles, reviewBudget } from "../../../review/budget.ts";
import {
  type FullChange,
  MAX_AGAIN,
  readContent,
  readFullChange,
} from "../../../lib/git/change_content.ts";
import { floorIssues } from "../../../review/floor/floor.ts";
import { Scratch } from "../../support/repository.ts";

const NOTHING: Change = {
  ...{ head: null, branch: null, base: null, incomplete: false },
  ...{ paths: [], untracked: new Set() },
};

/** The change since a commit, as a review reads it. */
async function readSince(scratch: Scratch, base: string | null): Promise<FullChange> {
  const range = { named: null, recorded: base, dirty: {}, ignored: [".mosaic"] };
  const notes = { error: (text: string) => assert.fail(text), step: () => {} };
  return await readFullChange(new Repository(scratch.folder), range, notes);
}

const summary = ({ files }: FullChange): unknown[] =>
  files.map((file) => [file.path, file.change, file.added, file.removed, file.skipped]);

const addedText = ({ files }: FullChange): string =>
  files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines))
    .filter(({ kind }) => kind === "added").map(({ text, line }) => `${line}:${text}`).join("\n");

Deno.test("a change is what was committed, staged, edited and not tracked yet", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "kept.ts": "1\n2\n3\n", "gone.ts": "x\n", "same.ts": "s\n" });
  const base = await repo.git("rev-parse", "HEAD");
  await repo.write({ "committed.ts": "c\n" });
  await repo.commit("Second");
  await repo.write({ "staged.ts": "s\n" });
  await repo.git("add", "staged.ts");
  await repo.write({
    "kept.ts": "1\ntwo\n3\n",
    "sub/new.ts": "n1\r\nn2",
    ".mosaic/own.json": "{}",
  });
  await Deno.remove(repo.path("gone.ts"));

  const change = await readSince(repo, base);
  assert.deepEqual(summary(change), [
    ["committed.ts", "added", 1, 0, null],
    ["gone.ts", "deleted", 0, 1, null],
    ["kept.ts", "modified", 1, 1, null],
    ["staged.ts", "added", 1, 0, null],
    ["sub/new.ts", "added", 2, 0, null],
  ]);
  assert.equal(addedText(change), "1:c\n2:two\n1:s\n1:n1\n2:n2");
  assert.equal(change.head, await repo.git("rev-parse", "HEAD"));
  assert.equal(change.base, base);
});

Deno.test("a repository without a commit is read from nothing", async () => {
  await using repo = await Scratch.make();
  await repo.git("init", "--quiet");
  await repo.write({ "staged.ts": "s\n", "new.ts": "n\n" });
  await repo.git("add", "staged.ts");
  const change = await readSince(repo, null);
  assert.deepEqual(summary(change), [
    ["new.ts", "added", 1, 0, null],
    ["staged.ts", "added", 1, 0, null],
  ]);
  assert.deepEqual([change.head, change.base], [null, null]);
});

Deno.test("the hash stays when a change is staged and committed, and follows every byte", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "a.ts": "1\n", "pic.bin": "\0one" });
  const base = await repo.git("rev-parse", "HEAD");
  await repo.write({
    "a.ts": "2\n",
    "new.ts": "n\n",
    "new.bin": "\0x",
    "big.txt": "x".repeat(2e5),
  });
  const seen = [await readSince(repo, base)];
  await repo.git("add", "new.ts");
  seen.push(await readSince(repo, base));
  await repo.commit("Second");
  seen.push(await readSince(repo, base));
  assert.equal(new Set(seen.map((change) => change.hash)).size, 1);

  const hashes = [seen[0]!.hash];
  const edits: Record<string, string>[] = [
    { "a.ts": "3\n" },
    { "new.bin": "\0y" },
    { "pic.bin": "\0two" },
    { "big.txt": `${"x".repeat(2e5 - 1)}y` },
    { "untracked.bin": "\0" },
    { "untracked.bin": "\x01" },
  ];
  for (const edit of edits) {
    await repo.write(edit);
    hashes.push((await readSince(repo, base)).hash);
  }
  await Deno.chmod(repo.path("a.ts"), 0o755);
  hashes.push((await readSince(repo, base)).hash);
  assert.equal(new Set(hashes).size, hashes.length);
});

Deno.test("what is large, binary, generated or no plain file is listed and not read", async () => {
  await using outside = await Scratch.make();
  await outside.write({ "secret.txt": "outside\n" });
  await using repo = await Scratch.make();
  await repo.init({ "big.ts": `${"line\n".repeat(30_000)}`, "real.bin": "\0\x01" });
  const base = await repo.git("rev-parse", "HEAD");
  await repo.write({
    "big.ts": `${"line\n".repeat(30_000)}one more\n`,
    "new_big.ts": "line\n".repeat(30_000),
    "real.bin": "\0\x02",
    "new.bin": "a\0b",
    "deno.lock": "{}\n",
    "empty.ts": "",
  });
  await Deno.symlink(outside.path("secret.txt"), repo.path("link.txt"));
  await Deno.symlink(outside.folder, repo.path("link_folder"));
  const change = await readSince(repo, base);
  assert.deepEqual(summary(change), [
    ["big.ts", "modified", 1, 0, "too large"],
    ["deno.lock", "added", 1, 0, "generated"],
    ["empty.ts", "added", 0, 0, null],
    ["link.txt", "added", 0, 0, "unreadable"],
    ["link_folder", "added", 0, 0, "unreadable"],
    ["new.bin", "added", 1, 0, "binary"],
    ["new_big.ts", "added", 30_000, 0, "too large"],
    ["real.bin", "modified", 0, 0, "binary"],
  ]);
  const read = change.files.filter((file) => file.hunks.length > 0).map((file) => file.path);
  assert.deepEqual(read, ["big.ts", "new_big.ts"]);
});

Deno.test("what is too large to be sent is checked all the same, hidden by an attribute or not", async () => {
  await using repo = await Scratch.make();
  const long = "const x = 1;\n".repeat(10_000);
  await repo.init({ "big.ts": long, "hidden.ts": long, ".gitattributes": "hidden.ts -diff\n" });
  const base = await repo.git("rev-parse", "HEAD");
  const bad = "const value = eval(text);\n";
  await repo.write({ "big.ts": long + bad, "hidden.ts": long + bad, "new_big.ts": bad + long });
  const { files } = await readSince(repo, base);
  assert.deepEqual(files.map((file) => [file.path, file.skipped]), [
    ["big.ts", "too large"],
    ["hidden.ts", "too large"],
    ["new_big.ts", "too large"],
  ]);
  const found = floorIssues(files).filter((issue) => issue.category === "SECURITY");
  assert.deepEqual(found.map((issue) => [issue.file, issue.line]), [
    ["big.ts", 10_001],
    ["hidden.ts", 10_001],
    ["new_big.ts", 1],
  ]);
  assert.deepEqual(chooseFiles(files, reviewBudget("deep")).sent, []);
});

Deno.test("an attribute hides no text however many files it is set for, up to a bound that is told", async () => {
  await using repo = await Scratch.make();
  const written = (count: number, text: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.ts`, text]));
  await repo.init({ ...written(MAX_AGAIN + 1, "1\n"), ".gitattributes": "* -diff\n" });
  const base = await repo.git("rev-parse", "HEAD");
  await repo.write(written(MAX_AGAIN, "2\n"));
  const all = await readSince(repo, base);
  assert.ok(all.files.every((file) => file.skipped === null && file.hunks.length === 1));
  assert.deepEqual([all.files.length, all.incomplete], [MAX_AGAIN, false]);
  await repo.write({ [`${MAX_AGAIN}.ts`]: "2\n" });
  const more = await readSince(repo, base);
  assert.equal(more.files.filter((file) => file.skipped === "binary").length, 1);
  assert.equal(more.incomplete, true);
});

Deno.test("a folder that became a link since git looked is not followed", async () => {
  await using outside = await Scratch.make();
  await outside.write({ "x.ts": "outside\n" });
  await using repo = await Scratch.make();
  await repo.init();
  await Deno.symlink(outside.folder, repo.path("folder"));
  const paths = ["folder/x.ts", "gone.ts", "../escape.ts"];
  const change = await readContent(new Repository(repo.folder), {
    ...NOTHING,
    base: await repo.git("rev-parse", "HEAD"),
    paths,
    untracked: new Set(paths),
  });
  assert.deepEqual(change.files.map((file) => [file.path, file.skipped]), [
    ["../escape.ts", "unreadable"],
    ["folder/x.ts", "unreadable"],
    ["gone.ts", "unreadable"],
  ]);
});

Deno.test("a name that tries to be a command or a header is a name", async () => {
  await using repo = await Scratch.make();
  const names = [
    "$(touch PWNED).ts",
    "`touch PWNED`.ts",
    "-flag.ts",
    ":(exclude)*.ts",
    "a b/c d.ts",
    'quote".ts',
    "tab\t.ts",
    "new\nline.ts",
    "ünï.ts",
    "x b/x",
  ];
  await repo.init(Object.fromEntries(names.map((name) => [name, "old\n"])));
  await repo.write({ ".gitattributes": "* -diff\n" });
  await repo.write(Object.fromEntries(names.map((name) => [name, `${name.length}\n`])));
  const change = await readSince(repo, await repo.git("rev-parse", "HEAD"));
  const others = change.files.filter((file) => file.path !== ".gitattributes");
  assert.deepEqual(others.map((file) => file.path), names.toSorted());
  for (const file of others) {
    assert.deepEqual([file.skipped, file.added, file.removed], [null, 1, 1], file.path);
    assert.equal(file.hunks[0]?.lines.at(-1)?.text, String(file.path.length));
  }
  await assert.rejects(Deno.lstat(repo.path("PWNED")), Deno.errors.NotFound);
});

Deno.test("a name that is not UTF-8 is shown and its content is read", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const blob = await repo.git("hash-object", "-w", "README.md");
  // Neither Deno nor an argument can say such a name, but git's own input can.
  const child = new Deno.Command("git", {
    args: ["update-index", "--add", "-z", "--index-info"],
    cwd: repo.folder,
    stdin: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const entry = new TextEncoder().encode(`100644 ${blob}\tx.ts\0`);
  entry[entry.length - 5] = 0xff;
  await writer.write(entry);
  await writer.close();
  assert.equal((await child.status).code, 0);
  const base = await repo.git("rev-parse", "HEAD");
  await repo.git("commit", "--quiet", "--message", "Odd name");
  await repo.git("update-index", "--skip-worktree", "--", "README.md");
  const change = await readSince(repo, base);
  // It is not on disk, so from the base to the working tree nothing changed there.
  assert.deepEqual(summary(change), []);
  const gone = await readSince(repo, await repo.git("rev-parse", "HEAD"));
  assert.deepEqual(summary(gone), [["\\xff.ts", "deleted", 0, 1, null]]);
});

Deno.test("no configuration or attribute of a repository changes or hides what is read", async () => {
  await using outside = await Scratch.make();
  const canary = outside.path("canary");
  await using repo = await Scratch.make();
  await repo.init({
    "a.ts": "1\n\n3\n",
    ".gitattributes": "* diff=evil\n*.ts -diff\n*.js binary\n",
  });
  const base = await repo.git("rev-parse", "HEAD");
  await repo.write({ "a.ts": "1\n\n3\nfour\n", "b.js": "five\n" });
  await repo.git("add", "b.js");
  await repo.write({ "order": "b.js\na.ts\n" });
  const plain = await readSince(repo, base);
  for (
    const [key, value] of Object.entries({
      "diff.noprefix": "true",
      "diff.mnemonicPrefix": "true",
      "diff.srcPrefix": "evil/",
      "diff.context": "0",
      "diff.interHunkContext": "9",
      "diff.renames": "copies",
      "diff.relative": "true",
      "diff.submodule": "log",
      "diff.suppressBlankEmpty": "true",
      "diff.wordRegex": ".",
      "diff.colorMoved": "zebra",
      "diff.orderFile": "order",
      "diff.external": `touch ${canary}`,
      "diff.evil.command": `touch ${canary}`,
      "diff.evil.textconv": `touch ${canary}`,
      "diff.evil.binary": "true",
      "color.ui": "always",
      "color.diff": "always",
      "core.quotePath": "true",
      "core.abbrev": "4",
      "core.pager": `touch ${canary}`,
    })
  ) await repo.git("config", key, value);
  const configured = await readSince(repo, base);
  assert.deepEqual(configured, plain);
  assert.equal(addedText(plain), "4:four\n1:five\n1:b.js\n2:a.ts");
  await assert.rejects(Deno.lstat(canary), Deno.errors.NotFound);
});

Deno.test("a base that git does not know is an error that says so", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "a.ts": "1\n" });
  await assert.rejects(
    readContent(new Repository(repo.folder), {
      ...NOTHING,
      base: "0".repeat(39) + "1",
      paths: ["a.ts"],
    }),
    { name: "GitError", message: /^Cannot read the change: fatal: bad object/ },
  );
});

Deno.test("a diff of 200 MB is counted in bounded memory", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "huge.txt": "old\n", "small.ts": "1\n" });
  const base = await repo.git("rev-parse", "HEAD");
  const piece = new TextEncoder().encode(`${"0123456789".repeat(10)}\n`.repeat(10_000));
  using file = await Deno.open(repo.path("huge.txt"), { write: true, truncate: true });
  for (let n = 0; n < 200; n++) await file.write(piece);
  await repo.write({ "small.ts": "2\n" });
  const before = Deno.memoryUsage().heapUsed;
  const change = await readSince(repo, base);
  assert.deepEqual(summary(change), [
    ["huge.txt", "modified", 2_000_000, 1, "too large"],
    ["small.ts", "modified", 1, 1, null],
  ]);
  assert.ok(Deno.memoryUsage().heapUsed - before < 64 * 1024 * 1024);
});

Deno.test("the hash of a change is the one that records on disk are joined by", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "a.ts": "1\n", "gone.ts": "x\n", "bin.png": "\0a" });
  const base = await repo.git("rev-parse", "HEAD");
  await repo.write({ "a.ts": "2\n", "bin.png": "\0b", "sub/new.ts": "n\n" });
  await Deno.remove(repo.path("gone.ts"));
  assert.equal(
    (await readSince(repo, base)).hash,
    "221e0d8f4020119b781726ce4cfdcd2b2cb04cf654b18d81577df90d92b19a85",
  );
});
