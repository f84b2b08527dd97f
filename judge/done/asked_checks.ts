/** The checks that a shell line asks for, those inside other shells included. */

import { checkCommandOf } from "./check_command.ts";
import type { CheckCommand } from "./tool_checks.ts";
import { foldersOf } from "./check_folder.ts";
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
  /** The folder in which it ran, as far as the line tells. */
  readonly folder: string;
  /** The command of the outer line that it belongs to. */
  readonly outer: number;
}

/** The checks of a line that begins in a folder, in the order in which they stand there. */
export function askedChecks(line: readonly SimpleCommand[], folder = ""): AskedCheck[] {
  return askedIn(line, { lost: false, depth: 0, folder, outer: null });
}

interface Around {
  readonly lost: boolean;
  readonly depth: number;
  readonly folder: string;
  readonly outer: number | null;
}

function askedIn(line: readonly SimpleCommand[], around: Around): AskedCheck[] {
  if (around.depth >= DEEPEST) return [];
  const folders = foldersOf(line, around.folder);
  return line.flatMap((command, at) => {
    const check = checkCommandOf(command.words);
    const { lost } = around;
    const folder = folders[at]!;
    const outer = around.outer ?? at;
    const here = check === null ? [] : [{ check, command, line, at, lost, folder, outer }];
    const within = { lost, depth: around.depth + 1, folder, outer };
    const inner = command.inner.flatMap((text) =>
      askedIn(simpleCommands(text), { ...within, lost: true })
    );
    return [...here, ...inner, ...askedIn(shellText(command), within)];
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
