import assert from "node:assert/strict";
import { byDefault, dashed, number, oneOf, path } from "../../../lib/cli/flags.ts";
import { PROJECT } from "../../support/process.ts";

Deno.test("a number is in its range, and whole where it must be", () => {
  const { parse, expected } = number("N", "", { from: 1, to: 5 });
  assert.equal(expected, "a number from 1 to 5");
  for (const text of ["", " ", "0", "5.1", "x", "NaN"]) assert.equal(parse(text), null, text);
  assert.equal(parse("2.5"), 2.5);
  const whole = number("N", "", { from: 1, whole: true });
  assert.equal(whole.expected, "a whole number from 1");
  assert.deepEqual([whole.parse("2.5"), whole.parse("7")], [null, 7]);
});

Deno.test("a word is one of those known, and a default stands in the help", () => {
  const flag = byDefault(oneOf("WORD", "Which", ["a", "b", "c"]), "b");
  assert.deepEqual([flag.expected, flag.absent], ["a, b or c", "b"]);
  assert.equal(flag.help, "Which (default: b)");
  assert.deepEqual(["a", "d", "toString"].map(flag.parse), ["a", null, null]);
});

Deno.test("a path is from where the person stands, and never empty", () => {
  assert.equal(path("FILE", "").parse(""), null);
  assert.equal(path("FILE", "").parse("/a/../b"), "/b");
});

Deno.test("names in code are names on the command line", () => {
  assert.deepEqual(["dryRun", "json", "min-auc"].map(dashed), ["dry-run", "json", "min-auc"]);
});

Deno.test("outside of hooks, only lib/cli/command.ts ends the process", () => {
  const { stdout } = new Deno.Command("git", {
    args: ["grep", "-lF", "Deno.exit(", "--", "*.ts", ":!tests", ":!hook"],
    cwd: PROJECT,
  }).outputSync();
  assert.deepEqual(new TextDecoder().decode(stdout).trim().split("\n"), ["lib/cli/command.ts"]);
});
