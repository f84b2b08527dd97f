/**
 * One capture: from the end of a turn to a `reflection.v1` record. What goes wrong on the way makes
 * the record poorer and says so in it; it never reaches the session.
 */

import { type Change, rangeOf, readChange, readLines, sizeOf } from "../lib/git/change.ts";
import { type Deadline, findTop, type GitResult, type Repository } from "../lib/git/run.ts";
import { treeHash } from "../lib/git/file_hash.ts";
import { statusOf } from "../lib/git/status.ts";
import {
  classifyPath,
  DEFAULT_RISK_THRESHOLD,
  evaluateRiskFloor,
  type RiskFloorVerdict,
} from "../risk_floor.ts";
import { buildReflection } from "../schema/reflection.ts";
import type { CapturedRun } from "../schema/types.ts";
import { type HookEvent, readEvent } from "./event.ts";
import { recordHeader, type RepositoryState } from "../lib/records/header.ts";
import { momentName, safeName } from "../lib/store/names.ts";
import { messageOf, Notes } from "../lib/store/notes.ts";
import type { Said } from "./said.ts";
import { type ActiveMode, type HookSettings, readSettings } from "../lib/config/environment.ts";
import { newState, readState, type SessionState, writeState } from "../lib/store/session_state.ts";
import { INPUT_FILE, isThere, realPath, removeIfThere, Store } from "../lib/store/store.ts";

/** So much of untracked files is read to count their lines. */
const MAX_UNTRACKED_BYTES = 16 * 1024 * 1024;

/** What the script started before this module was there. */
interface Started {
  mode: ActiveMode;
  repository: Repository;
  status: Promise<GitResult>;
  deadline: Deadline;
}

/** What git could tell. */
interface Seen {
  change: Change;
  risk: RiskFloorVerdict;
  /** Whether something could not be told. */
  degraded: boolean;
}

/** Captures the end of a turn, or of a session that had no proper end. */
export async function capture({ mode, repository, status, deadline }: Started): Promise<void> {
  const settings = readSettings();
  const event = await readEvent(deadline);
  const isRepository = isThere(".git");
  if (!isRepository && settings.folder === null) return;

  const store = Store.open(settings.folder);
  const session = await safeName(event.sessionId);
  if (!store.lock(`state/${session}.lock`)) return;
  const notes = new Notes(settings.debug);
  for (const problem of settings.problems) notes.error(problem);
  if (event.problem !== null) notes.error(event.problem);
  const state = readState(store, session);
  notes.step(`${event.name || "no event"} in ${Deno.cwd()}, base ${state?.base ?? "unknown"}`);

  const said = startReading(settings, event, state, notes);
  const other = otherRepository(event, deadline, notes);
  classifyPath(""); // Builds the surface table while git is at work
  const seen = await see(repository, status, settings, state, notes);
  const elsewhere = await other;
  // Without a hash of the change: that takes reading every changed file, as the judge and the review do.
  const header = await recordHeader({ settings, event }, stateOf(seen));
  const { timestamp } = header;

  if (event.name !== "Stop" && event.name !== "" && !movedSince(state, seen)) {
    notes.step(`${event.name}: nothing moved since the last capture`);
  } else {
    const heard = await said;
    const record = buildReflection({
      taskRef: header.task_ref,
      agent: header.agent,
      sessionId: header.session_id,
      timestamp,
      repo: header.repo,
      risk: elsewhere === null ? seen.risk : {
        ...seen.risk,
        reason: `${seen.risk.reason}; the session was in another repository: ${elsewhere}`,
      },
      filesChanged: [...seen.change.paths],
      attempt: (state?.attempts ?? 0) + 1,
      mode,
      selfReport: heard?.report,
      degraded: seen.degraded || event.problem !== null || elsewhere !== null ||
        heard?.degraded === true,
    });
    const name = store.freeName(`${session}-${momentName(timestamp)}`, ".reflection.json");
    if (heard?.copy) store.write(`${name}.self-report.json`, heard.copy);
    store.write(`${name}.reflection.json`, `${JSON.stringify(record, null, 2)}\n`);
    notes.step(`wrote ${name}.reflection.json`);
    const run: CapturedRun = {
      schema: "run.v1",
      ...header,
      reflection: `${name}.reflection.json`,
      base: seen.change.base,
    };
    try {
      // Without it the record is still joined by time: not worth waiting for the disk once more.
      store.write(`${name}.run.json`, `${JSON.stringify(run, null, 2)}\n`, { flush: false });
    } catch (error) {
      notes.error(`Cannot write the run record: ${messageOf(error)}`);
    }
    // Only now that the record stands: the next session must not inherit it, nor may it get lost.
    if (isInputHere() && !heard?.withheld) removeIfThere(INPUT_FILE);
    try {
      writeState(store, session, {
        ...(state ?? newState()),
        attempts: record.provenance.reflection_attempt,
        last: treeHash(seen.change.head, seen.change.paths),
      });
    } catch (error) {
      notes.error(`Cannot remember the session: ${messageOf(error)}`);
    }
  }
  await notes.write(store, session, timestamp);
}

/** Starts reading the self-report, where there is one, while git is still at work. */
function startReading(
  { input }: HookSettings,
  { lastMessage }: HookEvent,
  state: SessionState | null,
  notes: Notes,
): Promise<Said> | null {
  const anySource = input !== null || isInputHere() ||
    (lastMessage?.includes("reflection") ?? false);
  if (!anySource) return null;
  const startedAt = state?.startedAt ?? null;
  return import("./said.ts").then(({ readSaid }) =>
    readSaid({ input, lastMessage, startedAt, inputFile: isInputHere() }, notes)
  ).catch((error): Said => {
    notes.error(`Cannot read the self-report: ${messageOf(error)}`);
    return { report: null, degraded: true, copy: null, withheld: true };
  });
}

/** Whether the self-report is a file of this repository: a link could lead to anybody's. */
function isInputHere(): boolean {
  return isThere(INPUT_FILE) && realPath(INPUT_FILE) === `${Deno.cwd()}/${INPUT_FILE}`;
}

/** What git can tell; whatever it cannot is noted and left out. */
async function see(
  repository: Repository,
  running: Promise<GitResult>,
  settings: HookSettings,
  state: SessionState | null,
  notes: Notes,
): Promise<Seen> {
  const { threshold } = settings;
  const nothing = { head: null, branch: null, base: null, paths: [], untracked: new Set<string>() };
  const seen: Seen = {
    change: { ...nothing, incomplete: true },
    risk: unknownRisk(threshold),
    degraded: false,
  };
  try {
    const range = rangeOf(settings, state);
    const status = statusOf(await running);
    seen.change = { ...seen.change, head: status.head, branch: status.branch };
    seen.change = await readChange(repository, status, range, notes);
    seen.degraded = seen.change.incomplete;
    const filesChanged = [...seen.change.paths];
    notes.step(`${filesChanged.length} paths since ${seen.change.base}`);
    seen.risk = evaluateRiskFloor({ filesChanged }, { threshold });
    const atMost = evaluateRiskFloor({ filesChanged, insertions: 1e9 }, { threshold });
    if (atMost.score > seen.risk.score) {
      const size = sizeOf(await readLines(repository, seen.change, MAX_UNTRACKED_BYTES));
      notes.step(`+${size.insertions} -${size.deletions}`);
      seen.risk = evaluateRiskFloor({ filesChanged, ...size }, { threshold });
    }
  } catch (error) {
    seen.degraded = true;
    notes.error(`Cannot tell all that changed: ${messageOf(error)}`);
  }
  return seen;
}

/** Where nothing can be told, a floor must not say that no review is needed. */
function unknownRisk(threshold = DEFAULT_RISK_THRESHOLD): RiskFloorVerdict {
  const reason = "what changed is not known: git could not tell";
  return { needs_review: true, score: threshold, surface: "none", reason };
}

/** Whether a session without a proper end left something that no capture has seen. */
function movedSince(state: SessionState | null, { change, degraded }: Seen): boolean {
  // Where git cannot tell, a record that says little is better than none, and one is enough.
  if (degraded) return !state?.last;
  if (state?.last) return state.last !== treeHash(change.head, change.paths);
  return change.paths.length > 0 || (state?.startedAt != null && state.base !== change.head);
}

/** The other repository that the session was in, or null where it was in this one. */
async function otherRepository(
  event: HookEvent,
  deadline: Deadline,
  notes: Notes,
): Promise<string | null> {
  const here = Deno.cwd();
  const { cwd } = event;
  if (cwd === null || cwd === here || !cwd.startsWith("/")) return null;
  try {
    const top = await findTop(cwd, deadline);
    return top === here ? null : top;
  } catch (error) {
    notes.step(`cwd of the payload: ${messageOf(error)}`);
    return cwd.startsWith(`${here}/`) ? null : cwd;
  }
}

/** What is checked out; null where git could not even tell that. */
function stateOf({ change, degraded }: Seen): RepositoryState | null {
  return degraded && change.head === null && change.branch === null ? null : change;
}
