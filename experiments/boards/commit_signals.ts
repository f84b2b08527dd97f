/**
 * What commits tell about the tasks that they name.
 *
 * A commit names a task by the task's id as a whole word. The last such commit at or before the
 * task was finished holds its work; where there is none, the first one in the day after that is no
 * fix, since many people close a task and then commit. A later fix that names the task, and a later
 * commit that reverts or fixes a commit of the task by an explicit link, say that it was wrong.
 */

import type { Repository } from "../../lib/git/run.ts";
import { DAY } from "../../lib/text/time.ts";
import { isFix, subjectOf } from "../history/subjects.ts";
import { type Commit, readBatches } from "../history/commits.ts";
import { findFailures } from "../history/failures.ts";
import { readHistory } from "../history/history.ts";
import { type CiResult, Mainline } from "./ci.ts";
import type { Notes } from "./notes.ts";
import { namesOf, type Signal, type Task } from "./task.ts";

/** A commit that names a task. */
interface Naming {
  /** The id of the task. */
  readonly task: string;
  readonly sha: string;
  readonly at: number;
  readonly fix: boolean;
}

/** What was asked for. */
interface CommitQuestions {
  readonly repository: Repository;
  readonly tasks: readonly Task[];
  readonly results: readonly CiResult[] | null;
  readonly notes: Notes;
  /** Told now and then how many commits were read. */
  readonly seen: (commits: number) => void;
}

/** The answers. */
interface CommitSignals {
  /** By the id of the task. */
  readonly signals: ReadonlyMap<string, readonly Signal[]>;
  readonly commits: number;
  /** How many tasks some commit names. */
  readonly named: number;
}

/** Reads the history and answers. */
export async function readCommitSignals(questions: CommitQuestions): Promise<CommitSignals> {
  const { repository, tasks, results, notes, seen } = questions;
  const finder = new NameFinder(tasks);
  const all: Naming[] = [];
  const mainline = new Mainline();
  let commits = 0;
  for await (const batch of readBatches(repository)) {
    for (const commit of batch) {
      notes.see(commit.time * 1000);
      if (results !== null) mainline.add(commit);
      for (const task of finder.find(commit.message)) all.push(namingBy(commit, task));
    }
    seen(commits += batch.length);
  }
  const namings = Map.groupBy(all, ({ task }) => task);
  const judge = results === null ? null : mainline.judge(results, notes);
  const failures = await failuresByCulprit(repository, new Set(all.map(({ sha }) => sha)));
  const signals = new Map<string, Signal[]>();
  for (const { id, done_at } of tasks) {
    const own = namings.get(id);
    if (done_at === null || own === undefined) continue;
    const work = workOf(own, done_at);
    signals.set(id, [
      ...signalsOf(own, work, done_at, failures),
      ...ciSignals(work === undefined ? undefined : judge?.(work.sha), done_at),
    ]);
  }
  return { signals, commits, named: namings.size };
}

function namingBy({ sha, time, message, parents }: Commit, task: string): Naming {
  // What a merge brings in is the work itself, whatever its branch is called.
  return { task, sha, at: time * 1000, fix: parents.length < 2 && isFix(subjectOf(message)) };
}

function signalsOf(
  namings: readonly Naming[],
  work: Naming | undefined,
  done_at: number,
  failures: ReadonlyMap<string, readonly Failed[]>,
): Signal[] {
  const fixes = namings.filter(({ fix, at, sha }) => fix && at > done_at && sha !== work?.sha);
  const undone = namings.filter((naming) => !fixes.includes(naming));
  return [
    ...fixes.map(({ at }) => ({ name: "fix_commit", correct: false, at }) as const),
    ...undone.flatMap(({ sha }) => failures.get(sha) ?? []).map(({ signal }) => signal),
  ];
}

/** The commit with the work of a task, if any; `namings` are newest first. */
function workOf(namings: readonly Naming[], done_at: number): Naming | undefined {
  let before: Naming | undefined, after: Naming | undefined;
  for (const naming of namings) {
    if (naming.at <= done_at) {
      if (!before || naming.at > before.at) before = naming;
    } else if (naming.at <= done_at + DAY) {
      if (!after || naming.at <= after.at) after = naming;
    }
  }
  return before ?? after;
}

function ciSignals(result: CiResult | undefined, done_at: number): Signal[] {
  if (result === undefined) return [];
  const { ok: correct } = result;
  // A result from before the task was finished was known by then.
  const at = Math.max(result.at, done_at);
  return [{ name: correct ? "green_default_branch" : "red_default_branch", correct, at }];
}

interface Failed {
  readonly culprit: string;
  readonly signal: Signal;
}

/** Reverts and fixes with an explicit link, by the commit of these that they say was wrong. */
async function failuresByCulprit(
  repository: Repository,
  named: ReadonlySet<string>,
): Promise<Map<string, Failed[]>> {
  if (named.size === 0) return new Map();
  const { commits } = await readHistory(repository);
  const failed = findFailures(commits).flatMap(({ culprit, kind, at }): Failed[] => {
    if (culprit === null || !named.has(culprit)) return [];
    const name = kind === "revert" ? "reverted" : "fix_commit";
    return [{ culprit, signal: { name, correct: false, at: commits[at]!.time * 1000 } }];
  });
  return Map.groupBy(failed, ({ culprit }) => culprit);
}

/** Words of a message, with what ids consist of; `owner/name#1` is not `#1` of this repository. */
const WORDS = /(?:(?<![\w/&-])#)?[a-z0-9_]+(?:[-.][a-z0-9_]+)*/g;

/** Finds the tasks that a message names. */
export class NameFinder {
  readonly #tasks: ReadonlyMap<string, readonly { readonly id: string }[]>;

  constructor(tasks: readonly Task[]) {
    const names = tasks.flatMap(({ id, names = namesOf(id) }) =>
      names.map((name) => ({ id, name: name.toLowerCase() }))
    );
    this.#tasks = Map.groupBy(names, ({ name }) => name);
  }

  /** Their ids, each once. */
  find(message: string): Set<string> {
    const found = new Set<string>();
    if (this.#tasks.size === 0) return found;
    for (const [word] of message.toLowerCase().matchAll(WORDS)) {
      for (const { id } of this.#tasks.get(word) ?? []) found.add(id);
    }
    return found;
  }
}
