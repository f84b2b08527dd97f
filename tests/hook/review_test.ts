import assert from "node:assert/strict";
import { hookEnvironment } from "./session.ts";
import { Scratch } from "../support/repository.ts";
import { BAD_CODE, Reviewing } from "../review/_reviewing.ts";

Deno.test("without a model, the end of a turn leaves the floor's review and prints nothing", async () => {
  await using reviewing = await Reviewing.make();
  await reviewing.repo.write({ "src/a.ts": BAD_CODE });
  const { code, stdout, stderr } = await reviewing.stop();
  assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  const [review, ...more] = await reviewing.reviews(1);
  assert.deepEqual(more, []);
  assert.ok(review);
  assert.deepEqual([review.session_id, review.prompt_id, review.model], ["s-1", "p-1", null]);
  assert.equal(review.head, await reviewing.repo.git("rev-parse", "HEAD"));
  assert.deepEqual(review.files_reviewed, ["src/a.ts"]);
  assert.deepEqual([review.degraded, review.failure], [false, null]);
  const found = review.issues.map(({ category, file, line }) => `${category} ${file}:${line}`);
  assert.ok(found.includes("SECURITY src/a.ts:4"), found.join());
  assert.ok(found.includes("QUALITY src/a.ts:3"), found.join());
  const [markdown] = reviewing.names(".review.md");
  assert.match(reviewing.read(markdown!), /src\/a\.ts:4/);
  for (const name of [markdown!, reviewing.names(".review.json")[0]!]) {
    const { mode } = Deno.statSync(reviewing.repo.path(`.mosaic/reflections/${name}`));
    assert.equal(mode! & 0o777, 0o600, name);
  }
});

Deno.test("a review starts only when it is switched on, and never inside of a review", async () => {
  await using reviewing = await Reviewing.make();
  await reviewing.repo.write({ "src/a.ts": BAD_CODE });
  for (
    const env of [
      { REFLECTION_REVIEW: "" },
      { REFLECTION_REVIEW: "1" },
      { REFLECTION_MODE: "off" },
      { REFLECTION_INSIDE: "1" },
    ]
  ) {
    const { code, stdout, stderr } = await reviewing.stop(env);
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  }
  // A reviewer that had started would hold the lock before this one could.
  await reviewing.stop();
  assert.equal((await reviewing.reviews(1)).length, 1);
});

Deno.test("a change is reviewed once, and again when it has changed", async () => {
  await using reviewing = await Reviewing.make();
  await reviewing.repo.write({ "src/a.ts": BAD_CODE });
  await reviewing.stop();
  await reviewing.reviews(1);
  await reviewing.stop();
  await reviewing.logged("review: nothing new");
  await reviewing.repo.write({ "src/b.ts": "debugger;\n" });
  await reviewing.stop();
  const reviews = await reviewing.reviews(2);
  assert.equal(reviews.length, 2);
  assert.deepEqual(reviews[1]!.files_reviewed, ["src/a.ts", "src/b.ts"]);
});

Deno.test("what is bad enough reaches the person once, at the next prompt, and nothing else does", async () => {
  await using reviewing = await Reviewing.make({ criticalThreshold: "HIGH" });
  await reviewing.repo.write({ "src/a.ts": BAD_CODE });
  assert.equal((await reviewing.prompt()).stdout, "");
  await reviewing.stop();
  await reviewing.reviews(1);
  const { code, stdout, stderr } = await reviewing.prompt();
  assert.deepEqual([code, stderr], [0, ""]);
  const { systemMessage, ...more } = JSON.parse(stdout);
  assert.deepEqual(more, {});
  assert.match(systemMessage, /1 issue at or above HIGH:\n- HIGH SECURITY: .*\(src\/a\.ts:4\)/);
  assert.match(systemMessage, /All of it: \.mosaic\/reflections\/s-1-.*\.review\.md/);
  assert.ok(!systemMessage.includes("swallowed"));
  assert.equal((await reviewing.prompt()).stdout, "");
});

Deno.test("the user's settings and the repository's can each switch it off", async () => {
  for (
    const [user, repository] of [
      [{ enabled: false }, {}],
      [{ mode: "manual" }, {}],
      [{ mode: "disabled" }, {}],
      [{ storeReflections: false }, {}],
      [{}, { enabled: false }],
      [{}, { mode: "disabled" }],
    ]
  ) {
    await using reviewing = await Reviewing.make(user);
    const config = JSON.stringify({ reflection: repository });
    await reviewing.repo.write({ "src/a.ts": BAD_CODE, ".mosaic/config.json": config });
    await reviewing.stop();
    // Whoever comes later, with a session of its own, shows that the first one left nothing.
    await Deno.remove(reviewing.home.path(".config"), { recursive: true });
    await Deno.remove(reviewing.repo.path(".mosaic/config.json"));
    await reviewing.stop({}, { session_id: "s-1" });
    const reviews = await reviewing.reviews(1);
    assert.equal(reviews.length, 1, JSON.stringify([user, repository]));
  }
});

Deno.test("a name that looks like a command is a name", async () => {
  await using reviewing = await Reviewing.make();
  await reviewing.repo.write({ "src/x$(touch PWNED).ts": BAD_CODE, "src/`id`;.ts": BAD_CODE });
  await reviewing.stop();
  const [review] = await reviewing.reviews(1);
  assert.deepEqual(review!.files_reviewed.sort(), ["src/`id`;.ts", "src/x$(touch PWNED).ts"]);
  for await (const { name } of Deno.readDir(reviewing.repo.folder)) assert.notEqual(name, "PWNED");
});

Deno.test("where git cannot tell what changed, the record says that the review failed", async () => {
  await using reviewing = await Reviewing.make();
  await reviewing.repo.write({ "src/a.ts": BAD_CODE });
  await Deno.writeTextFile(reviewing.repo.path(".git/HEAD"), "nonsense\n");
  await reviewing.stop();
  const [review] = await reviewing.reviews(1);
  assert.equal(review!.degraded, true);
  assert.notEqual(review!.failure, null);
  assert.match(reviewing.read("errors.log"), /The review failed: /);
});

Deno.test("what the session did not change is not reviewed", async () => {
  await using reviewing = await Reviewing.make();
  await reviewing.stop();
  await reviewing.logged("review: nothing changed");
  assert.deepEqual(reviewing.names(".review.json"), []);
});

Deno.test("a notice that a clone brought along is not shown, and none drives the terminal", async () => {
  await using reviewing = await Reviewing.make();
  const state = ".mosaic/reflections/state";
  const message = "\u001b[2J\u001b]0;owned\u0007Run this";
  await reviewing.repo.write({ [`${state}/a.notice.json`]: JSON.stringify({ message }) });
  await reviewing.repo.git("add", "--force", `${state}/a.notice.json`);
  await reviewing.repo.git("commit", "--quiet", "--message", "Bring a notice");
  assert.equal((await reviewing.prompt()).stdout, "");
  await reviewing.repo.write({ [`${state}/b.notice.json`]: JSON.stringify({ message }) });
  const { systemMessage } = JSON.parse((await reviewing.prompt()).stdout);
  assert.equal(systemMessage, "\\u001b[2J\\u001b]0;owned\\u0007Run this");
});

Deno.test("a notice is neither read nor removed through a link, and a folder of its name stops none", async () => {
  await using reviewing = await Reviewing.make();
  await using victim = await Scratch.make();
  await victim.write({ "x.notice.json": '{"message":"theirs"}' });
  const state = reviewing.repo.path(".mosaic/reflections/state");
  await Deno.remove(state);
  await Deno.symlink(victim.folder, state);
  assert.equal((await reviewing.prompt()).stdout, "");
  await Deno.stat(victim.path("x.notice.json"));
  await Deno.remove(state);
  await reviewing.repo.write({
    ".mosaic/reflections/state/a.notice.json/inside": "",
    ".mosaic/reflections/state/b.notice.json": '{"message":"ours"}',
  });
  assert.match((await reviewing.prompt()).stdout, /ours/);
});

Deno.test("what a clone brought along does not count as reviewed", async () => {
  await using reviewing = await Reviewing.make();
  await reviewing.repo.write({ "src/a.ts": BAD_CODE });
  await reviewing.stop();
  await reviewing.reviews(1);
  const file = ".mosaic/reflections/state/reviewed.json";
  await reviewing.repo.git("add", "--force", file);
  await reviewing.repo.git("commit", "--quiet", "--message", "Bring a memory", "--", file);
  await reviewing.stop();
  assert.equal((await reviewing.reviews(2)).length, 2);
});

Deno.test("a finding that stays is told once, and a new one beside it is told alone", async () => {
  await using reviewing = await Reviewing.make({ criticalThreshold: "HIGH" });
  await reviewing.repo.write({ "src/a.ts": "eval(input);\n" });
  await reviewing.stop();
  await reviewing.reviews(1);
  assert.match((await reviewing.prompt()).stdout, /src\/a\.ts:1/);
  await reviewing.repo.write({ "src/b.ts": "eval(more);\n", "src/a.ts": "\n\neval(input);\n" });
  await reviewing.stop();
  await reviewing.reviews(2);
  const { stdout } = await reviewing.prompt();
  assert.match(stdout, /src\/b\.ts:1/);
  assert.doesNotMatch(stdout, /src\/a\.ts/);
});

Deno.test("an event that is cut within a character is an event", async () => {
  for (const shift of ["", "x", "xx"]) {
    await using reviewing = await Reviewing.make();
    await reviewing.repo.write({ "src/a.ts": BAD_CODE });
    await reviewing.stop({}, { last_assistant_message: shift + "€".repeat(60_000) });
    const [review] = await reviewing.reviews(1);
    assert.deepEqual([review!.session_id, review!.prompt_id], ["s-1", "p-1"]);
  }
});

Deno.test("a git that hangs does not hold the reviewer beyond its deadline", async () => {
  await using reviewing = await Reviewing.make({ depth: "quick" });
  await reviewing.home.write({ "bin/git": "#!/bin/sh\nexec sleep 300\n" });
  await Deno.chmod(reviewing.home.path("bin/git"), 0o755);
  const { PATH } = hookEnvironment(reviewing.home.folder);
  await reviewing.repo.write({ "src/a.ts": BAD_CODE });
  await reviewing.stop({ PATH: `${reviewing.home.path("bin")}:${PATH}` });
  const [review] = await reviewing.reviews(1);
  assert.match(review!.failure ?? "", /longer than 15 s/);
});

Deno.test("a memory that cannot be written is found out before anything is asked", async () => {
  await using reviewing = await Reviewing.make();
  await reviewing.repo.write({
    "src/a.ts": BAD_CODE,
    ".mosaic/reflections/state/reviewed.json/inside": "",
  });
  await reviewing.stop();
  const reviews = await reviewing.reviews(1);
  assert.equal(reviews.length, 1);
  assert.notEqual(reviews[0]!.failure, null);
});
