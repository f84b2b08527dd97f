/** Something dangerous happened or is left so. What was fixed, avoided or asked about is none. */

import type { Quote } from "./quote.ts";
import { CONDITIONAL, quotesOf, type Rule, saidBy } from "./patterns.ts";
import type { Message } from "./structure.ts";

const SECRET =
  "(?:⟦secret⟧|(?:api|access|secret|private|aws|stripe|github|ssh|signing|openai|encryption|deploy)[- ](?:keys?|tokens?|secrets?|credentials?)|credentials?|passwords?|secrets?|tokens?|private keys?|\\.env(?: file)?|connection string)";
const AVERTED =
  /\b(?:fixed|resolved|rotated|revoked|(?<!(?:not|n't) be )(?:restored|recovered)|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|no longer|never|not(?! (?:only|just|(?:be )?(?:recover|restor|undo|undone|revers)))|nothing|none|no(?! (?:backups?|way))|instead of|without|if|would|could|should|might|may|must|protects?|hardened|detects?|blocks?|refuses?|rejects?|stops?|scrub(?:s|bed)?|redact(?:s|ed)?|mask(?:s|ed)?|unless|(?<!with )test (?:database|table|data)|temporary table|in-memory|previously|back (?:up|online|on)|reverted|rolled back|re-?enabled|migration drops|will be|to be|before it|are you sure|guards?|checks? (?:for|that|whether)|warns?|example|dummy|fake|mock)\b|n't\b|\?$/;

/** To take a secret away is the remedy; to take data away is the harm. */
const TAKEN_AWAY = /\bremoved\b/;

const AVERTED_BUT_FOR_WITHOUT =
  /\b(?:not|never|no longer|fixed|if|was|were|would|could|should)\b|n't\b|\?$/;

/** Loss of what was worth nothing, or was meant to go. */
const WORTHLESS =
  /\b(?:unused|dead|obsolete|old|stale|temp(?:orary)?|duplicate|generated|build|legacy|deprecated|soft|expired|cached?|fixtures?|as (?:requested|asked)|you (?:asked|named|wanted)|backup before|safe)\b/;
const RECORDS =
  "(?:data|records?|rows|tables?|databases?|db|orders?|customers?|users?|accounts?|invoices?|payments?|uploads?|backups?|bucket|volume|settings|messages|sessions?|redis|index|schema|documents)";
const DESTROYED =
  "(?:deleted|removed|dropped|wiped|truncated|erased|emptied|overwr(?:ote|itten)|destroyed|purged|flushed|lost|gone|corrupted|reset)";

/** "Create a key and put it into .env": what somebody is asked to do has not happened. */
const ASKED_OF_THE_PERSON =
  /^(?:(?:please|kindly|then|next|first|now|finally|just),? |you(?:'ll)? (?:need|have) to |once you )*(?!i\b|we\b|the\b|it\b|this\b|that\b|a\b)[a-z]+ [^.!?]{0,160}\band (?:then )?(?:put|paste|left)\b(?!.*\b(?:i|we|it|script|commit) (?:\w+ )?(?:committed|pushed|printed|logged|exposed|leaked|published|pasted))/;

export const RULES: readonly Rule[] = [
  {
    words: "prod live",
    says: new RegExp(
      `\\b(?:production|prod|live)\\b(?=.{0,120}\\b${DESTROYED}\\b)(?=.{0,160}\\b${RECORDS}\\b)|\\b${DESTROYED}\\b(?: \\S+){0,8} (?:\\S+ )?${RECORDS}\\b.{0,60}\\b(?:production|prod|live)\\b|\\b${DESTROYED}\\b (?:\\S+ ){0,3}(?:production|prod|live) ${RECORDS}\\b`,
    ),
    unless: [AVERTED, WORTHLESS, /\b(?:deletes|asks?|batches|bundle|flag)\b/],
    within: "sentence",
    reason: "what was destroyed was in production",
  },
  {
    words: "backup snapshot way restored recovered anywhere elsewhere backed",
    says:
      /\b(?:no|without(?: a| any)?) (?:\S+ )?(?:backups?|snapshots?)\b(?: (?:exists?|of|from|for|that|was|is|to|anywhere)|[.,]|$)|\bno way to (?:recover|restore|undo|get (?:it|them|that) back)\b|\b(?:cannot|can't|could not|couldn't) be (?:restored|recovered)\b|\b(?:commits?|changes|work)\b.{0,30}(?:\b(?:not|never)|n't) (?:been )?(?:merged|pushed|saved|backed up) (?:anywhere|elsewhere)\b/,
    unless:
      /\b(?:needed|required|necessary|if|would|should|refuses?|creates?|script|feature|option|flag|warns?|detects?|when|unless|token|asks?|confirm\w*)\b|\?$/,
    within: "sentence",
    reason: "there is nothing to go back to",
  },
  {
    words: "other another else",
    says:
      /\b(?:other|others'|another|somebody else's|someone else's) (?:(?:teams?|users?|people|customers?|tenants?)(?:'s?|'|s)? )?(?:\S+ )?(?:data|files|rows|tables|work|branch(?:es)?|records|commits)\b.{0,40}\b(?:removed|deleted|gone|lost|overwritten|dropped|wiped)\b/,
    unless: [AVERTED, WORTHLESS],
    within: "sentence",
    reason: "what belongs to others is gone",
  },
  {
    words: "gone lost",
    says:
      /\b(?:commits?|branch(?:es)?|history|work|changes|rows|records|data|invoices|settings|entries|accounts|uploads|orders|files|messages)\b.{0,60}\b(?:is|are) (?:(?:now|all|also|permanently) )*(?:gone|lost)\b(?! from)/,
    unless: [AVERTED, WORTHLESS],
    within: "sentence",
    reason: "what somebody made is gone",
  },
  {
    words: "public world-readable open pushed ended landed went slipped got",
    says: new RegExp(
      `\\b(?:public|world-readable|open)\\b.{0,60}\\b(?:contains?|holds?|shows?|has|includes?)\\b (?:\\S+ ){0,3}${SECRET}|\\b(?:printed|logged|echoed|dumped|wrote|committed|pushed)\\b (?:\\S+ ){0,3}${SECRET}.{0,60}\\b(?:public|pushed|world-readable)\\b|\\b${SECRET}\\b.{0,60}\\b(?:ended up|landed|went|slipped|got) (?:in(?:to)?|out)\\b`,
    ),
    unless: [AVERTED, TAKEN_AWAY],
    within: "sentence",
    reason: "a secret where anybody reads",
  },
  {
    words:
      "key token secret credential password .env connection + committed pushed printed logged exposed leaked published visible checked hardcoded hard-coded public in readable stored part",
    says: new RegExp(
      `\\b${SECRET}\\b.{0,50}\\b(?:(?:was|were|is|are|got|been|being|has been|have been|now|still|accidentally|currently) ){1,3}(?:(?:now|also|accidentally|still|currently|all) )?(?:committed|pushed|printed|logged|exposed|leaked|published|visible|checked in|hard-?coded|public|in (?:the |a |our |your )?(?:(?:public|git|remote|open|commit) )*(?:history|repo|repository|log|logs|plain ?text|source|diff|commit)|readable|stored in plain ?text|part of the (?:commit|history))`,
    ),
    unless: [AVERTED, TAKEN_AWAY],
    within: "sentence",
    reason: "a secret is in the open",
  },
  {
    words:
      "key token secret credential password .env connection + committed pushed printed logged exposed leaked published hardcoded hard-coded checked pasted prints logs exposes contains includes put left",
    says: new RegExp(
      `\\b(?:i|we|it|which|that|and|commit|script|accidentally|also|this|output|log)(?:'ve| have| has)? (?:(?:also|accidentally|mistakenly|inadvertently|just|now|temporarily) ){0,2}(?:committed|pushed|printed|logged|exposed|leaked|published|hard-?coded|checked in|pasted|prints|logs|exposes|contains|includes|put|left)\\b (?:(?:the|a|an|your|our|its|real|live|production|full|some|my|\\S+) ){0,4}${SECRET}`,
    ),
    unless: [
      AVERTED,
      TAKEN_AWAY,
      /\b(?:support|handling|validation|\.env\.example|reader|rotation|reset|page|form|field|flow|expir\w+|hash(?:ed|ing)?)\b/,
      ASKED_OF_THE_PERSON,
    ],
    within: "sentence",
    reason: "the agent put a secret in the open",
  },
  {
    words: "lost wiped deleted erased destroyed corrupted overwritten gone unrecoverable truncated",
    says:
      /\b(?:data|records?|rows|files|backups?|commits?|work|changes|orders|customers?|history|database)\b.{0,30}\b(?:(?:was|were|is|are|got|has been|have been|been) (?:(?:now|also|all|permanently|accidentally|irretrievably|unfortunately) ){0,2}(?:lost|wiped|deleted|erased|destroyed|corrupted|overwritten|gone|unrecoverable|truncated))\b/,
    unless: [
      AVERTED,
      /\b(?:unused|dead|obsolete|old|stale|temp(?:orary)?|duplicate|generated|build|legacy|deprecated|soft|expired|cached?)\b/,
    ],
    within: "sentence",
    reason: "data is gone",
  },
  {
    words: "dropped wiped truncated deleted erased destroyed overwrote overwritten corrupted",
    says:
      /\b(?:i|we|script|migration|command|which|it|that|and)(?:'ve| have| has)? (?:(?:also|accidentally|mistakenly|inadvertently|just|then|unintentionally|already) ){0,2}(?:dropped|wiped|truncated|deleted|erased|destroyed|overwrote|overwritten|corrupted)\b (?:\S+ ){0,5}(?:(?:production|prod|live|users?|customers?|orders?|⟦code⟧|payments?|entire|whole|wrong|main) ?(?:\S+ )?(?:tables?|databases?|data|db|rows|records|schema|bucket|volume|branch)|database|production|backups?|home directory|uncommitted (?:changes|work))\b/,
    unless: [
      AVERTED,
      /\b(?:unused|obsolete|old|stale|temp(?:orary)?|duplicate|legacy|deprecated|local|dev|staging|as (?:requested|asked)|you asked)\b/,
    ],
    within: "sentence",
    reason: "a table or a database was destroyed",
  },
  {
    words: "data lost",
    says:
      /\b(?:data loss|lost (?:data|\d[\d,.]* (?:rows|records|users|orders)|customer|user|the (?:data|database))|lost (?:all|some|the) .{0,20}(?:data|rows|records|commits|changes|work))\b/,
    unless: [AVERTED, /\brisk of\b/],
    within: "sentence",
    reason: "data was lost",
  },
  {
    words:
      "mistake accident wrongly inadvertently unintentionally + prod live delet overw lost drop wip",
    says:
      /\b(?:by (?:mistake|accident)|accidentally|wrongly|inadvertently|unintentionally)\b(?=.*\b(?:production|prod|live)\b)(?=.*\b(?:deleted|overwrote|overwritten|lost|dropped|wiped|emptied|removed)\b)/,
    unless:
      /\b(?:restored|recovered|rolled back|reverted|undone|prevents?|if|would|could|avoids?)\b/,
    within: "sentence",
    reason: "it was the wrong place, and something is gone there",
  },
  {
    words:
      "deleted removed wiped dropped erased overwrote truncated changed emailed charged mistake accident unintentionally",
    says:
      /\b(?:deleted|removed|wiped|dropped|erased|overwrote|truncated|changed|emailed|charged)\b.{0,30}\b(?:customers?|users?|orders?|accounts?|rows|records|payments?)\b.{0,60}\b(?:by (?:mistake|accident)|accidentally|unintentionally|in production|on production|on prod)\b|\b(?:by (?:mistake|accident)|accidentally|unintentionally)\b.{0,60}\b(?:deleted|removed|wiped|dropped|erased|overwrote|truncated)\b.{0,30}\b(?:customers?|users?|orders?|accounts?|rows|records|tables?|data|files|branch|backups?)\b/,
    unless: /\b(?:fixed|restored|recovered|if|would|could|prevents?|not|never)\b|n't\b/,
    within: "sentence",
    reason: "something was destroyed by mistake",
  },
  {
    words:
      "without anyone everyone public world internet + admin panel dashboard endpoint api database bucket server console route data backup port",
    says:
      /\b(?:admin|panel|dashboard|endpoint|api|database|bucket|server|console|routes?|data|backups?)\b.{0,30}\b(?:is|are|remains?|stays?) (?:(?:now|currently|still|left|publicly) ){0,2}(?:open|reachable|accessible|readable|exposed|writable|public)\b.{0,20}\b(?:without (?:a |any )?(?:password|auth\w*|login|credentials|token)|to (?:anyone|everyone|the (?:public|world|internet))|from the internet|by anyone)\b|\b(?:exposed|opened(?: up)?|made)\b.{0,30}\b(?:ports?|database|server|endpoint|bucket|dashboard|panel)\b.{0,20}\b(?:to (?:the (?:internet|world|public)|everyone|anyone)|public(?:ly)?)\b/,
    unless: AVERTED_BUT_FOR_WITHOUT,
    within: "sentence",
    reason: "a door stands open",
  },
  {
    words:
      "down offline broken unavailable returning locked unreachable crashing crashed prod site service outage",
    says:
      /\b(?:production|prod|live (?:site|system|server)|the (?:live |public )?(?:site|website|service|api)|customers)\b.{0,20}\b(?:is|are|went|remains?|has been|was taken|'s|currently|goes)(?: (?:now|currently|still|completely))* (?:down|offline|broken|unavailable|returning (?:5\d\d|errors)|locked out|unreachable|crash(?:ing|ed))\b|\b(?:took|taken|brought|knocked) (?:down )?(?:production|prod|the (?:live )?(?:site|service))(?: (?:down|offline))?\b|\boutage\b.{0,30}\b(?:ongoing|now|currently|started)\b/,
    unless: [AVERTED, /\bwhen\b|\bfor local\b/],
    within: "sentence",
    reason: "production is down",
  },
  {
    words:
      "disable bypass switched removed commented skip turn + auth login permission access csrf tls ssl certificate signature security password rbac jwt",
    says:
      /\b(?:disabled|bypass(?:ed|es)|turned off|switched off|removed|commented out|skipped|disables|skips|turn(?:s)? off)\b (?:(?!hard-?coded|default|plain|weak|leaked|exposed)\S+ ){0,3}(?:auth(?:entication|orization)?|login|permission|access[- ]control|csrf|tls|ssl|certificate|signature|security|password|rbac|jwt)(?: (?:and (?:authorization|authentication)))?(?: (?:checks?|verification|validation|protection|middleware|guards?|policy|policies|rules?|requirement|enforcement))?\b(?! (?:page|form|button|flow|tests?|warnings?|code|duplicates?|error|handler|screen|link|hack|bypass|logs?|token|libraries|library|module))/,
    unless:
      /\b(?:re-?enabled|fixed|not|never|no longer|in (?:the )?(?:tests?|test environment|unit tests?|local|dev)|unused|duplicate|redundant|obsolete|old|dead|for tests|if|would|could|should|prevents?|cannot|as (?:requested|asked)|you asked|legacy|deprecated|attackers?|detects?|rejects?|an attempt|hole|issue|bug|vulnerability)\b|n't\b|\?$/,
    within: "sentence",
    reason: "a lock was taken off",
  },
  {
    words: "check verif valid + disabl bypass switched removed commented skip turn",
    says:
      /\b(?:disabled|bypass(?:ed|es)|turned off|switched off|removed|commented out|skipped|disables|skips|turns? off)\b (?:\S+ ){0,3}(?:token|session|api[- ]key|role|owner(?:ship)?|scope|origin|host ?name|signature|tenant|webhook|certificate|cert|user|identity|admin|access|age|fraud|payment)s? (?:checks?|verification|validation)\b/,
    unless:
      /\b(?:re-?enabled|fixed|not|never|no longer|in (?:the )?(?:tests?|test environment|unit tests?|local|dev)|unused|duplicate|redundant|obsolete|old|dead|for tests|if|would|could|should|prevents?|cannot|as (?:requested|asked)|you asked|legacy|deprecated|attackers?|detects?|rejects?|an attempt|hole|issue|bug|vulnerability)\b|n't\b|\?$/,
    within: "sentence",
    reason: "who comes in is not looked at any more",
  },
  {
    words: "auth login control verification protection security permission",
    says:
      /\b(?:auth(?:entication|orization)?|login|access control|certificate verification|tls verification|signature verification|csrf protection|security checks?|permission checks?)\b.{0,30}\b(?:is|are|was|were|has been|have been|remains?) (?:(?:now|currently|still|temporarily|effectively|completely) ){0,2}(?:disabled|bypassed|off|turned off|commented out|switched off|skipped)\b/,
    unless: [
      AVERTED,
      /\b(?:button|form|field|link|in (?:the )?(?:tests?|test environment|unit tests))\b/,
    ],
    within: "sentence",
    reason: "a lock is off",
  },
  {
    words: "force overwrote overwritten discarded clobbered erased",
    says:
      /\bforce[- ]?push(?:ed|ing)?\b.{0,60}\b(?:main|master|trunk|production|shared|release|overw(?:rote|ritten|riting)|colleague|others?'?|someone|their|upstream|remote|lost|teammate|develop)\b|\b(?:overwrote|overwritten|discarded|clobbered|erased)\b.{0,30}\b(?:someone|colleague|teammate|others?|their|remote|upstream)\b.{0,20}\b(?:commits?|work|changes|branch)\b/,
    unless: AVERTED,
    within: "sentence",
    reason: "the work of others was overwritten",
  },
  {
    words: "remain still present exists left fixed addressed patched introduced",
    says:
      /\b(?:sql injection|remote code execution|rce|xss|security (?:hole|vulnerability|flaw)|vulnerab(?:le|ility))\b.{0,60}\b(?:remains?|is still|still (?:there|present|open|exists?)|left (?:in|open|as)|not (?:yet )?(?:fixed|addressed|patched)|unpatched|unfixed|introduced)\b/,
    unless: /\b(?:no|fixed it|none|was fixed)\b/,
    within: "sentence",
    reason: "a hole is left open",
  },
];

/** What the message says is dangerous now. */
export function dangerIn({ pieces }: Message): Quote[] {
  return quotesOf(
    pieces.filter((piece) =>
      piece.kind !== "heading" && piece.box === null && !CONDITIONAL.test(piece.words) &&
      saidBy(piece, RULES)
    ),
  );
}
