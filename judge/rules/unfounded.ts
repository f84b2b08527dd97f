/** A rule about answers that were guessed where one could have looked. */

import { quoted } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { sentencesOf } from "./sentences.ts";
import { oneLine } from "../../lib/text/text.ts";

/** The question is about what lies here, and not about the world. */
const ABOUT_THIS =
  /\b(?:our|ours|my|we|us|this (?:repo(?:sitory)?|project|code(?:base)?|app|service|package|module|file|function|class|branch|system)|the (?:repo(?:sitory)?|codebase|code base|project)|in here)\b|(?:^|\s)[`'"]?(?:[\w@.-]{1,60}\/){1,8}[\w@.-]{1,60}\.[a-z]\w{0,5}\b/i;

/** How one speaks of what one has not seen. */
const GUESS =
  /\b(?:typical(?:ly)?|usually|most likely|likely|probably|presumably|commonly|generally|often|tend(?:s)? to|in (?:most|many) (?:projects|cases|setups|codebases|teams|applications)|most (?:projects|apps|teams|services|codebases)|i(?:'d| would)? (?:guess|assume|expect|imagine|suspect)|(?:without|haven['’]t|have not|not) (?:seen|seeing|looked|looking|access)|by convention|standard (?:setup|practice)|should be (?:in|under|somewhere)|might be|may be|could be|perhaps)\b/i;

/** A rule against a complete verdict. */
export const UNFOUNDED_RULE: Rule = {
  name: "guessed_answer",
  when: "a question about this code was answered with guesses, and nothing was opened",
  why: "what usually is so says nothing about what is so here",
  severity: "MEDIUM",
  effect: "incomplete",
  yields: true,
  settled: "the answer with the files or outputs that it rests on",
  find: ({ task, done, said, saidAt, acted }) => {
    // What was found out before may be answered without looking again.
    if (done.calls > 0 || acted || task.from > 0 || said.empty) return [];
    if (!ABOUT_THIS.test(task.text.slice(0, 4_000))) return [];
    const guess = sentencesOf(said.text).find((sentence) => GUESS.test(sentence));
    return guess === undefined ? [] : [{
      fact: `Nothing was opened, and the answer guesses: ${quoted(guess)}`,
      turn: saidAt,
      missing: `An answer from the code itself: ${oneLine(task.text, 100)}`,
      action: "Look it up in the code or the system, and answer with what you found and where",
    }];
  },
};
