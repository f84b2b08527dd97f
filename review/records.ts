/** How a review is kept. What a hook loads to write one; reading them back takes a package. */

import type { Store } from "../lib/store/store.ts";
import type { Review } from "../schema/types.ts";
import { renderReview } from "./markdown.ts";
import { momentName } from "../lib/text/names.ts";

/** How the file of a review ends. */
export const REVIEW_ENDING = ".review.json";

/** Writes a review, as data and to be read; returns the name of both without the ending. */
export function storeReview(store: Store, session: string, review: Review): string {
  const name = store.freeName(`${session}-${momentName(review.timestamp)}`, REVIEW_ENDING);
  store.write(`${name}.review.md`, renderReview(review));
  store.write(`${name}${REVIEW_ENDING}`, `${JSON.stringify(review, null, 2)}\n`);
  return name;
}
