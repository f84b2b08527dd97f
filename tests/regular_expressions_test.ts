import assert from "node:assert/strict";
import ts from "typescript";
import { PROJECT } from "./support/process.ts";

const FOLDERS = ["judge", "hook", "lib", "review", "report", "fleet", "schema", "experiments"];

/** Folders without scripts: their modules do nothing when they are loaded. */
const LOADED = ["judge", "lib", "review"];

/** What hostile texts repeat: the beginnings of what the expressions of this project look for. */
const FLOODS = [
  ..."a1 _-=/\\'\"`([{<>#|?*.@$:\n\t\u200bé",
  ...["a ", "a/", "<a>", "--a ", "a=", "> ", "1 ", "..", ".a", "a\n", "  \n", "://a", "{}", "- "],
  ...["Exit code 1\n", "error: ", "npm test && ", "x: ", "git ", ": ", "FAIL ", "1) ", "a://"],
  ...[
    "Tests: 1 failed, ",
    "expect(",
    "line 1: ",
    "--- a",
    "https://a ",
    "[redacted: ",
    "password=a",
  ],
];

/**
 * Lengths of a hostile text, each tried only where the one before was read in time: the shortest
 * stops an exponential expression, the next a cubic one, the longest a quadratic one.
 */
const LENGTHS = [24, 1_000, 16_000];

/** Milliseconds in which a linear expression reads the longest text ten times over. */
const MOST = 15;

interface Found {
  readonly at: string;
  readonly expression: RegExp;
}

function* modulesOf(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(`${PROJECT}/${folder}`)) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* modulesOf(name);
    if (entry.isFile && name.endsWith(".ts")) yield name;
  }
}

/** As it is tried at each place of a text, which is what the callers of a sticky one do. */
function everywhere({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags.replace(/[gy]/g, "")}g`);
}

/** Every expression that stands in the source of a folder. */
function writtenIn(folder: string): Found[] {
  return [...modulesOf(folder)].flatMap((name) => {
    const text = Deno.readTextFileSync(`${PROJECT}/${name}`);
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    const found: Found[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        const expression = everywhere(new RegExp(source, flags));
        found.push({ at: `${name}:${line + 1}`, expression });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

/** Every expression that our modules put together from texts while they are loaded. */
async function built(): Promise<Found[]> {
  const found: Found[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given: [string | RegExp, string?]) {
      const expression = new target(...given);
      const caller = new Error().stack?.split("\n")[2] ?? "";
      const at = caller.split(`${PROJECT}/`)[1]?.replace(/\)$/, "");
      if (at !== undefined && !at.startsWith("tests/")) {
        found.push({ at, expression: new target(expression.source, expression.flags) });
      }
      return expression;
    },
  });
  try {
    for (const name of LOADED.flatMap((folder) => [...modulesOf(folder)])) {
      await import(`${PROJECT}/${name}`);
    }
  } finally {
    globalThis.RegExp = Original;
  }
  return found.map(({ at, expression }) => ({ at, expression: everywhere(expression) }));
}

/** The quickest of three readings, as a machine may be busy with something else. */
function millisecondsOf(expression: RegExp, text: string): number {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least > MOST; tries++) {
    const started = performance.now();
    for (const _ of text.matchAll(expression)) continue;
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

Deno.test("no regular expression takes more than linear time, whatever text it is fed", async () => {
  const written = FOLDERS.flatMap(writtenIn);
  const assembled = await built();
  assert.ok(written.length > 300, `only ${written.length} were found`);
  assert.ok(assembled.length > 20, `only ${assembled.length} were put together`);
  const texts = FLOODS.map((flood) =>
    LENGTHS.map((length) => `${flood.repeat(Math.ceil(length / flood.length))}\u0001`)
  );
  const slow = [...written, ...assembled].flatMap(({ at, expression }) => {
    const found = texts.findIndex((grown) =>
      grown.some((text) => millisecondsOf(expression, text) > MOST)
    );
    return found < 0 ? [] : [`${at} ${expression} on ${JSON.stringify(FLOODS[found])}`];
  });
  assert.deepEqual(slow, []);
});
