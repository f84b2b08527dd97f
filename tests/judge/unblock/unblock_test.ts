import assert from "node:assert/strict";
import { deno, type Ran, taskCommand } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";
import { packetAnswer } from "./_answers.ts";
import { GOOD, withField } from "./_escalations.ts";

const PACKET_ANSWER = packetAnswer({ files_to_recheck: ["FILE"] });

async function unblock(repo: Scratch, args: string[], stdin?: string): Promise<Ran> {
  return await deno([...await taskCommand("unblock"), ...args], {
    env: { INIT_CWD: repo.folder },
    ...stdin === undefined ? {} : { stdin },
  });
}

Deno.test("unblock lint says that a payload is valid, or what is wrong and where", async () => {
  await using repo = await Scratch.make();
  await repo.write({ "good.md": GOOD, "bad.md": withField("status", "status: open") });
  const good = await unblock(repo, ["lint", "good.md"]);
  assert.deepEqual([good.code, good.stdout], [0, "Valid: good.md\n"]);
  const bad = await unblock(repo, ["lint", "bad.md"]);
  assert.equal(bad.code, 3);
  assert.match(bad.stdout, /^Not valid: bad\.md\n- line 2, status: .*"open".* \[status\]\n$/);
  const json = JSON.parse((await unblock(repo, ["lint", "bad.md", "--json"])).stdout);
  assert.deepEqual([json.valid, json.found, json.violations[0].code], [false, 1, "status"]);
});

Deno.test("unblock lint keeps and notes a field that the form does not have", async () => {
  await using repo = await Scratch.make();
  const more = GOOD.replace("request:", "besoin: une réponse\n$&");
  const { code, stdout } = await unblock(repo, ["lint", "-", "--role", "reflection"], more);
  assert.equal(code, 0);
  assert.match(stdout, /^Valid: -\n- line 21, besoin: .* \[unknown_field\], noted\n$/);
  const json = JSON.parse((await unblock(repo, ["lint", "-", "--json"], more)).stdout);
  assert.deepEqual(json.payload.extra, [{ name: "besoin", values: ["une réponse"] }]);
});

Deno.test("unblock check reads an answer with the repository's decisions", async () => {
  await using repo = await Scratch.make();
  await repo.init({
    "src/total.ts":
      "// [DEF:total:Function]\n// @REJECTED `floatMath` sums: they drift by a cent\n// [/DEF:total]\n",
  });
  const fix = (what: string) =>
    `failure_layer: environment\nobservations:\n- The build is stale\n` +
    `new_hypothesis: The tests run against an old build\naction: environment_fix\n\n` +
    `environment_fix:\n${what}\n`;
  const good = await unblock(repo, ["check", "-"], fix("Run `npm run build` before the tests"));
  assert.equal(good.code, 0, good.stdout);
  assert.match(good.stdout, /^Valid: - \(environment_fix\)/);
  const bad = await unblock(repo, ["check", "-"], fix("Switch the sums to `floatMath`"));
  assert.equal(bad.code, 3);
  assert.match(bad.stdout, /\[rejected_path\]/);
  const packet = await unblock(repo, ["check", "-"], PACKET_ANSWER.replace("FILE", "src/gone.ts"));
  assert.match(packet.stdout, /"src\/gone\.ts" does not exist.*\[no_such_file\]/);
  assert.equal(
    (await unblock(repo, ["check", "-"], PACKET_ANSWER.replace("FILE", "src/total.ts"))).code,
    0,
  );
  const late = await unblock(repo, ["check", "-", "--attempt", "4"], fix("Run `npm run build`"));
  assert.equal(late.code, 3);
});

Deno.test("unblock handoff answers as the protocol does", async () => {
  await using repo = await Scratch.make();
  await repo.init();
  const none = await unblock(repo, ["handoff", "-"], "Please fix it");
  assert.equal(none.code, 3);
  assert.match(none.stdout, /\[NEED_CONTEXT: escalation_payload\]/);
});

Deno.test("unblock refuses what it does not know, and names it", async () => {
  await using repo = await Scratch.make();
  for (
    const [args, message, code] of [
      [[], /Unknown command "", known: lint, handoff, check/, 2],
      [["fix", "x"], /Unknown command "fix"/, 2],
      [["lint"], /lint needs a FILE/, 2],
      [["lint", "a", "b"], /Unexpected argument "b"/, 2],
      [["lint", "a", "--role", "boss"], /--role must be coder or reflection, got "boss"/, 2],
      [["lint", "a", "--attempt", "4"], /--attempt goes without lint/, 2],
      [["check", "a", "--attempt", "x"], /--attempt must be a number/, 2],
      [["lint", "nowhere.md"], /Cannot read "nowhere\.md"/, 1],
      [["lint", "a", "--fast"], /--fast/, 2],
    ] as [string[], RegExp, number][]
  ) {
    const ran = await unblock(repo, args);
    assert.equal(ran.code, code, args.join(" "));
    assert.match(ran.stderr, message);
  }
  assert.match((await unblock(repo, ["--help"])).stdout, /Exit: 0 valid/);
});
