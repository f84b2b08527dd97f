import assert from "node:assert/strict";
import { Machine } from "./_installer.ts";

/** Settings that must not be touched, and what the message has to say. */
const REFUSED: readonly [name: string, content: string | Uint8Array, message: RegExp][] = [
  ["a trailing comma", '{\n  "a": 1,\n}\n', /line 3, column 1: expected a name in double quotes/],
  ["a comment", '// mine\n{ "a": 1 }\n', /line 1, column 1: expected JSON without comments/],
  ["a missing comma", '{\n  "a": 1\n  "b": 2\n}\n', /line 3, column 3: expected a comma/],
  ["half a file", '{\n  "a": [1', /line 2, column 10: expected a comma or "\]"/],
  ["two values", "{}\n{}\n", /line 2, column 1: expected the end of the file/],
  ["an array", "[]\n", /Settings must be an object, not array/],
  ["hooks of another type", '{ "hooks": [] }\n', /"hooks" must be an object, not array/],
  ["hooks that are null", '{ "hooks": null }\n', /"hooks" must be an object, not null/],
  [
    "an event of another type",
    '{"hooks":{"Stop":{}}}\n',
    /"hooks\.Stop" must be an array, not object/,
  ],
  ["an env of another type", '{ "env": "A=1" }\n', /"env" must be an object, not string/],
  ["bytes that are no text", new Uint8Array([0x7b, 0xff, 0x7d]), /it is not UTF-8/],
  ["absurd nesting", "[".repeat(50_000) + "]".repeat(50_000), /nested too deep/],
];

for (const [name, content, message] of REFUSED) {
  Deno.test(`install-hook refuses ${name}, names the file, and touches nothing`, async () => {
    await using machine = await Machine.make();
    await machine.scratch.write({ "project/.claude/settings.local.json": content });
    const before = await Deno.readFile(machine.settings);
    const { mtime } = await Deno.stat(machine.settings);
    const { code, stdout, stderr } = await machine.install("--mode", "solo");
    assert.deepEqual([code, stdout], [1, ""], stderr);
    assert.match(stderr, message);
    assert.ok(stderr.includes(`"${machine.settings}"`), stderr);
    assert.deepEqual(await Deno.readFile(machine.settings), before);
    assert.deepEqual((await Deno.stat(machine.settings)).mtime, mtime);
    const names = [...Deno.readDirSync(machine.path("project/.claude"))].map((entry) => entry.name);
    assert.deepEqual(names, ["settings.local.json"]);
  });
}

Deno.test("install-hook --uninstall refuses what is not JSON as well", async () => {
  await using machine = await Machine.make();
  await machine.install();
  const text = `${await Deno.readTextFile(machine.settings)}}`;
  await Deno.writeTextFile(machine.settings, text);
  const { code, stderr } = await machine.install("--uninstall");
  assert.equal(code, 1);
  assert.match(stderr, /nothing was changed: line \d+, column 1: expected/);
  assert.equal(await Deno.readTextFile(machine.settings), text);
});

Deno.test("install-hook refuses a folder that is not there or is a file, and a link to nothing", async () => {
  await using machine = await Machine.make();
  const missing = await machine.install("--project", "nowhere");
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /Cannot find the folder ".*\/project\/nowhere"/);
  await Deno.writeTextFile(machine.path("home/.claude"), "a file");
  const blocked = await machine.install("--user");
  assert.equal(blocked.code, 1);
  assert.match(blocked.stderr, /^Cannot write ".*home\/\.claude\/settings\.json": /);
  await Deno.remove(machine.path("home/.claude"));
  await Deno.mkdir(machine.path("home/.claude"));
  await Deno.symlink("gone", machine.path("home/.claude/settings.json"));
  const dangling = await machine.install("--user");
  assert.equal(dangling.code, 1);
  assert.match(dangling.stderr, /settings\.json" is a link to nothing/);
});

/** What both refuse alike stands here once. */
const WRONG: Readonly<Record<string, readonly (readonly [args: string, message: RegExp])[]>> = {
  "install-hook": [
    ["--user --project .", /--project and --user do not go together/],
    ["--settings a --user", /--user and --settings do not go together/],
    ["--mode on", /--mode must be solo or orchestrated, got "on"/],
    ["--no-ask", /--no-ask needs --mode/],
    ["--with capture,dreams", /Unknown stage "dreams" in --with, known: capture/],
    ["--from npm", /--from must be path or jsr, got "npm"/],
    ["--uninstall --mode solo", /--uninstall and --mode do not go together/],
    ["--observe", /--observe goes with --with judge and --mode/],
    ["--mode solo --observe", /--observe goes with --with judge and --mode/],
    ["--with judge --observe", /--observe goes with --with judge and --mode/],
    ["--model own", /--model goes with --with judge and --mode/],
    ["--mode solo --with review --model own", /--model goes with/],
    ["--mode solo --with judge --model big", /--model must be own, got "big"/],
    ["--instal", /--instal/],
    ["here", /Unexpected argument "here"/],
  ],
  "install-opencode": [
    ["--user --project .", /--project and --user do not go together/],
    ["--with judge", /--with needs --mode/],
    ["--mode solo --with review", /Unknown stage "review" in --with, known: judge, unblock/],
    ["--mode solo --with unblock --observe", /--observe goes with --with judge and --mode/],
    ["--uninstall --mode solo", /--uninstall and --mode do not go together/],
  ],
};

for (const [task, wrong] of Object.entries(WRONG)) {
  Deno.test(`${task} answers wrong usage with exit code 2 and names what is wrong`, async () => {
    await using machine = await Machine.make();
    for (const [args, message] of wrong) {
      const { code, stdout, stderr } = await machine.task(task, args.split(" "));
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.match(stderr, message);
    }
    assert.deepEqual(Object.keys(await machine.snapshot()), ["project/.keep"]);
  });
}
