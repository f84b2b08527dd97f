/** Reads the values of a form's fields, and says which are missing, empty, repeated or unfilled. */

import type { FieldRule } from "../contract.ts";
import { isEmptyWord, saysNone, saysNothing } from "../escalation/said.ts";
import { isUnfilled } from "../escalation/template.ts";
import type { WrittenField } from "../fields.ts";
import { shown, type Violation } from "../violation.ts";
import { fault, type Place } from "./fault.ts";
import { OUTPUT_LIMITS } from "./limits.ts";

/** What a form is called, and how. */
interface FormRule {
  /** Before a field's name in `where`; empty for the report. */
  readonly prefix: string;
  readonly fields: readonly FieldRule[];
  /** The fields that may say "none". */
  readonly mayBeNone: readonly string[];
  /** The line that the form begins with, for what is missing. */
  readonly line: number | null;
}

/** The values of a form, and its faults. A field that is missing, or says none, has no value. */
interface FormValues {
  readonly values: ReadonlyMap<string, string[]>;
  readonly violations: readonly Violation[];
}

/** Reads a form. A text may be written as one item, and a list of one as a text. */
export function readForm(written: readonly WrittenField[], form: FormRule): FormValues {
  const values = new Map<string, string[]>();
  const violations: Violation[] = [];
  for (const rule of form.fields) {
    const where = `${form.prefix}${rule.name}`;
    const own = written.filter(({ name }) => name === rule.name);
    const [first, second] = own;
    if (first === undefined) {
      const message = `Missing field "${where}", expected ${rule.what}`;
      violations.push(fault("missing_field", message, { where, line: form.line }));
      continue;
    }
    if (second !== undefined) {
      const message = `Field "${where}" occurs ${own.length} times, expected once`;
      violations.push(fault("repeated_field", message, { where, line: second.line }));
    }
    const value = valueOf(first, rule).filter((item) => item !== "");
    const place = { where, line: first.line };
    const found = faultIn(value, rule, form.mayBeNone.includes(rule.name), place);
    if (found !== null) violations.push(found);
    // What is there is read, even where it says too little: a fault tells that.
    const isNothing = value.every(saysNone);
    if (found?.code !== "empty_field" || !isNothing) values.set(rule.name, value);
  }
  return { values, violations };
}

function valueOf({ text, items }: WrittenField, { kind }: FieldRule): string[] {
  const all = text === "" ? items : [text, ...items];
  const plain = all.map((item) => item.replace(/\s+/g, " ").trim());
  return kind === "list" ? plain : [plain.join(" ")];
}

/** Fields whose values are words of tables, which have rules of their own. */
const OF_TABLES: ReadonlySet<string> = new Set(["failure_layer", "action"]);

function isEmpty(item: string, name: string): boolean {
  if (saysNone(item)) return true;
  // A path may be short.
  if (name === "files_to_recheck") return isEmptyWord(item);
  return !OF_TABLES.has(name) && saysNothing(item);
}

function faultIn(
  value: readonly string[],
  { name, what }: FieldRule,
  mayBeNone: boolean,
  place: Place,
): Violation | null {
  const empty = value.filter((item) => isEmpty(item, name) && !isUnfilled(item));
  const isNone = mayBeNone && value.every(saysNone);
  if (value.length === 0 || (empty.length === value.length && !isNone)) {
    const said = value.length === 0 ? "is empty" : `says "${shown(value.join(" "))}"`;
    return fault("empty_field", `Field "${name}" ${said}, expected ${what}`, place);
  }
  const template = value.find((item) => item === what || isUnfilled(item));
  if (template !== undefined) {
    const message = `Field "${name}" has the form's own text "${
      shown(template)
    }", expected a value`;
    return fault("unfilled_template", message, place);
  }
  if (empty.length > 0 && !isNone) {
    const message = `Item "${
      shown(empty[0] ?? "")
    }" of field "${name}" says nothing, expected ${what}`;
    return fault("empty_item", message, place);
  }
  if (value.length > OUTPUT_LIMITS.items) {
    const message = `Field "${name}" has ${value.length} items, at most ${OUTPUT_LIMITS.items}`;
    return fault("too_large", message, place);
  }
  return null;
}
