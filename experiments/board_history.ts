/**
 * P3: how many finished tasks show, to a machine, whether they were right?
 *
 * Reads a board's export, adds what its git history, commits and check results tell, and measures
 * the share of finished tasks with a signal within the window. Says no, yes, or that the data do
 * not tell.
 *
 * Usage:
 *
 *     deno run --allow-read experiments/board_history.ts FILE|DIR
 *     deno run --allow-read --allow-run=git --allow-env=HOME,PATH \
 *       experiments/board_history.ts [FILE|DIR] --git REPO [--path data/] [--ci FILE]
 *
 * Requirements: deno; git with --git. Permissions: exactly those above, plus --allow-write=FILE with
 * --html FILE. Works offline and changes nothing.
 *
 * What measurements on real boards changed in the first design:
 *
 * - Comparing all versions of a board on all branches invents reopened tasks: 44 % where 14.4 % were,
 *   so the 20 % line is crossed by a mistake. Only first parents are followed, and a task counts as
 *   reopened only if its record changed after it was closed.
 * - A task that was finished last week cannot have been silent for 30 days. It is censored (Kaplan
 *   and Meier, log-log interval), not counted as silent.
 * - Three answers, not two: killed only if the upper end of the interval is under 20 %.
 * - Silence is not correct: signals that say wrong and signals that say correct are counted apart.
 *
 * The data are taken to reach to the latest date in them (a date after today is a mistake and does
 * not count), or to --as-of: with the clock, the same file would give another answer every day.
 */

import { callersFolder, oneOf, text, UsageError, value } from "../lib/cli/flags.ts";
import { readResults } from "./boards/ci.ts";
import { readCommitSignals } from "./boards/commit_signals.ts";
import { dayOf, parseDate } from "../lib/text/time.ts";
import { detect, type Finished, ownSignals, verdictOn } from "./boards/detection.ts";
import { followHistory } from "./boards/file_history.ts";
import { FORMAT_NAMES, formatOf } from "./boards/formats.ts";
import { Notes, REASONS } from "./boards/notes.ts";
import { detectionPlot, report, type Seen } from "./boards/report.ts";
import {
  type Board,
  pathInRepository,
  readBoard,
  readBoardFromGit,
  readBytes,
} from "./boards/source.ts";
import type { Signal, Task } from "./boards/task.ts";
import { hasCommits, isShallow } from "./history/commits.ts";
import { openRepository } from "../lib/git/run.ts";
import { type Input, runExperiment } from "./experiment.ts";
import type { Finding } from "./finding.ts";

const FLAGS = {
  format: oneOf("NAME", "auto, or one of the formats above (default: auto)", [
    "auto",
    ...FORMAT_NAMES,
  ]),
  git: text(
    "REPO",
    "A work tree or a git directory: adds the history of the export's own file, if that lies in " +
      "it, and the commits that name a task",
  ),
  path: value(
    "PATH",
    "Where the export or the task files are in REPO, from its top",
    "a path from the repository's top",
    parsePath,
  ),
  ci: text(
    "FILE",
    "With --git, results of the default branch's checks, one a line:\n" +
      '{"sha": "...", "at": "2026-01-31T12:00:00Z", "ok": true}',
  ),
  asOf: value(
    "DATE",
    "How far the data reach (default: the latest date in them)",
    `a date such as ${dayOf(0)}`,
    parseDate,
  ),
};

type BoardInput = Input<"board_history", typeof FLAGS>;

function check({ values, args }: BoardInput): void {
  if (args.length === 0 && values.path === undefined) {
    throw new UsageError("Expected an export, FILE or DIR, or --git REPO --path PATH");
  }
}

async function measure(input: BoardInput): Promise<Finding<"board_history">> {
  const { values, args: [file], thresholds, progress } = input;
  const given = values.asOf ?? null;
  const notes = new Notes(given ?? Date.now());
  const format = values.format === undefined || values.format === "auto" ? null : values.format;
  let board: Board = { format: null, tasks: [], versions: null };
  if (file !== undefined) board = readBoard(resolve(file), format, notes);
  const exported = notes.latest;
  let commits: Awaited<ReturnType<typeof readCommitSignals>> | null = null;
  if (values.git !== undefined) {
    const repository = await openRepository(resolve(values.git));
    const results = values.ci === undefined
      ? null
      : readResults(readBytes(resolve(values.ci)), notes);
    if (!await hasCommits(repository)) {
      notes.warnings.add(`"${values.git}" has no commits: nothing could be learnt from it`);
    } else {
      if (await isShallow(repository)) {
        notes.warnings.add(`"${values.git}" is a shallow clone: what came before is not seen`);
      }
      const path = values.path ?? await pathInRepository(repository, resolve(file!));
      if (path === null) {
        notes.warnings.add("The export lies outside of the repository: its history is not seen");
      } else {
        const alone = file === undefined;
        if (alone) board = await readBoardFromGit(repository, path, format, notes);
        board = await followHistory(repository, path, board, notes, progress, alone);
      }
      const seen = (count: number) => progress.say(() => `${count} commits`);
      const { tasks } = board;
      commits = await readCommitSignals({ repository, tasks, results, notes, seen });
    }
  }
  if (board.format !== null && format === null) {
    console.error(`Format: ${board.format} (${formatOf(board.format).what})`);
  }
  const asOf = given ?? notes.latest ?? 0;
  const { finished, undated } = finishedTasks(board.tasks, asOf, commits?.signals, notes);
  // What a source shows is the least there is: without any way to show it, silence says nothing.
  const blind = !notes.couldShow && board.versions === null && commits === null;
  const detection = detect(finished, asOf, thresholds.window, blind);
  const seen: Seen = {
    format: board.format,
    detected: format === null,
    tasks: board.tasks.length,
    asOf: notes.latest === null && given === null ? null : asOf,
    asOfGiven: given !== null,
    exported,
    undated,
    versions: board.versions,
    commits: commits?.commits ?? null,
    named: commits?.named ?? 0,
    warnings: [...notes.warnings],
  };
  const verdict = verdictOn(detection.metrics, thresholds);
  return {
    verdict,
    ...report(verdict, detection, seen, thresholds),
    n: detection.metrics.done,
    rejected: notes.rejections.list(),
    metrics: detection.metrics,
    plots: () => [detectionPlot(detection, thresholds)],
  };
}

/** The tasks that count as finished, with all their signals; what cannot be used is noted. */
function finishedTasks(
  tasks: readonly Task[],
  asOf: number,
  signals: ReadonlyMap<string, readonly Signal[]> = new Map(),
  notes: Notes,
): { finished: Finished[]; undated: number } {
  const finished: Finished[] = [];
  let undated = 0;
  for (const task of tasks) {
    const { done_at } = task;
    if (done_at === null) {
      if (task.done) notes.reject(REASONS.noDoneDate, task.place);
    } else if (done_at > asOf) {
      notes.reject("finished in the future", task.place);
    } else {
      const own = ownSignals(task, done_at, asOf, (reason) => notes.reject(reason, task.place));
      const others = (signals.get(task.id) ?? []).filter(({ at }) => at <= asOf);
      if (task.outcome?.at === null) undated++;
      finished.push({ done_at, signals: [...own, ...others] });
    }
  }
  return { finished, undated };
}

/** A path from the top of a repository, as git writes it; "" is all of it. */
function parsePath(text: string): string | null {
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  return text.startsWith("/") || text === "" || parts.includes("..") ? null : parts.join("/");
}

function resolve(path: string): string {
  return path.startsWith("/") ? path : `${callersFolder()}/${path}`;
}

if (import.meta.main) {
  await runExperiment({
    name: "board_history",
    summary:
      "Measures how many finished tasks show, to a machine, whether they were right (experiment P3).",
    usage: ["[FILE|DIR]"],
    about: [
      "FILE is a board's export; DIR is a folder of task files. With --git and --path and neither " +
      "of them, the git history of the task files is the source.",
    ],
    lists: {
      Formats: Object.fromEntries(FORMAT_NAMES.map((name) => [name, formatOf(name).what])),
    },
    flags: FLAGS,
    most: 1,
    needs: { path: "git", ci: "git" },
    check,
    measure,
  });
}
