/**
 * The reviewer's work after a turn, in the background: one review per session at a time, none of a
 * change that was reviewed before, and whatever goes wrong ends in a record and a line in the log.
 */

import { repositoryName, scrubLabel } from "../hook/capture.ts";
import { parseEvent } from "../hook/event.ts";
import { safeName } from "../hook/names.ts";
import { messageOf, Notes } from "../hook/notes.ts";
import { type HookSettings, readSettings } from "../hook/settings.ts";
import { readState } from "../hook/state.ts";
import { isThere, Store } from "../hook/store.ts";
import { parentOf, Repository } from "../git/run.ts";
import type { Review } from "../schema/review.ts";
import type { ReviewConfig } from "./config.ts";
import { readConfigFiles } from "./config_file.ts";
import { newestDoubts } from "./doubts.ts";
import { gatherChange, type Gathered } from "./gather.ts";
import { modelAsker } from "./model_asker.ts";
import { NOTICE_ENDING, noticeOf } from "./notices.ts";
import { storeReview } from "./records.ts";
import { DEADLINES, reviewChange, type ReviewHead } from "./run_review.ts";
import { Reviewed } from "./reviewed.ts";

/** So many bytes of the event the shell hands on. */
const EVENT_BYTES = 100_000;

/** Reviews what the session changed, if anything did since the last time. */
export async function work(): Promise<void> {
  const started = Date.now();
  const env = (name: string): string | undefined => Deno.env.get(name);
  const settings = readSettings();
  const text = env("REFLECTION_EVENT") ?? "";
  const event = parseEvent(text, new TextEncoder().encode(text).length >= EVENT_BYTES);
  if (!isThere(".git")) return;
  const { config, problems } = readConfigFiles(".", env);
  // Without a record nobody would ever see what was found: then nothing is asked, nor paid for.
  if (!config.enabled || config.mode !== "auto" || !config.storeReflections) return;

  const store = Store.open(settings.folder);
  const session = await safeName(event.sessionId);
  if (!store.lock(`state/${session}.review.lock`)) return;
  const notes = new Notes(settings.debug);
  for (const problem of [...settings.problems, ...problems]) notes.error(problem);
  try {
    const signal = AbortSignal.timeout(DEADLINES[config.depth]);
    const state = readState(store, session);
    const repository = new Repository(".", { fence: parentOf(Deno.cwd()) });
    const gathered = await gatherChange(repository, settings, state, notes, signal);
    const reviewed = Reviewed.open(store);
    const { files, hash } = gathered.change;
    if (files.length === 0 || reviewed.has(hash)) {
      notes.step(files.length === 0 ? "review: nothing changed" : "review: nothing new");
    } else {
      const model = modelAsker(config, env, notes);
      const head = await headOf(settings, gathered, event.sessionId, event.promptId);
      const review = await reviewChange({
        ...{ head, config, model, signal },
        ...{ change: gathered.change, risk: gathered.risk, hasTests: gathered.hasTests },
        doubts: newestDoubts(store, session, started),
        scrub: (text) => import("../scrub/scrub.ts").then(({ scrub }) => scrub(text)),
        nonce: crypto.randomUUID(),
        now: Date.now,
      });
      finish(store, session, config, {
        ...review,
        degraded: review.degraded || gathered.incomplete,
      }, notes);
      if (review.failure === null) reviewed.add(hash);
    }
  } catch (error) {
    notes.error(`The review failed: ${messageOf(error)}`);
    storeReview(store, session, failureRecord(config, event, started, error));
  }
  await notes.write(store, session, new Date().toISOString());
}

/** Keeps a review, and leaves a notice for the person where it is bad enough. */
function finish(
  store: Store,
  session: string,
  config: ReviewConfig,
  review: Review,
  notes: Notes,
): void {
  const name = storeReview(store, session, review);
  if (review.failure !== null) notes.error(`The review failed: ${review.failure}`);
  notes.step(`wrote ${name}.review.json: ${review.issues.length} issues`);
  const message = noticeOf(review, config.criticalThreshold, `${store.folder}/${name}.review.md`);
  if (message !== null) store.write(`state/${name}${NOTICE_ENDING}`, JSON.stringify({ message }));
}

async function headOf(
  settings: HookSettings,
  { status }: Gathered,
  sessionId: string,
  promptId: string | null,
): Promise<ReviewHead> {
  const branch = status.branch ?? "detached";
  return {
    task_ref: await scrubLabel(settings.taskRef ?? `${repositoryName()}@${branch}`),
    agent: await scrubLabel(settings.agent ?? "unknown"),
    session_id: sessionId,
    repo: repositoryName(),
    prompt_id: promptId,
  };
}

/** What is left where not even the change could be read. */
function failureRecord(
  { depth }: ReviewConfig,
  event: { sessionId: string; promptId: string | null },
  started: number,
  error: unknown,
): Review {
  return {
    schema: "review.v1",
    task_ref: `${repositoryName()}@unknown`,
    agent: "unknown",
    session_id: event.sessionId,
    timestamp: new Date().toISOString(),
    repo: repositoryName(),
    prompt_id: event.promptId,
    head: null,
    diff_hash: null,
    depth,
    model: null,
    issues: [],
    strengths: [],
    summary: null,
    files_reviewed: [],
    files_left_out: [],
    usage: null,
    cost_usd: null,
    duration_ms: Date.now() - started,
    unparsed: [],
    degraded: true,
    failure: messageOf(error),
  };
}
