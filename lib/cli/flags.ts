/**
 * The command line of every script here: strict flags, `--help`, and three ways to end. Results go
 * to stdout, messages to stderr; exit 0 is done, 1 failed, 2 wrong usage.
 */

import { parseArgs, type ParseArgsConfig } from "node:util";
import { StoreError } from "../store/store.ts";
import { UserError } from "../text/errors.ts";

/** The command line is wrong; the message names what is. */
export class UsageError extends UserError {
  override name = "UsageError";
}

/** What a script accepts, in the form of `node:util`. */
export type FlagOptions = NonNullable<ParseArgsConfig["options"]>;

/** The flags and the other arguments of a command line. */
export type Flags<T extends FlagOptions> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>
>;

/**
 * Reads a command line. A literal `--` in front, which `deno task` hands on, is accepted.
 *
 * @throws {UsageError} If a flag is unknown or lacks its value.
 */
export function readFlags<const T extends FlagOptions>(
  args: readonly string[],
  options: T,
): Flags<T> {
  const rest = args[0] === "--" ? args.slice(1) : [...args];
  try {
    return parseArgs({ args: rest, options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/\.\s/);
    throw new UsageError(sentence);
  }
}

/** For scripts that take flags only. */
export function refusePositionals(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}"`);
}

/** Where the person stands: `deno task` starts scripts beside deno.json and leaves that here. */
export function callersFolder(): string {
  // Who starts a script directly, with tighter permissions, is not asked for one more.
  const { state } = Deno.permissions.querySync({ name: "env", variable: "INIT_CWD" });
  return (state === "granted" ? Deno.env.get("INIT_CWD") : undefined) ?? Deno.cwd();
}

/** A number in a range, from a flag. */
export function numberFlag(name: string, value: string, min: number, max: number): number {
  const number = value.trim() === "" ? NaN : Number(value);
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} must be a number from ${min} to ${max}, got "${value}"`);
}

/**
 * Runs a script's main function and ends the process as the rules above say; with `--help`, prints
 * the help instead. An error that says what stands in the way is shown as one line; any other is a
 * fault of ours and keeps its stack.
 */
export async function runScript(
  help: string,
  main: (args: readonly string[]) => Promise<number> | number,
  more: readonly (new (...args: never[]) => Error)[] = [],
): Promise<void> {
  if (Deno.args.includes("--help")) {
    console.log(help);
    Deno.exit(0);
  }
  try {
    Deno.exitCode = await main(Deno.args);
  } catch (error) {
    const usage = error instanceof UsageError;
    if (![UserError, StoreError, ...more].some((kind) => error instanceof kind)) throw error;
    console.error((error as Error).message + (usage ? "; --help tells what is accepted" : ""));
    Deno.exitCode = usage ? 2 : 1;
  }
  // Done is done: a connection that somebody took and never answered would be waited for.
  Deno.exit();
}
