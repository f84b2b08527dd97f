/** The simple commands of the shell lines that were run, and how each ended. */

import type { ToolCall } from "../conversation.ts";
import type { Place, RunFact } from "./facts.ts";
import { linesOf } from "./lines.ts";
import { innerLine, invocationOf, isLook } from "./programs.ts";
import { type SimpleCommand, simpleCommands } from "./shell.ts";
import { type End, endsOf, type LineEnd } from "./status.ts";
import { folderOf, joinedPath, lineOf } from "./tools.ts";
import { oneLine } from "../../lib/text/text.ts";

/** A run with what later readings need of it. */
export interface Run extends RunFact {
  readonly simple: SimpleCommand;
  readonly call: ToolCall;
  /** What the whole line printed. */
  readonly lines: readonly string[];
  /** The commands around it, itself included, and its place among them. */
  readonly siblings: readonly SimpleCommand[];
  readonly at: number;
}

/** How deep `bash -c "…"` and `$(…)` are followed. */
const DEEPEST = 3;

/** The longest command that is repeated. */
const MOST_OF_COMMAND = 300;

/** The runs of one call of a shell tool. */
export function runsOf(call: ToolCall, place: Place): Run[] {
  const lines = linesOf(call.output);
  const end = endOfCall(call, lines);
  const read = (line: string, end: LineEnd, folder: string, depth: number): Run[] => {
    if (depth >= DEEPEST) return [];
    const commands = simpleCommands(line);
    const ends = endsOf(commands, end);
    const folders = foldersOf(commands, folder);
    return commands.flatMap((simple, at) => {
      const { words, text } = simple;
      const { outcome, why } = ends[at]!;
      const folder = folders[at]!;
      const lost = isSettled(ends[at]!) ? { outcome, why } : LOST;
      const inner = simple.inner.flatMap((line) =>
        read(line, { ...end, ...lost }, folder, depth + 1)
      );
      const invocation = invocationOf(words);
      if (invocation === null) return inner;
      const given = innerLine(invocation);
      if (given !== null) {
        return [...inner, ...read(given, { ...end, ...ends[at]! }, folder, depth + 1)];
      }
      const command = oneLine(text, MOST_OF_COMMAND);
      const fact = { ...place, command, words, folder, outcome, why };
      return [...inner, { ...fact, simple, call, lines, siblings: commands, at }];
    });
  };
  return read(lineOf(call), end, folderOf(call), 0);
}

const LOST: End = { outcome: "unknown", why: "its status is lost inside `$(…)`" };

/** What holds for all that a command contains. */
function isSettled({ outcome }: End): boolean {
  return outcome === "running" || outcome === "not_run";
}

/** What clients say of a command that they ended themselves, first or last. */
const ENDED =
  /^(?:Error: )?(?:Command (?:timed out|was (?:aborted|killed|terminated))|User aborted the command|\[Request interrupted by user)|terminated command after exceeding timeout/;

/** How a line ended as a whole. */
function endOfCall(call: ToolCall, lines: readonly string[]): LineEnd {
  const { state, exitCode: code, background, cut, refusedBy } = call;
  const end = (outcome: End["outcome"], why = ""): LineEnd => ({ outcome, why, code, cut, lines });
  if (refusedBy !== null) return end("not_run", `the ${refusedBy} refused it`);
  if (state === "running" || state === "pending") {
    return background || state === "running"
      ? end("running")
      : end("not_run", "it waits to be run");
  }
  const said = lines.filter((line) => line !== "");
  if ([said[0], ...said.slice(-3)].some((line) => line !== undefined && ENDED.test(line))) {
    return end("unknown", "it was stopped before its end");
  }
  if (code !== null) return end(code === 0 ? "passed" : "failed");
  if (state === "failed") return end("failed");
  // That a tool of another program answered does not say how what it ran ended.
  return call.name.startsWith("mcp__")
    ? end("unknown", "the tool tells no exit status")
    : end("passed");
}

/** Options by which programs are sent into another folder. */
const FOLDER_OPTION =
  /^(-C|--prefix|--dir|--cwd|--directory|--root|--rootDir|--manifest-path|--working-directory)(?:=(.{1,300}))?$/;

/** The folders of the commands of a line that begins in one. */
function foldersOf(line: readonly SimpleCommand[], begin: string): string[] {
  const outer: string[] = [];
  let folder = begin;
  let depth = 0;
  return line.map((command) => {
    for (; depth < command.depth; depth++) outer.push(folder);
    for (; depth > command.depth; depth--) folder = outer.pop() ?? begin;
    const [program, ...rest] = command.words;
    if (program === "cd" || program === "pushd") {
      const to = rest.find((word) => !word.startsWith("-"));
      folder = to === undefined || to.includes("show-toplevel") ? begin : joinedPath(folder, to);
    } else if (program === "popd") folder = begin;
    const sent = isLook(command.words) ? "" : optionIn(command.words);
    return sent === "" ? folder : joinedPath(folder, sent);
  });
}

function optionIn(words: readonly string[]): string {
  for (const [at, word] of words.entries()) {
    const found = word.length > 400 ? null : FOLDER_OPTION.exec(word);
    if (found === null) continue;
    const value = found[2] ?? words[at + 1] ?? "";
    return found[1] === "--manifest-path" ? value.replace(/(?:^|\/)[^/]*$/, "") : value;
  }
  return "";
}
