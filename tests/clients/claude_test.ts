import assert from "node:assert/strict";
import { ASK } from "../../hook/ask.ts";
import { clientTest, Place } from "./claude.ts";
import type { HookReport } from "./stream.ts";

const SOLO = { REFLECTION_MODE: "solo" };

clientTest("Claude Code runs the hooks and they leave nothing while the mode is off", async () => {
  await using place = await Place.make();
  const { code, result, hooks } = await place.work([place.write("src/auth.ts"), { say: "Done." }]);
  assert.deepEqual({ code, result }, { code: 0, result: "Done." });
  assertSilent(hooks, ["SessionStart", "Stop"]);
  await assert.rejects(Deno.lstat(place.repo.path(".mosaic")), Deno.errors.NotFound);
});

clientTest("A file that Claude Code wrote stands in the one record of its run", async () => {
  await using place = await Place.make({ env: SOLO });
  const head = await place.repo.git("rev-parse", "HEAD");
  const { code, result, hooks, sessionId } = await place.work([
    place.write("src/auth.ts"),
    { say: "Done." },
  ]);
  assert.deepEqual({ code, result }, { code: 0, result: "Done." });
  assertSilent(hooks, ["SessionStart", "Stop"]);
  const record = await place.record();
  assert.equal(record.session_id, sessionId);
  assert.deepEqual(record.files_changed, ["src/auth.ts"]);
  assert.equal(record.risk.surface, "auth");
  assert.equal(record.risk.needs_review, true);
  assert.equal(record.provenance.reflection_mode, "solo");
  assert.equal(record.provenance.degraded, true, "nobody reported");
  assert.equal((await place.state(sessionId)).base, head);
});

clientTest("What Claude Code committed counts as changed though the tree is clean", async () => {
  await using place = await Place.make({ env: SOLO });
  await place.work([
    place.write("db/migrations/002.sql"),
    place.commit("db"),
    { say: "Committed." },
  ]);
  assert.equal(await place.repo.git("log", "--format=%s", "-1"), "Work");
  assert.equal(await place.repo.git("status", "--porcelain", "--", ":!.mosaic"), "");
  const { files_changed, risk } = await place.record();
  assert.deepEqual(files_changed, ["db/migrations/002.sql"]);
  assert.equal(risk.surface, "data");
});

clientTest("A reflection block in the last message is merged into the record", async () => {
  await using place = await Place.make({ env: SOLO });
  const report = {
    confidence: 0.7,
    most_likely_wrong: { surface: "auth", description: "An expired token is still accepted" },
    known_not_in_diff: "The clock of the server was not looked at",
  };
  const block = `\`\`\`reflection\n${JSON.stringify(report, null, 2)}\n\`\`\``;
  await place.work([place.write("src/auth.ts"), { say: `Done.\n\n${block}` }]);
  const { confidence, most_likely_wrong, known_not_in_diff, provenance } = await place.record();
  assert.deepEqual({ confidence, most_likely_wrong, known_not_in_diff }, report);
  assert.equal(provenance.degraded, false);
});

clientTest("The request for a report reaches the model where it is asked for", async () => {
  await using place = await Place.make({ env: { ...SOLO, REFLECTION_ASK: "1" } });
  const { asked } = await place.work([{ say: "Done." }]);
  const text = JSON.stringify(ASK).slice(1, -1);
  assert.ok(JSON.stringify(asked[0]!.messages).includes(text));
});

clientTest("The model is asked for no report otherwise", async () => {
  await using place = await Place.make({ env: SOLO });
  const { asked, hooks } = await place.work([{ say: "Done." }]);
  assertSilent(hooks, ["SessionStart", "Stop"]);
  assert.ok(!JSON.stringify(asked).includes("most_likely_wrong"));
});

clientTest("A resumed session keeps its base and counts its captures on", async () => {
  await using place = await Place.make({ env: SOLO });
  const first = await place.work([
    place.write("src/auth.ts"),
    place.commit("src"),
    { say: "Committed." },
  ]);
  const second = await place.work(
    [place.write("docs/guide.md"), { say: "Documented." }],
    { args: [`--resume=${first.sessionId}`] },
  );
  assert.equal(second.sessionId, first.sessionId);
  const [before, after, ...more] = await place.records();
  assert.deepEqual(more, []);
  assert.deepEqual(before?.files_changed, ["src/auth.ts"]);
  assert.deepEqual(after?.files_changed, ["docs/guide.md", "src/auth.ts"]);
  assert.equal(after?.provenance.reflection_attempt, 2);
});

clientTest("Every turn of a session that stays open leaves a record", async () => {
  await using place = await Place.make({ env: SOLO });
  const { hooks } = await place.converse([
    place.write("src/auth.ts"),
    { say: "One." },
    place.write("docs/guide.md"),
    { say: "Two." },
  ], { prompts: ["First", "Second"] });
  assertSilent(hooks, ["SessionStart", "Stop", "Stop"]);
  const records = await place.records();
  assert.deepEqual(records.map((record) => record.files_changed), [
    ["src/auth.ts"],
    ["docs/guide.md", "src/auth.ts"],
  ]);
  assert.deepEqual(records.map((record) => record.provenance.reflection_attempt), [1, 2]);
});

/** These hooks ran, as the client sees it, and told it nothing. */
function assertSilent(hooks: HookReport[], events: string[]): void {
  const seen = hooks.map(({ hook_event, exit_code, outcome, stdout, stderr }) => (
    { hook_event, exit_code, outcome, stdout, stderr }
  ));
  const silent = { exit_code: 0, outcome: "success", stdout: "", stderr: "" };
  assert.deepEqual(seen, events.map((hook_event) => ({ hook_event, ...silent })));
}
