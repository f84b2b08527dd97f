/**
 * Removes old records. Only what the hooks wrote, by its name, and nothing behind a link.
 *
 *     deno task prune --older-than 90d [options]
 */

import { command } from "../lib/cli/command.ts";
import {
  callersFolder,
  flag,
  path,
  required,
  UsageError,
  value,
  type Values,
} from "../lib/cli/flags.ts";
import { resolve } from "node:path";
import { findTop, GitError } from "../lib/git/run.ts";
import { DEFAULT_FOLDER, isThere } from "../lib/store/store.ts";
import { parseAge } from "../lib/text/time.ts";
import { UserError } from "../lib/text/errors.ts";

/** What the hooks leave in the folder itself, and in its `state`; logs are cut by their writer. */
const KIND =
  "(?:(?:reflection|run|review|verdict|escalation|unblock|self-report)\\.json|review\\.md|handoff\\.md)";
const MOMENT = "-(\\d{4}-\\d\\d-\\d\\dT\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d{3}Z)(?:-\\d+)?";
/** A record, or what a broken write left of one. */
const RECORD = new RegExp(`${MOMENT}\\.${KIND}(?:\\.\\d+\\.tmp)?$`);
const STATE = /\.(?:json|lock|(?:json|cursor)\.\d+\.tmp)$/;
/** The latest verdict of a session, for other tools. */
const SIGNAL = /^\.?verdict_.+\.json(?:\.\d+\.tmp)?$/;

/** What such files hold, to tell them from others: the user may have named any folder. */
const MEMBERS = {
  state: [["attempts", "startedAt"], ["guard", "settled"], ["attempts", "dispatch"]],
  signal: [["sessionId", "complete", "severity"]],
} as const;

const FLAGS = {
  olderThan: required(
    value(
      "AGE",
      "A number of hours, days or weeks: 12h, 90d, 8w",
      "like 12h, 90d or 8w",
      (text) => {
        const age = parseAge(text);
        return age === null ? null : { text, age };
      },
    ),
    "how old is too old?",
  ),
  dir: path(
    "DIR",
    `The folder of the records (default: $REFLECTION_DIR, else ${DEFAULT_FOLDER} of the repository ` +
      "you are in)",
  ),
  dryRun: flag("Print what would be removed, and remove nothing"),
};

async function run({ olderThan, dir, dryRun }: Values<typeof FLAGS>): Promise<void> {
  const before = Date.now() - olderThan.age;
  const folder = await folderFrom(dir);
  const old = isThere(folder)
    ? [
      ...oldFiles(folder, RECORD, before),
      ...oldFiles(folder, SIGNAL, before).filter((path) => isOurs(path, MEMBERS.signal)),
      ...oldFiles(`${folder}/state`, STATE, before).filter((path) => isOurs(path, MEMBERS.state)),
    ]
    : [];
  for (const file of old) {
    if (!dryRun) Deno.removeSync(file);
    console.log(`${dryRun ? "Would remove" : "Removed"} ${file}`);
  }
  const count = `${old.length} ${old.length === 1 ? "file" : "files"}`;
  console.error(`${count} older than ${olderThan.text} in "${folder}"`);
}

async function folderFrom(named: string | undefined): Promise<string> {
  if (named !== undefined) return checked(named);
  const set = Deno.env.get("REFLECTION_DIR");
  if (set && !set.startsWith("/")) {
    throw new UsageError(`REFLECTION_DIR must be an absolute path, got "${set}"`);
  }
  if (set) return checked(resolve(set));
  const top = await findTop(callersFolder());
  checked(`${top}/${DEFAULT_FOLDER.split("/")[0]}`);
  return checked(`${top}/${DEFAULT_FOLDER}`);
}

function checked(folder: string): string {
  if (!isThere(folder)) return folder;
  const { isSymlink, isDirectory } = Deno.lstatSync(folder);
  if (isSymlink) throw new UserError(`Refusing to follow the link "${folder}"`);
  if (!isDirectory) throw new UserError(`"${folder}" is not a folder`);
  return folder;
}

/** The plain files of ours in a folder that are from before a moment. */
function oldFiles(folder: string, ours: RegExp, before: number): string[] {
  if (!isThere(checked(folder))) return [];
  return [...Deno.readDirSync(folder)]
    .filter(({ name, isFile }) => isFile && ours.test(name))
    .filter(({ name }) => momentOf(name, `${folder}/${name}`) < before)
    .map(({ name }) => `${folder}/${name}`).sort();
}

/** Whether a file holds what one of ours does. A lock is of the state beside it. */
function isOurs(path: string, kinds: readonly (readonly string[])[]): boolean {
  if (path.endsWith(".tmp")) return true;
  try {
    const held = JSON.parse(Deno.readTextFileSync(path.replace(/\.lock$/, ".json")));
    return kinds.some((members) => members.every((name) => name in held));
  } catch {
    return false;
  }
}

/** When a file was written: as its name says, which copying does not change, else as the disk says. */
function momentOf(name: string, path: string): number {
  const [, hour, minute, second, rest] = RECORD.exec(name) ?? [];
  const named = hour === undefined ? NaN : Date.parse(`${hour}:${minute}:${second}.${rest}`);
  return Number.isNaN(named) ? Deno.lstatSync(path).mtime?.getTime() ?? Infinity : named;
}

if (import.meta.main) {
  await command({
    name: "prune",
    summary: "Removes old records, what was kept of their sessions, and remains of broken writes.",
    usage: ["--older-than AGE"],
    flags: FLAGS,
    errors: [GitError, Deno.errors.PermissionDenied],
    run,
  });
}
