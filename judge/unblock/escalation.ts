/**
 * An `<ESCALATION>`: read out of any text, checked against every rule of the protocol, and written.
 *
 * Never throws, and the cost is linear in the text. Outside of the payload nothing is looked at; how
 * a payload is told from a mention of one says `escalation/blocks.ts`. A payload that breaks rules
 * is returned all the same where it could be read whole: **only one without violations is valid**.
 */

import { MAX_PAYLOAD_CHARACTERS } from "../../schema/names.ts";
import type { EscalationPayload, Violation } from "../../schema/types.ts";
import { attemptMark, ESCALATION_FIELDS, type Role } from "./contract.ts";
import { type Block, CLOSING, OPENING, payloadBlocks } from "./escalation/blocks.ts";
import { itemLine, readBody } from "./escalation/body.ts";
import { fault } from "./escalation/fault.ts";
import { readPayload } from "./escalation/payload.ts";

export {
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
} from "../../schema/names.ts";
export type { EscalationPayload } from "../../schema/types.ts";
export { ESCALATION_FAULTS, type EscalationCode } from "./escalation/fault.ts";

/** More than these are not listed. */
export const MAX_VIOLATIONS = 50;

/** What was found in a text. */
export interface LintedEscalation {
  /** How many payloads there are, whole or not. */
  found: number;
  /** What the only one says; null where there is not one, or it could not be read whole. */
  payload: EscalationPayload | null;
  /** What is wrong, in the order of the rules; empty exactly where the payload is valid. */
  violations: Violation[];
}

/** Reads the payload of a text, and says what is wrong with it. */
export function lintEscalation(
  text: string,
  { role = "coder" }: { role?: Role } = {},
): LintedEscalation {
  const blocks = payloadBlocks(text);
  const [block] = blocks;
  const refused = (violations: Violation[]): LintedEscalation => ({
    found: blocks.length,
    payload: null,
    violations,
  });
  if (block === undefined) return refused([noPayload(text)]);
  const faults = faultsOfForm(text, blocks);
  if (faults.length > 0 || block.bodyTo === null) return refused(faults);
  const body = readBody(text.slice(block.bodyFrom, block.bodyTo), lineAt(text, block.bodyFrom));
  const { payload, violations } = readPayload(body, role);
  return { found: 1, payload, violations: violations.slice(0, MAX_VIOLATIONS) };
}

/**
 * Writes a payload, so that {@linkcode lintEscalation} reads the same out of it. Its texts are put
 * into one line each; whether they follow the rules is not looked at.
 */
export function formatEscalation(payload: EscalationPayload): string {
  const values = { ...payload, status: "blocked", attempt: attemptMark(payload.attempt) };
  const fields = ESCALATION_FIELDS.map(({ name }) => {
    const value: string | string[] = values[name];
    if (typeof value === "string") return `${name}: ${itemLine(value)}`;
    return [`${name}:`, ...value.map((item) => `- ${itemLine(item)}`)].join("\n");
  });
  return [OPENING, ...fields, CLOSING].join("\n");
}

function noPayload(text: string): Violation {
  const isMentioned = text.includes(OPENING);
  const found = isMentioned ? `only a mention of ${OPENING} inside of a line` : "none";
  const expected = `expected one between ${OPENING} and ${CLOSING}, each on a line of its own`;
  return fault("no_payload", `Found ${found}: ${expected}`);
}

function faultsOfForm(text: string, blocks: readonly Block[]): Violation[] {
  const faults: Violation[] = [];
  const at = ({ from }: Block) => ({ line: lineAt(text, from) });
  const unclosed = blocks.find(({ to }) => to === null);
  if (unclosed !== undefined) {
    const message = `${OPENING} is not closed: expected ${CLOSING} on a line of its own`;
    faults.push(fault("unclosed", message, at(unclosed)));
  }
  const [, second] = blocks;
  if (second !== undefined) {
    const message = `Found ${blocks.length} payloads: expected exactly one`;
    faults.push(fault("several_payloads", message, at(second)));
  }
  const nested = blocks.find(({ nested }) => nested);
  if (nested !== undefined) {
    const message = `${OPENING} begins again inside of a payload: expected nothing nested`;
    faults.push(fault("nested", message, at(nested)));
  }
  const large = blocks.find(({ from, to }) => (to ?? 0) - from > MAX_PAYLOAD_CHARACTERS);
  if (large !== undefined) {
    const size = (large.to ?? 0) - large.from;
    const message =
      `The payload has ${size} characters: expected at most ${MAX_PAYLOAD_CHARACTERS}`;
    faults.push(fault("too_large", message, at(large)));
  }
  return faults;
}

/** The number of the line that a place is in, from 1, by the breaks that `numberedLines` knows. */
function lineAt(text: string, place: number): number {
  const before = text.slice(0, place);
  const [all, feeds, both] = ["\r", "\n", "\r\n"].map((end) => occurrences(before, end));
  return 1 + (all ?? 0) + (feeds ?? 0) - (both ?? 0);
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}
