/**
 * P2: how many failures in a repository's history could only the agent's own reflection have caught?
 *
 * Usage:
 *
 *     deno run --allow-read --allow-run=git --allow-env=HOME,PATH experiments/git_history.ts [REPO] \
 *       [--since DATE] [--until DATE] [--window 7] [--first-parent] [--audit N] [--labels FILE]
 *
 * Requirements: deno, git 2.31 or later; no network. Permissions: --allow-read, --allow-run=git,
 * --allow-env=HOME,PATH, plus --allow-write=FILE with --html FILE or with --audit-out FILE
 * (audit.jsonl if not named).
 *
 * How findings on real histories changed the first design:
 * - A fix soon after a feature is mostly coincidence: on four real histories as many fixes have a
 *   feature in the same file in the week after as in the week before. It is reported, always beside
 *   that control, and decides nothing. Only explicit links do: reverts, `Fixes:` trailers, and
 *   "introduced in".
 * - What no gate explains is not thereby for self-reflection: as a leftover, that bucket held from
 *   20 to 88 %. Now it must be named positively, the rest is `unclassified`, and the answer is a
 *   pair of bounds. The experiment says no only if even the upper one is too small.
 * - One `git log --raw` without renames: it reads no file's content, so it is fast, and works on a
 *   partial clone.
 *
 * Policy: one commit counts once, as a revert, a trailer, "introduced in", a hotfix or a fix soon
 * after a feature, in this order. Buckets count linked failures, so they add up to `linked`; a
 * hotfix and a fix soon after a feature have no culprit and are in no bucket. `fixup!`, `squash!`
 * and `amend!` are no signals; `test: fix flaky` is no fix of the work, unless it names a culprit.
 */

import { resolve } from "node:path";
import { callersFolder, flag, number, path } from "../lib/cli/flags.ts";
import { readText } from "../lib/cli/io.ts";
import { openRepository } from "../lib/git/run.ts";
import { count } from "../lib/text/figures.ts";
import { type Input, runExperiment } from "./experiment.ts";
import { type Finding, Rejections } from "./finding.ts";
import { labelMetrics, readLabels, refuseToOverwrite, writeAudit } from "./history/audit.ts";
import { type CommitRange, gitDate, hasCommits, isShallow } from "./history/commits.ts";
import { NO_HISTORY, readHistory } from "./history/history.ts";
import { measureHistory } from "./history/measure.ts";
import { lagPlot, monthsPlot } from "./history/plots.ts";
import { caveats, decide, sectionsOf } from "./history/report.ts";

const FLAGS = {
  since: gitDate(
    "Only commits after it: 2024-01-31 (its first moment, UTC), 2024-01-31T12:00:00Z or " +
      '"6 months ago"',
  ),
  until: gitDate("Only commits before it"),
  firstParent: flag("Follow only the first parent of merges, which then count as one change"),
  audit: number("N", "Write a random sample of N failures for two people to label", {
    from: 1,
    to: 100_000,
    whole: true,
  }),
  auditOut: path("FILE", "Where to (default: audit.jsonl); needs --allow-write=FILE"),
  labels: path("FILE", "Read the labelled sample back"),
};

type Given = Input<"git_history", typeof FLAGS>;

async function measure(input: Given): Promise<Finding<"git_history">> {
  const { since, until, firstParent, audit, auditOut, labels } = input.values;
  const range: CommitRange = {
    firstParent,
    ...since === undefined ? {} : { since },
    ...until === undefined ? {} : { until },
  };
  const here = callersFolder();
  const auditFile = auditOut ?? resolve(here, "audit.jsonl");
  if (audit !== undefined) refuseToOverwrite(auditFile);
  const text = labels === undefined ? null : readText(labels);
  const repository = await openRepository(resolve(here, input.args[0] ?? "."));
  const history = await hasCommits(repository)
    ? await readHistory(repository, range, (n) => input.progress.say(() => `${count(n)} commits`))
    : NO_HISTORY;
  const measured = measureHistory(history, input.thresholds.window);
  const { linked } = measured;
  const rejections = new Rejections();
  const labelled = text === null ? null : labelMetrics(readLabels(text, linked, rejections));
  if (audit !== undefined) {
    writeAudit(history, linked, { size: audit, file: auditFile, seed: input.seed });
  }
  const metrics = { ...measured.metrics, labels: labelled };
  return {
    ...decide(metrics, input.thresholds),
    n: metrics.linked,
    rejected: rejections.list(),
    metrics,
    caveats: caveats(measured, await isShallow(repository), range),
    sections: sectionsOf(metrics, history, linked),
    plots: () =>
      linked.length === 0 ? [] : [monthsPlot(linked), lagPlot(linked, input.thresholds.window)],
  };
}

if (import.meta.main) {
  await runExperiment({
    name: "git_history",
    summary:
      "Counts the failures in a git history and which of them only their author could have caught.",
    usage: ["[REPO]"],
    about: [
      "REPO is a work tree or a git directory (default: here). Files are never read, only commits " +
      "and which paths they touch.",
    ],
    flags: FLAGS,
    most: 1,
    needs: { auditOut: "audit" },
    measure,
  });
}
