import assert from "node:assert/strict";
import { PACKAGE } from "../../../hook/clients/command.ts";
import { PACKAGES } from "../../../lib/scrub/secretlint.ts";
import { Machine } from "./_installer.ts";

/** A machine whose project is a git repository; returns what git shows as untracked there. */
async function repository(machine: Machine): Promise<() => Promise<string>> {
  const git = async (...args: string[]): Promise<string> =>
    await machine.scratch.git("-C", "project", ...args);
  await git("init", "--quiet");
  await git("add", "--all");
  return async () => await git("status", "--porcelain", "--untracked-files=all");
}

const EXCLUDE = "project/.git/info/exclude";

Deno.test("install-hook keeps records and its own files out of git, and --uninstall takes that back", async () => {
  await using machine = await Machine.make();
  const untracked = await repository(machine);
  const before = await untracked();
  for (const own of [await Deno.readTextFile(machine.path(EXCLUDE)), "*.log\n", "no line end\n"]) {
    await machine.scratch.write({ [EXCLUDE]: own });
    const { stdout } = await machine.install();
    assert.match(stdout, /git ignores in this clone: \.mosaic\/reflections\//);
    await machine.scratch.write({
      "project/.mosaic/reflections/state/a.json": "{}",
      "project/.mosaic/reflection-input.json": "{}",
    });
    assert.equal(await untracked(), before);
    const installed = await Deno.readTextFile(machine.path(EXCLUDE));
    await machine.install();
    assert.equal(await Deno.readTextFile(machine.path(EXCLUDE)), installed);
    await machine.install("--uninstall");
    assert.equal(await Deno.readTextFile(machine.path(EXCLUDE)), own);
  }
});

Deno.test("install-hook adds no pattern for what git ignores already", async () => {
  await using machine = await Machine.make();
  await repository(machine);
  await machine.scratch.write({ "project/.gitignore": ".mosaic/\n.claude/\n" });
  const before = await Deno.readTextFile(machine.path(EXCLUDE));
  const { stdout } = await machine.install();
  assert.doesNotMatch(stdout, /git/);
  assert.equal(await Deno.readTextFile(machine.path(EXCLUDE)), before);
});

Deno.test("install-hook in a subfolder still keeps the records at the top out of git", async () => {
  await using machine = await Machine.make();
  const untracked = await repository(machine);
  await machine.scratch.write({ "project/packages/[a]/.gitkeep": "" });
  const before = await untracked();
  await machine.install("--project", "packages/[a]");
  await machine.scratch.write({ "project/.mosaic/reflections/a.reflection.json": "{}" });
  assert.equal(await untracked(), before);
});

Deno.test("install-hook does not write through an exclude file that is a link", async () => {
  await using machine = await Machine.make();
  await repository(machine);
  await machine.scratch.write({ "victim": "untouched\n" });
  await Deno.remove(machine.path(EXCLUDE));
  await Deno.symlink(machine.path("victim"), machine.path(EXCLUDE));
  const { code, stdout } = await machine.install();
  assert.equal(code, 0);
  assert.match(stdout, /exclude file stays: ".*" is not a plain file/);
  assert.equal(await Deno.readTextFile(machine.path("victim")), "untouched\n");
});

Deno.test("install-hook fetches what the hooks load now and then, and scripts that are elsewhere", async () => {
  await using machine = await Machine.make();
  await machine.install();
  await machine.install("--from", "jsr");
  const [path, jsr] = (await Deno.readTextFile(machine.path("deno.log"))).trim().split("\n");
  const cache = "cache --quiet --no-config --no-lock";
  const packages = Object.values(PACKAGES).join(" ");
  assert.equal(path, `${cache} ${packages}`);
  assert.equal(jsr, `${cache} ${PACKAGE}/hook-start ${PACKAGE}/hook-stop ${packages}`);
});

Deno.test("install-hook warns when fetching fails, and when no lasting deno is on PATH", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ "bin/deno": "#!/bin/sh\necho 'error: no network' >&2\nexit 1\n" });
  const failing = await machine.install();
  assert.equal(failing.code, 0);
  assert.match(failing.stderr, /Cannot fetch what the hooks import: error: no network/);
  assert.doesNotMatch(failing.stderr, /No lasting deno/);
  for (const fleeting of ["x/_npx/1f/node_modules/.bin", "y/node_modules/.bin"]) {
    await machine.scratch.write({ [`${fleeting}/deno`]: "#!/bin/sh\n" });
    await Deno.chmod(machine.path(`${fleeting}/deno`), 0o755);
    await Deno.remove(machine.path("bin/deno")).catch(() => {});
    const PATH = `${machine.path(fleeting)}:${machine.path("bin")}`;
    const { code, stderr } = await machine.task("install-hook", [], { PATH });
    assert.equal(code, 0);
    assert.match(stderr, /^No lasting deno is on PATH, .* npm install -g deno@2\.9\.6$/m);
  }
});
