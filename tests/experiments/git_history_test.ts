import assert from "node:assert/strict";
import fc from "fast-check";
import { labelMetrics } from "../../experiments/history/audit.ts";
import { bucketOf, BUCKETS, reasonOf } from "../../experiments/history/gates.ts";
import type { KeptCommit } from "../../experiments/history/history.ts";
import { measureHistory } from "../../experiments/history/measure.ts";
import { caveats, decide } from "../../experiments/history/report.ts";
import type { CountedShare } from "../../schema/types.ts";
import { phase0Schema } from "../../schema/zod.ts";
import type { Ran } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { runScript } from "./script.ts";

function start(cwd: string, args: string[], write?: string): Promise<Ran> {
  return runScript("git_history", args, { cwd, ...write === undefined ? {} : { write } });
}

/** Known reverts, a revert taken back, a trailer, an introduction, and decoys. */
async function build(scratch: Scratch): Promise<void> {
  await scratch.git("init", "--quiet", "--initial-branch=main");
  const commit = async (message: string, file = "src/a.ts"): Promise<string> => {
    await scratch.write({ [file]: `${message}${Math.random()}` });
    return await scratch.commit(message);
  };
  const one = await commit("feat: one (#1)");
  await commit("feat: two (#2)");
  await commit("feat: three");
  await commit(
    `Revert "feat: one (#1)" (#4)\n\nThis reverts commit ${one}.\n\nIt broke the build.`,
  );
  await commit("fix: revert #2 (#5)\n\nWe assumed too much.");
  await commit('Revert "feat: three"');
  await commit('Revert "Revert "feat: three""');
  await commit(`net: mend\n\nFixes: ${one.slice(0, 12)} ("feat: one")`);
  await commit("fix: a typo introduced in #2");
  await commit("Hotfix for the login");
  await commit("Add a prefix");
  await commit("Add a fixture");
  await commit("fixup! fix: a");
  await commit(`Explain\n\n> This reverts commit ${one}.`);
  await commit(`Revert "gone"\n\nThis reverts commit ${"f".repeat(40)}.`);
}

Deno.test("the script counts what a known history holds, and its record is valid", async () => {
  await using scratch = await Scratch.make();
  await build(scratch);
  const { code, stdout, stderr } = await start(scratch.folder, ["--json"]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^P2: /);
  assert.match(stderr, /KILL if/);
  const record = phase0Schema.parse(JSON.parse(stdout));
  assert.ok(record.experiment === "git_history");
  assert.equal(record.verdict, "insufficient");
  const { metrics } = record;
  assert.equal(metrics.commits, 15);
  assert.equal(metrics.linked, 4);
  assert.equal(metrics.signals, 6);
  assert.equal(metrics.cancelled, 1);
  assert.deepEqual(metrics.by_signal.revert, { found: 3, linked: 2 });
  assert.deepEqual(metrics.by_signal.fixes_trailer, { found: 1, linked: 1 });
  assert.deepEqual(metrics.by_signal.introduced_by, { found: 1, linked: 1 });
  assert.deepEqual(metrics.by_signal.hotfix, { found: 1, linked: 0 });
  assert.deepEqual(metrics.buckets, {
    ci: 1,
    ci_if_tested: 0,
    review: 1,
    self_reflection: 1,
    unclassified: 1,
  });
});

Deno.test("the report begins with the verdict and why, and a git directory will do", async () => {
  await using scratch = await Scratch.make();
  await build(scratch);
  const { code, stdout } = await start("/", [scratch.path(".git"), "--min-linked", "3"]);
  assert.equal(code, 0);
  const [first, second] = stdout.split("\n");
  assert.match(first ?? "", /^# INSUFFICIENT \(not pre-registered\): the messages leave open/);
  assert.match(second ?? "", /^Of 4 failures with a known culprit, 25\.0 % show/);
  assert.match(stdout, /mostly coincidence/);
});

Deno.test("an empty repository is insufficient, a shallow one warns", async () => {
  await using scratch = await Scratch.make();
  await scratch.git("init", "--quiet");
  const empty = await start(scratch.folder, []);
  assert.equal(empty.code, 0, empty.stderr);
  assert.match(empty.stdout, /^# INSUFFICIENT: [^]*The repository has no commits/);
  await scratch.commit("One");
  await scratch.commit("Two");
  await scratch.git("clone", "--quiet", "--depth=1", `file://${scratch.folder}`, "shallow");
  const shallow = await start(scratch.folder, ["shallow"]);
  assert.equal(shallow.code, 0, shallow.stderr);
  assert.match(shallow.stdout, /shallow clone/);
});

Deno.test("what cannot be read is an error that names it, and wrong usage exits with 2", async () => {
  await using scratch = await Scratch.make();
  const outside = await start("/", [scratch.folder]);
  assert.equal(outside.code, 1);
  assert.match(outside.stderr, /Cannot find a git repository in/);
  await scratch.write({ "file": "" });
  const file = await start("/", [scratch.path("file")]);
  assert.equal(file.code, 1);
  assert.match(file.stderr, /Cannot find a git repository in ".*file": it is not a folder\n$/);
  await scratch.init();
  const tree = await scratch.git("rev-parse", "HEAD^{tree}");
  await scratch.commit("Second");
  await Deno.remove(scratch.path(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`));
  const broken = await start(scratch.folder, []);
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /Cannot read the whole history: /);
  assert.equal(broken.stdout, "");
  const head = await scratch.git("rev-parse", "HEAD");
  await Deno.remove(scratch.path(`.git/objects/${head.slice(0, 2)}/${head.slice(2)}`));
  const headless = await start(scratch.folder, []);
  assert.deepEqual([headless.code, headless.stdout], [1, ""]);
  assert.match(headless.stderr, new RegExp(`Cannot read the newest commit "${head}"`));
  for (
    const args of [["a", "b"], ["--since", "yesterdayish"], ["--audit", "0"], ["--audit", "1.5"], [
      "--audit-out",
      "x",
    ], ["--nonsense"]]
  ) assert.equal((await start(scratch.folder, args)).code, 2, args.join(" "));
  const labels = await start(scratch.folder, ["--labels", "missing.jsonl"]);
  assert.equal(labels.code, 1);
  assert.match(labels.stderr, /Cannot read ".*missing\.jsonl": no such file/);
});

Deno.test("a sample is drawn blind and the same each time, and labels come back", async () => {
  await using scratch = await Scratch.make();
  await build(scratch);
  const file = scratch.path("audit.jsonl");
  const drawn = await start(scratch.folder, ["--audit", "3"], file);
  assert.equal(drawn.code, 0, drawn.stderr);
  assert.match(drawn.stderr, /3 of 4 failures are in/);
  const text = await Deno.readTextFile(file);
  assert.doesNotMatch(text, /bucket|unclassified/);
  const again = await start(scratch.folder, ["--audit", "3"], file);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /it exists/);
  await Deno.remove(file);
  await start(scratch.folder, ["--audit", "3"], file);
  assert.equal(await Deno.readTextFile(file), text);

  const rows = text.trim().split("\n").map((line) => JSON.parse(line));
  rows[0] = { ...rows[0], label_a: "self_reflection", label_b: "self_reflection" };
  rows[1] = { ...rows[1], label_a: "self_reflection", label_b: "review" };
  const lines = [...rows, rows[0], { sha: "f".repeat(40) }, { ...rows[2], label_a: "?" }];
  await Deno.writeTextFile(
    file,
    lines.map((row) => JSON.stringify(row)).join("\n") + "\nnonsense\n",
  );
  const { stdout } = await start(scratch.folder, ["--labels", "audit.jsonl", "--json"]);
  const record = phase0Schema.parse(JSON.parse(stdout));
  assert.ok(record.experiment === "git_history");
  assert.equal(record.metrics.labels?.n, 2);
  assert.equal(record.metrics.labels.corrected_share, 0.75);
  assert.deepEqual(
    record.rejected.map(({ reason, count, first }) => [reason, count, first]),
    [
      ["labels: labelled twice", 2, [4, 6]],
      ["labels: not labelled by both", 1, [3]],
      ["labels: not a linked failure of this history", 1, [5]],
      ["labels: not a JSON object with a sha", 1, [7]],
    ],
  );
});

Deno.test("the rule kills, passes and abstains as registered", () => {
  const share = (low: number, high: number): CountedShare => ({
    count: 0,
    of: 1,
    share: (low + high) / 2,
    ci95: [low, high],
  });
  const thresholds = { "min-share": 0.05, "min-linked": 60, "window": 7 };
  const verdict = (linked: number, lower: CountedShare, upper: CountedShare) =>
    decide({ linked, bounds: { lower, upper } }, thresholds).verdict;
  assert.equal(verdict(60, share(0, 0.01), share(0, 0.0499)), "kill");
  assert.equal(verdict(60, share(0, 0.01), share(0, 0.05)), "insufficient");
  assert.equal(verdict(60, share(0.05, 0.1), share(0.1, 0.5)), "pass");
  assert.equal(verdict(60, share(0.0499, 0.1), share(0.1, 0.5)), "insufficient");
  assert.equal(verdict(59, share(0, 0.01), share(0, 0.01)), "insufficient");
  assert.equal(verdict(59, share(0.5, 0.6), share(0.5, 0.6)), "insufficient");
});

Deno.test("the first gate has a failure, and a quoted title is nobody's reason", () => {
  const plain = { reason: "", onlyMachinery: false, bringsTests: false };
  assert.equal(bucketOf(plain), "unclassified");
  assert.equal(bucketOf({ ...plain, reason: "We forgot the null check" }), "review");
  assert.equal(bucketOf({ ...plain, reason: "We forgot it", bringsTests: true }), "ci_if_tested");
  assert.equal(bucketOf({ ...plain, reason: "An untested edge case" }), "self_reflection");
  assert.equal(bucketOf({ ...plain, reason: "main is red since" }), "ci");
  assert.equal(bucketOf({ ...plain, reason: "It broke the build", bringsTests: true }), "ci");
  assert.equal(bucketOf({ ...plain, onlyMachinery: true }), "ci");
  const message = 'Revert "fix flaky typo" (#3)\n\nThis reverts commit deadbeef.\n\n' +
    "We assumed wrong.\n\nReviewed-by: Null Leak <null@example.invalid>\n";
  assert.equal(reasonOf(message).replace(/\s+/g, " "), "Revert (#3) We assumed wrong.");
});

Deno.test("the reason in a revert's own sentence is one, and what a tool writes around it is none", () => {
  const bucket = (body: string) =>
    bucketOf({
      reason: reasonOf(`Revert "one"\n\n${body}`),
      onlyMachinery: false,
      bringsTests: false,
    });
  const sha = "0123456789abcdef0123456789abcdef01234567";
  const reasons = {
    [`This reverts commit ${sha} because we assumed too much.`]: "self_reflection",
    [`This reverts commit ${sha}, which broke the build.`]: "ci",
    "Reverts owner/name#12, a null pointer": "review",
    "Reverts #12 as it was never tested": "self_reflection",
    "This reverts pull request #12: main is red": "ci",
    [`This reverts commit ${sha.slice(0, 12)} ("fix a flaky null edge case").`]: "unclassified",
    [`This reverts commit ${sha}, reversing\nchanges made to ${sha}.`]: "unclassified",
  };
  for (const [body, expected] of Object.entries(reasons)) {
    assert.equal(bucket(body), expected, body);
  }
  const tools = `Revert "x"\n\nThis reverts commit ${sha}, reversing\nchanges made to ${sha}.`;
  assert.equal(reasonOf(tools), "Revert");
  // Without quotes, what is the culprit's title is known from the culprit.
  assert.equal(reasonOf("revert(a): fix: null (#3)", "fix: null"), "revert(a):  (#3)");
});

Deno.test("one is not many in the report", async () => {
  await using scratch = await Scratch.make();
  await scratch.init();
  await scratch.write({ "README.md": "2" });
  const sha = await scratch.commit('Revert "First"');
  const row = { sha, label_a: "review", label_b: "review" };
  await scratch.write({ "labels.jsonl": JSON.stringify(row) + "\n" });
  const args = ["--labels", "labels.jsonl", "--window", "1", "--min-linked", "1"];
  const { code, stdout, stderr } = await start(scratch.folder, args);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Both labelled 1 failure\. /);
  assert.match(stdout, /^Of 1 failure with a known culprit/m);
  const measured = stdout.slice(0, stdout.indexOf("## What it was held to"));
  assert.doesNotMatch(measured, /\b1 (?:failures|commits|reverts|links|copies|days)\b/);
});

Deno.test("commits with more paths than are looked at are a caveat", () => {
  const { metrics, ...measured } = measureHistory({ commits: [], names: [], crowded: 2 }, 7);
  const notes = caveats({ metrics, ...measured }, false, {});
  assert.ok(notes.some((note) => note.startsWith("2 commits touch more than 100,000 paths")));
});

Deno.test("labels that differ widen the range", () => {
  const pairs = [["self_reflection", "review"], ["ci", "ci"]] as const;
  const { corrected_share, ci95, n } = labelMetrics(pairs);
  assert.equal(corrected_share, 0.25);
  assert.equal(ci95?.[0], 0);
  assert.ok(ci95[1] > 0.5);
  assert.equal(n, 2);
  assert.deepEqual(labelMetrics([]).corrected_share, null);
});

Deno.test("tallies add up, whatever the history", () => {
  const subject = fc.constantFrom(
    ...[
      "feat: one (#1)",
      "feat: two",
      "fix: one",
      'Revert "feat: two"',
      "fix: revert #1",
      "hotfix",
    ],
    ...['Reland "feat: two"', "fix: crash introduced in #1", "Merge pull request #1 from a/b", "x"],
    ...["Revert it\n\nThis reverts commit a000000100", 'y\n\nFixes: a000000100 ("feat: two")'],
  );
  const commit = fc.record({
    message: subject,
    paths: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
    time: fc.integer({ min: 0, max: 30 }).map((day) => day * 86_400),
    parents: fc.constantFrom({ length: 1 }, { length: 2 }),
  });
  fc.assert(fc.property(fc.array(commit, { maxLength: 30 }), (given) => {
    const commits = given.map((each, n): KeptCommit => ({
      ...each,
      sha: (0xa0000000 + n).toString(16).padEnd(40, "0"),
      statuses: "M".repeat(each.paths.length),
    }));
    const names = ["src/a.ts", "tests/a_test.ts", "pnpm-lock.yaml", "b.ts"];
    const { metrics, linked } = measureHistory({ commits, names, crowded: 0 }, 7);
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    const signals = Object.values(metrics.by_signal);
    assert.equal(sum(signals.map(({ found }) => found)), metrics.signals);
    assert.equal(sum(signals.map((signal) => signal.linked)), metrics.linked);
    assert.equal(sum(BUCKETS.map((bucket) => metrics.buckets[bucket])), metrics.linked);
    assert.equal(linked.length, metrics.linked);
    assert.equal(metrics.lag_days.n, metrics.linked);
    assert.ok(metrics.signals <= metrics.commits);
    assert.ok(metrics.bounds.lower.count <= metrics.bounds.upper.count);
    assert.equal(metrics.placebo.before.of, metrics.placebo.after.of);
  }));
});

Deno.test("what was chosen on the command line is part of the result", async () => {
  await using scratch = await Scratch.make();
  await build(scratch);
  const args = ["--since", "2020-01-31", "--first-parent", "--json"];
  for (const script of ["git_history", "floor_backtest"]) {
    const { code, stdout, stderr } = await runScript(script, [scratch.folder, ...args]);
    assert.equal(code, 0, stderr);
    const caveats: string = JSON.parse(stdout).caveats.join();
    assert.match(caveats, /after 2020-01-31T00:00:00Z .*--since/);
    assert.match(caveats, /first parents/);
  }
});
