/**
 * The reviewer's work after a turn, in the background: one review per session at a time, none of a
 * change that was reviewed before, and whatever goes wrong ends in a record and a line in the log.
 */

import type { ReviewConfig } from "../lib/config/settings.ts";
import { rangeOf } from "../lib/git/change.ts";
import { hasTests, readFullChange, riskOf } from "../lib/git/change_content.ts";
import { Deadline, Repository } from "../lib/git/run.ts";
import { trackedFiles } from "../lib/git/status.ts";
import { recordHeader } from "../lib/records/header.ts";
import { messageOf } from "../lib/store/notes.ts";
import { OWN_FOLDER } from "../lib/store/own_folder.ts";
import { KeyMemory, readSession } from "../lib/store/state.ts";
import { isThere, removeIfThere, type Store } from "../lib/store/store.ts";
import type { SelfReport } from "../schema/reflection.ts";
import { parseSelfReport } from "../schema/self_report.ts";
import type { Review, ReviewIssue } from "../schema/types.ts";
import { type HookContext, type HookEvent, openHook, parseEvent } from "./event.ts";
import { atOrAbove, NOTICE_ENDING, noticeOf } from "./notices.ts";

/** Which changes were reviewed, in a folder of records: none is paid for twice. */
const REVIEWED_FILE = "state/reviewed.json";
/** More than enough for every branch that a person goes back and forth between. */
const MAX_REVIEWED = 200;
/** So many findings are remembered of a session: one that stays is not told at every turn. */
const MAX_TOLD = 1000;
/** So many times a worker looks again because a turn ended while it was at work. */
const MAX_ROUNDS = 3;
/** Beyond the deadline, for writing down what there is. */
const GRACE_MS = 2_000;

/** A worker. */
interface Turn extends HookContext {
  /** How long one review may take, in milliseconds. */
  readonly limit: number;
  readonly config: ReviewConfig;
  /** Reviews that were tried in this process: none is tried again at once. */
  readonly tried: Set<string>;
}

const env = (name: string): string | undefined => Deno.env.get(name);

/** Reviews what the session changed, if anything did since the last time. */
export async function work(): Promise<void> {
  if (!isThere(".git")) return;
  const { readConfigFiles } = await import("../lib/config/config.ts");
  const { REVIEW_DEADLINES } = await import("../lib/config/settings.ts");
  const { config, problems } = readConfigFiles(".", env);
  // Without a record no person sees what was found: then nothing is asked, nor paid for.
  if (!config.enabled || config.mode !== "auto" || !config.storeReflections) return;

  const event = readHandedEvent(env("REFLECTION_EVENT") ?? "");
  const context = await openHook(() => Promise.resolve(event));
  if (context === null) return;
  const { store, session, notes } = context;
  const again = `state/${session}.again`;
  if (!takeOrder(store, session, again)) return;
  for (const problem of problems) notes.error(problem);
  const limit = REVIEW_DEADLINES[config.depth];
  const turn: Turn = { ...context, limit, config, tried: new Set() };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    removeIfThere(`${store.folder}/${again}`);
    await reviewTurn(turn);
    if (!store.has(again)) break;
  }
  await context.writeNotes();
}

/** The event, of which the shell may have cut off the end. */
function readHandedEvent(text: string): HookEvent {
  const event = parseEvent(text, false);
  return event.sessionId === "unknown" ? parseEvent(text, true) : event;
}

/**
 * Takes the session's work upon this process; false if another one is at it, which is told to look
 * again when it is done.
 */
function takeOrder(store: Store, session: string, again: string): boolean {
  const lock = `state/${session}.review.lock`;
  if (store.lock(lock)) return true;
  store.write(again, "");
  // It may have ended just before it could see that.
  return store.lock(lock);
}

/** One review, by its deadline; whatever goes wrong ends in a record and a line in the log. */
async function reviewTurn(turn: Turn): Promise<void> {
  const { config, limit, store, session, notes, started } = turn;
  const signal = AbortSignal.timeout(limit);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`It took longer than ${limit / 1000} s`);
    timer = setTimeout(() => reject(error), limit + GRACE_MS);
  });
  try {
    await Promise.race([review(turn, signal), late]);
  } catch (error) {
    notes.error(`The review failed: ${messageOf(error)}`);
    const { blankReview, storeReview } = await loadReview();
    storeReview(store, session, {
      ...blankReview(await recordHeader(turn, null), config.depth),
      duration_ms: Date.now() - started,
      degraded: true,
      failure: messageOf(error),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** What reviews, loaded only where something changed. */
async function loadReview() {
  const { modelAsker } = await import("../review/model_asker.ts");
  const { reviewChange, blankReview } = await import("../review/run_review.ts");
  const { storeReview } = await import("../review/records.ts");
  return { reviewChange, blankReview, modelAsker, storeReview };
}

async function review(turn: Turn, signal: AbortSignal): Promise<void> {
  const { settings, config, store, session, notes, tried } = turn;
  const deadline = new Deadline(turn.limit / 1000);
  const repository = Repository.at(".", deadline);
  // What is committed in our folder came with the clone, and is not believed.
  const tracked = await trackedFiles(repository, OWN_FOLDER);
  const isTracked = (path: string): boolean => tracked.has(path);
  const state = isTracked(`${store.folder}/state/${session}.json`)
    ? null
    : readSession(store, session);
  const isReviewedOurs = !isTracked(`${store.folder}/${REVIEWED_FILE}`);
  const reviewed = new KeyMemory(store, REVIEWED_FILE, MAX_REVIEWED, isReviewedOurs);
  // If nothing can be remembered, every turn would be paid for again.
  reviewed.save();
  const change = await readFullChange(repository, rangeOf(settings, state), notes, signal);
  if (change.files.length === 0) return notes.step("review: nothing changed");
  const header = await recordHeader(turn, change);
  const risk = riskOf(change, settings.threshold);

  const { reviewChange, modelAsker } = await loadReview();
  const model = modelAsker(config, env, notes);
  const key = [change.hash, config.depth, ...model?.models ?? ["none"]].join(" ");
  if (tried.has(key) || reviewed.has(key)) return notes.step("review: nothing new");
  tried.add(key);
  const record = await reviewChange({
    ...{ header, change, risk, config, model, signal },
    hasTests: await hasTests(repository, change),
    doubts: model === null ? null : await readDoubts(store, session, turn.started, isTracked),
    scrub: (text) => import("../lib/scrub/scrub.ts").then(({ scrub }) => scrub(text)),
    nonce: crypto.randomUUID(),
    now: Date.now,
  });
  await keep(turn, record);
  if (record.failure !== null) return;
  if (model !== null && record.model === null && record.summary !== null) {
    notes.error(record.summary);
  }
  try {
    reviewed.add(key);
  } catch (error) {
    notes.error(`Cannot remember that the change was reviewed: ${messageOf(error)}`);
  }
}

/** Keeps a review, and leaves a notice for the person where something new is bad enough. */
async function keep({ store, session, config, notes }: Turn, review: Review): Promise<void> {
  const { storeReview } = await loadReview();
  const name = storeReview(store, session, review);
  if (review.failure !== null) notes.error(`The review failed: ${review.failure}`);
  notes.step(`wrote ${name}.review.json: ${review.issues.length} issues`);
  const told = new KeyMemory(store, `state/${session}.told.json`, MAX_TOLD);
  const isNew = (issue: ReviewIssue): boolean => !told.has(keyOf(issue));
  const record = `${store.folder}/${name}.review.md`;
  const message = noticeOf(review, config.criticalThreshold, record, isNew);
  if (message === null) return;
  store.write(`state/${name}${NOTICE_ENDING}`, JSON.stringify({ message }));
  told.add(...atOrAbove(review.issues, config.criticalThreshold).map(keyOf));
}

/** A finding without its line, which moves with every edit above it. */
function keyOf({ category, description, file }: ReviewIssue): string {
  return JSON.stringify([category, description, file]);
}

/** The capture may have been this much faster, and is never this much slower. */
const EARLIER_MS = 5_000;
const PATIENCE_MS = 2_500;

/** The self-report in the session's record of this turn; null if there is none. */
async function readDoubts(
  store: Store,
  session: string,
  started: number,
  isTracked: (path: string) => boolean,
): Promise<SelfReport | null> {
  const look = (): Record<string, unknown> | null =>
    newestRecord(store, session, started, isTracked);
  let record = look();
  if (record === null) {
    using changes = Deno.watchFs(store.folder, { recursive: false });
    const timer = setTimeout(() => changes.close(), PATIENCE_MS);
    record = look();
    if (record === null) {
      for await (const _ of changes) if ((record = look()) !== null) break;
    }
    clearTimeout(timer);
  }
  if (record === null) return null;
  const { confidence, most_likely_wrong, known_not_in_diff } = record;
  const said = parseSelfReport(
    JSON.stringify({ confidence, most_likely_wrong, known_not_in_diff }),
  );
  return said.most_likely_wrong === null && said.known_not_in_diff === null ? null : said;
}

/** The newest record of the session, if it is of this turn. */
function newestRecord(
  store: Store,
  session: string,
  started: number,
  isTracked: (path: string) => boolean,
): Record<string, unknown> | null {
  const names = Array.from(Deno.readDirSync(store.folder), ({ name }) => name)
    .filter((name) => name.startsWith(`${session}-`) && name.endsWith(".reflection.json"))
    .filter((name) => !isTracked(`${store.folder}/${name}`)).sort();
  const newest = names.at(-1);
  if (newest === undefined) return null;
  try {
    const record = JSON.parse(store.read(newest) ?? "null");
    return Date.parse(record?.timestamp) > started - EARLIER_MS ? record : null;
  } catch {
    return null;
  }
}
