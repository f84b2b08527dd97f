import assert from "node:assert/strict";
import { readClaims } from "../../../experiments/history/claims.ts";
import { parseGitDate } from "../../../experiments/history/commits.ts";
import {
  isFeature,
  isFix,
  isHotfix,
  ownNumber,
  readUndo,
} from "../../../experiments/history/subjects.ts";

Deno.test("a subject takes back what it names, in every usual form", () => {
  const forms: [string, string, number[]][] = [
    ['Revert "feat: add a thing (#12)" (#15)', "feat: add a thing", [12, 15]],
    ["fix: revert #12 (#15)", "#12", [12, 15]],
    ["net/tls: revert the cache", "the cache", []],
    ['[release-1.2] Revert "Add a thing"', "Add a thing", []],
    ["Reverts owner/repo#12", "owner/repo#12", [12]],
    ["Revert pr 12", "pr 12", [12]],
    ['Partially revert "Add a thing"', "Add a thing", []],
    ["revert: feat: add a thing", "feat: add a thing", []],
    ["revert(core): add a thing (#15)", "add a thing", [15]],
    ["revert(core)!: add a thing", "add a thing", []],
    ["revert!: add a thing", "add a thing", []],
    ["revert(#12): add a thing (#15)", "add a thing", [12, 15]],
    ['revert: Revert "feat: add a thing (#12)" (#15)', "feat: add a thing", [12, 15]],
    ["revert(core): revert #12", "#12", [12]],
    ['revert: "feat: add a thing (#12)" (#15)', "feat: add a thing", [12, 15]],
    ["[1.x] fix(core): revert: add a thing", "add a thing", []],
    ["Revert net/tls: add a thing", "net/tls: add a thing", []],
    ["a: b: c: d: revert the cache", "the cache", []],
  ];
  for (const [subject, title, numbers] of forms) {
    const undo = readUndo(subject);
    assert.equal(undo?.way, "revert", subject);
    assert.equal(undo.title, title, subject);
    assert.deepEqual(undo.numbers, numbers, subject);
  }
});

Deno.test("each revert of a revert turns the meaning around, and a word inside takes nothing back", () => {
  const ways = {
    restore: [
      ...['Revert "Revert "Add a thing""', 'Reland "Add a thing" (#20)', 'Re-land "Add a thing"'],
      ...['Reapply "Add a thing"', 'fix: Revert "Revert \\"Add a thing\\""'],
      ...["revert: revert: add a thing", 'revert: Revert "Revert "Add a thing""'],
      ...['Revert "revert: Revert "Add a thing""', "revert(core): revert(core): add a thing"],
    ],
    revert: [
      ...['Revert "Revert "Revert "Add a thing"""', 'Revert "Reland "Add a thing""'],
      'Reapply "Revert "Add a thing""',
    ],
    none: [
      ...["Add a revert button", "Reverting-friendly API", "irrevertible", "", "fix: "],
      ...["revert-button: add a thing", "feat(revert): add a thing", "feat: add revert: it"],
    ],
  };
  for (const [way, subjects] of Object.entries(ways)) {
    for (const subject of subjects) assert.equal(readUndo(subject)?.way ?? "none", way, subject);
  }
});

Deno.test("a commit's own number is at the end of its subject, or in its merge's", () => {
  assert.equal(ownNumber("feat: x (#12)"), 12);
  assert.equal(ownNumber("Merge pull request #13 from a/b"), 13);
  assert.equal(ownNumber("fix #14"), null);
});

Deno.test("fixes, features and hotfixes are told by their subject", () => {
  const kinds = [
    [isFix, ["fix: a", "Fixed the thing", "core: fix a leak", "bugfix: b", "Hotfix c"], [
      ...["Add a prefix", "feat: fixture for x", "Use suffixes", "fixup! fix: a", "squash! fix a"],
      ...["test: fix flaky", "docs(readme): fix link", "affix the header", "post-fix notation"],
    ]],
    [isFeature, ["feat(api)!: x", "net: add TLS"], ["Add tests for x", "fix: add a check"]],
    [isHotfix, [
      "Merge branch 'hotfix/login'",
      "Merge pull request #1 from a/hotfix/login",
    ], ["hotfixture"]],
  ] as const;
  for (const [is, ...sides] of kinds) {
    for (const [n, subjects] of sides.entries()) {
      for (const subject of subjects) assert.equal(is(subject), n === 0, subject);
    }
  }
});

Deno.test("only a trailer with an object id says which commit is fixed", () => {
  const fixes = (body: string) => readClaims(`net: mend\n\n${body}`)?.fixes ?? null;
  assert.deepEqual(fixes('Fixes: 0123456789ab ("net: add a thing")'), {
    shas: ["0123456789ab"],
    numbers: [],
    titles: ["net: add a thing"],
  });
  assert.deepEqual(fixes("Text.\n\nFixes: deadbeef")?.shas, ["deadbeef"]);
  for (const length of [7, 12, 40, 64]) {
    const sha = "0123456789abcdef".repeat(4).slice(-length);
    assert.deepEqual(fixes(`Fixes: ${sha} ("net: a")`)?.shas, [sha]);
  }
  const written = [
    ["Fixes: commit 01234ab: net: add (a thing)", "net: add (a thing)"],
    ["Fixes: 01234ab net: add (a thing)", "net: add (a thing)"],
    ['Fixes: 01234ab "net: add (a thing)".', "net: add (a thing)"],
    ["Fixes: 01234ab (net: add (a thing))", "net: add (a thing)"],
    ["Fixes: 01234ab - net: add a thing", "net: add a thing"],
  ] as const;
  for (const [body, title] of written) {
    assert.deepEqual(fixes(body), { shas: ["01234ab"], numbers: [], titles: [title] }, body);
  }
  assert.deepEqual(fixes("Fixes: 01234ab one\nFixes: 01234ac two\n")?.titles, ["one", "two"]);
  for (
    const body of [
      ...["Fixes: #12", "Fixes: 12345678", "> Fixes: deadbeef", "It Fixes: deadbeef x"],
      ...["Fixes: 1234567 a crash", "Fixes: defaced pages", "Fixes: 01234ab-cd", "Fixes: 01234a"],
      `Fixes: ${"a".repeat(65)}`,
    ]
  ) {
    assert.equal(fixes(body), null, body);
  }
});

Deno.test("what a fault was introduced in is a claim, what a feature was introduced in is none", () => {
  const introduced = (message: string) => readClaims(message)?.introduced ?? null;
  assert.deepEqual(introduced("fix: x\n\nIntroduced in #12.")?.numbers, [12]);
  assert.deepEqual(introduced("Mend x\n\nThis crash was caused by commit deadbeef1")?.shas, [
    "deadbeef1",
  ]);
  assert.deepEqual(introduced("Mend\n\nregression from https://host/o/r/pull/12")?.numbers, [12]);
  assert.equal(introduced("Use the option introduced in #12"), null);
  assert.equal(introduced("fix: x\n\n> broken by #12"), null);
});

Deno.test("quoted or indented text in a body takes nothing back", () => {
  for (const line of ["> This reverts commit deadbeef", "     This reverts commit deadbeef"]) {
    assert.equal(readClaims(`Explain\n\n${line}`)?.undo ?? null, null, line);
  }
  assert.deepEqual(readClaims("Mend\n\nThis reverts commit deadbeef.")?.undo?.target.shas, [
    "deadbeef",
  ]);
});

Deno.test("what is still to be melted into another commit claims nothing", () => {
  for (const start of ["fixup!", "squash!", "amend!"]) {
    for (
      const rest of [
        "net: mend\n\nFixes: 0123456789ab",
        'Revert "x"\n\nThis reverts commit deadbeef.',
        "fix: crash introduced in #12",
      ]
    ) {
      assert.equal(readClaims(`${start} ${rest}`), null, start);
      assert.notEqual(readClaims(rest), null, rest);
    }
  }
});

Deno.test("a date must be one that git cannot misread", () => {
  assert.equal(parseGitDate("2024-02-29"), "2024-02-29T00:00:00Z");
  assert.equal(parseGitDate("2024-01-31T12:00:00Z"), "2024-01-31T12:00:00Z");
  assert.equal(parseGitDate("6 months ago"), "6 months ago");
  for (const text of ["tomorrowish", "2024-02-31", "", "2024", "--all", "1 ago"]) {
    assert.equal(parseGitDate(text), null, text);
  }
});
