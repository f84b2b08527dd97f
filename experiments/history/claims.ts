/**
 * What a commit's message says about earlier commits: which it takes back, which it fixes, which
 * one a fault came with, which one it is a copy of.
 *
 * Only explicit words count, at the beginning of a line where git or a tool writes them; text that is
 * quoted with `>` or indented by four spaces is not the author's own. `failures.ts` finds out whether
 * the commit that is named exists.
 */

import { isFix, isUnfinished, readUndo, subjectOf } from "./subjects.ts";

/** An earlier commit, by whatever it is called. */
export interface Target {
  readonly shas: readonly string[];
  readonly numbers: readonly number[];
  readonly titles: readonly string[];
}

/** What a message says. */
export interface Claims {
  /** Taken back or brought back. */
  readonly undo: {
    readonly way: "revert" | "restore";
    readonly target: Target;
    /** Whether the subject says so; what only the body says must name a commit that exists. */
    readonly inSubject: boolean;
  } | null;
  readonly fixes: Target | null;
  readonly introduced: Target | null;
  /** The commit it was picked from. */
  readonly pickedFrom: string | null;
}

/** The title of what a merge brings in, which GitHub and its robots write below the subject. */
export function mergedTitle(message: string): string {
  return /^Merge [^\n]*\n\s*(?:Automatic merge from [^\n]*\s+)?([^\n]+)/.exec(message)?.[1]
    ?.trim() ??
    "";
}

/** Whether a body may hold a claim: what does not match need not be kept. */
export const TELLING =
  /revert|fixes:|introduced|regress|caused by|broken|cherry picked|re-?land|re-?appl/i;

const REVERT_LINE =
  /^[ \t]{0,3}(?:[*-] )?(?:this\s+|it\s+)?(?:partial(?:ly)?\s+|partly\s+)?revert(?:s|ed|ing)?:?\s+((?:commits?|changesets?|prs?|pull requests?|merge requests?)\b\s*)?([^\n]{1,600})/gim;
const RELAND_LINE =
  /^[ \t]{0,3}(?:this\s+)?re-?(?:lands?|appl(?:y|ies))\s+((?:commits?|prs?|pull requests?)\b\s*)?([^\n]{1,600})/gim;
/** One or several object ids or numbers at the beginning of what follows. */
const NAMED =
  /^[\s"'`(<[]*(?:[0-9a-f]{7,64}\b|(?:https?:\/\/[\w./-]{1,200}\/(?:pull|commit)\/|[\w.-]{1,60}\/[\w.-]{1,80}#|#)[0-9a-f]+\b)/i;
const FIXES_LINE =
  /^fixes:[ \t]*(?:commit[ \t]+)?([0-9a-f]{7,64})(?=[\s.,:(]|$)[ \t.,:-]*([^\n]{0,500})/gim;
/** A title in brackets, in quotes, or in both. */
const WRAPPED = /^(?:\(\s*["“']?(.*?)["”']?\s*\)|["“'](.*)["”'])[ \t.]*$/;
const INTRODUCED =
  /\b(?:(?:introduced|regressed|broken|caused)\s+(?:in|by|with|since|from)|regression\s+(?:from|in|of|since|by|after))\s+(?:the\s+)?(?:commit\s+|prs?\s+|pull request\s+|change\s+|[\w.-]{1,60}\/[\w.-]{1,80}(?=#))?["'`(<[]{0,2}(?:https?:\/\/[\w./-]{1,200}\/(?:pull|commit)\/)?(#?[0-9a-f]{1,64})\b/gi;
const TROUBLE =
  /bug|regress|br(?:eak|oke)|issue|error|crash|problem|leak|fail|fault|race|deadlock|panic|wrong|incorrect|fix/i;
const PICKED = /^[ \t]*\(cherry picked from commit ([0-9a-f]{7,64})\)[ \t]*$/gim;
const HEX = /\b[0-9a-f]{7,64}\b/gi;
const NUMBER = /(?:#|\/pull\/)(\d{1,9})\b/g;
const MERGED_REVERT = /^Merge pull request #\d+ from \S*?\brevert-(\d{1,9})-/;

/** Reads a message. Null where it says nothing, as nearly every one does. */
export function readClaims(message: string): Claims | null {
  if (!TELLING.test(message)) return null;
  const subject = subjectOf(message);
  if (isUnfinished(subject)) return null;
  const body = message.includes("\n") ? message.slice(message.indexOf("\n") + 1) : "";
  const undo = undoOf(subject, body);
  const fixes = fixesOf(body);
  const introduced = introducedOf(message, subject);
  // The last line is the nearest origin; earlier ones are copies of copies.
  const pickedFrom = [...body.matchAll(PICKED)].at(-1)?.[1]?.toLowerCase() ?? null;
  if (undo === null && fixes === null && introduced === null && pickedFrom === null) return null;
  return { undo, fixes, introduced, pickedFrom };
}

function undoOf(subject: string, body: string): Claims["undo"] {
  const merged = MERGED_REVERT.exec(subject);
  const said = readUndo(subject);
  const lines = [...body.matchAll(said?.way === "restore" ? RELAND_LINE : REVERT_LINE)];
  // Git's own `Reapply "title"` names the revert that it takes back.
  if (said?.way === "restore") lines.push(...body.matchAll(REVERT_LINE));
  const named = lines.map((line) => line[2] ?? "").filter((text) => NAMED.test(text));
  const shas = named.flatMap((text) => text.split(/,? reversing\b/)[0]?.match(HEX) ?? []);
  const numbers = named.flatMap(numbersIn);
  if (merged) numbers.push(Number(merged[1]));
  if (said === null) {
    if (named.length === 0 && merged === null) return null;
    return { way: "revert", target: target(shas, numbers, []), inSubject: false };
  }
  return {
    way: said.way,
    target: target(
      [...shas, ...said.shas],
      [...numbers, ...said.numbers],
      said.title === "" ? [] : [said.title],
    ),
    inSubject: true,
  };
}

function fixesOf(body: string): Target | null {
  const shas: string[] = [];
  const titles: string[] = [];
  for (const [, sha = "", rest = ""] of body.matchAll(FIXES_LINE)) {
    const wrapped = WRAPPED.exec(rest.trim());
    const title = wrapped?.[1] ?? wrapped?.[2] ?? rest.trim();
    const surely = wrapped !== null && title !== "";
    // A row of digits is more likely a number in some tracker, and "defaced" before a text a word.
    if (!surely && !/[a-f]/i.test(sha)) continue;
    if (!surely && title !== "" && !/\d/.test(sha)) continue;
    shas.push(sha);
    if (title !== "") titles.push(title);
  }
  return shas.length === 0 ? null : target(shas, [], titles);
}

/** Features are introduced too: without a word of trouble nearby, the phrase says nothing. */
function introducedOf(message: string, subject: string): Target | null {
  const shas: string[] = [];
  const numbers: number[] = [];
  const fix = isFix(subject);
  for (const match of message.matchAll(INTRODUCED)) {
    const name = match[1] ?? "";
    const sentence = message.slice(Math.max(0, match.index - 200), match.index + match[0].length);
    const line = sentence.slice(sentence.lastIndexOf("\n\n") + 1);
    if (/(?:^|\n)(?:>|\s{4})[^\n]*$/.test(line)) continue;
    if (!fix && !TROUBLE.test(line)) continue;
    if (/^#\d{1,9}$/.test(name)) numbers.push(Number(name.slice(1)));
    else if (/\/pull\/$/.test(match[0].slice(0, -name.length))) numbers.push(Number(name));
    else if (/^[0-9a-f]{7,64}$/i.test(name)) shas.push(name);
  }
  if (shas.length === 0 && numbers.length === 0) return null;
  return target(shas, numbers, []);
}

function target(shas: readonly string[], numbers: readonly number[], titles: string[]): Target {
  return { shas: shas.map((sha) => sha.toLowerCase()), numbers, titles };
}

function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(NUMBER), (match) => Number(match[1]));
}
