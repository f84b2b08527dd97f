/** The flag that names the engine, on every command line of this folder. */

import { type Flag, UsageError, value } from "../lib/cli/flags.ts";
import { type FleetAddress, parseFleetAddress } from "../lib/records/address.ts";
import { UserError } from "../lib/text/errors.ts";

/** The flag, with what the help says of it. */
export function addressFlag(help: string): Flag<FleetAddress | undefined> {
  return value("ADDRESS", help, "an address", (text) => {
    try {
      return parseFleetAddress(text);
    } catch (error) {
      if (error instanceof UserError) throw new UsageError(`--to: ${error.message}`);
      throw error;
    }
  });
}

/** What a person is asked who left it out. */
export const WHERE = "where is the engine?";
