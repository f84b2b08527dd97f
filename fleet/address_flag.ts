/** The flag that names the engine, on every command line of this folder. */

import { UsageError } from "../lib/cli/flags.ts";
import { type FleetAddress, parseFleetAddress } from "../lib/records/address.ts";
import { UserError } from "../lib/text/errors.ts";

/** @throws {UsageError} If it is missing, or no address. */
export function addressFlag(text: string | undefined): FleetAddress {
  if (text === undefined) throw new UsageError("--to is missing: where is the engine?");
  try {
    return parseFleetAddress(text);
  } catch (error) {
    if (error instanceof UserError) throw new UsageError(`--to: ${error.message}`);
    throw error;
  }
}
