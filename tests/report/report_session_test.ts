import assert from "node:assert/strict";
import { asFiles } from "../lib/records/_samples.ts";
import { sampleUnblock } from "../schema/_unblock_records.ts";
import { Scratch } from "../support/repository.ts";
import { recordsOf, type Told } from "./_page_records.ts";
import { report } from "./_report.ts";

const RUN: Told = {
  time: "2026-01-03T09:00:00.000Z",
  ...{ repo: "shop", task: "shop/login", session: "3f2a-9", agent: "opencode", risk: ["auth", 1] },
  files: ["src/session.ts", "src/login.ts"],
  ...{ confidence: 0.75, doubt: "Old sessions may end", hidden: "Never run on real data" },
  asked: "Let sessions last a day",
  judged: ["HIGH", "A passing test run"],
  found: [["HIGH", "The cookie lives on"]],
};

/** The sections of a run as a terminal shows them: the lines under each heading. */
function sectionsOf(text: string): Record<string, string[]> {
  const [, ...sections] = text.trimEnd().split("\n\n");
  return Object.fromEntries(sections.map((section) => {
    const [title, ...lines] = section.split("\n");
    return [title, lines.map((line) => line.trim())];
  }));
}

Deno.test("--session shows one run in full: every question has its section", async () => {
  await using scratch = await Scratch.make();
  await scratch.write(asFiles(recordsOf(RUN)));
  const { code, stdout, stderr } = await report([scratch.folder, "--session", "3f2a-9"]);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  assert.deepEqual(stdout.split("\n").slice(0, 2), [
    "shop/login: Not done, by the evidence",
    "2026-01-03 09:00 UTC, shop, agent opencode, session 3f2a-9, turn 1",
  ]);
  assert.deepEqual(sectionsOf(stdout), {
    "Why look at it": [
      "Not done, by the evidence",
      "Because a requirement is not met, or a model says that the task is not done",
      "The risk floor asks for a review: score 1.00",
      "auth surface, 2 files",
    ],
    "What changed": ["2 files", "src/session.ts", "src/login.ts"],
    "What the agent doubts": [
      "It states a confidence of 0.75; nothing is ranked on that",
      "Most likely wrong, in auth",
      "Old sessions may end",
      "Known, and not in the diff",
      "Never run on real data",
    ],
    "What the judge says": [
      "2026-01-03 09:00: not done (HIGH); pushed, 1 of 16",
      "Asked: Let sessions last a day",
      "Not there yet",
      "Missing: A passing test run",
      "Next: See to it: A passing test run",
      "failing_check: deno test: 2 failed",
    ],
    "What the reviewer says": [
      "2026-01-03 09:00: 1 finding by the checks and claude-haiku-4-5",
      "Not sound yet",
      "HIGH (SECURITY, model): The cookie lives on",
      "src/session.ts:12",
    ],
    "What is open": [
      "A passing test run",
      "The cookie lives on",
      "A review by a person who did not write it",
    ],
  });
});

Deno.test("a verdict from before there were requirements is shown as it was", async () => {
  await using scratch = await Scratch.make();
  const records = recordsOf(RUN).map((record) => {
    if (record.schema !== "verdict.v1") return record;
    const { floor: _f, requirements: _r, observations: _o, vetoes: _v, ...old } = record;
    return old;
  });
  await scratch.write(asFiles(records));
  const { stdout } = await report([scratch.folder, "--session", "3f2a-9"]);
  assert.equal(
    sectionsOf(stdout)["What the judge says"]![0],
    "2026-01-03 09:00: not done (HIGH); pushed, 1 of 16",
  );
});

Deno.test("a run that was watched shows what is required and what was observed, with the place", async () => {
  await using scratch = await Scratch.make();
  const records = recordsOf({ ...RUN, judged: true, found: [] }).map((record) =>
    record.schema !== "verdict.v1" ? record : {
      ...record,
      verdict: { ...record.verdict!, complete: null, feedback: "", evidence: [] },
      floor: "unknown" as const,
      requirements: [{
        ...{ kind: "check" as const, name: "check `npm test`", state: "cannot_tell" as const },
        ...{ applies: true, severity: "HIGH" as const, settle: "Run it alone" },
        evidence: "A pipe hides its exit status",
        at: { turn: 4, call: "toolu_1", path: null, line: null },
      }],
      observations: [{
        name: "checks_made_weaker",
        evidence: "A test is skipped",
        at: { turn: null, call: null, path: "a.test.ts", line: 3 },
      }],
      vetoes: [{ name: "question" as const, evidence: "The agent asks" }],
    }
  );
  await scratch.write(asFiles(records));
  const { stdout } = await report([scratch.folder, "--session", "3f2a-9"]);
  assert.deepEqual(sectionsOf(stdout)["What the judge says"], [
    "2026-01-03 09:00: watched, nothing tells; let go, 1 of 16",
    "Asked: Let sessions last a day",
    "Required, check `npm test`: cannot tell. A pipe hides its exit status (turn 4, call toolu_1)",
    "Observed, checks made weaker: A test is skipped (a.test.ts:3)",
    "Nothing may be said, question: The agent asks",
  ]);
});

Deno.test("a run that gave up tells where it is blocked, and what it asks for, until it is answered", async () => {
  await using scratch = await Scratch.make();
  const told: Told = { ...RUN, judged: true, found: [], gaveUp: "Say which library is right" };
  const records = recordsOf(told);
  await scratch.write(asFiles(records));
  const blocked = await report([scratch.folder, "--session", "3f2a-9"]);
  const sections = sectionsOf(blocked.stdout);
  assert.match(blocked.stdout, /^shop\/login: Blocked: a person has to decide\n/);
  assert.match(sections["Where it is blocked"]!.join("\n"), /Asks: Say which library is right/);
  assert.deepEqual(sections["What is open"], [
    "Say which library is right",
    "A review by a person who did not write it",
  ]);
  const { session_id, repo, task_ref, prompt_id } = records.find((record) =>
    record.schema === "escalation.v1"
  )!;
  const answer = {
    ...sampleUnblock(),
    ...{ session_id, repo, task_ref, prompt_id, violations: [] },
    timestamp: "2026-01-03T09:20:00.000Z",
  };
  await scratch.write({ "answer.unblock.json": JSON.stringify(answer) });
  const answered = await report([scratch.folder, "--session", "3f2a-9"]);
  assert.match(
    answered.stdout,
    /^shop\/login: A person has to review; the review found nothing CRITICAL or HIGH/,
  );
  assert.match(
    sectionsOf(answered.stdout)["Where it is blocked"]!.join("\n"),
    /09:20: the reflection agent: retry packet for coder\nBelieves: .+\nNext is the coder:/,
  );
});

Deno.test("--session takes a whole id, the beginning of one, or one turn of it", async () => {
  await using scratch = await Scratch.make();
  const turn = (session: string, hour: string, task: string): Told => ({
    ...{ ...RUN, session, task, time: `2026-01-03T${hour}:00:00.000Z` },
  });
  await scratch.write(asFiles(
    [
      turn("3f2a", "08", "first"),
      turn("3f2a", "09", "second"),
      turn("3f2a-more", "10", "third"),
      turn("3f1", "11", "fourth"),
    ].flatMap(recordsOf),
  ));
  const expected: [string, string][] = [
    ["3f2a", "second"],
    ["3f2a@2026-01-03T08:00:00.000Z", "first"],
    ["3f2a-", "third"],
    ["3f1", "fourth"],
  ];
  await Promise.all(expected.map(async ([id, task]) => {
    const { code, stdout, stderr } = await report([scratch.folder, "--session", id]);
    assert.equal(code, 0, stderr);
    assert.ok(stdout.startsWith(`${task}: `), stdout);
  }));
  const earlier = await report([scratch.folder, "--session", expected[1]![0]]);
  assert.match(earlier.stdout, /A later turn of the session holds all of this change, and more/);
  const { code, stdout, stderr } = await report([scratch.folder, "--session", "3f"]);
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(stderr, /^--session "3f" could be 3 sessions: /);
  for (const id of ["3f2a", "3f2a-more", "3f1"]) assert.ok(stderr.includes(`"${id}"`), stderr);
});

Deno.test("the same session in two repositories is told apart by --repo", async () => {
  await using scratch = await Scratch.make();
  const other: Told = { ...RUN, repo: "api", task: "api/login", time: "2026-01-04T09:00:00.000Z" };
  await scratch.write(asFiles([RUN, other].flatMap(recordsOf)));
  for (const repo of ["shop", "api"]) {
    const args = [scratch.folder, "--session", "3f2a-9", "--repo", repo];
    const { code, stdout, stderr } = await report(args);
    assert.equal(code, 0, stderr);
    assert.ok(stdout.startsWith(`${repo}/login: `), stdout);
  }
});

Deno.test("--session --json gives the run and its records as they stand", async () => {
  await using scratch = await Scratch.make();
  const records = recordsOf(RUN);
  const others = recordsOf({ ...RUN, session: "other" });
  await scratch.write(asFiles([...records, ...others]));
  const { code, stdout, stderr } = await report([scratch.folder, "--session", "3f2a-9", "--json"]);
  assert.equal(code, 0, stderr);
  const given = JSON.parse(stdout);
  assert.equal(given.run.id, "3f2a-9@2026-01-03T09:00:00.000Z");
  const bySchema = (a: { schema: string }, b: { schema: string }) => a.schema < b.schema ? -1 : 1;
  assert.deepEqual(given.records.toSorted(bySchema), records.toSorted(bySchema));
});

Deno.test("--session --md holds no text of a record that is more than text", async () => {
  await using scratch = await Scratch.make();
  const doubt = "# Head\n- [x](javascript:y)\n<script>z</script>";
  await scratch.write(asFiles(recordsOf({ ...RUN, task: "<b>login", doubt })));
  const { stdout } = await report([scratch.folder, "--session", "3f2a-9", "--md"]);
  assert.ok(stdout.startsWith("# \\<b>login: Not done, by the evidence\n"), stdout);
  assert.ok(
    stdout.includes(
      "  - \\# Head - \\[x](javascript:y) \\<script>z\\</script>\n",
    ),
    stdout,
  );
  const headings = stdout.split("\n").filter((line) => line.startsWith("#"));
  assert.deepEqual(headings.slice(1), [
    "## Why look at it",
    "## What changed",
    "## What the agent doubts",
    "## What the judge says",
    "## What the reviewer says",
    "## What is open",
  ]);
});
