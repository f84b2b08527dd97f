import assert from "node:assert/strict";
import {
  renderPrompts,
  renderRegistrations,
  renderSchemas,
  renderTypes,
} from "../../tools/generate.ts";
import { renderAgents } from "../../tools/agents.ts";
import { deno, PROJECT, run, taskCommand } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

const NAME = "schema/reflection.v1.schema.json";

/** Every generated file by the task that writes it. */
const FILES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  "schema": renderSchemas().set("schema/types.ts", renderTypes()),
  "hooks": renderRegistrations(),
  "agents": renderAgents(),
  "evals:prompts": renderPrompts(),
};

Deno.test("every generated file that is checked in is current", () => {
  for (const [task, files] of Object.entries(FILES)) {
    for (const [path, text] of files) {
      const checkedIn = Deno.readTextFileSync(`${PROJECT}/${path}`);
      assert.equal(checkedIn, text, `"${path}" is not current: run deno task ${task}`);
    }
  }
});

Deno.test("generated code and data are formatted as deno fmt would", async () => {
  const files = [...FILES["schema"]!.keys(), ...FILES["hooks"]!.keys()];
  const { code, stderr } = await deno(["fmt", "--check", ...files]);
  assert.equal(code, 0, stderr);
});

Deno.test("renderSchemas() names dialect, id, title and description first", () => {
  const schema = JSON.parse(renderSchemas().get(NAME) ?? "");
  assert.deepEqual(Object.keys(schema).slice(0, 4), ["$schema", "$id", "title", "description"]);
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(schema.$id, "urn:reflection-kernel:reflection.v1");
});

/** How many fields a JSON Schema has, each with a title and a description, every object closed. */
function describedFields(node: unknown): number {
  if (typeof node !== "object" || node === null) return 0;
  const { type, properties, additionalProperties } = node as Record<string, unknown>;
  // Only the run's own record may get more fields.
  const open = (node as Record<string, unknown>)["$id"] === "urn:reflection-kernel:run.v1";
  if (type === "object" && !open) assert.equal(additionalProperties, false);
  const fields = typeof properties === "object" ? Object.entries(properties ?? {}) : [];
  for (const [name, field] of fields) {
    assert.ok(field.title && field.description, `"${name}" is not described`);
  }
  return Object.values(node).reduce((sum, part) => sum + describedFields(part), fields.length);
}

Deno.test("renderSchemas() gives every field a title and a description and closes every object", () => {
  // The configuration is no record: its file may hold settings of others.
  const records = [...renderSchemas()].filter(([name]) => /\.v\d+\.schema\.json$/.test(name));
  for (const [name, text] of records) assert.ok(describedFields(JSON.parse(text)) > 10, name);
});

/** A copy of what the script needs, so that a test may spoil it. */
async function copyOfProject(): Promise<Scratch> {
  const copy = await Scratch.make();
  const parts = ["deno.json", "deno.lock", "risk_floor.ts", "schema", "tools", "lib", "judge"];
  const more = ["hook", "review", "tests/evals/agent_question.ts"];
  const { code, stderr } = await run("cp", ["-R", "--parents", ...parts, ...more, copy.folder], {
    cwd: PROJECT,
  });
  assert.equal(code, 0, stderr);
  return copy;
}

Deno.test("schema --check names what is stale or missing, and schema writes it", async () => {
  await using copy = await copyOfProject();
  const script = async (...flags: string[]) =>
    await deno([...await taskCommand("schema"), ...flags], { cwd: copy.folder });
  const spoil = [
    () => Deno.writeTextFileSync(copy.path(NAME), "{}\n"),
    () => Deno.removeSync(copy.path(NAME)),
  ];
  for (const spoilIt of spoil) {
    spoilIt();
    const checked = await script("--check");
    assert.equal(checked.code, 1);
    assert.match(checked.stderr, /"schema\/reflection\.v1\.schema\.json" is not current/);
    assert.equal((await script()).code, 0);
    assert.equal((await script("--check")).code, 0);
    assert.equal(Deno.readTextFileSync(copy.path(NAME)), renderSchemas().get(NAME));
  }
});

Deno.test("every task that writes files accepts what is checked in with --check", async () => {
  for (const task of Object.keys(FILES)) {
    const { code, stdout, stderr } = await deno([...await taskCommand(task), "--check"]);
    assert.deepEqual([code, stdout], [0, ""], stderr);
  }
});

Deno.test("a task that writes files refuses an unknown flag or argument and names it", async () => {
  for (const unknown of ["--chek", "extra"]) {
    const { code, stdout, stderr } = await deno([...await taskCommand("schema"), unknown]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.ok(stderr.includes(unknown), stderr);
  }
});
