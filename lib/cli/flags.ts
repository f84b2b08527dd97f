/**
 * The flags of a command line: a table of them says how each is read and what the help tells of it.
 */

import { resolve } from "node:path";
import { listed } from "../text/figures.ts";
import { UserError } from "../text/errors.ts";

/** The command line is wrong; the message names what is. */
export class UsageError extends UserError {
  override name = "UsageError";
}

/** A flag: what the help says of it, and how its text becomes a value. */
export interface Flag<Value> {
  readonly help: string;
  /** What stands for the value in the help; null where the flag takes none. */
  readonly takes: string | null;
  /** What a value must be, for the message to the person who gave another. */
  readonly expected: string;
  /** Null where the text is no such value. */
  readonly parse: (text: string) => Value | null;
  /** What holds where the flag is not given. */
  readonly absent: Value;
  /** Whether it may be given several times; the value is then a list of all. */
  readonly many?: true;
  /** What to ask the person who left out a flag that must be there. */
  readonly required?: string;
  /** The heading that it stands under in the help. */
  readonly group?: string;
}

/** The flags of a script, by their names in code: `dryRun` is `--dry-run`. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of a script's flags. */
export type Values<Table extends Flags> = {
  readonly [Name in keyof Table]: Table[Name] extends Flag<infer Value> ? Value : never;
};

/** A flag that is there or not. */
export function flag(help: string): Flag<boolean> {
  return { help, takes: null, expected: "", parse: () => true, absent: false };
}

/** A flag whose text is a value that `parse` reads; null where it is none. */
export function value<Value>(
  takes: string,
  help: string,
  expected: string,
  parse: (text: string) => Value | null,
): Flag<Value | undefined> {
  return { help, takes, expected, parse, absent: undefined };
}

/** A flag with any text. */
export function text(takes: string, help: string): Flag<string | undefined> {
  return value(takes, help, "a text", (text) => text);
}

/** A flag that names a file or a folder, from where the person stands. */
export function path(takes: string, help: string): Flag<string | undefined> {
  return value(
    takes,
    help,
    "a path",
    (text) => text === "" ? null : resolve(callersFolder(), text),
  );
}

/** A flag with one of some words. */
export function oneOf<const Word extends string>(
  takes: string,
  help: string,
  known: readonly Word[],
): Flag<Word | undefined> {
  return value(
    takes,
    help,
    listed(known, "or"),
    (text) => known.find((word) => word === text) ?? null,
  );
}

/** A flag with a number in a range. */
export function number(
  takes: string,
  help: string,
  { from, to = Infinity, whole = false }: { from: number; to?: number; whole?: boolean },
): Flag<number | undefined> {
  const expected = `a ${whole ? "whole " : ""}number from ${from}${
    to === Infinity ? "" : ` to ${to}`
  }`;
  return value(takes, help, expected, (text) => {
    const number = text.trim() === "" ? NaN : Number(text);
    return number >= from && number <= to && !(whole && !Number.isInteger(number)) ? number : null;
  });
}

/** A flag with a value that holds where none is given; the help says which. */
export function byDefault<Value>(flag: Flag<Value | undefined>, absent: Value): Flag<Value> {
  const parse = flag.parse as (text: string) => Value | null;
  return { ...flag, parse, absent, help: `${flag.help} (default: ${absent})` };
}

/** A flag that may be given several times. */
export function repeated<Value>(flag: Flag<Value | undefined>): Flag<readonly Value[]> {
  const parse = flag.parse as (text: string) => Value | null;
  return { ...flag, parse: (text) => listOf(parse(text)), absent: [], many: true };
}

function listOf<Value>(value: Value | null): readonly Value[] | null {
  return value === null ? null : [value];
}

/** A flag that must be given; a person who leaves it out is asked the question. */
export function required<Value>(flag: Flag<Value | undefined>, question: string): Flag<Value> {
  return { ...flag as Flag<Value>, required: question };
}

/** Flags under a heading of their own in the help. */
export function group<Table extends Flags>(heading: string, flags: Table): Table {
  const named = Object.entries(flags).map(([name, flag]) => [name, { ...flag, group: heading }]);
  return Object.fromEntries(named) as Table;
}

/** Where the person stands: `deno task` starts scripts beside deno.json and leaves that here. */
export function callersFolder(): string {
  // A script that was started directly, with tighter permissions, is not asked for one more.
  const { state } = Deno.permissions.querySync({ name: "env", variable: "INIT_CWD" });
  return (state === "granted" ? Deno.env.get("INIT_CWD") : undefined) ?? Deno.cwd();
}

/** A flag's name as a person types it. */
export function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
