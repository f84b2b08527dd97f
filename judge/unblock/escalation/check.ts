/**
 * The rules about single fields of a payload: what is read of each, and what is wrong with it.
 *
 * A field is null where nothing good could be read; then a violation says why.
 */

import {
  ESCALATION_LAYERS,
  type EscalationLayer,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
} from "../../../schema/names.ts";
import type { Violation } from "../../../schema/types.ts";
import { attemptMark, parseAttemptMark, TERMINAL_ATTEMPT } from "../contract.ts";
import { shown } from "../violation.ts";
import type { BodyField } from "./body.ts";
import { type EscalationCode, fault } from "./fault.ts";
import { layerWord } from "./layer_word.ts";
import { saysNone, saysNothing } from "./said.ts";
import { isUnfilled, isUnfilledAttempt, isUnfilledLayer } from "./template.ts";

/** What is wrong, as it is found. */
export class Faults {
  readonly violations: Violation[] = [];

  /** Adds what is wrong with a field. */
  add(code: EscalationCode, { name, line }: BodyField, message: string): void {
    this.violations.push(fault(code, message, { where: name, line }));
  }
}

/** Checks that a status is the only one that there is. */
export function checkStatus(field: BodyField, faults: Faults): void {
  const value = field.values.join(" ");
  if (value !== "blocked") {
    faults.add("status", field, `Status "${shown(value)}": expected "blocked"`);
  }
}

/** The number of the attempt. */
export function readAttempt(field: BodyField, faults: Faults): number | null {
  const value = field.values.join(" ");
  const expected = attemptMark(TERMINAL_ATTEMPT);
  if (isUnfilledAttempt(value)) {
    const message = `Attempt "${shown(value)}" is the form's: expected a number, as in ${expected}`;
    faults.add("unfilled_template", field, message);
    return null;
  }
  const attempt = parseAttemptMark(value);
  if (attempt === null) {
    faults.add("attempt_form", field, `Attempt "${shown(value)}": expected the form ${expected}`);
  } else if (attempt < TERMINAL_ATTEMPT) {
    const message =
      `Attempt ${attempt} is too early to escalate: expected ${TERMINAL_ATTEMPT} or more`;
    faults.add("attempt_too_early", field, message);
  }
  return attempt;
}

/** A text. */
export function readText(field: BodyField, faults: Faults): string | null {
  const value = field.values.join(" ");
  if (isUnfilled(value)) addUnfilled(field, value, faults);
  else if (saysNothing(value)) {
    const said = value === "" ? "is empty" : `says "${shown(value)}"`;
    faults.add("empty_field", field, `Field "${field.name}" ${said}: expected a line of text`);
    if (!saysSomething(value)) return null;
  }
  return isBounded(field, [value], faults) ? value : null;
}

/** Lists that may say "none": context is forced only where the environment does so. */
const MAY_BE_NONE: ReadonlySet<string> = new Set(["forced_context_checked"]);

/** The items of a list that say something. */
export function readList(field: BodyField, faults: Faults): string[] | null {
  const unfilled = field.values.filter(isUnfilled);
  for (const value of unfilled) addUnfilled(field, value, faults);
  const items = field.values.filter(saysSomething);
  if (items.length === 0) {
    if (unfilled.length === 0) addEmpty(field, faults);
    return null;
  }
  const empty = items.find((item) =>
    saysNothing(item) && !isUnfilled(item) && !(MAY_BE_NONE.has(field.name) && saysNone(item))
  );
  if (empty !== undefined) {
    const message =
      `"${shown(empty)}" says nothing: expected at least three letters, and no word ` +
      "such as none";
    faults.add("empty_item", field, message);
  }
  return isBounded(field, items, faults) ? items : null;
}

/** The suspected layers. */
export function readLayers(field: BodyField, faults: Faults): EscalationLayer[] | null {
  const layers: EscalationLayer[] = [];
  const given = field.values.filter((value) => saysSomething(value) || isUnfilledLayer(value));
  if (given.length === 0) addEmpty(field, faults);
  for (const value of given) {
    const layer = ESCALATION_LAYERS.find((layer) => layer === layerWord(value));
    if (layer !== undefined) layers.push(layer);
    else if (isUnfilledLayer(value)) {
      const message = `Layer "${shown(value)}" is the form's: expected one of them in an item`;
      faults.add("unfilled_template", field, message);
    } else {
      const expected = ESCALATION_LAYERS.join(", ");
      faults.add("unknown_layer", field, `Layer "${shown(value)}": expected one of ${expected}`);
    }
  }
  const areKnown = layers.length > 0 && layers.length === given.length;
  return areKnown && isBounded(field, layers, faults) ? layers : null;
}

/** Dashes and dots say nothing. */
function saysSomething(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value);
}

function addEmpty(field: BodyField, faults: Faults): void {
  faults.add("empty_list", field, `List "${field.name}" is empty: expected at least one item`);
}

function addUnfilled(field: BodyField, value: string, faults: Faults): void {
  const message = `"${shown(value)}" is text of the form: expected what it stands for`;
  faults.add("unfilled_template", field, message);
}

function isBounded(field: BodyField, items: readonly string[], faults: Faults): boolean {
  const long = items.find((item) => item.length > MAX_ITEM_CHARACTERS);
  if (long !== undefined) {
    const message = `"${
      shown(long)
    }" is too long: expected at most ${MAX_ITEM_CHARACTERS} characters`;
    faults.add("too_large", field, message);
  }
  if (items.length > MAX_PAYLOAD_ITEMS) {
    const message =
      `List "${field.name}" has ${items.length} items: expected at most ${MAX_PAYLOAD_ITEMS}`;
    faults.add("too_large", field, message);
  }
  return long === undefined && items.length <= MAX_PAYLOAD_ITEMS;
}
