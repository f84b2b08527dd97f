/** The checks that a shell line asks for, those inside other shells included. */

import { type CheckCommand, checkCommandOf } from "./check_command.ts";
import { type SimpleCommand, simpleCommands } from "./shell_line.ts";
import { invocationOf } from "./shell_words.ts";

/** How deep `bash -c "…"` and `$(…)` are followed. */
const DEEPEST = 3;

/** A check inside a run, before its end is known. */
export interface AskedCheck {
  readonly check: CheckCommand;
  readonly command: SimpleCommand;
  /** The line that it stands in, and where. */
  readonly line: readonly SimpleCommand[];
  readonly at: number;
  /** It stands inside `$(…)`, where its status is lost. */
  readonly lost: boolean;
}

/** The checks of a line, in the order in which they stand there. */
export function askedChecks(line: readonly SimpleCommand[]): AskedCheck[] {
  return askedIn(line, false, 0);
}

function askedIn(line: readonly SimpleCommand[], lost: boolean, depth: number): AskedCheck[] {
  if (depth >= DEEPEST) return [];
  return line.flatMap((command, at) => {
    const check = checkCommandOf(command.words);
    const here = check === null ? [] : [{ check, command, line, at, lost }];
    const inner = command.inner.flatMap((text) => askedIn(simpleCommands(text), true, depth + 1));
    return [...here, ...inner, ...askedIn(shellText(command), lost, depth + 1)];
  });
}

/** The line that `bash -c` or `eval` was given. */
function shellText({ words }: SimpleCommand): SimpleCommand[] {
  const invocation = invocationOf(words);
  if (invocation === null) return [];
  const { program, args } = invocation;
  if (program === "eval") return simpleCommands(args.join(" "));
  if (!/^(?:ba|z|da)?sh$/.test(program)) return [];
  const at = args.findIndex((arg) => /^-\w{0,4}c$/.test(arg));
  return at < 0 ? [] : simpleCommands(args[at + 1] ?? "");
}

/** Whether the second only runs where the first ended well. */
export function isChained(first: AskedCheck, second: AskedCheck): boolean {
  return first.line === second.line && first.at < second.at &&
    first.line.slice(first.at, second.at).every(({ after }) => after === "&&");
}
