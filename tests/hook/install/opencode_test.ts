import assert from "node:assert/strict";
import { PERSONAL } from "../../../hook/install/exclude.ts";
import { PROJECT } from "../../support/process.ts";
import { Machine } from "./_installer.ts";

const FILE = "project/.opencode/plugin/reflection-kernel.ts";

Deno.test("install-opencode writes one line that names this checkout, and --uninstall takes it away", async () => {
  await using machine = await Machine.make();
  await machine.git();
  const before = await machine.snapshot();
  const exclude = await machine.excluded();
  const installed = await machine.task("install-opencode", []);
  assert.equal(installed.code, 0, installed.stderr);
  const text = await Deno.readTextFile(machine.path(FILE));
  assert.equal(
    text,
    `export { default } from "${PROJECT}/hook/opencode/plugin.ts"; // reflection-kernel\n`,
  );
  assert.match(installed.stdout, /stays off until REFLECTION_MODE is set/);
  assert.ok((await machine.excluded()).includes(PERSONAL.opencode));
  assert.deepEqual(await machine.untracked(), []);

  const again = await machine.task("install-opencode", []);
  assert.match(again.stdout, /^Already there: /);

  const removed = await machine.task("install-opencode", ["--uninstall"]);
  assert.equal(removed.code, 0, removed.stderr);
  assert.deepEqual(await machine.snapshot(), before);
  assert.equal(await machine.excluded(), exclude);
  const nothing = await machine.task("install-opencode", ["--uninstall"]);
  assert.match(nothing.stdout, /^Nothing of ours/);
});

Deno.test("install-opencode --mode switches on what was asked for", async () => {
  await using machine = await Machine.make();
  const line = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await machine.task("install-opencode", ["--mode", "solo", ...args]);
    assert.equal(code, 0, stderr);
    return await Deno.readTextFile(machine.path(FILE));
  };
  const judged = '{"REFLECTION_MODE":"solo","REFLECTION_ASK":"1","REFLECTION_JUDGE":"on"}';
  assert.equal(
    await line("--with", "judge"),
    `import { switchedOn } from "${PROJECT}/hook/opencode/switched_on.ts"; ` +
      `export default switchedOn(${judged}); // reflection-kernel\n`,
  );
  assert.match(
    await line("--with", "judge, unblock"),
    /"REFLECTION_JUDGE":"on","REFLECTION_UNBLOCK":"on"/,
  );
  assert.match(await line("--with", "judge", "--observe"), /"REFLECTION_JUDGE":"observe"/);
  assert.match(await line("--no-ask"), /\(\{"REFLECTION_MODE":"solo"\}\)/);
});

Deno.test("install-opencode --user writes to the user's own folder", async () => {
  await using machine = await Machine.make();
  const { code } = await machine.task("install-opencode", ["--user"]);
  assert.equal(code, 0);
  const path = machine.path("home/.config/opencode/plugin/reflection-kernel.ts");
  assert.match(await Deno.readTextFile(path), /^export \{ default \}/);
  await machine.task("install-opencode", ["--user", "--uninstall"]);
  await assert.rejects(Deno.stat(machine.path("home/.config/opencode")));
});

Deno.test("install-opencode touches no file of somebody else, and says so", async () => {
  await using machine = await Machine.make();
  await machine.scratch.write({ [FILE]: "export default {};\n" });
  for (const args of [[], ["--uninstall"]]) {
    const { code, stderr } = await machine.task("install-opencode", args);
    assert.equal(code, 1);
    assert.match(stderr, /reflection-kernel\.ts" is not ours/);
  }
  assert.equal(await Deno.readTextFile(machine.path(FILE)), "export default {};\n");
});

Deno.test("install-opencode --dry-run shows the line and writes nothing", async () => {
  await using machine = await Machine.make();
  const before = await machine.snapshot();
  const { stdout, code } = await machine.task("install-opencode", ["--dry-run"]);
  assert.equal(code, 0);
  assert.match(stdout, /\+ export \{ default \} from/);
  assert.match(stdout, /Nothing was written/);
  assert.deepEqual(await machine.snapshot(), before);
});

Deno.test("install-opencode refuses a folder that is not there", async () => {
  await using machine = await Machine.make();
  const { code, stderr } = await machine.task("install-opencode", ["--project", "nowhere"]);
  assert.equal(code, 1);
  assert.match(stderr, /Cannot find the folder ".*nowhere"/);
});

Deno.test("both installers share what keeps records out of git, until the last is gone", async () => {
  await using machine = await Machine.make();
  await machine.git();
  const before = await machine.excluded();
  for (
    const [first, second] of [["install-hook", "install-opencode"], [
      "install-opencode",
      "install-hook",
    ]] as const
  ) {
    await machine.task(first, []);
    await machine.task(second, []);
    await machine.task(first, ["--uninstall"]);
    const shared = await machine.excluded();
    assert.match(shared, /^\.mosaic\/reflections\/$/m, `after ${first} is gone`);
    await machine.task(second, ["--uninstall"]);
    assert.equal(await machine.excluded(), before);
  }
});
