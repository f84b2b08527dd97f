/**
 * What a text proposes: its clauses, without what it only mentions to say no to it.
 *
 * Behind a negation ("do not", "instead of", "without", …) the next 12 words are left out; a clause
 * that says of something that it is, stays or remains rejected, or is not used, is left out as a
 * whole, and so is one that only tells what was seen ("The test still imports …"). "Ignore",
 * "despite", "no longer rejected" and their like undo that, and "anyway" does so for a paragraph.
 */

import { ESCALATION_FIELDS, OUTPUTS, REPORT_FIELDS, RETRY_FIELDS } from "../contract.ts";
import { numberedLines } from "../fields.ts";
import { MOST_SOURCE } from "./limits.ts";
import { writtenWords } from "./words.ts";

/** A clause. */
interface Clause {
  /** All of it. */
  readonly text: string;
  /** The words of it that it does not deny. */
  readonly affirmed: string;
  readonly line: number;
  /** The protocol's field that it stands in; null outside of any. */
  readonly field: string | null;
}

/** Fields, and headings of the same words, that record what is not proposed. */
const RECORDS: ReadonlySet<string> = new Set([
  "what_not_to_retry",
  "decision_memory_notes",
  "decision_memory",
  "what_was_tried",
  "what_did_not_work",
  "observations",
  "rejected",
  "rejected_alternatives",
  "not_to_retry",
]);

/** Other names with a colon are words of the field that they stand in. */
const FIELDS: ReadonlySet<string> = new Set([
  ...RECORDS,
  ...[...ESCALATION_FIELDS, ...REPORT_FIELDS, ...RETRY_FIELDS, ...OUTPUTS].map(({ name }) => name),
  "decision_revision",
  "new_evidence",
]);

const FIELD = /^(?:[-*+]\s+)?[*_`]{0,3}([a-z][a-z0-9_]{2,60})[*_`]{0,3}:(?=\s|[*_`]|$)/;
const HEADING = /^(?:#{1,6}\s+|\*\*)([\p{L}][^*#:]{1,60}?)(?:\*\*)?:?[*\s#]*$/u;
const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s+/;
const FENCE = /^(?:`{3,}|~{3,})\s*(\w*)/;
const MOST_OF_UNIT = 4_000;

/** The clauses of a text, in its order. */
export function* clausesOf(text: string): Generator<Clause> {
  for (const { text: said, line, field } of unitsOf(text)) {
    const anyway = /\b(?:anyway|nevertheless|nonetheless)\b/i.test(said);
    const recorded = field !== null && RECORDS.has(field);
    for (const clause of said.split(BREAK)) {
      if (clause.trim() === "") continue;
      const denied = recorded || isObservation(clause.replace(FIELD, ""), field);
      yield { text: clause, affirmed: affirmedIn(clause, { anyway, denied }), line, field };
    }
  }
}

const BREAK =
  /[.!?;](?=\s|$)|,\s{1,4}(?=(?:but|so|then|use|switch|instead|we|and then)\b)|\s(?=(?:but|however|although)\s)/i;

interface Unit {
  text: string;
  readonly line: number;
  readonly field: string | null;
}

/** Paragraphs and items, with wrapped lines put together. */
function* unitsOf(text: string): Generator<Unit> {
  let unit: Unit | null = null;
  let field: string | null = null;
  let fence: string | null = null;
  for (const { text: whole, number } of numberedLines(text.slice(0, MOST_SOURCE))) {
    const line = whole.trim();
    const [, info] = FENCE.exec(line) ?? [];
    if (info !== undefined) fence = fence === null ? info : null;
    // What a change takes away is not proposed.
    const skipped = line === "" || info !== undefined || (fence === "diff" && line[0] === "-");
    const name = skipped ? null : fieldIn(line);
    const begins = skipped || name !== null || fence !== null || ITEM.test(line) ||
      (unit?.text.length ?? 0) + line.length > MOST_OF_UNIT;
    if (begins && unit !== null) {
      yield unit;
      unit = null;
    }
    field = name ?? field;
    if (skipped) continue;
    if (unit === null) unit = { text: line, line: number, field };
    else unit.text += ` ${line}`;
  }
  if (unit !== null) yield unit;
}

/** The field or heading that a line begins. */
function fieldIn(line: string): string | null {
  const start = line.slice(0, 100);
  const name = FIELD.exec(start)?.[1];
  if (name !== undefined && FIELDS.has(name)) return name;
  return HEADING.exec(start)?.[1]?.trim().toLowerCase().replace(/[\s-]+/g, "_") ?? null;
}

const SCOPE_OF_NEGATION = 12;
const NEGATIONS =
  /^(?:not|never|avoid(?:s|ing|ed)?|without|cannot|no|neither|nor|\p{L}+n't|reject|rejects|rejecting|exclud(?:e|es|ing)|forbids?|refuse)$/u;
const PAIRS: ReadonlySet<string> = new Set(["instead of", "rather than", "ruled out", "rule out"]);
const VERDICTS = /^@?(?:rejected|forbidden|prohibited|disallowed|frozen)$/;
const LABEL = /^[^\p{L}@]{0,20}@?(?:rejected|forbidden)[^\p{L}:]{0,10}:/iu;
const LINKS = /^(?:is|are|was|were|be|been|stays?|remains?|keeps?|kept|still|already|as)$/;
const UNDOES =
  /^(?:ignor(?:e|es|ing)|despite|although|though|bypass(?:es|ing)?|overrid(?:e|es|ing)|regardless|reintroduc(?:e|es|ing)|reinstat(?:e|es|ing)|reviv(?:e|es|ing)|unfreez(?:e|es|ing))$/;
const UNDOES_PAIRS = /^(?:cannot avoid|can't avoid|not (?:rejected|forbidden|frozen)|no longer)$/;
const LONGER = /^(?:rejected|forbidden|frozen|holds?|applies|apply|valid|true|needed|relevant)$/;

function affirmedIn(
  clause: string,
  { anyway, denied }: { readonly anyway: boolean; readonly denied: boolean },
): string {
  const written = writtenWords(clause);
  const words = written.map((word) => word.toLowerCase());
  let undone = anyway;
  let stated = denied || LABEL.test(clause.slice(0, 100));
  let negated = 0;
  const kept = words.map((word, at) => {
    const pair = `${word} ${words[at + 1] ?? ""}`;
    if (negated > 0) {
      negated--;
      return "";
    }
    if (UNDOES.test(word) || (UNDOES_PAIRS.test(pair) && isUndoing(pair, words[at + 2]))) {
      undone = true;
    } else if (VERDICTS.test(word) && isStated(words, at)) stated = true;
    else if (!undone && (NEGATIONS.test(word) || PAIRS.has(pair))) {
      negated = SCOPE_OF_NEGATION;
      return "";
    }
    return written[at];
  });
  return stated && !undone ? "" : kept.join(" ");
}

function isUndoing(pair: string, next: string | undefined): boolean {
  return pair !== "no longer" || LONGER.test(next ?? "");
}

/** "… stays rejected", but not "use the rejected …". */
function isStated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 4), at).some((word) => LINKS.test(word));
}

/** Fields in which a statement is what shall be, and no observation. */
const NORMATIVE: ReadonlySet<string> = new Set([
  "contract_correction",
  "architecture_correction",
  "constraints",
]);

const SUBJECT = /^[^\p{L}]{0,6}(?:the|this|that|these|those|an?|its|our|each|every|some)\s/iu;
const UNUSED =
  /\b(?:(?:is|are|was|were|be|been) (?:not|never|no longer)|(?:is|are|was|were)n['’]t) (?:used|needed|involved|loaded|imported|required|called|installed|present|affected|relevant|touched|reached)\b/i;
const SEEN =
  /\b(?:imports?|imported|fails|failed|throws|threw|logged|shows|showed|contains|contained|mentions|mentioned|references|referenced|prints|printed|lists|listed|still|already|currently|was|were|had)\b/i;
const PROPOSED =
  /\b(?:should|must|shall|needs?|has to|have to|had to|had better|will|would|can|could|may|might|let|lets|propos\w*|want\w*|calls? for|re-?us\w*|take|takes|enabl\w*|put|share|install|keep|wrap|make|allow|recommend\w*|suggest\w*|instead|now|then|so|therefore|anyway|use|using|switch\w*|migrat\w*|mov(?:e|es|ing)|adopt\w*|introduc\w*|replac\w*|add|adding|bring\w*|restor\w*|reintroduc\w*|becom\w*|belong\w*|goes|go|fix|solution|plan|proposal|idea|best|better|right|ignor\w*|despite|although|though|bypass\w*|overrid\w*)\b/i;

/** Whether a clause, given without the name of its field, only tells what there is. */
function isObservation(clause: string, field: string | null): boolean {
  if (field !== null && NORMATIVE.has(field)) return false;
  if (!SUBJECT.test(clause.slice(0, 40)) || PROPOSED.test(clause)) return false;
  return UNUSED.test(clause) || SEEN.test(clause);
}
