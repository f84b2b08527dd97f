import assert from "node:assert/strict";
import { ModelApi } from "../support/model_api.ts";
import { Scratch } from "../support/repository.ts";
import { caseWith, evals, fileOf, resultOf, runFile } from "./_command.ts";

/** Runs assertions that must all fail, and gives back why each did. */
async function refused(sources: readonly string[], env: Record<string, string> = {}) {
  const tests = sources.map((value) => caseWith(value, [{ type: "javascript", value }]));
  const { failed } = resultOf(await runFile(fileOf(tests), { env }));
  assert.deepEqual(failed.map(({ description }) => description), sources);
  return failed.map(({ why }) => why);
}

Deno.test("an assertion can read no file, write none and run nothing", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({
    "secret.txt": "strawberry",
    "code.ts": "self.postMessage?.('here'); export default 'strawberry';",
  });
  const path = JSON.stringify(scratch.path("secret.txt"));
  const code = JSON.stringify(`file://${scratch.path("code.ts")}`);
  const whys = await refused([
    `Deno.readTextFileSync(${path}).length > 0`,
    `return (await import("node:fs")).readFileSync(${path}).length > 0`,
    `return (await import(${code})).default === "strawberry"`,
    `return (await fetch("file://" + ${path})).ok`,
    `Deno.writeTextFileSync(${path}, "x"); return true`,
    `return new Deno.Command("deno", { args: ["--version"] }).outputSync().success`,
    `return (await import("node:child_process")).execSync("id").length > 0`,
    `return await new Promise((done) => {
      const worker = new Worker(${code}, { type: "module" });
      worker.onmessage = () => done(true);
      worker.onerror = (event) => (event.preventDefault(), done(false));
    })`,
    `return (await import("node:os")).hostname().length > 0`,
  ]);
  assert(whys.every((why) => !why.includes("strawberry")), whys.join("\n"));
  assert.equal(await Deno.readTextFile(scratch.path("secret.txt")), "strawberry");
});

Deno.test("an assertion can read no environment and use no network", async () => {
  await using api = ModelApi.start([{ say: "hello" }]);
  const whys = await refused([
    `Deno.env.get("HOME") !== undefined`,
    `Object.keys(Deno.env.toObject()).length >= 0`,
    `return (await import("node:process")).env.STRAWBERRY === "red"`,
    `return (await fetch(${JSON.stringify(api.url)})).ok`,
    `return (await Deno.connect({ hostname: "127.0.0.1", port: ${api.port} })) !== null`,
    `return (await import(${JSON.stringify(`${api.url}/x.js`)})) !== null`,
    `return (await import("https://esm.sh/is-odd")) !== null`,
    `return (await import("npm:is-odd")) !== null`,
  ], { STRAWBERRY: "red" });
  assert(whys.every((why) => !why.includes("red")), whys.join("\n"));
  assert.equal(api.requests.length, 0);
});

Deno.test("an assertion that never ends, or ends its process, fails alone", async () => {
  const sources = [
    "while (true);",
    "await new Promise(() => {})",
    "Deno.exit(0)",
    "const all = []; while (true) all.push(new Array(1e6).fill(1.5))",
    "Deno.stdout.writeSync(new TextEncoder().encode('x'.repeat(300000) + '\\n')); return true",
    "Deno.stdout.writeSync(new TextEncoder().encode('{\"pass\":1}\\n')); return false",
  ];
  const tests = sources.flatMap((value) => [
    caseWith(value, [{ type: "javascript", value }]),
    caseWith("fine", [{ type: "javascript", value: "true" }]),
  ]);
  const { total, failed } = resultOf(await runFile(fileOf(tests)));
  assert.equal(total, tests.length);
  assert.deepEqual(failed.map(({ description }) => description), sources);
  assert.match(failed[0]!.why, /did not end within/);
});

Deno.test("what an assertion leaves behind does not fail the next", async () => {
  const values = [
    "setTimeout(() => { throw new Error('late') }, 50); return true",
    "await new Promise((done) => setTimeout(() => done(true), 200))",
    "setTimeout(() => { while (true); }, 50); return true",
    "await new Promise((done) => setTimeout(() => done(true), 200))",
    "true",
  ];
  const tests = values.map((value) => caseWith(value, [{ type: "javascript", value }]));
  assert.deepEqual(resultOf(await runFile(fileOf(tests))).failed, []);
});

Deno.test("nothing that an assertion does to its world reaches another, nor its result", async () => {
  const line = `JSON.stringify({ pass: true, why: "" }) + "\\n"`;
  const sources = [
    `JSON.stringify = () => '{"pass":true,"why":""}'; return false`,
    `JSON.parse = () => ({ complete: true }); Object.prototype.pass = true; return false`,
    `Promise.prototype.then = function (done) { done(true); }; return false`,
    `globalThis.postMessage = () => {}; Deno.stdout.writeSync = () => 0; return false`,
    `Deno.stdout.writeSync(new TextEncoder().encode(${line}.repeat(3))); return false`,
    `setTimeout(() => Deno.stdout.writeSync(new TextEncoder().encode(${line})), 20); return false`,
    `Deno.stdin.read(new Uint8Array(9999)).then(() => {}); return false`,
  ];
  const tests = sources.flatMap((value) => [
    caseWith(value, [{ type: "javascript", value }]),
    caseWith("no", [{ type: "javascript", value: "JSON.parse(output).complete === 'no such'" }]),
    caseWith("yes", [{ type: "javascript", value: "JSON.stringify([1]) === '[1]'" }]),
  ]);
  const { failed } = resultOf(await runFile(fileOf(tests)));
  assert.deepEqual(
    failed.map(({ description }) => description),
    sources.flatMap((value) => [value, "no"]),
  );
});

Deno.test("a pattern that never ends fails its case", async () => {
  const value = '("|[^"]|.)*(("|[^"]|.)*)*strawberry$';
  const tests = [caseWith("slow", [{ type: "regex", value }])];
  assert.match(resultOf(await runFile(fileOf(tests))).failed[0]!.why, /did not end within/);
});

Deno.test("a file cannot be named that lies outside of the folder", async () => {
  await using scratch = await Scratch.make();
  await scratch.write({ "secret.txt": "strawberry" });
  for (
    const address of ["file:///etc/passwd", `file://${scratch.path("secret.txt")}`, "file://.."]
  ) {
    const vars = { task: address, tools_used: "", agent_response: "" };
    const test = { description: "x", vars, assert: [{ type: "equals", value: "x" }] };
    const { code, stdout, stderr } = await runFile(fileOf([test]));
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /outside of its folder/);
  }
});

Deno.test("a link out of the folder is not followed", async () => {
  await using scratch = await Scratch.make();
  await using other = await Scratch.make();
  await other.write({ "secret.txt": "strawberry" });
  await Deno.symlink(other.path("secret.txt"), scratch.path("task.txt"));
  const vars = { task: "file://task.txt", tools_used: "", agent_response: "" };
  const test = { description: "x", vars, assert: [{ type: "equals", value: "x" }] };
  await scratch.write({ "cases.yaml": fileOf([test]) });
  const { code, stderr } = await evals(["--file", scratch.path("cases.yaml"), "--kind", "task"]);
  assert.equal(code, 1);
  assert.match(stderr, /outside of its folder/);
});

Deno.test("a YAML bomb of aliases is refused", async () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`)}]`;
  const names = ["b", "c", "d", "e", "f", "g", "h"];
  const lines = names.map((name, index) => level(name, index === 0 ? "a" : names[index - 1]!));
  const { code, stderr } = await runFile(["a: &a [x]", ...lines, "tests: *h"].join("\n"));
  assert.equal(code, 1);
  assert.match(stderr, /alias/i);
});

Deno.test("texts of a megabyte are answered in time", async () => {
  const long = "edit: {filePath: 'a.ts', ".repeat(40_000);
  const test = {
    description: "long",
    vars: {
      task: "x ".repeat(500_000),
      tools_used: long,
      agent_response: "- [ ] y\n".repeat(120_000),
    },
    assert: [{ type: "is-json" }],
  };
  assert.equal(resultOf(await runFile(fileOf([test]), { kind: "task" })).unknown, 1);
});
