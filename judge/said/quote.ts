/** Pieces of what was said. */

import type { CheckKind } from "../done/facts.ts";

/** A piece of what was said, word for word, shortened. */
export type Quote = string;

/** A result that the message reports. */
export interface ReportedResult {
  readonly kind: CheckKind;
  readonly outcome: "passed" | "failed";
  readonly quote: Quote;
}
