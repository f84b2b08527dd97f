/**
 * Whether a message takes the place of those before it. To drop a task by mistake loses all that it
 * asked for: what adds to it, or only says how, leaves it.
 */

import { start } from "./wording.ts";

/** What stands at the end of a sentence that takes something back. */
const END = "(?:$|\\s*[.,!;:…–-]| (?:and|for now|please|instead|i |let|just|do |we )\\b)";
const THAT = "(?:that|it|this|all that|all of that|everything)";

/** How a message begins that takes back those before it, whatever follows. */
const TAKES_BACK: readonly RegExp[] = [
  new RegExp(
    `^(?:please )?(?:forget|disregard|ignore|drop|cancel|discard|scrap|scratch) (?:${THAT}|` +
      "everything (?:above|before)|what i (?:just )?(?:said|asked|wrote)|" +
      `about (?:that|it|this|all that))${END}`,
  ),
  /^(?:please )?(?:forget|disregard|ignore|drop|cancel|scrap) (?:the|my|all|your) (?:above|last|previous|earlier|first|old) (?:message|messages|request|requests|task|tasks|instruction|instructions|prompt|prompts|plan|question)\b/,
  /^(?:please )?(?:forget|disregard|ignore) the above\b/,
  /^never ?mind(?:$|\s*[.,!;:…–-]| (?:that|it|this|all that|for now|then|i |let|just|do )\b)/,
  /^(?:on second thoughts?|change of plans?|plans? (?:have|has) changed|new (?:task|plan|direction|topic))\b/,
  /^(?:let'?s|we(?:'ll| will| should)) (?:start over|switch gears|change direction)\b/,
  /^(?:i(?:'ve| have)? )?changed my mind\b/,
  new RegExp(
    `^(?:please )?stop(?: (?:${THAT}|there|here|right there|what you(?:'re| are) doing|` +
      "working on (?:that|it|this)))?(?:$|\\s*[.,!;:…–-])",
  ),
  new RegExp(
    `^(?:please )?(?:(?:leave|park|shelve|pause) ${THAT}|put ${THAT} (?:aside|on hold|on ice|away))` +
      "(?: (?:aside|on hold|be|alone|for now|for later|for the moment|for today))*(?:$|\\s*[.,!;:…–-]| and )",
  ),
];

/** Beginnings that take back only what is said anew behind them: it may as well be a detail. */
const BEGINS_ANEW =
  /^(?:no,? wait|wait,? no|(?:no,? |sorry,? )?(?:i|we) (?:actually )?meant|no,? (?:i|we) (?:wanted|want|mean|asked (?:for|you)))\b[\s,.:;!…–-]*/;

/** Words that announce a change, which "instead" then makes. */
const ANNOUNCED =
  /^(?:actually|wait|no|nope|stop|hold on|hang on|hmm+|sorry|scratch that|ok|okay|oh|instead|let'?s|rather|i changed my mind|changed my mind)\b/;

/** "Tabs instead of spaces" only says how. */
const INSTEAD = /\binstead\b(?! of\b)/;

/** What comes on top. */
const ADDS =
  /\b(?:also|as well|in addition|additionally|on top of (?:that|it)|besides)\b|\btoo[.!]?$/;

/** What stands before an order. */
const BEFORE_ORDER =
  /^(?:(?:actually|wait|no|nope|hold on|hang on|hmm+|uh|um|sorry|ok|okay|oh|instead|rather|please|just|well|so|then|maybe|let'?s|can you|could you|you should|i(?:'d| would) (?:rather|prefer|like)(?: you)?(?: to)?)[\s,.!:…–-]+)+/;

/** A place within the task, or a verb that says how something in it is done. */
const SAYS_HOW =
  /^(?:but\b|(?:in|on|for|inside|within|at|with|when|if|where|under|from) |(?:use|throw|return|raise|call|name|keep|set|store|pass|take|log|print|prefer|go with|send|put|place|show|display|render|make (?:it|that|this|the|them)|have (?:it|them)|let (?:it|them)|default|read|save)\b)/;

/** Whether a message takes the place of those before it. */
export function changesCourse(message: string): boolean {
  const whole = start(message);
  const text = whole.replace(/^(?:ok|okay|oh|hmm+|uh|um|actually|sorry|please)[\s,.!…–-]+/, "");
  if (TAKES_BACK.some((pattern) => pattern.test(text))) return true;
  if (ADDS.test(whole)) return false;
  const anew = BEGINS_ANEW.exec(text)?.[0];
  if (anew !== undefined) return !isDetail(text.slice(anew.length));
  return ANNOUNCED.test(whole) && INSTEAD.test(whole) && !isDetail(whole);
}

function isDetail(text: string): boolean {
  return SAYS_HOW.test(text.replace(BEFORE_ORDER, ""));
}

/** Whether a message takes back those before it and asks for nothing. */
export function cancels(message: string): boolean {
  if (message.length > 60 || !changesCourse(message)) return false;
  return /^(?:(?:ok|okay|oh|actually|no|please|sorry|wait)[\s,.!…]*)*(?:never ?mind|forget|disregard|ignore|drop|cancel|discard|scrap|scratch|stop|leave|wait|park|pause)(?: (?:that|it|this|all that|everything|about it|about that|the above|for now|then|please|thanks|there|here|alone|be|what you(?:'re| are) doing))*[\s.!…]*$/
    .test(start(message));
}
