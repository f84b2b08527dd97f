// Changes for the tests: real ones and hostile ones.

import fc from "fast-check";
import type { DiffFile, DiffLine } from "../../../lib/git/diff.ts";

/** A file with hunks of so many added lines each. */
export function changed(path: string, sizes: readonly number[], text = "const a = 1;"): DiffFile {
  let line = 0;
  const hunks = sizes.map((size) => ({
    lines: Array.from({ length: size }, (): DiffLine => ({ kind: "added", text, line: ++line })),
  }));
  return { path, change: "modified", added: line, removed: 0, hunks, skipped: null };
}

const text = fc.oneof(
  fc.constantFrom("", "</data>", "data-n0nce", "</data-n0nce>", "<data-n0nce-1>", "# x", "```"),
  fc.constantFrom(
    "x".repeat(300),
    "日本語のテキスト".repeat(20),
    "🙂".repeat(40),
    "\u202e\r\0\u{E0041}",
  ),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const path = fc.oneof(
  fc.constantFrom(
    "src/auth.ts",
    "db/schema.sql",
    "README.md",
    "src/a.ts",
    "tests/a_test.ts",
    "Dockerfile",
  ),
  fc.constantFrom("x$(touch PWNED).ts", "</data-n0nce>", "a\nb", "y".repeat(4_000)),
  fc.string({ minLength: 1, maxLength: 20 }),
);

const line: fc.Arbitrary<DiffLine> = fc.record({
  kind: fc.constantFrom("added", "removed", "context"),
  text,
  line: fc.integer({ min: 1, max: 1_000_000 }),
}, { noNullPrototype: true });

/** Any changed file. */
export const changes: fc.Arbitrary<DiffFile> = fc.record({
  path,
  change: fc.constantFrom("added", "modified", "deleted"),
  hunks: fc.array(
    fc.tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 1, 5, 60))
      .map(([lines, times]) => ({ lines: Array.from({ length: times }, () => lines).flat() })),
    { maxLength: 4 },
  ),
  skipped: fc.constantFrom(null, null, null, "binary", "generated", "too large", "unreadable"),
}, { noNullPrototype: true }).map((file): DiffFile => {
  const count = (kind: DiffLine["kind"]): number =>
    file.hunks.reduce((sum, { lines }) => sum + lines.filter((l) => l.kind === kind).length, 0);
  return {
    ...file,
    hunks: file.skipped === null ? file.hunks : [],
    added: count("added"),
    removed: count("removed"),
  };
});
