import assert from "node:assert/strict";
import { phase0Schema } from "../../schema/zod.ts";
import { deno, PROJECT, taskCommand } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";

Deno.test("experiments:demo writes one page that links a valid record and a page of every run", async () => {
  await using scratch = await Scratch.make();
  const args = [...await taskCommand("experiments:demo"), "--out", scratch.path("out")];
  const { code, stdout, stderr } = await deno(args, { env: { INIT_CWD: PROJECT } });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^(OPEN|CLOSED): /);
  assert.ok(stdout.includes(scratch.path("out/index.html")));
  const index = await Deno.readTextFile(scratch.path("out/index.html"));
  const links = [...index.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
  assert.equal(links.length, 12);
  const experiments = new Set<string>();
  for (const link of links) {
    const text = await Deno.readTextFile(scratch.path(`out/${link}`));
    if (link.endsWith(".html")) assert.match(text, /<h1>/);
    else experiments.add(phase0Schema.parse(JSON.parse(text)).experiment);
  }
  assert.equal(experiments.size, 4);
  assert.match(await Deno.readTextFile(scratch.path("out/git_history.html")), /<svg /);
});

Deno.test("experiments:demo refuses what it does not know", async () => {
  for (const wrong of ["--ouput", "extra"]) {
    const { code, stdout } = await deno([...await taskCommand("experiments:demo"), wrong]);
    assert.deepEqual([code, stdout], [2, ""]);
  }
});
