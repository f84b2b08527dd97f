/**
 * What the person declared "done" to mean in a repository. The person's own file says it, by
 * repository; a list that the repository ships counts once the person accepted that very list,
 * which is remembered by its hash, and a list that was changed counts no more.
 *
 * Hooks read this: it is validated by hand, and the tests hold it to the schema in
 * `_config_zod.ts`.
 */

import { REQUIREMENT_KINDS, type RequirementKind } from "../../schema/names.ts";
import { GitError, Repository } from "../git/run.ts";
import { listed } from "../text/figures.ts";
import { sha256 } from "../text/names.ts";
import { quoted } from "../text/text.ts";
import {
  type Environment,
  objectAt,
  readConfigTexts,
  reflectionIn,
  type Tell,
  teller,
} from "./files.ts";

/** One thing that done means here. */
export interface DeclaredRequirement {
  readonly kind: RequirementKind;
  /** The command of a `check`; empty for the others. */
  readonly command: string;
}

/** What is declared for a repository, and by which file. */
export interface Requirements {
  /** All that count: the person's own, then the repository's where the person accepted them. */
  readonly requirements: readonly DeclaredRequirement[];
  /** What the repository ships and the person did not accept: it counts for nothing yet. */
  readonly pending: readonly DeclaredRequirement[];
  /** What could not be followed, one line each. */
  readonly problems: readonly string[];
  /** Those of the person's own file. */
  readonly own: readonly DeclaredRequirement[];
  /** Those of the repository's file, accepted or not. */
  readonly shipped: readonly DeclaredRequirement[];
}

/** The longest command, in characters. */
export const MAX_COMMAND = 1_000;

/** No list is longer. */
export const MAX_REQUIREMENTS = 50;

/** So many accepted lists of a repository are remembered: its branches may ship different ones. */
export const MAX_ACCEPTED = 20;

/** A requirement as it is written: something, in one line, without what cannot be seen. */
export const REQUIREMENT = /^(?=.*\S)[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,1000}$/u;

/** A repository as it is written. */
export const REPOSITORY = /^\//;

/** The hash of an accepted list as it is written. */
export const ACCEPTED = /^[0-9a-f]{64}$/;

/** The kinds that are written by their name alone. */
export const NAMED_KINDS: readonly RequirementKind[] = REQUIREMENT_KINDS.filter((kind) =>
  kind !== "check"
);

/** What a requirement must be, in words. */
export const EXPECTED_REQUIREMENT = `a command in one line of at most ${MAX_COMMAND} characters, ` +
  `all of them visible, or ${listed(NAMED_KINDS, "or")}`;

/** A requirement as a person writes it; null where it is none. */
export function requirementOf(value: unknown): DeclaredRequirement | null {
  if (typeof value !== "string" || !REQUIREMENT.test(value)) return null;
  const text = value.trim();
  const kind = NAMED_KINDS.find((name) => name === text);
  if (kind !== undefined) return { kind, command: "" };
  // `check "commited"` is a program, whatever it is called.
  const command = /^check\s+(["'`])(.*\S.*)\1$/.exec(text)?.[2]?.trim() ?? text;
  return { kind: "check", command };
}

/** A requirement as it is written in a file and on the command line. */
export function requirementText({ kind, command }: DeclaredRequirement): string {
  if (kind !== "check") return kind;
  return requirementOf(command)?.command === command ? command : `check "${command}"`;
}

/** The hash by which an accepted list is remembered. */
export async function hashOf(list: readonly DeclaredRequirement[]): Promise<string> {
  const text = JSON.stringify(list.map(({ kind, command }) => [kind, command]));
  return await sha256(new TextEncoder().encode(text));
}

/**
 * What a repository is called in the person's file: the top folder of its main work tree, which its
 * linked work trees share; its git directory where it has no such folder beside it.
 *
 * @param top The top folder of the work tree.
 * @throws {GitError} If git cannot tell.
 */
export async function repositoryName(top: string): Promise<string> {
  if (isMainTree(top)) return Deno.realPathSync(top);
  const common = await Repository.at(top)
    .text("rev-parse", "--path-format=absolute", "--git-common-dir");
  return common.replace(/(?<=.)\/\.git$/, "");
}

/** Whether this is the main work tree, or no repository at all: git need not be asked. */
function isMainTree(top: string): boolean {
  try {
    if (!Deno.lstatSync(`${top}/.git`).isDirectory) return false;
    Deno.lstatSync(`${top}/.git/commondir`);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

/** What done means in the repository with this top folder. Never throws. */
export async function requirementsFor(top: string, env: Environment): Promise<Requirements> {
  const { user, repository, problems } = readConfigTexts(top, env);
  try {
    const found = user === null && repository === null
      ? NOTHING
      : await readRequirements(user, repository, await repositoryName(top));
    return { ...found, problems: [...problems, ...found.problems] };
  } catch (error) {
    if (!(error instanceof GitError || error instanceof Deno.errors.NotCapable)) throw error;
    const problem = "Cannot tell which repository this is, so nothing is required";
    return { ...NOTHING, problems: [...problems, `${problem}: ${error.message}`] };
  }
}

const NOTHING: Requirements = { requirements: [], pending: [], problems: [], own: [], shipped: [] };

/**
 * Reads what both files declare. Never throws.
 *
 * @param user The person's own file; null if there is none.
 * @param repository The repository's; null if there is none.
 * @param name What the repository is called in the person's file.
 */
export async function readRequirements(
  user: string | null,
  repository: string | null,
  name: string,
): Promise<Requirements> {
  const problems: string[] = [];
  const mine = new Entries(user, name, teller("user's", problems));
  const own = mine.requirements();
  const accepted = mine.accepted();
  const shipped = shippedIn(repository, teller("repository's", problems));
  const counts = shipped.length > 0 && accepted.includes(await hashOf(shipped));
  const both = counts ? distinct([...own, ...shipped]) : own;
  return { requirements: both, pending: counts ? [] : shipped, problems, own, shipped };
}

/** What the person's own file says of one repository. */
class Entries {
  readonly #settings: Record<string, unknown> | null;
  readonly #name: string;
  readonly #tell: Tell;

  constructor(text: string | null, name: string, tell: Tell) {
    this.#settings = reflectionIn(text, tell);
    this.#name = name;
    this.#tell = tell;
  }

  /** The good ones; each that is not good is named. */
  requirements(): DeclaredRequirement[] {
    const list = this.#list("requirements", MAX_REQUIREMENTS);
    return requirementsOf(list, "reflection.requirements of this repository", this.#tell);
  }

  accepted(): string[] {
    const list = this.#list("accepted", MAX_ACCEPTED);
    const good = list.filter((hash): hash is string =>
      typeof hash === "string" && ACCEPTED.test(hash)
    );
    if (good.length < list.length) {
      this.#tell(
        "reflection.accepted of this repository must hold hashes that require --accept wrote",
      );
    }
    return good;
  }

  #list(key: "requirements" | "accepted", most: number): unknown[] {
    const path = `reflection.${key}`;
    const byRepository = objectAt(path, this.#settings?.[key], this.#tell);
    if (byRepository === null || !Object.hasOwn(byRepository, this.#name)) return [];
    return listAt(`${path} of this repository`, byRepository[this.#name], most, this.#tell);
  }
}

/**
 * The repository's list. One that is not wholly good counts for nothing: who knows what was meant.
 */
function shippedIn(text: string | null, tell: Tell): DeclaredRequirement[] {
  const settings = reflectionIn(text, tell);
  if (settings === null) return [];
  const path = "reflection.requirements";
  if (settings.accepted !== undefined) tell("reflection.accepted is the user's to set");
  if (settings.requirements === undefined) return [];
  const list = listAt(path, settings.requirements, MAX_REQUIREMENTS, tell);
  const good = requirementsOf(list, path, tell);
  return list.every((value) => requirementOf(value) !== null) ? good : [];
}

function listAt(path: string, value: unknown, most: number, tell: Tell): unknown[] {
  if (Array.isArray(value) && value.length <= most) return value;
  const got = Array.isArray(value) ? `${value.length} entries` : quoted(value);
  tell(`${path} must be a list of at most ${most} entries, got ${got}`);
  return [];
}

function requirementsOf(list: readonly unknown[], path: string, tell: Tell): DeclaredRequirement[] {
  const good = list.map((value) => {
    const requirement = requirementOf(value);
    if (requirement === null) {
      tell(`${path} must hold ${EXPECTED_REQUIREMENT}, got ${quoted(value)}`);
    }
    return requirement;
  });
  return distinct(good.filter((requirement) => requirement !== null));
}

/** The first of those that say the same. */
function distinct(list: readonly DeclaredRequirement[]): DeclaredRequirement[] {
  const byText = new Map<string, DeclaredRequirement>();
  for (const requirement of list) {
    const text = requirementText(requirement);
    if (!byText.has(text)) byText.set(text, requirement);
  }
  return [...byText.values()];
}
