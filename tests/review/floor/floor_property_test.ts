import assert from "node:assert/strict";
import fc from "fast-check";
import { SEVERITIES } from "../../../schema/names.ts";
import type { DiffFile, DiffLine } from "../../../lib/git/diff.ts";
import { floorIssues } from "../../../review/floor/floor.ts";

/** Lines that checks look for, in pieces and whole, among lines of anything. */
const text = fc.oneof(
  fc.constantFrom(
    ...["debugger;", "// TODO: x", "} catch {", "}", "except:", "    pass", "print(x)", "eval(x)"],
    ...["it.only('x', f)", "it.skip('x', f)", "expect(a).toBe(1)", "assert a == 1", "func TestX("],
    ...['"""', "/*", "*/", "`", "'", "t.Skip()", "dbg!(x)", "_ = err", "shell=True", "\\", ""],
    ...["db(`SELECT a FROM b WHERE c = ${d}`)", "password = 'x7Gh2kQ9zL4mN8'", "// x"],
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..."'\"`\\/*#${(x ") }),
);

const path = fc.oneof(
  fc.constantFrom(..."ts py go rs java cs cpp rb php sh ex sql yml".split(" ")).chain((end) =>
    fc.constantFrom(`src/a.${end}`, `tests/a_test.${end}`, `cli/b.${end}`, `x.${end}`)
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);

const lines = fc.array(
  fc.record({ kind: fc.constantFrom("added", "removed", "context"), text }),
  { maxLength: 25 },
);

function fileOf(path: string, start: number, hunks: { kind: string; text: string }[][]): DiffFile {
  let line = start;
  const numbered = hunks.map((hunk) => ({
    lines: hunk.map(({ kind, text }): DiffLine => ({
      kind: kind as DiffLine["kind"],
      text,
      line: kind === "removed" ? line : line++,
    })),
  }));
  const count = (kind: string): number => hunks.flat().filter((line) => line.kind === kind).length;
  return {
    path,
    change: "modified",
    added: count("added"),
    removed: count("removed"),
    hunks: numbered,
    skipped: null,
  };
}

const file = fc.tuple(path, fc.integer({ min: 1, max: 999 }), fc.array(lines, { maxLength: 3 }))
  .map(([path, start, hunks]) => fileOf(path, start, hunks));

/** A change has every path once. */
const change = fc.uniqueArray(file, { maxLength: 5, selector: ({ path }) => path });

Deno.test("every finding stands at an added line of its file, and names a removal's place", () => {
  fc.assert(
    fc.property(change, (files) => {
      for (const issue of floorIssues(files, { hasTests: true })) {
        const own = files.find(({ path }) => path === issue.file);
        assert.ok(own !== undefined);
        const isRemoval = /went away/.test(issue.description);
        const kinds = own.hunks.flatMap((hunk) => hunk.lines)
          .filter(({ kind, line }) => line === issue.line && (kind === "added" || isRemoval));
        assert.ok(kinds.length > 0, JSON.stringify(issue));
        assert.equal(issue.source, "floor");
      }
    }),
    { numRuns: 3000 },
  );
});

Deno.test("neither the order of files nor a second look changes the findings", () => {
  fc.assert(
    fc.property(change, (files) => {
      const issues = floorIssues(files, { hasTests: true });
      assert.deepEqual(floorIssues(files.toReversed(), { hasTests: true }), issues);
      assert.deepEqual(floorIssues(files, { hasTests: true }), issues);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("findings come the heaviest first, then by path and line", () => {
  fc.assert(
    fc.property(change, (files) => {
      const keys = floorIssues(files).map(({ severity, file, line }) =>
        [SEVERITIES.indexOf(severity), file ?? "", line ?? 0] as const
      );
      for (const [at, key] of keys.entries()) {
        const before = keys[at - 1];
        if (before === undefined) continue;
        assert.ok(before[0] <= key[0]);
        if (before[0] === key[0]) assert.ok(before[1] <= key[1]);
        if (before[0] === key[0] && before[1] === key[1]) assert.ok(before[2] <= key[2]);
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("a finding says nothing in the words of the file", () => {
  const marked = lines.map((hunk) => hunk.map((line) => ({ ...line, text: `${line.text} Zq9` })));
  fc.assert(
    fc.property(fc.constantFrom("src/a.ts", "lib/a.py", "a_test.go"), marked, (path, hunk) => {
      const issues = floorIssues([fileOf(path, 1, [hunk])], { hasTests: true });
      assert.ok(!JSON.stringify(issues).includes("Zq9"));
    }),
    { numRuns: 500 },
  );
});
