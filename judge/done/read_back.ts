/** Outputs that went into a file, and were looked at there later. */

import type { LineStatus } from "./exit_status.ts";
import type { Place } from "./facts.ts";
import { plainOutput, shortLines } from "./plain_output.ts";
import type { SimpleCommand } from "./shell_line.ts";
import { invocationOf, isOption } from "./shell_words.ts";
import type { Step } from "./steps.ts";
import { pathOf } from "./tools.ts";

/** One run of a shell line. */
export interface Run extends Place {
  readonly line: string;
  readonly commands: readonly SimpleCommand[];
  readonly status: LineStatus;
  /** Whether an exit status was told: without one, nothing is known but that nobody complained. */
  readonly told: boolean;
  readonly running: boolean;
  readonly refused: boolean;
  /** The lines of its output; null where it was not recorded. */
  readonly output: readonly string[] | null;
  /** The folder that it was sent to; empty where none is told. */
  readonly folder: string;
  /** What was read later of the files that it wrote: every reading, by the file's name. */
  readonly readBack: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/** Programs that show what a file holds. */
const READERS = new Set(
  "cat bat head tail less more grep egrep fgrep rg sed awk nl tac".split(" "),
);

/** So many files are followed, and so many readings of each. */
const MOST_FILES = 200;
const MOST_READINGS = 20;

/** The number of a line, as tools that read files print it in front. */
const LINE_NUMBER = /^ {0,8}\d{1,7}(?:→|\t|\| ?)/;

type Readings = string[][];

/** For the step of each run, the files that it wrote and what was read of them. */
export function readBackIn(
  steps: readonly Step[],
  runs: readonly Run[],
): Map<number, Map<string, Readings>> {
  const byStep = new Map(runs.map((run) => [run.step, run]));
  const open = new Map<string, Readings>();
  const found = new Map<number, Map<string, Readings>>();
  for (const { step, use, call } of steps) {
    const run = byStep.get(step);
    if (run !== undefined) follow(run, open, found);
    else if (use === "look" && open.size > 0 && call.output !== null) {
      const readings = readingsOf(open, pathOf(call));
      const lines = readings === null ? [] : shortLines(plainOutput(call.output));
      if (readings !== null) add(readings, lines.map((line) => line.replace(LINE_NUMBER, "")));
    }
  }
  return found;
}

function follow(
  { commands, step, output, refused, running }: Run,
  open: Map<string, Readings>,
  found: Map<number, Map<string, Readings>>,
): void {
  if (refused) return;
  const own = new Map<string, Readings>();
  const keep = (file: string) => {
    if (file === "" || file.startsWith("/dev/") || open.size >= MOST_FILES) return;
    own.set(file, []);
    open.set(file, own.get(file)!);
  };
  for (const command of commands) {
    for (const file of readsOf(command)) {
      const readings = open.size > 0 ? readingsOf(open, file) : null;
      if (readings !== null && output !== null) add(readings, [...output]);
    }
    for (const file of filesOf(command)) keep(file);
  }
  // What was left running tells where its output goes.
  if (running) {
    for (const line of (output ?? []).slice(0, 20)) {
      for (const [file] of line.matchAll(/\/[\w./@+-]{3,300}\.(?:output|log|out|txt)\b/g)) {
        keep(file);
      }
    }
  }
  if (own.size > 0) found.set(step, own);
}

function add(readings: Readings, lines: string[]): void {
  if (readings.length >= MOST_READINGS) readings.shift();
  readings.push(lines);
}

/** The files that a command prints into. */
export function filesOf(command: SimpleCommand): string[] {
  const invocation = invocationOf(command.words);
  const copied = invocation?.program === "tee"
    ? invocation.args.filter((arg) => !isOption(arg))
    : [];
  return [...command.writes, ...copied];
}

function readsOf({ words }: SimpleCommand): string[] {
  const invocation = invocationOf(words);
  if (invocation === null || !READERS.has(invocation.program)) return [];
  return invocation.args.filter((arg) => !isOption(arg));
}

/** Tools give whole paths and shell lines short ones. */
function readingsOf(open: ReadonlyMap<string, Readings>, path: string): Readings | null {
  const plain = path.replace(/^\.\//, "");
  if (plain === "") return null;
  const exact = open.get(path) ?? open.get(plain);
  if (exact !== undefined) return exact;
  if (!plain.startsWith("/")) return null;
  for (const [file, readings] of open) {
    if (!file.startsWith("/") && plain.endsWith(`/${file.replace(/^\.\//, "")}`)) return readings;
  }
  return null;
}
