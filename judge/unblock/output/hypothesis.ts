/** One hypothesis, and one that was not tried: what an answer believes, in its report and packet. */

import { isTelling, stemOf, wordsOf } from "../decision_memory/words.ts";
import type { WrittenField } from "../fields.ts";
import { shown, type Violation } from "../violation.ts";
import type { Answer } from "./answer.ts";
import { PACKET } from "./begin.ts";
import { fault } from "./fault.ts";
import { layerOf } from "./layer.ts";
import { SAME_STATEMENT } from "./limits.ts";

/** So much of a hypothesis is looked at. */
const MAX_HYPOTHESIS = 2_000;

const ANOTHER =
  /\balternatively\b|\b(?:second|third|another|other|alternative|competing) hypothes[ie]s\b|\b(?:two|three|several|multiple|many) (?:possible )?(?:hypotheses|theories|explanations)\b|\bhypothesis (?:2|b|two)\b|^either\b/i;

const NAME = "new_hypothesis";

/** Checks the hypotheses of an answer against each other and against what was tried. */
export function checkHypotheses(
  answer: Answer,
  tried: readonly string[],
): Violation[] {
  const notToRetry = answer.packet.filter(({ name }) => name === "what_not_to_retry")
    .flatMap(({ text, items }) => text === "" ? items : [text, ...items]);
  return [
    ...checkForm(answer.report, NAME, tried),
    ...checkForm(answer.packet, `${PACKET}.${NAME}`, [...tried, ...notToRetry]),
    ...disagreeing(answer),
  ];
}

function checkForm(
  fields: readonly WrittenField[],
  where: string,
  tried: readonly string[],
): Violation[] {
  const violations: Violation[] = [];
  const own = fields.filter(({ name }) => name === NAME);
  const first = own[0];
  if (first === undefined) return [];
  const several = own.find(isSeveral);
  if (several !== undefined || own.length > 1) {
    const field = several ?? first;
    const message = `More than one hypothesis in "${shown(said(field))}", expected exactly one`;
    violations.push(fault("several_hypotheses", message, { where, line: field.line }));
  }
  const words = tellingWords(said(first));
  const same = tried.find((entry) => isSameStatement(words, tellingWords(entry)));
  if (same !== undefined) {
    const message = `Hypothesis "${shown(said(first))}" is what was tried, "${shown(same)}"; ` +
      "expected a materially different one";
    violations.push(fault("not_different", message, { where, line: first.line }));
  }
  return violations;
}

function isSeveral(field: WrittenField): boolean {
  const text = said(field);
  return field.items.length > 1 || ANOTHER.test(text) ||
    (/^\(?1[.)]\s/.test(text) && /\s\(?2[.)]\s/.test(text));
}

function said({ text, items }: WrittenField): string {
  return [text, ...items].join(" ").trim().slice(0, MAX_HYPOTHESIS);
}

/** A report and a packet that blame different layers do not rest on one hypothesis. */
function disagreeing({ report, packet }: Answer): Violation[] {
  const [reported, sent] = [report, packet].map((fields) =>
    fields.find(({ name }) => name === "failure_layer")
  );
  const [one, other] = [reported, sent].map((field) => field && layerOf(said(field)));
  if (!sent || !one || !other || one === other) return [];
  const message = `The packet blames "${other}", expected the report's "${one}"`;
  const place = { where: `${PACKET}.failure_layer`, line: sent.line };
  return [fault("layer_mismatch", message, place)];
}

/** More of a statement is not compared. */
const MAX_STATEMENT = 4_000;

const CONTRAST = /(?:\b(?:instead of|rather than)\b|[,;(] ?(?:and )?not\b)[^.,;()]*/gi;

/** The words of a statement that count. */
function tellingWords(statement: string): ReadonlySet<string> {
  const text = statement.slice(0, MAX_STATEMENT).replace(CONTRAST, " ");
  return new Set(wordsOf(text).filter(isTelling).map(stemOf));
}

/** Whether two sets of words are materially the same. */
function isSameStatement(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [shorter, longer] = one.size <= other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const word of shorter) if (longer.has(word)) shared++;
  if (shared === 0) return false;
  const { jaccard, containment, fewestWords } = SAME_STATEMENT;
  return shared / (one.size + other.size - shared) >= jaccard ||
    (shorter.size >= fewestWords && shared / shorter.size >= containment);
}
