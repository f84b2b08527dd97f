import assert from "node:assert/strict";
import { deno, PROJECT } from "../support/process.ts";
import { permissionsIn, runScript, scriptText } from "./script.ts";

const SCRIPTS = ["calibration", "git_history", "board_history", "floor_backtest", "gate"];
const readme = await Deno.readTextFile(`${PROJECT}/docs/experiments.md`);

Deno.test("the experiments' README shows every script with the permissions of its header", () => {
  for (const script of SCRIPTS) {
    const documented = permissionsIn(scriptText(script), script).map((flags) => flags.join(" "));
    const shown = permissionsIn(readme, script).map((flags) => flags.join(" "));
    assert.ok(documented.length > 0 && shown.length > 0, script);
    for (const flags of shown) assert.ok(documented.includes(flags), `${script}: ${flags}`);
  }
});

Deno.test("every experiment's header has its usage and its requirements", () => {
  for (const script of SCRIPTS) {
    const [header = ""] = scriptText(script).split("*/");
    assert.match(header, /^ \* Usage:$/m, script);
    assert.match(header, /^ \* Requirements: /m, script);
    assert.match(header, /Permissions: /, script);
  }
});

Deno.test("every experiment prints its help, also through its task", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${PROJECT}/deno.json`));
  for (const script of SCRIPTS) {
    const { code, stdout } = await runScript(script, ["--help"]);
    assert.equal(code, 0);
    const task = `experiments:${script.replace("_", "-")}`;
    assert.ok(stdout.includes(`deno task ${task}`), `${script} does not name its task`);
    assert.ok(tasks[task].command.endsWith(`experiments/${script}.ts`));
    const throughTask = await deno(["task", "--quiet", task, "--help"]);
    assert.equal(throughTask.stdout, stdout);
  }
});
