/** The simple commands of the shell lines that were run, and how each ended. */

import type { ToolCall } from "../conversation.ts";
import type { RunFact } from "./facts.ts";
import { linesOf } from "./outputs.ts";
import { innerLine, type Invocation, invocationOf, isLook } from "./programs.ts";
import { type SimpleCommand, simpleCommands } from "./shell.ts";
import { type End, endsOf, type LineEnd } from "./status.ts";
import { folderOf, joinedPath, lineOf, type Step } from "./tools.ts";
import { oneLine } from "../../lib/text/text.ts";

/** A run with what later readings need of it. */
export interface Run extends RunFact {
  readonly simple: SimpleCommand;
  readonly invocation: Invocation;
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

/** The runs of a call; none where it is of no shell. */
export function runsOf({ call, place, use }: Step): Run[] {
  if (use !== "command") return [];
  const lines = linesOf(call.output);
  const read = (given: SimpleCommand[], end: LineEnd, begin: string, depth: number): Run[] => {
    const siblings = depth < DEEPEST ? given : [];
    const ends = endsOf(siblings, end);
    const folders = foldersOf(siblings, begin);
    return siblings.flatMap((simple, at) => {
      const [own, folder] = [ends[at]!, folders[at]!];
      const within = (inner: SimpleCommand[], ended: End) =>
        read(inner, { ...end, ...ended }, folder, depth + 1);
      const lost = own.outcome === "running" || own.outcome === "not_run" ? own : LOST;
      const inner = simple.inner.flatMap((commands) => within(commands, lost));
      const invocation = invocationOf(simple.words);
      if (invocation === null) return inner;
      const line = innerLine(invocation);
      if (line !== null) return [...inner, ...within(simpleCommands(line), own)];
      const command = oneLine(simple.text, MOST_OF_COMMAND);
      const fact = { ...place, ...own, command, words: simple.words, folder };
      return [...inner, { ...fact, simple, invocation, lines, siblings, at }];
    });
  };
  return read(simpleCommands(lineOf(call)), endOfCall(call, lines), folderOf(call), 0);
}

const LOST: End = { outcome: "unknown", why: "its status is lost inside `$(…)`" };

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
