import assert from "node:assert/strict";
import { answer, KINDS } from "./answer.ts";
import DeterministicJudge from "./promptfoo_provider.mjs";
import { type EvalCase, readSuite } from "./suite.ts";
import { VARIABLES } from "./variables.ts";
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
  return readSuite(`${PROJECT}/tests/evals/${FILES[kind].file}`);
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

Deno.test("no text of a case is a template to promptfoo", () => {
  for (const kind of KINDS) {
    const texts = JSON.stringify(casesOf(kind).map(({ vars }) => vars));
    assert.doesNotMatch(texts, /\{\{|\{%|\{#/);
  }
});

Deno.test("the provider for promptfoo answers as the runner does", async () => {
  for (const kind of KINDS) {
    const [{ vars } = { vars: {} }] = casesOf(kind);
    const { output, error } = await new DeterministicJudge({ config: { kind } })
      .callApi("not looked at", { vars });
    assert.equal(error, undefined);
    assert.deepEqual(JSON.parse(output), JSON.parse(JSON.stringify(answer(kind, vars).floor)));
  }
  const { error } = await new DeterministicJudge({ config: { kind: "mood" } }).callApi("", {});
  assert.match(error, /Unknown kind "mood"/);
});

Deno.test("results/latest.json is what a run gives; deno task evals --write writes it", async () => {
  const { code, stdout, stderr } = await evals(["--json"]);
  assert.equal(code, 0, stderr);
  assert.equal(await Deno.readTextFile(`${PROJECT}/tests/evals/results/latest.json`), stdout);
});

Deno.test("the table names every file, its parts and no case that is held out", async () => {
  const { code, stdout } = await evals([]);
  assert.equal(code, 0);
  for (const kind of KINDS) {
    for (const part of ["all", "tuning", "held-out"]) {
      assert.match(stdout, new RegExp(`\\| ${FILES[kind].file} +\\| ${part} +\\| \\d+ `));
    }
    for (const { description, metadata } of casesOf(kind)) {
      if (metadata.split === "held-out") assert(!stdout.includes(description), description);
    }
  }
});

Deno.test("the part that is held out meets the target: 90 % right, under 5 % falsely complete", async () => {
  const results = await Deno.readTextFile(`${PROJECT}/tests/evals/results/latest.json`);
  const { accuracy, false_complete } = JSON.parse(results).total["held-out"];
  assert(accuracy >= 0.9, `${accuracy}`);
  assert(false_complete < 0.05, `${false_complete}`);
});
