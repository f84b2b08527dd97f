/** The reviews that stand in a folder of records. */

import { momentName } from "../hook/names.ts";
import type { Store } from "../hook/store.ts";
import type { Review } from "../schema/review.ts";
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
  const wanted = `${session}-${momentName(review.timestamp)}`;
  let name = wanted;
  for (let n = 2; store.has(`${name}${REVIEW_ENDING}`); n++) name = `${wanted}-${n}`;
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

/** A record as it was written. What else could stand there is looked at only as far as needed. */
function readReview(path: string): Review | null {
  try {
    const { isFile, size } = Deno.lstatSync(path);
    if (!isFile || size > MAX_BYTES) return null;
    const value = JSON.parse(Deno.readTextFileSync(path));
    const whole = value?.schema === "review.v1" && typeof value.timestamp === "string" &&
      Array.isArray(value.issues) && Array.isArray(value.files_reviewed);
    return whole ? value : null;
  } catch {
    return null;
  }
}
