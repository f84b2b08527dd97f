/**
 * Text of the form that nobody filled in.
 *
 * Only what cannot be meant: a placeholder of the form word by word, a value that is nothing but
 * `<…>`, dots, or TODO and its kin. A sentence that contains such words was written by somebody.
 */

import { ESCALATION_FIELDS } from "../contract.ts";

/** The placeholders of the form as the protocol's first version had them. */
const FIRST_FORM: readonly string[] = [
  "reflection rescue summary",
  "rescue hypotheses already tested",
  "outcomes that remained blocked",
  "checklist items verified",
  "assumptions that still appear true",
  "original task reference",
  "clean snapshot reference",
  "latest blocking signal",
];

/** Those that the form has now. The first two fields have values, which rules of their own check. */
const FORM: readonly string[] = ESCALATION_FIELDS.slice(2).flatMap(({ name, what }) =>
  name === "handoff_artifacts" ? [what, ...what.split(", ")] : [what]
);

const PLACEHOLDERS: ReadonlySet<string> = new Set([...FIRST_FORM, ...FORM]);

/** No placeholder is longer, and so nothing of a long text is looked at twice. */
const LONGEST = 200;

const UNFILLED: readonly RegExp[] = [
  /^<(?!\/)[^<>]*(?<!\/)>$/,
  /<(?:\.{2,}|…)>/,
  /^(?:\.{2,}|…)$/,
  /^(?:todo|tbd|fixme|xxx|placeholder|fill (?:this |me )?in)[.!:… ]*$/i,
];

/** Whether a value is text of the form. */
export function isUnfilled(value: string): boolean {
  const bare = value.slice(0, LONGEST).toLowerCase().replace(/^["'`([]+/, "").replace(
    /["'`)\].:;,!]+$/,
    "",
  );
  return PLACEHOLDERS.has(bare) || UNFILLED.some((pattern) => pattern.test(value));
}

/** Whether the number of an attempt was left as the form has it. */
export function isUnfilledAttempt(value: string): boolean {
  return /^\[ATTEMPT:\s{0,8}N\+?\]$/i.test(value) || isUnfilled(value);
}

/** Whether a layer is the form's choice of them, and not one. */
export function isUnfilledLayer(value: string): boolean {
  return value.includes("|") || isUnfilled(value);
}
