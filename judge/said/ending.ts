/**
 * What a message ends on. Courtesies and recommendations after a question do not make it less of
 * an end; a list of options belongs to the sentence that leads to it.
 */

import type { Message, Piece } from "./structure.ts";

/** Polite words that ask for nothing. */
const COURTESY: readonly (readonly [words: RegExp, reason: string])[] = [
  [
    /\b(?:feel free|happy to|glad to|hope (?:this|that|it) helps|don't hesitate|enjoy|at your disposal|thanks|thank you|you're welcome|have fun|happy coding|good luck)\b/,
    "set phrases",
  ],
  [
    /\b(?:any|anything|something) (?:else|other|further|more|additional|unclear|questions?|feedback|concerns?|issues|changes|adjustments|tweaks)\b|\bquestions\?$/,
    "offers to hear more",
  ],
  [
    /^(?:just )?let me know[.!]*$|\blet me know (?:if (?:you(?:'d| would)? (?:have|need|want|like|see|run|hit|encounter|spot|notice|prefer|find|face|think)|there(?:'s| is)|anything|something|that|this|it|i can)|what you think|how it goes|how (?:that|this|it) (?:works|looks|goes)|your thoughts|when you're done)/,
    "let me know, with nothing that has to be known",
  ],
  [
    /\b(?:does|did|do) (?:that|this|it) (?:make sense|help|answer|work for you)/,
    "checks of understanding",
  ],
  [
    /\bif you (?:have|need|want|run into|hit|notice|spot)\b.{0,60}\b(?:just )?(?:ask|let me know|ping|shout|tell me|reach out|say so)\b/,
    "if you need more, ask",
  ],
];

/** What may follow a question without answering it. */
const AFTERTHOUGHT =
  /^(?:please )?(?:let me know|tell me|share|send me)\b.{0,20}\b(?:your (?:preferences?|answers?|choices?|decisions?)|so (?:that )?i can)\b|^(?:please )?(?:let me know|tell me)[.!]*$|^(?:(?:personally )?i(?:'d| would)(?: personally)? (?:recommend|suggest|go with|lean|prefer|vote)|i (?:recommend|suggest|lean)|i'm leaning|my (?:recommendation|preference|suggestion|vote)|in the meantime|once (?:you|i)|after (?:you|that)|as soon as|then i'll|i'll (?:wait|hold|proceed once|continue once|go on once|start once|implement it once|pick up|get started once|take it from)|either (?:way|is|one|works)|both (?:are|work)|that way|this (?:will|determines|decides|affects|matters)|your (?:answer|choice)|with that|the (?:first|former|latter|second)|option [a-z\d]\b|no rush|(?:the|this|that|i|it|neither|none).{0,40}\b(?:(?:does not|doesn't|do not|don't) (?:say|specify|mention|tell)|(?:is not|isn't|not|un)(?:clear| specified| documented)|couldn't (?:find|tell)|could not (?:find|tell)|can't tell|cannot tell)\b)/;

/** Whether a piece is polite and nothing more. */
export function isCourtesy(words: string): boolean {
  return COURTESY.some(([pattern]) => pattern.test(words));
}

/** Whether a piece only adds to a question before it. */
export function isAfterthought(words: string): boolean {
  return AFTERTHOUGHT.test(words) || isCourtesy(words) || words === "";
}

/** Let me know if you'd like me to …: a courtesy by its form, and an offer to do the work itself. */
export const OFFER_TO_ACT =
  /\b(?:you(?:'d| would)? (?:like|want|prefer) (?:me|for me|us) to|i should|me to (?:proceed|continue))\b/;

/** The pieces that a message ends on, in their order. */
export function endingOf({ pieces }: Message): readonly Piece[] {
  let last = pieces.length - 1;
  const groupStart = (end: number) => {
    let start = end;
    while (start > 0 && pieces[start - 1]?.group === pieces[end]?.group) start--;
    return start;
  };
  if (last < 0) return [];
  let from = groupStart(last);
  // A closing courtesy is no end of its own: what stands before it is the end too.
  while (from > 0 && pieces.slice(from, last + 1).every(({ words }) => isAfterthought(words))) {
    last = from - 1;
    from = groupStart(last);
  }
  const kind = pieces[from]?.kind;
  if ((kind === "item" || kind === "row") && from > 0) from = groupStart(from - 1);
  return pieces.slice(from);
}
