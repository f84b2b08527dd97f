import assert from "node:assert/strict";
import { asFiles } from "../lib/records/_samples.ts";
import { Scratch } from "../support/repository.ts";
import { hasTerminal, seenAtTerminal } from "../support/terminal.ts";
import { recordsOf, type Told } from "./_page_records.ts";
import { report, reportCommand } from "./_report.ts";

const TELLS_APART: Told[] = [
  {
    time: "2026-01-03T09:00:00.000Z",
    ...{ repo: "shop", task: "shop/login", session: "s-1", risk: ["auth", 1], judged: true },
  },
  {
    time: "2026-01-02T09:00:00.000Z",
    ...{ repo: "shop", task: "shop/words", session: "s-2", risk: ["docs", 0] },
    judged: ["HIGH", "A test"],
  },
];

const seen = (args: string[], width: number, env: Record<string, string> = {}) =>
  seenAtTerminal(reportCommand(args), { width, env });

/** Records that take longer to read than the moment before the first word of progress. */
async function writeLarge(scratch: Scratch): Promise<void> {
  const large = { ...TELLS_APART[0]!, hidden: "word ".repeat(1_000_000) };
  await scratch.write({ "0.json": JSON.stringify(recordsOf(large)[0]) });
  for (let n = 1; n < 40; n++) await Deno.link(scratch.path("0.json"), scratch.path(`${n}.json`));
}

function terminalTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !hasTerminal, fn });
}

const COLOUR = /␛\[\d+m/;

terminalTest("on a terminal what is bad is red and what needs a review is yellow", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(asFiles(TELLS_APART.flatMap(recordsOf)));
  const list = await seen([scratch.folder], 160);
  assert.equal(list.code, 0, list.text);
  assert.match(list.text, /␛\[33m!␛\[0m 2026-01-03 .*␛\[33mauth +␛\[0m .*␛\[32myes/);
  assert.match(list.text, /␛\[31m!␛\[0m 2026-01-02 .*␛\[31mno \(HIGH\)/);
  const one = await seen([scratch.folder, "--session", "s-2"], 160);
  assert.match(one.text, /␛\[31mshop\/words: Not done, by the evidence␛\[0m\n/);
});

terminalTest("NO_COLOR turns colours off, on a terminal too", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(asFiles(TELLS_APART.flatMap(recordsOf)));
  for (const flags of [[], ["--session", "s-2"]]) {
    const { code, text } = await seen([scratch.folder, ...flags], 160, { NO_COLOR: "1" });
    assert.equal(code, 0, text);
    assert.match(text, /shop\/words/);
    assert.doesNotMatch(text, COLOUR);
  }
});

Deno.test("what is no terminal gets no colours and no progress, whatever NO_COLOR says", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(asFiles(TELLS_APART.flatMap(recordsOf)));
  await writeLarge(scratch);
  for (const flags of [[], ["--session", "s-2"], ["--md"], ["--json"]]) {
    const { stdout, stderr } = await report([scratch.folder, ...flags], { env: { NO_COLOR: "" } });
    assert.match(stdout, /shop\/words/);
    assert.doesNotMatch((stdout + stderr).replaceAll("\n", ""), /\p{Cc}/u);
  }
});

terminalTest("a line is no wider than the terminal, as far as the doubt can give way", async () => {
  await using scratch = await Scratch.make();
  const doubt = "word ".repeat(40);
  await scratch.write(asFiles(TELLS_APART.flatMap((told) => recordsOf({ ...told, doubt }))));
  for (const width of [120, 140]) {
    const { text } = await seen([scratch.folder], width, { NO_COLOR: "1" });
    const rows = text.split("\n").filter((line) => line.includes("2026-01-"));
    assert.deepEqual(rows.map((row) => row.length), [width, width], text);
    assert.ok(rows.every((row) => row.endsWith("…")), text);
  }
});

terminalTest(
  "while much is read, a line on the terminal says how far it is, and goes",
  async () => {
    await using scratch = await Scratch.make();
    await writeLarge(scratch);
    const { code, text } = await seen([scratch.folder, "--last", "1"], 160, { NO_COLOR: "1" });
    assert.equal(code, 0, text);
    assert.match(text, /\r␛\[K[\d,]+ records read/);
    // The last that is said of it is that it is taken away.
    const line = text.slice(text.lastIndexOf("records read"));
    assert.match(line, /^records read\r␛\[K {2}time \(UTC\)/);
  },
);
