/**
 * The results of checks that a message reports. A sentence is read from left to right: what was
 * checked waits for how it went. Wishes, conditions, plans and history report nothing.
 */

import type { CheckKind } from "../done/facts.ts";
import type { ReportedResult } from "./quote.ts";
import { moodOf, outcomeOf } from "./reported_mood.ts";
import { type Sign, signsIn } from "./reported_signs.ts";
import { quoteOf } from "./patterns.ts";
import { listedAsOpen } from "./remaining.ts";
import type { Message, Piece } from "./structure.ts";

const RESULTS_AT_MOST = 20;
/** Words that may stand between a check and how it went. */
const BETWEEN = new Set(
  "a about across after again all also and any are as at back both by cases check checks ci clean cleanly command come completed completes currently each end entire every everything existing exit exited exits file files finally finished finishes for full fully have has in including integration is it locally my new no now of on once original our output project relevant remain remains report reported reports result results returned returns run runs ran same show shows showed status step still suite suites that the their them they this to too total unit was were which with whole yet"
    .split(" "),
);
/** Other things that pass, fail and succeed. */
const OTHER_SUBJECT =
  /\b(?:deploy(?:ment)?|migration|server|request|upload|push|commit|install(?:ation)?|script|helper|coverage|data|user|payment|order|login|validation|fixtures?|plan|we|you|he|she|i)\b/;
const STRANGERS_AT_MOST = 3;

function leadsTo(between: string): boolean {
  if (between.length > 90 || OTHER_SUBJECT.test(between)) return false;
  const words = between.replace(/\([^()]{0,60}\)/g, " ").toLowerCase().match(/[a-z']+/g) ?? [];
  return words.filter((word) => !BETWEEN.has(word)).length <= STRANGERS_AT_MOST;
}

type Outcome = ReportedResult["outcome"];

function resultsIn(segment: string): Map<CheckKind, Outcome> {
  const results = new Map<CheckKind, Outcome>();
  let waiting: CheckKind[] = [];
  let last: CheckKind[] = [];
  let kindEnd = 0;
  let from = 0;
  let early: { sign: Sign; outcome: Outcome } | null = null;
  const report = (kinds: readonly CheckKind[], outcome: Outcome) => {
    for (const kind of kinds) {
      // "3 failed, 10 passed": the failure is what counts.
      if (results.get(kind) !== "failed") results.set(kind, outcome);
    }
  };
  for (const sign of signsIn(segment)) {
    if (sign.kind !== null && sign.says === null) {
      const gap = segment.slice(kindEnd, sign.at);
      const joined = waiting.length > 0 && gap.length <= 40 && leadsTo(gap) &&
        /,|\band\b|&|\/|\+|^\s*$/.test(gap);
      waiting = joined ? [...waiting, sign.kind] : [sign.kind];
      kindEnd = sign.end;
      if (early !== null && leadsTo(segment.slice(early.sign.end, sign.at))) {
        report([sign.kind], early.outcome);
        last = [sign.kind];
        // A tick before a list of checks ticks all of them; "no errors from tsc" is about one.
        if (!early.sign.mark) early = null;
      }
      continue;
    }
    const mood = moodOf(segment.slice(from, sign.at), segment.slice(sign.end), sign);
    const outcome = outcomeOf(sign, mood);
    from = sign.end;
    if (sign.kind !== null) {
      if (outcome !== null) report([sign.kind], outcome);
      last = [sign.kind];
      waiting = [];
      continue;
    }
    const near = waiting.length > 0 && leadsTo(segment.slice(kindEnd, sign.at));
    if (near) {
      if (outcome !== null) report(waiting, outcome);
      last = waiting;
      waiting = [];
      // The tick of a row has been used up by what it says in words.
    } else if (sign.counted && outcome !== null) report(last.length > 0 ? last : ["test"], outcome);
    else if (outcome !== null && waiting.length === 0) early = { sign, outcome };
  }
  return results;
}

const SEGMENT_END = /;| [—–] |—| (?=(?:but|however|although|though|whereas|while|yet|except)\b)/;

function reportedBy(piece: Piece): ReportedResult[] {
  if (piece.box === "open" || /\?$/.test(piece.words) || listedAsOpen(piece)) return [];
  const results = new Map<CheckKind, Outcome>();
  for (const segment of piece.words.split(SEGMENT_END)) {
    for (const [kind, outcome] of resultsIn(segment)) {
      if (results.get(kind) !== "failed") results.set(kind, outcome);
    }
  }
  const quote = quoteOf(piece);
  return [...results].map(([kind, outcome]) => ({ kind, outcome, quote }));
}

/** The results that a message reports, in their order. */
export function reportedIn({ pieces }: Message): ReportedResult[] {
  return pieces.flatMap(reportedBy).slice(0, RESULTS_AT_MOST);
}
