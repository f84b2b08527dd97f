/** Files that are taken away, and changes that git takes back. */

import type { SimpleCommand } from "./shell_line.ts";
import { invocationOf, isOption } from "./shell_words.ts";
import { patchOf } from "./tools.ts";
import type { ToolCall } from "../conversation.ts";

/** Names under which a file is kept and not used any more. */
const PUT_AWAY =
  /(?:^|\/)(?:tmp|old|disabled|skipped?|trash|backup)\/|\.(?:bak|old|orig|skip|skipped|disabled|off|tmp|txt|_)$|^\/tmp\//i;

/** The files that a command takes away. */
export function removedBy({ words }: SimpleCommand): string[] {
  const invocation = invocationOf(words);
  if (invocation === null) return [];
  const { program, args } = invocation;
  const plain = args.filter((arg) => !isOption(arg));
  if (program === "rm" || program === "unlink" || program === "trash") return plain;
  if (program === "mv") return movedAway(plain);
  if (program !== "git") return [];
  const [verb, ...rest] = plain;
  if (verb === "rm") return args.includes("--cached") ? [] : rest;
  return verb === "mv" ? movedAway(rest) : [];
}

function movedAway(paths: readonly string[]): string[] {
  return paths.length > 1 && PUT_AWAY.test(paths.at(-1)!) ? paths.slice(0, -1) : [];
}

/** The files that a patch takes away. */
export function removedByPatch(call: ToolCall): string[] {
  return [...patchOf(call).slice(0, 200_000).matchAll(/^\*\*\* Delete File: (\S.{0,500})$/gm)]
    .map(([, path = ""]) => path.trim());
}

/** What git was told to put back as it was. */
interface TakenBack {
  /** Files and folders; empty: all there is. */
  readonly paths: readonly string[];
  /** Whether commits go with it. */
  readonly commits: boolean;
}

/** What a command takes back to how it was last committed; null where it takes back nothing. */
export function takenBackBy({ words }: SimpleCommand): TakenBack | null {
  const invocation = invocationOf(words);
  if (invocation?.program !== "git") return null;
  const { args } = invocation;
  const plain = args.filter((arg) => !isOption(arg));
  const [verb, ...rest] = plain;
  if (verb === "reset") {
    if (!args.includes("--hard")) return null;
    return { paths: [], commits: rest.length > 0 && !/^(?:HEAD|@)$/.test(rest[0]!) };
  }
  const dashes = args.indexOf("--");
  const behind = dashes < 0 ? rest : args.slice(dashes + 1);
  if (verb === "checkout") {
    const [ref] = dashes < 0 ? [] : rest;
    const paths = dashes < 0 ? rest.filter((word) => /^\.$|\.\w{1,5}$/.test(word)) : behind;
    const other = ref !== undefined && !behind.includes(ref) && !/^(?:HEAD|@)$/.test(ref);
    return paths.length === 0 || other ? null : whole(paths);
  }
  if (verb !== "restore" || args.some((arg) => /^(?:-s|--source)/.test(arg))) return null;
  const staged = args.includes("--staged") && !args.includes("--worktree");
  return staged || behind.length === 0 ? null : whole(behind);
}

function whole(paths: readonly string[]): TakenBack {
  const all = paths.some((path) => /^(?:\.|:\/|\*|\.\/)$/.test(path));
  return { paths: all ? [] : paths, commits: false };
}

/** Whether a file is among those that were taken back: tools give whole paths, shells short ones. */
export function isTakenBack(path: string, { paths }: TakenBack): boolean {
  return paths.length === 0 || paths.some((given) => {
    const to = given.replace(/^\.\//, "").replace(/\/$/, "");
    return path === to || path.endsWith(`/${to}`) || path.startsWith(`${to}/`) ||
      path.includes(`/${to}/`) || to.endsWith(`/${path}`);
  });
}
