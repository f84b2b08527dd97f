import assert from "node:assert/strict";
import { ASK } from "../../hook/ask.ts";
import { REVIEW_SURFACES } from "../../schema/reflection.ts";
import { parseSelfReport } from "../../schema/self_report.ts";
import { Scratch } from "../support/repository.ts";
import { Session } from "./session.ts";

Deno.test("the beginning of a session is remembered once: resuming and compacting keep it", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  await repo.write({ "dirty.ts": "1\n" });
  const session = new Session(repo);
  const state = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await Deno.readTextFile(repo.path(".mosaic/reflections/state/session-1.json")));
  assert.equal((await session.start({ payload: { source: "startup" } })).stdout, "");
  const first = await state();
  assert.equal(first["base"], await repo.git("rev-parse", "HEAD"));
  assert.deepEqual(Object.keys(first["dirty"] as object), ["dirty.ts"]);
  await repo.commit("Later");
  for (const source of ["resume", "compact", "clear"]) {
    await session.start({ payload: { source } });
    assert.deepEqual(await state(), first, source);
  }
});

Deno.test("the request for a self-report is given only when it was asked for", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  for (const value of ["0", "yes", ""]) {
    assert.equal((await session.start({ env: { REFLECTION_ASK: value } })).stdout, "");
  }
  const { stdout } = await session.start({ env: { REFLECTION_ASK: "1" } });
  assert.deepEqual(JSON.parse(stdout), {
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: ASK },
  });
});

Deno.test("the request is short, names every surface, and shows a block that can be read", () => {
  assert.ok(ASK.length < 1200, `${ASK.length} characters`);
  for (const surface of REVIEW_SURFACES) assert.ok(ASK.includes(surface));
  const block = /```reflection\n([\s\S]*?)\n```/.exec(ASK);
  assert.deepEqual(parseSelfReport(block?.[1]).problems, []);
  assert.match(ASK, /most likely way/);
});
