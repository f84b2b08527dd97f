/**
 * The one scrubber of secrets: all free text that is stored, logged or sent passes it.
 *
 * It asks secretlint's recommended rules, then the project's own patterns. If secretlint cannot
 * be loaded it rejects, and the caller withholds the text: half a scrubber would look like a
 * whole one. It needs no permission, and its packages in Deno's cache.
 *
 * @module
 */

import { cut, MOST } from "./cut.ts";
import { scrubPatterns } from "./patterns.ts";
import { blankEscapes, redact } from "./redact.ts";
import { type Finder, type Finding, loadSecretlint } from "./secretlint.ts";

export { MOST } from "./cut.ts";

/** Secrets could not be looked for, so the text has to be withheld. */
export class ScrubberUnavailable extends Error {
  override name = "ScrubberUnavailable";
}

let loading: Promise<Finder> | undefined;

async function find(text: string): Promise<Finding[]> {
  try {
    loading ??= loadSecretlint();
    return await (await loading)(text);
  } catch (cause) {
    // A later call may find the network or the cache in a better state.
    loading = undefined;
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new ScrubberUnavailable(`Cannot look for secrets with secretlint: ${detail}`, { cause });
  }
}

/**
 * The text with `[redacted: kind]` in the place of every secret that was found. Text longer than
 * {@linkcode MOST} is cut first, with a visible mark. Scrubbing twice changes nothing.
 *
 * Rejects with {@linkcode ScrubberUnavailable}: then withhold the text.
 *
 * @example
 * ```ts
 * import { scrub } from "./scrub.ts";
 *
 * await scrub("password=correct-horse"); // "password=[redacted: password]"
 * ```
 */
export async function scrub(text: string): Promise<string> {
  // secretlint drops a byte order mark and then counts from behind it.
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const bounded = cut(text.slice(mark.length), MOST - mark.length);
  const scrubbed = scrubPatterns(redact(bounded, await find(blankEscapes(bounded))));
  // Marks can be longer than what they stand for.
  return mark + cut(scrubbed, MOST - mark.length);
}
