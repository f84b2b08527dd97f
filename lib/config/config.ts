/**
 * The settings from the person's own file and the repository's. What cannot be followed is a line in
 * `problems`, never an exception, and the default stands.
 *
 * Validated by hand, because a hook reads this and cannot pay for loading a validator; the tests
 * hold it to the schema in `_config_zod.ts`.
 */

import {
  type Environment,
  objectAt,
  readConfigTexts,
  reflectionIn,
  shown,
  type Tell,
  teller,
} from "./files.ts";
import {
  CATEGORIES,
  DEFAULT_CONFIG,
  type ReviewConfig,
  type Setting,
  SETTINGS,
} from "./settings.ts";
import { quoted } from "../text/text.ts";

/** So many unknown keys of an object are named; the others are counted. */
const MAX_UNKNOWN = 5;

/** The settings, and what could not be followed, one line each. */
interface ReadConfig {
  config: ReviewConfig;
  problems: string[];
}

/** Reads the settings that hold in the repository with this top folder. Never throws. */
export function readConfigFiles(top: string, env: Environment): ReadConfig {
  const { user, repository, problems } = readConfigTexts(top, env);
  const { config, problems: bad } = readConfig(
    user,
    repository,
    env("REFLECTION_REVIEW") === "on",
  );
  return { config, problems: [...problems, ...bad] };
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
  new Reader(false, teller("user's", problems)).read(userText, config);
  new Reader(true, teller("repository's", problems)).read(repositoryText, config);
  return { config, problems };
}

/** One setting for each field. */
type SettingsOf<Fields> = { readonly [Name in keyof Fields]: Setting<Fields[Name]> };

/** Puts one file's settings over those so far. */
class Reader {
  readonly #mayOnlyNarrow: boolean;
  readonly #tell: Tell;

  constructor(mayOnlyNarrow: boolean, tell: Tell) {
    this.#mayOnlyNarrow = mayOnlyNarrow;
    this.#tell = tell;
  }

  read(text: string | null, config: ReviewConfig): void {
    const given = reflectionIn(text, this.#tell);
    if (given === null) return;
    // What done means is read where it is needed, by `requirements.ts`.
    const { categories, requirements: _requirements, accepted: _accepted, ...others } = given;
    this.#take<Omit<ReviewConfig, "categories">>("reflection", others, config, SETTINGS);
    // At the provider's own place would arrive what was meant for another.
    if (!this.#mayOnlyNarrow && hasBad(others, "base_url")) config.provider = "none";
    const chosen = objectAt("reflection.categories", categories, this.#tell);
    if (chosen !== null) {
      this.#take("reflection.categories", chosen, config.categories, CATEGORIES);
    }
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
}

function hasBad(given: Record<string, unknown>, name: keyof typeof SETTINGS): boolean {
  return Object.hasOwn(given, name) && !SETTINGS[name].isGood(given[name]);
}
