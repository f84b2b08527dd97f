/** Work that the message itself says is not done. */

import type { Quote } from "./quote.ts";
import { IN_PROGRESS } from "./in_progress.ts";
import { CONDITIONAL, quotesOf, type Rule, saidBy, standsUnder } from "./patterns.ts";
import type { Message, Piece } from "./structure.ts";

/** A heading, or the line before a list, of what is not done. */
const OPEN_WORK =
  /^(?:✗ )?(?:what(?:'s| is| remains)?(?: still| not)?(?: left| remaining| missing| open| done yet| to be done| outstanding| yet to be done|$)|(?:the )?(?:work )?(?:still )?remain(?:ing|s)\b|to-?do\b|todos\b|not (?:yet )?(?:done|implemented|finished|completed?|started|covered|addressed)|still (?:to (?:do|be done)|open|missing|left|needed|pending|outstanding|needs|broken|failing)|outstanding|left (?:to do|over|for later|undone|out)|(?:known )?gaps\b|(?:known )?limitations\b|pending\b|incomplete|unfinished|missing\b|open (?:items|points|tasks|work|issues|todos)|deferred|skipped|in progress|unresolved|(?:the )?following (?:still )?(?:remains?|needs? to)\b|(?:the )?following (?:is|are) (?:still )?(?:not|missing|left|open|outstanding))/;
/** Headings that look like one and are not. */
const NOT_OPEN_WORK =
  /\b(?:fixed|resolved|none|removed|closed|added|optional|found and|nice[- ]to[- ]have|out of scope)\b/;
const NONE =
  /^(?:none|nothing|n\/a|no[.!]?$|no (?:(?:known|open|remaining|outstanding|further|more) )?(?:issues|items|gaps|work|tasks|todos|problems|limitations|blockers)\b|-|—|nil|all (?:done|complete)|✓|(?:all|everything) (?:is |was )?(?:done|fixed|complete))/;

/** "A fixed delay" tells of no repair. */
const SUBJECT_DONE =
  /\b(?:removed|replaced|resolved|(?<!\b(?:an?|the) )fixed|cleaned|no longer|closed|filled)\b/;
const NO_WORK =
  /\b(?:no|nothing|none|zero|without)\b[^,;]{0,24}\b(?:remain|left|outstanding|todo|pending|missing|open|still|placeholder|stub)|\bnothing\b/;

/** Left alone because that is what the person wants, or nobody asked for it. */
const DECISION =
  /\b(?:you (?:did not|didn't|never|had not|hadn't|haven't|have not) (?:ask|asked|mention|mentioned|request|requested|want|wanted|need)|(?:was|were|is|are) (?:not|n't) (?:asked|requested|part of (?:the|your) (?:task|request|ask))|(?:wasn't|weren't|isn't|aren't) (?:asked|requested|part of (?:the|your) (?:task|request|ask))|as (?:you )?(?:asked|requested|instructed|agreed|specified|told)|you asked (?:me )?(?:not|for no|to leave)|since you asked|per your|deliberately|intentionally|on purpose|by design|not (?:needed|necessary|required) (?:here|for))\b/;

export const RULES: readonly Rule[] = [
  {
    words: "not n't never",
    says:
      /(?:\bnot|n't|\bnever) (?:(?:yet|been|fully|completely|actually|currently|all|be|get|quite) ){0,3}(?:implemented|finished|completed?|done|wired|hooked up|migrated|converted|added|covered|handled|supported|started|ported|integrated|addressed|connected|updated|written|tested)\b/,
    unless:
      /\b(?:if|when|should|must|would|errors?(?! (?:paths?|handling|cases?|branch(?:es)?)\b)|warns?|throws?|because it was|was not|were not|wasn't|weren't|do not|don't|does not|doesn't|did not need|by design|intentionally|deliberately|files? that|where|which (?:was|were))\b|\bnot be\b|\bto be\b/,
    within: "clause",
    reason: "a part that is not done; rules about behaviour speak of errors and cases",
  },
  {
    words:
      "have did had yet 've converted implemented only finished migrated covered updated ported added fixed",
    says:
      /\b(?:i|we) (?:(?:still|also|just|currently) )?(?:have not|haven't|did not|didn't|have yet to|had not|hadn't|have n't|am yet to|'ve not|only (?:converted|implemented|did|finished|migrated|covered|updated|ported|got|added|fixed))\b/,
    unless:
      /\b(?:touch(?:ed)?|chang(?:e|ed)|modif(?:y|ied)|alter(?:ed)?|break|broken|introduce[d]?|find|found|see|seen|need(?:ed)?|notice[d]?|remove[d]?|delete[d]?|force|push(?:ed)?|commit(?:ted)?|encounter(?:ed)?|add any|use[d]?|have to|only fixed the|want(?:ed)?|lose|lost|rename[d]?|leave|left|treat(?:ed)?|count(?:ed)?|consider(?:ed)?|regard(?:ed)?|assume[d]?|rely|invent(?:ed)?|guess(?:ed)?|merge[d]? (?!the (?:pr|pull|branch))|group(?:ed)?|drop(?:ped)?|overwrite|overwritten|override|overridden|mix|spot(?:ted)?|take|taken|adopt(?:ed)?|opt|choose|chosen|pick(?:ed)?|observe[d]?|expect(?:ed)?|hit|discard(?:ed)?|bump(?:ed)?|reformat(?:ted)?)\b/,
    within: "clause",
    reason: "what the agent did not do, unless leaving it alone was right",
  },
  {
    words: "yet",
    says: /(?:n't|\b(?:not|no|nor|none|nothing))\b.{0,60}\byet[.!]?$/,
    unless:
      /\b(?:if|when|whether|should|must|errors?|warns?|throws?|released|published|public|stable|supported by|you)\b/,
    within: "clause",
    reason: "what is not there yet, however it is put",
  },
  {
    words: "stay remain keep kept left + until",
    says:
      /\b(?:existing|old|older|previous|other|remaining|current|legacy|earlier)\b.{0,40}\b(?:stays?|remains?|keeps?|(?:is|are) (?:kept|left))\b.{0,60}\buntil\b/,
    unless: /\b(?:if|session|connection|cache[ds]?|locks?|cookie)\b/,
    within: "sentence",
    reason: "what was there stays as it is for a while",
  },
  {
    words: "later",
    says:
      /\b(?:can|could|will|may|might|should)\b (?:\S+ ){0,6}(?:later(?: on)?|at a later (?:point|time|stage))[.!]?$/,
    unless: /\b(?:if|you|optional(?:ly)?|users?|again|retry|be (?:read|opened|viewed|resumed))\b/,
    within: "clause",
    reason: "what somebody can do later is not done now",
  },
  {
    words: "still yet",
    says:
      /\b(?:still|yet) (?:(?:also|all) )?(?:needs? (?:to\b|[a-z]+ing\b|work|an?\b|some\b|more\b|tests?|the\b|proper\b)|has to\b|have to\b|must\b|to (?:do|be)\b|required\b|missing\b|incomplete\b|unfinished\b|(?:left )?to be (?:done|implemented|written|added)|lacks?\b|pending\b|outstanding\b|open\b|todo\b|left\b)/,
    unless:
      /\b(?:whether|if you|you(?:'ll)? still|still open (?:the|a|in)|but no|connection|session|browser|socket|pull request|pr)\b/,
    within: "clause",
    reason: "still needs, still to do",
  },
  {
    words: "need remain left has have yet waits",
    says:
      /\b(?:needs?|remains?|left|has yet|have yet|yet|waits) to be (?:implemented|done|written|added|finished|wired|connected|migrated|tested|covered|ported|completed|converted|fixed|hooked|addressed|updated)\b/,
    unless: /\b(?:no longer|nothing|if|when|whether)\b/,
    within: "clause",
    reason: "a thing that remains to be done",
  },
  {
    words: "TODO FIXME",
    says:
      /\b(?:as|with|is|are|leaves?|left|added|marked|has|have|few|some|several|couple of|a) (?:(?:just|only|still|a|an|the|currently|marked|with|as|of|some|few) ){0,3}(?:TODOs?|FIXMEs?)\b|^(?:TODO|FIXME)\b/,
    unless:
      /\b(?:removed|resolved|todo[- ](?:list|app|item)|no|cleaned|replaced|without|(?<!\b(?:an?|the) )fixed)\b/,
    within: "capitals",
    reason: "left as a TODO; in capitals, since a todo may be what the application is about",
  },
  {
    words: "placeholder stub mocked no-op",
    says:
      /\b(?:is|are|as|with|uses?|left|remains?|returns?|contains?|has|have) (?:(?:just|only|still|currently|now|for now|a|an|some|the|simple|temporary|mostly|hard-?coded|empty|basic) ){0,4}(?:placeholders?|stubs?|stubbed(?: out)?|mocked(?: out)?|no-op)\b/,
    unless:
      /\b(?:input|field|text|tests?|in the test|no longer|replaced|removed|not|n't|image|attribute|css|label|specs?)\b/,
    within: "clause",
    reason: "something stands where the work should be; test doubles and form fields are none",
  },
  {
    words: "stubbed mocked hardcoded hard-coded",
    says:
      /\b(?:i |we |i've |and )?(?:stubbed|mocked|hard-?coded)(?: out)?\b(?=.*\b(?:for now|for the (?:time being|moment)|at the moment|until|temporarily|currently|later)\b)/,
    unless: /\b(?:removed|replaced|no longer)\b/,
    within: "sentence",
    reason: "a stand-in for the time being",
  },
  {
    words:
      "skipped skipping omitted deferred postponed left aside unfinished undone incomplete leaving punted put parked",
    says:
      /\b(?:skipped|skipping|omitted|deferred|postponed|left (?:out|off|aside|unfinished|undone|incomplete)|leaving|punted|put off|parked)\b(?=.*\b(?:for now|until|later|follow-up|for the moment|separate|time being|another|next)\b)|\bi (?:have |also )?(?:skipped|omitted|deferred|left out|postponed) (?!empty|blank|null|the (?:cache|header))/,
    unless: /\b(?:no longer|were not|are no longer|flaky|fixed)\b/,
    within: "sentence",
    reason: "a part that was put off",
  },
  {
    words: "remain left go outstanding untouched unconverted pending",
    says:
      /\b(?:other|remaining|last|rest|second|another|\d+|two|three|four|five|six) (?:\S+ ){0,4}(?:is|are|was|were|remains?)?(?: still)? ?(?:left|remains?|to go|outstanding|untouched|unconverted|pending)(?: to (?:do|convert|migrate|port|fix|finish|implement))?[.!]?$/,
    unless:
      /\b(?:no|none|zero|0|attempts?|seconds|minutes|days|retries|credits|shows?|is null|i (?:left|kept|leave)|formatting|files? untouched)\b/,
    within: "clause",
    reason: "so many are left",
  },
  {
    words:
      "half implemented partly incomplete unfinished partial progress wip time context budget tokens done isn't missing",
    says:
      /\b(?:half(?:way)?[- ]?(?:done|finished|implemented|through|complete)|half of the|partially (?:implemented|done|complete|completed|finished|working|migrated)|partly (?:implemented|done)|incomplete|unfinished|only (?:a )?partial(?:ly)?|work in progress|\bwip\b|ran out of (?:time|context|budget|tokens)|not done yet|isn't done)\b|\b(?:is|are) (?:still |also )?missing[.!]?$/,
    unless:
      /\b(?:no|not|if|when|handles?|detects?|incomplete (?:input|data|records?|json|rows|lines|requests?|message)|was|were|fixed|rejects?|longer|error|what is|which|that)\b(?!.*\bdone yet)/,
    within: "clause",
    reason: "partly done is not done",
  },
  {
    words:
      "remaining still missing done implemented outstanding left todo to-do known pending unfinished",
    says:
      /^(?:remaining|still (?:to do|open|missing)|not (?:yet )?(?:done|implemented)|outstanding|left to do|to-?do|known gaps?|missing|pending|unfinished)(?: (?:work|items|tasks|issues|steps))?: ?(?!$)/,
    unless: /: ?(?:✓|none|nothing|n\/a|no\b|0\b|zero|-|—)/,
    within: "sentence",
    reason: "a label and what it is about on one line",
  },
  {
    words: "there leaves have",
    says:
      /\b(?:there(?:'s| is| are)|that leaves|we have|i have) (?:still |also )?(?:(?:a|one|two|three|some|several|more|\d+|few|couple of) ){1,3}(?:\S+ )?(?:things?|items?|tasks?|pieces?|steps?|files?|endpoints?|parts?|modules?|components?) (?:still )?(?:left|remaining|to (?:do|go|finish|migrate|convert)|outstanding|missing)\b/,
    unless: /\b(?:no|if)\b/,
    within: "clause",
    reason: "there are things left",
  },
  {
    words:
      "more further additional extra later followup follow-up afterwards separate second future",
    says:
      /\b(?:will|would|does|do)(?: still| also)? need (?:(?:some|a bit) )?(?:more|further|additional|extra) (?:work|tests?|testing|polish|cleanup|attention)\b|\b(?:can|could|will|should|to) be (?:added|done|implemented|handled|finished|migrated|converted|covered|addressed|tackled) (?:later|in a follow-?up|separately|afterwards|in (?:a|another) (?:later|separate|second|future|follow-?up))/,
    unless: /\b(?:if|optional(?:ly)?|you (?:can|could)|whatever|nothing)\b/,
    within: "sentence",
    reason: "more work will be needed, or is put off in the passive",
  },
  {
    words: "leave left save defer keep kept move",
    says:
      /\b(?:i'll|i will|i'd|i have|i've|i)(?: also)? (?:leave|left|save|saved|defer|keep|kept|move|moved)\b .{0,40}\b(?:for|to|as|until) (?:a |an |the |another )?(?:follow-?up|later|next (?:time|pr|session)|separate|second pass|future|tomorrow)\b/,
    within: "sentence",
    reason: "left for a follow-up",
  },
  {
    words: "get got",
    says:
      /\b(?:did not|didn't|couldn't|could not|haven't) (?:get|gotten|got) (?:around |round )?to\b/,
    within: "clause",
    reason: "no time was left for it",
  },
  {
    words: "not",
    says:
      /\bnot (?:everything|all (?:of )?(?:it|them|this|the \S+)) (?:is|are|was|were) (?:\S+ )?(?:done|finished|complete|migrated|implemented|in place|converted|covered)\b/,
    unless: /\b(?:if|when|whether)\b/,
    within: "clause",
    reason: "not everything is done",
  },
];

/** Whether a piece is on a list of what is not done. */
export function listedAsOpen(piece: Piece): boolean {
  return (piece.kind === "item" || piece.kind === "row") && standsUnder(piece, OPEN_WORK);
}

function namedAsOpen(piece: Piece): boolean {
  if (piece.kind !== "item" && piece.kind !== "sentence" && piece.kind !== "row") return false;
  if (!piece.first || piece.box === "ticked" || piece.words.length < 3) return false;
  const heading = piece.under.find((words) => OPEN_WORK.test(words));
  // Prose under such a heading may be anything; a list is what the heading says.
  return heading !== undefined && piece.kind !== "sentence" && !NOT_OPEN_WORK.test(heading) &&
    !NONE.test(piece.words);
}

function saysOpen(piece: Piece): boolean {
  return piece.kind !== "heading" && piece.box !== "ticked" && !NO_WORK.test(piece.words) &&
    !CONDITIONAL.test(piece.words) && !DECISION.test(piece.words) && !/^✓/.test(piece.words) &&
    !SUBJECT_DONE.test(piece.clauses[0] ?? "") &&
    (saidBy(piece, RULES) || saidBy(piece, IN_PROGRESS));
}

/** What the message leaves open. */
export function remainingIn({ pieces }: Message): Quote[] {
  return quotesOf(
    pieces.filter((piece) =>
      (piece.box === "open" && piece.first && !standsUnder(piece, NOT_OPEN_WORK)) ||
      namedAsOpen(piece) || saysOpen(piece)
    ),
  );
}
