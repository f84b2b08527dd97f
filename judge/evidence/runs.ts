/**
 * The simple commands of the shell lines that were run, and how each ended, by exit statuses alone.
 *
 * A line has one status. It is that of one of its commands only where no other can have hidden it or
 * be the reason for it; otherwise it is unknown, and the reason is said. What was never started did
 * not fail.
 */

import type { ToolCall } from "../conversation.ts";
import type { RunFact } from "./facts.ts";
import { linesOf } from "./outputs.ts";
import {
  bareName,
  innerLine,
  INTERPRETERS,
  type Invocation,
  invocationOf,
  isAssignment,
  isLook,
  isOption,
  valueOf,
} from "./programs.ts";
import { type SimpleCommand, simpleCommands } from "./shell.ts";
import { joinedPath, type Step, textIn } from "./tools.ts";
import { CUT_MARK, oneLine } from "../../lib/text/text.ts";

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

/** How something ended, and why that is `unknown` or `not_run`, as a clause; empty otherwise. */
type End = Pick<RunFact, "outcome" | "why">;

/** How a whole line ended, and what came of it. */
type LineEnd = End & { readonly call: ToolCall; readonly lines: readonly string[] };

/** How deep `bash -c "…"` and `$(…)` are followed, and how much of a command is repeated. */
const DEEPEST = 3;
const MOST_OF_COMMAND = 300;

/** The runs of a call; none where it is of no shell. */
export function runsOf({ call, place, use }: Step): Run[] {
  if (use !== "command") return [];
  const lines = linesOf(call.output);
  const line = textIn(call.input, "line");
  const read = (given: SimpleCommand[], line: LineEnd, begin: string, depth: number): Run[] => {
    const siblings = depth < DEEPEST ? given : [];
    const ends = endsOf(siblings, line);
    const folders = foldersOf(siblings, begin);
    return siblings.flatMap((simple, at) => {
      const [own, folder] = [ends[at]!, folders[at]!];
      const within = (inner: SimpleCommand[], ended: End) =>
        read(inner, { ...line, ...ended }, folder, depth + 1);
      const isKnown = own.outcome === "running" || own.outcome === "not_run";
      const lost = isKnown ? own : end("unknown", "its status is lost inside `$(…)`");
      const inner = simple.inner.flatMap((commands) => within(commands, lost));
      const invocation = invocationOf(simple.words);
      if (invocation === null) return inner;
      const text = innerLine(invocation) ?? documentOf(invocation, simple);
      if (text !== null) return [...inner, ...within(simpleCommands(text), own)];
      const command = oneLine(simple.text, MOST_OF_COMMAND);
      const fact = { ...place, ...own, command, words: simple.words, folder };
      return [...inner, { ...fact, simple, invocation, lines, siblings, at }];
    });
  };
  const ended = endOfCall(call, lines);
  const isCut = line.includes(CUT_MARK);
  const isTold = ended.outcome === "passed" || ended.outcome === "failed";
  const unread = end("unknown", "a part of the command was not kept");
  const whole = { ...isCut && isTold ? unread : ended, call, lines };
  // It was sent to a folder, or the shell stood in one.
  const begin = joinedPath(call.folder, textIn(call.input, "folder"));
  const runs = read(simpleCommands(line), whole, begin, 0);
  if (!isCut) return runs;
  const simple = { ...NO_COMMAND, text: line };
  const fact = { ...place, ...whole, command: oneLine(line, MOST_OF_COMMAND), words: [] };
  const invocation = { program: "", file: "", args: [] };
  return [...runs, { ...fact, folder: begin, simple, invocation, siblings: [], at: 0 }];
}

/** What stands in the place of the part of a line that was not kept. */
const NO_COMMAND: SimpleCommand = {
  ...{ words: [], text: "", writes: [], depth: 0, documents: [], inner: [], after: "" },
};

/** The line that a shell reads from a here document; null for other programs. */
function documentOf({ program, args }: Invocation, { documents }: SimpleCommand): string | null {
  const reads = /^(?:ba|z|da)?sh$/.test(program) && args.every(isOption) && documents.length > 0;
  return reads ? documents.join("\n") : null;
}

const end = (outcome: End["outcome"], why = ""): End => ({ outcome, why });

/** What clients say of a command that they ended themselves, first or last. */
const ENDED =
  /^(?:Error: )?(?:Command (?:timed out|was (?:aborted|killed|terminated))|User aborted the command|Tool execution aborted|\[Request interrupted by user)|terminated command after exceeding timeout/;

/** How a line ended as a whole. */
function endOfCall(call: ToolCall, lines: readonly string[]): End {
  const { state, exitCode, background, refusedBy } = call;
  if (refusedBy !== null) return end("not_run", `the ${refusedBy} refused it`);
  if (state === "running" || (state === "pending" && background)) return end("running");
  if (state === "pending") return end("not_run", "it waits to be run");
  const said = lines.filter((line) => line !== "");
  if ([...said.slice(0, 1), ...said.slice(-3)].some((line) => ENDED.test(line))) {
    return end("unknown", "it was stopped before its end");
  }
  if (exitCode !== null) return exitCode === 0 ? end("passed") : end("failed");
  if (state === "failed") return end("failed");
  // How a command that was left running ended, the client says later.
  if (call.output === null && !background) return end("unknown", "its result was not recorded");
  // That a tool of another program answered does not say how what it ran ended.
  return call.name.startsWith("mcp__")
    ? end("unknown", "the tool tells no exit status")
    : end("passed");
}

/** Options by which programs are sent into another folder. */
const FOLDER_OPTION =
  /^(?:-C|--prefix|--dir|--cwd|--directory|--root|--rootDir|--manifest-path|--working-directory)$/;

/** The folders of the commands of a line that begins in one. */
function foldersOf(line: readonly SimpleCommand[], begin: string): string[] {
  const [outer, pushed]: [string[], string[]] = [[], []];
  let [folder, previous, depth] = [begin, begin, 0];
  return line.map((command) => {
    for (; depth < command.depth; depth++) outer.push(folder);
    for (; depth > command.depth; depth--) folder = outer.pop() ?? begin;
    const [program, ...rest] = command.words;
    const from = folder;
    if (program === "cd" || program === "pushd") {
      const to = rest.find((word) => word === "-" || !word.startsWith("-")) ?? "~";
      if (program === "pushd") pushed.push(folder);
      const isTop = to.includes("show-toplevel");
      folder = to === "-" ? previous : isTop ? begin : joinedPath(folder, to);
    } else if (program === "popd") folder = pushed.pop() ?? begin;
    if (folder !== from) previous = from;
    const sent = isLook(command.words) ? undefined : valueOf(command.words, FOLDER_OPTION);
    // A manifest lies in the folder that it is of.
    return sent ? joinedPath(folder, sent.replace(/(?:^|\/)[^/]{0,200}\.toml$/, "")) : folder;
  });
}

/** A line as its commands' ends are read from it. */
type ReadLine = ReturnType<typeof readLine>;

function readLine(commands: readonly SimpleCommand[], line: LineEnd) {
  const sets = commands.filter(({ words }) => words[0] === "set");
  // What is set for a part of the line only is not followed.
  const isUnset = sets.some(({ words, depth }) =>
    depth > 0 || words.some((one) => one.startsWith("+"))
  );
  // The first command that `set` with such a word stands in front of; behind the last without one.
  const firstSet = (word: RegExp): number => {
    const set = isUnset ? undefined : sets.find(({ words }) => words.some((one) => word.test(one)));
    return set === undefined ? Infinity : commands.indexOf(set);
  };
  const [strict, piped] = [firstSet(/^-[a-z]*e/), firstSet(/^pipefail$/)];
  const [echoes, missing] = [commands.map(echoIn), missingIn(line.lines)];
  return { ...line, commands, strict, piped, isUnset, echoes, missing };
}

/** Commands that do not fail, and those that say so where they do. */
const SAFE = /^(?:export|echo|printf|set|pwd|sleep|true)$/;
const TELLING = /^(?:cd|source|\.|mkdir|tail|head|cat|tee)$/;

/** Whether a command leaves the line, and whether it does so with a failure. */
const leaves = (words: readonly string[]): boolean => /^(?:exit|return)$/.test(words[0] ?? "");
const fails = (words: readonly string[]): boolean =>
  words[0] === "false" || (leaves(words) && /^(?:[1-9]\d{0,2}|\$\?)?$/.test(words[1] ?? ""));

/** How a shell says that it could not go to a folder. */
const CD = /^(?:\S{1,60}: )?(?:line \d{1,9}: )?cd: /;

/** How the commands of a line ended, each in its place. */
function endsOf(commands: readonly SimpleCommand[], line: LineEnd): End[] {
  if (line.outcome !== "passed" && line.outcome !== "failed") {
    return commands.map(() => end(line.outcome, line.why));
  }
  const read = readLine(commands, line);
  const ends: End[] = [];
  let depth = 0;
  let isLeft = false;
  for (const [at, { words }] of commands.entries()) {
    depth += opened(words);
    const joint = commands[at - 1]?.after;
    const before = joint === "&&" ? ends[at - 1]!.outcome : "passed";
    if (isLeft) ends.push(end("unknown", "the line may have ended before it"));
    else if (depth > 0) {
      ends.push(end("unknown", "it stands in a function, in a loop or under a condition"));
    } else if (before === "failed" || before === "not_run") {
      ends.push(end("not_run", "it stands behind `&&` of a command that did not pass"));
    } else ends.push(endOf(read, at));
    // A line that passed was not left with a failure.
    const isFailure = fails(words) && (words.length > 1 || joint === "||");
    isLeft ||= leaves(words) && line.outcome === "passed" && !isFailure;
  }
  return ends;
}

/** How many loops and conditions begin, or end, with a command. */
function opened(words: readonly string[]): number {
  if (/^(?:fi|done|esac)$/.test(words[0] ?? "")) return -1;
  const first = words.find((word) => !/^(?:then|else|do|!|\{)$/.test(word)) ?? "";
  return /^(?:if|while|until|for|case|select|function)$/.test(first) ? 1 : 0;
}

function endOf(line: ReadLine, at: number): End {
  const { words } = line.commands[at]!;
  const hidden = hiddenBy(line, at);
  if (hidden === null && line.outcome === "passed") return end("passed");
  const missing = line.missing(words);
  if (missing !== null) return end("not_run", missing);
  const echoed = echoedStatus(line, at);
  if (echoed !== null) return endOfStatus(echoed);
  // Only a shell that went nowhere says so.
  if (words[0] === "cd" && line.lines.slice(0, 20).some((said) => CD.test(said))) {
    return end("failed");
  }
  if (hidden !== null) return end("unknown", hidden);
  if (!isAlone(line, at)) {
    return end("unknown", "the line failed, and another command of it may be the reason");
  }
  const { cut, exitCode } = line.call;
  if (cut) return end("unknown", "the client kept only a part of what a failing run printed");
  return exitCode === null ? end("failed") : endOfStatus(exitCode);
}

function endOfStatus(status: number): End {
  if (status === 0) return end("passed");
  const told = `its exit status is ${status}`;
  if (status === 126 || status === 127) return end("not_run", `${told}: no such command`);
  // By `timeout`, a hang-up, Ctrl-C, a kill, a pipe that was closed.
  const isStopped = [124, 129, 130, 137, 141, 143].includes(status);
  return isStopped ? end("unknown", `it was stopped: ${told}`) : end("failed");
}

/** Why the line could end as it did whatever this command came to; null where it could not. */
function hiddenBy({ commands, strict, piped }: ReadLine, begin: number): string | null {
  if (commands[begin]!.words[0] === "!") return "`!` turns its exit status round";
  if (commands[begin - 1]?.after === "||") return "it runs only where the command before it fails";
  let first = begin;
  while (commands[first - 1]?.after === "|") first--;
  // `set -e` ends a line for the last command of a chain only, and not where one before it failed.
  let isChained = commands[first - 1]?.after === "&&";
  for (let at = begin; at < commands.length; at++) {
    const { after } = commands[at]!;
    if (after === "&") return "it runs beside the line";
    if (at === commands.length - 1) break;
    if (after === "|" && piped > begin) return "a pipe hides its exit status";
    if (after === "||" && fails(commands[at + 1]!.words)) return null;
    if (after === "||") return "a command behind `||` hides its exit status";
    if (after === ";" && (strict > begin || isChained)) {
      return "a command after it hides its exit status";
    }
    isChained ||= after === "&&";
  }
  return null;
}

/** Whether nothing else in the line can have failed in its place. */
function isAlone({ commands, strict, piped, isUnset, lines }: ReadLine, at: number): boolean {
  return commands.every((command, other) => {
    const { words, after } = command;
    if (other === at || isHarmless(command, lines) || after === "&") return true;
    if (leaves(words) || words[0] === "false") {
      return other > at || isHarmless(commands[other - 1] ?? command, lines);
    }
    return !isUnset &&
      ((after === "|" && piped > other) || (other < at && after === ";" && strict > other));
  });
}

/** Whether a command cannot be the reason for a failure: it would have said so, or never fails. */
function isHarmless({ words, text }: SimpleCommand, lines: readonly string[]): boolean {
  const [program = ""] = words;
  if (SAFE.test(program) || words.every(isAssignment)) return true;
  if (!TELLING.test(program) || /2>|&>/.test(text)) return false;
  const names = words.filter((word) => !isOption(word)).map((word) => `${word}: `);
  const read = [...lines.slice(0, 30), ...lines.slice(30).slice(-30)];
  return !read.some((line) => names.some((name) => line.slice(0, 500).includes(name)));
}

/** `npm test; echo "exit: $?"`: what stands behind `exit: ` in the output. */
function echoedStatus(line: ReadLine, begin: number): number | null {
  const { commands, echoes } = line;
  let at = begin;
  while (commands[at]?.after === "|" || commands[at]?.after === "&&") at++;
  const echo = commands[at]?.after === ";" ? echoes[at + 1] ?? null : null;
  if (echo === null) return null;
  let from = at;
  while (commands[from - 1]?.after === "|") from--;
  if (echo.first ? begin > from : from < at && line.piped > begin) return null;
  const status = printed(line, echo.before, at + 1);
  // A chain stops at the first that fails: which one that was, its status does not tell.
  let first = from;
  while (commands[first - 1]?.after === "&&") first--;
  const alone = commands.slice(first, at + 1).every((command, index) =>
    first + index === begin || isHarmless(command, line.lines) ||
    (echo.first && first + index > from)
  );
  return status === 0 || alone ? status : null;
}

/** What an echo prints in front of a status, and whether that is of a pipeline's first command. */
function echoIn({ words: [program = "", ...rest] }: SimpleCommand) {
  if (program !== "echo" && program !== "printf") return null;
  const text = rest.join(" ").slice(0, 1000);
  const mark = /\$\{PIPESTATUS\[0\]\}|\$PIPESTATUS\b(?!\[)|\$\{?\?\}?/.exec(text);
  if (mark === null) return null;
  const before = text.slice(0, mark.index).replace(/^-\w /, "").split("\\n").at(-1)!.trimStart();
  return { before, first: mark[0].includes("PIPE") };
}

/** The number that an echo printed: of several that print alike, the one in its place. */
function printed({ lines, echoes }: ReadLine, before: string, at: number): number | null {
  const alike = echoes.flatMap((echo, index) => echo?.before === before ? [index] : []);
  const found = lines.flatMap((line) => {
    const text = line.trimStart();
    const status = text.startsWith(before) && /^\d{1,3}(?!\w)/.exec(text.slice(before.length))?.[0];
    return status && (before !== "" || text === status) ? [Number(status)] : [];
  });
  if (alike.length === 1) return found.at(-1) ?? null;
  return found.length === alike.length ? found[alike.indexOf(at)] ?? null : null;
}

/** How shells and launchers name a program that is not there. */
const NO_PROGRAM: readonly RegExp[] = [
  /^(?:\S{1,80}: )?(?:line \d{1,9}: |\d{1,9}: )?(?<name>[\w./@+-]{1,120}): (?:(?:command )?not found|No such file or directory|Permission denied|cannot execute.{0,80})$/,
  /^(?:\S{1,80} )?(?:\S{1,80}: ?)?[Cc]ommand not found: (?<name>\S{1,120})$/,
  /^(?:error: )?(?:[Ff]ailed to (?:spawn|run command):?|no such command:) [`'‘"](?<name>[^`'’"]{1,120})/,
  /^(?:timeout|env|nohup|sudo|exec|xargs|time): .{0,60}[`'‘"](?<name>[^`'’"]{1,120})['’"]: No such file/,
  /^\S{0,120}python[\d.]{0,6}: No module named (?<name>\S{1,120})$/,
  /^(?:\S{0,120}python[\d.]{0,6}: can't open file|Error: Cannot find module) ['"](?:[^'"]{0,300}\/)?(?<name>[^'"/]{1,120})['"]/,
  /^'?(?<name>[\w./@+-]{1,120})'? is not recognized as (?:an internal|the name)/,
  /exec: "(?<name>[^"]{1,120})": executable file not found/,
];

/** How launchers say that a project has no such script, or that there is no project. */
const NO_SCRIPT: readonly RegExp[] = [
  /^npm (?:ERR!|error) (?:Missing script|could not determine executable|code ENOENT)/i,
  /^(?:error|undefined| )? ?Command "[^"]{1,120}" not found|^Usage Error: Couldn't find a script/,
  /ERR_PNPM_(?:RECURSIVE_RUN_)?NO_(?:SCRIPT|IMPORTER_MANIFEST)/,
  /^error: (?:Script not found|Justfile does not contain recipe|No justfile found)/i,
  /^(?:error: )?Task not found: |^task: (?:Task ".{1,120}" does not exist|No Taskfile found)/,
  /^g?make(?:\[\d+\])?: \*\*\* No (?:rule to make target [^,]{1,200}['’]\.|targets)/,
  /^mise ERROR no tasks? |^Don't know how to build task|^Task '[^']{1,120}' not found/,
  /^error: (?:no such (?:sub)?command|could not find `Cargo\.toml`)/,
  /^go: (?:go\.mod file not found|cannot find main module)/,
];

/** Programs that start what a project calls a script. */
const LAUNCHERS = new Set(
  ("npm npx pnpm yarn bun bunx deno make gmake just mise task rake turbo nx composer tox nox " +
    "poe hatch invoke gradle gradlew cargo go bash sh zsh").split(" "),
);

/** Tests that were counted ran, whatever they could not start. */
const COUNTS =
  /(?:^|[\s(,|:])\d{1,9} (?:tests? )?(?:pass|fail|test|example|spec|error)|^(?:test result: |ok {1,4}\t|FAIL\b)/;

/** Reads what an output says is not there: why a command was never started, as a clause, or null. */
function missingIn(lines: readonly string[]): (words: readonly string[]) => string | null {
  // What is not there is said at once, or at the end.
  const read = [...lines.slice(0, 30), ...lines.slice(30).slice(-30)];
  const silent = !read.some((line) => COUNTS.test(line));
  const names = read.flatMap((line) => {
    const [name] = NO_PROGRAM.flatMap((pattern) => pattern.exec(line)?.groups?.["name"] ?? []);
    // Whether the launchers that start it may be meant.
    const inner = silent && !/ No such file or directory$| Permission denied$/.test(line);
    return name === undefined ? [] : [{ name: bareName(name), inner }];
  });
  const script = read.some((line) => NO_SCRIPT.some((pattern) => pattern.test(line)));
  return (words) => {
    const { program, args } = invocationOf(words) ?? { program: "", args: [] };
    const starts = LAUNCHERS.has(program);
    if (script && starts) return "the project has no such script";
    // `bash x.sh`, `node x.js`, `python x.py`: the file is what was to run.
    const file = INTERPRETERS.test(program) ? args.find((arg) => !isOption(arg)) ?? "-" : program;
    for (const { name, inner } of names) {
      if (name === program || name === bareName(file)) return `\`${name}\` is not there`;
      if (inner && starts) return `\`${name}\`, which it starts, is not there`;
    }
    return null;
  };
}
