/**
 * A failure, as it is known again: by the tests that fail, or else by the command. What differs from
 * run to run (paths, numbers, times, hashes) is taken out first.
 */

import { type Conversation, conversationOf, type ToolCall, turnOf } from "../judge/conversation.ts";
import { gatherEvidence } from "../judge/evidence.ts";
import { taskOf } from "../judge/task.ts";

/** Something that failed. */
export interface Failure {
  /** By what it is known again. */
  readonly key: string;
  /** Without what differs from run to run. */
  readonly command: string;
  /** As it was run, shortened. */
  readonly shown: string;
  /** The lines of the output that tell, shortened. */
  readonly excerpt: string;
  /** How many tests failed; null where that was not told. */
  readonly failing: number | null;
}

/** What a command came to. */
export interface Ended {
  /** What failed; empty where nothing did. */
  readonly failures: readonly Failure[];
  /** The commands that passed, without what differs from run to run. */
  readonly passed: readonly string[];
}

/** A key is a key, not a copy of the output. */
const MAX_KEY = 600;
const MAX_COMMAND = 300;

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
    const command = normalCommand(check.command);
    if (check.outcome === "passed") passed.push(command);
    if (check.outcome !== "failed") continue;
    const signature = check.kind === "test" ? signatureOf(check.excerpt) : "";
    failures.push({
      key: signature === "" ? `command ${command}` : `tests ${signature}`,
      command,
      shown: check.command,
      excerpt: check.excerpt,
      failing: check.failed,
    });
  }
  // A command beside a check that failed is not what failed.
  for (const other of failures.length > 0 ? [] : others.filter(({ command }) => !isLook(command))) {
    const command = normalCommand(other.command);
    if (other.outcome === "passed") passed.push(command);
    if (other.outcome !== "failed") continue;
    const { command: shown, excerpt } = other;
    failures.push({ key: `command ${command}`, command, shown, excerpt, failing: null });
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

/** A command as it is known again: what a run is given anew each time does not count. */
export function normalCommand(command: string): string {
  return normal(command.replace(/(?:^|\s)[\d&]?>{1,2}\s*\S+|\|\s*(?:tail|head|tee)\b[^|;&]*/g, " "))
    .slice(0, MAX_COMMAND);
}

/** The tests that an output names, in order, without what differs from run to run. */
export function signatureOf(excerpt: string): string {
  const lines = excerpt.split("\n").map(normal)
    .filter((line) => /[a-z]{3}/i.test(line) && !isTally(line));
  return [...new Set(lines)].sort().join(" | ").slice(0, MAX_KEY);
}

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
export function normal(text: string): string {
  return text.slice(0, 4_000)
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{20,32}\b/gi, "ID")
    .replace(/\b(?:0x[0-9a-f]{1,16}|(?=[0-9a-f]{0,63}\d)[0-9a-f]{7,64})\b/gi, "HASH")
    .replace(/(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}/g, lastName)
    .replace(/\b\d+(?:[.:,_-]\d+)*(?:ms|s|m|h|kb|mb|%)?\b/gi, "N")
    .replace(/\s+/g, " ").trim();
}

/** A path is known by its last name: the folders before it are the machine's. */
function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
