import assert from "node:assert/strict";
import { renderSchemas } from "../../tools/schema.ts";
import { deno, PROJECT, run, taskCommand } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

const NAME = "reflection.v1.schema.json";

Deno.test("the checked-in JSON Schemas are current", () => {
  for (const [name, text] of renderSchemas()) {
    const checkedIn = Deno.readTextFileSync(`${PROJECT}/schema/${name}`);
    assert.equal(checkedIn, text, `"${name}" is not current: run tools/schema.ts`);
  }
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
  if (type === "object") assert.equal(additionalProperties, false);
  const fields = typeof properties === "object" ? Object.entries(properties ?? {}) : [];
  for (const [name, field] of fields) {
    assert.ok(field.title && field.description, `"${name}" is not described`);
  }
  return Object.values(node).reduce((sum, part) => sum + describedFields(part), fields.length);
}

Deno.test("renderSchemas() gives every field a title and a description and closes every object", () => {
  // The configuration is no record: its file may hold settings of others.
  const records = [...renderSchemas()].filter(([name]) => /\.v\d+\.schema\.json$/.test(name));
  const fields = records.map(([name, text]) => [name, describedFields(JSON.parse(text))]);
  assert.deepEqual(Object.fromEntries(fields), {
    [NAME]: 12 + 2 + 4 + 4,
    "escalation.v1.schema.json": 17 + 9 + 4,
    "phase0.v1.schema.json": 205,
    "review.v1.schema.json": 34,
    "unblock.v1.schema.json": 21 + 4 + 7 + 4 + 2,
    "verdict.v1.schema.json": 20 + 7 + 3 + 3 + 2 + 5,
  });
});

/** A copy of what the script needs, so that a test may spoil it. */
async function copyOfProject(): Promise<Scratch> {
  const copy = await Scratch.make();
  const parts = ["deno.json", "deno.lock", "risk_floor.ts", "schema", "tools", "lib", "judge"];
  const { code, stderr } = await run("cp", [
    "-R",
    ...parts.map((part) => `${PROJECT}/${part}`),
    copy.folder,
  ]);
  assert.equal(code, 0, stderr);
  return copy;
}

Deno.test("schema --check names what is stale or missing, and schema writes it", async () => {
  await using copy = await copyOfProject();
  const script = async (...flags: string[]) =>
    await deno([...await taskCommand("schema"), ...flags], { cwd: copy.folder });
  const spoil = [
    () => Deno.writeTextFileSync(copy.path(`schema/${NAME}`), "{}\n"),
    () => Deno.removeSync(copy.path(`schema/${NAME}`)),
  ];
  for (const spoilIt of spoil) {
    spoilIt();
    const checked = await script("--check");
    assert.equal(checked.code, 1);
    assert.match(checked.stderr, /"reflection\.v1\.schema\.json" is not current/);
    assert.equal((await script()).code, 0);
    assert.equal((await script("--check")).code, 0);
    assert.equal(Deno.readTextFileSync(copy.path(`schema/${NAME}`)), renderSchemas().get(NAME));
  }
});

Deno.test("schema refuses an unknown flag or argument with exit code 2 and names it", async () => {
  for (const unknown of ["--chek", "extra"]) {
    const { code, stdout, stderr } = await deno([...await taskCommand("schema"), unknown]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.ok(stderr.includes(unknown), stderr);
  }
});

Deno.test("schema --help explains itself", async () => {
  const { code, stdout } = await deno([...await taskCommand("schema"), "--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /--check/);
});

Deno.test("the checked-in JSON Schemas are formatted as deno fmt would", async () => {
  const files = [...renderSchemas().keys()].map((name) => `schema/${name}`);
  const { code, stderr } = await deno(["fmt", "--check", ...files]);
  assert.equal(code, 0, stderr);
});
