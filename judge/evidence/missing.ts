/** Whether a command was never started because it is not there: a program, or a script of a project. */

import { bareName, INTERPRETERS, invocationOf, isOption } from "./programs.ts";

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

/** Lines at either end of an output: what is not there is said at once, or at the end. */
const LINES = 30;

/** What an output says is not there. */
export interface Missing {
  /** Bare names of programs, and whether the launchers that start them may be meant. */
  readonly names: readonly { readonly name: string; readonly inner: boolean }[];
  /** Whether a launcher found no such script. */
  readonly script: boolean;
}

/** What an output says is not there. */
export function missingIn(lines: readonly string[]): Missing {
  const read = lines.length <= 2 * LINES
    ? lines
    : [...lines.slice(0, LINES), ...lines.slice(-LINES)];
  const silent = !read.some((line) => COUNTS.test(line));
  const names: { name: string; inner: boolean }[] = [];
  for (const line of read) {
    if (line === "") continue;
    const named = NO_PROGRAM.map((pattern) => pattern.exec(line)?.groups?.["name"])
      .find((name) => name);
    if (named === undefined) continue;
    const inner = silent && !/ No such file or directory$| Permission denied$/.test(line);
    names.push({ name: bareName(named), inner });
  }
  const script = read.some((line) => NO_SCRIPT.some((pattern) => pattern.test(line)));
  return { names, script };
}

/** Why a command was never started, as a clause; null where nothing says that it was not. */
export function whyMissing(words: readonly string[], { names, script }: Missing): string | null {
  const invocation = names.length > 0 || script ? invocationOf(words) : null;
  if (invocation === null) return null;
  const { program, args } = invocation;
  if (script && LAUNCHERS.has(program)) return "the project has no such script";
  for (const { name, inner } of names) {
    if (name === program || name === scriptOf(program, args)) return `\`${name}\` is not there`;
    if (inner && LAUNCHERS.has(program)) return `\`${name}\`, which it starts, is not there`;
  }
  return null;
}

/** `bash x.sh`, `node x.js`, `python x.py`: the file is what was to run. */
function scriptOf(program: string, args: readonly string[]): string | null {
  return INTERPRETERS.test(program) ? bareName(args.find((arg) => !isOption(arg)) ?? "-") : null;
}
