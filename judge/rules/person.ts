/** Rules about what the agent wants from a person. */

import type { Done } from "../done/facts.ts";
import type { Statements } from "../said.ts";
import type { Facts } from "./facts.ts";
import { isAnswer } from "./claims.ts";
import { quoted } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { isAboutTask, wantsToBeAsked } from "./wanted.ts";
import { code, oneLine } from "../../lib/text/text.ts";

/** What cannot be taken back, so that asking first is right. */
const IRREVERSIBLE =
  /\b(?:delete|drop|destroy|wipe|erase|purge|overwrite|force[ -]?push|rewrite (?:the )?history|reset --hard|production|prod|irreversibl[ey]|cannot be undone|can't be undone|permanent(?:ly)?|data loss|charge|pay|purchase|costs? (?:money|\$)|breaking change|publish|release)\b/i;

/** Going on with what was begun is never an extra. */
const GOING_ON =
  /\b(?:continue|proceed|go (?:on|ahead)|keep going|carry on|start|begin|move on|finish|complete|the rest|remaining)\b/i;

/** Politeness at the end, to which nobody has to answer. */
const COURTESY =
  /\b(?:anything else|something else|what (?:would you like|do you want|should (?:we|i)) (?:me )?(?:to )?(?:do|work on|tackle) next|any (?:other )?questions|does (?:that|this) (?:help|make sense)|let me know if|how does (?:that|this) (?:look|sound)|happy to)\b/i;

/** Whether leave is rightly asked: it cannot be taken back, or the person wants to be asked. */
function isRightlyAsked({ said, task }: Facts): boolean {
  return said.permission !== null &&
    (IRREVERSIBLE.test(said.permission) || wantsToBeAsked(task));
}

/** Whether an offer at the end goes beyond a task that is done. */
function isExtra({ said, task, finished }: Facts): boolean {
  const offer = said.permission ?? "";
  return finished && !GOING_ON.test(offer) && !isAboutTask(offer, task);
}

/** Whether a message has nothing behind these words of it. */
function endsOn({ text }: Statements, quote: string): boolean {
  return text.replace(/\s+/g, " ").trimEnd().endsWith(quote);
}

/** How programs say that they do not know who is there, or do not let them in. */
const KEPT_OUT =
  /\b(?:401|403|unauthori[sz]ed|forbidden|unauthenticated|not (?:logged in|authenticated|authori[sz]ed)|(?:please |must be |to )?log(?:ged)? ?in(?:to)?\b|auth login|access denied|permission denied|credentials|no access token|expired token|token (?:has )?expired|EOTP|ENEEDAUTH)\b/i;

/** Words that are put to the person, or that the agent says of itself. */
const TO_THE_PERSON =
  /\b(?:you|your|please|i|we|me|us|somebody|someone|by an? (?:person|human)|has to|must)\b|^(?:[-*\d.) ]*)(?:log|sign|click|open|go|create|add|set|paste|enter|run|scan|touch|approve|accept|enable|grant|renew|plug|connect|get|put|give|send|tell)\b/i;

/** How an agent says that it goes on afterwards, or that it could not go on. */
const GOES_ON_AFTERWARDS =
  /\b(?:then|and|after that|afterwards|once [^.!?]{0,60}) ?,? ?(?:i(?:['’]ll| can| will)|let me)\b|\bi (?:could not|couldn['’]t|can['’]?t|cannot|was unable|am unable) (?:\w+ ){0,3}(?:reach|access|connect|get|read|query|fetch|list|look|see|find|check|answer|tell|load|open|log)\b/i;

/** Whether a question could not be answered because somebody has to let the agent in. */
function isKeptOut({ text }: Statements, { commands, failures }: Done): boolean {
  const failed = [...commands, ...failures].some(({ outcome, excerpt }) =>
    outcome === "failed" && KEPT_OUT.test(excerpt)
  );
  return failed || GOES_ON_AFTERWARDS.test(text.slice(0, 4_000));
}

/** Rules against a complete verdict. */
export const PERSON_RULES: readonly Rule[] = [
  {
    name: "no_task",
    when: "nobody asked for anything",
    why: "there is nothing to judge",
    severity: "NONE",
    effect: "waits",
    yields: false,
    settled: "a task",
    find: ({ task }) =>
      task.text.trim() !== "" ? [] : [{ fact: "Nobody has asked for anything yet", turn: null }],
  },
  {
    name: "question",
    when: "the message ends with a question that only the person can answer",
    why: "to push the agent on would be to make it guess",
    severity: "NONE",
    effect: "waits",
    yields: false,
    settled: "the person's answer",
    find: (facts) => {
      const { said, finished } = facts;
      if (said.question === null || (!facts.work && isAnswer(facts))) return [];
      if (COURTESY.test(said.question) && (finished || !facts.work)) return [];
      return [{ fact: `The agent asks: ${quoted(said.question)}`, turn: facts.saidAt }];
    },
  },
  {
    name: "rightly_asked",
    when: "the agent asks before something that cannot be taken back, or was told to ask",
    why: "here a pause is what a careful person would want",
    severity: "NONE",
    effect: "waits",
    yields: false,
    settled: "the person's answer",
    find: (facts) =>
      !facts.work || !isRightlyAsked(facts) || isExtra(facts) ? [] : [{
        fact: `The agent rightly asks first: ${quoted(facts.said.permission ?? "")}`,
        turn: facts.saidAt,
      }],
  },
  {
    name: "permission",
    when: "the agent asks leave to do what it was asked to do",
    why: "the task is the leave; most premature stops are of this kind",
    severity: "LOW",
    effect: "incomplete",
    yields: true,
    settled: "the work itself, done without asking again",
    find: (facts) => {
      const { said } = facts;
      if (said.permission === null || !facts.work || isRightlyAsked(facts) || isExtra(facts)) {
        return [];
      }
      return [{
        fact: `The agent asks leave for what it was asked to do: ${quoted(said.permission)}`,
        turn: facts.saidAt,
        missing: "The part of the task that leave is asked for",
        action: "Yes: go on without asking again and finish the task",
        severity: facts.acted ? "LOW" : "MEDIUM",
      }];
    },
  },
  {
    name: "human_action",
    when: "only a person can do the next thing: log in, click, paste a key, approve",
    why: "to push the agent on would be of no use",
    severity: "MEDIUM",
    effect: "human",
    yields: false,
    settled: "the person's part, and then the rest of the task",
    find: ({ said, saidAt, work, done, finished, fresh }) =>
      // Who asks how to do something is told to log in, too: that is the answer.
      !work && !isKeptOut(said, done) ? [] : said.humanAction.filter((quote) =>
        // What was built and tested may want a person of its own.
        !(finished && fresh.length > 0) || TO_THE_PERSON.test(quote)
      ).slice(0, 3).map((quote) => ({
        fact: `Only a person can do this: ${quoted(quote)}`,
        turn: saidAt,
        missing: oneLine(quote),
        action: `For the person: ${oneLine(quote)}`,
      })),
  },
  {
    name: "delegated",
    when: "the person is asked to do what the agent could do itself",
    why: "the person gave the task to the agent",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "the output of what the person was asked to do",
    find: (facts) =>
      !facts.work || facts.finished ? [] : facts.said.delegated.slice(0, 2).map((quote) => ({
        fact: `The person is asked to do what the agent can do: ${quoted(quote)}`,
        turn: facts.saidAt,
        missing: oneLine(quote),
        action: `Do it yourself: ${oneLine(quote)}`,
        severity: facts.edits.length > 0 ? "LOW" : "MEDIUM",
      })),
  },
  {
    name: "waiting",
    when: "a check or CI still runs, or the message waits for something that comes by itself",
    why: "the result will come without a push",
    severity: "NONE",
    effect: "waits",
    yields: false,
    settled: "the result that is waited for",
    find: (facts) => {
      const { done, said, saidAt } = facts;
      const running = [...done.checks, ...done.git].filter(({ outcome, step, command }) =>
        outcome === "running" &&
        ![...done.checks, ...done.git].some((other) =>
          other.command === command && other.step > step
        )
      ).map(({ command, turn }) => ({ fact: `${code(command)} still runs`, turn }));
      if (running.length > 0) return running;
      if (said.waiting !== null && facts.work && (!facts.finished || endsOn(said, said.waiting))) {
        return [{ fact: `The agent waits: ${quoted(said.waiting)}`, turn: saidAt }];
      }
      // A server left running beside finished work is nobody's wait.
      return done.running > 0 && !facts.finished && said.claims.length === 0
        ? [{ fact: `${done.running} calls still run`, turn: null }]
        : [];
    },
  },
];
