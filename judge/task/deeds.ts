/**
 * Whether a clause asks for a deed or for words. Verbs of deeds are without number: what asks for
 * words is known by its signs, and any other order asks for a deed.
 */

import { FIND_OUT, PLAN, TELL, WORK } from "./kind_words.ts";

const words = (text: string): string => text.split(" ").join("|");

/** What is told or shown, and not built. */
const TOLD = "(?:lists?|table|summary|overview|comparison|report|analysis|inventory|checklist|" +
  "outline|explanation|description|estimate|recommendations?|suggestions?|ideas?|examples?|pros|" +
  "breakdown|assessment|review|idea|hint|tip|answer|opinion|advice|sense|number|count)";

/** Something of a program that has such a name. */
const BUILT =
  "(?!.*\\b(?:in|into|to|as) \\S+\\.\\w{2,5}\\b)(?! (?:page|view|screen|component|endpoint|file|widget|section|dashboard|card|row|" +
  "column|function|script|job|command|option|flag|button|model|class|module|route|query|tests?)\\b)";

/** Texts that are written for their own sake. */
const TEXTS = "(?:haiku|poem|e-?mail|mail|letter|tweet|posts?|paragraph|sentence|reply|response|" +
  "announcement|slogan|joke|story|explanation|regex|one-liner|title|names?|abstract|pitch|bio|" +
  "message|description|text|note|release notes?|commit message|(?:status )?update)";

/** To look at something first says nothing of what is wanted in the end. */
const LOOKS = new RegExp(
  `^(?:fetch|open|read|load|visit|browse|grep|cat|pull|take|grab|go (?:to|through)|have a)\\b` +
    "(?!.*\\b(?:pr|pull requests?|issues?|tickets?|into|up|from (?:main|master|origin|upstream))\\b)",
);

/** Words about what is there: "show the log" is told, "show the version in the footer" is built. */
const SHOWN =
  /^(?:show|display|print|get|give) (?:all |the |current |last |latest |recent |top |full |\d+ )*(?:git |test |build |error |server |commit )?(?:log|logs|diff|status|output|outputs|contents?|commits?|branch(?:es)?|history|stats|statistics|structure|tree|environment|differences?|results?|changes|names? of|number of|size of|value of|list of|todos?)\b(?!.{0,60}\b(?:in|on|at|to|under|inside|below|above|while|when|after|before) (?:the |a |an |each |every )?(?:\w+ )?(?:footer|header|sidebar|page|ui|dialog|modal|screen|view|menu|toolbar|table|dashboard|panel|list|top|bottom|cli|users?)\b)/;

const TELLS: readonly RegExp[] = [
  TELL,
  FIND_OUT,
  PLAN,
  SHOWN,
  new RegExp(
    `^(?:${
      words("name enumerate count contrast rate critique diagnose estimate identify find locate") +
      "|" + words("search determine recommend suggest propose brainstorm discuss advise report") +
      "|" + words("quote cite spot point verify confirm check rank trace interpret predict guess")
    })\\b`,
  ),
  /^(?:see|think|look|dig|talk|guide|lead|walk|work out|figure|weigh|consider|know|understand|learn|let me know|double-?check|sanity-?check|sanity check|cross-?check|decide|choose between)\b/,
  /^(?:debug|write up) (?:what|why|how|where|your|the (?:findings|results|cause))\b/,
  /^do (?:an? |some )?(?:[\w-]+ ){0,2}?(?:review|analysis|audit|assessment|investigation|research|comparison|survey|check)\b/,
  /^(?:show|give|get|find|bring|send|read|teach|remind|help|list|tell) (?:me|us)\b(?! to\b)/,
  /^(?:i|we)(?:'d| would)? (?:need|want|like|am looking for|are looking for) (?:an? |the |some )?(?:[\w-]+ ){0,3}?(?:query|queries|regex|one-liner|command|formula|snippet|examples?|explanation|list|overview|summary|estimate|answer|ideas?|advice|recommendations?|names?)\b/,
  /^show (?:what|how|why|where|which|who|when|whether|if)\b/,
  new RegExp(
    `^(?:give|make|create|write|put together|build|compile|generate|prepare|produce|provide|draw up) ` +
      `(?:(?:me|us) )?(?:(?:an?|the|some|your|any|two|three|a few|short|brief|quick|rough|detailed|` +
      `complete|full) )*(?:[\\w-]+ ){0,2}?${TOLD}\\b${BUILT}`,
  ),
  new RegExp(
    `^(?:write|draft|compose|word|phrase|come up with|think of) ` +
      `(?:(?:me|us) )?(?:(?:an?|the|some|short|brief|quick|polite|friendly|nice|good) )*` +
      `(?:[\\w-]+ ){0,2}?${TEXTS}\\b${BUILT}`,
  ),
  /^translate\b(?!.*(?:\.\w{2,5}\b|\b(?:strings?|app|files?|pages?|readme|docs?|documentation|ui|labels?|site|website|components?|json|ya?ml|locales?|keys)\b))/,
  /^(?:calculate|compute|convert|solve)\b(?=.*\d)(?!.*(?:\.\w{2,5}\b|\b(?:files?|components?|columns?|functions?|class(?:es)?|modules?|tests?|code)\b))/,
];

/** What stands before the verb that counts. */
const AROUND =
  /^(?:help me(?: to)?|help us(?: to)?|use (?:\S+ ){1,5}?(?:to|and)|using (?:\S+ ){1,4}?to|i need (?:you )?to|i(?:'d| would) like to|i want (?:you )?to) (?=[a-z])/;

/** How the answer is to look. */
const SHAPES =
  /^(?:keep|use|put|format|sort|group|order|rank|limit|present|return|output|include|mention|note|highlight|be|make|focus|stick|write) (?:it|them|that|this|the (?:answer|list|result|results|output|summary|table)|a table|bullets?|bullet points|markdown|plain|simple|short|brief|concise|at most|no more|json|on|to)\b(?! (?:faster|work|pass|fast|available|configurable|possible|compile|build|run))/;

/** Verbs that end like a participle, an adverb or a plural. */
const VERBS_LIKE_OTHER_WORDS = "(?:speed|feed|embed|seed|shed|proceed|exceed|bring|ping|string|" +
  "apply|supply|reply|multiply|simplify|focus|bias|canvas|alias)";

/** First words of a clause that are no order: of whom it speaks, when, where, how. */
const NO_ORDER = new RegExp(
  `^(?:${
    words("i we you he she it they this that these those there here the a an my our your his her") +
    "|" + words("its their all any some every each both no not in on at of for from with without") +
    "|" + words("by to into onto about after before during while when where which who whose what") +
    "|" + words("why how if whether because since so such than then as like also too only just") +
    "|" + words("is are was were be been being has have had do does did can could would should") +
    "|" + words("will shall may might must one two three first second next last more most other") +
    "|" +
    words("another same new old current thanks thank sorry hi hello hey ok okay yes context") +
    "|" + words("background example note remember recall imagine suppose assume assuming given") +
    "|" + words("think know hope wonder guess mind maybe perhaps otherwise please sure great") +
    "|" +
    words("especially specifically namely e.g i.e etc via per and or but quick short small dumb") +
    "|" + words("simple general question q fyi btw ps")
  })\\b|^(?!${VERBS_LIKE_OTHER_WORDS}\\b)(?:\\S+(?:ing|ed|ly|'s|s'|n't)|\\w+[^s\\W]s)\\b|^[^a-z]`,
);

/** A verb that tells how something is: then the clause is no order. */
const TELLS_HOW =
  /\b(?:is|are|was|were|has|have|had|does|did|do not|don't|isn't|aren't|doesn't|didn't|can't|cannot|won't|fails?|failed|crashes|breaks|hangs|returns|throws|shows|happens|seems|looks)\b/;

/** An order by its form: a verb and what it is done to. */
const VERB_AND_OBJECT =
  /^[a-z][a-z-]+(?: (?:up|out|off|down|in|on|over|back|away|rid of))? (?:it|them|this|that|these|those|the|an?|all|any|every|each|my|our|your|both|some)\b/;

/** A thing of which something is said: "search should ignore case". */
const SPOKEN_OF =
  /^(?!(?:what|why|how|who|where|when|which|i|we)\b)\S+ (?:should|must|needs?|has to|have to|is|are|can|cannot|can't|does|doesn't|was|were|will)\b/;

/** What a program does for its users, and when: "report crashes to Sentry", "check it on signup". */
const BEHAVES =
  /^(?:report|explain|describe|show|list|count|check|verify|confirm|tell|find|search|suggest|recommend|estimate|identify)\b.*\b(?:to (?:sentry|datadog|slack|the (?:users?|customers?|visitors?|callers?|clients?|console))|on (?:sign-?up|log-?in|submit|save|start-?up|click|open|load|exit|every request)|at the end of (?:the|each|every) (?:run|build|request|page))\b/;

function bare(clause: string): string {
  return clause.replace(AROUND, "");
}

/** Whether a clause asks for words. */
export function asksForWords(clause: string): boolean {
  const text = bare(clause);
  return !SPOKEN_OF.test(text) && !BEHAVES.test(text) &&
    TELLS.some((pattern) => pattern.test(text));
}

/**
 * Whether a clause is an order to do something. Inside of a sentence only what has the form of an
 * order is one: "compare Redis and Memcached" has two clauses and one order.
 */
export function asksForDeed(clause: string, begins: boolean): boolean {
  const text = bare(clause);
  if (asksForWords(text) || SHAPES.test(text) || LOOKS.test(text)) return false;
  if (WORK.test(text)) return true;
  if (NO_ORDER.test(text)) return false;
  if (VERB_AND_OBJECT.test(text)) return true;
  return begins && /^[a-z-]{2,} \S/.test(text) && !TELLS_HOW.test(text);
}
