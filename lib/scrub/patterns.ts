/**
 * The project's own patterns of secrets, for what secretlint misses: pure, synchronous, linear in
 * the text, and safe to repeat. It prefers to remove too much of a line over leaving a secret, but
 * leaves prose and code that merely speak of secrets alone.
 *
 * @module
 */

import { assignments, PASSWORDS, SECRETS, WORDLIKE_PASSWORDS } from "./assignments.ts";

/**
 * Where a prefix begins that also ends ordinary words ("task-", "risk_test_"). An escape is no
 * part of a word: in JSON a secret on a new line reads `\nsk-…`.
 */
const START = String.raw`(?:(?<![A-Za-z0-9])` +
  String.raw`|(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\x1b\[[\d;]{0,12}m))`;

/** Random enough: kebab-case and snake_case words have neither capitals nor digits. */
const RANDOM = String.raw`(?=[\w-]{0,63}[A-Z0-9])`;

const PEM_BEGIN = String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`;
const PEM_END = String
  .raw`[^-]*(?:-(?!----)[^-]*)*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`;
/** A block whose end was cut off goes as far as its lines look like one, and one line further. */
const PEM_CUT =
  String.raw`(?:\s|\\[nrt]|[>|+]|(?:Proc-Type|DEK-Info|Version|Comment): [^\r\n]{0,99}` +
  String.raw`|[A-Za-z0-9+/=]{16,})*(?:(?<=[\r\n]|\\n)[A-Za-z0-9+/=]*)?`;

/** What is removed, and by which patterns: the text a group `keep` matches stays. */
export const PATTERNS: ReadonlyArray<readonly [kind: string, patterns: readonly RegExp[]]> = [
  ["private key", [new RegExp(`${PEM_BEGIN}(?:${PEM_END}|${PEM_CUT})`, "g")]],
  ["slack webhook", [/(?:https?:\/\/)?hooks\.slack(?:-gov)?\.com\/[a-z]+\/[\w/-]{8,}/gi]],
  ["url password", [
    /(?<keep>:\/\/[^\s/?#:@"'<>]{0,256}:)(?!\$\{|\*{3}|\d{1,5}[?#])[^\s/"'<>]+(?=@)/g,
    /(?<keep>:\/\/)[^\s/?#:@"'<>.]{20,}(?=@)/g,
  ]],
  // Also without its dots: a cut one, or other JSON in base64, which does not stand in prose.
  ["json web token", [/eyJ[\w-]{16,}(?:\.{1,2}[\w-]+){0,4}/g]],
  ["aws access key id", [/(?:AKIA|ASIA)[A-Z0-9]{16,}/g]],
  ["aws secret key", [
    /(?<keep>secret[ _-]?(?:access[ _-]?)?key[\\"'`*\]]{0,6}[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}[\\"'`]{0,4})[a-z0-9/+]{40}(?![a-z0-9/+])/gi,
  ]],
  ["azure key", [/(?<keep>(?:Account|SharedAccess)Key\s?=\s?)[A-Za-z0-9+/]{20,}={0,2}/gi]],
  ["anthropic key", [new RegExp(`${START}sk-ant-${RANDOM}[\\w-]{12,}`, "g")]],
  ["openai key", [
    new RegExp(`${START}sk-(?:(?:proj|svcacct|admin|or-v1)-)?${RANDOM}[\\w-]{20,}`, "g"),
  ]],
  ["stripe key", [
    new RegExp(`${START}[sr]k_(?:live|test)_${RANDOM}[A-Za-z0-9]{10,}`, "g"),
    /whsec_[A-Za-z0-9+/]{24,}={0,2}/g,
  ]],
  ["google key", [/AIza[\w-]{30,}/g, /ya29\.[\w-]{16,}/g, /GOCSPX-[\w-]{20,}/g]],
  ["gitlab token", [
    /gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-(?=[\w-]{0,63}[A-Z0-9])[\w-]{16,}(?:\.[\w-]+){0,4}/g,
  ]],
  ["github token", [/gh[pousr]_[A-Za-z0-9]{30,}/g, /github_pat_\w{30,}/g]],
  ["slack token", [/xox[abceoprs]-[A-Za-z0-9-]{10,}/g, /xapp-\d-[A-Za-z0-9-]{10,}/g]],
  ["npm token", [/npm_[A-Za-z0-9]{36,}/g]],
  ["pypi token", [/pypi-(?=[\w-]{0,63}[A-Z0-9])[\w-]{32,}/g]],
  ["hugging face token", [/hf_[A-Za-z0-9]{30,}/g]],
  ["vendor token", [
    new RegExp(
      `${START}(?:dop_v1_|ntn_|sbp_|sntrys_|shp(?:at|ss|ca|pa)_|lin_api_|glsa_|gsk_|hvs\\.|dapi|figd_` +
        `|dckr_pat_)${RANDOM}[\\w-]{16,}`,
      "g",
    ),
    /AGE-SECRET-KEY-1[A-Z0-9]{40,}/g,
    /ATATT3[\w=-]{20,}/g,
    /NRAK-[A-Z0-9]{20,}/g,
    /discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/g,
  ]],
  ["sendgrid key", [/SG\.[\w-]{20,24}\.[\w-]{39,50}/g]],
  ["twilio key", [new RegExp(`${START}(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])`, "g")]],
  ["authorization", [
    /(?<keep>authorization[\\"'`*\]]{0,6}[ \t]{0,4}[:=][ \t]{0,4}[\\"'`]{0,4}(?:bearer|basic|token|apikey|digest)[ \t]{1,4})[^\s"'`,;<>\\[\]{}$*]{6,}/gi,
    /(?<keep>bearer[ \t]{1,4})(?=[a-z._~+/-]{0,63}[0-9])[a-z0-9._~+/-]{16,}=*/gi,
  ]],
  ["password", [...assignments(PASSWORDS, 4), ...WORDLIKE_PASSWORDS]],
  ["secret value", assignments(SECRETS, 8)],
];

/** What stands in the place of a secret. */
export function redaction(kind: string): string {
  return `[redacted: ${kind}]`;
}

/** Hears of every secret that was replaced, as it stood in the text. */
export type OnSecret = (secret: string) => void;

function scrubOnce(text: string, onSecret?: OnSecret): string {
  for (const [kind, patterns] of PATTERNS) {
    const mark = redaction(kind);
    for (const pattern of patterns) {
      text = text.replace(pattern, (...match) => {
        const keep: string = match.at(-1)?.keep ?? "";
        onSecret?.(match[0].slice(keep.length));
        return keep + mark;
      });
    }
  }
  return text;
}

/** A mark may uncover what was glued to a secret; real text settles in the second round. */
const ROUNDS = 8;

/**
 * The text with a mark `[redacted: kind]` in the place of every secret that our own patterns know.
 * What is reported as a secret may hold a mark, where a part of it was replaced before.
 *
 * @example
 * ```ts
 * import { scrubPatterns } from "./patterns.ts";
 *
 * scrubPatterns("password=correct-horse"); // "password=[redacted: password]"
 * ```
 */
export function scrubPatterns(text: string, onSecret?: OnSecret): string {
  for (let round = 0; round < ROUNDS; round++) {
    const scrubbed = scrubOnce(text, onSecret);
    if (scrubbed === text) break;
    text = scrubbed;
  }
  return text;
}
