import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type DiffFile,
  DiffParser,
  MAX_CHECKED_BYTES,
  MAX_FILE_BYTES,
  MAX_TOTAL_BYTES,
} from "../../../lib/git/diff.ts";

const encoder = new TextEncoder();

function parse(diff: string | Uint8Array, size = Infinity): DiffFile[] {
  const bytes = typeof diff === "string" ? encoder.encode(diff) : diff;
  const parser = new DiffParser();
  for (let at = 0; at < bytes.length; at += size) {
    parser.push(bytes.subarray(at, Math.min(at + size, bytes.length)));
  }
  return parser.end();
}

function only(diff: string): DiffFile {
  const [file, ...others] = parse(diff);
  assert.ok(file !== undefined && others.length === 0);
  return file;
}

const lines = (file: DiffFile): string[] =>
  file.hunks.flatMap((hunk) => hunk.lines.map(({ kind, text, line }) => `${kind} ${line} ${text}`));

const HEAD = "diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n";

const linesOf = (file: DiffFile): number =>
  file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);

Deno.test("a hunk's lines have their numbers in the new file", () => {
  const file = only(`${HEAD}@@ -10,4 +20,4 @@ function\n one\n-two\n-three\n+2\n+3\n four\n`);
  assert.deepEqual(lines(file), [
    "context 20 one",
    "removed 21 two",
    "removed 21 three",
    "added 21 2",
    "added 22 3",
    "context 23 four",
  ]);
  assert.deepEqual([file.change, file.added, file.removed], ["modified", 2, 2]);
});

Deno.test("content that reads like a header is content", () => {
  const diff = `${HEAD}@@ -1,2 +1,5 @@\n--- a/evil.ts\n+++ b/evil.ts\n` +
    "+diff --git a/evil.ts b/evil.ts\n+@@ -1 +1 @@\n+deleted file mode 100644\n keep\n+end\n";
  const file = only(diff);
  assert.equal(file.path, "a.ts");
  assert.deepEqual(lines(file), [
    "removed 1 -- a/evil.ts",
    "added 1 ++ b/evil.ts",
    "added 2 diff --git a/evil.ts b/evil.ts",
    "added 3 @@ -1 +1 @@",
    "added 4 deleted file mode 100644",
    "context 5 keep",
  ]);
});

Deno.test("a missing line's end, CRLF and blank context lines are no part of the text", () => {
  const file = only(
    `${HEAD}@@ -1,3 +1,3 @@\n one\r\n\n-old\n\\ No newline at end of file\n+new\r\n` +
      "\\ No newline at end of file\n",
  );
  assert.deepEqual(lines(file), ["context 1 one", "context 2 ", "removed 3 old", "added 3 new"]);
});

Deno.test("added, deleted, empty, binary and mode-only files are told apart", () => {
  const files = parse(
    "diff --git a/new b/new\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n" +
      "diff --git a/old b/old\ndeleted file mode 100644\nindex 1..0\n--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n" +
      "diff --git a/empty b/empty\nnew file mode 100644\nindex 0..e\n" +
      "diff --git a/pic.png b/pic.png\nindex 1..2 100644\nBinary files a/pic.png and b/pic.png differ\n" +
      "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n" +
      "diff --git a/deno.lock b/deno.lock\nindex 1..2 100644\n--- a/deno.lock\n+++ b/deno.lock\n@@ -0,0 +1,2 @@\n+x\n+y\n",
  );
  assert.deepEqual(
    files.map((file) => [file.path, file.change, file.added, file.removed, file.skipped]),
    [
      ["new", "added", 1, 0, null],
      ["old", "deleted", 0, 1, null],
      ["empty", "added", 0, 0, null],
      ["pic.png", "modified", 0, 0, "binary"],
      ["run.sh", "modified", 0, 0, null],
      ["deno.lock", "modified", 2, 0, "generated"],
    ],
  );
  assert.deepEqual(lines(files[1]!), ["removed 1 x"]);
  assert.deepEqual(files[5]!.hunks, []);
});

Deno.test("a file that became a link is one modified file", () => {
  const file = only(
    "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-text\n" +
      "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+target\n",
  );
  assert.deepEqual([file.change, file.added, file.removed], ["modified", 1, 1]);
});

Deno.test("names are read back whatever git had to do to print them", () => {
  const names = {
    "a/plain b/plain": "plain",
    "a/with b/in it b/with b/in it": "with b/in it",
    '"a/tab\\there" "b/tab\\there"': "tab\there",
    '"a/line\\nend\\"quote\\\\" "b/line\\nend\\"quote\\\\"': 'line\nend"quote\\',
    '"a/\\303\\244.ts" "b/\\303\\244.ts"': "ä.ts",
    '"a/\\377.ts" "b/\\377.ts"': "\\xff.ts",
    "a/x$(touch PWNED).ts b/x$(touch PWNED).ts": "x$(touch PWNED).ts",
  };
  for (const [header, path] of Object.entries(names)) {
    assert.deepEqual(parse(`diff --git ${header}\nold mode 1\n`).map((file) => file.path), [path]);
  }
});

Deno.test("a header with two names or none gives no file, and its hunks belong to nobody", () => {
  const hunk = "--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n";
  for (const names of ["a/x b/yy", "a/x b/y", "x x", "", "a/ b/"]) {
    assert.deepEqual(parse(`diff --git ${names}\n${hunk}`), []);
  }
});

Deno.test("a file over the bound is counted to its end, kept to be checked and not to be sent", () => {
  const added = `+${"x".repeat(99)}\n`.repeat(2000);
  const files = parse(`${HEAD}@@ -0,0 +1,2000 @@\n${added}${HEAD.replaceAll("a.ts", "b.ts")}`);
  assert.deepEqual(files.map((file) => [file.added, file.skipped, linesOf(file)]), [
    [2000, "too large", 2000],
    [0, null, 0],
  ]);
  const fits = parse(`${HEAD}@@ -0,0 +1 @@\n+${"x".repeat(MAX_FILE_BYTES - 1)}\n`);
  assert.equal(fits[0]?.skipped, null);
  const long = parse(`${HEAD}@@ -0,0 +1 @@\n+${"x".repeat(MAX_FILE_BYTES)}\n`, 1000);
  assert.deepEqual([long[0]?.skipped, long[0]?.added], ["too large", 1]);
});

Deno.test("what is too large to be sent is kept up to a bound and takes no room from the rest", () => {
  const part = (name: string, count: number): string =>
    `${HEAD.replaceAll("a.ts", name)}@@ -0,0 +1,${count} @@\n` +
    `+${"x".repeat(999)}\n`.repeat(count);
  const large = Array.from({ length: 12 }, (_, n) => part(`${n}.ts`, 1500));
  const files = parse([...large, part("small.ts", 90)].join(""));
  const lines = files.map(linesOf);
  assert.ok(
    files.slice(0, 12).every((file) => file.skipped === "too large" && file.added === 1500),
  );
  assert.ok(lines.slice(0, 12).every((count) => count * 1000 <= MAX_CHECKED_BYTES));
  assert.ok(lines[0]! > 900 && lines[11] === 0);
  assert.ok(lines.reduce((sum, count) => sum + count, 0) * 1000 <= MAX_TOTAL_BYTES + 90_000);
  assert.deepEqual([files[12]?.skipped, lines[12]], [null, 90]);
});

Deno.test("all files together are kept up to a bound", () => {
  const body = `@@ -0,0 +1,900 @@\n${`+${"x".repeat(99)}\n`.repeat(900)}`;
  const count = Math.ceil(MAX_TOTAL_BYTES / 90_000) + 20;
  const files = parse(
    Array.from({ length: count }, (_, n) => HEAD.replaceAll("a.ts", `${n}.ts`) + body).join(""),
  );
  const kept = files.filter((file) => file.skipped === null);
  assert.ok(kept.length > 50 && kept.length < count);
  assert.ok(files.every((file) => file.added === 900));
  assert.ok(kept.length * 90_000 <= MAX_TOTAL_BYTES);
});

Deno.test("text with a NUL in it is binary", () => {
  assert.equal(only(`${HEAD}@@ -0,0 +1,2 @@\n+a\n+b\0c\n`).skipped, "binary");
});

Deno.test("a hunk that breaks off makes its file unreadable and loses no other", () => {
  const files = parse(`${HEAD}@@ -1,9 +1,9 @@\n+a\n${HEAD.replaceAll("a.ts", "b.ts")}`);
  assert.deepEqual(files.map((file) => [file.path, file.skipped]), [
    ["a.ts", "unreadable"],
    ["b.ts", null],
  ]);
});

Deno.test("it does not matter where a diff is cut into pieces", () => {
  const diff = `${HEAD}@@ -1,2 +1,3 @@\n one\r\n-zwö\n+zwei\n+drei\n` +
    `diff --git "a/\\303\\244" "b/\\303\\244"\nnew file mode 100644\n@@ -0,0 +1 @@\n+x`;
  for (let size = 1; size < diff.length; size++) assert.deepEqual(parse(diff, size), parse(diff));
});

Deno.test("no bytes make the reader of diffs throw", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "diff --git ",
      "a/x b/x",
      "@@ -1,3 +1,3 @@",
      "\n",
      "+",
      "-",
      " ",
      "\\",
      '"',
      "\0",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat({ max: 20 }), (pieces, size) => {
      for (const file of parse(pieces.join(""), size + 1)) {
        const kept = file.hunks.flatMap((hunk) => hunk.lines);
        assert.ok(kept.filter(({ kind }) => kind === "added").length <= file.added);
        assert.ok(kept.every(({ line }) => line >= 0));
      }
    }),
    { numRuns: 2000 },
  );
});
