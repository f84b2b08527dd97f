/** What a page may do: run its own script, have its own look, and nothing else. */

import { createHash } from "node:crypto";

/** What stands in a page that the policy lets through. */
interface Allowed {
  readonly script: string;
  readonly style: string;
  /** Whether it may ask the server that it came from. */
  readonly live: boolean;
}

/** The policy, as a `Content-Security-Policy` has it. */
export function contentPolicy({ script, style, live }: Allowed): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    ...live ? ["connect-src 'self'"] : [],
    "base-uri 'none'",
    "form-action 'none'",
    // No text can become markup or script by accident: what would make it so throws.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
