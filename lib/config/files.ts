/**
 * The two files that hold settings, the person's own and the repository's, and what they have under
 * the key `reflection`. What cannot be read is a line for the person, never an exception.
 */

import { OWN_FOLDER } from "../store/own_folder.ts";
import { UserError } from "../text/errors.ts";
import { plainLine, quoted, shortened } from "../text/text.ts";
import { isObject } from "../text/values.ts";

/** The repository's file, relative to its top folder. */
export const REPOSITORY_CONFIG = `${OWN_FOLDER}/config.json`;

/** A larger file holds no settings: it is named and not read. */
const MAX_BYTES = 256 * 1024;

/** The longest file that is read, in UTF-16 units. */
export const MAX_CONFIG_LENGTH: number = 64 * 1024;

/** Whose file it is, as problems name it. */
type ConfigOwner = "user's" | "repository's";

/** Says a problem in the words of the file's owner. */
export type Tell = (problem: string) => void;

/** A way to read environment variables. */
export type Environment = (name: string) => string | undefined;

/** What both files hold; null where there is none that can be read. */
interface ConfigTexts {
  readonly user: string | null;
  readonly repository: string | null;
  readonly problems: string[];
}

/** The user's own file, or null where no variable says where it would be. */
export function userConfigPath(env: Environment): string | null {
  const [xdg, home] = [env("XDG_CONFIG_HOME"), env("HOME")];
  // A relative path would lead into the repository, whose files are not the user's word.
  if (xdg?.startsWith("/")) return `${xdg}/reflection/config.json`;
  return home?.startsWith("/") ? `${home}/.config/reflection/config.json` : null;
}

/** Reads both files for the repository with this top folder. Never throws. */
export function readConfigTexts(top: string, env: Environment): ConfigTexts {
  const problems: string[] = [];
  const attempt = (owner: ConfigOwner, read: () => string): string | null => {
    try {
      return read();
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      // The message may hold what a link leads to, or a path of this machine.
      const detail = error instanceof UserError ? error.message : (error as Error).name;
      teller(owner, problems)(`Cannot read the file: ${shown(detail)}`);
      return null;
    }
  };
  const mine = userConfigPath(env);
  const user = mine === null ? null : attempt("user's", () => textOf(mine));
  const repository = attempt("repository's", () => {
    const path = `${top}/${REPOSITORY_CONFIG}`;
    const place = `${Deno.realPathSync(top)}/${REPOSITORY_CONFIG}`;
    // A repository may bring links along, to whatever it likes to have read.
    if (Deno.realPathSync(path) !== place) throw new UserError("it is led to by a link");
    return textOf(path);
  });
  return { user, repository, problems };
}

function textOf(path: string): string {
  const { isFile, size } = Deno.statSync(path);
  // Anything else might never end, or never begin.
  if (!isFile) throw new UserError("it is not a plain file");
  if (size > MAX_BYTES) throw new UserError(`it is larger than ${MAX_BYTES} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UserError("it is not UTF-8");
  }
}

/** Collects the problems of one file, each with whose it is. */
export function teller(owner: ConfigOwner, problems: string[]): Tell {
  return (problem) => problems.push(`${problem} (${owner} config)`);
}

/** What a file has under `reflection`; null where there is nothing, or no object. */
export function reflectionIn(text: string | null, tell: Tell): Record<string, unknown> | null {
  const file = text === null ? null : parsed(text, tell);
  return file === null ? null : objectAt("reflection", file.reflection, tell);
}

function parsed(text: string, tell: Tell): Record<string, unknown> | null {
  if (text.length > MAX_CONFIG_LENGTH) {
    tell(`The file is longer than ${MAX_CONFIG_LENGTH} characters`);
    return null;
  }
  try {
    const value: unknown = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    return objectAt("The file", value, tell);
  } catch (error) {
    tell(`Cannot parse the file: ${shown((error as Error).message)}`);
    return null;
  }
}

/** The value if it is an object; null if it is not there, or not one, which is then named. */
export function objectAt(
  path: string,
  value: unknown,
  tell: Tell,
): Record<string, unknown> | null {
  if (value === undefined) return null;
  if (isObject(value)) return value;
  tell(`${path} must be an object, got ${quoted(value)}`);
  return null;
}

/** Text of a file in a message. */
export function shown(text: string): string {
  return plainLine(shortened(text, 60));
}
