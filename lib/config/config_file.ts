/** Where the two files of settings stand. Only this looks at the disk; `config.ts` reads the text. */

import { OWN_FOLDER } from "../store/own_folder.ts";
import { type ReadConfig, readConfig } from "./config.ts";
import { shortened } from "../text/plain_text.ts";

/** The repository's file, relative to its top folder. */
export const REPOSITORY_CONFIG = `${OWN_FOLDER}/config.json`;

/** A larger file holds no settings: it is named and not read. */
const MAX_BYTES = 256 * 1024;

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
      const detail = error instanceof RefusedFile ? error.message : (error as Error).name;
      problems.push(`Cannot read the file: ${shortened(detail)} (${owner} config)`);
      return null;
    }
  };
  const mine = userConfigPath(env);
  const userText = mine === null ? null : attempt("user's", () => textOf(mine));
  const repositoryText = attempt("repository's", () => {
    const path = `${top}/${REPOSITORY_CONFIG}`;
    const place = `${Deno.realPathSync(top)}/${REPOSITORY_CONFIG}`;
    // A repository may bring links along, to whatever it likes to have read.
    if (Deno.realPathSync(path) !== place) throw new RefusedFile("it is led to by a link");
    return textOf(path);
  });
  const { config, problems: bad } = readConfig(
    userText,
    repositoryText,
    env("REFLECTION_REVIEW") === "on",
  );
  return { config, problems: [...problems, ...bad] };
}

/** A file that is not read; the message says why. */
class RefusedFile extends Error {}

function textOf(path: string): string {
  const { isFile, size } = Deno.statSync(path);
  // Anything else might never end, or never begin.
  if (!isFile) throw new RefusedFile("it is not a plain file");
  if (size > MAX_BYTES) throw new RefusedFile(`it is larger than ${MAX_BYTES} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RefusedFile("it is not UTF-8");
  }
}
