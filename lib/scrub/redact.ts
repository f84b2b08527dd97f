/** From findings to a text with marks in their place. */

import { redaction } from "./patterns.ts";
import type { Finding } from "./secretlint.ts";

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
export function blankEscapes(text: string): string {
  return text.replace(/\\[nrt]/g, "  ");
}

/**
 * The text with a mark for every finding; findings that overlap are one, named by the first. What
 * is glued to a finding goes with it: it may be a part of the secret, and a mark beside it would
 * let the next scrubbing see it with other eyes.
 */
export function redact(text: string, findings: Finding[]): string {
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
    done = end;
  }
  return parts.join("") + text.slice(done);
}
