/** How much is read; what is beyond is ignored, so that nothing outside decides what it costs. */

/** Of a text or a diff, in UTF-16 units. */
export const MOST_SOURCE = 1_000_000;

/** Decisions of one file. */
export const MOST_DECISIONS = 500;

/** Lines of one tag, and characters of one decision. */
export const MOST_LINES = 20;
export const MOST_TEXT = 2_000;

/** Decisions that a proposal is compared with: the first of them. */
export const MOST_MEMORY = 2_000;

/** Revisions in one text: each is about few decisions, and wants its own evidence. */
export const MOST_REVISIONS = 50;

/** Faults that are told of one text. */
export const MOST_VIOLATIONS = 50;
