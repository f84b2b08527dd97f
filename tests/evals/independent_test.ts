import assert from "node:assert/strict";
import { PROJECT } from "../support/process.ts";
import { evals, resultOf } from "./_command.ts";

const readme = await Deno.readTextFile(`${PROJECT}/docs/evals.md`);

/** `task_2.yaml`, its number of cases, and how many come out right now. */
const ROWS = [...readme.matchAll(/^\| `(\w+\.yaml)` +\| (\d+) .*\| (\d+) +\|$/gm)];

Deno.test("what the README says of the independent cases is what a run gives", async () => {
  const names = [...Deno.readDirSync(`${PROJECT}/tests/evals/independent`)].map(({ name }) => name);
  assert.deepEqual(ROWS.map(([, name]) => name).sort(), names.sort());
  for (const [, name = "", cases, right] of ROWS) {
    const kind = name.replace(/(?:_\d+)?\.yaml$/, "");
    const file = `${PROJECT}/tests/evals/independent/${name}`;
    const { total, passed } = resultOf(await evals(["--file", file, "--kind", kind]));
    assert.deepEqual([name, total, passed], [name, Number(cases), Number(right)]);
  }
});
