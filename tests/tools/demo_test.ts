import assert from "node:assert/strict";
import { deno, taskCommand } from "../support/process.ts";

Deno.test("the demo shows a risky change and its verdict, and leaves nothing behind but its page", async () => {
  const temp = await Deno.makeTempDir({ prefix: "reflection-" });
  try {
    const { code, stdout, stderr } = await deno(await taskCommand("demo"), {
      env: { TMPDIR: temp },
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Review needed: score 1, threshold 0\.5/);
    assert.match(stdout, /src\/session\.ts/);
    const [, page = ""] = /as a page, for people: (\S+)/.exec(stdout) ?? [];
    assert.match(await Deno.readTextFile(page), /^<!doctype html>[^]*src\/session\.ts/);
    assert.deepEqual([...Deno.readDirSync(temp)].map(({ name }) => `${temp}/${name}/report.html`), [
      page,
    ]);
  } finally {
    await Deno.remove(temp, { recursive: true });
  }
});
