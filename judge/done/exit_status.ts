/** Whether the exit status of a shell line is that of one of its commands. */

import type { SimpleCommand } from "./shell_line.ts";

/** What is known of how one command of a line ended, its output aside. */
export type Status =
  | "ok"
  | "failed"
  /** The line failed, and other commands of it may be the reason. */
  | "line_failed"
  /** Another command's status hides it. */
  | "hidden";

/** How a whole line ended. */
export type LineStatus = "ok" | "failed" | "unknown";

/** Commands that end a line with a failure of its own. */
const FAILS = new Set(["exit", "false", "return"]);

/** How one command of a line ended, as far as the line's status or an echoed one tells. */
export function statusOf(
  commands: readonly SimpleCommand[],
  at: number,
  line: LineStatus,
  lines: readonly string[],
): Status {
  const echoed = echoedStatus(commands, at, lines);
  if (echoed !== null) return echoed === 0 ? "ok" : "failed";
  if (line === "unknown" || isHidden(commands, at)) return "hidden";
  if (line === "ok") return "ok";
  return isAlone(commands, at) ? "failed" : "line_failed";
}

/** Whether the line could end well although this command failed. */
function isHidden(commands: readonly SimpleCommand[], begin: number): boolean {
  const strict = commands.slice(0, begin).some(({ words }) => isSet(words, /^-[a-z]*e/));
  const piped = hasPipefail(commands, begin);
  if (commands[begin]!.words[0] === "if" || commands[begin]!.words[0] === "while") return true;
  for (let at = begin; at < commands.length - 1; at++) {
    const { after } = commands[at]!;
    if (after === "|" && !piped) return true;
    if (after === "||" && !FAILS.has(commands[at + 1]!.words[0] ?? "")) return true;
    if (after === "||") return false;
    if ((after === ";" && !strict) || after === "&") return true;
  }
  return commands.at(-1)!.after === "&";
}

/** Whether nothing else in the line can have failed in its place. */
function isAlone(commands: readonly SimpleCommand[], at: number): boolean {
  return commands.every((command, other) =>
    other === at || isHarmless(command) || other < at &&
      command.after === ";"
  );
}

const HARMLESS = new Set(["cd", "export", "echo", "set", "pwd", "source", ".", "tail", "head"]);

function isHarmless({ words }: SimpleCommand): boolean {
  return HARMLESS.has(words[0] ?? "") || words.every((word) => /^\w{1,80}=/.test(word));
}

function hasPipefail(commands: readonly SimpleCommand[], before: number): boolean {
  return commands.slice(0, before).some(({ words }) =>
    words[0] === "set" && words.includes("pipefail")
  );
}

function isSet(words: readonly string[], option: RegExp): boolean {
  return words[0] === "set" && words.slice(1).some((word) => option.test(word));
}

/** `npm test; echo "exit: $?"`: what stands behind `exit: ` in the output. */
function echoedStatus(
  commands: readonly SimpleCommand[],
  begin: number,
  lines: readonly string[],
): number | null {
  let at = begin;
  while (commands[at]?.after === "|") at++;
  const echo = commands[at + 1];
  if (commands[at]?.after !== ";" || (echo?.words[0] !== "echo" && echo?.words[0] !== "printf")) {
    return null;
  }
  const text = echo.words.slice(1).join(" ");
  const piped = at > begin && !hasPipefail(commands, begin);
  const mark = /\$\{?PIPESTATUS(?:\[0\])?\}?/.exec(text) ??
    (piped ? null : /\$\{?\?\}?/.exec(text));
  if (mark === null) return null;
  const before = text.slice(0, mark.index).replace(/^-\w /, "").split("\\n").at(-1)!.trimStart();
  const line = lines.findLast((line) => statusIn(line, before) !== null);
  return line === undefined ? null : statusIn(line, before);
}

function statusIn(line: string, before: string): number | null {
  const found = line.trimStart();
  if (!found.startsWith(before)) return null;
  const status = /^\d{1,3}(?!\w)/.exec(found.slice(before.length));
  if (status === null || (before === "" && found !== status[0])) return null;
  return Number(status[0]);
}
