/** What is wrong with a text that should follow the protocol. */

import { oneLine } from "../judge/rules/quote.ts";

/** One fault: what kind, in words, and where. */
export interface Violation {
  /** A name that does not change, for programs. */
  readonly code: string;
  /** For people: sentence case, with the value quoted and what was expected. */
  readonly message: string;
  /** The field, section or mark that it is about; `payload`, `packet`, `answer`, … for the whole. */
  readonly where: string;
  /** The line in the text, from 1; null where it is about something that is not there. */
  readonly line: number | null;
}

/** A value as a message shows it: one line, short, without characters that nobody sees. */
export function shown(value: string): string {
  return oneLine(value.slice(0, 400), 80);
}
