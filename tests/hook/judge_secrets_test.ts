import assert from "node:assert/strict";
import { DISSATISFIED, judgedBy } from "./_judge_model.ts";
import { FAILED, Judging, RECORDS } from "./_judging.ts";

const TOKENS = [
  "ghp_0123456789abcdefABCDEF0123456789abcd",
  "glpat-0123456789abcdefABCD",
  "AKIAIOSFODNN7ABCDEFG",
];
const PLACES = ["task", "command", "output", "message"] as const;

/** Refuses a token and also half of one: its first half tells enough to be asked for the rest. */
function refuseTokens(text: string, where: string): void {
  for (const token of TOKENS) {
    for (let at = 0; at + 12 <= token.length; at += 4) {
      const part = token.slice(at, at + 12);
      assert.ok(!text.includes(part), `${where} has ${part}: ${text}`);
    }
  }
}

/** All that the hooks left in the repository. */
function leftBehind(judging: Judging, folder = ""): string {
  return Array.from(
    Deno.readDirSync(judging.repo.path(`${RECORDS}/${folder}`)),
    (entry) =>
      entry.isDirectory
        ? leftBehind(judging, entry.name)
        : Deno.readTextFileSync(judging.repo.path(`${RECORDS}/${folder}/${entry.name}`)),
  ).join("\n");
}

/** An agent that fails, with the tokens in one place behind this many other words. */
function failsWith(judging: Judging, place: (typeof PLACES)[number], words: number): void {
  const secrets = `${"a word ".repeat(words)}${TOKENS.join(" ")}`;
  const at = (here: typeof place): string => here === place ? ` ${secrets} ` : "";
  judging.chat.person(`Fix add() and make sure that the tests pass${at("task")}`);
  judging.edits().chat.runs(
    `npm test${at("command")}`,
    `✖ adds${at("output")}\nℹ tests 2\nℹ fail 1\n`,
    {
      error: true,
    },
  )
    .says(`All tests pass. Next I will${at("message")}fix the rest.\n\nNext steps:\n- publish`);
}

for (const place of PLACES) {
  Deno.test(`a secret in the ${place} reaches no record, no feedback, no signal and no log`, async () => {
    await using judging = await Judging.make();
    // However much of a text is kept, no secret is cut in two on the way.
    for (const words of [0, 4, 6, 8, 24, 30]) {
      failsWith(judging, place, words);
      const { reason } = await judging.stop({
        env: { REFLECTION_DEBUG: "1", REFLECTION_SIGNAL_DIR: ".reflection" },
      });
      refuseTokens(reason!, "the feedback");
      judging.chat.sentBack = false;
    }
    refuseTokens(leftBehind(judging), "the folder of records");
    const signal = judging.repo.path(`.reflection/verdict_${judging.session}.json`);
    refuseTokens(await Deno.readTextFile(signal), "the signal");
  });

  Deno.test(`a secret in the ${place} reaches no model`, async () => {
    await using by = await judgedBy([{ say: DISSATISFIED }]);
    for (const words of [0, 6, 30]) {
      failsWith(by.judging, place, words);
      await by.judging.stop({ env: by.env });
    }
    assert.equal(by.api.requests.length, 3);
    for (const { body } of by.api.requests) refuseTokens(body, "the question");
  });
}

Deno.test("a secret in the instructions reaches no model and no state", async () => {
  await using by = await judgedBy([{ say: DISSATISFIED }]);
  const text = `${"x".repeat(1480)} ${TOKENS.join(" ")}`;
  await by.judging.repo.write({ "AGENTS.md": text });
  await by.judging.succeeds().stop({ env: by.env });
  refuseTokens(by.api.requests[0]!.body, "the question");
  refuseTokens(leftBehind(by.judging), "the folder of records");
});

Deno.test("a secret that the model repeats reaches neither record nor agent", async () => {
  const said = { ...DISSATISFIED, feedback: TOKENS.join(" "), missing: TOKENS };
  await using by = await judgedBy([{ say: said }]);
  const { reason } = await by.judging.succeeds().stop({ env: by.env });
  refuseTokens(reason!, "the feedback");
  refuseTokens(leftBehind(by.judging), "the folder of records");
});

Deno.test("names of ours stay in the record, also where one is somebody's password", async () => {
  for (const name of ["question", "last_check_failed"]) {
    await using judging = await Judging.make();
    judging.chat.person(`Fix add(). PGPASSWORD=${name} is for the database`);
    judging.edits().chat.runs(`PGPASSWORD=${name} npm run test:all`, FAILED, { error: true })
      .says("Which of the two?");
    const { record } = await judging.stop();
    assert.ok(!record.task!.includes(name), record.task!);
    assert.deepEqual(record.vetoes?.map(({ name }) => name), ["question"]);
    assert.ok(record.observations?.some(({ name }) => name === "last_check_failed"));
  }
});

Deno.test("a secret in what went wrong reaches no record", async () => {
  const password = "x9!kQ@7z#Lp$2v";
  await using by = await judgedBy([{ status: 400, message: `Cannot read ${password}` }]);
  by.judging.chat.person("Make sure that the tests pass");
  by.judging.edits().chat.runs("npm test", `DB_PASSWORD=${password}\nℹ tests 2\nℹ fail 1\n`, {
    error: true,
  })
    .says("All tests pass.");
  const { record } = await by.judging.stop({ env: by.env });
  assert.match(record.failure!, /Cannot read \[redacted\]/);
});

Deno.test("a secret reaches neither what a compaction keeps nor what the agent is told after it", async () => {
  for (const place of PLACES) {
    await using judging = await Judging.make();
    judging.chat.person("Fix PR #12").runs("git commit -am wip", "1 file changed");
    failsWith(judging, place, 24);
    await judging.hook("PreCompact");
    refuseTokens(leftBehind(judging), "what is kept");
    const { stdout } = await judging.hook("SessionStart");
    assert.notEqual(stdout, "");
    refuseTokens(stdout, "the reminder");
    await judging.hook("Notification");
    refuseTokens(leftBehind(judging), "the look at the silence");
  }
});
