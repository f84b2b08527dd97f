/**
 * The one scrubber of secrets: all free text that is stored, logged or sent passes it.
 *
 * It asks secretlint's recommended rules, then the project's own patterns. If secretlint cannot
 * be loaded it rejects, and the caller withholds the text: half a scrubber would look like a
 * whole one. It needs no permission, and its packages in Deno's cache.
 *
 * @module
 */

import { cut } from "../text/text.ts";
import { type OnSecret, redaction, scrubPatterns } from "./patterns.ts";
import { type Finder, type Finding, loadSecretlint } from "./secretlint.ts";

/** The longest text that is scrubbed whole, in UTF-16 units. */
export const MOST: number = 256 * 1024;

let loading: Promise<Finder> | undefined;

async function find(text: string): Promise<Finding[]> {
  try {
    loading ??= loadSecretlint();
    return await (await loading)(text);
  } catch (cause) {
    // A later call may find the network or the cache in a better state.
    loading = undefined;
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot look for secrets with secretlint: ${detail}`, { cause });
  }
}

/**
 * The text with `[redacted: kind]` in the place of every secret that was found. Text longer than
 * {@linkcode MOST} is cut first, with a visible mark. Scrubbing twice changes nothing.
 *
 * Rejects where secretlint cannot be loaded: then withhold the text.
 *
 * @param onSecret Hears of every secret: of a connection string only of the password in it.
 *
 * @example
 * ```ts
 * import { scrub } from "./scrub.ts";
 *
 * await scrub("password=correct-horse"); // "password=[redacted: password]"
 * ```
 */
export async function scrub(text: string, onSecret?: OnSecret): Promise<string> {
  // secretlint drops a byte order mark and then counts from behind it.
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const bounded = cut(text.slice(mark.length), MOST - mark.length);
  const found = await find(blankEscapes(bounded));
  const scrubbed = scrubPatterns(redact(bounded, found, onSecret), onSecret);
  // Marks can be longer than what they stand for.
  return mark + cut(scrubbed, MOST - mark.length);
}

/** Names for secretlint's rules, shared with our patterns where they find the same. */
const KINDS: Readonly<Record<string, string>> = {
  "aws": "aws secret key",
  "anthropic": "anthropic key",
  "basicauth": "url password",
  "database-connection-string": "connection string",
  "gcp": "google key",
  "github": "github token",
  "gitlab": "gitlab token",
  "huggingface": "hugging face token",
  "npm": "npm token",
  "openai": "openai key",
  "privatekey": "private key",
  "sendgrid": "sendgrid key",
  "slack": "slack token",
  "stripe": "stripe key",
};

function kindOf(ruleId: string): string {
  const name = ruleId.replace(/^@secretlint\/secretlint-rule-/, "");
  return KINDS[name] ?? `${name.replaceAll("-", " ")} secret`;
}

/**
 * Escapes as blanks, so that no letter stands before what follows them: in JSON a token on a new
 * line reads `\nghp_…`. Every offset stays what it was.
 */
function blankEscapes(text: string): string {
  return text.replace(/\\[nrt]/g, "  ");
}

/**
 * The text with a mark for every finding; findings that overlap are one, named by the first. What
 * is glued to a finding goes with it: it may be a part of the secret, and a mark beside it would
 * let the next scrubbing see it with other eyes.
 */
function redact(text: string, findings: Finding[], onSecret?: OnSecret): string {
  const shape = blankEscapes(text);
  const glued = (at: number): boolean => /[\w-]/.test(shape.charAt(at));
  const parts: string[] = [];
  let done = 0;
  for (const finding of findings.toSorted((a, b) => a.start - b.start)) {
    let { start, end } = finding;
    if (end <= done) continue;
    while (end < text.length && glued(end - 1) && glued(end)) end++;
    if (start >= done) {
      while (start > done && glued(start) && glued(start - 1)) start--;
      parts.push(text.slice(done, start), redaction(kindOf(finding.ruleId)));
    }
    if (onSecret !== undefined) report(text.slice(Math.max(start, done), end), onSecret);
    done = end;
  }
  return parts.join("") + text.slice(done);
}

/** A whole URL or assignment is no secret, but the part of it that our own patterns replace. */
function report(finding: string, onSecret: OnSecret): void {
  if (scrubPatterns(finding, onSecret) === finding) onSecret(finding);
}
