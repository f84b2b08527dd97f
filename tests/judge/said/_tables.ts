// How the tables of wordings are checked: each message says a thing, or does not.

import { equal } from "node:assert/strict";
import { readSaid, type Statements } from "../../../judge/said.ts";

/** Messages that say a thing, and messages that look like it and do not. */
export interface Wordings {
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** The fields of which a message has some, or none. */
export type Field = Exclude<
  keyof Statements,
  "text" | "reported" | "references" | "substance" | "empty"
>;

/** Whether a message says anything of that field. */
export function says(field: Field, message: string): boolean {
  const value = readSaid(message)[field];
  if (typeof value === "boolean") return value;
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

/** The results that a message reports, as `kind outcome`, sorted and once each. */
export function reportedIn(message: string): string[] {
  return [...new Set(readSaid(message).reported.map(({ kind, outcome }) => `${kind} ${outcome}`))]
    .sort();
}

/** Fails with every wording of the table that is read wrongly. */
export function assertWordings(field: Field, { yes, no }: Wordings): void {
  const missed = yes.filter((message) => !says(field, message));
  const invented = no.filter((message) => says(field, message));
  equal(
    [...missed.map((text) => `missed: ${text}`), ...invented.map((text) => `invented: ${text}`)]
      .join("\n"),
    "",
  );
}
