/** The reviews that stand in a folder of records. */

import { momentName } from "../lib/store/names.ts";
import type { Store } from "../lib/store/store.ts";
import { REVIEW_CATEGORIES, REVIEW_DEPTHS, SEVERITIES } from "../schema/names.ts";
import type { Review } from "../schema/types.ts";
import { renderReview } from "./markdown.ts";

/** How the file of a review ends. */
export const REVIEW_ENDING = ".review.json";

/** A record larger than this is not one of ours. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A review and the name of its file. */
export interface StoredReview {
  readonly name: string;
  readonly review: Review;
}

/** Writes a review, as data and to be read; returns the name of both without the ending. */
export function storeReview(store: Store, session: string, review: Review): string {
  const name = store.freeName(`${session}-${momentName(review.timestamp)}`, REVIEW_ENDING);
  store.write(`${name}.review.md`, renderReview(review));
  store.write(`${name}${REVIEW_ENDING}`, `${JSON.stringify(review, null, 2)}\n`);
  return name;
}

/** All reviews in a folder that can be read, the oldest first; how many could not. */
export function listReviews(folder: string): { reviews: StoredReview[]; broken: number } {
  const reviews: StoredReview[] = [];
  let broken = 0;
  for (const name of namesIn(folder)) {
    const review = readReview(`${folder}/${name}`);
    if (review === null) broken++;
    else reviews.push({ name: name.slice(0, -REVIEW_ENDING.length), review });
  }
  reviews.sort((a, b) => a.review.timestamp < b.review.timestamp ? -1 : 1);
  return { reviews, broken };
}

function namesIn(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name)
      .filter((name) => name.endsWith(REVIEW_ENDING));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** A record as it was written; null if it is none, or lacks what is made use of here. */
function readReview(path: string): Review | null {
  try {
    const { isFile, size } = Deno.lstatSync(path);
    if (!isFile || size > MAX_BYTES) return null;
    const value: unknown = JSON.parse(Deno.readTextFileSync(path));
    return isReview(value) ? value : null;
  } catch {
    return null;
  }
}

/** Anybody may put a file there. By hand, so that no package is loaded for it. */
function isReview(value: unknown): value is Review {
  return isObject(value) && value["schema"] === "review.v1" &&
    ["task_ref", "agent", "session_id", "repo"].every((key) => isText(value[key])) &&
    REVIEW_DEPTHS.some((depth) => depth === value["depth"]) && isMoment(value["timestamp"]) &&
    ["prompt_id", "head", "diff_hash", "model", "summary", "failure"]
      .every((key) => value[key] === null || isText(value[key])) &&
    isCount(value["duration_ms"]) && (value["cost_usd"] === null || isCount(value["cost_usd"])) &&
    typeof value["degraded"] === "boolean" &&
    ["strengths", "unparsed", "files_reviewed"].every((key) => isListOf(value[key], isText)) &&
    isListOf(value["files_left_out"], isLeftOut) && isListOf(value["issues"], isIssue);
}

function isIssue(value: unknown): boolean {
  return isObject(value) && SEVERITIES.some((severity) => severity === value["severity"]) &&
    REVIEW_CATEGORIES.some((category) => category === value["category"]) &&
    isText(value["description"]) &&
    ["impact", "recommendation", "file"].every((key) =>
      value[key] === null || isText(value[key])
    ) &&
    (value["line"] === null || isCount(value["line"]));
}

function isLeftOut(value: unknown): boolean {
  return isObject(value) && isText(value["path"]) && isText(value["reason"]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Only the form that is written: others can be dates too, with any text in brackets behind. */
function isMoment(value: unknown): boolean {
  return isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]{5,20}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value));
}

/** JSON can say `1e999`, which no total survives. */
function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}
