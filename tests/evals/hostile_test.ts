import assert from "node:assert/strict";
import { Scratch } from "../support/repository.ts";
import { caseWith, evals, fileOf, resultOf, runFile } from "./_command.ts";

/** A case with a text from a file. */
function caseFrom(address: string): string {
  const vars = { task: address, tools_used: [], agent_response: "" };
  return fileOf([{ description: "x", vars, assert: [{ type: "equals", value: "x" }] }]);
}

Deno.test("a file outside of the folder cannot be named, nor reached by a link", async () => {
  await using scratch = await Scratch.make();
  await using other = await Scratch.make();
  await other.write({ "secret.txt": "strawberry" });
  await Deno.symlink(other.path("secret.txt"), scratch.path("link.txt"));
  const named = ["/etc/passwd", other.path("secret.txt"), "..", "link.txt"];
  for (const address of named) {
    await scratch.write({ "cases.yaml": caseFrom(`file://${address}`) });
    const ran = await evals(["--file", scratch.path("cases.yaml"), "--kind", "task"]);
    assert.deepEqual([ran.code, ran.stdout], [1, ""], address);
    assert.match(ran.stderr, /outside of its folder/);
  }
});

Deno.test("a YAML bomb of aliases is refused", async () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`)}]`;
  const names = ["b", "c", "d", "e", "f", "g", "h"];
  const lines = names.map((name, index) => level(name, index === 0 ? "a" : names[index - 1]!));
  const { code, stderr } = await runFile(["a: &a [x]", ...lines, "tests: *h"].join("\n"));
  assert.equal(code, 1);
  assert.match(stderr, /alias/i);
});

/** Runs a file with two JavaScript assertions while this program is called `npx`. */
async function withNpx(program: string | null) {
  await using bin = await Scratch.make();
  if (program !== null) {
    await bin.write({ "npx": `#!/bin/sh\n${program}\n` });
    await Deno.chmod(bin.path("npx"), 0o755);
  }
  const code = [1, 2].map((n) => caseWith(`${n}`, [{ type: "javascript", value: `${n} > 1` }]));
  const plain = [caseWith("plain", [{ type: "is-json" }])];
  const PATH = program === null ? bin.folder : `${bin.folder}:/usr/bin:/bin`;
  const run = (tests: object[]) => runFile(fileOf(tests), { env: { PATH, STRAWBERRY: "red" } });
  return { code: resultOf(await run([...code, ...plain])), plain: resultOf(await run(plain)) };
}

Deno.test("JavaScript is run by promptfoo, without the person's keys, and only where a file has some", async () => {
  const rows = [
    { testIdx: 1, success: true },
    { testIdx: 0, success: false, gradingResult: { reason: "Custom function returned false" } },
  ];
  const json = JSON.stringify({ results: { results: rows } });
  const { code, plain } = await withNpx(
    `env | grep -q STRAWBERRY && exit 1\ngrep -q '"1 > 1"' config.json || exit 1\n` +
      `echo '${json}' > result.json`,
  );
  assert.deepEqual([code.passed, code.wrong, code.failed.length], [2, 1, 1]);
  assert.match(code.failed[0]!.why, /Custom function returned false/);
  assert.equal(plain.passed, 1);
});

Deno.test("where promptfoo cannot run, the cases with JavaScript are broken and say why", async () => {
  for (
    const [program, why] of [
      [null, /Cannot run its JavaScript assertions: .*"npx".*not on PATH/],
      ["echo 'no network' >&2; exit 1", /"npx promptfoo@[\d.]+ eval" failed: no network/],
    ] as const
  ) {
    const { code, plain } = await withNpx(program);
    assert.deepEqual([code.passed, code.wrong, code.failed.length], [1, 0, 2]);
    for (const failure of code.failed) assert.match(failure.why, why);
    assert.equal(plain.passed, 1);
  }
});
