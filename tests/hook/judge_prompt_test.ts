import assert from "node:assert/strict";
import { DISSATISFIED, judgedBy, SATISFIED } from "./_judge_model.ts";

Deno.test("the model is told the task, the calls with their outputs, the last message and the floor's verdict", async () => {
  await using by = await judgedBy([{ say: SATISFIED }]);
  await by.judging.fails().stop({ env: by.env });
  const { body } = by.api.requests[0]!;
  for (const part of ["Fix add() in src/add.mjs", "npm test", "fail 1", "All tests pass now"]) {
    assert.ok(body.includes(part), part);
  }
});

Deno.test("the project's instructions reach the model, up to 1,500 characters", async () => {
  await using by = await judgedBy([{ say: SATISFIED }]);
  const { judging, api, env } = by;
  await judging.repo.write({ "AGENTS.md": "§".repeat(4000), "CLAUDE.md": "the other file" });
  await judging.succeeds().stop({ env });
  const { body } = api.requests[0]!;
  assert.equal(body.split("§").length - 1, 1500);
  assert.ok(!body.includes("the other file"));
  const { instructions } = JSON.parse(judging.read(`state/${judging.session}.judge.json`));
  assert.equal(instructions.value.length, 1500);
});

Deno.test("a link in the place of the instructions is not followed", async () => {
  await using by = await judgedBy([{ say: SATISFIED }]);
  const { judging, api, env } = by;
  await judging.repo.write({ ".mosaic/config.json": '{"x":"of-mine-alone"}' });
  await Deno.symlink(".mosaic/config.json", judging.repo.path("AGENTS.md"));
  await judging.repo.write({ "CLAUDE.md": "the other file" });
  await judging.succeeds().stop({ env });
  const { body } = api.requests[0]!;
  assert.ok(!body.includes("of-mine-alone"));
  assert.ok(body.includes("the other file"));
});

Deno.test("instructions that were read less than a minute ago are not read again", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }]);
  const { judging, api, env } = by;
  await judging.repo.write({ "AGENTS.md": "the first instructions" });
  await judging.succeeds().stop({ env });
  await judging.repo.write({ "AGENTS.md": "the second instructions" });
  await judging.succeeds(null).stop({ env });
  assert.equal(api.requests.length, 2);
  for (const { body } of api.requests) {
    assert.ok(body.includes("the first instructions") && !body.includes("the second"));
  }
  const file = `state/${judging.session}.judge.json`;
  const state = JSON.parse(judging.read(file));
  state.instructions.until = Date.now() - 1;
  await judging.repo.write({ [`.mosaic/reflections/${file}`]: JSON.stringify(state) });
  await judging.succeeds(null).stop({ env });
  assert.ok(api.requests.at(-1)!.body.includes("the second instructions"));
});

Deno.test("the model that answered is asked first for a while, and forgotten where it answers no more", async () => {
  await using by = await judgedBy((request) =>
    request.json.model === "claude-haiku-4"
      ? { say: DISSATISFIED, model: "haiku-of-today" }
      : request.json.model === "haiku-of-today"
      ? { say: DISSATISFIED }
      : { status: 404 }
  );
  const { judging, api, env } = by;
  const asked = async (): Promise<string[]> => {
    const before = api.requests.length;
    await judging.stop({ env });
    return api.requests.slice(before).map(({ json }) => json.model);
  };
  judging.succeeds();
  const first = await asked();
  assert.ok(first.length > 1);
  assert.equal(first.at(-1), "claude-haiku-4");
  judging.succeeds(null);
  assert.deepEqual(await asked(), ["haiku-of-today"]);

  api.program([{ status: 404 }]);
  judging.succeeds(null);
  assert.deepEqual(await asked(), ["haiku-of-today"]);
  judging.chat.person("Once more, please: fix add() and run the tests");
  judging.succeeds(null);
  assert.equal((await asked())[0], first[0]);
});

Deno.test("a model that the user named goes before the one that is remembered", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }]);
  const { judging, api, env } = by;
  await judging.succeeds().stop({ env });
  await judging.succeeds(null).stop({ env: { ...env, REFLECTION_MODEL_FAST: "mine" } });
  assert.equal(api.requests.at(-1)?.json.model, "mine");
});

Deno.test("of long instructions the beginning is read, and not another file", async () => {
  await using by = await judgedBy([{ say: SATISFIED }]);
  const { judging, api, env } = by;
  const long = `Use tabs.\n${"§ ".repeat(40_000)}`;
  await judging.repo.write({ "AGENTS.md": long, "CLAUDE.md": "the other file" });
  await judging.succeeds().stop({ env });
  const { body } = api.requests[0]!;
  assert.ok(body.includes("Use tabs.") && !body.includes("the other file"));
});
