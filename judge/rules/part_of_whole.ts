/** Rules about work that the message itself calls a part, or a stand-in, of what was asked for. */

import { mentions } from "../mentions.ts";
import type { Facts } from "./facts.ts";
import { WANTS_PREVIEW } from "./previews.ts";
import { quoted } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { sentencesOf } from "./sentences.ts";
import { oneLine } from "../../lib/text/text.ts";

const MAX_TASK = 4_000;

const SOME_WILL_DO =
  /\b(?:samples?|subset|pilot|trial|some of|a few|as many as|start with|begin with|only the first|(?:the )?first \d+)\b/i;

/** How a message says that there is more of the same. */
const MORE_OF_THE_SAME =
  /\b(?:(?:the|all|these|those|our|any|most|\d+) (?:\w+ )?others?|remaining|rest(?: of (?:the|them))?|\d+ (?:further|more))\b(?: [\w`/.*-]+){0,5} (?:follow\w*|(?:will |would |still |also )?(?:needs?|requires?|gets?|awaits?)|can be|could be|may be|will be|should be|are to be|are (?:similar|analogous|alike)|is (?:similar|analogous)|work the same|would (?:follow|be))\b(?=.{0,80}\b(?:pattern|same|similar\w*|analog\w*|accordingly|likewise|incremental\w*|later|next|gradual\w*|over time|step by step|convert\w*|migrat\w*|port\w*|translat\w*|treatment|to be done|way))|\b(?:can|could|may|should) (?:then )?be (?:used|applied|run|repeated|reused|done|added|handled) (?:analogously|likewise|accordingly|(?:for|on|to|with|in) (?:all )?(?:the )?(?:others?|rest|remaining))\b|\b(?:there (?:are|is)|leaves?) (?:\d+|\w+) (?:more|others?|left)\b[^.!?\n]{0,60}\b(?:can|could|should|will|would|may) be\b|\bsame (?:pattern|approach|change|recipe|treatment|way) (?:can|could|should|will|must|has to|needs? to|applies|would)\b|\b(?:most important|key|main|core|critical|representative|first (?:few|batch|half|part|set|of)|an? (?:initial|first|representative) (?:batch|sample|subset|set|part|slice))\b.{0,30}\b(?:files?|modules?|pages?|components?|endpoints?|tables?|rows|records|packages?|services?|routes?|screens?|tests?|functions?|class(?:es)?|methods?|strings?|images?|feeds?|fields?|types?|documents?|pages?|batch|sample|subset|half)\b.{0,40}\b(?:migrat|convert|port|mov|translat|process|import|done|updat|cover|handl|finish|rewrit|index|document|annotat|implement|fix|remov)\w*|\b(?:migrat|convert|port|mov|translat|process|import|updat|cover|handl|finish|rewr|index|did)\w* (?:only )?(?:the |a |an )?(?:most important|key|main|core|critical|representative|initial|first (?:few|batch|half|part|set)|sample|subset)\b/i;

/** So many of so many, where the first is the less. */
const SOME_OF_MANY =
  /\b(\d[\d,]*) (?:out )?of (?:the |all |about |some )?(\d[\d,]*) (?:\w+ )?(files?|modules?|pages?|components?|endpoints?|tables?|rows|records|packages?|services?|routes?|screens?|strings?|items?|entries|documents?|products?|users?|jobs?|models?|functions?|classes|images?|repos(?:itories)?|migrations?|steps?|tasks?|parts?|warnings?|errors?|issues?)\b/gi;
/** The same without the name of what is counted: "two of the three are gone". */
const NUMBER = "(\\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten)";
const SOME_ARE_DONE = new RegExp(
  `\\b${NUMBER} (?:out )?of (?:the |those |all |these )?${NUMBER} (?:\\w+ )?(?:are|is|were|was|have been|has been|got|could be) (?:now )?(?:gone|fixed|done|removed|resolved|migrated|converted|ported|updated|finished|closed|replaced|handled|upgraded|cleared|deleted|translated|moved)\\b`,
  "i",
);
/** "Ten of them are fixed": who means all says so. */
const SOME_OF_THEM = new RegExp(
  `(?<!\\ball )\\b${NUMBER} of (?:them|those|these) (?:are|is|were|was|have been) (?:now )?(?:gone|fixed|done|removed|resolved|migrated|converted|ported|updated|finished|closed|replaced|handled|upgraded|deleted|translated|moved)\\b`,
  "i",
);
const NUMBERS = "zero one two three four five six seven eight nine ten".split(" ");

function numberOf(word: string): number {
  const at = NUMBERS.indexOf(word.toLowerCase());
  return at < 0 ? Number(word.replaceAll(",", "")) : at;
}

const DID =
  /\b(?:migrat|convert|port|mov|translat|process|import|updat|handl|finish|complet|rewr|index|fix|upload|resolv|wrote|written|done|chang|replac|remov|delet|annotat|document|backfill|copi|review)\w*/i;

/** What stands where the act should be. */
const STAND_IN =
  /\b(?:(?:logs?|prints?|writes?|outputs?|returns?|echoe?s|shows?|stores?|saves?) (?:\S+ ){0,8}(?:instead of|rather than) (?:actually |really )?(?:\w+ing\b|the real|a real)|(?:it |they |which |that |rows |data |what )?would (?:be )?(?:write|written|send|sent|delete|insert|post|call|upload|update|publish|create|charge|load)\w*\b|(?:mock(?:ed)?|fake|dummy|sample|hard-?coded|canned|static|synthetic|placeholder|made-up|random) (?:data|values?|numbers?|responses?|results?|rows|records|lists?|payloads?|answers?)|simulat(?:es?|ed|ing)|no-op|stub(?:s|bed)?|pretends?|(?:is|are|gets?) (?:only |just |currently )?(?:logged|printed|written|stored|saved|kept) (?:to|in|on|into) (?:the |a |an )?(?:log|logs|console|files?|stdout|memory|disk|queue))\b/i;
/** One of these stands in every such sentence. */
const STANDING_IN =
  "instead rather would random logged printed written stored saved kept mock fake dummy sample hard canned static synthetic placeholder made-up simulat no-op stub pretend implement todo! 501 unsupported";
const NOT_THERE =
  /\bNotImplemented\w*|\bunimplemented!|\btodo!\(|\b(?:raises?|throws?|returns?|answers?|gives?)\b.{0,30}\b(?:not[- ]implemented|501|unsupported)\b/i;
const FOR_NOW =
  /\b(?:currently|at present|presently|for now|for the (?:moment|time being)|at the moment|until|yet|temporar\w+|once|as of now|right now|so far|later|as long as|gets? (?:plugged|wired|hooked|filled|added)|instead of|rather than|would)\b/i;
/** Only until it is done properly. */
const TIME_BEING =
  /\b(?:for now|for the (?:time being|moment)|at the moment|temporarily|as a (?:stop-?gap|temporary (?:measure|fix|solution)|first (?:step|version|cut)))\b/i;
/** The person wants no more than that. */
const LESS_WILL_DO =
  /\b(?:for now|for the (?:time being|moment)|simple|basic|quick|stop-?gap|temporar\w+|mvp|prototype|first (?:step|version|cut|draft)|minimal|sketch|hard-?cod\w+|spike|rough)\b/i;
const NOT_A_STAND_IN =
  /\b(?:tests?|specs?|unit|fixtures?|dry[- ]?run|--dry|preview|mode|flag|option|no longer|removed|replaced|never|if|when|in (?:dev|storybook)|seed|demo|without|suite)\b|(?:\bnot|n['’]t) (?:a |an |the |any |just |only )?(?:mock|fake|dummy|sample|hard-?cod|canned|static|synthetic|placeholder|random|simulat|stub|pretend|no-op|log|print|writ|stor|us|return)\w*/i;

function asked({ task }: Facts): string {
  return task.text.slice(0, MAX_TASK);
}

/** Rules against a complete verdict. */
export const WHOLE_RULES: readonly Rule[] = [
  {
    name: "rest_left",
    when: "the message says that the rest is of the same kind, or that so many of more are done",
    why: "what is left is left, however alike it is",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "evidence that the rest is done too",
    find: (facts) => {
      if (!facts.work || SOME_WILL_DO.test(asked(facts))) return [];
      const all = ALL_OF_IT.test(asked(facts));
      const left = sentencesOf(facts.said.text).find((sentence) =>
        !/^if\b|\b(?:you (?:can|could|may)|optional\w*)\b/i.test(sentence) &&
        (isMoreOfTheSame(sentence) || isSomeOfMany(sentence) || (all && isLeftAlone(sentence)) ||
          (REMOVES.test(asked(facts)) && STILL_THERE.test(sentence)))
      );
      return left === undefined ? [] : [{
        fact: `The message leaves a part of the whole: ${quoted(left)}`,
        turn: facts.saidAt,
        missing: `The rest: ${oneLine(left)}`,
        action: "Do the rest in the same way, and show that nothing is left",
      }];
    },
  },
  {
    name: "stand_in",
    when: "the message says that something stands in for the real act",
    why: "what only pretends to do it does not do it",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the real act in place of what stands in for it",
    find: (facts) => {
      const words = asked(facts);
      if (
        !facts.work || WANTS_PREVIEW.test(words) && !/script/.test(words) || STAND_IN.test(words)
      ) return [];
      const said = facts.said.text.toLowerCase();
      if (!mentions(said, STANDING_IN) && !mentions(said, BEING)) return [];
      const found = sentencesOf(facts.said.text).find((sentence) =>
        (STAND_IN.test(sentence) && FOR_NOW.test(sentence) && !NOT_A_STAND_IN.test(sentence)) ||
        (isForNow(sentence) && !LESS_WILL_DO.test(words)) ||
        (NOT_THERE.test(sentence) &&
          !/\b(?:abstract|base|interface|subclass\w*|removed?|replaced?|no longer|fixed|used to|was|were|instead of|tests?)\b/i
            .test(sentence))
      );
      return found === undefined ? [] : [{
        fact: `Something stands in for the real thing: ${quoted(found)}`,
        turn: facts.saidAt,
        missing: `The real thing: ${oneLine(found)}`,
        action: "Put the real act in its place and show that it works",
      }];
    },
  },
];

/** One of these stands in every sentence that says for how long. */
const BEING = "now being moment temporar stopgap stop-gap first";

function isForNow(sentence: string): boolean {
  return TIME_BEING.test(sentence) && !NOT_A_STAND_IN.test(sentence) &&
    !/\b(?:optional\w*|enough|as (?:you )?(?:asked|requested|agreed)|by design|deliberate\w*|intentional\w*)\b/i
      .test(sentence);
}

/** Something was to go, and has not gone. */
const REMOVES =
  /\b(?:remove|delete|drop|get rid of|uninstall|throw out|purge|strip|take out|retire)\b/i;
const STILL_THERE =
  /\b(?:is|are) still (?:in (?!use by)|there|present|installed|referenced|listed|imported|around|part of)\b/i;

/** All of it was asked for. */
const ALL_OF_IT =
  /\b(?:all|every|each|everywhere|everything|entire|whole|across|throughout|the \d[\d,.]* \w+)\b/i;

/** Some were not changed, or so many were passed over. */
const LEFT_ALONE =
  /\b(?:those|these|they|some|the others?|the rest|others|a few|several)\b[^.!?\n]{0,50}\b(?:are|is|were|was|remain|stay)(?: still)? (?:unchanged|untouched|not (?:changed|touched|converted|migrated|updated|covered)|as (?:they were|before)|left (?:as|alone|out))\b|\b[1-9][\d,.]* (?:\w+ ){0,2}?(?:rows|records|files|items|entries|customers|users|products|images|documents|pages|lines) (?:were|was|are|got) (?:skipped|rejected|dropped|left out|omitted|not (?:imported|migrated|converted|processed))\b/i;

function isLeftAlone(sentence: string): boolean {
  return LEFT_ALONE.test(sentence) &&
    !/\b(?:duplicates?|already|empty|generated|vendored|third-party|as (?:you )?(?:asked|requested)|by design|on purpose|deliberate\w*|intentional\w*|correct|fine|tests?)\b/i
      .test(sentence);
}

function isMoreOfTheSame(sentence: string): boolean {
  return mentions(
    sentence.toLowerCase(),
    "other remaining rest further more same important key main core critical represent first initial sample subset",
  ) && MORE_OF_THE_SAME.test(sentence);
}

function isSomeOfMany(sentence: string): boolean {
  if (!sentence.includes(" of ")) return false;
  if (
    !(DID.test(sentence) || SOME_ARE_DONE.test(sentence)) ||
    /\b(?:pass\w*|fail\w*|skipped|unchanged|needed|already|tests?)\b/i.test(sentence)
  ) {
    return false;
  }
  if (SOME_OF_THEM.test(sentence)) return true;
  const counted = [...sentence.matchAll(SOME_OF_MANY), SOME_ARE_DONE.exec(sentence) ?? []];
  return counted.some(([, some = "", all = ""]) => all !== "" && numberOf(some) < numberOf(all));
}
