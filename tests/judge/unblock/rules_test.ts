// docs/unblock.md says which code and which test hold every rule. Here that is compared.

import assert from "node:assert/strict";
import { OVERRIDE_ATTEMPT, TERMINAL_ATTEMPT } from "../../../judge/unblock/contract.ts";
import { REUSED } from "../../../judge/unblock/decision_memory.ts";
import { DISPATCH_LIMITS } from "../../../judge/unblock/dispatch.ts";
import {
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
} from "../../../judge/unblock/escalation.ts";
import { POLLUTION } from "../../../judge/unblock/handoff.ts";
import {
  DIRTY,
  FAILURE,
  ITEMS,
  MAX_HANDOFF,
  NOTES,
  TASK,
} from "../../../judge/unblock/handoff/limits.ts";
import { OUTPUT_LIMITS, SAME_STATEMENT } from "../../../judge/unblock/output.ts";
import { deno, PROJECT, taskCommand } from "../../support/process.ts";

const readme = await Deno.readTextFile(`${PROJECT}/docs/unblock.md`);

/** The cells of the tables below a heading, without the tables' heads. */
function rowsBelow(heading: string): string[][] {
  const [, part = ""] = readme.split(`\n## ${heading}\n`);
  return part.split("\n## ")[0]!.split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (?:-+|what|rule) +\|/.test(line))
    .map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()));
}

const spansOf = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, span]) => span!);

interface Row {
  readonly rule: string;
  readonly code: string;
  /** The file of the test, from the project's folder. */
  readonly file: string;
  readonly test: string;
}

const rows: readonly Row[] = rowsBelow("The rules").map(([rule = "", code = "", held = ""]) => {
  const [file = "", test = ""] = spansOf(held);
  return { rule, code, file: file.includes("/") ? file : `tests/judge/unblock/${file}`, test };
});

/** The text of a file; null where there is none. */
function textOf(path: string): string | null {
  try {
    return Deno.readTextFileSync(`${PROJECT}/${path}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const sources = new Map<string, string>();

function sourceOf(path: string): string {
  const source = sources.get(path) ?? textOf(path);
  assert.ok(source !== null, `${path} does not exist`);
  sources.set(path, source);
  return source;
}

/** The parts of a string in a source that do not vary: what stands between them is put in. */
function constantsOf(written: string): string[] {
  return written.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/\\(.)/g, "$1"));
}

/** Whether a text has these parts one after the other, and between them what may be put in. */
function isMadeOf(
  text: string,
  [first = "", ...rest]: readonly string[],
  isPutIn: (between: string) => boolean,
): boolean {
  const [next] = rest;
  if (!text.startsWith(first)) return false;
  if (next === undefined) return text === first;
  const open = text.slice(first.length);
  for (let at = 1; at <= open.length; at++) {
    if (!open.startsWith(next, at) || !isPutIn(open.slice(0, at))) continue;
    if (isMadeOf(open.slice(at), rest, isPutIn)) return true;
  }
  return false;
}

/** The first arguments of the tests of a file, as they are written. */
function namesIn(source: string): string[] {
  const calls = /(?:Deno\.test|clientTest)\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...source.matchAll(calls)].map(([, , name]) => name!);
}

/** Templates with some words that do not vary, out of which a part of a name may be made. */
function templatesIn(source: string): string[] {
  return [...source.matchAll(/`((?:\\.|[^`\\\n])*\$\{(?:\\.|[^`\\\n])*)`/g)].map(([, text]) =>
    text!
  )
    .filter((text) => /[a-z]{3}/i.test(text.replaceAll(/\$\{[^}]*\}/g, "")));
}

/** Whether a name is written so, with what varies from the same file. */
function isName(name: string, written: string, source: string, deep = true): boolean {
  return isMadeOf(name, constantsOf(written), (part) =>
    source.includes(part) ||
    (deep && templatesIn(source).some((template) => isName(part, template, source, false))));
}

/** Words as they are compared: spelling and marks do not matter. */
const plain = (text: string): string => text.toLowerCase().replaceAll("`", "");

Deno.test("every rule of docs/unblock.md has code and a test, and none stands there twice alike", () => {
  assert.ok(rows.length >= 100, String(rows.length));
  for (const { rule, code, test } of rows) {
    assert.match(rule, /^".+"/);
    assert.notEqual(spansOf(code).length, 0, rule);
    assert.notEqual(test, "", rule);
  }
  assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length);
});

Deno.test("every test that docs/unblock.md names exists", () => {
  for (const { file, test } of rows) {
    const source = sourceOf(file);
    assert.ok(
      namesIn(source).some((written) => isName(test, written, source)),
      `${file} has no test "${test}"`,
    );
  }
});

Deno.test("the name of a test quotes the rule that it is named for", () => {
  for (const { rule, test } of rows) {
    const quote = /^"(.+?)"(?=$|,? )/.exec(rule)?.[1] ?? "";
    for (const part of plain(quote).split(" … ")) assert.ok(plain(test).includes(part), rule);
  }
});

Deno.test("all code that docs/unblock.md names is where it says", () => {
  for (const { rule, code } of rows) {
    let source = "";
    for (const span of spansOf(code)) {
      if (span.endsWith(".ts")) {
        source = textOf(`judge/unblock/${span}`) ?? sourceOf(span);
      } else assert.ok(source.includes(span), `${rule}: no "${span}" in ${code}`);
    }
  }
});

Deno.test("every test that quotes the protocol's text is in docs/unblock.md", () => {
  for (const { name: file } of Deno.readDirSync(`${PROJECT}/tests/judge/unblock`)) {
    if (!/^seed_.*_test\.ts$/.test(file)) continue;
    const named = rows.filter((row) => row.file.endsWith(`/${file}`)).map(({ test }) => test);
    for (const written of namesIn(sourceOf(`tests/judge/unblock/${file}`))) {
      const isNamed = named.some((test) => isMadeOf(test, constantsOf(written), () => true));
      assert.ok(isNamed, `${file}: ${written}`);
    }
  }
});

/** The constants of the table of limits. */
const LIMITS: Readonly<Record<string, number | Readonly<Record<string, number>>>> = {
  OVERRIDE_ATTEMPT,
  TERMINAL_ATTEMPT,
  MAX_PAYLOAD_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  MAX_ITEM_CHARACTERS,
  MAX_HANDOFF,
  TASK,
  ITEMS,
  FAILURE,
  NOTES,
  DIRTY,
  POLLUTION: Object.fromEntries(Object.entries(POLLUTION).map(([name, { most }]) => [name, most])),
  OUTPUT_LIMITS,
  SAME_STATEMENT,
  REUSED,
  DISPATCH_LIMITS,
};

Deno.test("the limits in docs/unblock.md are the code's, all of them", () => {
  const numberOf = (text: string): number => Number(text.replaceAll(",", ""));
  const told: Record<string, number | Record<string, number>> = {};
  for (const [, constant = "", value = ""] of rowsBelow("The limits")) {
    const [name = ""] = spansOf(constant);
    const parts = [...value.matchAll(/`(\w+)` ([\d,.]*\d)/g)]
      .map(([, key, number]) => [key!, numberOf(number!)] as const);
    const before = told[name];
    told[name] = parts.length === 0
      ? numberOf(value)
      : { ...typeof before === "object" ? before : {}, ...Object.fromEntries(parts) };
  }
  assert.deepEqual(told, LIMITS);
});

Deno.test("every command and every file that docs/unblock.md shows exists", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${PROJECT}/deno.json`));
  for (const [, task] of readme.matchAll(/deno task ([a-z][\w:-]*)/g)) assert.ok(task! in tasks);
  const script = sourceOf("hook/unblock.ts");
  for (const [, command] of readme.matchAll(/deno task unblock (\w+)/g)) {
    assert.ok(script.includes(`["${command}"`), command);
  }
  const { stdout: help } = await deno([...await taskCommand("unblock"), "--help"]);
  for (const [, flag] of readme.matchAll(/(--[a-z]+)/g)) assert.ok(help.includes(flag!), flag);
  for (const [, file] of readme.matchAll(/\]\(([\w./-]+)\)/g)) {
    await Deno.stat(`${PROJECT}/docs/${file}`);
  }
});
