import assert from "node:assert/strict";
import { Judging, RECORDS } from "./_judging.ts";

const stateOf = ({ session }: Judging): string => `${RECORDS}/state/${session}.judge.json`;

Deno.test("where the state cannot be kept, nobody is sent back", async () => {
  await using judging = await Judging.make();
  await Deno.mkdir(judging.repo.path(stateOf(judging)), { recursive: true });
  for (let round = 0; round < 2; round++) {
    const { record, reason } = await judging.fails().stop();
    assert.deepEqual([record.skipped, reason], ["unreadable", null]);
    assert.deepEqual([record.degraded, typeof record.failure], [true, "string"]);
  }
  assert.match(judging.log("errors.log"), /Cannot judge: /);
  assert.deepEqual(judging.names(".tmp", "state"), []);
});

Deno.test("where the lock cannot be taken, nobody is sent back", async () => {
  await using judging = await Judging.make();
  const lock = `${RECORDS}/state/${judging.session}.judge.lock`;
  await Deno.mkdir(judging.repo.path(lock), { recursive: true });
  const { record, reason } = await judging.fails().stop();
  assert.deepEqual([record.skipped, reason], ["unreadable", null]);
  assert.match(record.failure!, /is not a plain file/);
});

Deno.test("a lock or a state behind a link is left alone", async () => {
  for (const ending of ["judge.lock", "judge.json"]) {
    await using judging = await Judging.make();
    await judging.repo.write({ [`${RECORDS}/state/.keep`]: "" });
    await judging.home.write({ "victim": "as it was" });
    await Deno.symlink(
      judging.home.path("victim"),
      judging.repo.path(`${RECORDS}/state/${judging.session}.${ending}`),
    );
    await judging.fails().stop();
    assert.equal(await Deno.readTextFile(judging.home.path("victim")), "as it was", ending);
  }
});

Deno.test("where no record can be written, the attempts are counted all the same", async () => {
  for (const log of [[], [`./${RECORDS}/errors.log`]]) {
    await using judging = await Judging.make();
    await judging.repo.write({ [`${RECORDS}/state/.keep`]: "" });
    judging.fails();
    let told = 0;
    for (let round = 0; round < 10; round++) {
      const { stdout } = await judging.hook("Stop", {
        stderr: /^(reflection: .*\n)?$/,
        registered: (hook) => ({
          ...hook,
          permissions: { ...hook.permissions, write: [`./${RECORDS}/state`, ...log] },
        }),
      });
      if (stdout === "") continue;
      told++;
      judging.chat.feedback(JSON.parse(stdout).reason).says("All tests pass now.");
    }
    const { guard } = JSON.parse(await Deno.readTextFile(judging.repo.path(stateOf(judging))));
    assert.ok(guard.pushed.length >= Math.max(1, told) && told <= 7, `${told}`);
    assert.deepEqual(judging.names(".verdict.json"), []);
  }
});

Deno.test("a signal that cannot be written does not take the record with it", async () => {
  await using judging = await Judging.make();
  const signal = `${RECORDS}/verdict_${judging.session}.json`;
  await Deno.mkdir(judging.repo.path(signal), { recursive: true });
  assert.equal(await judging.fails().outcome(), "pushed");
  assert.match(judging.log("errors.log"), /Cannot write/);
});

const BROKEN: Record<string, string> = {
  "nothing": "",
  "half of it": '{"guard":{"task":1,',
  "no object": "[1,2]",
  "null": "null",
  "bytes": "\0\xff\0",
  "wrong types":
    '{"guard":{"task":"1","pushed":7},"settled":"many","model":[],"saved":{"task":[]}}',
  "a memory that lifts every limit": JSON.stringify({
    guard: {
      ...{ task: 1, settled: null, pushed: [], seen: null, evidence: null, rounds: -1e9 },
      ...{ at: null, row: -1e9 },
    },
  }),
  "numbers out of range": '{"settled":1e308,"model":{"value":"x","until":1e308}}',
  "more than we ever write": JSON.stringify({ settled: 0, x: "x".repeat(2 ** 20) }),
  "a prototype": '{"__proto__":{"settled":9},"constructor":1,"guard":{"__proto__":{}}}',
};

for (const [what, text] of Object.entries(BROKEN)) {
  Deno.test(`a state that is broken is as new, and loops nobody: ${what}`, async () => {
    await using judging = await Judging.make();
    const breakState = () => judging.repo.write({ [stateOf(judging)]: text });
    await breakState();
    assert.equal(await judging.fails().outcome(), "pushed");
    // The conversation shows that the agent was sent back; how often, nobody remembers.
    await breakState();
    assert.equal(await judging.fails(null).outcome(), "skipped: unreadable");
    await breakState();
    assert.equal(
      await judging.fails("Try again, and run the tests").outcome(),
      "pushed",
    );
  });
}

Deno.test("a payload that makes no sense leaves a record that says so, and sends nobody back", async () => {
  await using judging = await Judging.make();
  judging.fails();
  const odd = { permission_mode: 7, background_tasks: "x", agent_id: {}, stop_hook_active: "no" };
  assert.equal(await judging.outcome({ payload: odd }), "pushed");
  const tasks = { background_tasks: [null, 7, "x", []], prompt_id: [] };
  assert.equal(await judging.fails(null).outcome({ payload: tasks }), "pushed");
});
