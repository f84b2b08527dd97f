import assert from "node:assert/strict";
import {
  checkDiff,
  type Decision,
  findRejectedReuse,
  findRemovedTags,
  hasDecisionRevision,
  isAdrPath,
  readAdr,
  readTags,
} from "../../../judge/unblock/decision_memory.ts";

/** What a test cares about, in one line. */
function told({ status, scope, text, line }: Decision): string {
  return `${status} ${scope} ${line}: ${text}`;
}

const codes = (violations: readonly { code: string }[]) => violations.map(({ code }) => code);

const TAGS: readonly [name: string, source: string, expected: readonly string[]][] = [
  ["// with a colon", "// @REJECTED: polling", ["rejected null 1: polling"]],
  ["# without one", "  # @RATIONALE one writer", ["rationale null 1: one writer"]],
  ["-- of SQL", "-- @REJECTED: a trigger", ["rejected null 1: a trigger"]],
  ["/* */ in a line", "/* @REJECTED: goto */ int x;", ["rejected null 1: goto"]],
  [
    "/** */ with stars, until the next tag",
    "/**\n * @REJECTED: a lock\n *   for all writers\n * @param x the rest\n */",
    ["rejected null 2: a lock for all writers"],
  ],
  ["<!-- -->", "<!-- @RATIONALE: no framework -->", ["rationale null 1: no framework"]],
  ['"""', '"""@REJECTED: eval\nof input\n"""\nx = 1', ["rejected null 1: eval of input"]],
  ["JSX", "{/* @REJECTED: inline styles */}", ["rejected null 1: inline styles"]],
  ["behind code", "go(); // @REJECTED: threads\n// more", ["rejected null 1: threads"]],
  ["until a blank line", "# @REJECTED: a\n# b\n#\n# c", ["rejected null 1: a b"]],
  ["until the comment ends", "// @REJECTED: a\nconst b = 1;", ["rejected null 1: a"]],
  [
    "each item below a bare tag",
    "# @REJECTED:\n# - polling\n# - a queue\n#   in memory",
    ["rejected null 1: polling", "rejected null 1: a queue in memory"],
  ],
  ["in a list of Markdown", "- @REJECTED: one\n- another", ["rejected null 1: one"]],
  [
    "the scope `[DEF:id:Type]`",
    "# [DEF:Auth:Module]\n# @REJECTED: a\n# [/DEF:Auth:Module]\n# @REJECTED: b",
    ["rejected Auth 2: a", "rejected null 4: b"],
  ],
  [
    "nested scopes",
    "// [DEF:A:Module]\n// [DEF:B]\n// @REJECTED: b\n// [/DEF:B]\n// @REJECTED: a\n// [/DEF:A:Module]",
    ["rejected B 3: b", "rejected A 5: a"],
  ],
  [
    "a scope that nobody closed",
    "// [DEF:A:Module]\n// [DEF:B:Class]\n// [/DEF:A:Module]\n// @REJECTED: x1",
    ["rejected null 4: x1"],
  ],
  ["a string is no comment", 'const a = "// @REJECTED: no";', []],
  ["a mention is no tag", "// Never remove `@REJECTED` here, nor @REJECTED there", []],
  ["an unfilled tag", "// @REJECTED: <what was rejected>\n// @RATIONALE:", []],
  ["another tag of that beginning", "// @REJECTED_BY: me", []],
];

for (const [name, source, expected] of TAGS) {
  Deno.test(`local @RATIONALE / @REJECTED tags: ${name}`, () => {
    assert.deepEqual(readTags("a.ts", source).map(told), expected);
  });
}

Deno.test("[DEF:id:ADR] decisions are upstream ones, and all are named by their place", () => {
  const source =
    "# [DEF:ADR-7:ADR]\n# @REJECTED: aa\n# @REJECTED: bb\n# [/DEF:ADR-7]\n# @REJECTED: cc";
  assert.deepEqual(
    readTags("a.py", source).map(({ id, kind }) => [id, kind]),
    [["ADR-7#rejected-1", "adr"], ["ADR-7#rejected-2", "adr"], ["a.py#rejected-1", "tag"]],
  );
});

Deno.test("tags are bounded: 20 lines each, 500 of a file", () => {
  const long = `// @REJECTED: a\n${"// b\n".repeat(100)}`;
  assert.equal(readTags("a.ts", long)[0]?.text, `a${" b".repeat(19)}`);
  assert.equal(readTags("a.ts", "// @REJECTED: aa\n".repeat(600)).length, 500);
});

const ADR_PATHS: readonly [path: string, expected: boolean][] = [
  ["docs/adr/0007-use-queue.md", true],
  ["doc/adr/0001-record.md", true],
  ["adr/12-x.md", true],
  ["services/api/architecture/decisions/0003-y.md", true],
  ["docs/decisions/adr-0004-z.md", true],
  ["docs\\adr\\0007-use-queue.md", true],
  ["docs/adr/README.md", false],
  ["docs/adr/0000-template.md", false],
  ["docs/0007-use-queue.md", false],
  ["docs/adr/0007-use-queue.ts", false],
];

for (const [path, expected] of ADR_PATHS) {
  Deno.test(`upstream ADRs: ${path} ${expected ? "is" : "is not"} one`, () => {
    assert.equal(isAdrPath(path), expected);
  });
}

const ADRS: readonly [name: string, text: string, expected: readonly string[]][] = [
  ["Status: Rejected", "# 7. Use Redis\n\nStatus: Rejected", ["rejected null 1: Use Redis"]],
  ["a list's status", "# ADR-7: Use Redis\n* **Status**: rejected", ["rejected null 1: Use Redis"]],
  ["## Status", "# Use Redis\n\n## Status\n\nRejected\n\n## Context", [
    "rejected null 1: Use Redis",
  ]],
  ["front matter", "---\nstatus: rejected\n---\n# Use Redis", ["rejected null 4: Use Redis"]],
  [
    "front matter with a title",
    '---\ntitle: "Use Redis"\nstatus: Superseded by 9\n---\ntext',
    ["superseded null 2: Use Redis"],
  ],
  [
    "accepted once, superseded now",
    "# Use Redis\n## Status\nAccepted\n\nSuperceded by [9. Go](9.md)",
    ["superseded null 1: Use Redis"],
  ],
  ["Deprecated", "# Use Redis\n## Status\n~~Accepted~~ Deprecated", [
    "superseded null 1: Use Redis",
  ]],
  ["Accepted", "# Use Postgres\n## Status\nAccepted", ["rationale null 1: Use Postgres"]],
  ["an accepted ban", "# Do not use Redis\nStatus: accepted", [
    "rejected null 1: Do not use Redis",
  ]],
  ["a rejected ban", "# Do not use Redis\nStatus: rejected", []],
  ["Proposed", "# Use Redis\nStatus: Proposed", []],
  [
    "rejected alternatives",
    "# Use Postgres\n## Rejected alternatives\nThose were:\n\n- **Redis** for all\n  of it\n- flat files",
    ["rejected null 5: Redis for all of it", "rejected null 7: flat files"],
  ],
  [
    "considered options that say so",
    "# Use Postgres\n## Considered Options\n* Postgres\n* Redis: rejected, loses data\n### Files (rejected)\nwhy",
    ["rejected null 4: Redis: rejected, loses data", "rejected null 5: Files (rejected)"],
  ],
  ["a status in a code block", "# Use Redis\n```\nStatus: Rejected\n```", []],
];

for (const [name, text, expected] of ADRS) {
  Deno.test(`upstream ADRs: ${name}`, () => {
    const decisions = readAdr("docs/adr/0007-use.md", text);
    assert.deepEqual(decisions.map(told), expected);
    assert.ok(decisions.every(({ id }) => /^ADR-0007(?:#rejected-\d)?$/.test(id)));
  });
}

const MEMORY: readonly Decision[] = [
  ...readTags(
    "src/session/store.ts",
    [
      "// [DEF:Sessions:Module]",
      "// @REJECTED: storing sessions in `redis` because the cluster loses `SessionRow` on failover",
      "// @REJECTED: a global lock around the writer. It deadlocked.",
      "// @REJECTED: `legacyCache`",
      "// @RATIONALE: Postgres keeps sessions",
    ].join("\n"),
  ),
  ...readAdr("docs/adr/0007-mongo.md", "# 7. Use MongoDB for the event log\nStatus: Rejected"),
  ...readAdr("docs/adr/0008-bus.md", "# 8. Send mail over the message bus\nStatus: Superseded"),
  ...readAdr("docs/adr/0009-bus.md", "# 9. Send mail over the typed message bus\nStatus: Accepted"),
];

const REVISION = "decision_revision: Sessions\nnew_evidence:\n- failover is durable since 7.2\n\n";

const REUSE: readonly [name: string, proposal: string, reused: boolean][] = [
  ["the same words", "Store the sessions in redis.", true],
  ["the name, and most words", "Switch to `redis` sessions", true],
  ["words in another form", "Put one global lock around all writers", true],
  ["a name alone, if it is all", "Bring back LegacyCache for reads", true],
  ["a field of a packet", "new_hypothesis: the event log belongs into MongoDB", true],
  ["wrapped lines", "- use redis for\n  the sessions", true],
  ["in spite of the rejection", "Although redis sessions were rejected, they work", true],
  ["to ignore the rejection", "Ignore the rejection and keep sessions in redis", true],
  ["a rejection that no longer holds", "Redis sessions are no longer rejected", true],
  ["anyway", "Redis sessions stay rejected. We store sessions in redis anyway", true],
  [
    "a revision of something else",
    REVISION.replace("Sessions", "Mail") + "Use redis sessions",
    true,
  ],
  ["one word of it", "Mock the redis client in the fixture", false],
  ["words of the reason", "The cluster loses `SessionRow` on failover", false],
  ["do not", "Do not store sessions in redis", false],
  ["instead of", "Keep sessions in Postgres instead of redis", false],
  ["stays rejected", "The redis path for sessions stays rejected", false],
  ["a label", "Rejected: storing sessions in redis", false],
  ["what_not_to_retry", "what_not_to_retry:\n- redis: store sessions in redis", false],
  ["decision_memory_notes", "decision_memory_notes:\n- Sessions: no redis for sessions", false],
  ["under a heading", "## What not to retry\n\n- Store sessions in redis", false],
  ["removed lines of a diff", "```diff\n- store sessions in redis\n+ pg()\n```", false],
  ["superseded words that still stand", "Send mail over the typed message bus", false],
  ["a revision with new evidence", `${REVISION}Store sessions in redis`, false],
];

for (const [name, proposal, reused] of REUSE) {
  Deno.test(`the tempting fix would reintroduce a rejected path (${reused}): ${name}`, () => {
    assert.deepEqual(codes(findRejectedReuse(proposal, MEMORY)), reused ? ["rejected_path"] : []);
  });
}

const RECORDS: readonly Decision[] = [
  ["Use MySQL", "Rejected"],
  ["Redux", "Rejected"],
  ["Caching", "Rejected"],
  ["Environment variables for config", "Rejected"],
  ["Floating point for money", "Rejected"],
  ["No ORMs", "Accepted"],
  ["Do not use singletons", "Accepted"],
  ["Avoid GraphQL", "Accepted"],
].flatMap(([title, status], at) =>
  readAdr(`docs/adr/000${at}-x.md`, `# ${title}\n\n## Status\n\n${status}\n`)
);

const PROPOSALS: readonly [proposal: string, reused: boolean][] = [
  ["The MySQL client library in the lockfile is not used; PostgreSQL stays", false],
  ["The failing test imports redux from a stale snapshot", false],
  ["new_hypothesis: the lockfile still lists redux", false],
  ["Disable caching of the docker layer", false],
  ["Export the config path in the environment", false],
  ["Switch to MySQL where PostgreSQL is not used", true],
  ["The store should import redux again", true],
  ["The old store still exists, so use redux", true],
  ["architecture_correction:\n- The store imports redux", true],
  ["Read environment variables for the config", true],
  ["Use floating point in the cart", true],
  ["Use an ORM for orders", true],
  ["Put ORMs in front of the tables", true],
  ["Keep the pool as a singleton", true],
  ["Expose it over GraphQL", true],
  ["Write the query without an ORM", false],
];

for (const [proposal, reused] of PROPOSALS) {
  Deno.test(`a proposal, and no observation or generic word, reuses (${reused}): ${proposal}`, () => {
    assert.deepEqual(codes(findRejectedReuse(proposal, RECORDS)), reused ? ["rejected_path"] : []);
  });
}

Deno.test("a rejected path is told with the decision, its place and what would reopen it", () => {
  assert.deepEqual(findRejectedReuse("Fine.\n\naction: store sessions in redis", MEMORY), [{
    code: "rejected_path",
    message:
      'Cannot propose "action: store sessions in redis": Sessions#rejected-1 (src/session/store.ts:2) ' +
      'has "storing sessions in `redis`" as rejected; expected another path, or ' +
      "decision_revision: Sessions with new_evidence",
    where: "action",
    line: 3,
  }]);
});

Deno.test("a superseded path is left, unless a decision that stands has its words", () => {
  const left = MEMORY.filter(({ status }) => status !== "rationale");
  const mail = "Send mail over the message bus";
  assert.deepEqual(codes(findRejectedReuse(mail, left)), ["rejected_path"]);
  const topic = readAdr("docs/adr/0004-dns.md", "# DNS definitions for hosts\nStatus: Superseded");
  assert.deepEqual(findRejectedReuse("Read the DNS definitions of all hosts", topic), []);
});

const REVISIONS: readonly [name: string, text: string, expected: boolean][] = [
  ["a field with items", REVISION, true],
  ["a field with text", "decision_revision: ADR-7\nnew_evidence: the driver was replaced", true],
  ["a heading", "## Decision revision: ADR-7\n\nnew_evidence:\n- measured again", true],
  ["a heading alone", "## Decision revision\n\nADR-7 is stale\n\nnew_evidence: measured", true],
  ["set off", "- **decision_revision**: ADR-7\n- **new_evidence**: measured again", true],
  ["in a comment", "// decision_revision: ADR-7\n// new_evidence: measured again", true],
  ["no evidence", "decision_revision: ADR-7\nnew_evidence:", false],
  ["no evidence at all", "decision_revision: ADR-7", false],
  ["evidence of the form", "decision_revision: ADR-7\nnew_evidence:\n- <what is new>", false],
  ["evidence to come", "decision_revision: ADR-7\nnew_evidence: TBD", false],
  ["no decision", "decision_revision: <id>\nnew_evidence: measured again", false],
  ["evidence alone", "new_evidence: measured again", false],
  ["only said", "This needs a decision revision with new_evidence: yes", false],
];

for (const [name, text, expected] of REVISIONS) {
  Deno.test(`explicitly stating what changed (${expected}): ${name}`, () => {
    assert.equal(hasDecisionRevision(text), expected);
  });
}

const REMOVALS: readonly [text: string, removes: boolean][] = [
  ["Delete the `@REJECTED` tag and retry", true],
  ["Removing both of the @RATIONALE comments unblocks this", true],
  ["The @REJECTED line should be dropped", true],
  ["Get rid of ADR-0007", true],
  ["Strip the decision memory first", true],
  ["Comment out the old @REJECTED", true],
  ["Do not remove `@REJECTED`", false],
  ["Never delete the @RATIONALE tag", false],
  ["Remove the mock that ignores `@REJECTED`", false],
  ["Drop the code from the @REJECTED path", false],
  ["Read the `@REJECTED` tags", false],
  [`${REVISION}Delete the \`@REJECTED\` tag`, false],
];

for (const [text, removes] of REMOVALS) {
  Deno.test(`never recommend removing @RATIONALE / @REJECTED (${removes}): ${text}`, () => {
    assert.deepEqual(codes(findRemovedTags(text, MEMORY)), removes ? ["removes_tag"] : []);
  });
}

function diffOf(path: string, lines: readonly string[]): string {
  const count = (sign: string) =>
    lines.filter((line) => line[0] === sign || line[0] === " ").length;
  return [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -1,${count("-")} +1,${count("+")} @@`,
    ...lines,
    "",
  ].join("\n");
}

const TAG = "// @REJECTED: storing sessions in `redis`";
const DIFFS: readonly [name: string, diff: string, expected: readonly string[]][] = [
  ["a tag is deleted", diffOf("a.ts", [" x", `-${TAG}`, " y"]), ["removed_tag"]],
  [
    "a tag of SQL, whose line looks like a header",
    diffOf("a.sql", ["--- @REJECTED: a trigger", "+x"]),
    [
      "removed_tag",
    ],
  ],
  ["a tag is emptied", diffOf("a.ts", [`-${TAG}`, "+// @REJECTED: none of it"]), ["removed_tag"]],
  [
    "a tag turns into a rationale",
    diffOf("a.ts", [`-${TAG}`, `+${TAG.replace("REJECTED", "RATIONALE")}`]),
    [
      "removed_tag",
    ],
  ],
  ["its second line is deleted", diffOf("a.ts", [` ${TAG}`, "-//   for any tenant", " y"]), [
    "removed_tag",
  ]],
  [
    "a tag moves to another file",
    diffOf("a.ts", [`-${TAG}`]) + diffOf("b.py", [`+${TAG.replace("//", "#")}`]),
    [],
  ],
  [
    "a tag is wrapped",
    diffOf("a.ts", [`-${TAG}`, "+// @REJECTED: storing sessions", "+// in `redis`"]),
    [],
  ],
  ["a tag gets a reason", diffOf("a.ts", [`-${TAG}`, `+${TAG} because of failover`]), []],
  ["a tag stays", diffOf("a.ts", [` ${TAG}`, "-x", "+y"]), []],
  ["a tag is added", diffOf("a.ts", [`+${TAG}`]), []],
  [
    "a deletion with a revision beside it",
    `${REVISION.replace("Sessions", "src/a.ts")}${diffOf("src/a.ts", [`-${TAG}`])}`,
    [],
  ],
  [
    "a deletion that the memory knows by its scope",
    `${REVISION}${diffOf("src/a.ts", ["-// @REJECTED: `legacyCache`"])}`,
    [],
  ],
  [
    "a deletion with a revision in what goes",
    diffOf("a.ts", [`-${TAG}`, "-// decision_revision: a.ts", "-// new_evidence: yes it is"]),
    [
      "removed_tag",
    ],
  ],
  [
    "an ADR is accepted after all",
    diffOf("docs/adr/0007-m.md", [" # Use MongoDB", "-Status: Rejected", "+Status: Accepted"]),
    [
      "removed_tag",
    ],
  ],
  [
    "an ADR gets another title",
    diffOf("docs/adr/0007-m.md", ["-# Use Mongo", "+# Use MongoDB", " Status: Rejected"]),
    [],
  ],
  ["a rejected name is added", diffOf("src/session/read.ts", ["+legacyCache.get(id);"]), [
    "rejected_path",
  ]],
  [
    "a rejected name in a diff without git's lines",
    "--- src/session/a.ts\n+++ src/session/a.ts\n@@\n+import redis;\n",
    [
      "rejected_path",
    ],
  ],
  ["a longer name", diffOf("src/session/read.ts", ["+legacyCacheV2.get(id);"]), []],
  ["a name of the reason", diffOf("src/session/read.ts", ["+new SessionRow();"]), []],
  [
    "a name that moves",
    diffOf("src/session/read.ts", ["-a(legacyCache);", "+b(legacyCache);"]),
    [],
  ],
  ["a name in a comment", diffOf("src/session/read.ts", ["+// no legacyCache here"]), []],
  ["a name in prose", diffOf("src/session/README.md", ["+legacyCache is gone"]), []],
  ["a local name elsewhere", diffOf("src/http/read.ts", ["+legacyCache.get(id);"]), []],
  ["no diff", "nothing to see", []],
];

for (const [name, diff, expected] of DIFFS) {
  Deno.test(`@REJECTED tags are frozen by default: ${name}`, () => {
    assert.deepEqual(codes(checkDiff(diff, MEMORY)), expected);
  });
}

Deno.test("a fault of a change has the line of the diff", () => {
  const [fault] = checkDiff(diffOf("a.ts", [" x", `-${TAG}`]), []);
  assert.deepEqual([fault?.where, fault?.line], ["a.ts", 6]);
});
