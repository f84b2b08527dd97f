import assert from "node:assert/strict";
import { Scratch } from "../support/repository.ts";
import { isThere } from "./_faults.ts";
import { type HookStart, Session } from "./session.ts";

const REPORT = {
  confidence: 0.7,
  most_likely_wrong: { surface: "auth", description: "Expiry is compared in local time" },
  known_not_in_diff: "The cron job was not run",
};

const fenced = (text: string): string => `All done.\n\n\`\`\`reflection\n${text}\n\`\`\`\n`;
const saying = (message: string): HookStart => ({ payload: { last_assistant_message: message } });

/** A token in parts, so that none stands in this file. */
const TOKEN = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");

Deno.test("a fenced block at the end of the last message is the self-report", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const record = await new Session(repo).capture(saying(fenced(JSON.stringify(REPORT, null, 2))));
  const { confidence, most_likely_wrong, known_not_in_diff } = record;
  assert.deepEqual({ confidence, most_likely_wrong, known_not_in_diff }, REPORT);
  assert.equal(record.provenance.degraded, false);
});

Deno.test("only a block that ends the message counts, and the last of several", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  const block = fenced(JSON.stringify(REPORT));
  const older = fenced(JSON.stringify({ ...REPORT, confidence: 0.1 }));
  assert.equal((await session.capture(saying(older + block))).confidence, 0.7);
  assert.equal((await session.capture(saying(block.replaceAll("\n", "\r\n")))).confidence, 0.7);
  for (
    const message of [
      `${block}And one more thing.`,
      block.replace("reflection", "json"),
      block.replace("```reflection", "text ```reflection"),
      block.slice(0, -5),
      "reflection",
    ]
  ) {
    const record = await session.capture(saying(message));
    assert.deepEqual([record.confidence, record.provenance.degraded], [null, true], message);
  }
});

Deno.test("the file in the repository is consumed, and bad fields leave a scrubbed copy", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  const input = ".mosaic/reflection-input.json";
  await session.start();
  await repo.write({ [input]: JSON.stringify(REPORT) });
  assert.equal((await session.capture()).confidence, 0.7);
  assert.equal(isThere(repo.path(input)), false);
  assert.equal((await session.capture()).confidence, null, "not inherited");

  await repo.write({ [input]: JSON.stringify({ ...REPORT, confidence: `about ${TOKEN}` }) });
  const record = await session.capture();
  assert.deepEqual([record.confidence, record.known_not_in_diff], [null, REPORT.known_not_in_diff]);
  const folder = repo.path(".mosaic/reflections");
  const copies = [...Deno.readDirSync(folder)].filter(({ name }) => /self-report/.test(name));
  assert.equal(copies.length, 1);
  const copy = await Deno.readTextFile(`${folder}/${copies[0]!.name}`);
  assert.match(copy, /about \[redacted: /);
  assert.ok(!copy.includes(TOKEN));
});

Deno.test("a file that was written as the session began is not older than it", async () => {
  for (const [earlier, confidence] of [[9, 0.7], [1000, null]] as const) {
    await using repo = await Scratch.make();
    await repo.init();
    const session = new Session(repo);
    const input = ".mosaic/reflection-input.json";
    await session.start();
    await repo.write({ [input]: JSON.stringify(REPORT) });
    const [state] = Array.from(Deno.readDirSync(repo.path(".mosaic/reflections/state")))
      .filter(({ name }) => name.endsWith(".json"));
    const { startedAt } = JSON.parse(
      await Deno.readTextFile(repo.path(`.mosaic/reflections/state/${state!.name}`)),
    );
    const written = new Date(Date.parse(startedAt) - earlier);
    await Deno.utime(repo.path(input), written, written);
    assert.equal((await session.capture()).confidence, confidence);
  }
});

Deno.test("REFLECTION_INPUT comes first; unreadable or older than the session it is passed over", async () => {
  await using repo = await Scratch.make();
  await using outside = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  const input = outside.path("self report.json");
  const start: HookStart = {
    ...saying(fenced(JSON.stringify({ ...REPORT, confidence: 0.2 }))),
    env: { REFLECTION_INPUT: input },
  };
  const missing = await session.capture(start);
  assert.deepEqual([missing.confidence, missing.provenance.degraded], [0.2, true]);
  await outside.write({ "self report.json": JSON.stringify(REPORT) });
  await Deno.utime(input, new Date(0), new Date(0));
  assert.equal((await session.capture(start)).confidence, 0.7, "no beginning is known");
  await session.start();
  await session.start(); // The capture before left a state without a beginning: now it has one
  const stale = await session.capture(start);
  assert.equal(stale.confidence, 0.2);
  const log = await Deno.readTextFile(repo.path(".mosaic/reflections/errors.log"));
  assert.ok(log.includes(`"${input}" is older than the session`), log);
  await Deno.utime(input, new Date(), new Date(Date.now() + 1000));
  const fresh = await session.capture(start);
  assert.deepEqual([fresh.confidence, fresh.provenance.degraded], [0.7, false]);
  assert.equal(isThere(input), true, "the user's own file stays");
});

Deno.test("a file left from before the session is not merged, and is not lost either", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const input = ".mosaic/reflection-input.json";
  await repo.write({ [input]: JSON.stringify(REPORT) });
  await Deno.utime(repo.path(input), new Date(0), new Date(0));
  const session = new Session(repo);
  await session.start();
  assert.equal((await session.capture()).confidence, null);
  assert.equal(isThere(repo.path(input)), false);
  const names = [...Deno.readDirSync(repo.path(".mosaic/reflections"))].map(({ name }) => name);
  assert.ok(names.some((name) => name.endsWith(".self-report.json")), names.join());
});

Deno.test("what cannot be parsed leads to the next source, and degrades", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const session = new Session(repo);
  for (const text of ["{", "[]", "null", "", '"x"']) {
    await repo.write({ ".mosaic/reflection-input.json": JSON.stringify(REPORT) });
    const record = await session.capture(saying(fenced(text)));
    assert.deepEqual([record.confidence, record.provenance.degraded], [0.7, true], text);
  }
});

Deno.test("secrets in the self-report never reach the disk", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const said = {
    confidence: 0.5,
    most_likely_wrong: { surface: "auth", description: `The token ${TOKEN} is in the code` },
    known_not_in_diff: `password=${"hunter2".repeat(2)} was used`,
  };
  const record = await new Session(repo).capture(saying(fenced(JSON.stringify(said))));
  assert.match(record.most_likely_wrong?.description ?? "", /^The token \[redacted: .+\] is in/);
  assert.match(record.known_not_in_diff ?? "", /\[redacted: .+\] was used/);
  assert.equal(record.provenance.degraded, false);
});

Deno.test("where the scrubber cannot be loaded, text is withheld and the record degraded", async () => {
  await using repo = await Scratch.make();
  await using cold = await Scratch.make();
  await repo.init();
  const record = await new Session(repo).capture({
    ...saying(fenced(JSON.stringify(REPORT))),
    env: { DENO_DIR: cold.folder },
  });
  assert.deepEqual(
    [record.confidence, record.most_likely_wrong, record.known_not_in_diff],
    [0.7, null, null],
  );
  assert.equal(record.provenance.degraded, true);
});

Deno.test("a self-report can never carry a mechanical field", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const said = { ...REPORT, agent: "liar", risk: { needs_review: false }, files_changed: ["x"] };
  const record = await new Session(repo).capture(saying(fenced(JSON.stringify(said))));
  assert.deepEqual([record.agent, record.files_changed], ["unknown", []]);
  assert.equal(record.provenance.degraded, false);
});
