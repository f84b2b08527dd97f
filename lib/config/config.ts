/**
 * The settings from the person's own file and the repository's. What cannot be followed is a line in
 * `problems`, never an exception, and the default stands.
 *
 * Validated by hand, because a hook reads this and cannot pay for loading a validator; the tests
 * hold it to the schema in `_config_zod.ts`.
 */

import { OWN_FOLDER } from "../store/own_folder.ts";
import {
  CATEGORIES,
  DEFAULT_CONFIG,
  type ReviewConfig,
  type Setting,
  SETTINGS,
} from "./settings.ts";
import { UserError } from "../text/errors.ts";
import { isObject } from "../text/values.ts";
import { plainLine, quoted, shortened } from "../text/text.ts";

/** The repository's file, relative to its top folder. */
export const REPOSITORY_CONFIG = `${OWN_FOLDER}/config.json`;

/** A larger file holds no settings: it is named and not read. */
const MAX_BYTES = 256 * 1024;

/** The longest file that is read, in UTF-16 units. */
export const MAX_CONFIG_LENGTH: number = 64 * 1024;

/** So many unknown keys of an object are named; the others are counted. */
const MAX_UNKNOWN = 5;

/** The settings, and what could not be followed, one line each. */
interface ReadConfig {
  config: ReviewConfig;
  problems: string[];
}

type Environment = (name: string) => string | undefined;

/** The user's own file, or null where no variable says where it would be. */
export function userConfigPath(env: Environment): string | null {
  const [xdg, home] = [env("XDG_CONFIG_HOME"), env("HOME")];
  // A relative path would lead into the repository, whose files are not the user's word.
  if (xdg?.startsWith("/")) return `${xdg}/reflection/config.json`;
  return home?.startsWith("/") ? `${home}/.config/reflection/config.json` : null;
}

/** Reads the settings that hold in the repository with this top folder. Never throws. */
export function readConfigFiles(top: string, env: Environment): ReadConfig {
  const problems: string[] = [];
  const attempt = (owner: string, read: () => string): string | null => {
    try {
      return read();
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      // The message may hold what a link leads to, or a path of this machine.
      const detail = error instanceof UserError ? error.message : (error as Error).name;
      problems.push(`Cannot read the file: ${shown(detail)} (${owner} config)`);
      return null;
    }
  };
  const mine = userConfigPath(env);
  const userText = mine === null ? null : attempt("user's", () => textOf(mine));
  const repositoryText = attempt("repository's", () => {
    const path = `${top}/${REPOSITORY_CONFIG}`;
    const place = `${Deno.realPathSync(top)}/${REPOSITORY_CONFIG}`;
    // A repository may bring links along, to whatever it likes to have read.
    if (Deno.realPathSync(path) !== place) throw new UserError("it is led to by a link");
    return textOf(path);
  });
  const { config, problems: bad } = readConfig(
    userText,
    repositoryText,
    env("REFLECTION_REVIEW") === "on",
  );
  return { config, problems: [...problems, ...bad] };
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

/**
 * Reads the settings under the key `reflection` of both files. Never throws.
 *
 * @param userText The user's own file; null if there is none.
 * @param repositoryText The repository's; null if there is none.
 * @param enabled What holds where neither says: the environment may have switched reviews on.
 */
export function readConfig(
  userText: string | null,
  repositoryText: string | null,
  enabled: boolean = DEFAULT_CONFIG.enabled,
): ReadConfig {
  const problems: string[] = [];
  const config = { ...structuredClone(DEFAULT_CONFIG), enabled };
  new Reader("user's", false, problems).read(userText, config);
  new Reader("repository's", true, problems).read(repositoryText, config);
  return { config, problems };
}

/** One setting for each field. */
type SettingsOf<Fields> = { readonly [Name in keyof Fields]: Setting<Fields[Name]> };

/** Puts one file's settings over those so far. */
class Reader {
  readonly #owner: string;
  readonly #mayOnlyNarrow: boolean;
  readonly #problems: string[];

  constructor(owner: string, mayOnlyNarrow: boolean, problems: string[]) {
    this.#owner = owner;
    this.#mayOnlyNarrow = mayOnlyNarrow;
    this.#problems = problems;
  }

  read(text: string | null, config: ReviewConfig): void {
    const file = text === null ? undefined : this.#parse(text);
    const given = this.#object("reflection", file?.reflection);
    if (given === null) return;
    const { categories, ...others } = given;
    this.#take<Omit<ReviewConfig, "categories">>("reflection", others, config, SETTINGS);
    // At the provider's own place would arrive what was meant for another.
    if (!this.#mayOnlyNarrow && hasBad(others, "base_url")) config.provider = "none";
    const chosen = this.#object("reflection.categories", categories);
    if (chosen !== null) {
      this.#take("reflection.categories", chosen, config.categories, CATEGORIES);
    }
  }

  #parse(text: string): Record<string, unknown> | undefined {
    if (text.length > MAX_CONFIG_LENGTH) {
      this.#tell(`The file is longer than ${MAX_CONFIG_LENGTH} characters`);
      return undefined;
    }
    try {
      const value: unknown = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
      return this.#object("The file", value) ?? undefined;
    } catch (error) {
      this.#tell(`Cannot parse the file: ${shown((error as Error).message)}`);
      return undefined;
    }
  }

  /** The value if it is an object; null if it is not there, or not one, which is then named. */
  #object(path: string, value: unknown): Record<string, unknown> | null {
    if (value === undefined) return null;
    if (isObject(value)) return value;
    this.#tell(`${path} must be an object, got ${quoted(value)}`);
    return null;
  }

  #take<Fields extends object>(
    path: string,
    given: Record<string, unknown>,
    into: Fields,
    settings: SettingsOf<Fields>,
  ): void {
    const names = Object.keys(given);
    for (const name of names) {
      if (!Object.hasOwn(settings, name)) continue;
      this.#takeOne(`${path}.${name}`, given[name], into, name as keyof Fields, settings);
    }
    const unknown = names.filter((name) => !Object.hasOwn(settings, name));
    for (const name of unknown.slice(0, MAX_UNKNOWN)) {
      this.#tell(`${path}.${shown(name)} is not a setting`);
    }
    if (unknown.length > MAX_UNKNOWN) {
      this.#tell(`${path} has ${unknown.length - MAX_UNKNOWN} more keys that are no settings`);
    }
  }

  #takeOne<Fields extends object, Name extends keyof Fields>(
    path: string,
    value: unknown,
    into: Fields,
    name: Name,
    settings: SettingsOf<Fields>,
  ): void {
    const { expected, isGood, width } = settings[name];
    if (this.#mayOnlyNarrow && width === null) {
      this.#tell(`${path} is the user's to set, got ${quoted(value)}`);
    } else if (!isGood(value)) {
      this.#tell(`${path} must be ${expected}, got ${quoted(value)}`);
    } else if (this.#mayOnlyNarrow && width !== null && width(value) > width(into[name])) {
      this.#tell(`${path} can only narrow ${quoted(into[name])}, got ${quoted(value)}`);
    } else {
      into[name] = value;
    }
  }

  #tell(problem: string): void {
    this.#problems.push(`${problem} (${this.#owner} config)`);
  }
}

function hasBad(given: Record<string, unknown>, name: keyof typeof SETTINGS): boolean {
  return Object.hasOwn(given, name) && !SETTINGS[name].isGood(given[name]);
}

/** Text of the file in a message. */
function shown(text: string): string {
  return plainLine(shortened(text, 60));
}
