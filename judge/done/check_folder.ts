/** In which folder a command of a line ran, as far as the line tells. */

import type { SimpleCommand } from "./shell_line.ts";

/** Options by which programs are sent into another folder. */
const FOLDER_OPTION =
  /^(-C|--prefix|--dir|--cwd|--directory|--root|--rootDir|--manifest-path|--working-directory)(?:=(.{1,300}))?$/;

/** The folders of the commands of a line that begins in one. */
export function foldersOf(line: readonly SimpleCommand[], begin: string): string[] {
  const outer: string[] = [];
  let folder = begin;
  let depth = 0;
  return line.map((command) => {
    for (; depth < command.depth; depth++) outer.push(folder);
    for (; depth > command.depth; depth--) folder = outer.pop() ?? begin;
    const [program, ...rest] = command.words;
    if (program === "cd" || program === "pushd") {
      const to = rest.find((word) => !word.startsWith("-"));
      folder = to === undefined || /show-toplevel/.test(to) ? begin : joined(folder, to);
    } else if (program === "popd") folder = begin;
    return joined(folder, optionIn(command.words));
  });
}

function optionIn(words: readonly string[]): string {
  for (const [at, word] of words.entries()) {
    const found = FOLDER_OPTION.exec(word);
    if (found === null) continue;
    const value = found[2] ?? words[at + 1] ?? "";
    return found[1] === "--manifest-path" ? value.replace(/(?:^|\/)[^/]*$/, "") : value;
  }
  return "";
}

/** A path from a folder on, without what takes itself back. */
function joined(folder: string, path: string): string {
  const from = /^[/~]/.test(path) ? path : `${folder}/${path}`;
  const absolute = from.startsWith("/") && (folder.startsWith("/") || path.startsWith("/"));
  const parts: string[] = [];
  for (const part of from.slice(0, 1000).split("/")) {
    // Nobody told where the top lies: above it there is nothing else to speak of.
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${absolute ? "/" : ""}${parts.join("/")}`;
}

/**
 * The top of the project among the folders that lines went to: the shortest whole path under which
 * every file that was edited lies. Null where none is told.
 */
export function topOf(folders: readonly string[], edited: readonly string[]): string | null {
  const whole = edited.filter((path) => path.startsWith("/"));
  const tops = folders.filter((folder) =>
    folder.startsWith("/") && !ONE_OF_MANY.test(folder) &&
    whole.every((path) => path.startsWith(`${folder}/`))
  );
  return tops.reduce<string | null>(
    (shortest, folder) => shortest === null || folder.length < shortest.length ? folder : shortest,
    null,
  );
}

/** Folders of one package beside others. */
const ONE_OF_MANY = /\/(?:packages|apps|crates|libs|services|modules|plugins|examples)\/[^/]+$/;

/** A folder as seen from the top. */
export function fromTop(folder: string, top: string | null): string {
  if (top === null) return folder;
  if (folder === top) return "";
  return folder.startsWith(`${top}/`) ? folder.slice(top.length + 1) : folder;
}
