import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import { ClientTranscript } from "./_client_transcript.ts";
import { Machine } from "./install/_installer.ts";

interface Result {
  floor: string;
  push: boolean;
  requirements: { name: string; state: string; evidence: string; applies: boolean }[];
  observations: { name: string; evidence: string }[];
  vetoes: { name: string; evidence: string }[];
}

/** A session in a repository, and a person who asks what came of it. */
class Session implements AsyncDisposable {
  readonly transcript: string;
  readonly chat: ClientTranscript;

  private constructor(readonly machine: Machine) {
    this.transcript = machine.path("home/.claude/projects/p/s-1.jsonl");
    this.chat = new ClientTranscript(this.transcript, "s-1", machine.path("project"));
    this.chat.person("Fix it");
  }

  static async make(): Promise<Session> {
    const machine = await Machine.make();
    await machine.git();
    return new Session(machine);
  }

  async task(...args: string[]) {
    return await this.machine.task("judge", ["--transcript", this.transcript, ...args]);
  }

  async judged(...args: string[]): Promise<Result> {
    const { code, stdout, stderr } = await this.task(...args, "--json");
    assert.deepEqual([code, stderr], [0, ""]);
    return JSON.parse(stdout);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.machine[Symbol.asyncDispose]();
  }
}

const TEST = ["--require", "npm test"];

Deno.test("judge says that an edit after the last check is a push, and the check settles it", async () => {
  await using session = await Session.make();
  session.chat.runs("npm test", "ok").edits("src/a.ts").says("All done.");
  const before = await session.judged(...TEST);
  assert.deepEqual([before.floor, before.push, before.vetoes], ["incomplete", true, []]);
  const [unmet] = before.requirements;
  assert.deepEqual([unmet?.name, unmet?.state], ["check `npm test`", "unmet"]);
  assert.equal(unmet?.evidence, "`src/a.ts` was edited, and `npm test` did not run after that");
  session.chat.runs("npm test", "ok").says("Now it is.");
  const after = await session.judged(...TEST);
  assert.deepEqual([after.floor, after.push], ["complete", false]);
  assert.equal(after.requirements[0]?.state, "met");
});

Deno.test("a person reads why the agent was sent back, or why not", async () => {
  await using session = await Session.make();
  session.chat.edits("src/a.ts").runs("npm test", "1 failed", { error: true }).says("Done.");
  const { stdout: unmet } = await session.task(...TEST);
  assert.match(unmet, /^The agent is sent back: /);
  assert.match(
    unmet,
    /\n- check `npm test`: not met\. `npm test` failed with exit status 1 after /,
  );
  assert.match(unmet, /\n {4}To settle it: Run `npm test` /);
  session.chat.runs("npm test 2>&1 | tail -5", "ok").says("Done. Shall I push?");
  const { stdout: hidden } = await session.task(...TEST);
  assert.match(hidden, /^The agent is not sent back: nothing proves /);
  assert.match(hidden, /cannot be told\. .* a pipe hides its exit status\.\n/);
  assert.match(hidden, /\n- question: The last message ends on a question/);
  const { stdout: nothing } = await session.task();
  assert.match(nothing, /^The agent is not sent back: nothing says what done means here; /);
});

Deno.test("without --require what the person declared for the session's repository holds", async () => {
  await using session = await Session.make();
  session.chat.edits("src/a.ts").says("Done.");
  assert.deepEqual((await session.judged()).requirements, []);
  await session.machine.task("require", ["npm test"]);
  const { push, requirements } = await session.judged();
  assert.deepEqual([push, requirements.map(({ name }) => name)], [true, ["check `npm test`"]]);
});

Deno.test("git is asked where the repository is named, and otherwise cannot tell", async () => {
  await using session = await Session.make();
  const { machine, chat } = session;
  chat.edits("a.ts").says("Done.");
  const all = ["committed", "pushed", "no-secrets", "todos"];
  const args = all.flatMap((name) => ["--require", name]);
  const states = (result: Result) =>
    result.requirements.map(({ state, applies }) => applies ? state : "not applying");
  assert.deepEqual(states(await session.judged(...args)), [
    ...["cannot_tell", "cannot_tell", "cannot_tell", "not applying"],
  ]);
  const project = machine.path("project");
  const git = (...words: string[]) =>
    run("git", ["-C", project, "-c", "user.name=a", "-c", "user.email=a@b", ...words]);
  await git("commit", "--allow-empty", "-qm", "start");
  await machine.scratch.write({ "project/a.ts": "const key = 'AKIA' + 'x';\n" });
  const named = await session.judged(...args, "--repo", project);
  // Where the session began is not recorded: a secret may have stood there before.
  assert.deepEqual(states(named), ["unmet", "cannot_tell", "cannot_tell", "not applying"]);
  assert.equal(
    named.requirements[0]?.evidence,
    "The agent changed `a.ts`, and it is not committed",
  );
  assert.equal(named.push, true);
  await git("add", "-A");
  await git("commit", "-qm", "a");
  assert.equal(states(await session.judged(...args, "--repo", project))[0], "met");
});

Deno.test("nothing is written, and no secret of the session is printed", async () => {
  await using session = await Session.make();
  const secret = `ghp_${"Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z0123"}`;
  session.chat.edits("src/a.ts").runs(`npm test -- --token ${secret}`, "x").says("Done.");
  const before = [await session.machine.snapshot(), await session.machine.snapshot("home")];
  const { stdout } = await session.task(...TEST, "--json");
  assert.match(stdout, /redacted/);
  assert.ok(!stdout.includes(secret));
  assert.deepEqual(
    [await session.machine.snapshot(), await session.machine.snapshot("home")],
    before,
  );
});

Deno.test("a file that is no session is named, and wrong usage as well", async () => {
  await using session = await Session.make();
  const { machine } = session;
  await machine.scratch.write({ "broken.jsonl": "{\n", "empty.jsonl": "" });
  const fails = async (file: string, code: number, message: RegExp): Promise<void> => {
    const path = machine.path(file);
    const ran = await machine.task("judge", ["--transcript", path]);
    assert.deepEqual([ran.code, ran.stdout], [code, ""], ran.stderr);
    assert.ok(ran.stderr.includes(file), ran.stderr);
    assert.match(ran.stderr, message);
    assert.doesNotMatch(ran.stderr, /\n {4}at /);
  };
  await fails("none.jsonl", 1, /no such file/);
  await fails("project", 1, /not a plain file/);
  await fails("broken.jsonl", 1, /expected a transcript/);
  await fails("empty.jsonl", 1, /holds no conversation/);
  for (const args of [[], ["--transcript"], ["--transcript", session.transcript, "--repos"]]) {
    const { code, stderr } = await machine.task("judge", args);
    assert.deepEqual([code, /--help/.test(stderr)], [2, true], stderr);
  }
  const { code, stderr } = await session.task("--require", "");
  assert.equal(code, 2, stderr);
});
