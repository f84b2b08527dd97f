/** With the real promptfoo, which `npx` downloads once. */

import assert from "node:assert/strict";
import { PROJECT, run } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { caseWith, fileOf, resultOf, runFile } from "./_command.ts";

Deno.test("promptfoo runs JavaScript assertions as other files have them", async () => {
  const found = "const json = output.match(/\\{[\\s\\S]*\\}/);\nif (!json) return false;\n";
  const rows: [value: string, result: "passed" | "wrong" | "broken"][] = [
    ["JSON.parse(output).stuck === false", "passed"],
    [`${found}return JSON.parse(json[0]).stuck === false;`, "passed"],
    ["context.vars.last_user_message.includes('README')", "passed"],
    ["0.5", "passed"],
    [`${found}return JSON.parse(json[0]).stuck;`, "wrong"],
    ["0", "wrong"],
    ["this is not code", "broken"],
    ["undefined", "broken"],
  ];
  const tests = rows.map(([value]) => caseWith(value, [{ type: "javascript", value }]));
  const { passed, wrong, failed } = resultOf(await runFile(fileOf(tests)));
  const count = (wanted: string) => rows.filter(([, result]) => result === wanted).length;
  assert.deepEqual([passed, wrong], [count("passed"), count("wrong")], JSON.stringify(failed));
  assert.deepEqual(
    failed.map(({ description }) => description),
    rows.filter(([, result]) => result !== "passed").map(([value]) => value),
  );
});

Deno.test("our own files run under promptfoo, each case once and with its calls as JSON", async () => {
  await using scratch = await Scratch.make();
  const out = scratch.path("out.json");
  const { stderr } = await run("npx", [
    ...["--yes", "promptfoo@0.121.20", "eval", "--config", "tests/evals/stuck-detection.yaml"],
    ...["--providers", "echo", "--output", out, "--no-cache", "--no-write", "--no-table"],
  ], { cwd: PROJECT, env: { PROMPTFOO_CONFIG_DIR: scratch.folder } });
  const { results: { results } } = JSON.parse(
    await Deno.readTextFile(out).catch(() => assert.fail(stderr)),
  );
  assert.equal(results.length, 33);
  const prompts = results.map(({ prompt }: { prompt: { raw: string } }) => prompt.raw).join("\n");
  assert.match(prompts, /\[\{"tool":"read","input":\{"filePath":"src\/pages\/Settings.tsx"\}\}/);
  assert.doesNotMatch(prompts, /\[object|\{\{/);
});
