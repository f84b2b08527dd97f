import assert from "node:assert/strict";
import { hashOf } from "../../lib/config/requirements.ts";
import { Judging, TASK } from "./_judging.ts";
import { run } from "../support/process.ts";

Deno.test("an agent whose required command fails is sent back once, and let go when it passes", async () => {
  await using judging = await Judging.make();
  const first = await judging.fails().stop();
  const { record, reason } = first;
  assert.match(reason!, /^## Reflection: Task Incomplete \(1\/16\) \[HIGH\]\n/);
  assert.match(reason!, /npm test/);
  assert.deepEqual(record.outcome, { decision: "pushed", attempt: 1, max_attempts: 16 });
  assert.equal(record.verdict?.complete, false);
  assert.ok(record.verdict.evidence.length > 0);
  assert.equal(record.floor, "incomplete");
  assert.deepEqual(record.requirements?.map(({ name, state }) => [name, state]), [
    ["check `npm test`", "unmet"],
  ]);
  assert.deepEqual(record.vetoes, []);
  assert.equal(record.task, TASK);
  assert.equal(record.session_id, judging.session);
  assert.equal(record.prompt_id, "07651f75-d9ab-4547-9b1a-425b52a783d8");
  assert.equal(record.head, await judging.repo.git("rev-parse", "HEAD"));
  assert.match(record.diff_hash ?? "", /^[0-9a-f]{64}$/);
  assert.deepEqual([record.model, record.degraded, record.failure], [null, false, null]);

  const { record: second, reason: none } = await judging.succeeds(null).stop();
  assert.equal(none, null);
  assert.deepEqual(second.outcome, { decision: "let_go", attempt: 1, max_attempts: 16 });
  assert.deepEqual([second.verdict?.complete, second.verdict?.severity], [true, "NONE"]);
  assert.deepEqual(second.verdict?.missing, []);
  assert.equal(second.floor, "complete");
  assert.equal(judging.log("errors.log"), "");
});

Deno.test("what the agent is told names the line that the person types to require it no longer", async () => {
  await using judging = await Judging.make();
  const { reason } = await judging.fails().stop();
  const [, line] = /or only this with `(deno task [^`]+ --remove "npm test" [^`]+)`/.exec(reason!)!;
  const elsewhere = await run("/bin/sh", ["-c", line!], {
    cwd: judging.home.folder,
    env: { XDG_CONFIG_HOME: judging.home.path(".config") },
  });
  assert.equal(elsewhere.code, 0, elsewhere.stderr);
  assert.equal((await judging.succeeds(null).fails(null).stop()).reason, null);
});

Deno.test("what is printed is one JSON object with a decision and a reason, and nothing around it", async () => {
  await using judging = await Judging.make();
  const { stdout } = await judging.fails().hook("Stop", {
    env: { REFLECTION_DEBUG: "1" },
  });
  const answer = JSON.parse(stdout);
  assert.deepEqual(Object.keys(answer), ["decision", "reason"]);
  assert.equal(stdout, JSON.stringify(answer));
});

Deno.test("observe prints nothing and records the verdict that on would have acted on", async () => {
  await using on = await Judging.make();
  await using observe = await Judging.make();
  const { record: acted } = await on.fails().stop();
  const { record: seen, reason } = await observe.fails().stop({
    env: { REFLECTION_JUDGE: "observe" },
  });
  assert.equal(reason, null);
  assert.deepEqual(seen.verdict, acted.verdict);
  assert.deepEqual(seen.outcome, { decision: "observed", attempt: 0, max_attempts: 16 });
  assert.equal(seen.skipped, null);
});

Deno.test("a turn that was only talk is let go, and nothing that was said is kept", async () => {
  await using judging = await Judging.make();
  judging.chat.person("What does the word idempotent mean?")
    .says("An operation is idempotent if doing it twice has the same effect as doing it once.");
  const { record } = await judging.stop();
  assert.deepEqual([record.outcome.decision, record.skipped], ["let_go", null]);
  assert.equal(record.verdict?.complete, null);
  assert.deepEqual(record.vetoes?.map(({ name }) => name), ["changed_nothing"]);
  assert.deepEqual([record.task, record.head, record.diff_hash], [null, null, null]);
  assert.doesNotMatch(JSON.stringify(record), /idempotent|operation/);
});

Deno.test("with neither requirement nor model the judge watches: it records and says nothing", async () => {
  await using judging = await Judging.make();
  await judging.requires([]);
  const { record, reason } = await judging.fails().stop();
  assert.equal(reason, null);
  assert.deepEqual([record.floor, record.verdict?.complete], ["unknown", null]);
  assert.deepEqual([record.outcome.decision, record.skipped, record.requirements], [
    ...["let_go", null],
    [],
  ]);
  assert.ok(record.observations?.some(({ evidence }) => evidence.includes("npm test")));
  assert.deepEqual(record.verdict?.missing, []);
});

Deno.test("a stop on a question is the person's, whatever is unmet", async () => {
  await using judging = await Judging.make();
  judging.chat.person("Fix add()");
  judging.edits().chat.says("Soll ich die Tests auch ändern?");
  const { record, reason } = await judging.stop();
  assert.equal(reason, null);
  assert.deepEqual([record.floor, record.skipped], ["incomplete", "awaiting_user"]);
  assert.deepEqual(record.vetoes?.map(({ name }) => name), ["question"]);
  // What is unmet stays so while they talk.
  judging.chat.person("No").says("Then I am done.");
  assert.deepEqual((await judging.stop()).record.vetoes?.map(({ name }) => name), [
    "changed_nothing",
  ]);
  judging.chat.person("Go on");
  assert.equal(await judging.edits().fails(null).outcome(), "pushed");
});

Deno.test("what a repository ships counts once the person accepted it", async () => {
  await using judging = await Judging.make();
  await judging.requires([]);
  const config = { reflection: { requirements: ["npm test"] } };
  await judging.repo.write({ ".mosaic/config.json": JSON.stringify(config) });
  assert.equal(await judging.fails().outcome(), "let_go");
  await judging.requires([], {
    accepted: { [judging.repo.folder]: [await hashOf([{ kind: "check", command: "npm test" }])] },
  });
  assert.equal(await judging.fails("Once more").outcome(), "pushed");
});

Deno.test("without a repository, and without a folder that the user named, nothing is written", async () => {
  await using judging = await Judging.make();
  judging.fails();
  await Deno.remove(judging.repo.path(".git"), { recursive: true });
  const { stdout } = await judging.hook("Stop");
  assert.equal(stdout, "");
  assert.deepEqual(Array.from(Deno.readDirSync(judging.repo.folder), ({ name }) => name), ["src"]);
});

Deno.test("an edit of an earlier task that no run followed is still one", async () => {
  await using judging = await Judging.make();
  const { record: first } = await judging.fails().stop();
  assert.equal(first.outcome.decision, "pushed");
  judging.chat.says("It cannot be mended.");
  assert.equal(await judging.outcome(), "handed_over: no_progress");
  judging.chat.person("Write a readme");
  judging.edits("README.md").chat.says("Written.");
  const { record, reason } = await judging.stop();
  assert.equal(record.floor, "incomplete");
  assert.match(reason!, /npm test/);
});
