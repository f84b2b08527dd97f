/** Waiting for something that will come by itself. An answer of the person is none of it. */

import type { Quote } from "./quote.ts";
import { CONDITIONAL, quoteOf, type Rule, saidBy } from "./patterns.ts";
import type { Message } from "./structure.ts";

const MACHINE =
  "(?:ci\\b|c\\.i\\.|pipelines?|workflows?|github actions?|actions? run|builds?|deploy(?:ment)?s?|jobs?|rollout|migrations?|training|download|upload|install(?:ation)?|tests?(?: suite| run)?|suite|checks|run|index(?:ing)?|import|backfill|queue|(?:rate[- ])?limits?|quota|cooldown|propagat\\w+|dns|certificate|release|sync|scan|compilation|image|container|cluster|review app|preview|process|script|benchmark|task|evaluation|render|export|results?)";
const OVER =
  /\b(?:passed|finished|succeeded|is (?:done|green|complete)|are (?:done|green)|completed (?:successfully|without)|waited|no longer|has completed|have completed|are implemented|is implemented|added|implemented|not waiting|without waiting|instead of waiting|fixed)\b/;
const FEATURE =
  /\b(?:shows?|component|spinner|users?|while waiting|waits|worker|displays?|handles?|state|the (?:function|code|client|script) )\b/;

export const RULES: readonly Rule[] = [
  {
    words: "wait",
    says: new RegExp(
      `\\b(?:waiting|wait|awaiting|await)\\b(?: (?:for|on|until|till))? (?!(?:you|your)\\b)(?:\\S+ ){0,5}${MACHINE}`,
    ),
    unless: [
      OVER,
      FEATURE,
      /\byour (?:answer|input|reply|approval|decision|confirmation|go-?ahead)\b|\byou\b/,
    ],
    within: "sentence",
    reason: "waiting for a machine",
  },
  {
    words: "wait have need throttling limiting",
    says:
      /\b(?:waiting|wait) (?:for|on|until) (?:it|them|that|this) (?:to |all )?(?:complete|finish|end|run|come back|deploy|build|pass|be done|completes|finishes|is done)\b|\b(?:have|need) to wait (?:for )?(?:about |another |~)?(?:\d+|a few|a) (?:more )?(?:seconds?|minutes?|hours?)\b|\b(?:is|are) (?:(?:currently|being|now) )?(?:throttling (?:us|me|requests)|rate[- ]limiting (?:us|me))\b/,
    unless: [OVER, /\b(?:users?|you|if|worker|client|function)\b/],
    within: "sentence",
    reason: "waiting for something that was just named, or for a limit",
  },
  {
    words:
      "running progress pending queued going under building deploying executing compiling processing downloading uploading propagating being deployed processed rolled",
    says: new RegExp(
      `\\b${MACHINE}(?: \\S+){0,6}? (?:is|are|'s)(?: (?:still|currently|now|yet|all))* (?:running|in progress|pending|queued|going|under ?way|building|deploying|executing|compiling|processing|downloading|uploading|propagating|being (?:built|deployed|processed|rolled out))\\b`,
    ),
    unless: [OVER, /\b(?:server|if|when|while|on port|at ⟦(?:url|local)⟧|locally on|up and)\b/],
    within: "clause",
    reason: "it is running now",
  },
  {
    words: "has have not",
    says: new RegExp(
      `\\b${MACHINE}(?: \\S+){0,4} (?:has not|hasn't|have not|haven't|not)(?: yet)? (?:yet )?(?:finished|completed|reported|started|come back|propagated|returned|landed|run)\\b`,
    ),
    unless: /\b(?:if|i (?:have|haven't|did)|tests? (?:have|has) not (?:yet )?run)\b/,
    within: "clause",
    reason: "it has not finished yet",
  },
  {
    words: "wait sleep pausing backing",
    says:
      /^(?:i'm |i am |now )?(?:wait|waiting|sleep|sleeping|pausing|backing off)(?: for)? (?:about |another |~ ?)?(?:\d+|an?|one|two|three|five|ten|thirty|sixty|a few) ?(?:more )?(?:s|secs?|seconds?|mins?|minutes?|hours?)\b/,
    within: "clause",
    reason: "a pause that was begun; what a program waits has a subject",
  },
  {
    words: "wait subagent sub-agent monitor worker background",
    says:
      /\b(?:waiting|wait) (?:for|on|until) (?:the )?(?:ready|(?:sub-?)?agents?|workers?|monitor|reviewers?|bot|status|test results?|output)\b|\b(?:sub-?agents?|monitors?|workers?|background (?:agents?|tasks?|jobs?))\b(?: \S+){0,3} (?:is|are|'s)?(?: (?:now|still|currently))* ?(?:running|armed|at work|working|in progress)\b|^monitor(?:ing)? armed\b/,
    unless: [OVER, /\b(?:users?|each|when|if|now runs?|pool|thread)\b/],
    within: "clause",
    reason: "others that the agent started are at work",
  },
  {
    words: "i'll will",
    says:
      /^(?:and )?(?:i'll |i will |will )(?:\S+ ){0,2}(?:report|notify|ping|share|update|post|let you know|summari[sz]e|retry|try again)\b.{0,60}\b(?:when|once|as|after|in (?:about )?(?:\d+|a few|an?))\b (?:(?:it|they|the|that|this|each|all|\d+|a) ?)?/,
    unless: /\b(?:when|once|after) (?:you|i)\b/,
    within: "clause",
    reason: "the agent will be back by itself",
  },
  {
    words: "limit overloaded error:",
    says:
      /\b(?:session|usage|weekly|hourly|daily|\d+-hour|request|token|message|rate|api) limits?\b.{0,40}\b(?:resets?|reached|hit|exceeded)\b|\bhit your \S+ limit\b|\boverloaded\b.{0,80}|^api error: (?:429|5\d\d)\b/,
    unless:
      /\b(?:added|implemented|handles?|handling|now|clients?|users?|returns?|middleware|configur(?:ed|able)|if|when|tests?|fixed|per|after \d+|function|method|operator|constructor)\b/,
    within: "sentence",
    reason: "the model's own limit",
  },
  {
    words: "limit quota usage throttled",
    says:
      /\brate[- ]?limit(?:s|ed)?\b.{0,60}\b(?:resets?|reset|again|retry|try|minutes?|seconds?|hours?|until|later|wait)\b|\b(?:hit|reached|exceeded|ran into|run into|over) (?:the |a |an |our |my )?(?:\S+ ){0,3}(?:rate[- ]?limit|quota|usage limit)\b|\b(?:am|are|'m|'re|being|got|was|were) (?:being )?(?:rate[- ]limited|throttled)\b/,
    unless:
      /\b(?:added|implemented|handles?|handling|now (?:returns?|respects?)|clients?|users? (?:are|who|get)|returns?|middleware|configur(?:ed|able)|if|when|tests?|fixed|requests? per)\b/,
    within: "sentence",
    reason: "a limit that resets",
  },
  {
    words: "i'll will going we'll",
    says: new RegExp(
      `\\b(?:i'll|i will|will|i'm going to|we'll) (?:\\S+ ){0,3}(?:check|report|look|come back|follow up|update you|continue|resume|pick (?:this|it) up|retry|post)\\b.{0,50}\\b(?:once|when|after|as soon as|until)\\b (?:\\S+ ){0,4}(?:${MACHINE}|it (?:finishes|completes|is done)|they (?:finish|complete))`,
    ),
    unless: /\b(?:you|your)\b(?! (?:know|posted|updated))/,
    within: "sentence",
    reason: "the agent will be back when it is over",
  },
  {
    words: "background",
    says:
      /\b(?:running|runs|started|kicked off|launched|continues|executing)\b.{0,40}\bin the background\b.{0,80}\b(?:will|takes?|should|about|until|minutes?|hours?|still|finish|complete|report|check|come|now)\b|\b(?:still|currently) running\b.{0,30}\bin the background\b/,
    unless: /\b(?:implemented|added|now runs|if|moved|job now|finished|passed)\b/,
    within: "sentence",
    reason: "a long job in the background",
  },
  {
    words: "second min hour",
    says:
      /\b(?:eta|should (?:be done|finish|complete)|will (?:take|finish|be (?:done|ready|live)|complete)|takes?) (?:\S+ ){0,3}(?:about |around |roughly |approximately |another |~ ?)?(?:\d+(?:-\d+)?|a few|several|an?|ten|five|twenty|thirty) (?:more )?(?:seconds?|minutes?|mins?|hours?)\b/,
    unless:
      /\b(?:now takes?|used to|(?:on|in) (?:prod(?:uction)?|staging|ci)\b(?=.{0,20}\b(?:it|this|that) will)|instead of|down from|per|request|query|tests? (?:suite )?takes?|cache|you|each|timeout|faster|reduced|for (?:a|an|each|every|\d[\d,.]*|one) (?:\S+ )?(?:rows|files|records|items|users|requests?|million|entries|lines|pages))\b/,
    within: "sentence",
    reason: "how long it will still take",
  },
];

/** What the message says it is waiting for; null if for nothing. */
export function waitingIn({ pieces }: Message): Quote | null {
  const found = pieces.findLast((piece) =>
    piece.kind !== "heading" && !CONDITIONAL.test(piece.words) && !/^✓/.test(piece.words) &&
    piece.box === null && saidBy(piece, RULES)
  );
  return found === undefined ? null : quoteOf(found);
}
