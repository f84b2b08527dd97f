/**
 * A whole history in little memory: paths as numbers, messages without what no later question asks
 * for.
 */

import type { Repository } from "../../lib/git/run.ts";
import { mergedTitle, TELLING } from "./claims.ts";
import type { LinkableCommit } from "./commit_index.ts";
import { type CommitRange, readBatches } from "./commits.ts";

/** A commit as it is kept. */
export interface KeptCommit extends LinkableCommit {
  /** The subject; the rest only where it may speak of other commits, as the log gave it. */
  readonly message: string;
  /** Numbers that stand for paths; `History.names` has them. */
  readonly paths: readonly number[];
  /** One letter for each path, as git has them. */
  readonly statuses: string;
}

/** All commits of a range, newest first. */
export interface History {
  readonly commits: readonly KeptCommit[];
  /** Paths, by their numbers. */
  readonly names: readonly string[];
  /** How many commits touch more paths than are kept of one. */
  readonly crowded: number;
}

/** The history of a repository without commits. */
export const NO_HISTORY: History = { commits: [], names: [], crowded: 0 };

const MAX_SUBJECT = 1000;
const NONE: readonly number[] = [];

/** Reads it. `seen` is told now and then how many commits there are so far. */
export async function readHistory(
  repository: Repository,
  range: CommitRange = {},
  seen: (commits: number) => void = () => {},
): Promise<History> {
  const commits: KeptCommit[] = [];
  const numbers = new Map<string, number>();
  const names: string[] = [];
  // Nearly all commits have one or two parents, and so one of two objects.
  const counts: { length: number }[] = [];
  let crowded = 0;
  const numberOf = (path: string): number => {
    let number = numbers.get(path);
    if (number === undefined) {
      numbers.set(path, number = names.length);
      names.push(path);
    }
    return number;
  };
  for await (const batch of readBatches(repository, range)) {
    for (const { sha, parents, time, message, paths, statuses, morePaths } of batch) {
      if (morePaths > 0) crowded++;
      commits.push({
        sha,
        parents: counts[parents.length] ??= { length: parents.length },
        time,
        message: essence(message),
        paths: paths.length === 0 ? NONE : paths.map(numberOf),
        statuses,
      });
    }
    seen(commits.length);
  }
  return { commits, names, crowded };
}

function essence(message: string): string {
  const end = message.indexOf("\n");
  if (end < 0 || message.length <= end + 2) return owned(message, MAX_SUBJECT);
  if (TELLING.test(message)) return message;
  // The title of what a merge brings in stands in its body.
  const title = message.startsWith("Merge ") ? mergedTitle(message.slice(0, MAX_SUBJECT)) : "";
  const subject = owned(message, Math.min(end, MAX_SUBJECT));
  return title === "" ? subject : `${subject}\n\n${title}`;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The beginning of a text, on its own: a mere slice is held by V8 as a view that keeps the whole. */
function owned(text: string, length: number): string {
  return text.length <= length ? text : decoder.decode(encoder.encode(text.slice(0, length)));
}
