import assert from "node:assert/strict";
import { type GenerateWorld, renderSchemas, run } from "../../schema/generate.ts";

const ROOT = new URL("../../", import.meta.url);
const NAME = "reflection.v1.schema.json";

/** A world in memory, with the given files. */
function memory(files: Map<string, string>): GenerateWorld & { printed: string[] } {
  const printed: string[] = [];
  return {
    printed,
    read: (name) => files.get(name) ?? null,
    write: (name, text) => void files.set(name, text),
    out: (line) => void printed.push(line),
    err: (line) => void printed.push(line),
  };
}

// A permission by name does not cover the path behind a link of that name, nor the reverse: take
// the one that is granted.
const executable = Deno.execPath();
const { state } = Deno.permissions.querySync({ name: "run", command: executable });
const DENO = state === "granted" ? executable : "deno";

function deno(...args: string[]): { code: number; stdout: string; stderr: string } {
  const command = new Deno.Command(DENO, { args, cwd: ROOT, env: { NO_COLOR: "1" } });
  const { code, stdout, stderr } = command.outputSync();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

const script = (...flags: string[]): ReturnType<typeof deno> =>
  deno("run", "--quiet", "--no-prompt", "--allow-read=schema", "schema/generate.ts", ...flags);

Deno.test("the checked-in JSON Schemas are current", () => {
  for (const [name, text] of renderSchemas()) {
    const checkedIn = Deno.readTextFileSync(new URL(`schema/${name}`, ROOT));
    assert.equal(checkedIn, text, `"${name}" is not current: run schema/generate.ts`);
  }
});

Deno.test("renderSchemas() names dialect, id, title and description first", () => {
  const schema = JSON.parse(renderSchemas().get(NAME) ?? "");
  assert.deepEqual(Object.keys(schema).slice(0, 4), ["$schema", "$id", "title", "description"]);
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(schema.$id, "urn:reflection-kernel:reflection.v1");
});

Deno.test("renderSchemas() gives every field a title and a description and closes every object", () => {
  let fields = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, properties, additionalProperties } = node as Record<string, unknown>;
    if (type === "object") assert.equal(additionalProperties, false);
    if (typeof properties === "object") {
      for (const [name, field] of Object.entries(properties ?? {})) {
        assert.ok(field.title && field.description, `"${name}" is not described`);
        fields++;
      }
    }
    Object.values(node).forEach(visit);
  };
  visit(JSON.parse(renderSchemas().get(NAME) ?? ""));
  assert.equal(fields, 12 + 2 + 4 + 4);
});

Deno.test("run() with --check writes nothing and names what is stale or missing", () => {
  for (const files of [new Map([[NAME, "{}\n"]]), new Map<string, string>()]) {
    const before = new Map(files);
    const world = memory(files);
    assert.equal(run(["--check"], world), 1);
    assert.deepEqual(world.printed, [`Schema is not current: "${NAME}"`]);
    assert.deepEqual(files, before);
  }
});

Deno.test("run() writes what is stale, once", () => {
  const files = new Map([[NAME, "{}\n"]]);
  const world = memory(files);
  assert.equal(run([], world), 0);
  assert.equal(run([], world), 0);
  assert.deepEqual(files, renderSchemas());
  assert.deepEqual(world.printed, [NAME]);
  assert.equal(run(["--check"], world), 0);
});

Deno.test("the script passes its own check with read permission only", () => {
  assert.deepEqual(script("--check"), { code: 0, stdout: "", stderr: "" });
});

Deno.test("the script refuses an unknown flag or argument with exit code 2 and names it", () => {
  for (const unknown of ["--chek", "extra"]) {
    const { code, stdout, stderr } = script(unknown);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, new RegExp(`'${unknown}'`));
  }
});

Deno.test("the script explains itself with --help", () => {
  const { code, stdout } = script("--help");
  assert.equal(code, 0);
  assert.match(stdout, /--check/);
});

Deno.test("the checked-in JSON Schemas are formatted as deno fmt would", () => {
  const { code, stderr } = deno(
    "fmt",
    "--check",
    ...[...renderSchemas().keys()].map((name) => `schema/${name}`),
  );
  assert.equal(code, 0, stderr);
});
