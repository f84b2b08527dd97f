/** What the check of an answer needs of a repository: its decisions, and whether a file is there. */

import { type Decision, isAdrPath, readAdr, readTags } from "../../judge/unblock/decisions.ts";
import type { Repository } from "../../lib/git/run.ts";
import { realPath } from "../../lib/store/store.ts";

/** So many files are read, none larger than this. */
const MAX_FILES = 300;
const MAX_BYTES = 512 * 1024;

/** Reads the tags in source files, and the ADRs, of a repository at its top folder. */
export async function readDecisions(repository: Repository): Promise<Decision[]> {
  const top = Deno.realPathSync(repository.folder);
  const [tagged, all] = await Promise.all([
    repository.run("grep", "-I", "-l", "-z", "-e", "@REJECTED", "-e", "@RATIONALE"),
    repository.run("ls-files", "-z"),
  ]);
  // grep ends with 1 where it finds nothing.
  const withTags = names(tagged.stdout);
  const adrs = all.ok ? names(all.stdout).filter(isAdrPath) : [];
  return [
    ...withTags.slice(0, MAX_FILES).flatMap((path) => readTags(path, textOf(top, path))),
    ...adrs.slice(0, MAX_FILES).flatMap((path) => readAdr(path, textOf(top, path))),
  ];
}

/**
 * Whether a path is there, from a top folder. Null where that cannot be told: it leads elsewhere,
 * which is not looked at, or it is a bare name, which may be a file of any folder.
 */
export function isThere(path: string, top = "."): boolean | null {
  if (/^(?:[/~\\]|[A-Za-z]:)/.test(path) || path.split(/[\\/]/).includes("..")) return null;
  try {
    Deno.lstatSync(`${top}/${path}`);
    return true;
  } catch (error) {
    return error instanceof Deno.errors.NotFound && path.includes("/") ? false : null;
  }
}

function names(output: Uint8Array): string[] {
  return new TextDecoder().decode(output).split("\0").filter((path) => path !== "");
}

/** A plain file of the repository; a link may lead anywhere. */
function textOf(top: string, name: string): string {
  try {
    const path = `${top}/${name}`;
    if (realPath(path) !== path) return "";
    const { isFile, size } = Deno.statSync(path);
    return isFile && size <= MAX_BYTES ? Deno.readTextFileSync(path) : "";
  } catch {
    return "";
  }
}
