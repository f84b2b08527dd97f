import assert from "node:assert/strict";
import fc from "fast-check";
import type { LinkableCommit } from "../../../experiments/history/commit_index.ts";
import { traceFailures } from "../../../experiments/history/failures.ts";

const DAY = 86_400;

/** Commits from old to new, a day apart; answers are by their names. */
function trace(...messages: (string | Partial<LinkableCommit> & { message: string })[]) {
  const commits = messages.map((given, n): LinkableCommit => ({
    sha: shaOf(n),
    parents: n === 0 ? [] : [shaOf(n - 1)],
    time: 1_700_000_000 + n * DAY,
    paths: ["src/a.ts"],
    ...typeof given === "string" ? { message: given } : given,
  })).reverse();
  const found = traceFailures(commits);
  const number = (sha: string | null) =>
    sha === null ? null : parseInt(sha.slice(0, 8), 16) - 0xa0000000;
  return {
    ...found,
    links: found.failures.map((f) => [f.kind, number(f.sha), number(f.culprit), f.linkedBy])
      .reverse(),
  };
}

function shaOf(n: number): string {
  return (0xa0000000 + n).toString(16).padEnd(40, "0");
}

Deno.test("a revert is linked by object id, then by number, then by title", () => {
  const { links, failures } = trace(
    "feat: one (#1)",
    "feat: two (#2)",
    "feat: three",
    `Revert "feat: one (#1)" (#4)\n\nThis reverts commit ${shaOf(0)}.`,
    "fix: revert #2 (#5)",
    'Revert "feat: three"',
  );
  assert.deepEqual(links, [
    ["revert", 3, 0, "sha"],
    ["revert", 4, 1, "number"],
    ["revert", 5, 2, "title"],
  ]);
  assert.equal(failures.at(-1)?.lagDays, 3);
});

Deno.test("an abbreviated object id counts if it means one commit only", () => {
  assert.deepEqual(trace("one", `Revert it\n\nThis reverts commit ${shaOf(0).slice(0, 8)}`).links, [
    ["revert", 1, 0, "sha"],
  ]);
  // Both of the earlier ones begin with it.
  const alike = `Revert it\n\nThis reverts commit ${shaOf(0).slice(0, 7)}`;
  const { failures } = trace("one", "two", { message: alike, sha: "b".repeat(40) });
  assert.deepEqual(failures.map(({ culprit }) => culprit), [null]);
});

Deno.test("a revert of nothing that is there is found but not linked", () => {
  const missing = "f".repeat(40);
  assert.deepEqual(
    trace(
      "one",
      `Revert "gone"\n\nThis reverts commit ${missing}.`,
      `Squash\n\nThis reverts commit ${missing}.`,
    )
      .links,
    [["revert", 1, null, null]],
  );
});

Deno.test("a link must lead to an earlier commit", () => {
  assert.deepEqual(
    trace("one", `Revert "later"\n\nThis reverts commit ${shaOf(2)}.`, "later").links,
    [["revert", 1, null, null]],
  );
});

Deno.test("a revert must share a path with what it names, where both have paths", () => {
  const elsewhere = { message: 'Revert "one"', paths: ["docs/b.md"] };
  const { links, mismatched } = trace("one", elsewhere);
  assert.deepEqual(links, [["revert", 1, null, null]]);
  assert.equal(mismatched, 1);
  const merge = { message: "Merge pull request #7 from a/b", parents: ["x", "y"], paths: [] };
  const unverified = trace(merge, "fix: revert #7");
  assert.deepEqual(unverified.links, [["revert", 1, 0, "number"]]);
  assert.equal(unverified.failures[0]?.sharesPaths, null);
});

Deno.test("a revert that is taken back is cancelled, whichever way", () => {
  for (
    const back of [
      'Revert "Revert "one""',
      `Reapply "one"\n\nThis reverts commit ${shaOf(1)}.`,
      'Reland "one" (#9)',
      `Bring it back\n\nThis reverts commit ${shaOf(1)}.`,
    ]
  ) {
    const { failures, cancelled } = trace(
      "one",
      `Revert "one"\n\nThis reverts commit ${shaOf(0)}.`,
      back,
    );
    assert.deepEqual([failures.length, cancelled], [0, 1], back);
  }
});

Deno.test("a revert after a reland counts again, with the reland as culprit", () => {
  const { links, cancelled } = trace(
    "one",
    'Revert "one"',
    'Revert "Revert "one""',
    'Revert "Revert "Revert "one"""',
  );
  assert.deepEqual(links, [["revert", 3, 2, "title"]]);
  assert.equal(cancelled, 1);
});

Deno.test("a revert on two branches, and the merge that brings it in, count once", () => {
  const { links, copies } = trace(
    "one (#1)",
    'Revert "one (#1)"',
    `Revert "one (#1)"\n\n(cherry picked from commit ${shaOf(1)})`,
    { message: 'Merge pull request #3 from a/revert-1-x\n\nRevert "one"', parents: ["x", "y"] },
    { message: 'Merge pull request #4 from a/b\n\nRevert "one"', parents: ["x", "y"], paths: [] },
  );
  assert.deepEqual(links, [["revert", 1, 0, "number"]]);
  assert.equal(copies, 2);
});

Deno.test("a revert of a commit that is here only as a copy is linked to the copy", () => {
  const original = "e".repeat(40);
  assert.deepEqual(
    trace(
      `one\n\n(cherry picked from commit ${original})`,
      `Undo\n\nThis reverts commit ${original}.`,
    )
      .links,
    [["revert", 1, 0, "sha"]],
  );
});

Deno.test("trailers and introductions are linked, and a commit counts once", () => {
  const { links } = trace(
    "one (#1)",
    `net: mend\n\nFixes: ${shaOf(0).slice(0, 12)} ("one")`,
    "fix: crash introduced in #1",
    "fix: crash introduced in #999",
    `Revert "one (#1)"\n\nFixes: ${shaOf(0)}\nBroken by #1`,
    "net: mend\n\nFixes: ffffffffffff",
  );
  assert.deepEqual(links, [
    ["fixes_trailer", 1, 0, "sha"],
    ["introduced_by", 2, 0, "number"],
    ["revert", 4, 0, "number"],
    ["fixes_trailer", 5, null, null],
  ]);
});

Deno.test("a fix may be elsewhere than the fault", () => {
  const message = `Mend\n\nFixes: ${shaOf(0)}`;
  const { links, failures } = trace("one", { message, paths: ["docs/b.md"] });
  assert.deepEqual(links, [["fixes_trailer", 1, 0, "sha"]]);
  assert.equal(failures[0]?.sharesPaths, false);
});

Deno.test("decoys are no failures", () => {
  const { links } = trace(
    "one (#1)",
    "Add a prefix",
    "Add a fixture (#1)",
    "fixup! one",
    `fixup! one\n\nFixes: ${shaOf(0)}`,
    `squash! Revert "one"\n\nThis reverts commit ${shaOf(0)}.`,
    "Explain\n\n> This reverts commit a0000000",
    "Use the option introduced in #1",
  );
  assert.deepEqual(links, []);
});

Deno.test("whatever is written, a commit counts once and its culprit is earlier", () => {
  const words = fc.constantFrom(
    ...[
      "Revert ",
      '"',
      "Reland ",
      "fix: ",
      "#1",
      "#2",
      " (#1)",
      "one",
      "\n\n",
      "Fixes: ",
      "introduced in ",
    ],
    ...[
      "This reverts commit ",
      shaOf(0),
      shaOf(3),
      shaOf(2).slice(0, 9),
      "(cherry picked from commit ",
    ],
  );
  const message = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(""));
  const commit = fc.record({
    message,
    paths: fc.subarray(["a", "b", "c"]),
    time: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(fc.property(fc.array(commit, { maxLength: 12 }), (given) => {
    const { failures } = trace(...given);
    assert.equal(new Set(failures.map(({ sha }) => sha)).size, failures.length);
    for (const { culprit, lagDays, linkedBy, sha } of failures) {
      assert.notEqual(culprit, sha);
      assert.equal(culprit === null, lagDays === null);
      assert.equal(culprit === null, linkedBy === null);
      assert.ok((lagDays ?? 0) >= 0);
    }
  }));
});
