/** The reviews that stand in a folder of records, read back. */

import { entriesOf, kindOfEntry, readSmallFile } from "../lib/records/folder_files.ts";
import { parseRecord } from "../lib/records/record.ts";
import type { Review } from "../schema/types.ts";
import { REVIEW_ENDING } from "./records.ts";

/** A review and the name of its file. */
export interface StoredReview {
  readonly name: string;
  readonly review: Review;
}

/** All reviews in a folder that can be read, the oldest first; how many could not. */
export function listReviews(folder: string): { reviews: StoredReview[]; broken: number } {
  const reviews: StoredReview[] = [];
  let broken = 0;
  for (const { name } of entriesOf(folder)) {
    if (!name.endsWith(REVIEW_ENDING)) continue;
    const path = `${folder}/${name}`;
    // A pipe is not opened: reading it would wait until something writes to it.
    const bytes = kindOfEntry(path) === "file" ? readSmallFile(path) : "not a plain file";
    const record = typeof bytes === "string" ? bytes : parseRecord(bytes);
    if (typeof record === "string" || record.schema !== "review.v1") broken++;
    else reviews.push({ name: name.slice(0, -REVIEW_ENDING.length), review: record });
  }
  reviews.sort((a, b) => a.review.timestamp < b.review.timestamp ? -1 : 1);
  return { reviews, broken };
}
