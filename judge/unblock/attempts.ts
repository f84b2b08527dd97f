/**
 * Counts attempts: a failure that comes back after something was changed is the next one.
 *
 * What fails is known by each of its tests where an output tells them, else by its command, both
 * without what differs from run to run. A different failure has a counter of its own. Only the same command
 * passing, or fewer failing tests than ever, resets a counter: going to and fro between two
 * failures is no progress. Running the same again without a change is no attempt.
 *
 * A pure state machine: state in, state and attempt out.
 */

import { quickHash } from "../../lib/text/names.ts";

/** Something that failed. Prints tell it again without holding what was said: that may be secret. */
export interface Failure {
  /** Prints of what it is known by: each test that failed, or else the command. */
  readonly keys: readonly string[];
  /** A print of the command, without what differs from run to run. */
  readonly command: string;
  /** As it was run, shortened. */
  readonly shown: string;
  /** The lines of the output that tell, shortened. */
  readonly excerpt: string;
  /** How many tests failed; null where that was not told. */
  readonly failing: number | null;
}

/** What is remembered of one failure. */
interface Counter {
  /** A print of the test or command, by which it is known again. */
  readonly key: string;
  /** A print of the command that showed it. */
  readonly command: string;
  readonly attempt: number;
  /** How many tests failed when it was best, where that was told. */
  readonly failing: number | null;
  /** A print of the working tree when it was last seen. */
  readonly tree: string | null;
}

/** The failures of a session that were not overcome, the latest last. */
export interface Attempts {
  readonly counters: readonly Counter[];
}

/** What a failure comes to. */
interface CountedFailure {
  readonly attempts: Attempts;
  readonly attempt: number;
  /** Whether it is one more than before: only then is there something to say. */
  readonly counted: boolean;
}

/** So many failures are remembered; of more at once nobody keeps track. */
const MAX_COUNTERS = 60;

/** A number that is higher helps nobody. */
const MAX_ATTEMPT = 999;

/** Nothing has failed yet. */
export function newAttempts(): Attempts {
  return { counters: [] };
}

/**
 * Takes note of a failure.
 *
 * @param tree A print of the working tree; null where it could not be read, which is no change.
 */
export function noteFailure(
  { counters }: Attempts,
  { keys, command, failing }: Failure,
  tree: string | null,
): CountedFailure {
  const kept = counters.filter((counter) => !isFewer(counter, command, failing));
  let [attempt, counted] = [0, false];
  const now = keys.map((key): Counter => {
    const known = kept.find((counter) => counter.key === key);
    const changed = tree !== null && known?.tree !== tree;
    const next = Math.min(known === undefined ? 1 : known.attempt + Number(changed), MAX_ATTEMPT);
    attempt = Math.max(attempt, next);
    counted ||= known === undefined || changed;
    return {
      key,
      command,
      attempt: next,
      failing: fewest(failing, known?.failing ?? null),
      tree: tree ?? known?.tree ?? null,
    };
  });
  const others = kept.filter(({ key }) => !keys.includes(key));
  return { attempts: { counters: [...others, ...now].slice(-MAX_COUNTERS) }, attempt, counted };
}

/** Takes note of a command that passed: what it showed before is overcome. */
export function notePass({ counters }: Attempts, command: string): Attempts {
  return { counters: counters.filter((counter) => counter.command !== command) };
}

/** Whether the same command shows fewer failing tests than ever before. */
function isFewer(
  counter: Counter,
  command: string,
  failing: number | null,
): boolean {
  return counter.command === command && failing !== null && counter.failing !== null &&
    failing < counter.failing;
}

function fewest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? a ?? b : Math.min(a, b);
}

/** What was remembered, read back; whatever makes no sense is left out. */
export function readAttempts(value: unknown): Attempts {
  const list: unknown = (value as { counters?: unknown } | null)?.counters;
  if (!Array.isArray(list)) return newAttempts();
  return { counters: list.filter(isCounter).slice(-MAX_COUNTERS) };
}

function isCounter(value: unknown): value is Counter {
  if (typeof value !== "object" || value === null) return false;
  const { key, command, attempt, failing, tree } = value as Record<string, unknown>;
  return isText(key) && isText(command) && isCount(attempt) && attempt >= 1 &&
    attempt <= MAX_ATTEMPT && (failing === null || isCount(failing)) &&
    (tree === null || isText(tree));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= 4_000;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A print of a command in a folder: what a run is given anew each time does not count. */
export function commandHash(command: string, folder = ""): string {
  const kept = command.replace(
    /(?:^|\s)[\d&]?>{1,2}\s*\S+|\|\s*(?:tail|head|tee|grep)\b[^|;&]*/g,
    " ",
  );
  return quickHash(`command ${folder} ${normal(kept)}`);
}

/** What stays the same from run to run. Each step is linear in the text. */
export function normal(text: string): string {
  return text.slice(0, 4_000)
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{20,32}\b/gi, "ID")
    .replace(/\b(?:0x[0-9a-f]{1,16}|(?=[0-9a-f]{0,63}\d)[0-9a-f]{7,64})\b/gi, "HASH")
    .replace(/(?<![\w.@+-])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}/g, lastNames)
    .replace(/\b\d+(?:[.:,_-]\d+)*(?:ms|s|m|h|kb|mb|%)?\b/gi, "N")
    .replace(/\s+/g, " ").trim();
}

/** A path from the top is known by its last two names: the folders before are the machine's. */
function lastNames(path: string): string {
  return path.split(/[\\/]/).slice(-2).join("/");
}
