import assert from "node:assert/strict";
import { deno, type Ran, run, type Start, taskCommand } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

/** The script as its task runs it, with the task's own permissions. */
async function risk(args: string[], start: Start = {}): Promise<Ran> {
  return await deno([...await taskCommand("risk"), ...args], start);
}

async function riskJson(folder: string, ...args: string[]) {
  const { code, stdout, stderr } = await risk(["--repo", folder, "--json", ...args]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

Deno.test("risk counts committed, staged, unstaged and untracked work since the base", async () => {
  await using repo = await Scratch.make();
  await repo.init({ "a.ts": "1\n", "b.ts": "1\n", "c.ts": "1\n" });
  const base = await repo.git("rev-parse", "HEAD");
  await repo.write({ "a.ts": "2\n" });
  await repo.commit("Committed");
  await repo.write({ "b.ts": "1\n2\n", "c.ts": "", "new/login.ts": "1\n2\n3" });
  await repo.git("add", "b.ts");

  const report = await riskJson(repo.folder, "--base", base);
  assert.deepEqual(
    report.files.map((file: { path: string }) => file.path),
    ["a.ts", "b.ts", "c.ts", "new/login.ts"],
  );
  assert.deepEqual([report.insertions, report.deletions], [1 + 1 + 0 + 3, 1 + 0 + 1]);
  assert.equal(report.base, base);
  assert.equal(report.verdict.surface, "auth");

  const sinceHead = await riskJson(repo.folder);
  assert.equal(sinceHead.files.length, 3);
});

Deno.test("risk counts from where the branch left the base, not from the base's own new work", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await repo.git("switch", "--quiet", "--create", "work");
  await repo.write({ "mine.ts": "1\n" });
  await repo.commit("Mine");
  await repo.git("switch", "--quiet", "main");
  await repo.write({ "src/auth.ts": "theirs\n" });
  await repo.commit("Theirs");
  await repo.git("switch", "--quiet", "work");

  const report = await riskJson(repo.folder, "--base", "main");
  assert.deepEqual(report.files.map((file: { path: string }) => file.path), ["mine.ts"]);
});

Deno.test("risk names both paths of a rename and counts only the lines that changed", async () => {
  await using repo = await Scratch.make();
  const text = Array.from({ length: 500 }, (_, n) => `line ${n}\n`).join("");
  await repo.init({ "src/auth.ts": text });
  await repo.git("mv", "src/auth.ts", "src/plain.ts");

  const report = await riskJson(repo.folder);
  assert.deepEqual(
    report.files.map((file: { path: string; surface: string }) => [file.path, file.surface]),
    [["src/auth.ts", "auth"], ["src/plain.ts", "none"]],
  );
  assert.deepEqual([report.insertions, report.deletions], [0, 0]);
});

Deno.test("risk leaves the lines of lock files, generated and binary files out of the size", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const long = "line\n".repeat(5000);
  await repo.write({
    "go.sum": long,
    "api.pb.go": long,
    "dist/bundle.js": long,
    "picture.bin": new Uint8Array(5000),
    "huge.txt": "line\n".repeat(300_000),
    "main.go": "1\n",
  });
  const report = await riskJson(repo.folder);
  assert.equal(report.files.length, 6);
  assert.deepEqual([report.insertions, report.deletions], [1, 0]);
  assert.equal(report.verdict.surface, "build");
});

Deno.test("risk keeps file names with newlines, quotes, tabs, pipes and broken UTF-8 apart", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await repo.write({ 'a\n"b\t|c.ts': "1\n", "ünï.ts": "1\n" });
  // Deno's own calls take text: a name that is none can only be made by another program.
  await run("sh", ["-c", "echo 1 > \"$(printf 'b\\377d.ts')\""], { cwd: repo.folder });
  const table = await risk(["--repo", repo.folder]);
  assert.equal(table.code, 0);
  assert.match(table.stdout, /a\\u000a"b\\u0009\\\|c\.ts/);
  const report = await riskJson(repo.folder);
  assert.deepEqual(
    report.files.map((file: { path: string }) => file.path),
    ['a\n"b\t|c.ts', "b\\xffd.ts", "ünï.ts"],
  );
});

Deno.test("risk works in a repository without commits, in a subfolder, and ignores .mosaic/", async () => {
  await using repo = await Scratch.make();
  await repo.git("init", "--quiet");
  await repo.write({ "deep/er/session.ts": "1\n", ".mosaic/config.json": "{}" });
  const report = await riskJson(repo.path("deep/er"));
  assert.deepEqual(report.files.map((file: { path: string }) => file.path), ["deep/er/session.ts"]);
});

Deno.test("risk --stdin takes lines or NUL-ended paths, and asks no repository", async () => {
  for (const stdin of ["src/auth.ts\r\n\ndocs/a.md\nsrc/auth.ts\n", "docs/a.md\0src/auth.ts\0"]) {
    const { code, stdout } = await risk(["--stdin", "--json"], { stdin });
    assert.equal(code, 0);
    const report = JSON.parse(stdout);
    assert.deepEqual(
      report.files.map((file: { path: string }) => file.path),
      ["docs/a.md", "src/auth.ts"],
    );
    assert.deepEqual([report.base, report.insertions], [null, null]);
  }
});

Deno.test("risk --exit-code exits 3 when a review is needed and 0 otherwise", async () => {
  const exits = async (stdin: string, ...args: string[]): Promise<number> =>
    (await risk(["--stdin", ...args], { stdin })).code;
  assert.equal(await exits("src/auth.ts", "--exit-code"), 3);
  assert.equal(await exits("src/auth.ts"), 0);
  assert.equal(await exits("README.md", "--exit-code"), 0);
  assert.equal(await exits("README.md", "--exit-code", "--threshold", "0.1"), 3);
  assert.equal(await exits("README.md", "--", "--exit-code"), 2, "-- only counts in front");
});

Deno.test("risk accepts the -- that deno task hands on", async () => {
  const { code } = await risk(["--", "--stdin", "--exit-code"], { stdin: "src/auth.ts" });
  assert.equal(code, 3);
});

Deno.test("risk names what is wrong with the command line and exits 2", async () => {
  for (
    const [args, message] of [
      [["--bogus"], /--bogus/],
      [["extra"], /"extra"/],
      [["--threshold", "1.5"], /--threshold must be a number from 0 to 1, got "1.5"/],
      [["--threshold", ""], /got ""/],
      [["--base"], /--base/],
      [["--stdin", "--base", "main"], /--stdin/],
    ] as const
  ) {
    const { code, stdout, stderr } = await risk([...args]);
    assert.deepEqual([code, stdout], [2, ""], String(args));
    assert.match(stderr, message);
  }
});

Deno.test("risk says which folder is no repository and which base is no commit, and exits 1", async () => {
  await using scratch = await Scratch.make();
  const outside = await risk(["--repo", scratch.folder]);
  assert.equal(outside.code, 1);
  assert.ok(outside.stderr.includes(`"${scratch.folder}"`), outside.stderr);
  const missing = await risk(["--repo", scratch.path("nowhere")]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /nowhere/);
  await scratch.init();
  for (const base of ["nope", "--output=/tmp/x", "HEAD:README.md"]) {
    const { code, stderr } = await risk(["--repo", scratch.folder, `--base=${base}`]);
    assert.equal(code, 1);
    assert.ok(stderr.includes(`"${base}"`), stderr);
  }
});

Deno.test("risk --help tells the options and the exit codes", async () => {
  const { code, stdout } = await risk(["--help"]);
  assert.equal(code, 0);
  for (const option of ["--repo", "--base", "--stdin", "--threshold", "--json", "--exit-code"]) {
    assert.ok(stdout.includes(option), option);
  }
});
