/**
 * The settings of the review, from the user's own file and the repository's.
 *
 * The user's file decides. A repository is not trusted: its file may only narrow, so whatever stands
 * in it, nothing is turned on, read deeper, asked of a dearer model or sent elsewhere than without
 * it. What cannot be followed is a line in `problems`, never an exception, and the default stands.
 *
 * Validated by hand, because a hook reads this and cannot pay for loading a validator; the tests
 * hold it to the schema in `_config_zod.ts`.
 */

import {
  CATEGORIES,
  DEFAULT_CONFIG,
  type ReviewConfig,
  SETTINGS,
  type Settings,
} from "./config_settings.ts";
import { quoted, shortened } from "../text/plain_text.ts";

export { DEFAULT_CONFIG, type ReviewCategories, type ReviewConfig } from "./config_settings.ts";

/** The longest file that is read, in UTF-16 units. */
export const MAX_CONFIG_LENGTH: number = 64 * 1024;

/** So many unknown keys of an object are named; the others are counted. */
const MAX_UNKNOWN = 5;

/** The settings, and what could not be followed, one line each. */
export interface ReadConfig {
  config: ReviewConfig;
  problems: string[];
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
    this.#take("reflection", others, config, SETTINGS);
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
      this.#tell(`Cannot parse the file: ${shortened((error as Error).message)}`);
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
    settings: Settings<Fields>,
  ): void {
    const names = Object.keys(given);
    for (const name of names) {
      if (!Object.hasOwn(settings, name)) continue;
      this.#takeOne(`${path}.${name}`, given[name], into, name as keyof Fields, settings);
    }
    const unknown = names.filter((name) => !Object.hasOwn(settings, name));
    for (const name of unknown.slice(0, MAX_UNKNOWN)) {
      this.#tell(`${path}.${shortened(name)} is not a setting`);
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
    settings: Settings<Fields>,
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
