/** Tools of other programs that run a project's checks: `mcp__x__run_tests`. */

import type { ToolCall } from "../conversation.ts";
import type { Narrowing } from "./check_scope.ts";
import type { CheckKind } from "./facts.ts";
import type { Invocation } from "./shell_words.ts";

/** A check as it was asked for. */
export interface CheckCommand extends Narrowing {
  readonly kind: CheckKind;
  /** Null where the project chose the name: the output tells who ran. */
  readonly runner: string | null;
  /** Who started it, for a script. */
  readonly launcher: string;
  /** What the project calls it; empty where a program was called by its own name. */
  readonly script: string;
  readonly partial: boolean;
  /** It was asked to go through all packages. */
  readonly wide: boolean;
  /** It prints nothing where it finds nothing. */
  readonly quiet: boolean;
}

/** Names without `_` and `-`, in lower case; the first that fits. */
const KINDS: readonly (readonly [CheckKind, RegExp])[] = [
  ["test", /^(?:run|execute)?(?:all|unit|project)?tests?(?:suite)?$/],
  ["build", /^(?:run|execute)?(?:project)?build(?:project)?$/],
  ["types", /^(?:run)?(?:typecheck|tsc)$/],
  ["lint", /^(?:run)?(?:lint|linter|eslint)$/],
];

/** What a tool's input may narrow a check to. */
const NARROWS = [
  ..."path file file_path filePath filter pattern grep test testName test_name".split(" "),
];

/** The last part of a tool's name, where another program offers it. */
export function offeredName(name: string): string | null {
  const parts = name.slice(0, 300).toLowerCase().split("__");
  return parts.length > 1 && parts[0] === "mcp" ? parts.at(-1)!.replace(/[_-]/g, "") : null;
}

/** What a tool checks, by its name; null where it checks nothing. */
export function checkedBy(name: string): CheckKind | null {
  const offered = offeredName(name);
  return offered === null ? null : KINDS.find(([, known]) => known.test(offered))?.[0] ?? null;
}

/** Such a call as the words of a command. */
export function wordsOfTool({ name, input }: ToolCall): string[] {
  const narrowed = NARROWS.map((key) => input[key]).filter((value) => typeof value === "string");
  return [name.slice(0, 300), ...narrowed.filter((value) => value !== "")];
}

/** How much of an answer is parsed, in UTF-16 units, and how many values in it are looked at. */
const MOST_PARSED = 1_000_000;
const MOST_VALUES = 5_000;

/** What an answer in JSON says in plain text, and the exit status in it; null for other answers. */
export function answerOf(output: string | null): { text: string; exit: number | null } | null {
  if (output === null || output.length > MOST_PARSED || !/^\s{0,9}[{[]/.test(output)) return null;
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return null;
  }
  const texts: string[] = [];
  let exit: number | null = null;
  const open: unknown[] = [value];
  for (let at = 0; at < open.length && at < MOST_VALUES; at++) {
    const one = open[at];
    if (typeof one === "string") texts.push(one);
    if (typeof one !== "object" || one === null) continue;
    for (const [name, inner] of Object.entries(one).slice(0, MOST_VALUES)) {
      if (/^exit_?(?:code|status)$/i.test(name) && Number.isInteger(inner)) exit ??= Number(inner);
      else open.push(inner);
    }
  }
  return { text: texts.join("\n"), exit };
}

/** The check that such words stand for. */
export function toolCheckOf({ program, args }: Invocation): CheckCommand | null {
  const kind = checkedBy(program);
  if (kind === null) return null;
  return {
    kind,
    runner: null,
    launcher: program,
    script: program,
    partial: args.length > 0,
    paths: args,
    filters: [],
    wide: false,
    quiet: false,
  };
}
