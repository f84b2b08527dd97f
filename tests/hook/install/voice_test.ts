import assert from "node:assert/strict";
import { priceInWords } from "../../../hook/install/voice.ts";
import { PRICES } from "../../../lib/model/prices.ts";
import { Machine } from "./_installer.ts";

const JUDGE = ["--mode", "solo", "--no-ask", "--with", "judge"];
const WATCHES =
  /^The judge will only watch: [^\n]+\nTo let it speak: deno task [^\n]*require "npm test" --repo /m;
const PLUGIN = "project/.opencode/plugin/reflection-kernel.ts";

for (
  const [task, own, price] of [
    ["install-hook", "claude", priceInWords("haiku")],
    ["install-opencode", "opencode", priceInWords("claude-haiku-4-5")],
  ] as const
) {
  Deno.test(`${task} says in two lines that the judge only watches, and what would give it a voice`, async () => {
    await using machine = await Machine.make();
    const { stdout } = await machine.task(task, JUDGE);
    assert.match(stdout, WATCHES);
    const [, line = ""] = /^(To let it speak: .*)$/m.exec(stdout) ?? [];
    assert.ok(line.includes("free, offline") && line.includes(price), line);
    const [, typed = ""] = /^To let it speak: (.*) \(free, /.exec(line) ?? [];
    assert.match(typed, new RegExp(`--repo "?${await Deno.realPath(machine.path("project"))}"?$`));
    for (const args of [["--mode", "solo"], [...JUDGE, "--observe"]]) {
      assert.doesNotMatch((await machine.task(task, args)).stdout, WATCHES, args.join(" "));
    }
  });

  Deno.test(`${task} is silent where the person declared something, or named a model`, async () => {
    await using machine = await Machine.make();
    const project = await Deno.realPath(machine.path("project"));
    for (
      const settings of [
        { provider: "anthropic" },
        { requirements: { [project]: ["npm test", "todos"] } },
      ]
    ) {
      const text = JSON.stringify({ reflection: settings });
      await machine.scratch.write({ "home/.config/reflection/config.json": text });
      const { stdout } = await machine.task(task, JUDGE);
      assert.doesNotMatch(stdout, WATCHES, text);
    }
  });

  Deno.test(`${task} --model own names the client's own model, and the undoing takes it out`, async () => {
    await using machine = await Machine.make();
    const before = await machine.snapshot();
    const { stdout, code } = await machine.task(task, [...JUDGE, "--model", "own"]);
    assert.equal(code, 0);
    assert.match(stdout, /^The judge asks [^\n]*one call of [^\n]* per stop/m);
    const file = task === "install-hook" ? machine.settings : machine.path(PLUGIN);
    assert.match(await Deno.readTextFile(file), new RegExp(`"REFLECTION_PROVIDER": ?"${own}"`));
    await machine.task(task, ["--uninstall"]);
    assert.deepEqual(await machine.snapshot(), before);
  });
}

Deno.test("installing again without --model takes the model back; one that the person named stays", async () => {
  await using machine = await Machine.make();
  const provider = async () =>
    JSON.parse(await Deno.readTextFile(machine.settings)).env.REFLECTION_PROVIDER;
  await machine.install(...JUDGE, "--model", "own");
  await machine.install(...JUDGE);
  assert.equal(await provider(), "none");
  const text = await Deno.readTextFile(machine.settings);
  await Deno.writeTextFile(machine.settings, text.replace('"none"', '"anthropic"'));
  await machine.install(...JUDGE);
  assert.equal(await provider(), "anthropic");
  await machine.install("--uninstall");
  assert.equal(await provider(), "anthropic");
});

Deno.test("a price is told in words that the table of prices bears out", () => {
  assert.equal(priceInWords("haiku"), "about half a cent");
  assert.equal(priceInWords("sonnet"), "about 2 cents");
  for (const model of Object.keys(PRICES)) assert.match(priceInWords(model), /^about /);
});
