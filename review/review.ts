/**
 * A review by hand: of a change in a repository, or of a review that was written as markdown.
 *
 *     deno task review [options]
 *
 * The network is used only where the user configured a model, and then only to reach it.
 */

import { command } from "../lib/cli/command.ts";
import { callersFolder, flag, oneOf, path, text, type Values } from "../lib/cli/flags.ts";
import { rangeOf } from "../lib/git/change.ts";
import { hasTests, readFullChange, riskOf } from "../lib/git/change_content.ts";
import { findTop, GitError, Repository } from "../lib/git/run.ts";
import { type RecordHeader, recordHeader, type RepositoryState } from "../lib/records/header.ts";
import { Notes } from "../lib/store/notes.ts";
import { readSettings } from "../lib/config/environment.ts";
import { OWN_FOLDER } from "../lib/store/own_folder.ts";
import { DEFAULT_FOLDER, Store } from "../lib/store/store.ts";
import { REVIEW_DEPTHS } from "../schema/names.ts";
import type { Review } from "../schema/types.ts";
import { scrub } from "../lib/scrub/scrub.ts";
import { REVIEW_DEADLINES, type ReviewConfig } from "../lib/config/settings.ts";
import { readConfigFiles } from "../lib/config/config.ts";
import { modelAsker } from "./model_asker.ts";
import { listReviews } from "./status.ts";
import { renderReview, REVIEW_ENDING, storeReview } from "./records.ts";
import { blankReview, reviewChange } from "./run_review.ts";
import { trackedFiles } from "../lib/git/status.ts";
import { UserError } from "../lib/text/errors.ts";

/** What reviews by hand are stored under, in the place of a session. */
const BY_HAND = "by-hand";
const MAX_MARKDOWN_BYTES = 4 * 1024 * 1024;

const env = (name: string): string | undefined => Deno.env.get(name);

const FLAGS = {
  repo: path("DIR", "The repository, or a folder in it (default: here)"),
  base: text("REV", "Where the change begins: where HEAD and REV parted (default: HEAD)"),
  depth: oneOf(
    "DEPTH",
    `${REVIEW_DEPTHS.join(", ")} (default: what is configured, else standard)`,
    REVIEW_DEPTHS,
  ),
  again: flag("Review it even if that was done before"),
  read: path("FILE", "Review nothing; read a review that a person or an agent wrote as markdown"),
  md: flag("Print markdown (default)"),
  json: flag("Print a review.v1 record"),
};

async function run(
  { repo, base, depth, again, read, json }: Values<typeof FLAGS>,
): Promise<number> {
  const written = read === undefined ? null : readMarkdown(read);
  Deno.chdir(await findTop(repo ?? callersFolder()));
  const { config, problems } = readConfigFiles(".", env);
  for (const problem of problems) console.error(problem);
  if (config.mode === "disabled") {
    throw new UserError("Reviews are disabled here, by your configuration or the repository's");
  }
  const wanted = { ...config, depth: depth ?? config.depth };
  const review = written === null
    ? await reviewHere(wanted, base ?? null, again)
    : keep(await readHere(wanted, written), wanted);
  if (review === null) console.error("Nothing changed, so there is nothing to review");
  else console.log(json ? JSON.stringify(review, null, 2) : renderReview(review).trimEnd());
  return review !== null && review.failure !== null ? 1 : 0;
}

/** Reviews the change in this repository; null if nothing changed. */
async function reviewHere(
  config: ReviewConfig,
  base: string | null,
  again: boolean,
): Promise<Review | null> {
  const settings = { ...readSettings(), ...base === null ? {} : { base } };
  const errors: string[] = [];
  const notes = Object.assign(new Notes(false), { error: (line: string) => errors.push(line) });
  const repository = Repository.at();
  const signal = AbortSignal.timeout(REVIEW_DEADLINES[config.depth]);
  const change = await readFullChange(repository, rangeOf(settings, null), notes, signal);
  const model = modelAsker(config, env, notes);
  if (errors.length > 0) throw new UserError(errors.join("; "));
  if (change.files.length === 0) return null;
  const tracked = await trackedFiles(repository, OWN_FOLDER);
  const known = again ? null : knownReview(change.hash, config, model !== null, tracked);
  if (known !== null) {
    console.error("This change was reviewed before; --again reviews it anew");
    return known;
  }
  if (model !== null) {
    console.error(`Asking a model, for ${REVIEW_DEADLINES[config.depth] / 1000} s at most …`);
  }
  const review = await reviewChange({
    header: await headerOf(change),
    ...{ change, config, model, scrub, signal },
    risk: riskOf(change, settings.threshold),
    hasTests: await hasTests(repository, change),
    doubts: null,
    nonce: crypto.randomUUID(),
    now: Date.now,
  });
  return keep(review, config);
}

/** A review that was written by hand, as a record. */
async function readHere(config: ReviewConfig, text: string): Promise<Review> {
  const { parseMarkdownReview } = await import("./markdown_parser.ts");
  const { issues, strengths, summary, unparsed } = parseMarkdownReview(await scrub(text));
  return {
    ...blankReview(await headerOf(null), config.depth),
    ...{ issues, strengths, summary, unparsed },
    degraded: unparsed.length > 0,
  };
}

function keep(review: Review, config: ReviewConfig): Review {
  if (!config.storeReflections) return review;
  const store = Store.open(readSettings().folder);
  const name = storeReview(store, BY_HAND, review);
  console.error(`Stored as ${store.folder}/${name}.review.md and .review.json`);
  return review;
}

/** The newest review of the same change, made the same way. */
function knownReview(
  hash: string,
  config: ReviewConfig,
  byModel: boolean,
  tracked: ReadonlySet<string>,
): Review | null {
  const folder = readSettings().folder ?? DEFAULT_FOLDER;
  const found = listReviews(folder).reviews.findLast(({ name, review }) =>
    // One that is committed says what the author of the branch likes.
    !tracked.has(`${folder}/${name}${REVIEW_ENDING}`) && review.diff_hash === hash &&
    review.depth === config.depth && review.failure === null &&
    (review.model !== null) === byModel
  );
  return found?.review ?? null;
}

async function headerOf(state: RepositoryState | null): Promise<RecordHeader> {
  const event = { sessionId: BY_HAND, promptId: null };
  return await recordHeader({ settings: readSettings(), event }, state);
}

function readMarkdown(path: string): string {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile) throw new UserError(`Cannot read "${path}": it is not a file`);
    if (size > MAX_MARKDOWN_BYTES) {
      throw new UserError(`Cannot read "${path}": it is larger than ${MAX_MARKDOWN_BYTES} bytes`);
    }
    return new TextDecoder().decode(Deno.readFileSync(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new UserError(`Cannot read "${path}": no such file`);
  }
}

if (import.meta.main) {
  await command({
    name: "review",
    summary: "Reviews a change: deterministic checks, and a model where you configured one.",
    about: [
      "What is reviewed is everything from the base to the working tree: committed, staged, " +
      "unstaged and untracked. A change that was reviewed before, at the same depth and by the " +
      "same kind of model, is not reviewed again: its review is shown.",
    ],
    flags: FLAGS,
    apart: [["md", "json"]],
    errors: [GitError],
    run,
  });
}
