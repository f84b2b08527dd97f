/** The message ends on what the agent is about to do, and nothing follows. */

import type { Quote } from "./quote.ts";
import { wantsInput } from "./question.ts";
import { CONDITIONAL, holds, quoteOf, type Rule } from "./patterns.ts";
import type { Message } from "./structure.ts";

const OPENING =
  /^(?:(?:ok|okay|great|good|perfect|alright|right|so|and|now|next|first|then|instead|finally|from here|excellent|got it|hmm|actually|but)(?:,| —|!|\.)? ){1,3}/;
/** To wait, to stop or to leave things to the person is no work. */
const NO_WORK =
  /\b(?:let me know|wait|hold (?:off|on)|leave|let you|be (?:happy|glad|here|able|ready)|need (?:you|your|the|an?|access|more)|stop here|keep\b|remember|assume|hand (?:this|it) (?:over|back)|defer|need from you|be back|pause|monitor|not\b|never)\b|n't\b/;
const ASIDE =
  /\b(?:if|once|when|unless|as soon as|until|after) (?:you|the|it|that|this|ci|i|we|they|there)\b/;

/** What the agent says of itself; also at the end of a longer sentence. */
const OWN_WORDS: readonly Rule[] = [
  {
    words: "let",
    says: /^(?:let me|let's|let us)\b(?: \S+|…|\.{3})/,
    within: "sentence",
    reason: "Let me …",
  },
  {
    words: "i'll will i'm am we'll shall going gonna",
    says:
      /^(?:i'll|i will|i'm going to|i am going to|i'm about to|i'm now going to|we'll|i shall|going to|gonna)\b/,
    within: "sentence",
    reason: "I'll now …",
  },
];

export const RULES: readonly Rule[] = [
  ...OWN_WORDS,
  {
    words: "need have should can must want",
    says:
      /^(?:i|we) (?:now |still |first |just |also |next )?(?:need to|have to|should|can|must|want to)(?: now| also| first| next)? (?!be\b|say\b|see that\b|confirm that\b)/,
    unless: /\b(?:i|we) (?:can|should)(?! now\b)(?! (?:start|begin|proceed))/,
    within: "sentence",
    reason: "Now I need to …",
  },
  {
    words: "time on moving starting beginning proceeding continuing turning now next up",
    says:
      /^(?:time to|on to|onto|moving on to|starting (?:with|by|on|the|now)|beginning with|proceeding (?:to|with)|continuing with|turning to|now to|now for|up next|next up|first up)\b/,
    unless:
      /^(?:starting|beginning) (?:with|on) (?:v?\d|version|release|node|python|deno|today|monday)/,
    within: "sentence",
    reason: "Starting with …",
  },
  {
    words:
      "updat implement runn check creat writ fix add look read search apply mak refactor start investigat examin install build",
    says:
      /^(?:i'm |i am |now )?(?:updating|implementing|running|checking|creating|writing|fixing|adding|looking (?:at|into)|reading|searching|applying|making|refactoring|starting|investigating|examining|installing|building)\b.{0,80}(?:\.{3}|…|:| now\.?)$/,
    within: "sentence",
    reason: "Updating the file …",
  },
  {
    words: "now next then + remaining other rest last next second",
    says:
      /^(?:now|next|then)(?: for| on to| to)?(?: comes?)? the (?:remaining|other|rest|last|next|second)\b(?! (?:is|are|was|were|has|have|can|will)\b)/,
    within: "sentence",
    reason: "Now the remaining four.",
  },
  {
    words: "on it doing getting right",
    says: /^(?:on it|doing (?:it|that|this) now|getting (?:started|right on it)|right away)[.!…]*$/,
    within: "sentence",
    reason: "On it.",
  },
];

/** The announcement that a message ends on; null if there is none. */
export function announcedIn({ pieces, endsIn }: Message): Quote | null {
  const last = pieces.at(-1);
  if (last === undefined || endsIn === "code" || endsIn === "quote") return null;
  if (last.kind === "heading" || last.kind === "row") return null;
  // An item announces only where it is the agent that speaks, and not a plan of many points.
  const { words } = last;
  if (wantsInput(words)) return null;
  if (words.endsWith("?") || CONDITIONAL.test(words) || NO_WORK.test(words)) return null;
  if (ASIDE.test(words) && !/^(?:let me|now let me|let's)/.test(words)) return null;
  const bare = words.replace(OPENING, "");
  if (RULES.some((rule) => holds(rule, words) || holds(rule, bare))) return quoteOf(last);
  // "The schema is clear, so I'll now write the migration."
  const tail = (last.clauses.at(-1) ?? "").replace(/^so /, "").replace(OPENING, "");
  return last.clauses.length > 1 && OWN_WORDS.some((rule) => holds(rule, tail))
    ? quoteOf(last)
    : null;
}
