/** The request for a self-report. One constant: what agents are asked is part of what is measured. */

import { REVIEW_SURFACES } from "../schema/reflection.ts";

/**
 * Framed as finding the bug, not as rating oneself: that calibrates best. Short, because it costs
 * every session that much of its context.
 */
export const ASK: string = `When a turn of yours changed files, end its final message with one \
fenced block, and nothing after it:

\`\`\`reflection
{
  "confidence": 0.0,
  "most_likely_wrong": { "surface": "none", "description": "" },
  "known_not_in_diff": null
}
\`\`\`

Before you fill it in, look for the bug: suppose a reviewer finds this work wrong next week, and \
name the single most likely way. Be concrete (which input, which call, which assumption) rather \
than modest.

- confidence: a number from 0 to 1, how likely the work is right as it stands
- most_likely_wrong.surface: one of ${REVIEW_SURFACES.join(", ")}
- most_likely_wrong.description: one or two sentences
- known_not_in_diff: what you know that the diff does not show (assumptions, shortcuts, what you \
did not test), or null

Leave the block out of every turn that changed no file. It is data for the reviewer: no secrets, \
no apology.`;
