/** A rule about the parts of a task: each of them has to show in what was done or said. */

import { clausesOf } from "../task/clauses.ts";
import { WORK } from "../task/kind_words.ts";
import { isProse, isTest } from "./commands.ts";
import type { Facts } from "./facts.ts";
import { quoted } from "./quote.ts";
import type { Finding, Rule } from "./rule.ts";
import { missingNames, missingOfRows, stem } from "./uncovered_names.ts";
import { subjectOf } from "./wanted.ts";
import { code, oneLine } from "../../lib/text/text.ts";

/** A longer task has pasted text in it, whose lists are no orders. */
const LONGEST_TASK = 3_000;
const LONGEST_SENTENCES = 600;
const FEWEST = 2;
const MOST = 20;

/** How the points of a list begin: on lines of their own, or in a row within a sentence. */
const ON_LINES = /^[ \t]*(?:[-*•]|\(?(?:\d{1,2}|[a-h])[.)])[ \t]+(\S.*)$/gm;
const IN_A_ROW = /\((?:\d|[a-h]|i{1,3}|iv|v)\)\s*/gi;

/** A line before a list of what happened, or of what is given. */
const TELLS =
  /\b(?:reproduc\w*|repro|steps|expected|actual|happens?|observed|context|background|examples?|errors?|output|logs?|symptoms?|currently|given|facts|notes?|constraints?|requirements?|options?|one of|either|ideas?)\b[^.!?]{0,40}:?$/i;

/** A part that only says how, or what not to do, or that is shown by a check. */
const NO_WORK =
  /^(?:do not|don['’]?t|never|no\b|not\b|without|keep|leave|avoid|only|make sure|ensure|verify|check|confirm|run|test|if\b|when\b|note|use\b|must|should|it\b|the\b|a\b|an\b|this|that|we\b|you\b|i\b|they\b|there|see\b|e\.g|optional)/i;
/** What something has to do, in a part that begins like an order. */
const ORDER = /^(?:please |also |then |and |finally |next )*([a-z]{2,20})\b/i;

/** A file that is named as a place to write to. */
const FILE_TO_WRITE =
  /\b(?:in|to|into|edit|update|extend|create|write|inside|within|from|as) (?:the |a |an |file |new )*[`'"]?((?:[\w@.-]{1,60}\/){0,8}[\w@-][\w@.-]{0,60}\.(?:md|mdx|rst|adoc|txt|ya?ml|toml|json|csv|html|sql|ini|env|cfg))\b(?!\/)/gi;
/** How a sentence begins that asks for something to be written. */
const WRITES =
  /\b(?:document|describe|add|write|put|note|mention|record|update|extend|list|explain|drop|remove|delete|save|store|export|create|bump|change|log|summari[sz]e)\b/i;

/** The parts of a task that stand in a list. */
function partsOf(text: string): string[] {
  if (text.length > LONGEST_TASK) return [];
  const points = [...text.matchAll(ON_LINES)];
  // A list may tell how something happens, and not what to do.
  if (TELLS.test(text.slice(0, points[0]?.index ?? 0).trimEnd().split("\n").at(-1) ?? "")) {
    return [];
  }
  const lines = points.map(([, part = ""]) => part);
  const parts = lines.length >= FEWEST ? lines : text.split(IN_A_ROW).slice(1);
  return parts.length < FEWEST || parts.length > MOST
    ? []
    : parts.map((part) => part.replace(/[\s,;.]+(?:and|then)?\s*$/i, "").trim()).filter((part) =>
      part !== ""
    );
}

/** Everything that was done and said, in small letters. */
export function account({ said, done, edits, tools }: Facts): string {
  return [
    said.text,
    ...[...done.commands, ...done.git].map(({ command }) => command),
    ...done.commands.map(({ excerpt }) => excerpt),
    ...edits.map(({ path }) => path),
    ...tools,
  ].join("\n").toLowerCase();
}

/** Whether nothing that was done or said has a word of a part that no other part has. */
export function isSilent(part: string, others: readonly string[], told: string): boolean {
  const elsewhere = subjectOf(others.join(" "));
  const own = [...subjectOf(part)].filter((word) => !elsewhere.has(word));
  const short = part.match(/\b[A-Z][A-Z\d]{1,3}\b/g) ?? [];
  return own.length >= FEWEST && !own.some((word) => told.includes(stem(word))) &&
    !short.some((name) => told.includes(name.toLowerCase()));
}

function missingParts(facts: Facts, told: string): string[] {
  const parts = partsOf(facts.task.messages.at(-1) ?? facts.task.text);
  const orders = parts.filter((part) =>
    ORDER.test(part) && !NO_WORK.test(part) && !/^(?:GET|POST|PUT|PATCH|DELETE|HEAD)\b/.test(part)
  );
  return orders.filter((part) => isSilent(part, parts.filter((other) => other !== part), told));
}

/** Orders beside those that make code. */
const ALSO =
  /^(?:regenerate|notify|announce|document|email|mail|tag|archive|import|export|schedule|register|log|record|describe|mention|summari[sz]e|back up|backup|upload|download|send|post|close|label|restart)\b/;
/** What has rules of its own, with more than words to go by. */
const HAS_A_RULE =
  /\b(?:pull ?-?requests?|prs?|commits?|push|tests?|specs?|build|lint\w*|types?|deploy\w*|release|publish|readme|changelog|docs?|documentation)\b/;

/**
 * Orders behind the first of which neither the verb nor a word of the object shows. What comes first
 * is the work itself, which a message tells in words of its own.
 */
function missingOrders(facts: Facts, told: string): string[] {
  const text = facts.task.messages.at(-1) ?? facts.task.text;
  if (text.length > LONGEST_SENTENCES) return [];
  const orders = clausesOf(text).filter(({ text, negated, asked }) =>
    !negated && !asked && (WORK.test(text) || ALSO.test(text)) && !NO_WORK.test(text)
  ).map(({ text }) => text);
  return orders.slice(1).filter((order) => {
    const others = orders.filter((other) => other !== order);
    return !HAS_A_RULE.test(order) && !/\b(?:ones?|it|them|this|that|these|those)\b/.test(order) &&
      subjectOf(order).size >= 3 && isSilent(order, others, told) &&
      !told.includes(stem(order.split(" ", 1)[0] ?? ""));
  });
}

function missingFiles(facts: Facts, told: string): string[] {
  const text = facts.task.messages.at(-1) ?? facts.task.text;
  if (text.length > LONGEST_TASK) return [];
  const clauses = text.split(/\n|[;!?]|\.\s|,? (?:and|then) |, |\(\w\)/);
  return clauses.filter((clause) =>
    WRITES.test(clause) && !/\b(?:not|never)\b|n['’]t\b/i.test(clause)
  )
    .flatMap((clause) => [...clause.matchAll(FILE_TO_WRITE)].map(([, path = ""]) => path))
    .filter((path) => {
      const name = path.split("/").at(-1) ?? path;
      return !isTest(path) && !told.includes(name.toLowerCase());
    });
}

function finding(what: string, missing: string): Finding {
  return {
    fact: `${what} was asked for, and neither a call nor a word speaks of it`,
    turn: null,
    missing,
    action: `Do this part too: ${missing}`,
  };
}

/** A rule against a complete verdict. */
export const UNCOVERED_RULE: Rule = {
  name: "item_missing",
  when: "the task is a list or names a file, and of one of these no call and no word speaks",
  why: "one point of several is forgotten most easily",
  severity: "MEDIUM",
  effect: "incomplete",
  yields: true,
  settled: "evidence that this part is done too",
  find: (facts) => {
    if (!facts.work || facts.said.empty || !facts.acted) return [];
    const told = account(facts);
    const listed = missingParts(facts, told);
    const parts = [
      ...listed,
      ...listed.length > 0 ? [] : missingOrders(facts, told),
      ...missingNames(facts, told),
      ...missingOfRows(facts, told),
    ];
    const files = missingFiles(facts, told).filter((path) =>
      !parts.some((part) => part.includes(path)) &&
      // A change in a document can be told by what it is called.
      !(isProse(path) && /\b(?:docs?|documentation|documented|readme)\b/.test(told))
    );
    return [
      ...parts.slice(0, 3).map((part) => finding(quoted(part), oneLine(part))),
      ...files.slice(0, 2).map((path) => finding(code(path), `The change to ${code(path)}`)),
    ];
  },
};
