/**
 * A failure, as it is known again: by the tests that fail, or else by the command. What differs from
 * run to run (paths, numbers, times, hashes) is taken out first.
 */

import { type Conversation, conversationOf, type ToolCall, turnOf } from "../conversation.ts";
import { gatherEvidence } from "../evidence.ts";
import { taskOf } from "../task.ts";
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

/** What a command came to. */
interface Ended {
  /** What failed; empty where nothing did. */
  readonly failures: readonly Failure[];
  /** Prints of the commands that passed, without what differs from run to run. */
  readonly passed: readonly string[];
}

/** So many failing tests are told apart. */
const MAX_TESTS = 20;

/** How one call of a shell tool ended. Its checks tell; where it has none, the call itself does. */
export function endOfCall(call: ToolCall): Ended {
  const conversation: Conversation = conversationOf([
    turnOf({ id: "p", origin: "person", text: "Run it" }),
    turnOf({ id: "a", origin: "agent", calls: [call] }),
  ]);
  const { done } = gatherEvidence(conversation, taskOf(conversation));
  const checked = new Set(done.checks.map(({ command }) => command));
  const others = done.commands.filter(({ command }) => !checked.has(command));
  const failures: Failure[] = [];
  const passed: string[] = [];
  for (const check of done.checks) {
    const command = commandHash(check.command, check.scope?.folder);
    if (check.outcome === "passed") passed.push(command);
    if (check.outcome !== "failed") continue;
    const tests = check.kind === "test" ? testsIn(check.excerpt) : [];
    failures.push({
      keys: tests.length === 0 ? [command] : tests.map((name) => quickHash(`test ${name}`)),
      command,
      shown: check.command,
      excerpt: check.excerpt,
      failing: check.failed,
    });
  }
  // A command beside a check that failed is not what failed.
  for (const other of failures.length > 0 ? [] : others.filter(({ command }) => !isLook(command))) {
    const command = commandHash(other.command);
    if (other.outcome === "passed") passed.push(command);
    if (other.outcome !== "failed") continue;
    const { command: shown, excerpt } = other;
    failures.push({ keys: [command], command, shown, excerpt, failing: null });
  }
  return { failures, passed };
}

/** Programs that look for something: that they did not find it is an answer, not a failure. */
const LOOKS: ReadonlySet<string> = new Set(
  ("grep egrep fgrep rg ag ls cat head tail find fd test [ [[ which type command stat file diff " +
    "cmp pgrep ps lsof readlink realpath").split(" "),
);

/** Whether there is nothing to count: no command at all, or one that only looks. */
function isLook(command: string): boolean {
  const [program = "", verb = ""] = command.trim().split(/\s+/, 2);
  return program === "" || LOOKS.has(program) ||
    (program === "git" && /^(?:grep|diff|log|show|status)$/.test(verb));
}

/** A print of a command in a folder: what a run is given anew each time does not count. */
export function commandHash(command: string, folder = ""): string {
  const kept = command.replace(
    /(?:^|\s)[\d&]?>{1,2}\s*\S+|\|\s*(?:tail|head|tee|grep)\b[^|;&]*/g,
    " ",
  );
  return quickHash(`command ${folder} ${normal(kept)}`);
}

/** The tests that an output names, without what differs from run to run. */
function testsIn(excerpt: string): string[] {
  const lines = excerpt.split("\n").map((line) => normal(line.replace(MESSAGE, "")))
    .filter((line) => /[a-z]{3}/i.test(line) && !isTally(line));
  return [...new Set(lines)].slice(0, MAX_TESTS);
}

/** What a runner puts behind the name of a test: why it failed this time. */
const MESSAGE = / - (?:\w*(?:Error|Exception|Failure)\b|assert ).*$/;

/** Whether a line only counts. */
function isTally(line: string): boolean {
  const words = line.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.every((word) => TALLY_WORDS.has(word));
}

const TALLY_WORDS: ReadonlySet<string> = new Set(
  ("tests test suites suite files file fail failed failing failures failure pass passed passing " +
    "skipped ignored todo pending cancelled total duration ms s in of and error errors ran run " +
    "ok not snapshots time start at measured filtered out steps step n").split(" "),
);

/** What stays the same from run to run. Each step is linear in the text. */
function normal(text: string): string {
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
