/** Whether a message breaks off. Short answers, lists, links and code end without a full stop. */

import type { Message } from "./structure.ts";
import { replaceCode } from "./words.ts";

/** Words after which an English sentence goes on. */
const GOES_ON =
  /(?:^|[\s(])(?:(?:is|are|was|were|has|have|will) (?:now|then|also|just|still|currently)|a|an|the|and|or|but|nor|because|since|although|while|whereas|if|when|whenever|where|which|who|whose|that|than|then|as|of|to|in|on|at|by|for|from|with|without|into|onto|about|between|through|during|before|after|until|unless|via|per|is|are|was|were|be|been|being|has|have|had|will|would|should|could|can|may|might|must|not|this|these|those|its|their|our|your|my|his|her|so|also|including|such|like|e\.g\.|i\.e\.|it's|I'll|I'm|I've|let's|we|I|they|he|she|it|both|either|neither|each|every|some|any|no|other|using|called|named|plus|whether|does|do|did|only|very|more|most|let|need|needs)$/i;
/** The same words end a sentence after others: "what it is for", "log in". */
const MAY_END =
  /\b(?:log(?:ged)?|sign(?:ed)?|opt(?:ed)?|check(?:ed)?|plug(?:ged)?|turned|turn|build|carry|moving|go|going|come|comes|looking|look|set|kick|hand|them|based|asked|looked|cared|waited|paid|called|meant|used|needed|wanted|relies?|depends?|rely|what|works|worked|done|fixed|all|like|ago|long|ever|than|you|me|worth|know|did|do|I think|yes|of course|why|whatever it|how it) (?:in|on|for|it|is|was|to|did|before|of|more|not|can|then|so|this|that|after|since|about|are|any|each|no|most|both|does|do|at|by|have|has|her|him|us|too|through|off|over)$|\b(?:like|do|did|done|for|about|with|of|all|to|fix(?:es|ed)?|after|before|on|than|in|got|has|have|by|at|near|use|used|remove[ds]?|add(?:ed|s)?|see|run|ran|test(?:ed|s)?|broke|cause[ds]?|need(?:s|ed)?) (?:this|that|these|those|it|both|each|any|some|more|most|other|they|her)$/i;
/** What something depends on, and then only who or what the rest is about. */
const NO_VERB =
  /^(?:when|whenever|if|once|after|before|because|since|while|as soon as) [^,]{3,120}, (?:the|a|an|this|that|its|your|our|their|each|every)(?: [\w-]+){1,2}$/i;
const OPENERS: Readonly<Record<string, string>> = { ")": "(", "]": "[" };

function hasOpenBracket(text: string): boolean {
  const open: string[] = [];
  for (const mark of text) {
    if (mark === "(" || mark === "[") open.push(mark);
    else if (OPENERS[mark] !== undefined && open.at(-1) === OPENERS[mark]) open.pop();
  }
  return open.length > 0;
}

/** Whether the message stops in the middle of a sentence, a list or a code block. */
export function breaksOff({ text, endsIn, blocks }: Message): boolean {
  if (endsIn === null || endsIn === "code" || endsIn === "row" || endsIn === "quote") return false;
  if (endsIn === "broken_code") return true;
  const lines = blocks.at(-1)?.lines ?? [];
  const source = lines.join(" ").slice(-2_000).trim();
  // A list mark with nothing behind it, or a heading without its text.
  if (source === "") return /(?:^|\n)[ \t]*(?:[-*+]|\d+[.)]|#+)$/.test(text.slice(-200));
  const coded = replaceCode(source, () => "⟦code⟧");
  const plain = coded.replace(/\*\*|__/g, "").replace(/[*_\s]+$/, "");
  if (endsIn === "heading") return /[,(]$/.test(plain);
  if ((coded.split("`").length - 1) % 2 === 1) return true;
  if (/[.!?…)\]"”'’*]$/.test(plain) && !/(?:e\.g\.|i\.e\.)$/.test(plain)) {
    return /[^.!?…][)\]]$/.test(plain) || /[.!?…]/.test(plain.slice(-3))
      ? false
      : hasOpenBracket(plain) && plain.length > 40;
  }
  if (/[:,;(\[{&=+/–—-]$/.test(plain)) {
    return !/(?:\w\+\+|https?:\/\/\S+|\S+\/|[:;]-?\()$/.test(plain);
  }
  if (/\p{Extended_Pictographic}\uFE0F?$|⟦code⟧$|https?:\/\/\S+$/u.test(plain)) {
    return hasOpenBracket(plain) && plain.length > 40;
  }
  const wordCount = plain.split(/\s+/).length;
  if (wordCount >= 2 && GOES_ON.test(plain) && !MAY_END.test(plain.slice(-60))) return true;
  if (NO_VERB.test(plain.slice(-200))) return true;
  return hasOpenBracket(plain) && wordCount > 4;
}
