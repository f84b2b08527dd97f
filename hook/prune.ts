/**
 * Removes old records. Only what the hooks wrote, by its name, and nothing behind a link.
 *
 *     deno task prune --older-than 90d [options]
 */

import { resolve } from "node:path";
import { parseAge } from "../lib/cli/age.ts";
import {
  callersFolder,
  readFlags,
  refusePositionals,
  runScript,
  UsageError,
} from "../lib/cli/flags.ts";
import { findTop, GitError } from "../lib/git/run.ts";
import { DEFAULT_FOLDER, isThere } from "../lib/store/store.ts";
import { UserError } from "../lib/text/errors.ts";

const HELP = `Removes old records, what was kept of their sessions, and remains of broken writes.

Usage: deno task prune --older-than AGE [options]

Options:
  --older-than AGE  A number of hours, days or weeks: 12h, 90d, 8w
  --dir DIR         The folder of the records (default: $REFLECTION_DIR, else ${DEFAULT_FOLDER}
                    of the repository you are in)
  --dry-run         Print what would be removed, and remove nothing
  --help            Print this text

Exit: 0 done, 1 failed, 2 wrong usage`;

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

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, {
    "older-than": { type: "string" },
    dir: { type: "string" },
    "dry-run": { type: "boolean" },
  });
  refusePositionals(positionals);
  const age = values["older-than"];
  if (age === undefined) throw new UsageError("--older-than is missing: how old is too old?");
  const milliseconds = parseAge(age);
  if (milliseconds === null) {
    throw new UsageError(`--older-than must be like 12h, 90d or 8w, got "${age}"`);
  }
  const before = Date.now() - milliseconds;
  const folder = await folderFrom(values.dir);
  const old = isThere(folder)
    ? [
      ...oldFiles(folder, RECORD, before),
      ...oldFiles(folder, SIGNAL, before).filter((path) => isOurs(path, MEMBERS.signal)),
      ...oldFiles(`${folder}/state`, STATE, before).filter((path) => isOurs(path, MEMBERS.state)),
    ]
    : [];
  for (const file of old) {
    if (!values["dry-run"]) Deno.removeSync(file);
    console.log(`${values["dry-run"] ? "Would remove" : "Removed"} ${file}`);
  }
  const count = `${old.length} ${old.length === 1 ? "file" : "files"}`;
  console.error(`${count} older than ${age} in "${folder}"`);
  return 0;
}

async function folderFrom(named: string | undefined): Promise<string> {
  const here = callersFolder();
  if (named === "") throw new UsageError("--dir must name a folder");
  if (named !== undefined) return checked(resolve(here, named));
  const set = Deno.env.get("REFLECTION_DIR");
  if (set && !set.startsWith("/")) {
    throw new UsageError(`REFLECTION_DIR must be an absolute path, got "${set}"`);
  }
  if (set) return checked(resolve(set));
  const top = await findTop(here);
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
  await runScript(HELP, main, [GitError, Deno.errors.PermissionDenied]);
}
