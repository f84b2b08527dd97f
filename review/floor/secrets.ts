/**
 * Secrets in added lines, by the scrubber's own patterns.
 *
 * The scrubber removes what might be one, because removing too much costs nothing. A finding that
 * is none costs attention, so here the value must also look like one: not a placeholder, not a
 * word, not a reference. Nothing of the line is ever given on, only the kind of secret.
 */

import { PATTERNS } from "../../lib/scrub/patterns.ts";
import type { Finding } from "./matching.ts";
import type { SourceFile, SourceLine } from "./source.ts";

/** Kinds that are known by a name beside them and not by a form of their own. */
const BY_NAME = new Set<string>(["password", "secret value", "authorization", "url password"]);

/** Kinds that are no secret by themselves, or of which tests and manuals need one that works. */
const OFTEN_SHOWN = new Set<string>(["json web token", "aws access key id"]);

const PLACEHOLDER =
  /example|sample|dummy|fake|placeholder|changeme|change[-_]me|your|insert|redact|secret|passw|token|foo|bar(?!e)|test|demo|abc|1234|qwert|xxx|\.\.\.|\*\*\*|<|>|\$\{|\{\{|%[sd(]|#\{|insecure|lorem|not[-_]?real|api[-_]?key|mock|todo|none|null/i;

/** Files that show what to fill in. */
const EXAMPLE = /(?:^|[./_-])(?:example|sample|template|dist|defaults?)s?(?:[./_-]|$)/i;

/** The same for what has a form of its own, where a word of the form is no sign. */
const SHOWN_TOKEN =
  /example|dummy|fake|placeholder|your|redact|x{4,}|\.\.\.|\*\*\*|<|1234567|abcdef/i;

const SHOWN_WORD = /example|dummy|fake|placeholder|your|redact|x{4,}|\.\.\.|\*\*\*|</i;

/** A variable gets a string. A colon is not enough: labels of fields are written like that. */
const ASSIGNED = /(?<![=!<>])(?::=|=)\s*["'`]$/;

/** A private key needs a body: code that only looks for one has the first line alone. */
const KEY_BODY = /[A-Za-z0-9+/=]{60,}|(?:[A-Za-z0-9+/=]{40,}(?:\s|\\n|["'+,>|])*){2}/;

/** Secrets of one file, each line once. */
export function findSecrets(file: SourceFile): Finding[] {
  const found = new Map<number, string>();
  for (const { line, kind } of file.hunks.flatMap(({ now }) => runsOf(now)).flatMap(secretsIn)) {
    if (!found.has(line)) found.set(line, `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`);
  }
  return Array.from(found, ([line, what]) => ({ line, what }));

  function secretsIn(run: SourceLine[]): { line: number; kind: string }[] {
    const isShown = isForShow(file);
    const text = run.map((line) => line.text).join("\n");
    let start = 0;
    const starts = run.map((line) => (start += line.text.length + 1) - line.text.length - 1);
    const kinds = PATTERNS.filter(([kind]) =>
      !isShown || !BY_NAME.has(kind) && !OFTEN_SHOWN.has(kind)
    );
    const matches = kinds.flatMap(([kind, patterns]) =>
      patterns.flatMap((pattern) =>
        Array.from(text.matchAll(pattern), (match) => ({ kind, match }))
      )
    );
    return matches.flatMap(({ kind, match }) => {
      const keep = match.groups?.["keep"] ?? "";
      const at = lineAt(run, starts, match.index + keep.length);
      if (at === undefined) return [];
      const isSecret = isLikely(kind, match[0].slice(keep.length), keep, at, file);
      return isSecret ? [{ line: at.line, kind }] : [];
    });
  }
}

/** Added lines that follow each other: a private key goes over many. */
function runsOf(lines: readonly SourceLine[]): SourceLine[][] {
  const runs: SourceLine[][] = [[]];
  for (const line of lines) {
    if (line.kind === "added") runs.at(-1)?.push(line);
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs;
}

/** Whether a file is there to show or to try something. */
function isForShow(file: SourceFile): boolean {
  return file.isTest || file.isDocs || file.isForeign || EXAMPLE.test(file.path);
}

/** The line that a place of the joined text is in, by halving: there may be many of both. */
function lineAt(run: SourceLine[], starts: number[], place: number): SourceLine | undefined {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= place) low = middle;
    else high = middle;
  }
  return run[low];
}

function isLikely(
  kind: string,
  value: string,
  keep: string,
  line: SourceLine,
  file: SourceFile,
): boolean {
  if (kind === "private key") return KEY_BODY.test(value) && !file.isTest && !file.isForeign;
  // A token of some JSON; three parts make a signed one.
  if (kind === "json web token" && value.split(".").length < 3) return false;
  // Who invents a key for show calls it one of the test mode.
  if (value.startsWith("sk_live_") && !isForShow(file)) {
    return !SHOWN_WORD.test(value) && variety(value.slice(8)) >= 6;
  }
  const isShown = BY_NAME.has(kind) ? PLACEHOLDER : SHOWN_TOKEN;
  if (isShown.test(value)) return false;
  // The name of a key in an address that was signed with it.
  if (kind === "aws access key id" && /X-Amz-|AWSAccessKeyId=/i.test(line.text)) return false;
  if (kind === "azure key" && value.length < 40) return false;
  if (!BY_NAME.has(kind)) return variety(value) >= 8 && /\d/.test(value);
  if (kind === "url password") return isUrlPassword(value, line);
  // In code only a string is a value; anything else is a name, a call or a type.
  if (file.syntax !== null && file.syntax.name !== "data" && !/["'`]$/.test(keep)) return false;
  // A name in a language's own words, a path, a sentence, a colour of a key: no secret.
  if (/\s/.test(value) || /^[./~@#:]|\/\/|[(){}[\];<>]/.test(value)) return false;
  if (kind === "password" && ASSIGNED.test(keep)) return isChosen(value);
  return value.length >= 12 && isMixed(value) && variety(value) >= 8;
}

/** A password in an address counts unless the address is of this machine or made up. */
function isUrlPassword(value: string, line: SourceLine): boolean {
  const host = line.text.slice(line.text.indexOf(`${value}@`) + value.length + 1);
  if (
    /^(?:localhost|127\.|0\.0\.0\.0|\[::1|(?:db|host)(?![\w.])|[\w.-]*(?:example|test|invalid|local)\b)/i
      .test(host)
  ) {
    return false;
  }
  return value.length >= 8 && isMixed(value) && variety(value) >= 6 && !/[$%{}()\s]/.test(value);
}

/** What a person takes for a password: no word, name of a field, or code of an error. */
function isChosen(value: string): boolean {
  if (value.length < 8 || variety(value) < 5) return false;
  if (!/[a-z]/.test(value) || !/[\d!@$%^&*+=?~]/.test(value)) return false;
  return !/^[a-z]+\d{0,2}(?:[-_.][a-z]+\d{0,2})*$/i.test(value);
}

/** Letters and digits, and not as words with a number behind. */
function isMixed(value: string): boolean {
  if (!/\d/.test(value) || !/[a-z]/i.test(value)) return false;
  const changes = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/g)?.length ?? 0;
  return changes >= 3;
}

function variety(value: string): number {
  return new Set(value).size;
}
