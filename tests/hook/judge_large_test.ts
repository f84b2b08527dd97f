import assert from "node:assert/strict";
import { Judging } from "./_judging.ts";

const MEGABYTE = 2 ** 20;

/** Sixty megabytes of outputs and forty of the client's own bookkeeping. */
function workOn(judging: Judging): void {
  const { chat } = judging;
  const output = "a line of output that says nothing\n".repeat(MEGABYTE / 35);
  const blob = { type: "api-request-blob", hash: "x", message: { role: "user", content: output } };
  for (let part = 0; part < 20; part++) {
    for (let call = 0; call < 3; call++) chat.runs(`cat log/${part}-${call}`, output);
    chat.raw(blob).raw(blob);
  }
}

Deno.test("a conversation of 100 MB is judged like a short one, and leaves as little behind", async () => {
  await using short = await Judging.make();
  await using long = await Judging.make();
  const { record: expected } = await short.fails().stop();
  long.chat.person(expected.task!);
  workOn(long);
  assert.ok((await Deno.stat(long.chat.path)).size > 95 * MEGABYTE);
  const { record, reason } = await long.fails(null).stop();
  assert.notEqual(reason, null);
  const { complete, severity, missing, next_actions } = record.verdict!;
  assert.deepEqual({ complete, severity, missing, next_actions }, {
    complete: expected.verdict!.complete,
    severity: expected.verdict!.severity,
    missing: expected.verdict!.missing,
    next_actions: expected.verdict!.next_actions,
  });
  assert.equal(record.task, expected.task);
  assert.equal(long.log("errors.log"), "");
  const sizeOf = (judging: Judging): number =>
    judging.names(".verdict.json").map((name) => judging.read(name).length)[0]! +
    judging.read(`state/${judging.session}.judge.json`).length;
  assert.ok(sizeOf(long) < 2 * sizeOf(short), `${sizeOf(long)} and ${sizeOf(short)}`);
});

Deno.test("lines that are broken, cut or of no known kind do not keep the rest from being judged", async () => {
  await using judging = await Judging.make();
  const { chat } = judging;
  chat.raw("{").raw("\0\0").raw("[]").raw("null").raw('{"type":"user"}')
    .raw('{"type":"user","message":{"role":"user","content":[null,7,{"type":"text"}]}}')
    .raw({ type: "assistant", message: { content: "x" } }).raw({ type: "of tomorrow" });
  judging.fails();
  Deno.writeTextFileSync(chat.path, '{"type":"user","message":{"role":"us', { append: true });
  assert.equal(await judging.outcome(), "pushed");
});
