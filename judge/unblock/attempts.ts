/**
 * Counts attempts: a failure that comes back after something was changed is the next one.
 *
 * What fails is known by each of its tests where an output tells them, else by its command and exit
 * status, without what differs from run to run. A different failure has a counter of its own. Only
 * the same command passing, or fewer failing tests than ever, resets a counter: going to and fro
 * between two failures is no progress. Running the same again without a change is no attempt.
 *
 * A pure state machine: state in, state and attempt out.
 */

import { conversationOf, type ToolCall, turnOf } from "../conversation.ts";
import { factsIn } from "../evidence/evidence.ts";
import { excerptOf, failingTests, linesOf } from "../evidence/outputs.ts";
import { isLook } from "../evidence/programs.ts";
import { quickHash } from "../../lib/text/names.ts";
import { countOf, nameOf, objectOf, objectsOf, type Values } from "../../lib/text/values.ts";

/** Something that failed. Prints tell it again without what was said: that may be secret. */
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

/** What is remembered of one failure, as it was when the fewest tests failed. */
interface Counter extends Pick<Failure, "command" | "failing"> {
  /** A print of the test or command, by which it is known again. */
  readonly key: string;
  readonly attempt: number;
  /** A print of the working tree when it was last seen. */
  readonly tree: string | null;
}

/** The failures of a session that were not overcome, the latest last. */
export interface Attempts {
  readonly counters: readonly Counter[];
}

/** Failures that are remembered, tests of a run that are told apart, and the highest number. */
const MOST = { counters: 60, tests: 20, attempt: 999 };

/** Nothing has failed yet. */
export function newAttempts(): Attempts {
  return { counters: [] };
}

/**
 * Takes note of a failure. Where it is not `counted`, as one more, there is nothing to say.
 *
 * @param tree A print of the working tree; null where it could not be read, which is no change.
 */
export function noteFailure(
  { counters }: Attempts,
  { keys, command, failing }: Failure,
  tree: string | null,
) {
  // The same command with fewer failing tests than ever before is progress.
  const kept = counters.filter((counter) =>
    counter.command !== command || (failing ?? Infinity) >= (counter.failing ?? 0)
  );
  let [attempt, counted] = [0, false];
  const now = keys.map((key): Counter => {
    const known = kept.find((counter) => counter.key === key);
    const changed = tree !== null && known?.tree !== tree;
    const next = Math.min(known === undefined ? 1 : known.attempt + Number(changed), MOST.attempt);
    attempt = Math.max(attempt, next);
    counted ||= known === undefined || changed;
    const fewest = Math.min(failing ?? Infinity, known?.failing ?? Infinity);
    return {
      ...{ key, command, attempt: next, failing: fewest === Infinity ? null : fewest },
      tree: tree ?? known?.tree ?? null,
    };
  });
  const others = kept.filter(({ key }) => !keys.includes(key));
  const attempts: Attempts = { counters: [...others, ...now].slice(-MOST.counters) };
  return { attempts, attempt, counted };
}

/** Takes note of a command that passed: what it showed before is overcome. */
export function notePass({ counters }: Attempts, command: string): Attempts {
  return { counters: counters.filter((counter) => counter.command !== command) };
}

/** What was remembered, read back; whatever makes no sense is left out. */
export function readAttempts(value: unknown): Attempts {
  return { counters: objectsOf(objectOf(value)?.counters).filter(isCounter).slice(-MOST.counters) };
}

function isCounter(value: Values): value is Values & Counter {
  const { key, command, attempt, failing, tree } = value;
  const count = countOf(attempt) ?? 0;
  return nameOf(key) !== null && nameOf(command) !== null && count >= 1 && count <= MOST.attempt &&
    (failing === null || countOf(failing) !== null) && (tree === null || nameOf(tree) !== null);
}

/** What failed in a call, by its checks or else its other commands, and prints of what passed. */
export function endOfCall(call: ToolCall) {
  const { checks, runs } = factsIn(conversationOf([turnOf({ origin: "agent", calls: [call] })]));
  // A command beside a check that failed is not what failed.
  const others = checks.some(({ outcome }) => outcome === "failed")
    ? []
    : runs.filter((run) =>
      !isLook(run.words) && !checks.some(({ command }) => command === run.command)
    ).map((run) => ({
      ...run,
      kind: null,
      failed: null,
      excerpt: excerptOf(linesOf(call.output)),
    }));
  const ended = [...checks, ...others].map((fact) => {
    const run = "folder" in fact ? fact : runs.find(({ command }) => command === fact.command);
    return { ...fact, print: commandHash(fact.command, run?.folder) };
  });
  const failures = ended.filter(({ outcome }) => outcome === "failed").map((fact): Failure => {
    const { kind, command: shown, print: command, excerpt, failed: failing } = fact;
    const tests = new Set(kind === "test" ? failingTests(call.output).map(normal) : []);
    const keys = [...tests].slice(0, MOST.tests).map((name) => quickHash(`test ${name}`));
    // The same command that ends with another status fails in another way.
    if (keys.length === 0) {
      keys.push(quickHash(`${command} exits with ${call.exitCode ?? "unknown"}`));
    }
    return { keys, command, shown, excerpt, failing };
  });
  const passed = ended.filter(({ outcome }) => outcome === "passed").map(({ print }) => print);
  return { failures, passed };
}

/** A print of a command in a folder: what a run is given anew each time does not count. */
export function commandHash(command: string, folder = ""): string {
  const redirected = /(?:^|\s)[\d&]?>{1,2}\s*\S+|\|\s*(?:tail|head|tee|grep)\b[^|;&]*/g;
  return quickHash(`command ${folder} ${normal(command.replace(redirected, " "))}`);
}

/**
 * What stays the same from run to run. A path from the top is known by its last two names: the
 * folders before are the machine's. Each step is linear in the text.
 */
function normal(text: string): string {
  return text.slice(0, 4_000)
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{20,32}\b/gi, "ID")
    .replace(/\b(?:0x[0-9a-f]{1,16}|(?=[0-9a-f]{0,63}\d)[0-9a-f]{7,64})\b/gi, "HASH")
    .replace(
      /(?<![\w.@+-])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}/g,
      (path) => path.split(/[\\/]/).slice(-2).join("/"),
    )
    .replace(/\b\d+(?:[.:,_-]\d+)*(?:ms|s|m|h|kb|mb|%)?\b/gi, "N")
    .replace(/\s+/g, " ").trim();
}
