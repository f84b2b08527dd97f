/** Rules about work that stops at a preview, a sample or a stand-in. */

import { mentions } from "../mentions.ts";
import { commandKey, isLooking } from "./commands.ts";
import type { Facts } from "./facts.ts";
import { code, oneLine, quoted } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { sentencesOf } from "./sentences.ts";

const MAX_TASK = 4_000;

/** Options that make a command only say what it would do. */
const PREVIEW_OPTION =
  /(?:^|\s)(?:--dry[-_]?run(?:[= ](?!none\b|false\b)\w+)?|--what-?if|-WhatIf|--noop|--no-op|--preview|--simulate|--just-print|--check-only|--plan-only|--diff-only|--pretend)(?=\s|$|["'])/;

/** Programs with a word for a preview and another for the act. */
const PREVIEW_WORD =
  /\b(?:terraform|tofu|terragrunt)\b.{0,80}\bplan\b|\bpulumi (?:\S+ )?preview\b|\bcdk (?:diff|synth)\b|\bhelm (?:diff|template)\b|\bkubectl diff\b|\b(?:prisma migrate diff|flyway (?:info|validate)|liquibase (?:status|updateSQL)|alembic .{0,40}--sql|atlas .{0,40}diff|sqlmesh plan)\b|\bansible-playbook\b.{0,120}(?:\s--check\b|\s-C\b)|\brsync\b.{0,40}\s-\w*n/;

/** To do something where it counts, and not only to write it down. */
const ACT =
  /\b(?:apply|deploy|roll ?out|rollout|provision|publish|release|ship|execute|go ahead|migrate|sync|import|export|backfill|delete|purge|prune|clean(?: up)?|remove|send|upload|upgrade|scale|resize|restart|rename|move|archive|rotate|raise|lower|increase|reduce|enable|disable|switch|restore|re-?index|run)\b/i;

/** For a program with a word of its own for it, to write its files is work too, and a plan a check. */
const ACT_THERE =
  /\b(?:apply|deploy|roll ?out|rollout|provision|execute|go ahead|run (?:the |all )?migrations?|migrate|(?:in|on|to) (?:the )?(?:prod(?:uction)?|staging|cluster|live)\b)/i;

/** The person wants the preview, or wants no more. */
const WANTS_PREVIEW =
  /\b(?:dry[- ]?runs?|previews?|(?:only|just) (?:run |do |show )?(?:a |the )?plan|plan only|terraform plan|what[- ]if|simulat\w+|do(?: not|n['’]t) (?:apply|deploy|publish|run|execute|delete|send|roll)|without (?:applying|deploying|running|executing|deleting|sending)|not yet|look at it first|before (?:i|we|you) (?:apply|deploy|merge)|script (?:that|which|to)|mode|option|flag)\b/i;

/** All of it. */
const ALL =
  /\b(?:all|every|each|whole|entire|everything|everywhere|full|complete(?:ly)?|backfill|bulk|across|rest of|re-?index|migrate|import)\b/i;

/** Options that make a command stop early. */
const LIMIT_OPTION =
  /(?:^|\s)--(?:limit|max(?:-\w+)?|sample(?:-\w+)?|first|top|count|take|rows|num(?:-\w+)?|subset|only-first)(?:[= ])\d|(?:^|\s)--sample(?=\s|$)|(?:^|\s)(?:LIMIT|MAX_ROWS|SAMPLE|MAX)=\d/;
const LIMIT_WORDS =
  /\b(?:sample|limit|first|top|at most|up to|subset|only \d|pilot|trial|preview|\d+ (?:rows|records|items|of the))\b/i;

/** How a message says that there is more of the same. */
const MORE_OF_THE_SAME =
  /\b(?:other|remaining|rest(?: of (?:the|them))?|others|further|more)\b(?: [\w`/.*-]+){0,5} (?:follow\w*|can be|could be|may be|will be|should be|are to be|are (?:similar|analogous|alike)|is (?:similar|analogous)|work the same|would (?:follow|be))\b(?=[^.!?\n]{0,80}\b(?:pattern|same|similar\w*|analog\w*|accordingly|likewise|incremental\w*|later|next|gradual\w*|over time|step by step|convert\w*|migrat\w*|port\w*|translat\w*))|\bsame (?:pattern|approach|change|recipe|treatment|way) (?:can|could|should|will|must|has to|needs? to|applies|would)\b|\b(?:most important|key|main|core|critical|representative|first (?:few|batch|half|part|set|of)|an? (?:initial|first|representative) (?:batch|sample|subset|set|part|slice))\b[^.!?\n]{0,30}\b(?:files?|modules?|pages?|components?|endpoints?|tables?|rows|records|packages?|services?|routes?|screens?|tests?|batch|sample|subset|half)\b[^.!?\n]{0,40}\b(?:migrat|convert|port|mov|translat|process|import|done|updat|cover|handl|finish|rewrit|index)\w*|\b(?:migrat|convert|port|mov|translat|process|import|updat|cover|handl|finish|rewr|index|did)\w* (?:only )?(?:the |a |an )?(?:most important|key|main|core|critical|representative|initial|first (?:few|batch|half|part|set)|sample|subset)\b/i;

/** So many of so many, where the first is the less. */
const SOME_OF_MANY =
  /\b(\d[\d,]*) (?:out )?of (?:the |all |about |some )?(\d[\d,]*) (?:\w+ )?(files?|modules?|pages?|components?|endpoints?|tables?|rows|records|packages?|services?|routes?|screens?|strings?|items?|entries|documents?|products?|users?|jobs?|models?|functions?|classes|images?|repos(?:itories)?|migrations?|steps?|tasks?|parts?|warnings?|errors?|issues?)\b/gi;
const DID =
  /\b(?:migrat|convert|port|mov|translat|process|import|updat|handl|finish|complet|rewr|index|fix|upload|resolv|wrote|written|done|chang|replac|annotat|document|backfill|copi|review)\w*/i;

/** What stands where the act should be. */
const STAND_IN =
  /\b(?:(?:logs?|prints?|writes?|outputs?|returns?|echoe?s|shows?|stores?|saves?) (?:\S+ ){0,8}(?:instead of|rather than) (?:actually |really )?(?:\w+ing\b|the real|a real)|(?:it |they |which |that |rows |data |what )?would (?:be )?(?:write|written|send|sent|delete|insert|post|call|upload|update|publish|create|charge|load)\w*\b|(?:mock(?:ed)?|fake|dummy|sample|hard-?coded|canned|static|synthetic|placeholder|made-up) (?:data|values?|responses?|results?|rows|records|lists?|payloads?|answers?)|simulat(?:es?|ed|ing)|no-op|stub(?:s|bed)?|pretends?)\b/i;
const FOR_NOW =
  /\b(?:currently|for now|for the (?:moment|time being)|at the moment|until|yet|temporar\w+|once|as of now|right now|so far|later|gets? (?:plugged|wired|hooked|filled|added)|instead of|rather than|would)\b/i;
const NOT_A_STAND_IN =
  /\b(?:tests?|specs?|unit|fixtures?|dry[- ]?run|--dry|preview|mode|flag|option|no longer|removed|replaced|never|if|when|in (?:dev|storybook)|seed|demo|without|suite)\b|\bnot\b|n['’]t\b/i;

function asked({ task }: Facts): string {
  return task.text.slice(0, MAX_TASK);
}

/** A command without its options, and without the words for a preview. */
function act(command: string): string {
  return commandKey(command.replace(PREVIEW_OPTION, " ").replace(LIMIT_OPTION, " "))
    .replace(/\s(?:\d+|server|client|plan|preview|diff|template|synth|apply|up|deploy|upgrade)(?=\s|$)/g, "")
    .replace(/\s+\S*(?:plan|\.out)$/, "").split(/\s+/).slice(0, 2).join(" ");
}

/** The last command that fits, if the same was not done later without it. */
function endedAs({ done }: Facts, fits: (command: string) => boolean): string | null {
  const last = done.commands.findLast(({ command, outcome }) =>
    outcome !== "failed" && fits(command.slice(0, 2_000))
  );
  if (last === undefined) return null;
  const later = done.commands.some(({ command, step }) =>
    step >= last.step && command !== last.command && !fits(command) && !isLooking(command) &&
    act(command) === act(last.command)
  );
  return later || (last.command.match(/&&|;/) !== null && !fits(last.command.split(/&&|;/).at(-1)!))
    ? null
    : last.command;
}

/** Rules against a complete verdict. */
export const WHOLE_RULES: readonly Rule[] = [
  {
    name: "only_previewed",
    when: "something was to be done, and the last run of its command only says what it would do",
    why: "a plan or a dry run changes nothing",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "a run of {} that does it",
    find: (facts) => {
      const words = asked(facts);
      if (!facts.work || !ACT.test(words) || WANTS_PREVIEW.test(words)) return [];
      const previews = (command: string): boolean =>
        PREVIEW_OPTION.test(command) || (ACT_THERE.test(words) && PREVIEW_WORD.test(command));
      const command = endedAs(facts, previews);
      return command === null ? [] : [{
        fact: `${code(command)} only says what it would do, and nothing did it`,
        turn: facts.saidAt,
        missing: "The act itself: so far there is only a preview of it",
        action: `Do what ${code(command)} previews, and show the result`,
      }];
    },
  },
  {
    name: "only_a_sample",
    when: "all of something was to be done, and the last run of its command stops early",
    why: "that it works for a few does not do the rest",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "a run of {} without its limit",
    find: (facts) => {
      const words = asked(facts);
      if (!facts.work || !ALL.test(words) || LIMIT_WORDS.test(words)) return [];
      const command = endedAs(
        facts,
        (one) => LIMIT_OPTION.test(one) && !isLooking(one) && !/\b(?:gh|git|docker|kubectl|psql|mysql) /.test(one),
      );
      return command === null ? [] : [{
        fact: `All of it was asked for, and ${code(command)} stops early`,
        turn: facts.saidAt,
        missing: "The rest: only a part was done",
        action: `Run ${code(command)} without its limit and show the result`,
      }];
    },
  },
  {
    name: "rest_left",
    when: "the message says that the rest is of the same kind, or that so many of more are done",
    why: "what is left is left, however alike it is",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "evidence that the rest is done too",
    find: (facts) => {
      if (!facts.work || LIMIT_WORDS.test(asked(facts))) return [];
      const left = sentencesOf(facts.said.text).find((sentence) =>
        !/^if\b|\b(?:you (?:can|could|may)|optional\w*)\b/i.test(sentence) &&
        (isMoreOfTheSame(sentence) || isSomeOfMany(sentence))
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
      if (!facts.work || WANTS_PREVIEW.test(words) && !/script/.test(words) || STAND_IN.test(words)) return [];
      const found = sentencesOf(facts.said.text).find((sentence) =>
        STAND_IN.test(sentence) && FOR_NOW.test(sentence) && !NOT_A_STAND_IN.test(sentence)
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

function isMoreOfTheSame(sentence: string): boolean {
  return mentions(
    sentence.toLowerCase(),
    "other remaining rest further more same important key main core critical represent first initial sample subset",
  ) && MORE_OF_THE_SAME.test(sentence);
}

function isSomeOfMany(sentence: string): boolean {
  if (!DID.test(sentence) || /\b(?:pass\w*|fail\w*|skipped|unchanged|needed|already|tests?)\b/i.test(sentence)) {
    return false;
  }
  return [...sentence.matchAll(SOME_OF_MANY)].some(([, some = "", all = ""]) =>
    Number(some.replaceAll(",", "")) < Number(all.replaceAll(",", ""))
  );
}
