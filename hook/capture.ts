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
import {
  buildReflection,
  type ReflectionParts,
  type WrittenReflection,
} from "../schema/reflection.ts";
import type { CapturedRun } from "../schema/types.ts";
import { type HookContext, type HookEvent, openHook, readEvent } from "./event.ts";
import { type RecordHeader, recordHeader, type RepositoryState } from "../lib/records/header.ts";
import { messageOf, type Notes } from "../lib/store/notes.ts";
import type { FoundSelfReport } from "../lib/records/self_report.ts";
import type { ActiveMode } from "../lib/config/environment.ts";
import { newSession, readSession, type SessionState, writeSession } from "../lib/store/state.ts";
import { INPUT_FILE, isThere, realPath, removeIfThere } from "../lib/store/store.ts";
import { momentName } from "../lib/text/names.ts";

/** So much of untracked files is read to count their lines. */
const MAX_UNTRACKED_BYTES = 16 * 1024 * 1024;

/** What the script started before this module was there. */
interface Started {
  mode: ActiveMode;
  repository: Repository;
  status: Promise<GitResult>;
  deadline: Deadline;
}

/** A capture at work. */
interface Work extends HookContext {
  /** What is remembered of the session; null where nothing is. */
  readonly state: SessionState | null;
}

/** What git could tell; the change is incomplete where something could not be told. */
interface Seen {
  readonly change: Change;
  readonly risk: RiskFloorVerdict;
  /** The other repository that the session was in, or null where it was in this one. */
  readonly elsewhere: string | null;
}

/** Captures the end of a turn, or of a session that had no proper end. */
export async function capture(started: Started): Promise<void> {
  const work = await open(started.deadline);
  if (work === null) return;
  const { event, store, session, state, notes } = work;
  const reading = startReading(work);
  const seen = await look(started, work);
  // Without a hash of the change: that takes reading every changed file, as the judge and the review do.
  const header = await recordHeader(work, stateOf(seen.change));
  if (event.name !== "Stop" && event.name !== "" && !movedSince(state, seen.change)) {
    notes.step(`${event.name}: nothing moved since the last capture`);
  } else {
    const said = await reading;
    keep(
      work,
      header,
      seen,
      said,
      buildReflection(contentOf(work, header, seen, said, started.mode)),
    );
  }
  await notes.write(store, session, header.timestamp);
}

/** Opens what a capture needs; null where it has nothing to do, or another process is at it. */
async function open(deadline: Deadline): Promise<Work | null> {
  const context = await openHook(() => readEvent(deadline));
  if (context === null) return null;
  const { event, store, session, notes } = context;
  if (!store.lock(`state/${session}.lock`)) return null;
  const state = readSession(store, session);
  notes.step(`${event.name || "no event"} in ${Deno.cwd()}, base ${state?.base ?? "unknown"}`);
  return { ...context, state };
}

/** What the record says, of what was read. */
function contentOf(
  { event, state }: Work,
  header: RecordHeader,
  { change, risk, elsewhere }: Seen,
  said: FoundSelfReport | null,
  mode: ActiveMode,
): ReflectionParts {
  return {
    taskRef: header.task_ref,
    agent: header.agent,
    sessionId: header.session_id,
    timestamp: header.timestamp,
    repo: header.repo,
    risk: elsewhere === null ? risk : {
      ...risk,
      reason: `${risk.reason}; the session was in another repository: ${elsewhere}`,
    },
    filesChanged: [...change.paths],
    attempt: (state?.attempts ?? 0) + 1,
    mode,
    selfReport: said?.report,
    degraded: change.incomplete || event.problem !== null || elsewhere !== null ||
      said?.degraded === true,
  };
}

/** Writes the records of the run, and what the session has to remember. */
function keep(
  { store, session, state, notes }: Work,
  header: RecordHeader,
  { change }: Seen,
  said: FoundSelfReport | null,
  record: WrittenReflection,
): void {
  const name = store.freeName(`${session}-${momentName(header.timestamp)}`, ".reflection.json");
  if (said?.copy) store.write(`${name}.self-report.json`, said.copy);
  store.write(`${name}.reflection.json`, `${JSON.stringify(record, null, 2)}\n`);
  notes.step(`wrote ${name}.reflection.json`);
  const run: CapturedRun = {
    schema: "run.v1",
    ...header,
    reflection: `${name}.reflection.json`,
    base: change.base,
  };
  try {
    // Without it the record is still joined by time: not worth waiting for the disk once more.
    store.write(`${name}.run.json`, `${JSON.stringify(run, null, 2)}\n`, { flush: false });
  } catch (error) {
    notes.error(`Cannot write the run record: ${messageOf(error)}`);
  }
  // Only now that the record stands: the next session must not inherit it, nor may it get lost.
  if (isInputHere() && !said?.withheld) removeIfThere(INPUT_FILE);
  try {
    writeSession(store, session, {
      ...(state ?? newSession()),
      attempts: record.provenance.reflection_attempt,
      last: treeHash(change.head, change.paths),
    });
  } catch (error) {
    notes.error(`Cannot remember the session: ${messageOf(error)}`);
  }
}

/** Starts reading the self-report, where there is one, while git is still at work. */
function startReading({ settings, event, state, notes }: Work): Promise<FoundSelfReport> | null {
  const { input } = settings;
  const { lastMessage } = event;
  const anySource = input !== null || isInputHere() ||
    (lastMessage?.includes("reflection") ?? false);
  if (!anySource) return null;
  const startedAt = state?.startedAt ?? null;
  return import("../lib/records/self_report.ts").then(({ readSelfReport }) =>
    readSelfReport({ input, lastMessage, startedAt, inputFile: isInputHere() }, notes)
  ).catch((error): FoundSelfReport => {
    notes.error(`Cannot read the self-report: ${messageOf(error)}`);
    return { report: null, degraded: true, copy: null, withheld: true };
  });
}

/** Whether the self-report is a file of this repository: a link could lead elsewhere. */
function isInputHere(): boolean {
  return isThere(INPUT_FILE) && realPath(INPUT_FILE) === `${Deno.cwd()}/${INPUT_FILE}`;
}

/** What git can tell; whatever it cannot is noted and left out. */
async function look(started: Started, work: Work): Promise<Seen> {
  const { notes, settings: { threshold } } = work;
  const other = otherRepository(work.event, started.deadline, notes);
  classifyPath(""); // Builds the surface table while git is at work
  let change: Change = { head: null, branch: null, base: null, ...NO_PATHS, incomplete: false };
  let risk = unknownRisk(threshold);
  try {
    const status = statusOf(await started.status);
    change = { ...change, head: status.head, branch: status.branch };
    const range = rangeOf(work.settings, work.state);
    change = await readChange(started.repository, status, range, notes);
    const filesChanged = [...change.paths];
    notes.step(`${filesChanged.length} paths since ${change.base}`);
    risk = evaluateRiskFloor({ filesChanged }, { threshold });
    const atMost = evaluateRiskFloor({ filesChanged, insertions: 1e9 }, { threshold });
    if (atMost.score > risk.score) {
      const size = sizeOf(await readLines(started.repository, change, MAX_UNTRACKED_BYTES));
      notes.step(`+${size.insertions} -${size.deletions}`);
      risk = evaluateRiskFloor({ filesChanged, ...size }, { threshold });
    }
  } catch (error) {
    change = { ...change, incomplete: true };
    notes.error(`Cannot tell all that changed: ${messageOf(error)}`);
  }
  return { change, risk, elsewhere: await other };
}

const NO_PATHS: Pick<Change, "paths" | "untracked"> = { paths: [], untracked: new Set() };

/** Where nothing can be told, a floor must not say that no review is needed. */
function unknownRisk(threshold = DEFAULT_RISK_THRESHOLD): RiskFloorVerdict {
  const reason = "what changed is not known: git could not tell";
  return { needs_review: true, score: threshold, surface: "none", reason };
}

/** Whether a session without a proper end left something that no capture has seen. */
function movedSince(state: SessionState | null, change: Change): boolean {
  // Where git cannot tell, a record that says little is better than none, and one is enough.
  if (change.incomplete) return !state?.last;
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
function stateOf(change: Change): RepositoryState | null {
  return change.incomplete && change.head === null && change.branch === null ? null : change;
}
