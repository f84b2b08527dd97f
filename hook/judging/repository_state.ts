/**
 * What git tells of the repository at a stop: what a person may have required of it, and what tells
 * one state from another. It asks only what is wanted and for a few seconds at most; what git cannot
 * tell is null.
 */

import { createHash } from "node:crypto";
import type { ChangedFile } from "../../judge/check_requirement.ts";
import type { RepositoryFacts, Requirement } from "../../judge/requirements.ts";
import { type ChangeRange, NO_COMMIT, rangeOf, readChange } from "../../lib/git/change.ts";
import { type FullChange, readContent } from "../../lib/git/change_content.ts";
import type { DiffFile } from "../../lib/git/diff.ts";
import { stillMatches } from "../../lib/git/file_hash.ts";
import { Deadline, Repository } from "../../lib/git/run.ts";
import { readStatus, type Status } from "../../lib/git/status.ts";
import type { RepositoryState } from "../../lib/records/header.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { readSession, type SessionState } from "../../lib/store/state.ts";
import { isIn, ownFolders } from "../../lib/store/store.ts";
import type { HookContext } from "../event.ts";

/** A repository that takes longer is not waited for. */
const SECONDS = 5;

/** So many secrets are enough to know that there are some. */
const MAX_SECRETS = 20;

/** What was read. */
interface ReadRepository {
  readonly facts: RepositoryFacts;
  /** What records are joined by, with the same hash as a review of the change has. */
  readonly change: RepositoryState | null;
}

/** Reads what these requirements ask for, in the repository with this top folder. Never rejects. */
export async function readRepositoryFacts(
  context: Pick<HookContext, "settings" | "store" | "session" | "notes">,
  requirements: readonly Requirement[],
  top: string = Deno.cwd(),
): Promise<ReadRepository> {
  const { settings, store, session, notes } = context;
  const repository = Repository.at(top, new Deadline(SECONDS));
  const wanted = new Set(requirements.map(({ kind }) => kind));
  const state = readSession(store, session);
  const told = async <T>(what: string, ask: () => Promise<T>): Promise<T | null> => {
    try {
      return await ask();
    } catch (error) {
      notes.error(`Cannot tell ${what}: ${messageOf(error)}`);
      return null;
    }
  };
  const status = await told("what is committed", () => readStatus(repository));
  const change = status === null ? null : await told("what changed", async () => {
    const range = rangeOf(settings, state);
    const signal = AbortSignal.timeout(SECONDS * 1000);
    const paths = await readChange(repository, status, range, notes);
    return await readContent(repository, paths, signal);
  });
  const isKnown = change !== null && isSinceStart(change, rangeOf(settings, state));
  const isWhole = isKnown && !change.incomplete;
  const uncommitted = status === null ? null : uncommittedIn(status, settings.folder);
  const facts: RepositoryFacts = {
    top,
    tree: change === null ? null : treeOf(change),
    uncommitted,
    dirtyBefore: wanted.has("committed")
      ? await dirtyBefore(repository, uncommitted ?? [], state)
      : [],
    changed: change === null || !isWhole ? null : changedIn(repository, change),
    submodules: status === null ? [] : submodulesIn(repository),
    headMoved: status === null ? null : headMoved(status, state),
    pushed: status !== null && wanted.has("pushed")
      ? await told("what is pushed", () => isPushed(repository, status))
      : null,
    upstream: status?.upstream ?? "",
    secrets: change !== null && isKnown && wanted.has("no-secrets")
      ? await told("whether a secret was added", () => secretsIn(repository, change, state))
      : null,
  };
  return { facts, change };
}

/** What records are joined by, where nothing is required. */
export async function readRepositoryState(
  context: Parameters<typeof readRepositoryFacts>[0],
): Promise<RepositoryState | null> {
  return (await readRepositoryFacts(context, [])).change;
}

/** HEAD counts as well: a commit moves the work on and leaves its content as it was. */
function treeOf({ head, hash }: FullChange): string {
  return createHash("sha256").update(`${head} ${hash}`).digest("hex");
}

function uncommittedIn({ changed, untracked }: Status, folder: string | null): string[] {
  const own = ownFolders(folder);
  return [...new Set([...changed, ...untracked])].filter((path) => !isIn(own, path)).sort();
}

/** Whether a change begins where the session did, and not at what happened to be there later. */
function isSinceStart({ base }: FullChange, { named, recorded }: ChangeRange): boolean {
  return named !== null || recorded === base || recorded === NO_COMMIT;
}

function changedIn({ folder }: Repository, { paths }: FullChange): ChangedFile[] {
  return paths.map((path) => ({ path, writtenAt: writtenAt(`${folder}/${path}`) }));
}

function writtenAt(place: string): number | null {
  try {
    return Deno.lstatSync(place).mtime?.getTime() ?? null;
  } catch {
    return null;
  }
}

function submodulesIn({ folder }: Repository): string[] {
  try {
    const place = `${folder}/.gitmodules`;
    if (!Deno.lstatSync(place).isFile) return [];
    const paths = Deno.readTextFileSync(place).matchAll(/^\s{0,20}path\s?=\s?(\S.{0,500})$/gm);
    return Array.from(paths, ([, path]) => path!.trim());
  } catch {
    return [];
  }
}

/** Where the hash is the one that was taken at the start, the session did not touch the file. */
async function dirtyBefore(
  { folder }: Repository,
  paths: readonly string[],
  state: SessionState | null,
): Promise<string[]> {
  const same: string[] = [];
  for (const path of paths) {
    const hash = state !== null && Object.hasOwn(state.dirty, path) ? state.dirty[path] : undefined;
    if (typeof hash === "string" && await stillMatches(`${folder}/${path}`, hash)) same.push(path);
  }
  return same;
}

function headMoved({ head }: Status, state: SessionState | null): boolean | null {
  return state === null || state.startedAt === null ? null : state.base !== head;
}

/**
 * By the refs that git keeps of the remotes: nothing is fetched. Any branch there will do: one that
 * was made from `origin/main` follows that, and is pushed to one of its own.
 */
async function isPushed(
  repository: Repository,
  { head, upstream, ahead }: Status,
): Promise<boolean | null> {
  if (head === null) return null;
  if (ahead === 0) return true;
  const refs = ["for-each-ref", "--count=1", "--format=%(refname)"];
  if (await repository.text(...refs, "--contains", head, "refs/remotes") !== "") return true;
  if (ahead !== null) return false;
  // A branch that a remote no longer has was most likely merged there, perhaps as another commit.
  if (upstream !== null) return null;
  if (await repository.text(...refs, "refs/remotes") === "") return null;
  // A clone of one branch keeps no ref of the others, whatever is pushed to them.
  const fetched = await repository.text("config", "--get-regexp", "^remote\\..*\\.fetch$");
  return fetched.split("\n").every((line) => line.includes("refs/heads/*:")) ? false : null;
}

/**
 * Loaded only where the person asked for it. What the secret is, is not kept. Lines of a file that was
 * dirty before the session may be the person's, and lines that were only moved are not new.
 */
async function secretsIn(
  { folder }: Repository,
  { files, incomplete }: FullChange,
  state: SessionState | null,
): Promise<NonNullable<RepositoryFacts["secrets"]> | null> {
  const [{ findSecrets }, { movesOf, sourceOf }] = await Promise.all([
    import("../../review/floor/secrets.ts"),
    import("../../review/floor/source.ts"),
  ]);
  const moves = movesOf(files);
  const found = files.flatMap((file) => {
    const source = sourceOf(file, moves);
    const lines = source.hunks.flatMap(({ now }) => now);
    const moved = new Set(lines.filter((line) => line.moved).map(({ line }) => line));
    return findSecrets(source).filter(({ line }) => !moved.has(line))
      .map(({ line, what }) => ({ path: file.path, line, what }));
  });
  const dirty = state?.dirty ?? {};
  const own = found.filter(({ path }) => !Object.hasOwn(dirty, path));
  const unsure = incomplete || own.length < found.length ||
    files.some((file) => isUnread(file, folder));
  return own.length === 0 && unsure ? null : own.slice(0, MAX_SECRETS);
}

/** Whether added lines of a file were not looked at; no agent wrote the generated ones. */
function isUnread({ path, change, added, hunks, skipped }: DiffFile, folder: string): boolean {
  if (change === "deleted" || skipped === "generated") return false;
  if (skipped === "binary") return isWideText(`${folder}/${path}`);
  const read = hunks.flatMap(({ lines }) => lines).filter(({ kind }) => kind === "added");
  return read.length < added || skipped !== null && read.length === 0;
}

/** Whether a file begins as text of two bytes a character does, which git takes for binary. */
function isWideText(place: string): boolean {
  try {
    if (!Deno.lstatSync(place).isFile) return false;
    using file = Deno.openSync(place);
    const start = new Uint8Array(2);
    file.readSync(start);
    return start[0]! + start[1]! === 0xff + 0xfe;
  } catch {
    return true;
  }
}
