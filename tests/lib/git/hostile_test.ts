import assert from "node:assert/strict";
import { reportOnRepository } from "../../../report/risk.ts";
import { run } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";

/** A repository whose configuration names programs wherever git would run one while looking. */
async function makeHostile(repo: Scratch, canary: string): Promise<void> {
  await repo.init({ "a.txt": "1\n", ".gitattributes": "*.txt filter=evil diff=evil\n" });
  const file = `${repo.folder}/.git/evil.sh`;
  await Deno.writeTextFile(file, `#!/bin/sh\ntouch '${canary}'\ncat\n`);
  await Deno.chmod(file, 0o755);
  const script = `'${file}'`;
  await Deno.mkdir(`${repo.folder}/.git/evil-hooks`);
  for (const hook of ["post-index-change", "fsmonitor-watchman", "post-checkout"]) {
    await Deno.copyFile(file, `${repo.folder}/.git/evil-hooks/${hook}`);
  }
  const settings = {
    "core.fsmonitor": script,
    "core.hooksPath": `${repo.folder}/.git/evil-hooks`,
    "core.pager": script,
    "diff.external": script,
    "diff.evil.textconv": script,
    "diff.evil.command": script,
    "filter.evil.clean": script,
    "filter.evil.smudge": script,
    "filter.evil.required": "true",
    "filter.pro=cess.process": script,
    "alias.diff": `!${script}`,
    "alias.ls-files": `!${script}`,
  };
  for (const [key, value] of Object.entries(settings)) await repo.git("config", key, value);
  // Same size and a new time: git has to read the file, through its filter, to compare.
  await Deno.writeTextFile(repo.path("a.txt"), "2\n");
  await Deno.writeTextFile(repo.path("b.txt"), "new\n");
}

Deno.test("looking at a hostile repository runs none of the programs it names", async () => {
  await using repo = await Scratch.make();
  await using outside = await Scratch.make();
  const canary = outside.path("canary");
  await makeHostile(repo, canary);

  const change = await reportOnRepository(repo.folder, null, 0);
  assert.deepEqual(change.files.map((file) => file.path), ["a.txt", "b.txt"]);
  await assert.rejects(Deno.lstat(canary), Deno.errors.NotFound);

  await run("git", ["status"], { cwd: repo.folder });
  await Deno.lstat(canary); // The trap is real: plain git springs it.
});

Deno.test("looking at a repository does not run the filters of its submodules", async () => {
  await using inner = await Scratch.make();
  await using outer = await Scratch.make();
  const canary = inner.path("canary");
  await inner.init({ "a.txt": "1\n", ".gitattributes": "*.txt filter=evil\n" });
  await outer.init();
  await outer.git(
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    inner.folder,
    "sub",
  );
  await outer.commit("With a submodule");
  await run("git", ["config", "filter.evil.clean", `touch '${canary}'; cat`], {
    cwd: outer.path("sub"),
  });
  await Deno.writeTextFile(outer.path("sub/a.txt"), "2\n");
  await Deno.writeTextFile(outer.path("plain.ts"), "1\n");

  const change = await reportOnRepository(outer.folder, null, 0);
  assert.deepEqual(change.files.map((file) => file.path), ["plain.ts"]);
  await assert.rejects(Deno.lstat(canary), Deno.errors.NotFound);

  await run("git", ["status"], { cwd: outer.folder });
  await Deno.lstat(canary);
});

Deno.test("a stray GIT_DIR or LD_PRELOAD of the caller does not reach git", async () => {
  await using repo = await Scratch.make();
  await using other = await Scratch.make();
  await repo.init();
  await other.init();
  await repo.write({ "mine.ts": "1\n" });
  const script = `
    import { reportOnRepository } from "${new URL(
    "../../../report/risk.ts",
    import.meta.url,
  )}";
    const { files } = await reportOnRepository(Deno.args[0], null, 0);
    console.log(files.map((f) => f.path).join());
  `;
  const file = other.path("probe.ts");
  await Deno.writeTextFile(file, script);
  const { stdout, stderr } = await run(Deno.execPath(), [
    "run",
    "--quiet",
    "--no-config",
    "--allow-read",
    "--allow-run=git",
    "--allow-env=HOME,PATH",
    file,
    repo.folder,
  ], { env: { GIT_DIR: other.path(".git"), LD_LIBRARY_PATH: other.folder } });
  assert.equal(stdout.trim(), "mine.ts", stderr);
});
