import assert from "node:assert/strict";
import fc from "fast-check";
import type { DiffFile, DiffLine } from "../../lib/git/diff.ts";
import { reviewBudget } from "../../review/budget.ts";
import { chooseScrubbed, MOST_NAMES, scrubFile, scrubNames } from "../../review/scrub_change.ts";
import { alignLines, REDACTED } from "../../review/scrub_lines.ts";
import { scrub } from "../../lib/scrub/scrub.ts";

const KINDS = { "+": "added", "-": "removed", " ": "context" } as const;

/** Base64 that is no real key, in lines as a key has them. */
function body(lines: number, seed = 7): string[] {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return Array.from(
    { length: lines },
    (_, row) =>
      Array.from({ length: 64 }, (_, n) => letters[(row * 31 + n * n * 7 + n * seed) % 64]).join(
        "",
      ),
  );
}

const BODY = [...body(6), "Zm9vYmFyYmF6cXV4cXV1eA=="];
const BEGIN = "-----BEGIN RSA PRIVATE KEY-----";
const END = "-----END RSA PRIVATE KEY-----";

/** A file of which a hunk is given as a diff shows it. */
function diffOf(...hunks: string[][]): DiffFile {
  let line = 1;
  return {
    path: "src/a.ts",
    change: "modified",
    added: 0,
    removed: 0,
    skipped: null,
    hunks: hunks.map((rows) => ({
      lines: rows.map((row): DiffLine => {
        const kind = KINDS[row.charAt(0) as keyof typeof KINDS];
        return { kind, text: row.slice(1), line: kind === "removed" ? line : line++ };
      }),
    })),
  };
}

async function textsOf(file: DiffFile): Promise<string[]> {
  const clean = await scrubFile(file, scrub);
  const shape = ({ hunks }: DiffFile) =>
    hunks.map(({ lines }) => lines.map(({ kind, line }) => [kind, line]));
  assert.deepEqual(shape(clean), shape(file));
  return clean.hunks.flatMap(({ lines }) => lines.map(({ text }) => text));
}

function assertNone(texts: readonly string[], secrets: readonly string[]): void {
  for (const secret of secrets) {
    assert.ok(!texts.join("\n").includes(secret), `${secret} is left in ${texts.join("\n")}`);
  }
}

Deno.test("of a private key over many lines, no line is left, and those around it are", async () => {
  for (const sign of ["+", "-", " "]) {
    const key = [BEGIN, ...BODY, END].map((line) => sign + line);
    const texts = await textsOf(diffOf(["+before();", " {", ...key, " }", "+after();", " }"]));
    assertNone(texts, BODY);
    assert.deepEqual([texts[0], texts[1], texts.at(-2)], ["before();", "{", "after();"]);
  }
});

Deno.test("a key is not left where only its beginning, its end or its middle changed", async () => {
  const plain = (lines: string[]) => lines.map((line) => ` ${line}`);
  for (
    const rows of [
      [" work();", `+${BEGIN}`, ...plain(BODY.slice(0, 2))],
      [...plain(BODY.slice(5)), `-${END}`, "+work();"],
      [...plain(BODY.slice(1, 3)), `-${BODY[3]}`, `+${BODY[4]}`, ...plain(BODY.slice(5))],
      BODY.slice(0, 4).map((line) => `+    "${line}\\n" +`),
      BODY.slice(0, 4).map((line) => `+  '${line}',\r`),
      [`-${BODY[0]}`, `+${BODY[1]}`, `-${BODY[2]}`, `+${BODY[3]}`, `-${BODY[4]}`, `+${BODY[5]}`],
    ]
  ) assertNone(await textsOf(diffOf(rows)), BODY);
});

Deno.test("a key with an old and a new body mixed in a diff is left on neither side", async () => {
  const next = body(6, 11);
  const mixed = next.flatMap((line, n) => [`-${BODY[n]}`, `+${line}`]);
  const texts = await textsOf(diffOf([" x();", ` ${BEGIN}`, ...mixed, ` ${END}`, " y();"]));
  assertNone(texts, [...BODY, ...next]);
  assert.deepEqual([texts[0], texts.at(-1)], ["x();", "y();"]);
});

Deno.test("a value on the line after its name is not left", async () => {
  const value = "zq81Kx02mmPq77Lw";
  for (
    const rows of [
      ['+  "api_key":', `+    "${value}",`],
      ["+password = \\", `+  "${value}"`],
      ["+password = (", `+  "first4you"`, `+  "${value}"`, "+)"],
      ["+const token: string =", "+", `+  "${value}";`],
      ['+password = """', `+${value}`, '+"""'],
      ["+run --password \\", `+  ${value} \\`, "+  --verbose"],
      ["+password: >-", `+  ${value}`],
      ['+password="start4\\', `+${value}"`],
      [' "api_key":', '-  "old",', `+  "${value}",`],
      ['-"api_key":', '+"name":', `   "${value}",`],
    ]
  ) assertNone(await textsOf(diffOf(rows)), [value]);
});

Deno.test("code that holds no secret stays as it is", async () => {
  const lines = [
    "const token =",
    "  await readToken();",
    "password:",
    "  type: string",
    "const hash =",
    `  "${BODY[0]}";`,
    "if (a) {",
    "}",
  ];
  assert.deepEqual(await textsOf(diffOf(lines.map((line) => `+${line}`))), lines);
});

Deno.test("two secrets far apart leave what stands between them readable", async () => {
  const key = [BEGIN, ...BODY, END].map((line) => `+${line}`);
  const texts = await textsOf(diffOf([...key, "+one();", "+two();"], [...key, "+three();"]));
  assertNone(texts, BODY);
  for (const line of ["one();", "two();", "three();"]) assert.ok(texts.includes(line), line);
});

Deno.test("whatever a scrubber took out, a line that it touched is never given back", () => {
  fc.assert(fc.property(
    fc.array(fc.constantFrom("a", "b", "c", "", "[redacted: x]"), { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(11), fc.nat(3)), { maxLength: 3 }),
    (plain, spans) => {
      // Secrets are numbered, so that each line of one is known again.
      const lines = plain.map((line, n) =>
        spans.some(([from, more]) => n >= from && n <= from + more) ? `secret${n}` : line
      );
      const scrubbed = lines.join("\n").replace(/secret\d+(?:\nsecret\d+)*/g, "[redacted: y]");
      const aligned = alignLines(lines, scrubbed.split("\n"));
      assert.equal(aligned.length, lines.length);
      aligned.forEach((line, n) => {
        assert.ok(!line.includes("secret"));
        assert.ok(line === lines[n] || line.startsWith("[redacted"), `${line} for ${lines[n]}`);
      });
    },
  ));
});

Deno.test("a text that the scrubber cuts is not shown beyond the cut", () => {
  assert.deepEqual(alignLines(["a", "b", "c", "d"], ["a", "[cut: the text goes on]"]), [
    "a",
    "[cut: the text goes on]",
    REDACTED,
    REDACTED,
  ]);
});

Deno.test("a file that may hold a key is known by its name, and left out", async () => {
  const keys = ["a.pem", "x/server.KEY", "b.p12", "c.pfx", "x/id_rsa", "id_ed25519_work", "id_dsa"];
  const others = ["id_rsa.pub", "a.pem.ts", "src/key.ts", "keys/readme.md", "grid_rsa", "x.pub"];
  const files = [...keys, ...others].map((path) => ({ ...diffOf(["+x"]), path }));
  const { sent, leftOut } = await chooseScrubbed(files, reviewBudget("deep", "haiku"), scrub);
  assert.deepEqual(sent.map(({ file }) => file.path).sort(), others.sort());
  assert.deepEqual(leftOut, keys.map((path) => ({ path, reason: "may hold a key" })));
});

Deno.test("many names are scrubbed in one reading, and one by one only so far", async () => {
  const names = Array.from({ length: 2000 }, (_, n) => `src/${n}\n.ts`);
  let calls = 0;
  const counted = (text: string) => (calls++, Promise.resolve(text.replaceAll("7", "[redacted]")));
  const clean = await scrubNames(names, counted);
  assert.deepEqual([calls, clean.length, clean[7]], [1, 2000, "src/[redacted] .ts"]);
  calls = 0;
  const joining = (text: string) => (calls++, Promise.resolve(text.replace("\n", "")));
  const some = await scrubNames(names, joining);
  assert.deepEqual([calls, some.length], [1 + MOST_NAMES, 2000]);
  assert.deepEqual([some[0], some[MOST_NAMES]], ["src/0 .ts", REDACTED]);
});
