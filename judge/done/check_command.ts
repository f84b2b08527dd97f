/** Which checks a simple command runs. To read, write or mention a test is none. */

import { CHECK_PROGRAMS, type CheckProgram } from "./check_programs.ts";
import { narrowingOf, settingsOf } from "./check_scope.ts";
import { scriptCheckOf } from "./check_scripts.ts";
import { type Invocation, invocationOf, isOption } from "./shell_words.ts";
import { type CheckCommand, toolCheckOf } from "./tool_checks.ts";

/** With one of these nothing is checked. */
const ONLY_ASKS = new Set(
  ("--help -h --version -V -version --listTests --list --collect-only --co --no-run --showConfig " +
    "--init --print-config --show-config --dry-run --clearCache").split(" "),
);

/** Launchers that also run the programs of a project's packages by their bare name. */
const RUN_PROGRAMS_TOO = new Set(["yarn", "pnpm", "bun", "npm"]);

/** The check that these words run; null where they run none. */
export function checkCommandOf(words: readonly string[]): CheckCommand | null {
  const invocation = invocationOf(words);
  if (invocation === null || invocation.args.some((arg) => ONLY_ASKS.has(arg))) return null;
  return known(invocation) ?? behindLauncher(invocation) ?? scripted(invocation, words) ??
    toolCheckOf(invocation);
}

function known({ program, args }: Invocation): CheckCommand | null {
  const rows = Object.hasOwn(CHECK_PROGRAMS, program) ? CHECK_PROGRAMS[program]! : [];
  const given = program === "cargo" ? args.filter((arg) => !arg.startsWith("+")) : args;
  const row = rows.find((row) => fits(row, given));
  if (row === undefined) return null;
  const { kind, runner, names, targets, quiet } = row;
  const scope = { runner, args: behindSub(row, given), names: !!names, targets: !!targets };
  const { paths, filters } = narrowingOf(scope);
  return {
    kind,
    runner,
    launcher: runner,
    script: "",
    partial: paths.length + filters.length > 0,
    paths,
    filters: [...filters, ...settingsOf(runner, args)],
    wide: isWide(program, args),
    quiet: !!quiet,
  };
}

const WIDE = /^(?:-r|--recursive|--workspaces|-ws|--all|foreach|workspaces|run-many)$/;

function isWide(program: string, args: readonly string[]): boolean {
  if (program === "turbo" || program === "lerna") return true;
  return args.some((arg) => WIDE.test(arg) || (program === "cargo" && arg === "--workspace"));
}

function fits({ sub, needs, not }: CheckProgram, args: readonly string[]): boolean {
  const first = args.find((arg) => !isOption(arg));
  return (sub === undefined || sub === null || sub.includes(first ?? "")) &&
    (needs === undefined || needs.some((need) => args.includes(need))) &&
    !(not?.includes(first ?? "") ?? false);
}

/** `vitest run a`, `cargo nextest run a`: what comes behind the words that name the action. */
function behindSub({ sub, needs, runner }: CheckProgram, args: readonly string[]): string[] {
  const actions = new Set([...sub ?? [], ...needs ?? []]);
  if (runner === "vitest") { for (const word of ["run", "watch", "related"]) actions.add(word); }
  const rest = [...args];
  for (let at = 0; at < rest.length && actions.size > 0; at++) {
    if (isOption(rest[at]!) && !actions.has(rest[at]!)) continue;
    if (!actions.has(rest[at]!)) break;
    actions.delete(rest[at]!);
    rest.splice(at--, 1);
  }
  return rest;
}

function behindLauncher({ program, args }: Invocation): CheckCommand | null {
  if (!RUN_PROGRAMS_TOO.has(program)) return null;
  const rest = args.filter((arg, at) => !(at === 0 && (arg === "run" || arg === "exec")));
  const name = rest[0] ?? "";
  if (!Object.hasOwn(CHECK_PROGRAMS, name)) return null;
  return known({ program: name, args: rest.slice(1) });
}

function scripted(invocation: Invocation, words: readonly string[]): CheckCommand | null {
  const word = words.find((word) => word.toLowerCase().endsWith(invocation.program)) ?? "";
  const script = scriptCheckOf(invocation, word);
  if (script === null) return null;
  const scope = { runner: "script", args: script.rest, names: false, targets: false };
  const { paths, filters } = script.kind === "test"
    ? narrowingOf(scope)
    : { paths: [], filters: [] };
  return {
    kind: script.kind,
    runner: null,
    launcher: invocation.program,
    script: script.name,
    partial: script.narrowed || paths.length + filters.length > 0,
    paths,
    filters: [...filters, ...script.packages],
    wide: isWide(invocation.program, invocation.args),
    quiet: false,
  };
}
