/**
 * The command line of every script. One table says its flags: from it come the strict reading, the
 * checks of their values, and what `--help` prints. Results go to stdout, messages to stderr; exit 0
 * is done, 1 failed, 2 wrong usage, 3 found what the script was asked to look for.
 */

import { parseArgs } from "node:util";
import { StoreError } from "../store/store.ts";
import { UserError } from "../text/errors.ts";
import { listed } from "../text/figures.ts";
import { dashed, type Flag, type Flags, UsageError, type Values } from "./flags.ts";

/** As wide as the help is. */
const WIDTH = 100;

/** A script. */
export interface Command<Table extends Flags> {
  /** Its task in deno.json. */
  readonly name: string;
  readonly summary: string;
  /** The arguments of each way to call it, without the name and `[options]`. */
  readonly usage?: readonly string[];
  /** Paragraphs between the usage and the flags. */
  readonly about?: readonly string[];
  /** Lists of words and what they mean, by their heading. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly flags: Table;
  /** How many arguments that are no flags it takes at most; none where this is left out. */
  readonly most?: number;
  /** Groups of flags of which one may be given. */
  readonly apart?: readonly (readonly (keyof Table & string)[])[];
  /** Flags that mean nothing without another. */
  readonly needs?: { readonly [Name in keyof Table]?: keyof Table & string };
  /** Paragraphs after the flags. */
  readonly notes?: readonly string[];
  /** What an exit code means, where it is not the usual. */
  readonly exits?: Readonly<Record<number, string>>;
  /** Errors beside `UserError` whose message is all that a person needs. */
  readonly errors?: readonly (new (...args: never[]) => Error)[];
  /** Does the work; the exit code, 0 where it says none. */
  run(values: Values<Table>, args: readonly string[]): Promise<number | void> | number | void;
}

/**
 * Runs a script and ends the process. An error that says what stands in the way is shown as one
 * line; any other is a fault of ours and keeps its stack.
 */
export async function command<Table extends Flags>(script: Command<Table>): Promise<never> {
  if (Deno.args.includes("--help")) {
    console.log(helpText(script));
    Deno.exit(0);
  }
  try {
    const { values, args } = readCommandLine(script, Deno.args);
    Deno.exitCode = await script.run(values, args) ?? 0;
  } catch (error) {
    const shown = [UserError, StoreError, ...script.errors ?? []];
    if (!shown.some((kind) => error instanceof kind)) throw error;
    const usage = error instanceof UsageError;
    console.error((error as Error).message + (usage ? "; --help tells what is accepted" : ""));
    Deno.exitCode = usage ? 2 : 1;
  }
  // A connection that another program took and never answered would be waited for.
  Deno.exit();
}

/** A literal `--` in front, which `deno task` hands on, is accepted. */
function readCommandLine<Table extends Flags>(
  { flags, most = 0, apart = [], needs = {} }: Command<Table>,
  args: readonly string[],
): { values: Values<Table>; args: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { takes, many = false }]) =>
      [dashed(name), { type: takes === null ? "boolean" : "string", multiple: many }] as const
    ),
  );
  const given = parse(args[0] === "--" ? args.slice(1) : [...args], options);
  const isGiven = (name: string): boolean => given.values[dashed(name)] !== undefined;
  if (given.positionals.length > most) {
    throw new UsageError(`Unexpected argument "${given.positionals[most]}"`);
  }
  for (const names of apart) {
    const both = names.filter(isGiven).map((name) => `--${dashed(name)}`);
    if (both.length > 1) throw new UsageError(`${listed(both, "and")} do not go together`);
  }
  for (const [name, other] of Object.entries(needs)) {
    if (isGiven(name) && !isGiven(other!)) {
      throw new UsageError(`--${dashed(name)} needs --${dashed(other!)}`);
    }
  }
  const values = Object.entries(flags).map(([name, flag]) =>
    [name, valueOf(dashed(name), flag, given.values[dashed(name)])] as const
  );
  return { values: Object.fromEntries(values) as Values<Table>, args: given.positionals };
}

function parse(
  args: string[],
  options: Record<string, { type: "boolean" | "string"; multiple: boolean }>,
) {
  try {
    const { values, positionals, tokens } = parseArgs({
      ...{ args, options, allowPositionals: true, strict: true, tokens: true },
    });
    const once = new Set<string>();
    for (const { kind, ...token } of tokens) {
      if (kind !== "option" || !("name" in token)) continue;
      const { name } = token;
      if (once.has(name) && !options[name]?.multiple) {
        throw new UsageError(`--${name} is there twice`);
      }
      once.add(name);
    }
    return { values, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [sentence = ""] = (error as Error).message.split(/\.\s/);
    throw new UsageError(sentence);
  }
}

/** What `parseArgs` finds of a flag: a list where it may be given several times. */
type Given = string | boolean | (string | boolean)[] | undefined;

function valueOf(name: string, flag: Flag<unknown>, given: Given): unknown {
  if (given === undefined) {
    if (flag.required !== undefined) throw new UsageError(`--${name} is missing: ${flag.required}`);
    return flag.absent;
  }
  if (Array.isArray(given)) return given.flatMap((one) => valueOf(name, flag, one));
  const text = String(given);
  const value = flag.parse(text);
  if (value === null) throw new UsageError(`--${name} must be ${flag.expected}, got "${text}"`);
  return value;
}

/** What `--help` prints. */
function helpText<Table extends Flags>(script: Command<Table>): string {
  const { name, summary, usage = [""], about = [], lists = {}, flags, notes = [], exits } = script;
  const options: Record<string, Record<string, string>> = {};
  let last = "Options";
  for (const [name, { takes, help, group = "Options" }] of Object.entries(flags)) {
    last = group;
    options[group] ??= {};
    options[group][`--${dashed(name)}${takes === null ? "" : ` ${takes}`}`] = help;
  }
  options[last] = { ...options[last], "--help": "Print this text" };
  const column = widest(Object.values(options).flatMap(Object.keys));
  const calls = usage.map((args) => `deno task ${name} ${args === "" ? "" : `${args} `}[options]`);
  return [
    wrapped(summary),
    `Usage: ${calls.join("\n       ")}`,
    ...about.map((paragraph) => wrapped(paragraph)),
    ...Object.entries(lists).map(([title, rows]) =>
      section(title, rows, widest(Object.keys(rows)))
    ),
    ...Object.entries(options).map(([title, rows]) => section(title, rows, column)),
    ...notes.map((paragraph) => wrapped(paragraph)),
    `Exit: ${
      Object.entries({ 0: "done", 1: "failed", 2: "wrong usage", ...exits })
        .map((pair) => pair.join(" ")).join(", ")
    }`,
  ].join("\n\n");
}

function widest(names: readonly string[]): number {
  return Math.max(...names.map((name) => name.length));
}

function section(title: string, rows: Readonly<Record<string, string>>, column: number): string {
  const lines = Object.entries(rows).map(([name, help]) => {
    const indent = " ".repeat(column + 4);
    return `  ${name.padEnd(column)}  ${wrapped(help, indent)}`;
  });
  return [`${title}:`, ...lines].join("\n");
}

/** A text in lines that fit beside an indent; the first line stands where the caller puts it. */
function wrapped(text: string, indent: string = ""): string {
  const width = WIDTH - indent.length;
  return text.split("\n").flatMap((line) => {
    const lines = [""];
    for (const word of line.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`.trimStart();
      if (longer.length <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }).join(`\n${indent}`);
}
