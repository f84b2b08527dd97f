import assert from "node:assert/strict";
import { TASK_PERMISSIONS } from "../../hook/clients/permissions.ts";
import { withPermissionSets } from "../../tools/generate.ts";
import { deno, PROJECT, run, taskPermissions } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

const config = JSON.parse(Deno.readTextFileSync(`${PROJECT}/deno.json`)) as {
  tasks: Record<string, { command: string }>;
  permissions: Record<string, unknown>;
};

const commands = Object.entries(config.tasks).map(([name, { command }]) => ({ name, command }));

Deno.test("deno.json has the sets of the table, and every set has a task", () => {
  assert.deepEqual(config.permissions, TASK_PERMISSIONS);
  const used = commands.flatMap(({ command }) =>
    [...command.matchAll(/ -P=(\S+)/g)].map(([, set]) => set!)
  );
  assert.deepEqual(new Set(used), new Set(Object.keys(TASK_PERMISSIONS)));
});

Deno.test("a task that runs a script is one short line, with a set of permissions", () => {
  for (const { name, command } of commands) {
    if (!command.startsWith("deno run")) continue;
    assert.match(command, /^deno run -q -P=[a-z-]+ [\w/]+\.ts( [a-z:]+)?$/, name);
  }
});

Deno.test("a person who starts a task sees one line of it, and no warning", async () => {
  const { stderr } = await deno(["task", "risk", "--help"], { env: { INIT_CWD: PROJECT } });
  assert.equal(stderr, "Task risk deno run -q -P=read-repo report/risk.ts '--help'\n");
});

Deno.test("who only looks may not write, and who has keys for a model asks no stream", async () => {
  for (const task of ["risk", "unblock", "review:status", "report:serve", "experiments:gate"]) {
    assert.equal((await taskPermissions(task)).write, undefined, task);
  }
  for (const [name, { env }] of Object.entries(TASK_PERMISSIONS)) {
    if (env === true || env === undefined) continue;
    const has = (what: string): boolean => env.includes(what);
    assert.ok(!(has("NATS_*") && (has("REFLECTION_*") || has("ANTHROPIC_API_KEY"))), name);
  }
});

Deno.test("only the hooks' generator may write what tasks may do", () => {
  for (const [name, { write }] of Object.entries(TASK_PERMISSIONS)) {
    if (Array.isArray(write)) assert.equal(write.includes("deno.json"), name === "hooks", name);
  }
});

Deno.test("the gate, which reads named files, sees no key", async () => {
  assert.deepEqual(await taskPermissions("experiments:gate"), { read: true, env: ["INIT_CWD"] });
});

Deno.test("what a set lists is enforced, wherever the script is started from", async () => {
  await using scratch = await Scratch.make();
  const script = "tools/try.ts";
  await scratch.write({
    "deno.json": withPermissionSets('{\n  "permissions": {\n  }\n}\n'),
    [script]:
      `const can = (path) => { try { Deno.writeTextFileSync(path, ""); return 1; } catch { return 0; } };
      const top = import.meta.dirname + "/..";
      console.log(can(top + "/schema/a.json"), can(top + "/hook/a.ts"), can("schema/a.json"));`,
    "schema/.keep": "",
    "hook/.keep": "",
    "elsewhere/schema/.keep": "",
  });
  const args = ["run", "-q", "--no-prompt", "-P=schema", scratch.path(script)];
  const { stdout, stderr } = await run(Deno.execPath(), args, { cwd: scratch.path("elsewhere") });
  assert.equal(stdout, "1 0 0\n", stderr);
});
