import assert from "node:assert/strict";
import { KINDS, VARIABLES } from "./answer.ts";
import { type EvalCase, readCases } from "./cases.ts";
import { PROJECT } from "../support/process.ts";
import { evals } from "./_command.ts";

const FILES = {
  task: { file: "promptfooconfig.yaml", atLeast: 45 },
  stuck: { file: "stuck-detection.yaml", atLeast: 30 },
  compaction: { file: "post-compression.yaml", atLeast: 30 },
  agent: { file: "agent-evaluation.yaml", atLeast: 15 },
} as const;

const EXPECTED = { task: ["complete", "incomplete"], stuck: ["stuck", "not_stuck"] };

function casesOf(kind: keyof typeof FILES): EvalCase[] {
  return readCases(`${PROJECT}/tests/evals/${FILES[kind].file}`);
}

Deno.test("every file has its cases, and a third of every category is held out", () => {
  for (const kind of KINDS) {
    const cases = casesOf(kind);
    assert(cases.length >= FILES[kind].atLeast, `${kind}: ${cases.length}`);
    assert.equal(new Set(cases.map(({ description }) => description)).size, cases.length);
    for (const [category, group] of Map.groupBy(cases, ({ metadata }) => metadata.category)) {
      const held = group.filter(({ metadata }) => metadata.split === "held-out").length;
      assert.equal(held, Math.floor(group.length / 3), `${kind}: ${category}`);
    }
    const held = cases.filter(({ metadata }) => metadata.split === "held-out").length;
    assert(held / cases.length >= 0.3, `${kind}: ${held} of ${cases.length}`);
  }
});

Deno.test("every case has the variables of its kind, and says what is right", () => {
  for (const kind of KINDS) {
    const expected = kind === "stuck" ? EXPECTED.stuck : EXPECTED.task;
    for (const { description, vars, metadata, assertions } of casesOf(kind)) {
      assert.deepEqual(Object.keys(vars).toSorted(), [...VARIABLES[kind]].toSorted(), description);
      assert(expected.includes(String(metadata.expect)), description);
      assert(["tuning", "held-out"].includes(String(metadata.split)), description);
      assert(assertions.length >= 2, description);
    }
  }
});

Deno.test("no text of a case is a template to promptfoo, and calls are lists", () => {
  for (const kind of KINDS) {
    for (const { description, vars } of casesOf(kind)) {
      assert.doesNotMatch(JSON.stringify(vars).replaceAll('":{"', ""), /\{\{|\{%|\{#/, description);
      assert(Array.isArray(vars.tools_used ?? vars.tool_calls ?? vars.trace), description);
    }
  }
});

Deno.test("the floor alone is never wrong, and results/latest.json has what it says", async () => {
  const { code, stdout, stderr } = await evals(["--json"]);
  assert.equal(code, 0, stderr);
  assert.equal(await Deno.readTextFile(`${PROJECT}/tests/evals/results/latest.json`), stdout);
  const { total, passed, wrong } = JSON.parse(stdout).total;
  assert.deepEqual([total, passed, wrong], [512, 32, 0]);
});

Deno.test("with a model that answers rightly every case passes", async () => {
  const helped = JSON.parse((await evals(["--json", "--stand-in"])).stdout);
  assert.deepEqual(helped.files.flatMap(({ failed }: { failed: string[] }) => failed), []);
  const { total, passed, unknown, wrong } = helped.total;
  assert.deepEqual([passed, unknown, wrong], [total, 0, 0]);
});

Deno.test("docs/evals.md names every file with the figures of a run", async () => {
  const { stdout } = await evals([]);
  const docs = await Deno.readTextFile(`${PROJECT}/docs/evals.md`);
  for (const row of stdout.split("\n").filter((line) => line.startsWith("| "))) {
    const cells = row.split("|").slice(1, -1).map((cell) => cell.trim());
    const pattern = cells.map((cell) => RegExp.escape(cell).replace(/^/, "`?")).join(
      "`?\\s+\\|\\s+",
    );
    assert.match(docs, new RegExp(pattern), row);
  }
});
