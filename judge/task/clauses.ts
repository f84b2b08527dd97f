/** Cuts a message into its clauses, so that "do", "don't" and a question are told apart. */

/** A piece of a sentence that could stand alone. */
export interface Clause {
  /** In lower case, without "please", "could you", "make sure to". */
  readonly text: string;
  /** "Don't …", "no need to …", "without …". */
  readonly negated: boolean;
  /** What joins it to the clause before it: "and", "or", …; empty where a sentence begins. */
  readonly joint: string;
  /** Whether its sentence begins like a question. */
  readonly asked: boolean;
  /** "Could you …": a question by its form only. */
  readonly requested: boolean;
}

/** Code and quoted text ask for nothing. */
const NOT_SAID: readonly RegExp[] = [/```[\s\S]*?(?:```|$)/g, /^[ \t]*>.*$/gm];

const SENTENCE_END = /[!?;\n]+|\.(?=\s|$)|:\s/;

const JOINT =
  /[\s,]*\b(and|then|but|or|nor|so|afterwards|finally|once|when|after|before|without|instead of|rather than)\b\s*|\s*[,()–—]\s*/;

/** Joints after which stands what is not wanted. */
const NEGATING_JOINTS: ReadonlySet<string> = new Set(["without", "instead of", "rather than"]);

const QUESTION =
  /^(?:(?:quick |short |small |dumb |one |simple |general )*(?:q|question)\b[ ,:-]*)?(?:(?:in|with|for|using|on|about) (?:[\w.+#-]+ ){1,3})?(?:whats|wats|hows|whys|wheres|whos|what(?! (?:i|we) (?:want|need)\b)|why|how|who|which|whose|(?:where|when) (?:is|are|do|does|did|was|were|will|should|can)|is|are|was|were|does|did|do (?:you|we|i|they)|should (?:i|we)|shall|has|have (?:you|we)|am|any (?:idea|reason))\b/;

/** "Would you store it in a table or in a file": what somebody would do is no order. */
const OPINION = /^(?:\w+[ ,]+){0,2}would you (?!mind|please)\b.*\bor\b/;

const REQUEST = /^(?:[\w']+[ ,]+){0,3}?(?:can|could|would|will) you\b/;

/** What people put before what they want. One at a time: they come in rows. */
const LEAD_IN =
  /^(?:please|pls|kindly|also|now|next|just|only|simply|first|second|third|lastly|finally|then|ok|okay|yes|yeah|yep|sure|great|well|hey|hi|hello|maybe|perhaps|and|but|so|[-*•]|\d{1,3}[.)]|\[(?:[ x]|\d{1,4})\]|(?:can|could|would|will) you|you (?:should|must|can|need to|have to|may)|i(?:'d| would)? (?:want|need|like) you to|i want to|we (?:should|must|need to|want to|have to)|let'?s|let us|go ahead and|go and|try to|make sure (?:to|you|that you)|be sure to|ensure (?:you|that you)|remember to|do not forget to|don'?t forget to|never forget to|always|thoroughly|carefully|properly|quickly|fully|feel free to|your (?:task|job) is to|the task is to|after that|when (?:done|finished|ready|you'?re done|you are done)|once (?:done|finished|you'?re done|you are done|it works|that works)|at the end|in the end)(?=[\s,:]|$)[\s,:]*/;

const NEGATION =
  /^(?:do not|don'?t|dont|never|no need to|no need for|not|avoid|skip|no|you (?:do not|don'?t) (?:need|have) to|needn'?t|must not|mustn'?t|should not|shouldn'?t|(?:i|we) (?:do not|don'?t) (?:want|need)(?: you)?(?: to)?|there(?:'s| is) no need to|refrain from|stop|hold off(?: on)?|wait with)(?=\s|$)\s*/;

const MOST_CLAUSES = 400;

/** The clauses of a message, in their order. */
export function clausesOf(message: string): Clause[] {
  const clauses: Clause[] = [];
  for (const sentence of sentencesOf(message)) {
    const asked = QUESTION.test(withoutLeadIns(sentence)) || OPINION.test(sentence);
    const parts = sentence.split(JOINT);
    // The pattern has one group: text, joint, text, joint, …
    for (let at = 0; at < parts.length && clauses.length < MOST_CLAUSES; at += 2) {
      const text = withoutLeadIns((parts[at] ?? "").trim());
      if (text === "") continue;
      const negation = NEGATION.exec(text)?.[0];
      const joint = at === 0 ? "" : parts[at - 1] ?? ",";
      clauses.push({
        text: negation ? text.slice(negation.length) : text,
        negated: negation !== undefined || NEGATING_JOINTS.has(joint),
        joint,
        asked,
        requested: REQUEST.test(parts[at] ?? ""),
      });
    }
  }
  return clauses;
}

/** A message in lower case, without code and quotes, cut into sentences. */
function sentencesOf(message: string): string[] {
  return said(message).split(SENTENCE_END).map((part) => part?.trim()).filter(Boolean);
}

/** What a message says in its own words, in lower case. */
export function said(message: string): string {
  return NOT_SAID.reduce((text, pattern) => text.replace(pattern, "\n"), message)
    .toLowerCase().replaceAll("’", "'").replaceAll(/[`"*_]/g, "")
    // Long rows of blanks and commas would make the patterns slow.
    .replace(/[^\S\n]+/g, " ").replace(/,[ ,]*/g, ", ");
}

function withoutLeadIns(text: string): string {
  let rest = text;
  for (let times = 0; times < 8; times++) {
    const next = rest.replace(LEAD_IN, "");
    if (next === rest) break;
    rest = next;
  }
  return rest;
}
