/** What is wrong with a text that should follow the protocol. */

import { oneLine } from "../../lib/text/text.ts";

export type { Violation } from "../../schema/types.ts";

/** A value as a message shows it: one line, short, without characters that nobody sees. */
export function shown(value: string): string {
  return oneLine(value.slice(0, 400), 80);
}
